"""What a seat knows of hidden cards, and the redraw of what it cannot know.

All cards of a hand travel together, so whoever held a hand has seen the same set of cards at the
same time. A hidden card (in a hand of another seat, under a wonder, in the pile) is therefore known
to a seat by one label: the hand it came from and the last turn on which the seat held that hand,
or only its age if the seat never held it. The label follows from public history: who put the card
there and when. Cards with one label are one group: the seat knows which cards they are together,
and how many of them lie where. Guilds that are not in play lie in the box; they belong to the
cards of age III that were never seen.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.hidden import redeal
from ludarena.core.rng import Stream
from ludarena.games.seven_wonders.state import (
    SevenWondersTable,
    age_of_mark,
    seat_of_mark,
    turn_of_mark,
)
from ludarena.games.seven_wonders.tables import AGES, COLOUR, FROM_DISCARD, LAST_CARD, PURPLE, TURNS

KNOWN: Final[i64] = 0
"""Label of a card that the seat knows where it lies; labels 1 to 3 are ages, never seen."""

IN_HAND: Final[i64] = 0
UNDER_WONDER: Final[i64] = 1
IN_PILE: Final[i64] = 2
IN_BOX: Final[i64] = 3
"""Kinds of place."""


class Place:
    """A place of hidden cards that a seat does not know one by one, and their label.

    `seat` is who holds the hand or put the card there; `slot` is the place of a single card in
    the list of cards under the wonder or in the pile, -1 for a hand and for the box.
    """

    def __init__(self, kind: i64, seat: i64, slot: i64, label: i64, cards: list[int]) -> None:
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.slot: i64 = slot
        self.label: i64 = label
        self.cards = cards


def label_of(seats: i64, observer: i64, seat: i64, age: i64, turn: i64) -> i64:
    """Return what an observer (-1: bystander) knows of a hand that a seat holds on a turn."""
    if observer < 0:
        return age
    odd: bool = age & 1 == 1  # hands of ages I and III go to the left
    steps: i64 = seat - observer if odd else observer - seat
    if steps < 0:
        steps += seats
    if steps == 0:
        return KNOWN
    seen: i64 = turn - steps
    if seen < 1:
        return age
    first: i64 = seat - (turn - 1) if odd else seat + (turn - 1)  # who was dealt the hand
    return 64 * age + 8 * ((first + 2 * seats) % seats) + seen


def age_of_label(label: i64) -> i64:
    return label if label < 64 else label // 64


def seen_on(label: i64) -> i64:
    """Return the turn of the age on which the cards were last seen, 0 for never."""
    return 0 if label < 64 else label % 8


def unknown_places(table: SevenWondersTable, observer: i64) -> list[Place]:
    """Return the places of all cards that the observer does not know one by one.

    Lists of hands and of the box are those of the table; single cards are lists of their own.
    """
    seats: i64 = table.seats
    places: list[Place] = []
    for seat in range(seats):
        hand = table.hands[seat]
        if len(hand) > 0:
            label: i64 = label_of(seats, observer, seat, table.age, table.number)
            if label != KNOWN:
                places.append(Place(IN_HAND, seat, -1, label, hand))
    for seat in range(seats):
        city = table.cities[seat]
        for slot in range(len(city.under)):
            when: i64 = city.under_when[slot]
            label = label_of(seats, observer, seat, when // 8, when % 8)
            if label != KNOWN:
                places.append(Place(UNDER_WONDER, seat, slot, label, [city.under[slot]]))
    if not table.terms.open_pile:
        add_pile(table, observer, places)
    if len(table.box) > 0:
        places.append(Place(IN_BOX, -1, -1, AGES, table.box))
    return places


def add_pile(table: SevenWondersTable, observer: i64, places: list[Place]) -> None:
    """Add the cards of the pile that the observer does not know."""
    looked: bool = observer >= 0 and table.cities[observer].powers & FROM_DISCARD != 0
    for slot in range(len(table.pile)):
        mark: i64 = table.pile_when[slot]
        if looked and mark & 1 == 1:
            continue
        seat: i64 = seat_of_mark(mark)
        turn: i64 = turn_of_mark(mark)
        held: i64 = TURNS if turn == LAST_CARD else turn
        label: i64 = label_of(table.seats, observer, seat, age_of_mark(mark), held)
        if label != KNOWN:
            places.append(Place(IN_PILE, seat, slot, label, [table.pile[slot]]))


def redraw(copy: SevenWondersTable, observer: i64, chance: Stream) -> None:
    """Draw anew, in place, which of the cards that look alike to the observer lie where."""
    places = unknown_places(copy, observer)
    if len(copy.box) > 0:
        draw_box(copy.box, places, chance)
    cards: list[list[int]] = []
    labels: list[list[int]] = []
    for place in places:
        if place.kind != IN_BOX:
            cards.append(place.cards)
            labels.append([place.label] * len(place.cards))
    redeal(cards, labels, chance)
    for place in places:
        if place.kind == UNDER_WONDER:
            copy.cities[place.seat].under[place.slot] = place.cards[0]
        elif place.kind == IN_PILE:
            copy.pile[place.slot] = place.cards[0]


def draw_box(box: list[int], places: list[Place], chance: Stream) -> None:
    """Draw which guilds of those never seen are out of play; the others lie in their places."""
    unseen: list[int] = []
    guilds: list[int] = []
    for place in places:
        if place.label == AGES:
            for card in place.cards:
                if COLOUR[card] == PURPLE:
                    guilds.append(card)
                else:
                    unseen.append(card)
    guilds.sort()
    chance.shuffle(guilds)
    out: i64 = len(box)
    drawn = guilds[:out]
    drawn.sort()
    unseen.extend(guilds[out:])
    unseen.sort()
    for place in places:
        if place.kind == IN_BOX:
            for slot in range(out):
                place.cards[slot] = drawn[slot]
        elif place.label == AGES:
            for slot in range(len(place.cards)):
                place.cards[slot] = unseen.pop()
