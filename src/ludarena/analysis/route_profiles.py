"""Strategic profiles: by which routes points are made, how concentrated, and when they change.

A route is where points come from, such as rows or bonuses; a game names its own. Shares are of the
points gained; routes that lose points are told apart. The concentration is the Herfindahl index,
the sum of squared shares: 1 for a single route, 1/k for k equal ones. A pivot is a change of the
leading route during a match.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludarena.analysis.appearances import Appearance


@dataclass(frozen=True, slots=True)
class RouteShare:
    """A route of a game in the appearances of a participant.

    `share` is the mean over appearances of its share of the points gained, `points` the mean of
    its points, which are negative where it loses them.
    """

    route: str
    share: float
    points: float


@dataclass(frozen=True, slots=True)
class RouteProfile:
    """How a participant makes its points in a game, routes by descending share.

    `concentration` is the mean Herfindahl index of its appearances. Appearances without any
    point gained have neither shares nor concentration; `counted` are the others.
    """

    game: str
    participant: str
    appearances: int
    counted: int
    routes: tuple[RouteShare, ...]
    concentration: float | None


@dataclass(frozen=True, slots=True)
class Pivots:
    """The leading routes of a seat in the order of their lead.

    `leaders` are (step, route): from this position of the history on the route has the most
    points. Equal points change nothing.
    """

    leaders: tuple[tuple[int, str], ...]

    @property
    def number(self) -> int:
        """Return how often the lead changed."""
        return max(0, len(self.leaders) - 1)

    @property
    def last(self) -> int | None:
        """Return the step of the last change, None without one."""
        return self.leaders[-1][0] if self.number else None


def shares_of(routes: Mapping[str, int]) -> dict[str, float]:
    """Return each route's share of the points gained; empty where none were.

    >>> shares_of({"rows": 6, "columns": 2, "floor": -3})
    {'rows': 0.75, 'columns': 0.25, 'floor': 0.0}
    """
    gained = sum(max(0, points) for points in routes.values())
    return {route: max(0, points) / gained for route, points in routes.items()} if gained else {}


def concentration(routes: Mapping[str, int]) -> float | None:
    """Return the Herfindahl index of the points gained, None where none were.

    >>> concentration({"rows": 6, "columns": 2})
    0.625
    """
    shares = shares_of(routes)
    return sum(share * share for share in shares.values()) if shares else None


def route_profiles(appearances: Iterable[Appearance]) -> list[RouteProfile]:
    """Return the profile of each participant in each game."""
    held: dict[tuple[str, str], list[Appearance]] = defaultdict(list)
    for one in appearances:
        held[one.game, one.participant].append(one)
    return [_profile(game, name, own) for (game, name), own in sorted(held.items())]


def pivots(history: Sequence[Mapping[str, int]]) -> Pivots:
    """Return the changes of the leading route in a history of points by route.

    >>> pivots([{"a": 0, "b": 0}, {"a": 2, "b": 0}, {"a": 2, "b": 2}, {"a": 2, "b": 5}]).leaders
    ((1, 'a'), (3, 'b'))
    """
    leaders: list[tuple[int, str]] = []
    for step, routes in enumerate(history):
        most = max(routes.values(), default=0)
        if most <= 0:
            continue
        if leaders and routes.get(leaders[-1][1], 0) == most:
            continue
        leaders.append((step, next(route for route, points in routes.items() if points == most)))
    return Pivots(tuple(leaders))


def _profile(game: str, name: str, own: Sequence[Appearance]) -> RouteProfile:
    shares = [found for one in own if (found := shares_of(one.routes))]
    indices = [sum(share * share for share in one.values()) for one in shares]
    names = sorted({route for one in own for route in one.routes})
    routes = [
        RouteShare(
            route,
            fmean(one.get(route, 0.0) for one in shares) if shares else 0.0,
            fmean(one.routes.get(route, 0) for one in own),
        )
        for route in names
    ]
    return RouteProfile(
        game=game,
        participant=name,
        appearances=len(own),
        counted=len(shares),
        routes=tuple(sorted(routes, key=lambda one: (-one.share, one.route))),
        concentration=fmean(indices) if indices else None,
    )
