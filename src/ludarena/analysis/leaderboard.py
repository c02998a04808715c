"""Leaderboards: mean pairwise placement, by game and overall, with intervals and counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import (
    RESAMPLES,
    interval,
    require_numpy,
    resampled_means,
)
from ludarena.analysis.placement import shares
from ludarena.analysis.score_intervals import IntervalMethod, overall_intervals, score_intervals
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
    """The standings, best first, of one game, or of all games when `game` is None.

    `method` says how the intervals were made.
    """

    game: str | None
    matches: int
    standings: tuple[Standing, ...]
    method: IntervalMethod = "percentile"


def leaderboard(
    results: Sequence[Result],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    method: IntervalMethod = "percentile",
) -> list[Board]:
    """Return the overall board, then one a game, by id; an empty list without results.

    Overall every game weighs the same: the mean of a participant's scores in the games that it
    played. Intervals are percentiles of resampled matches, or score intervals, which need neither
    `seed` nor `resamples`. Raises `MissingExtra` without numpy.
    """
    if not results:
        return []
    require_numpy()
    names = sorted({name for result in results for name in result.roster})
    games = sorted({result.game for result in results})
    own = {game: [one for one in results if one.game == game] for game in games}
    if method == "score":
        return _by_scores(results, own, names)
    scored = [
        # games are resampled independently of one another
        _GameScores(own[game], names, seed=(seed, *game.encode()), resamples=resamples)
        for game in games
    ]
    boards = [scores.board(game) for game, scores in zip(games, scored)]
    return [_overall(results, names, scored), *boards]


def _by_scores(
    results: Sequence[Result], own: Mapping[str, Sequence[Result]], names: Sequence[str]
) -> list[Board]:
    found = {game: score_intervals(matches, names) for game, matches in own.items()}
    means = _mean_of_known([one.mean for one in found.values()])
    overall = _board(None, results, names, means, overall_intervals(list(found.values())))
    boards = [
        _board(game, own[game], names, one.mean, (one.low, one.high)) for game, one in found.items()
    ]
    return [replace(board, method="score") for board in (overall, *boards)]


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
        return _board(game, self.results, self.names, self.means, interval(self.resampled))


def _overall(
    results: Sequence[Result], names: Sequence[str], scored: Sequence[_GameScores]
) -> Board:
    means = _mean_of_known([scores.means for scores in scored])
    resampled = _mean_of_known([scores.resampled for scores in scored])
    return _board(None, results, names, means, interval(resampled))


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
    ends: tuple[Floats, Floats],
) -> Board:
    import numpy as np

    low, high = ends
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
        enough = len(held) > 1 and not np.isnan(low[column])
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
