"""Boards of ratings: Elo by game and pooled, with intervals and ranks from joint draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isnan
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import interval
from ludarena.analysis.draws import (
    DRAWS,
    JointDraws,
    TooFewMatches,
    joint_draws,
    rank_intervals,
)
from ludarena.analysis.leaderboard import Result
from ludarena.analysis.ratings import rate

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats


_Ends = tuple[float | None, float | None, int | None, int | None]
_NO_ENDS: _Ends = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Rated:
    """A participant's line of a board of ratings.

    `low` and `high` are the ends of the 95 % interval of `elo`, `best` and `worst` those of its
    rank; None where a single match allows none.
    """

    participant: str
    elo: float
    low: float | None
    high: float | None
    best: int | None
    worst: int | None
    matches: int


@dataclass(frozen=True, slots=True)
class RatingBoard:
    """Ratings, best first, by one game, or by all matches in one fit when `game` is None.

    `groups`: the participants that are connected by meetings; with more than one group, ratings
    of different groups cannot be compared. `redrawn` counts draws that missed a participant.
    """

    game: str | None
    matches: int
    rated: tuple[Rated, ...]
    groups: tuple[tuple[str, ...], ...]
    redrawn: int


def rating_boards(
    results: Sequence[Result], *, seed: int = 0, draws: int = DRAWS
) -> list[RatingBoard]:
    """Return the pooled board, then one a game, by id; an empty list without results.

    Where nearly every draw would miss somebody there are no intervals. Raises `MissingExtra`
    without numpy.
    """
    if not results:
        return []
    try:
        drawn = joint_draws(results, seed=seed, draws=draws)
    except TooFewMatches:
        return rating_boards_from(results, None)
    return rating_boards_from(results, drawn)


def rating_boards_from(results: Sequence[Result], drawn: JointDraws | None) -> list[RatingBoard]:
    """Return the boards of `rating_boards`, from joint draws of the same results.

    Without draws there are no intervals.
    """
    games = sorted({result.game for result in results})
    if drawn is None:
        return [_board(results, game, None, 0) for game in (None, *games)]
    boards = [_board(results, None, drawn.drawn_pooled, sum(drawn.redrawn))]
    for number, game in enumerate(games):
        elo = drawn.drawn_elo[:, number]
        boards.append(_board(results, game, elo, drawn.redrawn[number]))
    return boards


def _board(
    results: Sequence[Result], game: str | None, drawn: Floats | None, redrawn: int
) -> RatingBoard:
    """Return a board; `drawn` has a column for each participant of all results, by name."""
    chosen = [result for result in results if game is None or result.game == game]
    ratings = rate(results, game=game)
    everybody = sorted({name for result in results for name in result.roster})
    met = {name for one in chosen if len(set(one.roster)) > 1 for name in one.roster}
    ends = {} if drawn is None else _ends(drawn, everybody)
    rated: list[Rated] = []
    for name, elo in zip(ratings.participants, ratings.elo):
        matches = sum(name in result.roster for result in chosen)
        low, high, best, worst = ends.get(name, _NO_ENDS) if matches > 1 else _NO_ENDS
        if name in met:
            rated.append(Rated(name, elo, low, high, best, worst, matches))
    rated.sort(key=lambda one: (-one.elo, one.participant))
    groups = tuple(group for group in ratings.groups if met.intersection(group))
    return RatingBoard(game, len(chosen), tuple(rated), groups, redrawn)


def _ends(drawn: Floats, names: Sequence[str]) -> dict[str, _Ends]:
    """Return the ends of the intervals of rating and rank of those who have any."""
    low, high = interval(drawn)
    best, worst = rank_intervals(drawn)
    return {
        name: (float(low[one]), float(high[one]), int(best[one]), ceil(worst[one]))
        for one, name in enumerate(names)
        if not isnan(low[one])
    }
