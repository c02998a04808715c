"""The 24 kinds of tile of Carcassonne, turned every way, and the fixed numbers of the game.

Sides are counted clockwise from north, half sides clockwise from the western half of the north
side; half sides are named by the points of the compass between (`nnw`, `nne`, `ene`, ...). A tile
turned clockwise by `r` quarter turns is row `4 * kind + r`, called an oriented tile. The segments
of a kind are numbered: its cities, then its roads, then its fields, then its monastery.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from typing import Final

from mypy_extensions import i64

CITY: Final[i64] = 0
ROAD: Final[i64] = 1
FIELD: Final[i64] = 2
MONASTERY: Final[i64] = 3
FEATURE_NAMES: Final = ("city", "road", "field", "monastery")

SIDE_NAMES: Final = ("n", "e", "s", "w")
SIDE_WORDS: Final = ("north", "east", "south", "west")
HALF_NAMES: Final = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")

KINDS: Final[i64] = 24
TILES: Final[i64] = 72
START_KIND: Final[i64] = 3
"""Kind D, of which one copy begins the map."""

MOST_SEGMENTS: Final[i64] = 8
"""Segments of the kind that has most; rows of segment tables are `8 * kind + segment`."""

MEEPLES: Final[i64] = 7
MOST_MEEPLES: Final[i64] = 8

ROAD_TILE: Final[i64] = 1
CITY_TILE: Final[i64] = 2
PENNANT: Final[i64] = 2
OPEN_CITY_TILE: Final[i64] = 1
OPEN_PENNANT: Final[i64] = 1
MONASTERY_TILE: Final[i64] = 1
FIELD_CITY: Final[i64] = 3
OLD_FIELD_CITY: Final[i64] = 4
AROUND: Final[i64] = 8
"""Squares around a monastery."""

FURTHEST: Final[i64] = 72
"""No tile or free square is further from the start tile, along either axis."""

SPAN: Final[i64] = 145
"""Squares along an axis."""

ORIGIN: Final[i64] = 10512
"""The square of the start tile, see `square_at`."""

STEP: Final[list[int]] = [-1, 145, 1, -145]
"""What leads from a square to its neighbour in the north, east, south or west."""

MATCHING_HALF: Final[list[int]] = [5, 4, 7, 6, 1, 0, 3, 2]
"""The half side of the neighbour that lies against each half side."""


def square_at(x: i64, y: i64) -> i64:
    """Return the number of the square at `x` (to the east) and `y` (to the south)."""
    return SPAN * (x + FURTHEST) + y + FURTHEST


def x_of(square: i64) -> i64:
    return square // SPAN - FURTHEST


def y_of(square: i64) -> i64:
    return square % SPAN - FURTHEST


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a tile that belongs to one feature, as printed.

    `places` are sides for cities and roads and half sides for fields. `ends` names what ends a
    road inside the tile, and is empty for a road that goes through. `cities` are the numbers of
    the city segments of the tile that a field touches.
    """

    feature: int
    places: tuple[int, ...]
    pennants: int = 0
    ends: str = ""
    cities: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of tile as printed; `edges` holds C, R or F for the north, east, south and west."""

    id: str
    name: str
    copies: int
    edges: str
    segments: tuple[Segment, ...]


def _places(text: str, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(names.index(name) for name in text.split("+"))


def _cities(row: dict[str, str]) -> list[Segment]:
    return [
        Segment(CITY, _places(text, SIDE_NAMES), pennants=int(row["pennants"]))
        for text in row["cities"].split(";")
        if text
    ]


def _roads(row: dict[str, str]) -> list[Segment]:
    roads: list[Segment] = []
    for text in filter(None, row["roads"].split(";")):
        sides, _, ends = text.partition(":")
        roads.append(Segment(ROAD, _places(sides, SIDE_NAMES), ends=ends))
    return roads


def _fields(row: dict[str, str]) -> list[Segment]:
    fields: list[Segment] = []
    for text in filter(None, row["fields"].split(";")):
        halves, _, cities = text.partition(">")
        touched = tuple(int(city) for city in cities.split("+") if city)
        fields.append(Segment(FIELD, _places(halves, HALF_NAMES), cities=touched))
    return fields


def _load() -> tuple[Kind, ...]:
    path = resources.files("ludarena.games.carcassonne").joinpath("data/tiles.csv")
    kinds: list[Kind] = []
    for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
        segments = [*_cities(row), *_roads(row), *_fields(row)]
        if row["monastery"] == "1":
            segments.append(Segment(MONASTERY, ()))
        kind = Kind(row["id"], row["name"], int(row["copies"]), row["edges"], tuple(segments))
        _check(kind)
        kinds.append(kind)
    if len(kinds) != KINDS or sum(kind.copies for kind in kinds) != TILES:
        raise ValueError(f"tiles.csv must hold {KINDS} kinds and {TILES} tiles")
    return tuple(kinds)


def _check(kind: Kind) -> None:
    """Raise `ValueError` unless segments and edges of a tile fit each other."""
    for feature, letter in ((CITY, "C"), (ROAD, "R")):
        sides = [place for s in kind.segments if s.feature == feature for place in s.places]
        if sorted(sides) != [side for side in range(4) if kind.edges[side] == letter]:
            raise ValueError(f"tiles.csv: {FEATURE_NAMES[feature]} sides of {kind.id}")
    halves = [place for s in kind.segments if s.feature == FIELD for place in s.places]
    if sorted(halves) != [half for half in range(8) if kind.edges[half // 2] != "C"]:
        raise ValueError(f"tiles.csv: fields of {kind.id}")


TILE_KINDS: Final = _load()


def turned(segment: Segment, rotation: int) -> tuple[int, ...]:
    """Return the places of a segment, ascending, after quarter turns clockwise."""
    number = 8 if segment.feature == FIELD else 4
    step = 2 if segment.feature == FIELD else 1
    return tuple(sorted((place + step * rotation) % number for place in segment.places))


def _oriented() -> list[tuple[Kind, int]]:
    return [(kind, rotation) for kind in TILE_KINDS for rotation in range(4)]


def _edge_codes() -> list[int]:
    codes: list[int] = []
    for kind, rotation in _oriented():
        sides = [kind.edges[(side - rotation) % 4] for side in range(4)]
        codes.append(sum((1 + "CRF".index(edge)) << 2 * side for side, edge in enumerate(sides)))
    return codes


def _rotations() -> list[int]:
    return [
        next(turn for turn in (1, 2, 4) if kind.edges[-turn:] + kind.edges[:-turn] == kind.edges)
        for kind in TILE_KINDS
    ]


def _at(features: tuple[i64, ...], number: int) -> list[int]:
    """Return the segment at each side or half side of each oriented tile, -1 for none."""
    rows: list[int] = []
    for kind, rotation in _oriented():
        found = [-1] * number
        for index, segment in enumerate(kind.segments):
            if segment.feature in features:
                for place in turned(segment, rotation):
                    found[place] = index
        rows += found
    return rows


def _by_segment(values: list[list[int]]) -> list[int]:
    """Return a table of rows `8 * kind + segment`, filled up with 0."""
    return [value for row in values for value in row + [0] * (MOST_SEGMENTS - len(row))]


def _open_ends(segment: Segment) -> int:
    if segment.feature == MONASTERY:
        return AROUND
    return 0 if segment.feature == FIELD else len(segment.places)


COPIES: Final[list[int]] = [kind.copies for kind in TILE_KINDS]

EDGES: Final[list[int]] = _edge_codes()
"""What is at the sides of an oriented tile: 1 city, 2 road, 3 field, two bits a side."""

ROTATIONS: Final[list[int]] = _rotations()
"""In how many ways a kind can be turned before it looks the same again: 1, 2 or 4."""

SEGMENTS: Final[list[int]] = [len(kind.segments) for kind in TILE_KINDS]

FEATURE: Final[list[int]] = _by_segment([[s.feature for s in k.segments] for k in TILE_KINDS])
"""What a segment is part of: a city, a road, a field or a monastery."""

OPEN_ENDS: Final[list[int]] = _by_segment([[_open_ends(s) for s in k.segments] for k in TILE_KINDS])
"""What a segment alone lacks: sides of cities and roads, squares around a monastery."""

PENNANTS: Final[list[int]] = _by_segment([[s.pennants for s in k.segments] for k in TILE_KINDS])

TOUCHED: Final[list[int]] = _by_segment(
    [[sum(1 << city for city in s.cities) for s in k.segments] for k in TILE_KINDS]
)
"""Mask of the city segments of its tile that a field segment touches."""

AT_SIDE: Final[list[int]] = _at((CITY, ROAD), 4)
"""City or road segment at `4 * oriented + side`, -1 where a field is."""

AT_HALF: Final[list[int]] = _at((FIELD,), 8)
"""Field segment at `8 * oriented + half`, -1 where a city is."""

SIDES_OF: Final[list[list[int]]] = [
    list(turned(kind.segments[row], rotation))
    if row < len(kind.segments) and kind.segments[row].feature in (CITY, ROAD)
    else []
    for kind, rotation in _oriented()
    for row in range(MOST_SEGMENTS)
]
"""Sides of city or road segment `8 * oriented + segment`; empty for other segments."""
