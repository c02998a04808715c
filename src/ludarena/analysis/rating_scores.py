"""Score intervals of ratings: the second method beside percentiles of joint draws.

A rating is a penalised fit to the results of pairs; its true value is the same fit to the expected
results. The interval of a participant holds all ratings that the results do not contradict. For
each of them the ratings of the others are fitted again, with the mean that all ratings have. How
much better the fit would become along these ratings is compared with the standard deviation that
such a slope has by chance (the efficient score, Rao 1948; Cox and Hinkley 1974, 9.3):

    slope^2 <= t^2 * sum over games of dispersion * variance under `match_law`.

Dispersions and degrees of freedom are those of `score_intervals`. A pooled rating is a mixture of
games: the variance is taken under the ratings of each game, all raised or lowered by as much as
the pooled ones are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import LEVEL, require_numpy
from ludarena.analysis.match_law import chances, covariances
from ludarena.analysis.match_table import MatchTable
from ludarena.analysis.rating_board import Rated, RatingBoard
from ludarena.analysis.ratings import (
    CENTRE,
    PENALTY,
    SCALE,
    NoConvergence,
    connected,
    fit,
    pair_points,
)
from ludarena.analysis.score_intervals import fitted_law
from ludarena.analysis.student import student_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.leaderboard import Result

    Numbers = NDArray[np.intp]

_FARTHEST = 12.0
"""An end is no farther than this from the rating, in units of theta: 2,085 Elo points."""

_HALVINGS = 20
_MOST_STEPS = 200
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class RatingIntervals:
    """Ratings of P participants on the Elo scale and the ends of their intervals.

    Of shape (G + 1, P): pooled first, then each game. NaN where a participant met nobody; the ends
    also where a fit leaves no degree of freedom.
    """

    participants: tuple[str, ...]
    games: tuple[str, ...]
    elo: Floats
    low: Floats
    high: Floats


def rating_intervals(results: Sequence[Result], *, level: float = LEVEL) -> RatingIntervals:
    """Return the score intervals of pooled ratings and of those of each game.

    Raises `MissingExtra` without numpy.
    """
    require_numpy()
    import numpy as np

    names = tuple(sorted({name for one in results for name in one.roster}))
    games = tuple(sorted({one.game for one in results}))
    played = [_Game([one for one in results if one.game == game], names) for game in games]
    found = np.full((3, len(games) + 1, len(names)), np.nan)
    for row, chosen in enumerate([played, *([one] for one in played)]):
        if chosen:
            found[:, row] = _intervals(chosen, level)
    return RatingIntervals(names, games, *(CENTRE + SCALE * found))


def score_rating_boards(results: Sequence[Result]) -> list[RatingBoard]:
    """Return the pooled board, then one a game, by id, with score intervals; ranks have none.

    An empty list without results. Raises `MissingExtra` without numpy.
    """
    if not results:
        return []
    found = rating_intervals(results)
    return [_board(results, found, row) for row in range(len(found.games) + 1)]


def _board(results: Sequence[Result], found: RatingIntervals, row: int) -> RatingBoard:
    game = found.games[row - 1] if row else None
    chosen = [one for one in results if game is None or one.game == game]
    won = pair_points(chosen, found.participants).sum(axis=0)
    rated = [
        Rated(
            participant=name,
            elo=float(found.elo[row, number]),
            low=_end(found.low[row, number]),
            high=_end(found.high[row, number]),
            best=None,
            worst=None,
            matches=sum(name in one.roster for one in chosen),
        )
        for number, name in enumerate(found.participants)
        if not isnan(found.elo[row, number])
    ]
    rated.sort(key=lambda one: (-one.elo, one.participant))
    met = {one.participant for one in rated}
    groups = [tuple(found.participants[one] for one in group) for group in connected(won)]
    kept = tuple(group for group in groups if met.intersection(group))
    return RatingBoard(game, len(chosen), tuple(rated), kept, redrawn=0)


def _end(value: float) -> float | None:
    return None if isnan(value) else float(value)


class _Game:
    """The matches of a game: points of pairs, and what varies of them."""

    def __init__(self, results: Sequence[Result], names: Sequence[str]) -> None:
        import numpy as np

        column = {name: number for number, name in enumerate(names)}
        self.won: Floats = pair_points(results, names).sum(axis=0)
        self.theta = fit(self.won)
        self.law, self.dispersion, self.freedom = fitted_law(
            results, names, MatchTable(results, names)
        )
        seated = Counter(tuple(sorted(column[name] for name in one.roster)) for one in results)
        sizes = sorted({len(roster) for roster in seated})
        self._tables = []
        for size in sizes:
            rosters = [roster for roster in seated if len(roster) == size]
            weight = 1 / (len(sizes) * max(1, size - 1))
            counts = np.array([seated[roster] * weight**2 for roster in rosters])
            self._tables.append((np.array(rosters), counts))

    def variance(self, spread: Floats, raised: Floats) -> Floats:
        """Return the variance of the sums of spread * points, (B,), by the law and dispersion.

        `spread` has shape (B, P), and so has `raised`: by how much strengths are raised.
        """
        import numpy as np

        strength = self.law + raised
        total = np.zeros(len(spread))
        for rosters, counts in self._tables:
            own, at = spread[:, rosters], strength[:, rosters]
            apart = own[..., :, None] - own[..., None, :]
            shared = covariances(at[..., :, None] - at[..., None, :])
            both = np.einsum("bmij,bmik,bmijk->bm", apart, apart, shared)
            single = np.einsum("bmij,bmij,bmijj->bm", apart, apart, shared) / 2
            total += ((both - single) * counts).sum(axis=-1)
        return self.dispersion * total


def _intervals(games: Sequence[_Game], level: float) -> tuple[Floats, Floats, Floats]:
    """Return ratings theta and both ends, each (P,), by all matches of some games."""
    import numpy as np

    won: Floats = np.sum([game.won for game in games], axis=0)
    theta = fit(won)
    known = (won + won.T).any(axis=1)
    elo = np.where(known, theta, np.nan)
    if any(game.freedom < 1 for game in games):
        return elo, np.full(len(theta), np.nan), np.full(len(theta), np.nan)
    people = np.flatnonzero(known)
    one = np.tile(people, 2)
    row = np.arange(len(one))
    fitter = _Held(won, one)
    reach = np.tile(_reach(games, fitter, theta, level), 2)
    inside = theta[one]
    outside = inside + np.repeat([-_FARTHEST, _FARTHEST], len(people))
    at = np.tile(theta, (len(one), 1))
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        at, slope, spread = fitter.fit(at, middle)
        variance = np.sum([game.variance(spread, at - theta) for game in games], axis=0)
        beyond = slope**2 > reach**2 * variance
        inside, outside = np.where(beyond, inside, middle), np.where(beyond, middle, outside)
    ends = np.full((2, len(theta)), np.nan)
    ends[row // len(people), one] = (inside + outside) / 2
    return elo, ends[0], ends[1]


def _reach(games: Sequence[_Game], fitter: _Held, theta: Floats, level: float) -> Floats:
    """Return Student's t of each participant that met anybody, at the fitted ratings."""
    import numpy as np

    number = len(fitter.one) // 2
    spread = fitter.fit(np.tile(theta, (2 * number, 1)), theta[fitter.one])[2][:number]
    parts = np.array([game.variance(spread, np.zeros(spread.shape)) for game in games])
    freedom = np.array([game.freedom for game in games])[:, None]
    whole, square = parts.sum(axis=0), (parts**2 / freedom).sum(axis=0)
    return np.array(
        [student_quantile((1 + level) / 2, float(top**2 / low)) for top, low in zip(whole, square)]
    )


class _Held:
    """Fits in each of which the rating of one participant is held.

    `one` are these participants, (B,); those connected with it by meetings have mean 0.
    """

    def __init__(self, won: Floats, one: Numbers) -> None:
        import numpy as np

        self.one = one
        self._row = np.arange(len(one))
        self._met: Floats = won + won.T
        self._gained: Floats = won.sum(axis=1)
        group = np.zeros(won.shape, dtype=np.bool_)
        for members in connected(won):
            group[np.ix_(members, members)] = True
        self._others = group[one]
        self._others[self._row, one] = False

    def fit(self, start: Floats, own: Floats) -> tuple[Floats, Floats, Floats]:
        """Return ratings (B, P) with those of `one` at `own`, slopes (B,) and directions (B, P).

        A direction is how all ratings move with the one that is held; the slope is along it. Raises
        `NoConvergence`.
        """
        import numpy as np

        at = start.copy()
        moved = own - at[self._row, self.one]
        at -= self._others * (moved / self._others.sum(axis=1))[:, None]
        at[self._row, self.one] = own
        for _ in range(_MOST_STEPS):
            slope, curve = self._derivatives(at)
            step = self._along(curve, slope)
            size = np.abs(step).max(axis=1, keepdims=True)
            at += step / np.maximum(1, size)
            if size.max() < _TOLERANCE:
                break
        else:
            raise NoConvergence(f"ratings beside one that is held: {_MOST_STEPS} steps were few")
        slope, curve = self._derivatives(at)
        direction = self._along(curve, -curve[self._row, self.one], total=-1.0)
        direction[self._row, self.one] = 1
        return at, (direction * slope).sum(axis=1), direction

    def _derivatives(self, at: Floats) -> tuple[Floats, Floats]:
        import numpy as np

        chance = chances(at[:, :, None] - at[:, None, :])
        slope = self._gained - (self._met * chance).sum(axis=2) - PENALTY * at
        curve = -self._met * chance * (1 - chance)
        every = np.arange(at.shape[1])
        curve[:, every, every] = PENALTY - curve.sum(axis=2)
        return slope, curve

    def _along(self, curve: Floats, slope: Floats, total: float = 0.0) -> Floats:
        """Return the step of the others, of the sum `total`, that the slope asks for."""
        import numpy as np

        pairs = self._others[:, :, None] & self._others[:, None, :]
        inner = np.where(pairs, curve, np.eye(curve.shape[1]))
        sides = np.stack([np.where(self._others, slope, 0), self._others], axis=2)
        step, even = np.moveaxis(np.linalg.solve(inner, sides), 2, 0)
        found: Floats = step + even * ((total - step.sum(axis=1)) / even.sum(axis=1))[:, None]
        return found
