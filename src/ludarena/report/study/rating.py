"""The section on ratings: Elo by all games and by each, who is above whom, ranks."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from ludarena.analysis.draws import dominance
from ludarena.analysis.rating_board import Rated, RatingBoard
from ludarena.report.figures.intervals import Estimate, Panel, draw_intervals, draw_panels
from ludarena.report.figures.matrix import Matrix, draw_matrix
from ludarena.report.figures.style import Drawing
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, count_of, outermost, spoken
from ludarena.report.study.tables import Table, number, text, whole

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats
    from ludarena.report.study.tables import Cell

_CENTRE = 1500.0
_COLUMNS = (
    text("participant"),
    number("elo", "Elo", 0),
    number("low", digits=0),
    number("high", digits=0),
    whole("best_rank"),
    whole("worst_rank"),
    whole("matches"),
)


def rating_section(found: Findings) -> Section:
    """Return pooled ratings, ratings by game, and in how many draws one is above another."""
    pooled, *games = found.ratings
    drawings = [
        _pooled_drawing(pooled),
        _panels_drawing(games, [r.participant for r in pooled.rated]),
    ]
    tables = [_table("ratings", "Ratings by all games, pooled", [pooled], main=True)]
    if found.drawn is not None:
        share = _dominance(found, pooled)
        drawings.append(_dominance_drawing(share, pooled, found.settings.draws))
        tables.append(_dominance_table(share, pooled))
    tables.append(_table("ratings-by-game", "Ratings by game", games, with_game=True))
    return Section(
        id="ratings",
        title="Ratings",
        paragraphs=tuple(_paragraphs(found)),
        drawings=tuple(drawings),
        tables=tuple(tables),
    )


def _paragraphs(found: Findings) -> list[str]:
    told = [
        "Ratings are of Bradley and Terry on the Elo scale: 400 points are odds of ten to one, the "
        "mean is 1500. The pooled rating is one fit to the pairs of all games. Intervals of 95 % "
        "and ranks come from joint draws of whole matches, every rating fitted again."
    ]
    for board in found.ratings:
        if len(board.groups) > 1:
            of = spoken(board.game) if board.game else "all games"
            groups = "; ".join(", ".join(group) for group in board.groups)
            told.append(
                f"Ratings of {of} cannot be compared between groups that never met: {groups}."
            )
    if found.refused:
        told.append(f"There are no intervals: {found.refused}.")
    return told


def _pooled_drawing(pooled: RatingBoard) -> Drawing:
    estimates = [_estimate(one) for one in pooled.rated]
    return Drawing(
        id="ratings",
        title="Pooled ratings with 95 % intervals",
        caption=f"One fit to the pairs of {count_of(pooled.matches)}.",
        words=outermost([one.value for one in estimates], [one.name for one in estimates]),
        draw=lambda width: draw_intervals(estimates, width, axis="Elo", centre=_CENTRE),
    )


def _panels_drawing(games: list[RatingBoard], order: list[str]) -> Drawing:
    panels: list[Panel] = []
    for board in games:
        known = {one.participant: _estimate(one) for one in board.rated}
        estimates = [known.get(name, Estimate(name, nan, None, None)) for name in order]
        title = f"{spoken(board.game or '')} ({board.matches:,})"
        panels.append(Panel(title=title, estimates=estimates))
    return Drawing(
        id="ratings-by-game",
        title="Ratings by game with 95 % intervals",
        caption="In parentheses the number of matches. Participants in the order of the pooled "
        "rating.",
        words=f"{len(panels)} panels, a game each; their numbers stand in the table below",
        draw=lambda width: draw_panels(panels, width, axis="Elo", centre=_CENTRE),
    )


def _estimate(one: Rated) -> Estimate:
    return Estimate(one.participant, one.elo, one.low, one.high)


def _table(
    id: str, title: str, boards: list[RatingBoard], *, with_game: bool = False, main: bool = False
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for board in boards:
        before = (board.game or "",) if with_game else ()
        for one in board.rated:
            ends = (one.low, one.high, one.best, one.worst)
            rows.append((*before, one.participant, one.elo, *ends, one.matches))
    return Table(
        id=id,
        title=title,
        note="Low and high are the ends of the 95 % interval, best and worst those of the rank's.",
        columns=((text("game"),) if with_game else ()) + _COLUMNS,
        rows=tuple(rows),
        main=main,
    )


def _dominance(found: Findings, pooled: RatingBoard) -> Floats:
    """Return in which share of the draws one is rated above another, by pooled rating."""
    assert found.drawn is not None
    names = found.drawn.participants
    order = [names.index(one.participant) for one in pooled.rated]
    return dominance(found.drawn.drawn_pooled[:, order])


def _dominance_drawing(share: Floats, pooled: RatingBoard, draws: int) -> Drawing:
    import numpy as np

    names = [one.participant for one in pooled.rated]
    others = np.where(np.eye(len(names)), np.nan, share)
    matrix = Matrix(
        rows=names,
        columns=names,
        values=others,
        texts=[[_percent(value) for value in row] for row in others],
    )
    return Drawing(
        id="dominance",
        title="How often the row is rated above the column",
        caption=f"Percent of {draws:,} joint draws of {count_of(pooled.matches)}, ties as a half.",
        words="a matrix of participants by participants; its numbers stand in the table below",
        draw=lambda width: draw_matrix(matrix, width),
    )


def _percent(value: float) -> str:
    return "" if value != value else f"{100 * value:.0f}"


def _dominance_table(share: Floats, pooled: RatingBoard) -> Table:
    names = [one.participant for one in pooled.rated]
    return Table(
        id="dominance",
        title="Share of joint draws in which the row is rated above the column",
        columns=(text("participant"), *(number(name, name, 2) for name in names)),
        rows=tuple((name, *map(float, row)) for name, row in zip(names, share)),
    )
