"""The hexes of both board sides as bits of one number: steps, neighbours, groups, distances.

A hex of axial coordinates (q, r) is bit 8q + r + 3. The step to another hex then shifts by the
same number of bits everywhere, and no step of up to two hexes leads from one column into another
one by mistake, as columns are short.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

COLUMNS: Final = "abcdefg"
SIDES: Final = ("A", "B")
COLUMN_HEIGHTS: Final[tuple[tuple[int, ...], ...]] = ((5, 4, 5, 4, 5), (4, 3, 4, 3, 4, 3, 4))
"""Hexes in each column of the two sides; odd columns sit half a hex lower on both."""

GRID: Final[i64] = (1 << 52) - 1
FULL: Final[i64] = 1 << 52


def bit_position(column: int, row: int) -> int:
    """Return the bit of the hex in a column and row, both counted from 0."""
    return 8 * column + (row - column // 2) + 3


def step_of(q: int, r: int) -> int:
    """Return by how many bits the hex lies away that is (q, r) further."""
    return 8 * q + r


def _places(side: int) -> list[tuple[int, int]]:
    return [(column, row) for column, n in enumerate(COLUMN_HEIGHTS[side]) for row in range(n)]


_ALL: Final = sorted({*_places(0), *_places(1)})

HEXES: Final[i64] = 30
LABELS: Final[tuple[str, ...]] = tuple(f"{COLUMNS[column]}{row + 1}" for column, row in _ALL)
"""Names of the hexes of both sides: column by letter, row from the top by number."""
BIT: Final[list[int]] = [1 << bit_position(column, row) for column, row in _ALL]
"""The mask of each hex, in the order of `LABELS`, which is ascending."""
HEX_AT: Final[list[int]] = [
    next((number for number, bit in enumerate(BIT) if bit == 1 << position), -1)
    for position in range(52)
]
"""The number of the hex of each bit, -1 where there is none."""
BOARD: Final[list[int]] = [
    sum(1 << bit_position(column, row) for column, row in _places(side)) for side in range(2)
]
"""The hexes of each side."""

if len(LABELS) != HEXES:
    raise ValueError(f"both sides together have {len(LABELS)} hexes, not {HEXES}")


def spread(mask: i64) -> i64:
    """Return the neighbours of all hexes of a mask; bits that are no hexes may be among them."""
    return (mask << 8 | mask >> 8 | mask << 7 | mask >> 7 | mask << 1 | mask >> 1) & GRID


def moved(mask: i64, step: i64) -> i64:
    """Return the hexes from which a step leads into the mask."""
    if step >= 0:
        return mask >> step
    return (mask & (GRID >> -step)) << -step


def group_of(seed: i64, mask: i64) -> i64:
    """Return the connected part of a mask that holds the hexes of `seed`."""
    group: i64 = seed & mask
    grown: i64 = (group | spread(group)) & mask
    while grown != group:
        group = grown
        grown = (group | spread(group)) & mask
    return group


def number_of_groups(mask: i64, least: i64) -> i64:
    """Return how many connected groups of a mask have at least `least` (1 or 2) hexes."""
    if least == 2:
        mask &= spread(mask)
    groups: i64 = 0
    while mask:
        mask ^= group_of(mask & -mask, mask)
        groups += 1
    return groups


def longest_path(start: i64, mask: i64) -> i64:
    """Return the hexes of a shortest path from `start` to the hex of its group furthest away."""
    reached: i64 = start
    steps: i64 = 0
    grown: i64 = start
    while True:
        steps += 1
        reached = grown
        grown = (reached | spread(reached)) & mask
        if grown == reached:
            return steps


def hexes_in(mask: int) -> list[int]:
    """Return the numbers of the hexes of a mask, ascending."""
    result: list[int] = []
    while mask:
        lowest = mask & -mask
        result.append(HEX_AT[lowest.bit_length() - 1])
        mask ^= lowest
    return result


CLOCKWISE: Final[tuple[tuple[int, int], ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Axial steps to the six neighbours, clockwise from the one above."""
CLOCKWISE_NAMES: Final = ("N", "NE", "SE", "S", "SW", "NW")


def around(side: int, number: int) -> list[str]:
    """Return the labels of the six places around a hex, clockwise from the one above it.

    Places off the board are "-".

    >>> around(0, 0)
    ['-', '-', 'b1', 'a2', '-', '-']
    """
    places: list[str] = []
    for q, r in CLOCKWISE:
        bit = moved(BIT[number], -step_of(q, r)) & BOARD[side]
        places.append(LABELS[hexes_in(bit)[0]] if bit else "-")
    return places
