"""Tables as LaTeX with the rules of the booktabs package, every text escaped."""

from __future__ import annotations

from ludarena.report.study.tables import Column, Table, known, shown

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "…": r"\ldots{}",
    "±": r"$\pm$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "τ": r"$\tau$",
}


def escaped(words: str) -> str:
    r"""Return a text that LaTeX prints as it stands.

    >>> escaped("50 % of a_b")
    '50 \\% of a\\_b'
    """
    return "".join(_ESCAPES.get(letter, letter) for letter in words)


def as_latex(table: Table) -> str:
    """Return a table as a LaTeX `table` environment; it needs the package booktabs."""
    places = "".join("l" if column.kind == "text" else "r" for column in table.columns)
    heading = " & ".join(escaped(column.heading) for column in table.columns)
    rows = [
        " & ".join(_cell(cell, column) for cell, column in zip(row, table.columns)) + r" \\"
        for row in table.rows
    ]
    caption = " ".join(part for part in (f"{table.title}.", table.note) if part)
    lines = [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escaped(caption)}}}",
        rf"\label{{tab:{table.id}}}",
        rf"\begin{{tabular}}{{{places}}}",
        r"\toprule",
        heading + r" \\",
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _cell(cell: str | int | float | None, column: Column) -> str:
    if not known(cell):
        return "--"
    words = escaped(shown(cell, column))
    return words if column.kind == "text" else words.replace("-", "$-$")
