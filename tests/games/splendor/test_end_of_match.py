"""R6: the last round, ranking, ties, the turn limit."""

from ludarena.games.splendor import SPLENDOR
from tests.games.splendor.positions import Hand, fact_names, play, position

# 5 + 5 + 4 points of level 3 are 14; l1-white-8 (4 green, 1 point) makes 15.
FOURTEEN = ["l3-white-4", "l3-blue-4", "l3-white-2"]
OTHER_FOURTEEN = ["l3-green-4", "l3-red-4", "l3-green-2"]
NEARLY = Hand({"green": 4}, bought=FOURTEEN)
BUY = "buy:l1-white-8:no-gold"


def ended(state):
    return state.to_act() == []


def outcome(state):
    return SPLENDOR.outcome(state)


def test_seat_0_meets_the_target_and_all_others_have_one_more_turn():
    state = position(NEARLY, Hand(), Hand(), market=["l1-white-8"])
    play(state, BUY)
    assert state.boards[0].points == 15
    assert state.to_act() == [1]
    play(state, "take-two:red")
    assert state.to_act() == [2]
    play(state, "take-two:blue")
    assert ended(state)
    assert not state.capped()
    names = fact_names(state)
    assert names.count("target_met") == 1
    assert names[-1] == "ended"


def test_the_last_seat_meets_the_target_and_the_match_ends_at_once():
    state = position(Hand(), NEARLY, market=["l1-white-8"], turns=1)
    play(state, BUY)
    assert ended(state)
    assert outcome(state).ranks == (2, 1)


def test_a_middle_seat_meets_the_target_and_the_rest_of_the_round_is_played():
    state = position(Hand(), NEARLY, Hand(), market=["l1-white-8"], turns=1)
    play(state, BUY)
    assert state.to_act() == [2]
    play(state, "take-two:red")
    assert ended(state)


def test_fourteen_points_do_not_end_the_match():
    state = position(Hand(), Hand(bought=FOURTEEN), turns=1)
    play(state, "take-two:red")
    assert state.to_act() == [0]


def test_another_player_may_overtake_in_the_last_round():
    rival = Hand({"black": 4}, bought=[*OTHER_FOURTEEN, "l1-red-8"])
    state = position(NEARLY, rival, market=["l1-white-8", "l1-green-8"])
    play(state, BUY, "buy:l1-green-8:no-gold")
    assert ended(state)
    assert outcome(state).scores == (15, 16)
    assert outcome(state).ranks == (2, 1)
    assert outcome(state).payoffs == (0.0, 1.0)


def test_a_noble_brings_the_target():
    # 5 + 4 + 3 points with 4 white bonuses; l1-blue-1 (3 black) is the fourth blue one.
    hand = Hand(
        {"black": 3},
        bought=[
            *("l3-white-4", "l3-white-2", "l2-white-6", "l1-white-1"),
            *("l1-blue-2", "l1-blue-3", "l1-blue-4"),
        ],
    )
    state = position(Hand(), hand, market=["l1-blue-1"], nobles=["white-blue"], turns=1)
    play(state, "buy:l1-blue-1:no-gold")
    assert state.boards[1].points == 15
    assert ended(state)
    assert SPLENDOR.score_routes(state, 1, "all") == {
        "level_1_cards": 0,
        "level_2_cards": 3,
        "level_3_cards": 9,
        "nobles": 3,
    }


def test_a_tie_on_points_goes_to_fewer_bought_cards():
    # 5 + 5 + 5 in three cards against 5 + 5 + 4 + 1 in four.
    three = Hand(bought=["l3-green-4", "l3-red-4", "l3-black-4"])
    state = position(three, NEARLY, market=["l1-white-8"], turns=1)
    play(state, BUY)
    assert outcome(state).scores == (15, 15)
    assert outcome(state).tie_breaks == ((3,), (4,))
    assert outcome(state).ranks == (1, 2)
    assert state.standings()[0] > state.standings()[1]


def test_reserved_cards_and_nobles_do_not_count_in_the_tie_break():
    # 5 + 4 + 3 (noble) + 3 points in three cards, and two reserved cards.
    cards = ["l3-green-4", "l3-red-2", "l2-red-6"]
    hand = Hand(bought=cards, nobles=["red-black"], reserved=["l3-red-1", "l3-red-3"])
    state = position(hand, NEARLY, market=["l1-white-8"], turns=1)
    play(state, BUY)
    assert outcome(state).scores == (15, 15)
    assert outcome(state).ranks == (1, 2)


def test_a_full_tie_is_a_shared_place():
    rival = Hand(bought=[*OTHER_FOURTEEN, "l1-red-8"])
    state = position(rival, NEARLY, market=["l1-white-8"], turns=1)
    play(state, BUY)
    assert outcome(state).ranks == (1, 1)
    assert outcome(state).payoffs == (0.5, 0.5)


def test_tokens_and_reserved_cards_score_nothing():
    hand = Hand({"red": 3, "gold": 5}, reserved=["l3-red-4"])
    state = position(Hand(bought=["l1-red-8"]), hand, turns=1, turn_limit=1)
    play(state, "take-two:white")
    assert ended(state)
    assert outcome(state).scores == (1, 0)


def test_option_immediate_ends_with_the_turn_that_meets_the_target():
    state = position(NEARLY, Hand(), Hand(), market=["l1-white-8"], last_round="immediate")
    play(state, BUY)
    assert ended(state)
    assert not state.capped()


def test_option_target_points_moves_the_target():
    state = position(
        Hand(),
        Hand({"green": 4}, bought=FOURTEEN),
        market=["l1-white-8"],
        turns=1,
        target_points=21,
    )
    play(state, BUY)
    assert state.to_act() == [0]
    lower = position(Hand(), Hand(bought=["l3-red-4"]), turns=1, target_points=5)
    play(lower, "take-two:red")
    assert ended(lower)


def test_the_turn_limit_ends_the_match_by_normal_scoring():
    state = position(Hand(bought=["l1-red-8"]), Hand(), turn_limit=2)
    play(state, "take-two:red", "take-two:blue", "take-two:green")
    assert not ended(state)
    play(state, "take-two:white")
    assert ended(state)
    assert state.capped()
    assert outcome(state).ended_by == "cap"
    assert outcome(state).ranks == (1, 2)
    assert state.turn() == 4


def test_a_target_met_in_the_last_allowed_round_ends_the_match_by_its_rules():
    state = position(NEARLY, Hand(), market=["l1-white-8"], turn_limit=1)
    play(state, BUY, "take-two:red")
    assert ended(state)
    assert outcome(state).ended_by == "rules"


def test_turns_count_player_turns_and_not_the_decisions_in_them():
    ten = {"white": 3, "blue": 3, "green": 2, "red": 2}
    state = position(Hand(ten), Hand())
    play(state, "take-two:black", "return:white", "return:blue", "take:white+green+red")
    assert state.turn() == 2
    assert state.block() == 4


def test_progress_is_the_larger_part_of_target_and_limit():
    state = position(NEARLY, Hand(), market=["l1-white-8"], turn_limit=10)
    assert state.progress() == 14 / 15
    play(state, BUY)
    assert state.progress() == 1.0
    half = position(Hand(), Hand(), turns=10, turn_limit=10)
    assert half.progress() == 0.5


def test_standing_is_higher_with_more_points_and_equal_for_equal_hands():
    values = position(NEARLY, Hand(), Hand()).values()
    assert values[0] > values[1] == values[2]
    assert all(0 <= value <= 1 for value in values)
    assert position(Hand(), Hand()).values() == [0.5, 0.5]
