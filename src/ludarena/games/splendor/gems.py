"""Gems of several colours in one tally: sums, prices and comparisons without a loop.

A tally holds six counters of six bits (`ludarena.core.bits`): white, blue, green, red, black and
gold. The functions here work on the five gem colours at once; every counter must be below 32.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import counted

COLOURS: Final[tuple[str, ...]] = ("white", "blue", "green", "red", "black")
TOKENS: Final[tuple[str, ...]] = (*COLOURS, "gold")

GEM_COLOURS: Final[i64] = 5
GOLD: Final[i64] = 5
GOLD_SHIFT: Final[i64] = 30

GEMS: Final[i64] = (1 << 30) - 1
"""The bits of the five gem colours."""
ONES: Final[i64] = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24
"""One gem of each colour."""
TOPS: Final[i64] = ONES << 5
"""The highest bit of each counter, kept free for borrows."""


def gem_total(gems: i64) -> i64:
    """Return the number of gems in a tally without gold; below 64."""
    return ((gems * ONES) >> 24) & 63


def token_total(tokens: i64) -> i64:
    """Return the number of tokens in a tally, gold included."""
    return gem_total(tokens & GEMS) + (tokens >> GOLD_SHIFT)


def lacking(wanted: i64, held: i64) -> i64:
    """Return, for each gem colour, how many of `wanted` are missing from `held`."""
    difference: i64 = (wanted | TOPS) - held
    enough: i64 = difference & TOPS
    return difference & (enough - (enough >> 5))


def covers(gems: i64, wanted: i64) -> bool:
    """Return whether `gems` hold at least `wanted` in each gem colour."""
    return ((gems | TOPS) - wanted) & TOPS == TOPS


def colours_in(gems: i64) -> i64:
    """Return the mask of the gem colours of which there is at least one."""
    present: i64 = ((((gems & GEMS) | TOPS) - ONES) & TOPS) >> 5
    # Bits 0, 6, 12, 18 and 24 meet in bits 24 to 28 of the product.
    return ((present * 0x0000_0000_0108_4210) >> 24) & 31


def tally_from(counts: tuple[int, ...]) -> i64:
    """Return the tally of counts in the order of the token colours."""
    tally: i64 = 0
    for slot in range(len(counts)):
        count: i64 = counts[slot]
        tally += counted(slot, count)
    return tally
