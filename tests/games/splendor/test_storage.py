"""Stored states: what was encoded comes back, and nothing else is accepted."""

import struct

import pytest

from ludarena.core.errors import CorruptState
from ludarena.games.splendor import SPLENDOR
from ludarena.games.splendor.game import splendor
from tests.games.splendor.positions import Hand, position

STATE = position(
    Hand({"red": 2, "gold": 1}, bought=["l1-white-8", "l3-red-4"], blind=["l1-black-8"]),
    Hand({"blue": 3}, reserved=["l2-red-3"], nobles=["red-black"]),
    nobles=["white-blue", "blue-green"],
    turns=7,
    target_points=21,
    payment="minimal_gold",
    reserved_visible="all_public",
)


def changed(place, number):
    data = bytearray(STATE.encode())
    struct.pack_into("<q", data, 8 * place, number)
    return bytes(data)


def test_a_state_comes_back_with_all_that_it_held():
    back = SPLENDOR.decode(STATE.encode())
    assert back.encode() == STATE.encode()
    assert SPLENDOR.view(back, "all") == SPLENDOR.view(STATE, "all")
    assert back.legal_actions(1) == STATE.legal_actions(1)


def test_points_are_counted_again_from_cards_and_nobles():
    back = splendor(SPLENDOR.decode(STATE.encode()))
    assert [board.points for board in back.boards] == [1 + 5, 3]


@pytest.mark.parametrize(
    ("place", "number", "words"),
    [
        (0, 5, "seats is 5, not 2 to 4"),
        (5, 99, "target_points is 99, not 5 to 30"),
        (6, 1001, "turn_limit is 1001, not 1 to 1000"),
        (7, 3, "owed decision is 3"),
        (8, 10_000, "turns is 10000"),
        (11, 0, "there are 0 white tokens"),
        (12, 1, "there are 2 nobles"),
        (12, 1 << 10, "nobles is 1024"),
    ],
)
def test_impossible_numbers_are_refused(place, number, words):
    with pytest.raises(CorruptState, match=words):
        SPLENDOR.decode(changed(place, number))


def test_a_card_in_two_places_is_refused():
    # Place 13 is the number of face-up cards, 14 the first of them: make it the second.
    second = struct.unpack_from("<q", STATE.encode(), 8 * 15)[0]
    with pytest.raises(CorruptState, match="a card is missing, doubled or unknown"):
        SPLENDOR.decode(changed(14, second))


@pytest.mark.parametrize("data", [b"", b"1234567", STATE.encode()[:-8], STATE.encode() + bytes(8)])
def test_bytes_of_another_length_are_refused(data):
    with pytest.raises(CorruptState):
        SPLENDOR.decode(data)


def test_a_clone_is_independent():
    before = STATE.encode()
    copy = STATE.clone()
    assert copy.trace is None
    copy.apply(1, copy.legal_actions(1)[0])
    assert STATE.encode() == before
