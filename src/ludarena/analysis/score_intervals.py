"""Score intervals of mean placements: the second method beside percentiles of resamples.

The schedule is taken as it was: what varies is how the matches end, not who met whom. Ratings are
fitted to the game. They say what a participant was expected to score in each of its matches, and
the part of the variance that comes from its opponents' strengths falls out. The interval of a
participant holds the means of all strengths that its score does not contradict. Its opponents have
their ratings, drawn together: by chance alone fitted ratings lie farther apart than strengths do,
by so much as their standard errors say (Stein 1956), and results would vary too little under them.

In one game a strength is contradicted when so unlikely a score has a chance below 5 %, of the
exact distribution of scores under it (`match_law`). Less likely are scores that lie farther out in
their tail (Blaker 2000); of the score itself half its chance counts (mid-P, Lancaster 1961), which
comes closest to 95 %: few matches give few different scores. A mean over games takes many values;
there a strength is contradicted when the score is t deviations away (Rao 1948), all its ratings
being raised or lowered together.

Squared residuals say how much more, or with ties less, results vary than the law says (Wedderburn
1974): one dispersion a game. 5 % is then the chance of a t of Student's, with the degrees of
freedom that the fit leaves, times the root of the dispersion. Over games deviations are added up
as squares and degrees of freedom are by Satterthwaite (1946).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import erfc, sqrt
from typing import TYPE_CHECKING, Literal

from ludarena.analysis.bootstrap import LEVEL, require_numpy
from ludarena.analysis.match_law import chances
from ludarena.analysis.match_table import WIDEST, MatchTable
from ludarena.analysis.ratings import connected, fit, pair_points
from ludarena.analysis.strata import exact_means
from ludarena.analysis.student import student_quantile

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.leaderboard import Result

    Flags = NDArray[np.bool_]

IntervalMethod = Literal["percentile", "score"]
"""How intervals are made: by resamples of whole matches, or as said above."""

_BELIEF = 1.0
"""The variance of four even pairs, as which the law itself counts in the dispersion."""
_LEAST = 0.9
"""The least dispersion of a game without ties: other laws differ by so little."""

_FARTHEST = 12.0
"""An end is no farther than this from the strength that is expected to score as was scored."""
_HALVINGS = 18
_FIRST_HALVINGS = 32


@dataclass(frozen=True)
class ScoreIntervals:
    """Mean placements of P participants in a game and the ends of their intervals.

    All of shape (P,), NaN where a participant met nobody; all but the mean are NaN as well when
    the fit leaves no degree of freedom. `deviation` is the standard deviation of the mean, at
    `theta`, the ratings drawn together.
    """

    mean: Floats
    low: Floats
    high: Floats
    deviation: Floats
    dispersion: float
    freedom: int
    theta: Floats = field(repr=False)
    table: MatchTable = field(repr=False)


def score_intervals(
    results: Sequence[Result], names: Sequence[str], *, level: float = LEVEL
) -> ScoreIntervals:
    """Return the score intervals of the mean placements in one game.

    `results` are of one game, with any number of seats. Raises `MissingExtra` without numpy.
    """
    require_numpy()
    import numpy as np

    exact = exact_means(results)
    game = results[0].game if results else ""
    mean = np.array([float(exact.get((game, name), np.nan)) for name in names])
    table = MatchTable(results, names)
    theta, dispersion, freedom = fitted_law(results, names, table)
    if freedom < 1:
        nothing = np.full(len(names), np.nan)
        return ScoreIntervals(mean, nothing, nothing, nothing, dispersion, 0, theta, table)
    reach = student_quantile((1 + level) / 2, freedom) * sqrt(dispersion)
    chance = erfc(reach / sqrt(2))
    low, high = _ends(table, theta, lambda own: table.unlikely(own, theta) < chance)
    met = ~np.isnan(mean)
    return ScoreIntervals(
        mean=mean,
        low=np.where(met, np.where(mean <= 0, 0.0, low), np.nan),
        high=np.where(met, np.where(mean >= 1, 1.0, high), np.nan),
        deviation=np.where(met, sqrt(dispersion) * table.means(theta, theta)[1], np.nan),
        dispersion=dispersion,
        freedom=freedom,
        theta=theta,
        table=table,
    )


def fitted_law(
    results: Sequence[Result], names: Sequence[str], table: MatchTable
) -> tuple[Floats, float, int]:
    """Return ratings of a game drawn together, its dispersion, and the degrees of freedom left.

    To the dispersion four even pairs as the law says are added: nearly certain results tell
    little. Without ties no results vary much less than the law says.
    """
    won = pair_points(results, names).sum(axis=0)
    theta = fit(won)
    freedom = table.free_outcomes - sum(len(group) - 1 for group in connected(won))
    if freedom < 1:
        return theta, float("nan"), 0
    expected, variance = table.expected(theta, theta)
    sizes = len({len(one.roster) for one in results})
    calm = theta * _drawn_together(theta, won, float(variance.sum()) / sizes**2)
    _, variance = table.expected(calm, calm)
    left = float(((table.share - expected) ** 2).sum()) * table.free_outcomes / freedom
    dispersion = (left + _BELIEF) / (float(variance.sum()) + _BELIEF)
    return calm, max(dispersion, _LEAST * (1 - _tied(results))), freedom


def _tied(results: Sequence[Result]) -> float:
    """Return the share of ties among the pairs of seats of different participants."""
    pairs = ties = 0
    for one in results:
        seats = list(zip(one.roster, one.ranks))
        for number, (name, rank) in enumerate(seats):
            met = [other for who, other in seats[:number] if who != name]
            pairs += len(met)
            ties += met.count(rank)
    return ties / max(1, pairs)


def _drawn_together(theta: Floats, won: Floats, variance: float) -> float:
    """Return the share of the spread of ratings that is not chance, as a root.

    `variance` is that of all participants' points, added up.
    """
    import numpy as np

    chance = chances(theta[:, None] - theta[None, :])
    curve = -(won + won.T) * chance * (1 - chance)
    every = np.arange(len(theta))
    curve[every, every] = -curve.sum(axis=1)
    noise = variance / np.trace(curve) * np.trace(np.linalg.pinv(curve, hermitian=True))
    spread = (theta**2).sum()
    return sqrt(max(0.0, 1 - float(noise / spread))) if spread > 0 else 0.0


def overall_intervals(
    games: Sequence[ScoreIntervals], *, level: float = LEVEL
) -> tuple[Floats, Floats]:
    """Return the ends for means over the games that each played, of the same weight: both (P,).

    With one game they are those of the game; NaN where a game that counts has none.
    """
    import numpy as np

    means = np.array([one.mean for one in games])
    played = ~np.isnan(means)
    number = played.sum(axis=0)
    known = (number > 0) & ~(np.isnan([one.low for one in games]) & played).any(axis=0)
    mean = np.where(played, means, 0).sum(axis=0) / np.maximum(number, 1)
    reach = _reach(games, played, level)
    low, high = _shifted(games, played, mean, reach)
    single = number == 1
    for one in np.flatnonzero(single):
        game = games[int(played[:, one].argmax())]
        low[one], high[one] = game.low[one], game.high[one]
    low = np.where(~single & (mean <= 0), 0.0, low)
    high = np.where(~single & (mean >= 1), 1.0, high)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def _reach(games: Sequence[ScoreIntervals], played: Flags, level: float) -> Floats:
    """Return Student's t of each participant over the games that it played."""
    import numpy as np

    squares = np.where(played, [one.deviation for one in games], 0) ** 2
    freedom = np.array([max(1, one.freedom) for one in games])[:, None]
    whole, parts = squares.sum(axis=0), (squares**2 / freedom).sum(axis=0)
    return np.array(
        [
            student_quantile((1 + level) / 2, float(top**2 / part)) if part > 0 else np.nan
            for top, part in zip(whole, parts)
        ]
    )


def _shifted(
    games: Sequence[ScoreIntervals], played: Flags, mean: Floats, reach: Floats
) -> tuple[Floats, Floats]:
    """Return the ends of means over games: ratings in all games raised or lowered together."""
    import numpy as np

    def moments(shift: Floats) -> tuple[Floats, Floats]:
        total, square = np.zeros((2, *shift.shape))
        for one, counts in zip(games, played):
            expected, deviation = one.table.means(one.theta + shift, one.theta)
            total += np.where(counts, expected, 0)
            square += np.where(counts, one.dispersion * deviation**2, 0)
        number = np.maximum(played.sum(axis=0), 1)
        return total / number, np.sqrt(square) / number

    low, high = np.full((2, 2, len(mean)), -WIDEST)
    high *= -1
    side = np.array([[1.0], [-1.0]])
    for _ in range(_FIRST_HALVINGS):
        middle = (low + high) / 2
        expected, deviation = moments(middle)
        beyond = mean - expected > side * reach * deviation
        low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
    ends = moments((low + high) / 2)[0]
    return ends[0], ends[1]


def _ends(
    table: MatchTable, theta: Floats, contradicted: Callable[[Floats], Flags]
) -> tuple[Floats, Floats]:
    """Return the means of the lowest and of the highest strength that are not contradicted."""
    import numpy as np

    inside = np.repeat(table.strength(theta)[None], 2, axis=0)
    outside = inside + np.array([[-_FARTHEST], [_FARTHEST]])
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        beyond = contradicted(middle)
        inside, outside = np.where(beyond, inside, middle), np.where(beyond, middle, outside)
    ends = table.means((inside + outside) / 2, theta)[0]
    return ends[0], ends[1]
