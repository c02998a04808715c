"""Tallies and bit masks behave like the small sets that they stand for."""

from hypothesis import given
from hypothesis import strategies as st

from ludarena.core import bits

COUNTS = st.lists(st.integers(0, 63), min_size=1, max_size=10)
MASKS = st.integers(0, 2**62 - 1)


@given(COUNTS)
def test_tally_holds_every_counter(counts):
    tally = bits.tally_of(counts)
    assert [bits.count_in(tally, slot) for slot in range(len(counts))] == counts
    assert bits.tally_list(tally, len(counts)) == counts
    assert bits.total(tally) == sum(counts)


def test_counters_are_added_and_subtracted_by_slot():
    tally = bits.counted(2, 5) + bits.counted(9, 1)
    assert bits.tally_list(tally - bits.counted(2, 2), 10) == [0, 0, 3, 0, 0, 0, 0, 0, 0, 1]


@given(MASKS)
def test_members_are_the_positions_of_the_bits(mask):
    found = bits.members(mask)
    assert sum(2**position for position in found) == mask
    assert found == sorted(set(found))
    assert bits.popcount(mask) == len(found)


@given(MASKS.filter(bool), st.data())
def test_nth_member_counts_from_the_lowest(mask, data):
    found = bits.members(mask)
    n = data.draw(st.integers(0, len(found) - 1))
    assert bits.nth_member(mask, n) == found[n]
