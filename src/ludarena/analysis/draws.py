"""Joint draws: whole matches resampled once, for placements, ratings and all that follows.

Differences, orders and ranks of participants are formed within a draw, so that what the seats of
one match have in common is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import LEVEL, interval, match_counts, require_numpy
from ludarena.analysis.leaderboard import Result
from ludarena.analysis.placement import shares
from ludarena.analysis.ratings import CENTRE, SCALE, fit, pair_points
from ludarena.core.errors import LudarenaError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludarena.analysis.bootstrap import Floats

    Flags = NDArray[np.bool_]

DRAWS = 5_000

_MOST_REDRAWS = 1_000
_CELLS_AT_ONCE = 4_000_000
"""Bounds the memory of one step, some 200 MB."""


class TooFewMatches(LudarenaError):
    """A participant appears in so few matches of a game that nearly every draw misses somebody."""

    def __init__(self, game: str, missing: int) -> None:
        super().__init__(
            f"{game}: {missing} draws missed a participant {_MOST_REDRAWS} times in a row; "
            "play more matches of this game, or leave out who hardly appears"
        )


@dataclass(frozen=True)
class JointDraws:
    """Statistics of P participants in G games, as they are and in D joint draws.

    `placement` has shape (G, P), `drawn_placement` (D, G, P), `elo` (G, P), `drawn_elo`
    (D, G, P), `pooled` (P,), `drawn_pooled` (D, P); NaN where a participant did not play a game.
    `amounts` has what an appearance took on average, by name (such as cost): as it is (G, P),
    and drawn (D, G, P); NaN as soon as one appearance has no number. `redrawn` counts, by game,
    the draws that missed somebody and were drawn again.
    """

    participants: tuple[str, ...]
    games: tuple[str, ...]
    placement: Floats
    elo: Floats
    pooled: Floats
    drawn_placement: Floats
    drawn_elo: Floats
    drawn_pooled: Floats
    amounts: Mapping[str, tuple[Floats, Floats]]
    redrawn: tuple[int, ...]

    @cached_property
    def mean_placement(self) -> Floats:
        """Return the mean placement over the games that each played, equally weighted: (P,)."""
        return mean_over_games(self.placement)

    @cached_property
    def drawn_mean_placement(self) -> Floats:
        """Return the mean placement over games in each draw: (D, P)."""
        return mean_over_games(self.drawn_placement)

    def mean_amount(self, name: str) -> tuple[Floats, Floats]:
        """Return the mean amount over the games that each played: (P,), and drawn (D, P).

        NaN for a participant whose amount is not known in one of the games it played.
        """
        import numpy as np

        whole, drawn = self.amounts[name]
        gap = (np.isnan(whole) & ~np.isnan(self.placement)).any(axis=0)
        return (
            np.where(gap, np.nan, mean_over_games(whole)),
            np.where(gap, np.nan, mean_over_games(drawn)),
        )


def joint_draws(
    results: Sequence[Result],
    *,
    seed: int = 0,
    draws: int = DRAWS,
    amounts: Mapping[str, Sequence[Sequence[float]]] = {},
) -> JointDraws:
    """Return placements and ratings, and the same in `draws` resamples of whole matches.

    `amounts` are further numbers of appearances by name, such as cost and tokens: for each result
    a sequence with one number a seat, NaN where it is not known.

    Matches are drawn with replacement within each game and number of seats, games independently
    of one another. A draw that leaves a participant out of a game that it played is drawn again.
    The same results, in whatever order of games, and the same seed give the same draws. Raises
    `TooFewMatches`, and `MissingExtra` without numpy.
    """
    require_numpy()
    import numpy as np

    names = tuple(sorted({name for result in results for name in result.roster}))
    games = tuple(sorted({result.game for result in results}))
    samples = [_Sample(results, amounts, names, game, seed) for game in games]
    won = sum((sample.won for sample in samples), np.zeros((len(names), len(names))))
    pooled = fit(won)
    parts = [
        _drawn(samples, pooled, size, list(amounts)) for size in _sizes(draws, samples, len(names))
    ]
    known = won.any(axis=0) | won.any(axis=1)
    shape = (len(games), len(names))
    return JointDraws(
        participants=names,
        games=games,
        placement=np.array([sample.placement for sample in samples]).reshape(shape),
        elo=np.array([sample.elo(sample.theta) for sample in samples]).reshape(shape),
        pooled=np.where(known, CENTRE + SCALE * pooled, np.nan),
        drawn_placement=np.concatenate([part[0] for part in parts]),
        drawn_elo=np.concatenate([part[1] for part in parts]),
        drawn_pooled=np.where(known, np.concatenate([part[2] for part in parts]), np.nan),
        amounts={
            name: (
                np.array([sample.amounts[name] for sample in samples]).reshape(shape),
                np.concatenate([part[3][name] for part in parts]),
            )
            for name in amounts
        },
        redrawn=tuple(sample.redrawn for sample in samples),
    )


class _Sample:
    """The matches of one game and the generator that draws them."""

    def __init__(
        self,
        results: Sequence[Result],
        amounts: Mapping[str, Sequence[Sequence[float]]],
        names: Sequence[str],
        game: str,
        seed: int,
    ) -> None:
        import numpy as np

        self._game = game
        self._generator = np.random.Generator(np.random.PCG64([seed, *game.encode()]))
        own = [number for number, result in enumerate(results) if result.game == game]
        own.sort(key=lambda number: len(results[number].roster))
        ordered = [results[number] for number in own]
        sizes = [len(one.roster) for one in ordered]
        self._strata = [sizes.count(size) for size in sorted(set(sizes))]
        self._scores, self._played = shares(ordered, names)
        self._points = pair_points(ordered, names).reshape(len(ordered), -1)
        self._appearances = _by_participant(ordered, [[1.0] * size for size in sizes], names)
        self._amounts = {
            name: _by_participant(ordered, [values[number] for number in own], names)
            for name, values in amounts.items()
        }
        self.present: Flags = self._played.sum(axis=0) > 0
        self.redrawn = 0
        everything = np.ones((1, len(ordered)))
        self.placement: Floats = self._placement(everything)[0]
        self.won: Floats = self._won(everything)[0]
        self.theta: Floats = fit(self.won)
        self.amounts = {name: values[0] for name, values in self._means(everything).items()}

    @property
    def matches(self) -> int:
        return len(self._scores)

    def draw(self, draws: int) -> tuple[Floats, Floats, dict[str, Floats]]:
        """Return placements (draws, P), points of pairs (draws, P, P), and amounts (draws, P)."""
        counts = self._counts(draws)
        return self._placement(counts), self._won(counts), self._means(counts)

    def elo(self, theta: Floats) -> Floats:
        """Return ratings of shape (..., P) on the Elo scale, NaN for who does not play the game."""
        import numpy as np

        return np.where(self.present, CENTRE + SCALE * theta, np.nan)

    def _counts(self, draws: int) -> Floats:
        counts = self._drawn_once(draws)
        missing = self._missing(counts)
        for _ in range(_MOST_REDRAWS):
            if not missing.size:
                return counts
            self.redrawn += missing.size
            counts[missing] = self._drawn_once(missing.size)
            missing = missing[self._missing(counts[missing])]
        raise TooFewMatches(self._game, missing.size)

    def _drawn_once(self, draws: int) -> Floats:
        import numpy as np

        parts = [match_counts(self._generator, draws, size) for size in self._strata]
        return np.concatenate(parts, axis=1).astype(np.float64)

    def _missing(self, counts: Floats) -> NDArray[np.intp]:
        """Return the rows of the draws that leave out somebody who plays the game."""
        import numpy as np

        missed = (counts @ self._played == 0) & self.present
        return np.flatnonzero(missed.any(axis=1))

    def _placement(self, counts: Floats) -> Floats:
        import numpy as np

        played = np.where(self.present, counts @ self._played, np.nan)
        means: Floats = counts @ self._scores / played
        return means

    def _means(self, counts: Floats) -> dict[str, Floats]:
        import numpy as np

        appeared = np.where(self.present, counts @ self._appearances, np.nan)
        return {name: counts @ sums / appeared for name, sums in self._amounts.items()}

    def _won(self, counts: Floats) -> Floats:
        people = len(self.present)
        won: Floats = (counts @ self._points).reshape(-1, people, people)
        return won


def _drawn(
    samples: Sequence[_Sample], pooled: Floats, draws: int, names: Sequence[str]
) -> tuple[Floats, Floats, Floats, dict[str, Floats]]:
    """Return placements, ratings, pooled ratings and amounts of some draws.

    Shapes (draws, G, P), (draws, G, P), (draws, P), (draws, G, P).
    """
    import numpy as np

    shape = (draws, len(samples), len(pooled))
    placement, elo = np.zeros(shape), np.zeros(shape)
    amounts = {name: np.zeros(shape) for name in names}
    total = np.zeros((draws, len(pooled), len(pooled)))
    for number, sample in enumerate(samples):
        placement[:, number], won, means = sample.draw(draws)
        elo[:, number] = sample.elo(fit(won, sample.theta))
        total += won
        for name, mean in means.items():
            amounts[name][:, number] = mean
    return placement, elo, CENTRE + SCALE * fit(total, pooled), amounts


def _by_participant(
    results: Sequence[Result], values: Sequence[Sequence[float]], names: Sequence[str]
) -> Floats:
    """Return the sums of seats' numbers by participant, shape (matches, P).

    Raises `ValueError` where a match has not one number a seat.
    """
    import numpy as np

    column = {name: number for number, name in enumerate(names)}
    sums = np.zeros((len(results), len(names)))
    for row, (result, seats) in enumerate(zip(results, values, strict=True)):
        for name, value in zip(result.roster, seats, strict=True):
            sums[row, column[name]] += value
    return sums


def _sizes(draws: int, samples: Sequence[_Sample], people: int) -> list[int]:
    """Return into which parts the draws are divided."""
    cells = people**2 + max((sample.matches for sample in samples), default=0)
    step = max(1, _CELLS_AT_ONCE // max(1, cells))
    return [min(step, draws - start) for start in range(0, draws, step)]


def mean_over_games(placement: Floats) -> Floats:
    """Return the mean over the games, the last axis but one, of what is not NaN."""
    import numpy as np

    known = ~np.isnan(placement)
    total = np.where(known, placement, 0).sum(axis=-2)
    number = known.sum(axis=-2)
    mean: Floats = np.where(number == 0, np.nan, total / np.maximum(number, 1))
    return mean


def dominance(drawn: Floats) -> Floats:
    """Return in which share of the draws i is above j, a tie counting half: shape (P, P).

    `drawn` has shape (D, P), higher is better. The diagonal is 0.5; a pair of which a draw has
    no number is judged by the other draws, NaN when there are none.
    """
    import numpy as np

    people = drawn.shape[1]
    share = np.full((people, people), np.nan)
    for one in range(people):
        difference = np.round(drawn[:, [one]] - drawn, 9)
        known = ~np.isnan(difference)
        number = known.sum(axis=0)
        above = (difference > 0).sum(axis=0) + 0.5 * (difference == 0).sum(axis=0)
        share[one] = np.where(number == 0, np.nan, above / np.maximum(number, 1))
    return share


def ranks(values: Floats) -> Floats:
    """Return ranks along the last axis, 1 for the highest; ties share the mean of their ranks.

    Values that differ by rounding only, in the tenth decimal, are ties. NaN has no rank and is
    not counted.

    >>> import numpy as np
    >>> ranks(np.array([7.0, 9.0, 7.0, np.nan]))
    array([2.5, 1. , 2.5, nan])
    """
    import numpy as np

    values = np.round(values, 9)
    found = np.full(values.shape, np.nan)
    for one in range(values.shape[-1]):
        own = values[..., [one]]
        above, equal = (values > own).sum(axis=-1), (values == own).sum(axis=-1)
        found[..., one] = np.where(np.isnan(own[..., 0]), np.nan, above + (equal + 1) / 2)
    return found


def rank_intervals(drawn: Floats, level: float = LEVEL) -> tuple[Floats, Floats]:
    """Return the best and the worst rank of the percentile interval of each, shape (P,).

    `drawn` has shape (D, P), higher is better. The ends are ranks that occur, rounded outwards.
    """
    return interval(ranks(drawn), level, outwards=True)
