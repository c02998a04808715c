"""Spice cubes of four colours in one number: sums, costs and comparisons without a loop.

Eight bits a colour, yellow lowest; every counter stays below 128, so that the highest bit of each
is free for borrows.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

COLOURS: Final[tuple[str, ...]] = ("yellow", "red", "green", "brown")
"""The spices in rising order of worth: turmeric, saffron, cardamom, cinnamon."""
LETTERS: Final[str] = "yrgb"

SPICES: Final[i64] = 4
YELLOW: Final[i64] = 0
BROWN: Final[i64] = 3
ONES: Final[i64] = 0x0101_0101
TOPS: Final[i64] = 0x8080_8080


def cubes_of(colour: i64, number: i64) -> i64:
    """Return so many cubes of a colour; add or subtract them."""
    return number << (8 * colour)


def count_of(cubes: i64, colour: i64) -> i64:
    """Return the number of cubes of a colour."""
    return (cubes >> (8 * colour)) & 127


def cube_total(cubes: i64) -> i64:
    """Return the number of all cubes, at most 255."""
    return ((cubes * ONES) >> 24) & 255


def covers(held: i64, wanted: i64) -> bool:
    """Return whether `held` has at least `wanted` of each colour."""
    return ((held | TOPS) - wanted) & TOPS == TOPS


def lacking(wanted: i64, held: i64) -> i64:
    """Return how many cubes of each colour of `wanted` are missing from `held`."""
    difference: i64 = (wanted | TOPS) - held
    enough: i64 = difference & TOPS
    return difference & (enough - (enough >> 7))


def spice_value(cubes: i64) -> i64:
    """Return the levels of all cubes added up: yellow 1, red 2, green 3, brown 4."""
    low: i64 = (cubes & 127) + 2 * ((cubes >> 8) & 127)
    return low + 3 * ((cubes >> 16) & 127) + 4 * ((cubes >> 24) & 127)


def colours_in(cubes: i64) -> list[int]:
    """Return the colours of which there is a cube, ascending."""
    found: list[int] = []
    for colour in range(SPICES):
        if count_of(cubes, colour):
            found.append(colour)
    return found


def cube_list(cubes: i64) -> list[int]:
    """Return the numbers of cubes by colour."""
    return [count_of(cubes, colour) for colour in range(SPICES)]


def cubes_from(letters: str) -> i64:
    """Return the cubes that letters name.

    >>> cube_list(cubes_from("yyrb"))
    [2, 1, 0, 1]
    """
    cubes: i64 = 0
    for colour in range(SPICES):
        cubes += cubes_of(colour, letters.count(LETTERS[colour]))
    return cubes
