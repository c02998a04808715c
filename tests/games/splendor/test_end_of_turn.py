"""R5: returning tokens, nobles."""

from ludarena.core.sight import sight
from ludarena.games.splendor import SPLENDOR
from tests.games.splendor.positions import (
    NOBLE_CODES,
    Hand,
    fact_names,
    legal,
    play,
    position,
    reason,
    tokens,
)


def bought(**numbers):
    """Return cards of level 1 that give these numbers of bonuses, none of them with points."""
    return [f"l1-{colour}-{n}" for colour, number in numbers.items() for n in range(1, number + 1)]


def noble_ids(state, seat):
    mask = state.boards[seat].nobles
    return {noble for noble, code in NOBLE_CODES.items() if mask >> code & 1}


# --- R5.1, the token limit --------------------------------------------------------------------

TEN = {"white": 3, "blue": 3, "green": 2, "red": 2}


def test_ten_tokens_may_be_kept():
    state = position(Hand({"white": 3, "blue": 3, "green": 2}), Hand())
    play(state, "take-two:black")
    assert sum(tokens(state, 0).values()) == 10
    assert state.to_act() == [1]


def test_a_player_with_ten_tokens_may_take_three_and_returns_three():
    state = position(Hand(TEN), Hand())
    play(state, "take:white+blue+black")
    assert tokens(state, 0) == {"white": 4, "blue": 4, "green": 2, "red": 2, "black": 1}
    play(state, "return:green", "return:green", "return:red")
    assert tokens(state, 0) == {"white": 4, "blue": 4, "red": 1, "black": 1}
    assert state.to_act() == [1]
    assert fact_names(state) == ["took", "returned", "returned", "returned"]


def test_tokens_just_taken_may_be_returned():
    state = position(Hand(TEN), Hand())
    play(state, "take:white+blue+black", "return:white", "return:blue", "return:black")
    assert tokens(state, 0) == TEN


def test_returns_are_named_in_ascending_order():
    state = position(Hand(TEN), Hand())
    play(state, "take-two:black", "return:green")
    assert legal(state) == ["return:green", "return:red", "return:black"]
    assert reason(state, "return:white") == (
        "tokens are returned in the order white, blue, green, red, black, gold, "
        "and you have returned green in this turn"
    )


def test_a_colour_is_offered_only_if_enough_follows_it():
    # 13 tokens, 3 to return: after black there would be 1 black only, after red 2 red + 1 black.
    state = position(Hand(TEN), Hand())
    play(state, "take:white+blue+black")
    assert legal(state) == ["return:white", "return:blue", "return:green", "return:red"]
    assert reason(state, "return:black") == (
        "after black only it and later colours could be returned, "
        "and you hold too few of these to return 3 tokens"
    )
    assert reason(state, "return:gold") == "you hold no gold token"


def test_a_return_without_choice_is_made_for_the_player():
    # 13 tokens, 3 to return: after a red one only the other red and the black one are left.
    state = position(Hand(TEN), Hand())
    play(state, "take:white+blue+black", "return:red")
    assert tokens(state, 0) == {"white": 4, "blue": 4, "green": 2}
    assert state.to_act() == [1]
    assert fact_names(state) == ["took", "returned", "returned", "returned"]


def test_every_multiset_of_returns_can_be_reached_once():
    # Two of {4 white, 3 blue, 3 green, 2 black}: 4 doubles + 6 mixed pairs.
    state = position(Hand({"white": 4, "blue": 3, "green": 3}), Hand())
    play(state, "take-two:black")
    found = []
    for first in state.legal_actions(0):
        after = state.clone()
        after.apply(0, first)
        if after.to_act() == [0]:
            found += [(first, second) for second in after.legal_actions(0)]
        else:
            found.append((first, first))
    assert len(found) == len(set(found)) == 10


def test_other_actions_wait_until_tokens_are_returned():
    state = position(Hand(TEN), Hand())
    play(state, "take-two:black")
    assert reason(state, "take-two:white") == "your action is done: first return 2 tokens"


def test_the_question_says_how_many_and_what_was_returned():
    state = position(Hand(TEN), Hand())
    play(state, "take:white+blue+black", "return:green")
    decision = sight(SPLENDOR, state, 0).decision
    assert decision is not None
    assert decision.kind == "return"
    assert decision.question.startswith("Return 2 tokens.")
    assert decision.cause == "you hold 12 tokens at the end of your turn, and 10 is the limit"
    assert decision.steps == ("return:green",)


def test_steps_of_an_earlier_turn_are_forgotten():
    state = position(Hand(TEN), Hand())
    play(state, "take-two:black", "return:red", "return:red", "take:blue+green+red")
    play(state, "take:white+green+red")
    assert legal(state)[0] == "return:white"


# --- R5.2, nobles -----------------------------------------------------------------------------


def test_a_noble_visits_when_a_purchase_meets_the_wishes():
    # l1-white-2 (3 blue) is the fourth white bonus.
    hand = Hand({"blue": 3}, bought=["l1-white-1", "l1-white-3", "l1-white-4", *bought(blue=4)])
    state = position(hand, Hand(), market=["l1-white-2"], nobles=["white-blue"])
    play(state, "buy:l1-white-2:no-gold")
    assert noble_ids(state, 0) == {"white-blue"}
    assert state.boards[0].points == 3
    assert state.nobles == 0
    assert "visited" in fact_names(state)


def test_three_of_four_bonuses_bring_no_noble():
    hand = Hand(bought=bought(white=3, blue=4))
    state = position(hand, Hand(), nobles=["white-blue"])
    play(state, "take-two:red")
    assert noble_ids(state, 0) == set()


def test_tokens_do_not_count_for_nobles():
    hand = Hand({"white": 4}, bought=bought(blue=4))
    state = position(hand, Hand(), nobles=["white-blue"])
    play(state, "take-two:red")
    assert noble_ids(state, 0) == set()


def test_reserved_cards_do_not_count_for_nobles():
    hand = Hand(bought=bought(white=3, blue=4), reserved=["l1-white-8"])
    state = position(hand, Hand(), nobles=["white-blue"])
    play(state, "take-two:red")
    assert noble_ids(state, 0) == set()


BOTH = Hand(bought=bought(white=4, blue=4, green=3))
PAIR = ["white-blue", "white-blue-green"]


def test_of_two_eligible_nobles_the_player_chooses_one():
    state = position(BOTH, Hand(), nobles=PAIR)
    play(state, "take-two:red")
    assert legal(state) == ["noble:white-blue", "noble:white-blue-green"]
    play(state, "noble:white-blue-green")
    assert noble_ids(state, 0) == {"white-blue-green"}
    assert state.boards[0].points == 3
    assert state.to_act() == [1]


def test_the_second_noble_comes_after_the_next_turn_whatever_the_action():
    state = position(BOTH, Hand(), nobles=PAIR)
    play(state, "take-two:red", "noble:white-blue", "take-two:black", "take-two:green")
    assert noble_ids(state, 0) == set(PAIR)
    assert state.boards[0].points == 6


def test_only_one_noble_visits_in_a_turn():
    state = position(BOTH, Hand(), nobles=PAIR)
    play(state, "take-two:red", "noble:white-blue")
    assert noble_ids(state, 0) == {"white-blue"}


def test_nobles_are_not_replaced_and_come_to_the_first_only():
    state = position(BOTH, Hand(bought=["l2-white-1"]), nobles=["white-blue"])
    play(state, "take-two:red", "take-two:black")
    assert state.nobles == 0
    assert noble_ids(state, 1) == set()


def test_a_visit_cannot_be_refused():
    state = position(BOTH, Hand(), nobles=PAIR)
    play(state, "take-two:red")
    assert reason(state, "pass") == (
        "a noble visits at the end of your turn: choose which one first"
    )
    assert reason(state, "noble:red-black") == "the noble red-black is not on the table"


def test_a_noble_whose_wishes_are_not_met_cannot_be_chosen():
    state = position(BOTH, Hand(), nobles=[*PAIR, "red-black"])
    play(state, "take-two:red")
    assert reason(state, "noble:red-black") == (
        "the noble red-black wants 4 red and 4 black bonuses, which you do not have"
    )


def test_tokens_are_returned_before_the_noble_is_chosen():
    hand = Hand({"red": 3, "green": 3, "black": 4}, bought=BOTH.bought)
    state = position(hand, Hand(), nobles=PAIR)
    play(state, "take:white+blue+green")
    assert legal(state)[0].startswith("return:")
    play(state, "return:white", "return:blue", "return:green")
    assert legal(state) == ["noble:white-blue", "noble:white-blue-green"]


def test_a_noble_choice_names_its_cause():
    state = position(BOTH, Hand(), nobles=PAIR)
    play(state, "take-two:red")
    decision = sight(SPLENDOR, state, 0).decision
    assert decision is not None
    assert decision.kind == "noble"
    assert decision.cause == (
        "your bonuses meet the wishes of several nobles, and one visits you in a turn"
    )
