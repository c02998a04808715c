"""The tables of 7 Wonders as constant lists, made once from the printed cards and wonders.

A row is a card (its number) or a wonder stage (`stage_row`); costs and effects are listed by row
in an `Edition`. What is the same in both editions stands beside it. Cards of ages I and II are
bits of an *early* mask, those of age III of a *late* mask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from ludarena.games.seven_wonders.cards import (
    CARD_IDS,
    CARDS,
    COLOURS,
    EDITIONS,
    GOODS,
    LATEST,
    SEATS,
    SIDES,
    SYMBOLS,
    WONDER_IDS,
    WONDERS,
    EditionName,
    Printed,
)
from ludarena.games.seven_wonders.goods import MADE_SETS, RAW_GOODS, RAW_SETS, made_by

AGES: Final[i64] = 3
TURNS: Final[i64] = 6
HAND_SIZE: Final[i64] = 7
LAST_CARD: Final[i64] = 7
"""The turn of cards that go to the pile after turn 6, sold or left over."""
MOST_SEATS: Final[i64] = 7
START_COINS: Final[i64] = 3
SALE: Final[i64] = 3
PRICE: Final[i64] = 2
DISCOUNT_PRICE: Final[i64] = 1
COINS_A_POINT: Final[i64] = 3
SCIENCE_SET: Final[i64] = 7
VICTORY: Final[list[int]] = [0, 1, 3, 5]
"""Points of a victory token by age; a defeat costs 1."""
MORE_GUILDS: Final[i64] = 2
"""Guilds in play beyond the number of seats."""

BROWN: Final[i64] = 0
GREY: Final[i64] = 1
BLUE: Final[i64] = 2
YELLOW: Final[i64] = 3
RED: Final[i64] = 4
GREEN: Final[i64] = 5
PURPLE: Final[i64] = 6

PER_STAGE: Final[i64] = 1 << 7
PER_DEFEAT: Final[i64] = 1 << 8
"""Things that are counted, beside a bit for each colour of cards."""

OWN: Final[i64] = 1
LEFT: Final[i64] = 2
RIGHT: Final[i64] = 4
"""Cities in which things are counted."""

RAW_LEFT: Final[i64] = 1
RAW_RIGHT: Final[i64] = 2
MADE_LEFT: Final[i64] = 4
MADE_RIGHT: Final[i64] = 8
"""Discounts."""

SEVENTH: Final[i64] = 1
FREE_BUILD: Final[i64] = 2
FROM_DISCARD: Final[i64] = 4
COPY_GUILD: Final[i64] = 8
"""Powers of wonder stages."""

POWERS: Final = {"seventh": 1, "free_build": 2, "discard": 4, "copy": 8}

CARD_COUNT: Final[i64] = 81
EARLY_COUNT: Final[i64] = 51
WONDER_COUNT: Final[i64] = 7
MOST_STAGES: Final[i64] = 4
ROWS: Final[i64] = 137
"""81 cards and 7 wonders of two sides with room for 4 stages each."""


def stage_row(board: i64, stage: i64) -> i64:
    """Return the row of a stage (from 0) of a board, which is `2 * wonder + side`."""
    return CARD_COUNT + MOST_STAGES * board + stage


class Edition:
    """Costs and effects of one edition, by row."""

    def __init__(self) -> None:
        rows: int = int(ROWS)
        self.coins = [0] * rows
        self.raw = [0] * rows  # raw materials needed, as fields of sets
        self.made = [0] * rows  # manufactured goods needed
        self.chain = [0] * rows  # early mask of the cards that let build it free
        self.makes_raw = [0] * rows
        self.makes_made = [0] * rows
        self.tradable = [0] * rows
        self.points = [0] * rows
        self.shields = [0] * rows
        self.symbol = [-1] * rows
        self.wild = [0] * rows
        self.gain = [0] * rows
        self.discount = [0] * rows
        self.coin_rate = [0] * rows  # coins for each thing counted, once
        self.coin_what = [0] * rows
        self.coin_where = [0] * rows
        self.point_rate = [0] * rows  # points for each thing counted, at the end
        self.point_what = [0] * rows
        self.point_where = [0] * rows
        self.power = [0] * rows
        self.chains_to = [0] * rows  # number of later cards that it lets build free
        self.stages = [0] * (2 * int(WONDER_COUNT))  # by board
        self.start_raw = [0] * (2 * int(WONDER_COUNT))
        self.start_made = [0] * (2 * int(WONDER_COUNT))
        self.wonders: list[int] = []
        self.guilds: list[int] = []
        self.decks: list[list[int]] = []

    def deck(self, age: i64, seats: i64) -> list[int]:
        """Return the cards of an age for so many seats, ascending, guilds left out."""
        return self.decks[(age - 1) * (MOST_SEATS + 1) + seats]


# --- from words to rows -----------------------------------------------------------------------


def _needs(cost: tuple[int, ...], first: int, sets: i64) -> int:
    result = 0
    goods = int(RAW_GOODS) if first == 0 else len(GOODS) - int(RAW_GOODS)
    for place in range(goods):
        result += cost[first + place] * int(made_by(1 << place, sets))
    return result


def _production(edition: Edition, row: int, goods: list[str], units: int) -> None:
    raw = int(RAW_GOODS)
    numbers = [GOODS.index(good) for good in goods]
    raw_mask = sum(1 << number for number in numbers if number < raw)
    made_mask = sum(1 << (number - raw) for number in numbers if number >= raw)
    if raw_mask:
        edition.makes_raw[row] += units * int(made_by(raw_mask, RAW_SETS))
    if made_mask:
        edition.makes_made[row] += units * int(made_by(made_mask, MADE_SETS))


def _things(words: str) -> int:
    known = {"wonder_stage": int(PER_STAGE), "defeat_token": int(PER_DEFEAT)}
    known |= {colour: 1 << number for number, colour in enumerate(COLOURS)}
    return sum(known[word] for word in words.split("+"))


def _cities(words: str) -> int:
    known = {"self": int(OWN), "left": int(LEFT), "right": int(RIGHT)}
    return sum(known[word] for word in words.split("+"))


def _makes(edition: Edition, row: int, words: list[str]) -> None:
    edition.tradable[row] = 1
    _production(edition, row, words[:1], int(words[1]))


def _one(edition: Edition, row: int, words: list[str]) -> None:
    edition.tradable[row] = 1
    _production(edition, row, words[1:], 1)


def _own(edition: Edition, row: int, words: list[str]) -> None:
    _production(edition, row, words[2:], 1)


def _vp(edition: Edition, row: int, words: list[str]) -> None:
    edition.points[row] = int(words[0])


def _coins(edition: Edition, row: int, words: list[str]) -> None:
    edition.gain[row] = int(words[0])


def _shields(edition: Edition, row: int, words: list[str]) -> None:
    edition.shields[row] = int(words[0])


def _science(edition: Edition, row: int, words: list[str]) -> None:
    if words[0] == "any":
        edition.wild[row] = 1
    else:
        edition.symbol[row] = SYMBOLS.index(words[0])


def _discount(edition: Edition, row: int, words: list[str]) -> None:
    sides = {"left": RAW_LEFT, "right": RAW_RIGHT}
    if words[0] == "manufactured":
        sides = {"left": MADE_LEFT, "right": MADE_RIGHT}
    edition.discount[row] = sum(int(sides[word]) for word in words[1:])


def _coins_per(edition: Edition, row: int, words: list[str]) -> None:
    edition.coin_rate[row] = int(words[0])
    edition.coin_what[row] = _things(words[1])
    edition.coin_where[row] = _cities(words[2])


def _vp_per(edition: Edition, row: int, words: list[str]) -> None:
    edition.point_rate[row] = int(words[0])
    edition.point_what[row] = _things(words[1])
    edition.point_where[row] = _cities(words[2])


def _power(edition: Edition, row: int, words: list[str]) -> None:
    edition.power[row] = POWERS[words[0]]


_READERS: Final[dict[str, Callable[[Edition, int, list[str]], None]]] = {
    "makes": _makes,
    "one": _one,
    "own": _own,
    "vp": _vp,
    "coins": _coins,
    "shields": _shields,
    "science": _science,
    "discount": _discount,
    "coins_per": _coins_per,
    "vp_per": _vp_per,
    "power": _power,
}


def _enter(edition: Edition, row: int, printed: Printed) -> None:
    edition.coins[row] = printed.coins
    edition.raw[row] = _needs(printed.cost, 0, RAW_SETS)
    edition.made[row] = _needs(printed.cost, int(RAW_GOODS), MADE_SETS)
    for effect in printed.effects:
        _READERS[effect[0]](edition, row, list(effect[1:]))


def _edition(name: EditionName) -> Edition:
    edition = Edition()
    for card in CARDS[name].values():
        row = CARD_IDS.index(card.id)
        _enter(edition, row, card.printed)
        for source in card.chain_from:
            edition.chain[row] |= EARLY_BIT[CARD_IDS.index(source)]
            edition.chains_to[CARD_IDS.index(source)] += 1
        if not card.copies:
            edition.guilds.append(row)
    for (wonder, side), board in WONDERS[name].items():
        number = 2 * WONDER_IDS.index(wonder) + SIDES.index(side)
        edition.stages[number] = len(board.stages)
        for stage, printed in enumerate(board.stages):
            _enter(edition, int(stage_row(number, stage)), printed)
        if board.start < RAW_GOODS:
            edition.start_raw[number] = int(made_by(1 << board.start, RAW_SETS))
        else:
            edition.start_made[number] = int(made_by(1 << (board.start - RAW_GOODS), MADE_SETS))
        if side == SIDES[0]:
            edition.wonders.append(WONDER_IDS.index(wonder))
    edition.guilds.sort()
    edition.wonders.sort()
    edition.decks = _decks(name)
    return edition


def _decks(name: EditionName) -> list[list[int]]:
    decks: list[list[int]] = []
    for age in range(1, int(AGES) + 1):
        for seats in range(int(MOST_SEATS) + 1):
            deck: list[int] = []
            for row, card_id in enumerate(CARD_IDS):
                card = CARDS[name].get(card_id)
                if card is not None and card.age == age and card.copies and seats in SEATS:
                    deck += [row] * card.copies[SEATS.index(seats)]
            decks.append(deck)
    return decks


def _name_masks(first: int, number: int, by_name: bool) -> list[int]:
    """Return for each card the mask, among cards from `first` on, of those that exclude it."""
    masks: list[int] = []
    for row, card_id in enumerate(CARD_IDS):
        mask = 0
        for place in range(number):
            other = CARD_IDS[first + place]
            same_name = by_name and LATEST[other].name == LATEST[card_id].name
            if first + place == row or same_name:
                mask |= 1 << place
        masks.append(mask)
    return masks


_LATE = int(CARD_COUNT - EARLY_COUNT)

COLOUR: Final[list[int]] = [LATEST[card].colour for card in CARD_IDS]
EARLY_BIT: Final[list[int]] = _name_masks(0, int(EARLY_COUNT), False)
LATE_BIT: Final[list[int]] = _name_masks(int(EARLY_COUNT), _LATE, False)
EARLY_NAME: Final[list[int]] = _name_masks(0, int(EARLY_COUNT), True)
LATE_NAME: Final[list[int]] = _name_masks(int(EARLY_COUNT), _LATE, True)
"""Cards of the same name; a city holds each name once."""

TABLES: Final[list[Edition]] = [_edition(name) for name in EDITIONS]

if len(CARD_IDS) != CARD_COUNT or LATEST[CARD_IDS[EARLY_COUNT]].age != AGES:
    raise ValueError("cards.csv: cards were added; mend CARD_COUNT and EARLY_COUNT")
