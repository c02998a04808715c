"""The actions of Carcassonne: laying the tile, and placing a meeple on it or none."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.games.carcassonne.tables import (
    CITY,
    FIELD,
    FURTHEST,
    HALF_NAMES,
    MONASTERY,
    ROAD,
    SIDE_NAMES,
    TILE_KINDS,
    turned,
)

SPOTS: Final[i64] = 17
"""Where a meeple can stand: a city or road at a side, a field at a half side, the monastery."""

CITY_SPOT: Final[i64] = 0
ROAD_SPOT: Final[i64] = 4
FIELD_SPOT: Final[i64] = 8
MONASTERY_SPOT: Final[i64] = 16

MEEPLE: Final[i64] = 84100
"""Code of the first spot; smaller codes lay a tile."""

NO_MEEPLE: Final[i64] = 84117

SPOT_NAMES: Final = (
    *(f"city-{side}" for side in SIDE_NAMES),
    *(f"road-{side}" for side in SIDE_NAMES),
    *(f"field-{half}" for half in HALF_NAMES),
    "monastery",
)

_AXIS: Final = tuple(str(number) for number in range(-int(FURTHEST), int(FURTHEST) + 1))

ACTIONS: Final = ActionTable(
    ActionKind(
        "place",
        (
            Argument("x", _AXIS),
            Argument("y", _AXIS),
            Argument("rotation", ("0", "90", "180", "270")),
        ),
    ),
    ActionKind("meeple", (Argument("spot", SPOT_NAMES),)),
    ActionKind("no-meeple"),
)


def square_of(action: i64) -> i64:
    """Return the square on which an action lays the tile."""
    return action // 4


def rotation_of(action: i64) -> i64:
    """Return the quarter turns clockwise with which an action lays the tile."""
    return action % 4


def placing(square: i64, rotation: i64) -> i64:
    """Return the code that lays the tile on a square."""
    return 4 * square + rotation


_FIRST_SPOT: Final = {int(CITY): CITY_SPOT, int(ROAD): ROAD_SPOT, int(FIELD): FIELD_SPOT}


def _spot_of_segments() -> list[int]:
    spots: list[int] = []
    for kind in TILE_KINDS:
        for rotation in range(4):
            row = [
                int(MONASTERY_SPOT)
                if segment.feature == MONASTERY
                else int(_FIRST_SPOT[segment.feature]) + turned(segment, rotation)[0]
                for segment in kind.segments
            ]
            spots += row + [-1] * (8 - len(row))
    return spots


def _segments_by_spot() -> list[list[int]]:
    rows: list[list[int]] = []
    for oriented in range(4 * len(TILE_KINDS)):
        spots = SPOT_OF[8 * oriented : 8 * oriented + 8]
        named = sorted((spot, segment) for segment, spot in enumerate(spots) if spot >= 0)
        rows.append([segment for _, segment in named])
    return rows


SPOT_OF: Final[list[int]] = _spot_of_segments()
"""The spot that names segment `8 * oriented + segment`: its first side or half side from north."""

BY_SPOT: Final[list[list[int]]] = _segments_by_spot()
"""Segments of each oriented tile in the order of their spots."""


def segment_at(oriented: i64, spot: i64) -> i64:
    """Return the segment of an oriented tile that a spot names, -1 for none."""
    for segment in BY_SPOT[oriented]:
        named: i64 = SPOT_OF[8 * oriented + segment]
        if named == spot:
            return segment
    return -1
