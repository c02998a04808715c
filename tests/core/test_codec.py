"""Canonical bytes: what is put is taken back, anything else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarena.core.codec import Packer, Unpacker
from ludarena.core.errors import CorruptState

NUMBERS = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(NUMBERS), st.lists(st.lists(NUMBERS, max_size=5), max_size=5))
def test_numbers_and_lists_come_back_in_order(numbers, lists):
    packer = Packer()
    for number in numbers:
        packer.put(number)
    for items in lists:
        packer.put_list(items)
    unpacker = Unpacker("test", packer.finish())
    assert [unpacker.take() for _ in numbers] == numbers
    assert [unpacker.take_list() for _ in lists] == lists
    unpacker.finish()


def test_bytes_are_little_endian_words_with_lengths_before_lists():
    packer = Packer()
    packer.put(-2)
    packer.put_list([1])
    assert packer.finish().hex() == "feffffffffffffff" + "01" + "00" * 7 + "01" + "00" * 7


def packed(*numbers: int) -> Unpacker:
    packer = Packer()
    for number in numbers:
        packer.put(number)
    return Unpacker("test", packer.finish())


def test_bytes_that_are_no_words_are_refused():
    with pytest.raises(CorruptState, match="7 bytes are no row of 64-bit numbers"):
        Unpacker("test", bytes(7))


def test_taking_past_the_end_is_refused():
    with pytest.raises(CorruptState, match="ends too soon"):
        packed().take()


@pytest.mark.parametrize("length", [2, -1, 2**62])
def test_list_that_does_not_fit_is_refused(length):
    with pytest.raises(CorruptState, match="does not fit"):
        packed(length, 5).take_list()


def test_number_outside_its_range_is_refused_by_name():
    with pytest.raises(CorruptState, match="seats is 5, not 2 to 4"):
        packed(5).take_within("seats", 2, 4)


def test_bytes_left_over_are_refused():
    with pytest.raises(CorruptState, match="2 numbers are left"):
        packed(1, 2).finish()
