"""R2, R3.1, R3.2: the main action, taking gems, passing."""

import pytest

from ludarena.core.errors import IllegalAction, OutOfTurn
from ludarena.games.splendor import SPLENDOR
from ludarena.games.splendor.game import splendor
from tests.games.splendor.positions import (
    Hand,
    fact_names,
    legal,
    legal_of,
    play,
    position,
    reason,
    supply,
    tokens,
)


def test_first_turn_has_10_triples_5_pairs_12_cards_and_3_decks_to_reserve():
    state = splendor(SPLENDOR.new(seats=2, seed=3))
    kinds = [action.split(":")[0] for action in legal(state)]
    assert [kinds.count(kind) for kind in ("take", "take-two", "reserve", "reserve-deck")] == [
        10,
        5,
        12,
        3,
    ]
    assert len(kinds) == 30


def test_three_different_gems_leave_the_supply():
    state = position(Hand(), Hand())
    play(state, "take:white+blue+black")
    assert tokens(state, 0) == {"white": 1, "blue": 1, "black": 1}
    assert supply(state) == {"white": 3, "blue": 3, "green": 4, "red": 4, "black": 3, "gold": 5}
    assert fact_names(state) == ["took"]
    assert state.to_act() == [1]


def test_two_of_a_colour_from_a_pile_of_four():
    state = position(Hand(), Hand())
    play(state, "take-two:red")
    assert tokens(state, 0) == {"red": 2}
    assert supply(state)["red"] == 2


def test_two_of_a_colour_are_refused_from_a_pile_of_three():
    state = position(Hand(), Hand({"red": 1}))
    assert "take-two:red" not in legal(state)
    assert len(legal_of(state, "take-two")) == 4
    assert reason(state, "take-two:red") == (
        "two gems of a colour need a pile of at least 4, and the red pile holds 3"
    )


def test_two_open_piles_are_taken_from_both():
    held = {"white": 4, "blue": 4, "green": 2}
    state = position(Hand(), Hand(held | {"green": 4}))
    assert legal_of(state, "take") == ["take:red+black"]
    assert reason(state, "take:red") == (
        "2 different gems must be taken, since 2 piles of the supply hold gems"
    )


def test_one_open_pile_gives_one_gem_or_two_of_it():
    rich = {"white": 4, "blue": 4, "green": 4, "red": 4}
    state = position(Hand(), Hand(rich))
    assert legal_of(state, "take") == ["take:black"]
    assert legal_of(state, "take-two") == ["take-two:black"]


def test_fewer_than_three_are_refused_while_three_piles_are_open():
    state = position(Hand(), Hand())
    assert reason(state, "take:red+black") == (
        "3 different gems must be taken, since 5 piles of the supply hold gems"
    )


def test_option_free_allows_one_or_two_different_gems():
    state = position(Hand(), Hand(), take_fewer="free")
    assert len(legal_of(state, "take")) == 25
    play(state, "take:green")
    assert tokens(state, 0) == {"green": 1}


def test_a_gem_of_an_empty_pile_is_refused():
    state = position(Hand(), Hand({"blue": 4}))
    assert len(legal_of(state, "take")) == 4
    assert reason(state, "take:white+blue+green") == "there is no blue token in the supply"


def test_gold_cannot_be_taken_alone():
    assert not any("gold" in action for action in legal_of(position(Hand(), Hand()), "take"))


def test_no_pass_while_an_action_is_possible():
    state = position(Hand(), Hand())
    assert "pass" not in legal(state)
    assert reason(state, "pass") == "passing is allowed only when no other action is possible"


STUCK = Hand(reserved=["l3-white-1", "l3-white-2", "l3-white-3"])
RICH = Hand(dict.fromkeys(("white", "blue", "green", "red", "black"), 4))


def test_pass_is_forced_without_gems_reserve_places_or_money():
    state = position(STUCK, RICH)
    assert legal(state) == ["pass"]
    assert state.to_act() == [0]
    play(state, "pass")
    assert fact_names(state) == ["passed"]
    assert (state.to_act(), state.turn()) == ([1], 1)


def test_a_player_with_a_free_card_need_not_pass():
    # Four black bonuses and three more cover the cost of l1-white-1: 2 red, 1 black.
    bought = ["l1-red-1", "l1-red-2", "l1-black-1"]
    stuck = Hand(bought=bought, reserved=STUCK.reserved)
    state = position(stuck, RICH, market=["l1-white-1"])
    assert "buy:l1-white-1:no-gold" in legal(state)
    assert "pass" not in legal(state)


def test_another_seat_cannot_act():
    state = position(Hand(), Hand())
    with pytest.raises(OutOfTurn, match="seat 1 owes no decision"):
        SPLENDOR.play(state, 1, SPLENDOR.action_code("take-two:red"))


def test_an_illegal_action_leaves_the_state_as_it_was():
    state = position(Hand(), Hand({"red": 1}))
    before = state.encode()
    with pytest.raises(IllegalAction, match="pile of at least 4"):
        SPLENDOR.play(state, 0, SPLENDOR.action_code("take-two:red"))
    assert state.encode() == before


def test_turns_go_round_by_seats():
    state = position(Hand(), Hand(), Hand())
    seats = []
    for _ in range(4):
        seats.append(state.active())
        play(state, legal(state)[0])
    assert seats == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("return:red", "tokens are returned at the end of a turn with more than 10 in hand"),
        ("noble:white-blue", "nobles visit at the end of a turn"),
    ],
)
def test_end_of_turn_steps_are_refused_as_main_action(action, words):
    assert words in reason(position(Hand(), Hand()), action)


def test_first_two_plies_are_865_lines_with_two_seats():
    # After one of 10 triples: 10 triples, 2 pairs, 15 reserves = 27. After one of 5 pairs:
    # 10 + 4 + 15 = 29. After one of 15 reserves: 30. Nobody can buy.
    state = SPLENDOR.new(seats=2, seed=11)
    lines = 0
    for action in state.legal_actions(0):
        after = state.clone()
        after.apply(0, action)
        lines += len(after.legal_actions(1))
    assert lines == 10 * 27 + 5 * 29 + 15 * 30 == 865
