"""The page of a study: one HTML file that needs nothing but itself, with or without its script."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterator, Mapping, Sequence

from ludarena.report.figures.style import Drawing, Pictures
from ludarena.report.filling import filled, part
from ludarena.report.study.section import Section
from ludarena.report.study.tables import Cell, Column, Table, as_csv, known, shown

_OPEN_ROWS = 24
"""Tables of at most so many rows are open when the page is; longer ones are folded."""

_LONG_TEXT = 40


def study_page(
    title: str,
    head: Sequence[str],
    gaps: Sequence[str],
    sections: Sequence[Section],
    pictures: Mapping[str, Pictures],
) -> str:
    """Return the page; `head` are paragraphs at its top, `gaps` what is missing."""
    body = [f"<header><h1>{_text(title)}</h1>", *(f"<p>{_text(one)}</p>" for one in head)]
    if gaps:
        listed = "".join(f"<li>{_text(gap)}</li>" for gap in gaps)
        body.append(f'<div class="trouble"><strong>Please note</strong><ul>{listed}</ul></div>')
    links = "".join(f'<li><a href="#{one.id}">{_text(one.title)}</a></li>' for one in sections)
    body.append(f'</header><nav aria-label="Sections"><ul>{links}</ul></nav><main>')
    for section in sections:
        body += _section(section, pictures)
    body.append("</main><footer>Made by ludarena. This page asks no other address for anything.")
    body.append("</footer>")
    return filled(
        "study.html",
        (
            ("{{title}}", _text(title)),
            ("{{style}}", part("study.css")),
            ("{{body}}", "\n".join(body)),
            ("{{script}}", part("study.js")),
        ),
    )


def _section(section: Section, pictures: Mapping[str, Pictures]) -> Iterator[str]:
    yield f'<section id="{section.id}"><h2>{_text(section.title)}</h2>'
    yield from (f"<p>{_text(paragraph)}</p>" for paragraph in section.paragraphs)
    for drawing in section.drawings:
        yield _figure(drawing, pictures[drawing.id])
    for table in section.tables:
        yield from _table(table)
    yield "</section>"


def _figure(drawing: Drawing, pictures: Pictures) -> str:
    words = _text(f"{drawing.title}. {drawing.words}")
    return (
        f'<figure id="figure-{drawing.id}"><h3>{_text(drawing.title)}</h3>'
        '<div class="scroll"><picture>'
        f'<source media="(max-width: 40rem)" srcset="{_picture(pictures.narrow)}">'
        f'<img src="{_picture(pictures.svg)}" alt="{words}"></picture></div>'
        f"<figcaption>{_text(drawing.caption)}</figcaption></figure>"
    )


def _table(table: Table) -> Iterator[str]:
    is_open = " open" if len(table.rows) <= _OPEN_ROWS else ""
    tall = "" if is_open else " tall"
    yield f'<details id="table-{table.id}"{is_open}><summary>{_text(table.title)}</summary>'
    if table.note:
        yield f'<p class="note">{_text(table.note)}</p>'
    yield f'<div class="scroll{tall}"><table><thead><tr>'
    for column in table.columns:
        kind = "" if column.kind == "text" else ' class="number"'
        yield f'<th scope="col"{kind}>{_text(column.heading)}</th>'
    yield "</tr></thead><tbody>"
    for row in table.rows:
        yield "<tr>" + "".join(_cell(*one) for one in zip(row, table.columns)) + "</tr>"
    address = _data("text/csv;charset=utf-8", as_csv(table))
    yield "</tbody></table></div>"
    yield f'<p class="files"><a download="{table.id}.csv" href="{address}">CSV</a></p></details>'


def _cell(cell: Cell, column: Column) -> str:
    words = _text(shown(cell, column))
    if column.kind == "text":
        kind = "long" if len(words) > _LONG_TEXT else "short"
        return f'<td class="{kind}">{words}</td>'
    value = cell if known(cell) else ""
    return f'<td class="number" data-value="{value}">{words}</td>'


def _picture(svg: str) -> str:
    return _data("image/svg+xml", svg)


def _data(kind: str, text: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def _text(words: str) -> str:
    return html.escape(words)
