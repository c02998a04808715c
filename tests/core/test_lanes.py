"""Sealed blocks: lanes take answers, close, and hide those of others."""

from hypothesis import given
from hypothesis import strategies as st

from ludarena.core.codec import Packer, Unpacker
from ludarena.core.lanes import Lanes, open_lanes, unpack_lanes


def test_new_block_is_owed_by_all_but_the_excused():
    lanes = open_lanes(4, excused=0b0100)
    assert lanes.open_seats() == [0, 1, 3]
    assert not lanes.is_open(2)
    assert not lanes.all_closed()


def test_block_is_complete_when_every_lane_is_closed():
    lanes = open_lanes(3, excused=0b001)
    lanes.append(2, 7)
    lanes.close(2)
    assert lanes.open_seats() == [1]
    lanes.append(1, 5)
    lanes.append(1, 6)
    lanes.close(1)
    assert lanes.all_closed()
    assert lanes.answers == [[], [5, 6], [7]]


def test_clone_shares_no_lane():
    lanes = open_lanes(2)
    copy = lanes.clone()
    copy.append(0, 1)
    copy.close(0)
    assert (lanes.answers, lanes.closed) == ([[], []], 0)


def filled() -> Lanes:
    """Return lanes of four seats: 0 is excused, 1 is done, 2 has begun, 3 has not."""
    lanes = open_lanes(4, excused=0b0001)
    lanes.append(1, 11)
    lanes.close(1)
    lanes.append(2, 12)
    return lanes


def test_seat_sees_its_own_lane_and_the_others_empty():
    seen = filled().seen_by(1, excused=0b0001)
    assert seen.answers == [[], [11], [], []]
    assert seen.open_seats() == [2, 3]


def test_seat_that_has_begun_still_owes_in_its_sight():
    seen = filled().seen_by(2, excused=0b0001)
    assert seen.answers == [[], [], [12], []]
    assert seen.open_seats() == [1, 2, 3]


def test_bystander_sees_only_who_was_excused():
    seen = filled().seen_by(-1, excused=0b0001)
    assert seen.answers == [[], [], [], []]
    assert seen.open_seats() == [1, 2, 3]


@given(st.lists(st.lists(st.integers(0, 10**6), max_size=4), min_size=1, max_size=8), st.data())
def test_lanes_come_back_from_their_bytes(answers, data):
    closed = data.draw(st.integers(0, 2 ** len(answers) - 1))
    packer = Packer()
    Lanes(answers, closed).pack(packer)
    back = unpack_lanes(Unpacker("test", packer.finish()))
    assert (back.answers, back.closed) == (answers, closed)
