"""Small fixed sets packed in one integer: tallies (ten counters of 0 to 63) and bit masks."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

SLOT_BITS: Final[i64] = 6
SLOT_MASK: Final[i64] = 63
SLOTS: Final[i64] = 10


def count_in(tally: i64, slot: i64) -> i64:
    """Return the counter of `slot` (0 to 9)."""
    return (tally >> (SLOT_BITS * slot)) & SLOT_MASK


def counted(slot: i64, number: i64) -> i64:
    """Return the tally that holds `number` in `slot` and nothing else; add or subtract it."""
    return number << (SLOT_BITS * slot)


def total(tally: i64) -> i64:
    """Return the sum of all counters."""
    result: i64 = 0
    while tally > 0:
        result += tally & SLOT_MASK
        tally >>= SLOT_BITS
    return result


def tally_list(tally: i64, slots: i64) -> list[int]:
    """Return the first `slots` counters as a list."""
    result: list[int] = []
    for slot in range(slots):
        result.append(count_in(tally, slot))
    return result


def tally_of(counts: list[int]) -> i64:
    """Return the tally of up to ten counters."""
    result: i64 = 0
    for slot in range(len(counts)):
        count: i64 = counts[slot]
        result |= counted(slot, count)
    return result


def popcount(mask: i64) -> i64:
    """Return the number of bits set in a mask of up to 62 bits."""
    mask -= (mask >> 1) & 0x5555_5555_5555_5555
    mask = (mask & 0x3333_3333_3333_3333) + ((mask >> 2) & 0x3333_3333_3333_3333)
    mask = (mask + (mask >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


def members(mask: i64) -> list[int]:
    """Return the positions of the bits set, ascending."""
    result: list[int] = []
    position: i64 = 0
    while mask > 0:
        if mask & 1:
            result.append(position)
        mask >>= 1
        position += 1
    return result


def nth_member(mask: i64, n: i64) -> i64:
    """Return the position of the n-th bit set (from 0); n is below popcount(mask)."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    position: i64 = 0
    low: i64 = mask & -mask
    while low > 1:
        low >>= 1
        position += 1
    return position
