"""Cards, nobles and fixed numbers of Splendor as constant tables, loaded and checked once."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from itertools import combinations, combinations_with_replacement
from typing import Final

from mypy_extensions import i64

from ludarena.games.splendor.gems import COLOURS, tally_from

LEVELS: Final[i64] = 3
CARDS: Final[i64] = 90
NOBLES: Final[i64] = 10

FACE_UP: Final[i64] = 4
RESERVE_LIMIT: Final[i64] = 3
TOKEN_LIMIT: Final[i64] = 10
GOLD_TOKENS: Final[i64] = 5
TAKE_TWO_PILE: Final[i64] = 4
TAKE_DIFFERENT: Final[i64] = 3
TARGET_POINTS: Final[i64] = 15
TURN_LIMIT: Final[i64] = 200
TARGET_LOW: Final[i64] = 5
TARGET_HIGH: Final[i64] = 30

GEM_TOKENS: Final[dict[int, int]] = {2: 4, 3: 5, 4: 7}
"""Tokens of each gem colour by number of seats."""
NOBLES_SHOWN: Final[dict[int, int]] = {2: 3, 3: 4, 4: 5}
"""Nobles on the table by number of seats."""


@dataclass(frozen=True, slots=True)
class Card:
    """A development card as printed; `bonus` is an index of `COLOURS`, `level` is 1 to 3."""

    id: str
    level: int
    bonus: int
    points: int
    cost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Noble:
    """A noble as printed; `wants` are the bonuses of each colour that bring the visit."""

    id: str
    points: int
    wants: tuple[int, ...]


def _rows(name: str) -> list[dict[str, str]]:
    path = resources.files("ludarena.games.splendor").joinpath("data") / name
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def _gems(row: dict[str, str]) -> tuple[int, ...]:
    return tuple(int(row[colour]) for colour in COLOURS)


def _load_cards() -> tuple[Card, ...]:
    cards = tuple(
        Card(
            row["id"],
            int(row["level"]),
            COLOURS.index(row["bonus"]),
            int(row["points"]),
            _gems(row),
        )
        for row in _rows("cards.csv")
    )
    for level, size in enumerate(DECK_SIZES, 1):
        for bonus in range(len(COLOURS)):
            found = [card for card in cards if (card.level, card.bonus) == (level, bonus)]
            if len(found) * len(COLOURS) != size:
                raise ValueError(f"cards.csv: {len(found)} {COLOURS[bonus]} cards on level {level}")
    if [card.level for card in cards] != sorted(card.level for card in cards):
        raise ValueError("cards.csv: cards must be ordered by level")
    return cards


def _load_nobles() -> tuple[Noble, ...]:
    nobles = tuple(Noble(row["id"], int(row["points"]), _gems(row)) for row in _rows("nobles.csv"))
    if len(nobles) != NOBLES:
        raise ValueError(f"nobles.csv: {len(nobles)} nobles, not {NOBLES}")
    return nobles


def _takes(most: int, fewest: int, colours: list[int]) -> list[int]:
    """Return the rows of `TAKE_SETS` with `fewest` to `most` of the given colours."""
    return [
        row
        for row, chosen in enumerate(TAKE_SETS)
        if fewest <= len(chosen) <= most and set(chosen) <= set(colours)
    ]


def _takes_by_open_piles(free: bool) -> list[list[int]]:
    result: list[list[int]] = []
    for mask in range(1 << len(COLOURS)):
        colours = [colour for colour in range(len(COLOURS)) if mask >> colour & 1]
        most = min(int(TAKE_DIFFERENT), len(colours))
        result.append(_takes(most, 1 if free else max(1, most), colours))
    return result


def _payments() -> list[tuple[int, ...]]:
    """Return how many gold tokens may stand for each colour, fewest gold first."""
    result: list[tuple[int, ...]] = []
    for gold in range(int(GOLD_TOKENS) + 1):
        for chosen in combinations_with_replacement(range(len(COLOURS)), gold):
            result.append(tuple(chosen.count(colour) for colour in range(len(COLOURS))))
    return result


DECK_SIZES: Final[tuple[int, ...]] = (40, 30, 20)
DECK_FIRST: Final[list[int]] = [0, 40, 70, 90]
"""The lowest card code of each level's deck, and the number of all cards."""

CARD_ROWS: Final[tuple[Card, ...]] = _load_cards()
NOBLE_ROWS: Final[tuple[Noble, ...]] = _load_nobles()

COST: Final[list[int]] = [tally_from(card.cost) for card in CARD_ROWS]
BONUS: Final[list[int]] = [card.bonus for card in CARD_ROWS]
POINTS: Final[list[int]] = [card.points for card in CARD_ROWS]
NOBLE_WANTS: Final[list[int]] = [tally_from(noble.wants) for noble in NOBLE_ROWS]
NOBLE_POINTS: Final[list[int]] = [noble.points for noble in NOBLE_ROWS]

TAKE_SETS: Final[tuple[tuple[int, ...], ...]] = tuple(
    chosen for size in (3, 2, 1) for chosen in combinations(range(len(COLOURS)), size)
)
"""The sets of different colours that can be taken, larger sets first."""
TAKE_TALLY: Final[list[int]] = [
    tally_from(tuple(int(colour in chosen) for colour in range(len(COLOURS))))
    for chosen in TAKE_SETS
]
TAKES_FORCED: Final[list[list[int]]] = _takes_by_open_piles(free=False)
"""Rows of `TAKE_SETS` by the mask of non-empty piles: as many colours as can be, 3 at most."""
TAKES_FREE: Final[list[list[int]]] = _takes_by_open_piles(free=True)
"""The same when 1 or 2 colours may be taken although 3 piles are open."""

PAYMENT_SETS: Final[list[tuple[int, ...]]] = _payments()
PAYMENT: Final[list[int]] = [tally_from(gold) for gold in PAYMENT_SETS]
"""Tallies of the gems that gold stands for, fewest gold first."""
PAYMENTS: Final[i64] = 252
PAYMENT_FIRST: Final[list[int]] = [0, 1, 6, 21, 56, 126, 252]
"""The first row of `PAYMENT` with each number of gold, and the number of rows."""


def level_of(card: i64) -> i64:
    """Return the deck of a card: 0, 1 or 2 for levels 1, 2 and 3."""
    if card < 40:
        return 0
    if card < 70:
        return 1
    return 2
