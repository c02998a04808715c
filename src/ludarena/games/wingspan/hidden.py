"""Redrawing cards of which a seat knows the earliest place, not the place."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.rng import Stream


def redeal_since(
    places: list[list[int]], born: list[list[int]], floors: list[int], stream: Stream
) -> None:
    """Redraw, in place, which card lies where, when some cards cannot lie in old places.

    `born`, parallel to `places`, numbers each place in the order in which places were filled, as
    everybody saw it. Card `c` may lie where `born` is `floors[c]` or more. Cards with the highest
    floor come first, so every deal that the floors allow is equally likely. In each place the
    cards end up ordered by (born, card).
    """
    cards: list[int] = []
    slots: list[int] = []
    for at in range(len(places)):
        cards += places[at]
        for mark in born[at]:
            slots.append(mark)
    cards.sort()
    stream.shuffle(cards)
    dealt = [-1] * len(slots)
    highest: i64 = 0
    for card in cards:
        floor: i64 = floors[card]
        if floor > highest:
            highest = floor
    while highest > 0:
        for card in cards:
            if floors[card] == highest:
                dealt[_free_slot(slots, dealt, highest, stream)] = card
        highest -= 1
    next_free: i64 = 0
    for card in cards:
        if floors[card] == 0:
            while dealt[next_free] >= 0:
                next_free += 1
            dealt[next_free] = card
    first: i64 = 0
    for at in range(len(places)):
        _lay_out(places[at], born[at], dealt[first : first + len(places[at])])
        first += len(places[at])


def _free_slot(slots: list[int], dealt: list[int], floor: i64, stream: Stream) -> i64:
    free: list[int] = []
    for slot in range(len(slots)):
        if dealt[slot] < 0 and slots[slot] >= floor:
            free.append(slot)
    return free[stream.below(len(free))]


def _lay_out(place: list[int], born: list[int], dealt: list[int]) -> None:
    """Write the dealt cards into a place, ordered by (born, card); `born` is ascending."""
    order: list[tuple[int, int]] = []
    for at in range(len(dealt)):
        order.append((born[at], dealt[at]))
    order.sort()
    for at in range(len(dealt)):
        place[at] = order[at][1]
