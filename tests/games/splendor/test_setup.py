"""R1: set-up."""

import pytest

from ludarena.core.bits import popcount
from ludarena.core.errors import InvalidOption, InvalidSeats, UnknownOption
from ludarena.core.trace import Trace
from ludarena.games.splendor import SPLENDOR
from ludarena.games.splendor.game import splendor
from ludarena.games.splendor.tables import level_of
from tests.games.splendor.positions import supply, tokens


@pytest.mark.parametrize(("seats", "gems", "nobles"), [(2, 4, 3), (3, 5, 4), (4, 7, 5)])
def test_tokens_and_nobles_by_number_of_players(seats, gems, nobles):
    state = splendor(SPLENDOR.new(seats=seats, seed=1))
    colours = ("white", "blue", "green", "red", "black")
    assert supply(state) == {**dict.fromkeys(colours, gems), "gold": 5}
    assert popcount(state.nobles) == nobles
    assert all(tokens(state, seat) == {} for seat in range(seats))


def test_four_cards_of_each_level_are_face_up_and_the_rest_in_decks():
    state = splendor(SPLENDOR.new(seats=2, seed=1))
    assert [len(state.face_up_on(level)) for level in range(3)] == [4, 4, 4]
    assert [deck.size() for deck in state.decks] == [36, 26, 16]
    for level in range(3):
        assert all(level_of(card) == level for card in state.decks[level].codes())


def test_seat_0_begins():
    state = SPLENDOR.new(seats=3, seed=5)
    assert state.to_act() == [0]
    assert (state.turn(), state.block()) == (0, 0)


def test_a_seed_fixes_the_table_and_others_change_it():
    first = SPLENDOR.new(seats=2, seed=1).encode()
    assert SPLENDOR.new(seats=2, seed=1).encode() == first
    assert SPLENDOR.new(seats=2, seed=2).encode() != first


def test_set_up_reports_twelve_cards_and_the_nobles():
    trace = Trace()
    SPLENDOR.new(seats=4, seed=1, trace=trace)
    names = [SPLENDOR.facts[fact.kind].name for fact in trace.take()]
    assert names == ["card_shown"] * 12 + ["noble_shown"] * 5


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players_are_refused(seats):
    with pytest.raises(InvalidSeats, match="choose 2 to 4"):
        SPLENDOR.new(seats=seats, seed=1)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("payment", "free"),
        ("take_fewer", True),
        ("turn_limit", 0),
        ("turn_limit", 1001),
        ("target_points", 4),
        ("target_points", 31),
    ],
)
def test_values_that_an_option_does_not_take_are_refused(name, value):
    with pytest.raises(InvalidOption, match=name):
        SPLENDOR.new(seats=2, seed=1, options={name: value})


def test_an_unknown_option_is_refused():
    with pytest.raises(UnknownOption, match="did you mean 'payment'"):
        SPLENDOR.new(seats=2, seed=1, options={"payments": "choose"})
