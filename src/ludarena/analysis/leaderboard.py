"""Leaderboards: mean pairwise placement, by game and overall, with intervals and counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import (
    RESAMPLES,
    interval,
    require_numpy,
    resampled_means,
)
from ludarena.analysis.placement import placements
from ludarena.analysis.strata import exact_means

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats

FEW_MATCHES = 20
"""Below this a resampled interval is too narrow to be trusted."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match: who held each seat, and each seat's rank (1 is best, ties share).

    `failed`: a failed seat decided it, because it forfeited or somebody else answered for it.
    `scenario`, `part` of the design and `focal` seat are those of its planned cell.
    """

    game: str
    roster: tuple[str, ...]
    ranks: tuple[int, ...]
    failed: bool = False
    scenario: str = ""
    part: str = ""
    focal: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A participant's line of a leaderboard.

    `score` is its mean pairwise placement, 0 to 1, over its matches; in a match it is the share of
    points that all its seats won. `low` and `high` are the ends of the 95 % interval, None where a
    single match allows none. `firsts` counts appearances with rank 1, shared ones too.
    """

    participant: str
    score: float
    low: float | None
    high: float | None
    matches: int
    appearances: int
    firsts: int


@dataclass(frozen=True, slots=True)
class Board:
    """The standings, best first, of one game, or of all games when `game` is None."""

    game: str | None
    matches: int
    standings: tuple[Standing, ...]


def leaderboard(
    results: Sequence[Result], *, seed: int = 0, resamples: int = RESAMPLES
) -> list[Board]:
    """Return the overall board, then one a game, by id; an empty list without results.

    Overall every game weighs the same: the mean of a participant's scores in the games that it
    played. Raises `MissingExtra` without numpy.
    """
    if not results:
        return []
    require_numpy()
    names = sorted({name for result in results for name in result.roster})
    games = sorted({result.game for result in results})
    scored = [
        _GameScores(
            [result for result in results if result.game == game],
            names,
            seed=(seed, *game.encode()),  # games are resampled independently of one another
            resamples=resamples,
        )
        for game in games
    ]
    boards = [scores.board(game) for game, scores in zip(games, scored)]
    return [_overall(results, names, scored), *boards]


def shares(results: Sequence[Result], names: Sequence[str]) -> tuple[Floats, Floats]:
    """Return the scores and who played (0 or 1), each of shape (matches, participants).

    A participant's score in a match is the share of points that its seats won; one that met
    nobody did not play.
    """
    import numpy as np

    column = {name: number for number, name in enumerate(names)}
    half_points = np.zeros((len(results), len(names)))
    opponents = np.zeros((len(results), len(names)))
    for row, result in enumerate(results):
        for name, place in zip(result.roster, placements(result.ranks, result.roster)):
            half_points[row, column[name]] += place.half_points
            opponents[row, column[name]] += place.opponents
    played = (opponents > 0).astype(float)
    return half_points / np.where(played, 2 * opponents, 1), played


class _GameScores:
    """The scores of one game: a mean a participant, and as many resampled means."""

    def __init__(
        self,
        results: Sequence[Result],
        names: Sequence[str],
        *,
        seed: Sequence[int],
        resamples: int,
    ) -> None:
        import numpy as np

        self.results = results
        self.names = names
        sizes = sorted({len(result.roster) for result in results})
        strata = [
            shares([result for result in results if len(result.roster) == size], names)
            for size in sizes
        ]
        exact = exact_means(results)
        self.means: Floats = np.array(
            [float(exact.get((results[0].game, name), nan)) for name in names]
        )
        self.resampled: Floats = resampled_means(strata, seed=seed, resamples=resamples)

    def board(self, game: str) -> Board:
        return _board(game, self.results, self.names, self.means, self.resampled)


def _overall(
    results: Sequence[Result], names: Sequence[str], scored: Sequence[_GameScores]
) -> Board:
    means = _mean_of_known([scores.means for scores in scored])
    resampled = _mean_of_known([scores.resampled for scores in scored])
    return _board(None, results, names, means, resampled)


def _mean_of_known(arrays: Sequence[Floats]) -> Floats:
    """Return the mean over the arrays, entry by entry, of what is not NaN."""
    import numpy as np

    stack = np.stack(arrays)
    known = ~np.isnan(stack)
    number = known.sum(axis=0)
    total = np.where(known, stack, 0.0).sum(axis=0)
    mean: Floats = np.where(number == 0, np.nan, total / np.where(number == 0, 1, number))
    return mean


def _board(
    game: str | None,
    results: Sequence[Result],
    names: Sequence[str],
    means: Floats,
    resampled: Floats,
) -> Board:
    import numpy as np

    low, high = interval(resampled)
    standings: list[Standing] = []
    for column, name in enumerate(names):
        held = [result for result in results if name in result.roster]
        if np.isnan(means[column]):  # it met nobody here
            continue
        places = [
            rank
            for result in held
            for rank, holder in zip(result.ranks, result.roster)
            if holder == name
        ]
        enough = len(held) > 1
        standings.append(
            Standing(
                participant=name,
                score=float(means[column]),
                low=float(low[column]) if enough else None,
                high=float(high[column]) if enough else None,
                matches=len(held),
                appearances=len(places),
                firsts=places.count(1),
            )
        )
    standings.sort(key=lambda standing: (-standing.score, standing.participant))
    return Board(game, len(results), tuple(standings))
