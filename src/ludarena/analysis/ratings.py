"""Bradley-Terry ratings on the Elo scale: one number a participant from who beat whom.

The chance that i places before j is modelled as 1 / (1 + exp(theta_j - theta_i)) (Bradley and
Terry, Biometrika 39, 1952). In a match of n seats each pair of seats of different participants
weighs 1 / (n - 1), so that a seat weighs 1 whatever the number of seats; where a game was played
with S numbers of seats, 1 / (S (n - 1)). A tie is half a win for both. Fitted is the least

    - sum of weight * (s log p + (1 - s) log(1 - p))  +  PENALTY * sum(theta**2) / 2,

which is unique, finite even for somebody who never wins, and has sum(theta) = 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, prod
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import require_numpy
from ludarena.core.errors import LudarenaError

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.leaderboard import Result

PENALTY = 0.02
CENTRE = 1500.0
SCALE = 400 / log(10)
"""Elo points of one unit of theta: 400 points are odds of ten to one."""

_TOLERANCE = 1e-11
_MOST_STEPS = 200


class NoConvergence(LudarenaError):
    """A fit did not settle; the points are not finite, or their sizes differ beyond all measure."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of participants by one game, or by all when `game` is None.

    `theta` has mean 0; `elo` is 1500 + 400 theta / ln(10). `groups` are the sets of participants
    that are connected by meetings, by name: with more than one, ratings of different groups
    say nothing about each other.
    """

    game: str | None
    participants: tuple[str, ...]
    theta: tuple[float, ...]
    groups: tuple[tuple[str, ...], ...]

    @property
    def elo(self) -> tuple[float, ...]:
        """Return the ratings on the Elo scale."""
        return tuple(CENTRE + SCALE * theta for theta in self.theta)

    @property
    def connected(self) -> bool:
        """Return whether all ratings can be compared."""
        return len(self.groups) <= 1


def rate(results: Sequence[Result], *, game: str | None = None) -> Ratings:
    """Return the ratings of those who appear in the results of a game, or in all, by name.

    Pooled ratings are one fit to all pairs, not a mean of the ratings of games. Raises
    `MissingExtra` without numpy.
    """
    require_numpy()
    chosen = [result for result in results if game is None or result.game == game]
    names = tuple(sorted({name for result in chosen for name in result.roster}))
    won = pair_points(chosen, names).sum(axis=0)
    theta = fit(won)
    groups = tuple(tuple(names[one] for one in group) for group in connected(won))
    return Ratings(game, names, tuple(float(one) for one in theta), groups)


def pair_points(results: Sequence[Result], names: Sequence[str]) -> Floats:
    """Return the weighted points of i against j in each match, shape (matches, P, P).

    Seats of one participant do not meet. The number of strata of a match is the number of
    different table sizes of its game among `results`.
    """
    import numpy as np

    column = {name: number for number, name in enumerate(names)}
    sizes: dict[str, set[int]] = defaultdict(set)
    for result in results:
        sizes[result.game].add(len(result.roster))
    won = np.zeros((len(results), len(names), len(names)))
    for number, result in enumerate(results):
        weight = 1 / (len(sizes[result.game]) * max(1, len(result.roster) - 1))
        seats = [(column[name], rank) for name, rank in zip(result.roster, result.ranks)]
        for one, rank in seats:
            for two, other in seats:
                if one != two and rank <= other:
                    won[number, one, two] += weight if rank < other else weight / 2
    return won


def fit(won: Floats, start: Floats | None = None) -> Floats:
    """Return the penalised ratings theta, shape (..., P), of points of shape (..., P, P).

    `won[..., i, j]` is the weighted number of points of i against j, ties half; the diagonal must
    be 0. Newton's method from `start`, or from 0; a step changes no difference of two ratings by
    more than 2, so that it converges from everywhere. Raises `NoConvergence`.
    """
    import numpy as np

    many = won.reshape(prod(won.shape[:-2]), *won.shape[-2:])
    theta = np.zeros(many.shape[:2])
    if start is not None:
        theta += start
    met = many + many.transpose(0, 2, 1)
    gained = many.sum(axis=2)
    active = np.arange(len(many))
    for _ in range(_MOST_STEPS):
        step = _newton_step(theta[active], met[active], gained[active])
        theta[active] += step
        moved = np.abs(step).max(axis=1, initial=0)
        active = active[~(moved < _TOLERANCE)]
        if not active.size:
            return theta.reshape(won.shape[:-1])
    raise NoConvergence(
        f"{active.size} of {len(many)} fits of ratings did not settle in {_MOST_STEPS} steps: "
        "look for points that are not finite"
    )


def connected(won: Floats) -> list[list[int]]:
    """Return the groups of participants connected by meetings, `won` of shape (P, P)."""
    met = (won + won.T) > 0
    left = list(range(len(met)))
    groups: list[list[int]] = []
    while left:
        group = [left.pop(0)]
        for one in group:
            joined = [other for other in left if met[one, other]]
            group += joined
            left = [other for other in left if other not in joined]
        groups.append(sorted(group))
    return groups


def _newton_step(theta: Floats, met: Floats, gained: Floats) -> Floats:
    """Return the step of each fit, shape (fits, P): solve(Hessian, - gradient), shortened."""
    import numpy as np

    chance = 0.5 + 0.5 * np.tanh(0.5 * (theta[:, :, None] - theta[:, None, :]))
    slope = gained - (met * chance).sum(axis=2) - PENALTY * theta
    curve = -met * chance * (1 - chance)
    diagonal = np.arange(theta.shape[1])
    curve[:, diagonal, diagonal] = PENALTY - curve.sum(axis=2)
    step: Floats = np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
    size = np.abs(step).max(axis=1, keepdims=True, initial=0)
    short: Floats = step / np.maximum(1, size)
    return short
