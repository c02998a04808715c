"""Points of Azul: placed tiles, and the bonuses at the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import popcount
from ludarena.games.azul.tables import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN,
    COLUMN_BONUS,
    FULL,
    LINES,
    ROW_BONUS,
    RUN,
)

_LEFT_EDGE: Final[i64] = 0x108421  # the first square of each row
_GATHER: Final[i64] = (
    0x11111  # moves bits 0, 5, 10, 15, 20 to bits 16 to 20; no two products share a bit
)


def row_of_wall(wall: i64, row: i64) -> i64:
    """Return the five squares of a row, the first column in bit 0."""
    return (wall >> (LINES * row)) & FULL


def column_of_wall(wall: i64, column: i64) -> i64:
    """Return the five squares of a column, the first row in bit 0."""
    return ((((wall >> column) & _LEFT_EDGE) * _GATHER) >> 16) & FULL


def placement_points(wall: i64, row: i64, column: i64) -> i64:
    """Return the points of the tile at a square of the wall that holds it already (R3.3)."""
    across: i64 = RUN[LINES * row_of_wall(wall, row) + column]
    down: i64 = RUN[LINES * column_of_wall(wall, column) + row]
    if across == 1:
        return down
    if down == 1:
        return across
    return across + down


def complete_rows(wall: i64) -> i64:
    """Return the number of complete rows of a wall."""
    rows: i64 = 0
    for row in range(LINES):
        if row_of_wall(wall, row) == FULL:
            rows += 1
    return rows


def complete_columns(wall: i64) -> i64:
    """Return the number of complete columns of a wall."""
    columns: i64 = 0
    for column in range(LINES):
        mask: i64 = COLUMN[column]
        if wall & mask == mask:
            columns += 1
    return columns


def complete_colours(tiles: list[int]) -> i64:
    """Return the number of colours of which a wall holds all five tiles."""
    colours: i64 = 0
    for colour in range(COLOURS):
        if popcount(tiles[colour]) == LINES:
            colours += 1
    return colours


def bonus_points(wall: i64, tiles: list[int]) -> i64:
    """Return the bonus points of a wall at the end (R5.3)."""
    return (
        ROW_BONUS * complete_rows(wall)
        + COLUMN_BONUS * complete_columns(wall)
        + COLOUR_BONUS * complete_colours(tiles)
    )
