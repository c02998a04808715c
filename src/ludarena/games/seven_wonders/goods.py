"""Goods: what cities make, what things need, and the ways to pay, in packed fields.

Which needs a set of sources can cover is a question of Hall's theorem: every set of goods must
have at least as many sources that make one of its goods as units of it are needed. So production
and needs are kept as one number for every non-empty set of goods: how many units of sources make
a good of the set, or how many units of the set are needed. A set of raw materials is a mask of 1
to 15, one of manufactured goods 1 to 7; set `s` has the field of four bits at `4 * (s - 1)`.
Numbers above 7 are kept as 7, since nothing needs more.

Units bought from one neighbour cost the same within raw materials and within manufactured goods.
The sum of such coverings is a covering again (the sum theorem of polymatroids), and so `a` units
from the left and `b` from the right suffice exactly when no set needs more than own sources, at
most `a` of the left and at most `b` of the right together give.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

RAW_GOODS: Final[i64] = 4
MADE_GOODS: Final[i64] = 3

RAW_SETS: Final[i64] = 15
MADE_SETS: Final[i64] = 7

LOW: Final[i64] = 0x0777_7777_7777_7777
GUARD: Final[i64] = 0x0888_8888_8888_8888

NO_WAY: Final[i64] = 0x0FFF_FFFF_FFFF_FFFF
"""Ways to pay when there is none: 15 in every place."""

PLACES: Final[i64] = 15
"""Places of a row of ways: 0 to 14 coins or units to the left."""

WANTING: Final[i64] = 15
"""What stands in a place for which nothing to the right suffices."""

NOTHING: Final[i64] = 0x0FFF_FFFF_FFFF_FFF0
"""Ways to pay for what needs nothing bought: 0 to the left, 0 to the right, no other."""


def field(packed: i64, place: i64) -> i64:
    """Return the four bits at a place."""
    return (packed >> (4 * place)) & 15


def with_field(packed: i64, place: i64, number: i64) -> i64:
    """Return the row with another number, 0 to 15, at a place."""
    more: i64 = number - field(packed, place)
    return packed + more * (1 << (4 * place))


def made_by(goods: i64, sets: i64) -> i64:
    """Return one unit of a source of any of the `goods` (a mask), as fields of so many sets."""
    result: i64 = 0
    for chosen in range(1, sets + 1):
        if chosen & goods != 0:
            one: i64 = 1
            result += one << (4 * (chosen - 1))
    return result


def together(production: i64, more: i64) -> i64:
    """Return the production of two cities or of a city and a card; numbers stop at 7."""
    both: i64 = production + more
    over: i64 = both & GUARD
    return (both & LOW) | ((over >> 3) * 7)


def covers(production: i64, need: i64) -> bool:
    """Return whether sources cover a need without buying."""
    return lacking(production, need) == 0


def lacking(own: i64, need: i64) -> i64:
    """Return what own sources do not cover of a need, for each set of goods."""
    rest: i64 = (own | GUARD) - need
    short: i64 = GUARD & ~rest
    # a field that falls short holds 8 + own - need, below 8; what lacks is 8 less that
    return (((short >> 3) * 7) & ~rest) + (short >> 3)


def units_bought(own: i64, left: i64, right: i64, need: i64, sets: i64) -> i64:
    """Return for 0, 1, 2, ... units from the left the fewest from the right that then suffice.

    The result is a row of four bits each; 15 stands where no number suffices.
    """
    lacks: i64 = lacking(own, need)
    if lacks == 0:
        return NOTHING
    if lacking(together(left, right), lacks) != 0:
        return NO_WAY
    result: i64 = NO_WAY
    most: i64 = field(left, sets - 1)
    from_left: i64 = 0
    while from_left <= most:
        fewest: i64 = fewest_from_right(left, right, lacks, from_left)
        if fewest < WANTING:
            result = with_field(result, from_left, fewest)
            if fewest == 0:
                return result
        from_left += 1
    return result


def fewest_from_right(left: i64, right: i64, lacks: i64, from_left: i64) -> i64:
    """Return how many units of the right suffice beside `from_left` of the left, or 15."""
    fewest: i64 = 0
    while lacks > 0:
        wanted: i64 = lacks & 15
        if wanted > from_left or wanted > left & 15:
            given: i64 = left & 15
            wanted -= given if given < from_left else from_left
            if wanted > right & 15:
                return WANTING
            if wanted > fewest:
                fewest = wanted
        lacks >>= 4
        left >>= 4
        right >>= 4
    return fewest


def exactly(
    own: i64, left: i64, right: i64, need: i64, sets: i64, from_left: i64, from_right: i64
) -> bool:
    """Return whether exactly so many units can be bought and own sources cover the rest."""
    units: i64 = field(need, sets - 1)
    at_home: i64 = units - from_left - from_right
    if at_home < 0:
        return False
    for place in range(sets):
        made: i64 = least(field(own, place), at_home)
        made += least(field(left, place), from_left) + least(field(right, place), from_right)
        if made < field(need, place):
            return False
    return True


def least(one: i64, other: i64) -> i64:
    return one if one < other else other


def coins_paid(
    raw: i64, raw_left: i64, raw_right: i64, made: i64, made_left: i64, made_right: i64
) -> i64:
    """Return for 0 to 14 coins to the left the fewest to the right, from units of both classes.

    `raw` and `made` are rows of `units_bought`, the others prices of a unit.
    """
    if raw == NOTHING and made == NOTHING:
        return NOTHING
    result: i64 = NO_WAY
    for raw_units in range(8):
        raw_bought: i64 = field(raw, raw_units)
        if raw_bought == WANTING:
            continue
        for made_units in range(8):
            made_bought: i64 = field(made, made_units)
            if made_bought == WANTING:
                continue
            left: i64 = raw_units * raw_left + made_units * made_left
            right: i64 = raw_bought * raw_right + made_bought * made_right
            if left < PLACES and right < field(result, left):
                result = with_field(result, left, right)
    return result
