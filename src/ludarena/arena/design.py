"""Designs: which participants meet, in which seats, under which seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import combinations, permutations

from ludarena.core.rng import stream


def round_robin(participants: int, seats: int, rounds: int, seed: int) -> list[tuple[int, ...]]:
    """Return the rosters of a round robin: for every match the participant of each seat.

    A round has every line-up (see `lineups`) in all rotations of one circular order, so within a
    round every participant of a line-up sits in every seat equally often. The next rounds take
    the other circular orders, in an order drawn from `seed`; when all were used, every seating of
    every line-up has been played equally often, and they begin again.
    """
    rosters: list[tuple[int, ...]] = []
    orders = [_circular_orders(lineup, seed) for lineup in lineups(participants, seats)]
    for number in range(rounds):
        for circles in orders:
            circle = circles[number % len(circles)]
            rosters.extend(circle[turn:] + circle[:turn] for turn in range(seats))
    return rosters


def lineups(participants: int, seats: int) -> list[tuple[int, ...]]:
    """Return every group that a round robin seats together, ascending.

    With enough participants these are all combinations. With fewer than seats everybody holds
    `seats // participants` seats, and every combination of the rest holds one more.

    >>> lineups(3, 2), lineups(2, 3)
    ([(0, 1), (0, 2), (1, 2)], [(0, 0, 1), (0, 1, 1)])
    """
    times, rest = divmod(seats, participants)
    everybody = tuple(range(participants)) * times
    return [tuple(sorted(everybody + more)) for more in combinations(range(participants), rest)]


def number_of_matches(participants: int, seats: int, rounds: int) -> int:
    """Return how many matches `round_robin` plans, without planning them."""
    from math import comb

    return comb(participants, seats % participants) * seats * rounds


def match_seed(seed: int, *place: str | int) -> int:
    """Return the 63-bit seed of the match at a place of the plan, such as game and number."""
    text = ":".join(str(part) for part in (seed, *place))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def _circular_orders(lineup: Sequence[int], seed: int) -> list[tuple[int, ...]]:
    """Return the distinct circular orders of a line-up, shuffled by the seed."""
    orders = sorted(set(_from_first(lineup)))
    numbers = list(range(len(orders)))
    stream(seed, f"circular orders of {lineup}").shuffle(numbers)
    return [orders[number] for number in numbers]


def _from_first(lineup: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the circular orders of a line-up, each in its least rotation."""
    first, *others = lineup
    for rest in permutations(others):
        circle = (first, *rest)
        yield min(circle[turn:] + circle[:turn] for turn in range(len(circle)))
