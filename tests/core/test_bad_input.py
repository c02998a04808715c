"""Bad input from Python: each gives one clear error and changes nothing."""

import pytest

import ludarena
from ludarena.core.errors import (
    CorruptState,
    IllegalAction,
    InvalidOption,
    InvalidSeats,
    InvalidSeed,
    LudarenaError,
    MatchOver,
    OutOfTurn,
    UnknownGame,
    UnknownOption,
    UnreadableAction,
)

AZUL = ludarena.load_game("azul")


def test_unknown_game_suggests_the_nearest():
    with pytest.raises(UnknownGame, match=r"^no game is called 'azull' \(did you mean 'azul'\?\)"):
        ludarena.load_game("azull")


@pytest.mark.parametrize("seats", [1, 5, "2", 2.0, True])
def test_seats_that_the_game_does_not_have(seats):
    with pytest.raises(InvalidSeats) as caught:
        AZUL.new(seats=seats, seed=1)
    assert str(caught.value) == f"azul cannot be played with {seats!r} seats; choose 2 to 4"


@pytest.mark.parametrize("seed", [-1, 1.5, "1", None])
def test_seed_that_is_none(seed):
    with pytest.raises(InvalidSeed) as caught:
        AZUL.new(seats=2, seed=seed)
    assert str(caught.value) == f"{seed!r} is no seed; give an integer of 0 or more"


def test_unknown_option_names_those_there_are():
    with pytest.raises(UnknownOption) as caught:
        AZUL.new(seats=2, seed=1, options={"walls": "grey"})
    assert str(caught.value) == (
        "azul has no option 'walls' (did you mean 'wall'?); "
        "it has: marker_on_full_floor, round_limit, wall"
    )


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("wall", "green", "coloured or grey"),
        ("round_limit", 0, "an integer from 1 to 100"),
        ("round_limit", True, "an integer from 1 to 100"),
    ],
)
def test_value_that_an_option_does_not_take(option, value, expected):
    with pytest.raises(InvalidOption) as caught:
        AZUL.new(seats=2, seed=1, options={option: value})
    assert str(caught.value) == (
        f"azul: option {option!r} cannot be {value!r}; it takes {expected}"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("draft:factory-1:blu:line-1", "colour cannot be 'blu' (did you mean 'blue'?)"),
        ("draft:factory-1", "the form is draft:<"),
        ("drat:factory-1:blue:line-1", "no action begins with 'drat' (did you mean 'draft'?)"),
        ("", "no action begins with ''"),
    ],
)
def test_text_that_names_no_action(text, reason):
    with pytest.raises(UnreadableAction) as caught:
        AZUL.action_code(text)
    assert str(caught.value).startswith(f"cannot read {text!r} as an action: {reason}")


@pytest.mark.parametrize(
    ("seat", "action", "error", "message"),
    [
        (1, 0, OutOfTurn, "seat 1 owes no decision now; owed by: seat 0"),
        (0, 10**6, IllegalAction, "seat 0 may not play '1000000': 1000000 is no action of Azul"),
        (
            0,
            AZUL.action_code("draft:centre:blue:line-1"),
            IllegalAction,
            "seat 0 may not play 'draft:centre:blue:line-1': the centre has no tiles",
        ),
    ],
)
def test_action_that_may_not_be_played_changes_nothing(seat, action, error, message):
    state = AZUL.new(seats=2, seed=1)
    before = state.encode()
    with pytest.raises(error) as caught:
        AZUL.play(state, seat, action)
    assert str(caught.value).startswith(message)
    assert state.encode() == before


def test_action_after_the_end_of_the_match():
    state = AZUL.new(seats=2, seed=1, options={"round_limit": 1})
    while state.to_act():
        seat = state.to_act()[0]
        state.apply(seat, state.legal_actions(seat)[0])
    with pytest.raises(MatchOver, match=r"^seat 0 answered, but the match is over; nobody owes a"):
        AZUL.play(state, 0, 0)


@pytest.mark.parametrize("data", [b"", b"123", b"\0" * 80])
def test_bytes_that_are_no_state(data):
    with pytest.raises(CorruptState, match=r"^these bytes are no state of azul: "):
        AZUL.decode(data)


def test_every_error_is_a_ludarena_error():
    for error in (UnknownGame, InvalidSeats, IllegalAction, UnreadableAction, CorruptState):
        assert issubclass(error, LudarenaError)
