"""Matches that share a set-up: matched scenarios, references to a panel, mirrored seats.

All functions count participants, scenarios and seats from 0; what they choose by chance comes from
`chance`, so that the same arguments give the same plan on every platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import lcm

from ludarena.core.rng import Stream

Roster = tuple[int, ...]


def scenario_seats(
    scenarios: int, seats: int, anchors: int, chance: Stream
) -> list[tuple[int, Roster]]:
    """Return the focal seat of each scenario, and the anchors of the other seats in their order.

    `anchors` is how many there are to choose from, at least seats - 1. The focal seat goes round
    all seats, so that it is each of them equally often where `scenarios` is a multiple of
    `seats`. The anchors are taken from a circle in turn, each about equally often, and change
    places from one scenario to the next.
    """
    order = _shuffled(seats, chance)
    circle = _shuffled(anchors, chance)
    taken = seats - 1
    planned: list[tuple[int, Roster]] = []
    for number in range(scenarios):
        chosen = [circle[(number * taken + step) % anchors] for step in range(taken)]
        turned = tuple(chosen[(step + number) % taken] for step in range(taken))
        planned.append((order[number % seats], turned))
    return planned


def focal_orders(scenarios: int, seats: int, focals: int, chance: Stream) -> list[Roster]:
    """Return the order in which the focal participants of each scenario play.

    Each of them is first, second and so on about equally often: counts differ by 1 at most. The
    order goes back and forth round a circle, and is not tied to the focal seat, which goes round
    with the scenarios.
    """
    circle = _shuffled(focals, chance)
    orders: list[Roster] = []
    for number in range(scenarios):
        turn = number + number // lcm(focals, seats)
        forth = -1 if number // focals % 2 else 1
        orders.append(tuple(circle[(turn + forth * step) % focals] for step in range(focals)))
    return orders


def opponents(matches: int, seats: int, panel: int, chance: Stream) -> list[Roster]:
    """Return the seats - 1 members of a panel, in the order of their seats, of each match.

    Everybody plays once before anybody plays again, so counts differ by 1 at most, and nobody
    sits twice in a match. `panel` is at least seats - 1.
    """
    taken = seats - 1
    planned: list[Roster] = []
    waiting: list[int] = []
    for _ in range(matches):
        chosen, waiting = waiting[:taken], waiting[taken:]
        if len(chosen) < taken:
            again = _shuffled(panel, chance)
            fresh = [one for one in again if one not in chosen][: taken - len(chosen)]
            chosen += fresh
            waiting = [one for one in again if one not in fresh]
        places = _shuffled(taken, chance)
        planned.append(tuple(chosen[place] for place in places))
    return planned


def seated(focal: str, seat: int, others: Sequence[str]) -> tuple[str, ...]:
    """Return the roster in which a participant sits in a seat and others fill the rest.

    >>> seated("x", 1, ["a", "b"])
    ('a', 'x', 'b')
    """
    return (*others[:seat], focal, *others[seat:])


def mirrors(roster: Roster, *, every_order: bool) -> list[Roster]:
    """Return the distinct rotations of a roster, or all its distinct orders.

    >>> mirrors((0, 1, 1), every_order=False)
    [(0, 1, 1), (1, 1, 0), (1, 0, 1)]
    """
    if every_order:
        return list(dict.fromkeys(permutations(roster)))
    turns = range(len(roster))
    return list(dict.fromkeys((*roster[turn:], *roster[:turn]) for turn in turns))


def _shuffled(many: int, chance: Stream) -> list[int]:
    numbers = list(range(many))
    chance.shuffle(numbers)
    return numbers
