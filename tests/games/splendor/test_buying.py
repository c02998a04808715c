"""R4: prices, payments and what a bought card does."""

import re

import pytest

from ludarena.games.splendor.gems import COLOURS
from tests.games.splendor.positions import (
    Hand,
    counts,
    fact_names,
    ids,
    legal,
    legal_of,
    play,
    position,
    reason,
    supply,
    tokens,
)


def test_a_card_costs_its_printed_gems():
    # l1-white-1: 2 red, 1 black.
    state = position(Hand({"red": 2, "black": 1, "blue": 1}), Hand(), market=["l1-white-1"])
    assert legal_of(state, "buy") == ["buy:l1-white-1:no-gold"]
    play(state, "buy:l1-white-1:no-gold")
    assert tokens(state, 0) == {"blue": 1}
    assert supply(state) == {"white": 4, "blue": 3, "green": 4, "red": 4, "black": 4, "gold": 5}
    assert counts(state.boards[0].bonuses) == {"white": 1}
    assert fact_names(state) == ["bought", "paid", "card_shown"]


def test_bonuses_lower_the_price():
    # l1-white-1 costs 2 red and 1 black; one red bonus leaves 1 red and 1 black.
    hand = Hand({"red": 1, "black": 1}, bought=["l1-red-1"])
    state = position(hand, Hand(), market=["l1-white-1"])
    play(state, "buy:l1-white-1:no-gold")
    assert tokens(state, 0) == {}


def test_a_card_covered_by_bonuses_is_free():
    hand = Hand(bought=["l1-red-1", "l1-red-2", "l1-black-1"])
    state = position(hand, Hand(), market=["l1-white-1"])
    before = supply(state)
    play(state, "buy:l1-white-1:no-gold")
    assert supply(state) == before
    assert fact_names(state) == ["bought", "card_shown"]
    assert state.boards[0].cards() == 4


def test_bonuses_above_the_cost_give_no_change():
    # Four green bonuses against a cost of 3 green (l1-black-2), and no other colour gets cheaper.
    hand = Hand({"red": 1}, bought=[f"l1-green-{n}" for n in (1, 2, 3, 4)])
    state = position(hand, Hand(), market=["l1-black-2"])
    play(state, "buy:l1-black-2:no-gold")
    assert tokens(state, 0) == {"red": 1}


def test_a_missing_gem_is_paid_with_gold():
    state = position(Hand({"red": 2, "gold": 1}), Hand(), market=["l1-white-1"])
    assert "buy:l1-white-1:gold-1-black" in legal(state)
    play(state, "buy:l1-white-1:gold-1-black")
    assert tokens(state, 0) == {}
    assert supply(state)["gold"] == 5


def test_without_enough_gold_a_card_cannot_be_bought():
    state = position(Hand({"red": 1, "gold": 1}), Hand(), market=["l1-white-1"])
    assert legal_of(state, "buy") == []
    assert reason(state, "buy:l1-white-1:no-gold") == (
        "l1-white-1 costs you 2 red and 1 black: 2 gems short, and you hold 1 gold"
    )


def test_gold_may_stand_for_gems_that_the_player_holds():
    # 2 red and 1 black in hand, 2 gold: any 0, 1 or 2 of the three gems may be gold.
    state = position(Hand({"red": 2, "black": 1, "gold": 2}), Hand(), market=["l1-white-1"])
    assert [action for action in legal(state) if action.startswith("buy:l1-white-1:")] == [
        "buy:l1-white-1:no-gold",
        "buy:l1-white-1:gold-1-red",
        "buy:l1-white-1:gold-1-black",
        "buy:l1-white-1:gold-2-red",
        "buy:l1-white-1:gold-1-red+1-black",
    ]
    play(state, "buy:l1-white-1:gold-1-red+1-black")
    assert tokens(state, 0) == {"red": 1, "black": 1}


def test_a_needed_gold_is_part_of_every_payment():
    # 1 red missing; with 2 gold the second one may stand for the other red or the black gem.
    state = position(Hand({"red": 1, "black": 1, "gold": 2}), Hand(), market=["l1-white-1"])
    assert [action for action in legal(state) if action.startswith("buy:l1-white-1:")] == [
        "buy:l1-white-1:gold-1-red",
        "buy:l1-white-1:gold-2-red",
        "buy:l1-white-1:gold-1-red+1-black",
    ]


def test_option_minimal_gold_has_one_payment_a_card():
    hand = Hand({"red": 1, "black": 1, "gold": 2})
    state = position(hand, Hand(), market=["l1-white-1"], payment="minimal_gold")
    assert [action for action in legal(state) if action.startswith("buy:l1-white-1:")] == [
        "buy:l1-white-1:gold-1-red"
    ]
    assert reason(state, "buy:l1-white-1:gold-2-red") == (
        "gold may be paid only for missing gems (option payment is minimal_gold)"
    )


@pytest.mark.parametrize(
    ("payment", "words"),
    [
        ("gold-3-red", "this payment needs 3 gold, and you hold 2"),
        ("gold-1-blue", "l1-white-1 costs you 0 blue: gold cannot stand for 1"),
        (
            "no-gold",
            "l1-white-1 costs you 2 red, of which 0 in gold, and you hold 1 red",
        ),
    ],
)
def test_payments_that_do_not_fit_are_refused(payment, words):
    hand = Hand({"red": 1, "black": 1, "gold": 2})
    state = position(hand, Hand(), market=["l1-white-1"])
    assert reason(state, f"buy:l1-white-1:{payment}") == words


def test_points_and_bonus_count_at_once():
    # l3-white-2: 7 black, 4 points; the seventh black gem is paid in gold.
    hand = Hand({"black": 4, "gold": 3})
    state = position(hand, Hand(), market=["l3-white-2"])
    play(state, "buy:l3-white-2:gold-3-black")
    assert state.boards[0].points == 4
    assert counts(state.boards[0].bonuses) == {"white": 1}


def test_a_bought_card_is_replaced_from_its_level():
    state = position(Hand({"blue": 3}), Hand(), market=["l1-white-2"], decks={1: ["l1-red-8"]})
    play(state, "buy:l1-white-2:no-gold")
    assert ids(state.face_up_on(0)) == ["l1-red-8"]


def test_buying_a_reserved_card_changes_no_face_up_card():
    state = position(Hand({"blue": 3}, reserved=["l1-white-2"]), Hand())
    before = list(state.market)
    play(state, "buy:l1-white-2:no-gold")
    assert state.market == before
    assert state.boards[0].reserved == []
    assert fact_names(state) == ["bought", "paid"]


def test_a_card_reserved_blind_can_be_bought_by_its_owner():
    state = position(Hand({"blue": 3}, blind=["l1-white-2"]), Hand())
    play(state, "buy:l1-white-2:no-gold")
    assert state.boards[0].blind == []
    assert ids(state.boards[0].bought()) == ["l1-white-2"]


def test_a_card_of_an_opponent_is_refused_like_one_in_the_deck():
    rich = Hand({"blue": 3})
    state = position(rich, Hand(reserved=["l1-white-2"], blind=["l1-black-8"]))
    words = "is neither face up nor among your reserved cards"
    for card in ("l1-white-2", "l1-black-8", "l1-black-7"):
        assert reason(state, f"buy:{card}:no-gold") == f"{card} {words}"


def test_five_gold_pay_a_price_of_five_alone():
    # l1-black-7 costs 2 white, 2 blue, 1 red. Without gems there is one way: five gold.
    state = position(Hand({"gold": 5}), Hand(), market=["l1-black-7"])
    found = [action for action in legal(state) if action.startswith("buy:l1-black-7:")]
    assert found == ["buy:l1-black-7:gold-2-white+2-blue+1-red"]
    play(state, *found)
    assert tokens(state, 0) == {}


def test_five_gold_and_all_gems_of_a_price_give_every_part_of_it():
    # 0 to 2 white, 0 to 2 blue, 0 or 1 red in gold: 3 * 3 * 2 ways.
    hand = Hand({"white": 2, "blue": 2, "red": 1, "gold": 5})
    state = position(hand, Hand(), market=["l1-black-7"])
    found = [action for action in legal(state) if action.startswith("buy:l1-black-7:")]
    assert len(found) == len(set(found)) == 18
    payments = [action.split(":")[2] for action in found]
    golds = [sum(int(digit) for digit in re.findall(r"\d", text)) for text in payments]
    assert golds == [0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5]


def test_conservation_of_tokens_after_a_purchase():
    hand = Hand({"white": 2, "blue": 2, "red": 1, "gold": 2})
    state = position(hand, Hand({"white": 1, "gold": 1}), market=["l1-black-7"])
    play(state, "buy:l1-black-7:gold-1-white+1-blue")
    for colour in COLOURS:
        held = sum(tokens(state, seat).get(colour, 0) for seat in (0, 1))
        assert supply(state)[colour] + held == 4
    assert supply(state)["gold"] == 4
