"""Frontiers: who is worth the price, as found and over joint draws.

A participant is dominated when another has at least its value (such as Elo) at no more cost (money
or tokens an appearance), one of the two strictly. Who is not dominated is on the frontier. Equal
value at equal cost dominates nobody. A NaN on either side neither dominates nor is on a frontier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import require_numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.draws import JointDraws

    Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class FrontierPoint:
    """A participant, its value and cost, and whether it is on the frontier.

    `membership` is the share of the joint draws in which it is, None without draws.
    """

    participant: str
    value: float
    cost: float
    on_frontier: bool
    membership: float | None


@dataclass(frozen=True, slots=True)
class Frontier:
    """Participants by ascending cost, then descending value, then name; and who has no numbers."""

    points: tuple[FrontierPoint, ...]
    unknown: tuple[str, ...]

    @property
    def steps(self) -> tuple[FrontierPoint, ...]:
        """Return the corners of the staircase, by ascending cost and value.

        Of several points at one corner the first by name.
        """
        corners: list[FrontierPoint] = []
        for point in self.points:
            if point.on_frontier and (not corners or point.value > corners[-1].value):
                corners.append(point)
        return tuple(corners)

    def best_within(self, budget: float) -> float | None:
        """Return the highest value that costs at most `budget`; None where nobody does."""
        return max((point.value for point in self.points if point.cost <= budget), default=None)


@dataclass(frozen=True, slots=True)
class FrontierCoverage:
    """In how many of the games in which a participant has numbers it is on the frontier.

    `membership` is the mean over these games of the share of draws, None without draws.
    """

    participant: str
    games: int
    on_frontier: int
    membership: float | None


def frontier(
    participants: Sequence[str],
    value: Floats,
    cost: Floats,
    *,
    drawn: tuple[Floats, Floats] | None = None,
) -> Frontier:
    """Return the frontier of values and costs of shape (P,), a participant each.

    `drawn` has the values and the costs of joint draws, both (D, P): of one draw both must come
    from the same matches, see `JointDraws`. Participants without value or cost are listed as
    `unknown`. Raises `MissingExtra` without numpy.
    """
    require_numpy()
    import numpy as np

    on = nondominated(value, cost)
    share = None if drawn is None else nondominated(*drawn).mean(axis=0)
    points: list[FrontierPoint] = []
    unknown: list[str] = []
    for number, name in enumerate(participants):
        if np.isnan(value[number]) or np.isnan(cost[number]):
            unknown.append(name)
            continue
        points.append(
            FrontierPoint(
                participant=name,
                value=float(value[number]),
                cost=float(cost[number]),
                on_frontier=bool(on[number]),
                membership=None if share is None else float(share[number]),
            )
        )
    points.sort(key=lambda point: (point.cost, -point.value, point.participant))
    return Frontier(tuple(points), tuple(sorted(unknown)))


def nondominated(value: Floats, cost: Floats) -> Flags:
    """Return who is on the frontier, shape (..., P) as value and cost, by comparing all pairs."""
    import numpy as np

    flags: Flags = ~(np.isnan(value) | np.isnan(cost))
    for one in range(value.shape[-1]):
        own_value, own_cost = value[..., [one]], cost[..., [one]]
        as_good = (value >= own_value) & (cost <= own_cost)
        better = (value > own_value) | (cost < own_cost)
        flags[..., one] &= ~(as_good & better).any(axis=-1)
    return flags


def nondominated_by_sweep(value: Floats, cost: Floats) -> Flags:
    """Return what `nondominated` returns, by one sweep over the participants in order of cost.

    Among those of equal cost only the best can be on the frontier, and only when it is better
    than all that cost less.
    """
    import numpy as np

    unknown = np.isnan(value) | np.isnan(cost)
    height = np.where(unknown, -np.inf, value)
    price = np.where(unknown, np.inf, cost)
    order = np.lexsort((-height, price), axis=-1)
    rows = value.shape[:-1]
    cheaper, group = np.full(rows, -np.inf), np.full(rows, -np.inf)
    group_price = np.full(rows, np.nan)
    flags: Flags = np.zeros(value.shape, dtype=np.bool_)
    for place in range(value.shape[-1]):
        own = order[..., [place]]
        own_height = np.take_along_axis(height, own, axis=-1)[..., 0]
        own_price = np.take_along_axis(price, own, axis=-1)[..., 0]
        dearer = own_price != group_price
        cheaper = np.where(dearer, np.maximum(cheaper, group), cheaper)
        group = np.where(dearer, own_height, group)
        group_price = own_price
        on = (own_height > cheaper) & (own_height == group)
        np.put_along_axis(flags, own, on[..., None], axis=-1)
    return flags & ~unknown


def frontiers_by_game(draws: JointDraws, amount: str) -> dict[str, Frontier]:
    """Return the frontier of ratings against an amount of `draws`, such as cost, of each game."""
    cost, drawn_cost = draws.amounts[amount]
    return {
        game: frontier(
            draws.participants,
            draws.elo[row],
            cost[row],
            drawn=(draws.drawn_elo[:, row], drawn_cost[:, row]),
        )
        for row, game in enumerate(draws.games)
    }


def frontier_coverage(frontiers: Mapping[str, Frontier]) -> list[FrontierCoverage]:
    """Return on how many of the frontiers of games each participant is, most first."""
    found: dict[str, list[FrontierPoint]] = {}
    for one in frontiers.values():
        for point in one.points:
            found.setdefault(point.participant, []).append(point)
    coverage = [
        FrontierCoverage(
            participant=name,
            games=len(points),
            on_frontier=sum(point.on_frontier for point in points),
            membership=_mean_membership(points),
        )
        for name, points in found.items()
    ]
    return sorted(coverage, key=lambda one: (-one.on_frontier, one.participant))


def _mean_membership(points: Sequence[FrontierPoint]) -> float | None:
    known = [point.membership for point in points if point.membership is not None]
    return sum(known) / len(known) if len(known) == len(points) else None
