"""Tokens, cards and fixed numbers of Harmonies as constant tables, loaded and checked once."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from importlib import resources
from itertools import combinations_with_replacement
from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import counted
from ludarena.games.harmonies.grid import step_of

COLOURS: Final = ("gray", "blue", "brown", "green", "yellow", "red")
GRAY: Final[i64] = 0
BLUE: Final[i64] = 1
BROWN: Final[i64] = 2
GREEN: Final[i64] = 3
YELLOW: Final[i64] = 4
RED: Final[i64] = 5
COLOUR_COUNT: Final[i64] = 6
TOKENS: Final[tuple[int, ...]] = (23, 23, 21, 19, 19, 15)
ALL_TOKENS: Final[int] = 120

SPACES: Final[i64] = 5
GROUP_SIZE: Final[i64] = 3
FACE_UP: Final[i64] = 5
CARD_LIMIT: Final[i64] = 4
EMPTY_LIMIT: Final[i64] = 2
CUBES_IN_BOX: Final[i64] = 66
SPIRITS_DEALT: Final[i64] = 2
MOST_TURNS: Final[i64] = 36
"""Turns after which the pouch cannot fill a space: 120 tokens are 40 groups, 4 stay behind."""

BY_HEIGHT: Final[tuple[int, ...]] = (1, 3, 7)
FIELD_POINTS: Final[i64] = 5
BUILDING_POINTS: Final[i64] = 5
BUILDING_COLOURS: Final[i64] = 3
ISLAND_POINTS: Final[i64] = 5
RIVER: Final[list[int]] = [0, 0, 2, 5, 8, 11, 15]
RIVER_BEYOND: Final[i64] = 4

WATER: Final[i64] = 0
FIELD: Final[i64] = 1
BUILDING: Final[i64] = 2
TREE: Final[i64] = 3
MOUNTAIN: Final[i64] = 6
LANDSCAPE_NAMES: Final = (
    "water",
    "field",
    "building",
    "tree1",
    "tree2",
    "tree3",
    "mountain1",
    "mountain2",
    "mountain3",
)
"""Landscapes as habitats ask for them; trees and mountains are followed by the taller ones."""

GROUPS: Final[tuple[tuple[int, ...], ...]] = tuple(
    combinations_with_replacement(range(len(COLOURS)), 3)
)
"""The sets of three tokens that can lie on a central space."""
GROUP_TALLY: Final[list[int]] = [sum(counted(colour, 1) for colour in group) for group in GROUPS]
GROUP_AT: Final[list[int]] = [
    GROUPS.index(tuple(sorted((a, b, c)))) for a in range(6) for b in range(6) for c in range(6)
]
"""The row of `GROUPS` of three colours in any order, by 36a + 6b + c."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex of a habitat: its axial place, (0, 0) being the cube's, and what must be there."""

    q: int
    r: int
    landscape: int


@dataclass(frozen=True, slots=True)
class Card:
    """An animal or spirit card; `ladder` are the points by number of cubes placed."""

    id: str
    shape: str
    ladder: tuple[int, ...]
    habitat: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class SpiritRule:
    """What a spirit scores for: `groups` by size or `stacks` by height, points of 1, 2, 3."""

    counts: str
    landscape: str
    points: tuple[int, int, int]


def _rows(name: str) -> list[dict[str, str]]:
    path = resources.files("ludarena.games.harmonies").joinpath("data") / name
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def _habitat(text: str) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for part in text.split():
        landscape, place = part.split("@")
        q, r = place.split(",")
        cells.append(Cell(int(q), int(r), LANDSCAPE_NAMES.index(landscape)))
    if (cells[0].q, cells[0].r) != (0, 0):
        raise ValueError(f"habitat {text!r} must begin with the cube's hex")
    return tuple(cells)


def _load_animals() -> tuple[Card, ...]:
    cards = tuple(
        Card(
            row["id"],
            row["shape"],
            tuple(int(number) for number in row["points"].split()),
            _habitat(row["habitat"]),
        )
        for row in _rows("animals.csv")
    )
    sizes = Counter(len(card.ladder) for card in cards)
    if len(cards) != ANIMALS or sizes != Counter({2: 9, 3: 16, 4: 5, 5: 2}):
        raise ValueError(f"animals.csv: {len(cards)} cards with ladders {dict(sizes)}")
    if sum(card.ladder[-1] for card in cards) != 467:
        raise ValueError("animals.csv: the ladders do not end with 467 points in all")
    return cards


def _load_spirits() -> tuple[Card, ...]:
    cards = tuple(
        Card(row["id"], row["shape"], (0,), _habitat(row["habitat"]))
        for row in _rows("spirits.csv")
    )
    if len(cards) != SPIRITS:
        raise ValueError(f"spirits.csv: {len(cards)} cards, not {SPIRITS}")
    return cards


def turned(cells: tuple[Cell, ...], times: int) -> tuple[Cell, ...]:
    """Return a habitat turned by so many sixths of a full turn."""
    for _ in range(times):
        cells = tuple(Cell(-cell.r, cell.q + cell.r, cell.landscape) for cell in cells)
    return cells


def _turns(card: Card) -> list[tuple[Cell, ...]]:
    """Return the different ways in which the habitat can lie, the cube's hex left out."""
    ways: list[tuple[Cell, ...]] = []
    for times in range(6):
        way = tuple(sorted(turned(card.habitat[1:], times), key=lambda c: (c.q, c.r, c.landscape)))
        if way not in ways:
            ways.append(way)
    return ways


def _pattern(card: Card) -> list[int]:
    """Return step and landscape of every other hex, for every way the habitat can lie."""
    result: list[int] = []
    for way in _turns(card):
        for cell in way:
            result += [step_of(cell.q, cell.r), cell.landscape]
    return result


ANIMALS: Final[i64] = 32
SPIRITS: Final[i64] = 10
CARDS: Final[i64] = 42
"""Codes of cards: animals 0 to 31, spirits 32 to 41."""

CARD_ROWS: Final[tuple[Card, ...]] = (*_load_animals(), *_load_spirits())
SPIRIT_RULES: Final[tuple[SpiritRule, ...]] = tuple(
    SpiritRule(
        row["counts"], row["landscape"], (int(row["one"]), int(row["two"]), int(row["three"]))
    )
    for row in _rows("spirits.csv")
)

CUBES: Final[list[int]] = [len(card.ladder) for card in CARD_ROWS]
"""Cubes that a card begins with."""
LADDER: Final[list[int]] = [
    ([0, *card.ladder] + [0] * 6)[count] for card in CARD_ROWS for count in range(6)
]
"""Points of a card with so many cubes placed, at 6 * card + cubes."""
CUBE_LANDSCAPE: Final[list[int]] = [card.habitat[0].landscape for card in CARD_ROWS]
OTHER_CELLS: Final[list[int]] = [len(card.habitat) - 1 for card in CARD_ROWS]
PATTERN: Final[list[list[int]]] = [_pattern(card) for card in CARD_ROWS]
"""Steps and landscapes of the other hexes of a habitat, `OTHER_CELLS` of them for each way."""

SPIRIT_COUNTS_GROUPS: Final[list[int]] = [int(rule.counts == "groups") for rule in SPIRIT_RULES]
SPIRIT_LANDSCAPE: Final[list[int]] = [
    {"water": 0, "field": 1, "building": 2, "tree": 3, "mountain": 6}[rule.landscape]
    for rule in SPIRIT_RULES
]
SPIRIT_POINTS: Final[list[int]] = [points for rule in SPIRIT_RULES for points in rule.points]
"""Points of a spirit for a group of size, or a stack of height, 1 to 3, at 3 * spirit."""
