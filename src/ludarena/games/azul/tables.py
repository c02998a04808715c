"""The numbers of Azul: colours, factories, the coloured wall, floor losses, bonuses.

Colours, rows, columns and lines are counted from 0 in the engine and from 1 in words. A square
of a wall is `5 * row + column`; boards are masks with one bit a square.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

COLOUR_NAMES: Final = ("blue", "yellow", "red", "black", "white")
COLOURS: Final[i64] = 5
TILES_PER_COLOUR: Final[i64] = 20
TILES: Final[i64] = 100

TILES_PER_FACTORY: Final[i64] = 4
FACTORIES: Final[list[int]] = [0, 0, 5, 7, 9]
"""Factories in play by number of seats."""

MOST_FACTORIES: Final[i64] = 9
CENTRE: Final[i64] = 9
"""The source after the nine factories."""

LINES: Final[i64] = 5
"""Pattern lines, as many as rows and columns; line `r` takes `r + 1` tiles."""

FLOOR: Final[i64] = 5
"""The target after the five pattern lines."""

FLOOR_SPACES: Final[i64] = 7
SPACE_LOSSES: Final = (1, 1, 2, 2, 2, 3, 3)
FLOOR_LOSS: Final[list[int]] = [0, 1, 2, 4, 6, 8, 11, 14]
"""Points lost by number of floor spaces filled."""

MARKER: Final[i64] = 6
"""What lies on a floor space: 0 nothing, a colour + 1, or the starting-player marker."""

ROW_BONUS: Final[i64] = 2
COLUMN_BONUS: Final[i64] = 7
COLOUR_BONUS: Final[i64] = 10

FIRST_ROUND: Final[i64] = 1
ROUND_LIMIT: Final[i64] = 50
MOST_ROUNDS: Final[i64] = 100

WALL: Final = (
    ("blue", "yellow", "red", "black", "white"),
    ("white", "blue", "yellow", "red", "black"),
    ("black", "white", "blue", "yellow", "red"),
    ("red", "black", "white", "blue", "yellow"),
    ("yellow", "red", "black", "white", "blue"),
)
"""The coloured wall, row by row; every row and every column holds every colour."""

FULL: Final[i64] = 31
"""Mask of the five squares of a row, cut out of the wall."""


def square(row: i64, column: i64) -> i64:
    """Return the bit number of a square of the wall."""
    return LINES * row + column


def _columns_of_colours() -> list[int]:
    return [row.index(name) for row in WALL for name in COLOUR_NAMES]


def _mask(squares: list[int]) -> int:
    return sum(1 << number for number in squares)


def _rows() -> list[int]:
    return [_mask([5 * row + column for column in range(5)]) for row in range(5)]


def _columns() -> list[int]:
    return [_mask([5 * row + column for row in range(5)]) for column in range(5)]


def _runs() -> list[int]:
    """Return the length of the unbroken run through each place of each row of five."""
    runs: list[int] = []
    for filled in range(32):
        for place in range(5):
            low = high = place
            while low > 0 and filled >> (low - 1) & 1:
                low -= 1
            while high < 4 and filled >> (high + 1) & 1:
                high += 1
            runs.append(high - low + 1)
    return runs


def _counts() -> list[int]:
    return [filled.bit_count() for filled in range(32)]


def _targets() -> list[list[int]]:
    """Return for each set of open pattern lines the targets of a pick: those and the floor."""
    return [[line for line in range(5) if lines >> line & 1] + [5] for lines in range(32)]


COLUMN_OF: Final[list[int]] = _columns_of_colours()
"""Column of a colour on the coloured wall, by `5 * row + colour`."""

ROW: Final[list[int]] = _rows()
"""Mask of the squares of each row."""

COLUMN: Final[list[int]] = _columns()
"""Mask of the squares of each column."""

RUN: Final[list[int]] = _runs()
"""Length of the run through a place, itself counted, by `5 * filled + place` of a row of five."""

COUNT: Final[list[int]] = _counts()
"""Tiles in a row of five, by its mask."""

TARGETS: Final[list[list[int]]] = _targets()
"""Targets of a pick, ascending, by mask of the pattern lines that are open to its colour."""
