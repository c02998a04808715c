"""R4: taking a card of the merchant row and paying for those passed over."""

import pytest

from tests.games.century.positions import (
    ROW,
    Player,
    caravan,
    cards,
    legal,
    play,
    position,
    reason,
    row_of,
    told,
)


def test_position_1_is_free():
    state = position(Player(""), Player())
    assert legal(state, "acquire") == ["acquire:gain-g"]
    play(state, "acquire:gain-g")
    assert "gain-g" in cards(state.boards[0].hand)
    assert (caravan(state), state.active()) == ("", 1)


@pytest.mark.parametrize("cubes", range(6))
def test_a_position_needs_a_cube_for_each_card_to_its_left(cubes):
    state = position(Player("b" * cubes), Player())
    names = ROW.split()
    assert legal(state, "acquire") == [f"acquire:{name}" for name in names[: cubes + 1]]
    play(state, f"acquire:{names[cubes]}")
    paid = [f"{name}+b" for name in names[:cubes]]
    assert row_of(state)[:5] == paid + names[cubes + 1 :]


def test_position_4_needs_exactly_three_cubes():
    state = position(Player("yyy"), Player())
    assert "acquire:gain-yg" in legal(state)
    play(state, "acquire:gain-yg")
    assert caravan(state) == ""
    assert row_of(state)[:5] == ["gain-g+y", "gain-b+y", "gain-yr+y", "gain-rr", "gain-yyy"]


def test_position_4_with_two_cubes_is_illegal():
    state = position(Player("yr"), Player())
    assert legal(state, "acquire") == ["acquire:gain-g", "acquire:gain-b", "acquire:gain-yr"]
    assert reason(state, "acquire:gain-yg") == (
        "gain-yg has 3 cards to its left, a cube for each is due, and you hold 2"
    )


def test_cubes_are_paid_one_by_one_from_the_left():
    state = position(Player("yyrg"), Player())
    play(state, "acquire:gain-yg")
    assert legal(state) == ["pay:yellow", "pay:red", "pay:green"]
    play(state, "pay:green")
    play(state, "pay:yellow")
    play(state, "pay:red")
    assert row_of(state)[:3] == ["gain-g+g", "gain-b+y", "gain-yr+r"]
    assert caravan(state) == "y"
    assert state.active() == 1


def test_a_payment_without_a_choice_is_made_for_the_player():
    # After the red cube only yellow ones are left.
    state = position(Player("yyr"), Player())
    play(state, "acquire:gain-yr", "pay:red")
    assert row_of(state)[:2] == ["gain-g+r", "gain-b+y"]
    assert (caravan(state), state.active()) == ("y", 1)


def test_cubes_on_the_card_come_with_it_and_the_others_slide_with_their_cards():
    state = position(
        Player("y"),
        Player(),
        on_row={"gain-g": "r", "gain-b": "gg", "gain-yr": "b"},
        deck="yy-to-g",
    )
    play(state, "acquire:gain-b")
    assert caravan(state) == "gg"
    assert row_of(state) == ["gain-g+yr", "gain-yr+b", "gain-yg", "gain-rr", "gain-yyy", "yy-to-g"]
    assert told(state) == [
        ("acquiring", 0, 1, 1),
        ("paid", 0, 0, 0),
        ("acquired", 0, 1, 0, 0, 2, 0),
        ("merchant_shown", 18),
    ]


def test_cubes_paid_go_to_whoever_takes_the_card_next():
    state = position(Player("yg"), Player("r"))
    play(state, "acquire:gain-b", "pay:green", "acquire:gain-g")
    assert (caravan(state, 0), caravan(state, 1)) == ("y", "rg")


def test_cubes_on_the_card_cannot_pay_for_it():
    state = position(Player(""), Player(), on_row={"gain-b": "yyy"})
    assert "acquire:gain-b" not in legal(state)


def test_an_empty_deck_makes_the_row_shorter():
    state = position(Player("y"), Player(), row="gain-g gain-b", deck="")
    play(state, "acquire:gain-b")
    assert row_of(state) == ["gain-g+y"]
    play(state, "acquire:gain-g")
    assert row_of(state) == []
    assert legal(state, "acquire") == []


def test_an_acquired_card_is_in_hand_from_the_next_turn_on():
    state = position(Player("y"), Player())
    play(state, "acquire:gain-g")
    assert state.active() == 1  # the turn is over: nothing was played with it
    play(state, "play:gain-yy")
    assert "play:gain-g" in legal(state)


def test_an_acquisition_can_overfill_the_caravan():
    # 10 cubes, 3 come with the card: 3 must go back.
    state = position(Player("y" * 10), Player(), on_row={"gain-g": "rgb"})
    play(state, "acquire:gain-g")
    assert state.active() == 0
    play(state, "return:yellow:3")
    assert caravan(state) == "yyyyyyyrgb"


def test_a_card_that_is_not_in_the_row_cannot_be_acquired():
    state = position(Player("yyy"), Player())
    assert reason(state, "acquire:yy-to-g") == "yy-to-g is not in the merchant row"


def test_while_paying_nothing_else_is_legal():
    state = position(Player("yyr"), Player(played="gain-yyyy"))
    play(state, "acquire:gain-yr")
    assert legal(state) == ["pay:yellow", "pay:red"]
    assert reason(state, "pay:brown") == "you hold no brown cube"
    assert reason(state, "rest").startswith("you are acquiring a card")


def test_cubes_are_put_onto_cards_only_while_acquiring():
    state = position(Player("yyr"), Player())
    assert reason(state, "pay:red").startswith("cubes are put onto cards only")
