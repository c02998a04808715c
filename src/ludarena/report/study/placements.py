"""The section on placements: who places better, in which game, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING

from ludarena.analysis.agreement import StratumAgreement, stratum_agreement
from ludarena.analysis.leaderboard import FEW_MATCHES, Standing
from ludarena.analysis.strata import PlacementLine, placement_lines
from ludarena.report.figures.intervals import Estimate, Panel, draw_intervals, draw_panels
from ludarena.report.figures.matrix import Matrix, draw_matrix
from ludarena.report.figures.style import Drawing
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, count_of, of_games, outermost, share, spoken
from ludarena.report.study.tables import Table, number, text, whole

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats

_AXIS = "placement: share of opponents beaten"
_HALF = 0.5
_COUNTS = (whole("matches"), whole("appearances"), whole("firsts"))
_INTERVALS = {
    "percentile": "Intervals of 95 % come from drawing whole matches again.",
    "score": "Intervals of 95 % are score intervals under ratings fitted to each game.",
}
_ENDS = (number("low"), number("high"))


def placement_section(found: Findings) -> Section:
    """Return overall placements, the matrix of games, and a panel a game."""
    matches = count_of(found.overall.matches)
    paragraphs = [
        "A placement is the share of opponents beaten, 0 to 1; an equal rank is half a win. "
        f"Overall every game has the same weight. {_INTERVALS[found.settings.method]}"
    ]
    few = [spoken(board.game or "") for board in found.by_game if board.matches < FEW_MATCHES]
    if few and found.settings.method == "percentile":
        paragraphs.append(
            f"Fewer than {FEW_MATCHES} matches were played of {', '.join(few)}: intervals from so "
            "few are too narrow to be trusted."
        )
    values = _matrix(found)
    strata = stratum_agreement(found.cohort.results)
    return Section(
        id="placements",
        title="Placements",
        paragraphs=tuple(paragraphs),
        drawings=(
            _overall_drawing(found, matches),
            _matrix_drawing(found, values, matches),
            _panels_drawing(found),
        ),
        tables=(
            _overall_table(found),
            _matrix_table(found, values),
            _by_game_table(found),
            _places_table(found),
            _seats_table(found),
            *((_strata_table(strata),) if strata else ()),
        ),
    )


def _matrix(found: Findings) -> Floats:
    """Return placements of shape (participants, games + 1), the last one overall."""
    import numpy as np

    values = np.full((len(found.order), len(found.by_game) + 1), nan)
    for column, board in enumerate([*found.by_game, found.overall]):
        for standing in board.standings:
            values[found.order.index(standing.participant), column] = standing.score
    return values


def _overall_drawing(found: Findings, matches: str) -> Drawing:
    estimates = [_estimate(one) for one in found.overall.standings]
    return Drawing(
        id="placements",
        title="Mean placement with 95 % intervals",
        caption=f"{matches} of {of_games(len(found.by_game))}.",
        words=outermost([one.value for one in estimates], [one.name for one in estimates]),
        draw=lambda width: draw_intervals(estimates, width, axis=_AXIS, centre=_HALF),
    )


def _matrix_drawing(found: Findings, values: Floats, matches: str) -> Drawing:
    matrix = Matrix(
        rows=found.order,
        columns=[*(spoken(board.game or "") for board in found.by_game), "mean"],
        values=values,
        texts=[[share(value) for value in row] for row in values],
        apart=1,
    )
    counts = ", ".join(f"{spoken(board.game or '')} {board.matches:,}" for board in found.by_game)
    return Drawing(
        id="placement-matrix",
        title="Placement of each participant in each game",
        caption=f"{matches}: {counts}. Intervals stand in the panels and in the tables below.",
        words=outermost(list(values[:, -1]), found.order),
        draw=lambda width: draw_matrix(matrix, width),
    )


def _panels_drawing(found: Findings) -> Drawing:
    panels: list[Panel] = []
    for board in found.by_game:
        known = {one.participant: _estimate(one) for one in board.standings}
        panels.append(
            Panel(
                title=f"{spoken(board.game or '')} ({board.matches:,})",
                estimates=[
                    known.get(name, Estimate(name, nan, None, None)) for name in found.order
                ],
            )
        )
    return Drawing(
        id="placements-by-game",
        title="Placement by game with 95 % intervals",
        caption="In parentheses the number of matches. Participants in the order of the overall "
        "mean.",
        words=f"{len(panels)} panels, a game each; their numbers stand in the table below",
        draw=lambda width: draw_panels(panels, width, axis=_AXIS, centre=_HALF),
    )


def _estimate(one: Standing) -> Estimate:
    return Estimate(one.participant, one.score, one.low, one.high)


def _row(one: Standing) -> tuple[str | float | int | None, ...]:
    counts = (one.matches, one.appearances, one.firsts)
    return (one.participant, one.score, one.low, one.high, *counts)


def _overall_table(found: Findings) -> Table:
    return Table(
        id="placements",
        title="Mean placement over games",
        note="Every game has the same weight; low and high are the ends of the 95 % interval.",
        columns=(text("participant"), number("placement"), *_ENDS, *_COUNTS),
        rows=tuple(_row(one) for one in found.overall.standings),
        main=True,
    )


def _matrix_table(found: Findings, values: Floats) -> Table:
    games = [board.game or "" for board in found.by_game]
    return Table(
        id="placement-matrix",
        title="Placement by participant and game",
        columns=(
            text("participant"),
            *(number(game, spoken(game)) for game in games),
            number("mean"),
        ),
        rows=tuple(
            (name, *(float(value) for value in row)) for name, row in zip(found.order, values)
        ),
        main=True,
    )


def _by_game_table(found: Findings) -> Table:
    return Table(
        id="placements-by-game",
        title="Placement by game",
        columns=(text("game"), text("participant"), number("placement"), *_ENDS, *_COUNTS),
        rows=tuple(
            (board.game or "", *_row(one)) for board in found.by_game for one in board.standings
        ),
    )


def _places_table(found: Findings) -> Table:
    """Return how often each was first, second and so on, down to the last place of all tables."""
    lines = placement_lines(found.cohort.results, by=())
    last = max((len(one.places) for one in lines), default=0)
    return Table(
        id="places",
        title="How often each place was reached",
        note="Shared places count as the better one.",
        columns=(
            text("participant"),
            whole("appearances"),
            *(whole(f"place_{place}", f"place {place}") for place in range(1, last + 1)),
        ),
        rows=tuple(
            (one.participant, one.appearances, *(one.place(1 + rank) for rank in range(last)))
            for one in lines
        ),
    )


def _seats_table(found: Findings) -> Table:
    """Return placements by number of seats and seat, over games of equal weight."""
    lines = placement_lines(found.cohort.results, by=("seats", "seat"))
    lines.sort(key=lambda one: (one.seats or 0, one.seat or 0, -one.score, one.participant))
    return Table(
        id="placements-by-seat",
        title="Placement by number of seats and seat",
        note="Seats are counted from 0, the first player; every game has the same weight.",
        columns=(
            *(whole("seats"), whole("seat"), text("participant")),
            *(number("placement"), whole("appearances")),
        ),
        rows=tuple(map(_seat_row, lines)),
    )


def _seat_row(one: PlacementLine) -> tuple[str | float | int | None, ...]:
    return (one.seats, one.seat, one.participant, one.score, one.appearances)


def _strata_table(strata: Sequence[StratumAgreement]) -> Table:
    """Return how far numbers of seats agree on the order of the participants."""
    return Table(
        id="strata",
        title="Do different numbers of seats put participants in the same order?",
        note="* is the mean placement over the games that were played with both numbers.",
        columns=(
            *(text("game"), whole("seats"), whole("other_seats"), whole("participants")),
            *(number("spearman"), number("tau_b", "tau-b")),
        ),
        rows=tuple(
            (one.game or "*", one.first, one.second, one.participants, one.spearman, one.tau_b)
            for one in strata
        ),
    )
