"""Score intervals of mean placements: the second method beside percentiles of resamples.

The schedule is taken as it was: what varies is how the matches end, not who met whom. Ratings are
fitted to the game. They say what a participant was expected to score in each of its matches, and
the part of the variance that comes from its opponents' strengths falls out. The interval of a
participant holds the means of all strengths that its score does not contradict (Rao 1948; for one
proportion Wilson 1927): with the opponents' ratings as fitted,

    |score - expected| <= t * sqrt(dispersion * variance of independent pairs).

The dispersion, one number a game, is what squared residuals are of the variance of independent
pairs (Wedderburn 1974). It is about (n + 1) / 3 for n equally strong seats; less than 1, as with
many ties, counts as 1. t is Student's, with the degrees of freedom that the fit leaves. A mean over
games lies near the middle of what is possible: its interval is the mean and t times its deviation
on both sides, with deviations of games added up as squares and degrees of freedom by Satterthwaite
(1946).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ludarena.analysis.bootstrap import LEVEL, require_numpy
from ludarena.analysis.placement import shares
from ludarena.analysis.ratings import connected, fit, pair_points
from ludarena.analysis.strata import exact_means
from ludarena.analysis.student import student_quantile

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.leaderboard import Result

IntervalMethod = Literal["percentile", "score"]
"""How intervals of placements are made: by resamples of whole matches, or as said above."""

_WIDEST = 25.0
"""No strength lies farther than this from 0."""
_HALVINGS = 50


@dataclass(frozen=True)
class ScoreIntervals:
    """Mean placements of P participants in a game and the ends of their intervals.

    All of shape (P,), NaN where a participant met nobody; all but the mean are NaN as well when
    the fit leaves no degree of freedom. `deviation` is the standard deviation of the mean.
    """

    mean: Floats
    low: Floats
    high: Floats
    deviation: Floats
    dispersion: float
    freedom: int


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
    table = _Table(results, names)
    won = pair_points(results, names).sum(axis=0)
    freedom = table.free_outcomes - sum(len(group) - 1 for group in connected(won))
    if freedom < 1:
        nothing = np.full(len(names), np.nan)
        return ScoreIntervals(mean, nothing, nothing, nothing, float("nan"), 0)
    theta = fit(won)
    expected, variance = table.expected(theta, theta)
    left = ((table.share - expected) ** 2).sum() / variance.sum()
    dispersion = max(1.0, float(left) * table.free_outcomes / freedom)
    reach = student_quantile((1 + level) / 2, freedom) * dispersion**0.5
    low, high = (table.end(mean, theta, sign * reach) for sign in (1, -1))
    met = ~np.isnan(mean)
    return ScoreIntervals(
        mean=mean,
        low=np.where(met, np.where(mean <= 0, 0.0, low), np.nan),
        high=np.where(met, np.where(mean >= 1, 1.0, high), np.nan),
        deviation=np.where(met, dispersion**0.5 * table.means(theta, theta)[1], np.nan),
        dispersion=dispersion,
        freedom=freedom,
    )


def overall_intervals(
    games: Sequence[ScoreIntervals], *, level: float = LEVEL
) -> tuple[Floats, Floats]:
    """Return the ends for means over the games that each played, of the same weight: both (P,).

    With one game they are those of the game; NaN where a game that counts has none.
    """
    import numpy as np

    people = len(games[0].mean)
    low, high = np.full((2, people), np.nan)
    for one in range(people):
        played = [game for game in games if not np.isnan(game.mean[one])]
        if len(played) == 1:
            low[one], high[one] = played[0].low[one], played[0].high[one]
        elif played and all(game.freedom > 0 for game in played):
            squares = [float(game.deviation[one]) ** 2 for game in played]
            whole = sum(squares)
            parts = sum(square**2 / game.freedom for square, game in zip(squares, played))
            reach = student_quantile((1 + level) / 2, whole**2 / parts) * whole**0.5 / len(played)
            mean = sum(float(game.mean[one]) for game in played) / len(played)
            low[one], high[one] = max(0.0, mean - reach), min(1.0, mean + reach)
    return low, high


class _Table:
    """Shares of participants in matches, one a row, and the rivals that each met there."""

    def __init__(self, results: Sequence[Result], names: Sequence[str]) -> None:
        import numpy as np

        scores, played = shares(results, names)
        rows, self.holder = np.nonzero(played)
        self.share: Floats = scores[rows, self.holder]
        column = {name: number for number, name in enumerate(names)}
        most = max((len(one.roster) for one in results), default=1)
        self.rivals = np.zeros((len(rows), most), dtype=np.intp)
        self.met = np.zeros((len(rows), most))
        for number, (row, holder) in enumerate(zip(rows.tolist(), self.holder.tolist())):
            own = [column[name] for name in results[row].roster if name != names[holder]]
            self.rivals[number, : len(own)] = own
            self.met[number, : len(own)] = 1 / len(own)
        self.matches: Floats = np.bincount(self.holder, minlength=len(names)).astype(np.float64)
        self.free_outcomes = len(rows) - len(set(rows.tolist()))  # shares of a match add up

    def expected(self, own: Floats, others: Floats) -> tuple[Floats, Floats]:
        """Return what each row is expected to score and its variance, were pairs independent."""
        import numpy as np

        chance = 0.5 + 0.5 * np.tanh(0.5 * (own[self.holder, None] - others[self.rivals]))
        variance = (self.met**2 * chance * (1 - chance)).sum(axis=1)
        expected: Floats = (self.met * chance).sum(axis=1)
        return expected, variance

    def end(self, mean: Floats, theta: Floats, reach: float) -> Floats:
        """Return the mean of the strength at which the score is `reach` deviations away."""
        import numpy as np

        low = np.full(len(theta), -_WIDEST)
        high = np.full(len(theta), _WIDEST)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            expected, deviation = self.means(middle, theta)
            beyond = mean - expected > reach * deviation
            low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
        return self.means((low + high) / 2, theta)[0]

    def means(self, own: Floats, others: Floats) -> tuple[Floats, Floats]:
        """Return the expected mean of each participant, and its deviation for dispersion 1."""
        import numpy as np

        expected, variance = self.expected(own, others)
        people = len(own)
        matches = np.where(self.matches == 0, np.nan, self.matches)
        mean: Floats = np.bincount(self.holder, expected, people) / matches
        deviation: Floats = np.sqrt(np.bincount(self.holder, variance, people)) / matches
        return mean, deviation
