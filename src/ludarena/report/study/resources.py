"""The section on resources: time, decisions, tokens and money of an appearance."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from statistics import median
from typing import TYPE_CHECKING

from ludarena.core.text import listed
from ludarena.report.figures.matrix import Matrix, draw_matrix
from ludarena.report.figures.style import Drawing
from ludarena.report.study.cohort import Cohort, Material
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, count_of, spoken
from ludarena.report.study.tables import Table, number, text, whole

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats


def resource_section(material: Material, found: Findings) -> Section:
    """Return decisions, time, tokens and cost of an appearance."""
    drawings = [_decisions(found)]
    paragraphs = [
        "Everything is told per appearance: one participant in one seat of one match. Time is that "
        "of the answers, waiting for models included, on the machine that played."
    ]
    if material.usage:
        drawings.append(_tokens(found))
    else:
        paragraphs.append(
            "No participant called a model, so that there are no tokens and no costs."
        )
    return Section(
        id="resources",
        title="Resources",
        paragraphs=tuple(paragraphs),
        drawings=tuple(drawings),
        tables=(_appearance_table(found.cohort, found.order),),
    )


def _decisions(found: Findings) -> Drawing:
    values = _by_game(found, "decisions")
    matrix = _heat(found, values, [[_short(value) for value in row] for row in values])
    return Drawing(
        id="decisions",
        title="Decisions of an appearance, by game",
        caption=f"Medians over the appearances of {count_of(len(found.cohort.results))}; quartiles "
        "stand in the table.",
        words="a matrix of participants by games; its numbers stand in the table below",
        draw=lambda width: draw_matrix(matrix, width),
    )


def _tokens(found: Findings) -> Drawing:
    values = _by_game(found, "tokens")
    matrix = _heat(found, values, [[_short(value) for value in row] for row in values])
    return Drawing(
        id="tokens",
        title="Tokens of an appearance, by game",
        caption=f"Medians over the appearances of {count_of(len(found.cohort.results))}, input and "
        "output together; empty where a response came without a full count.",
        words="a matrix of participants by games; its numbers stand in the table below",
        draw=lambda width: draw_matrix(matrix, width),
    )


def _heat(found: Findings, values: Floats, texts: Sequence[Sequence[str]]) -> Matrix:
    return Matrix(
        rows=found.order,
        columns=[spoken(game) for game in found.cohort.games],
        values=values,
        texts=texts,
        scale="from-zero",
    )


def _by_game(found: Findings, name: str) -> Floats:
    """Return medians of an amount, shape (participants, games), NaN where one is not known."""
    import numpy as np

    held = appearances(found.cohort, name)
    return np.array(
        [[_median(held.get((game, who), [])) for game in found.cohort.games] for who in found.order]
    )


def appearances(cohort: Cohort, name: str) -> dict[tuple[str, str], list[float]]:
    """Return the amounts of all appearances by (game, participant)."""
    held: dict[tuple[str, str], list[float]] = {}
    for result, values in zip(cohort.results, cohort.amounts[name]):
        for who, value in zip(result.roster, values):
            held.setdefault((result.game, who), []).append(value)
    return held


def _median(values: Sequence[float]) -> float:
    return nan if not values or any(map(isnan, values)) else float(median(values))


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Return median, first and third quartile, linearly interpolated; NaN where not known."""
    import numpy as np

    if not values or any(map(isnan, values)):
        return nan, nan, nan
    low, middle, high = np.quantile(values, [0.25, 0.5, 0.75])
    return float(middle), float(low), float(high)


def _short(value: float) -> str:
    """Return a number in at most five letters."""
    if isnan(value):
        return ""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            scaled = value / size
            return f"{scaled:.0f}{letter}" if scaled >= 10 else f"{scaled:.1f}{letter}"
    return f"{value:.0f}" if value == int(value) or value >= 100 else f"{value:.1f}"


def _appearance_table(cohort: Cohort, order: Sequence[str]) -> Table:
    names = [name for name in ("decisions", "seconds", "tokens", "cost") if name in cohort.amounts]
    if not any(value for match in cohort.amounts["tokens"] for value in match):
        names = names[:2]
    held = {name: appearances(cohort, name) for name in names}
    digits = {"decisions": 1, "seconds": 3, "tokens": 0, "cost": 4}
    rows: list[tuple[str | int | float | None, ...]] = []
    for game in cohort.games:
        for who in order:
            own = held["decisions"].get((game, who))
            if own:
                amounts = [q for name in names for q in _quartiles(held[name][game, who])]
                rows.append((game, who, len(own), *amounts))
    return Table(
        id="appearances",
        title=f"{listed(names).capitalize()} of an appearance",
        note="Medians, with the first and the third quartile.",
        columns=(
            text("game"),
            text("participant"),
            whole("appearances"),
            *(
                number(f"{name}_{part}", f"{name} {part}".strip(), digits[name])
                for name in names
                for part in ("median", "q1", "q3")
            ),
        ),
        rows=tuple(rows),
    )
