"""R6 and R7: the limit of the caravan, the end, scores and ties."""

import pytest

from ludarena.games.century import CENTURY
from tests.games.century.positions import (
    Player,
    caravan,
    legal,
    play,
    position,
    reason,
    scores,
    seen,
    told,
)

FIVE = "6-yyrr 7-yyyrr 8-yyrrr 8-yygg 8-rrrr"
ROW = "10-rrgg 10-yybb 10-rrrrr 9-yyrb 9-yyygg"


def test_surplus_cubes_go_back_by_colour_and_number():
    # 9 cubes and 4 yellow: 3 over the limit of 10.
    state = position(Player("yrrrggggb", hand="gain-yyyy"), Player())
    play(state, "play:gain-yyyy")
    # 5 yellow, 3 red, 4 green, 1 brown; brown alone cannot be 3.
    assert legal(state) == [
        *(f"return:yellow:{number}" for number in (1, 2, 3)),
        *(f"return:red:{number}" for number in (1, 2, 3)),
        "return:green:2",
        "return:green:3",
    ]
    play(state, "return:red:1")
    # Two more of green and brown: 2 green, or 1 green and 1 brown.
    assert legal(state) == ["return:green:1", "return:green:2"]
    play(state, "return:green:1")
    assert caravan(state) == "yyyyyrrggg"
    assert told(state)[-3:] == [
        ("returned", 0, 1, 1),
        ("returned", 0, 2, 1),
        ("returned", 0, 3, 1),
    ]
    assert state.active() == 1


def test_a_return_without_a_choice_is_made_for_the_player():
    state = position(Player("b" * 10, hand="gain-b"), Player())
    play(state, "play:gain-b")
    assert (caravan(state), state.active()) == ("b" * 10, 1)


def test_exactly_ten_cubes_may_stay():
    state = position(Player("y" * 8), Player())
    play(state, "play:gain-yy")
    assert (caravan(state), state.active()) == ("y" * 10, 1)


def test_reasons_against_wrong_returns():
    state = position(Player("y" * 9 + "r"), Player())
    play(state, "play:gain-yy")
    assert reason(state, "return:yellow:3") == ("only 2 cubes must be returned, and no more may be")
    assert reason(state, "return:red:2") == "you hold 1 red, not 2"
    assert reason(state, "return:red:1").startswith("after 1 red only later colours")
    assert reason(state, "rest") == "your action is done: first return 2 cubes"
    play(state, "return:yellow:2")
    assert reason(state, "return:yellow:1").startswith("cubes are returned only at the end")


def test_a_colour_named_cannot_be_returned_again():
    state = position(Player("yyyyrrrrgg", hand="gain-yyyy"), Player())
    play(state, "play:gain-yyyy", "return:yellow:1")
    assert reason(state, "return:yellow:1").endswith("each named once, and yellow is named")


def test_option_caravan_limit_moves_the_limit():
    state = position(Player("yyyyyr"), Player("rrrrrrrr"), caravan_limit=6)
    play(state, "play:gain-yy", "return:yellow:2")
    assert caravan(state) == "yyyyyr"
    state = position(Player("y" * 18), Player(), caravan_limit=20)
    play(state, "play:gain-yy")
    assert (caravan(state), state.active()) == ("y" * 20, 1)


def test_the_sixth_card_of_seat_0_gives_the_others_a_turn():
    state = position(Player("rrgg", claimed=FIVE), Player(), Player(), points=ROW)
    play(state, "claim:10-rrgg")
    assert ("last_round", 0, 6) in told(state)
    assert state.to_act() == [1]
    play(state, "play:gain-yy", "play:gain-yy")
    assert state.to_act() == []
    assert told(state)[-1] == ("ended", 0)
    assert not state.capped()


def test_the_sixth_card_of_the_last_seat_ends_the_match_at_once():
    state = position(Player(), Player("rrgg", claimed=FIVE), points=ROW, turns=1)
    play(state, "claim:10-rrgg")
    assert state.to_act() == []


def test_more_cards_than_the_number_may_be_claimed_in_the_last_round():
    six = f"{FIVE} 11-yyggg"
    state = position(Player("rrgg", claimed=FIVE), Player("bbyy", claimed=six[7:]), points=ROW)
    play(state, "claim:10-rrgg", "claim:10-yybb")
    assert [board.claims() for board in state.boards] == [6, 6]
    assert [name for name, *_ in told(state)].count("last_round") == 1
    assert state.to_act() == []


@pytest.mark.parametrize(("seats", "before"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_two_and_three_seats_play_to_six_cards_four_and_five_to_five(seats, before):
    cards = " ".join(FIVE.split()[:before])
    fewer = " ".join(FIVE.split()[: before - 1])
    last = turns = seats - 1
    others = [Player() for _ in range(last)]
    state = position(*others, Player("rrgg", claimed=fewer), points=ROW, turns=turns)
    play(state, "claim:10-rrgg")
    assert state.to_act() == [0]
    state = position(*others, Player("rrgg", claimed=cards), points=ROW, turns=turns)
    play(state, "claim:10-rrgg")
    assert state.to_act() == []


def test_option_end_cards_replaces_the_table():
    state = position(Player(), Player("rrgg"), points=ROW, turns=1, end_cards=1)
    play(state, "claim:10-rrgg")
    assert state.to_act() == []
    state = position(Player(), Player("rrgg", claimed=FIVE), points=ROW, turns=1, end_cards=8)
    play(state, "claim:10-rrgg")
    assert state.to_act() == [0]


def test_the_turn_limit_ends_the_match_by_normal_scoring():
    state = position(Player("r"), Player("yyy"), turn_limit=1)
    play(state, "play:gain-yy", "play:gain-yy")
    assert state.to_act() == []
    outcome = CENTURY.outcome(state)
    assert (outcome.ended_by, outcome.scores, outcome.ranks) == ("cap", (1, 0), (1, 2))
    assert told(state)[-1] == ("ended", 1)


def test_the_turn_limit_counts_the_turns_of_each_player():
    state = position(Player(), Player(), Player(), turn_limit=2)
    play(state, *["play:gain-yy"] * 3, *["rest"] * 2)
    assert state.to_act() == [2]
    play(state, "rest")
    assert state.to_act() == []


def test_a_match_that_the_rules_end_in_its_last_round_is_not_capped():
    state = position(Player("rrgg", claimed=FIVE), Player(), points=ROW, turn_limit=1)
    play(state, "claim:10-rrgg", "play:gain-yy")
    assert CENTURY.outcome(state).ended_by == "rules"


def test_scores_add_cards_coins_and_cubes():
    # 12 + 8 points, 2 gold 6, 3 silver 3, a red, 2 green, a brown 4, yellow nothing: 33.
    player = Player("yyyrggb", claimed="12-rrgb 8-rrrr", gold=2, silver=3)
    state = position(player, Player())
    assert scores(state)[0] == 33
    assert CENTURY.score_routes(state, 0, "public") == {
        "point_cards": 20,
        "gold_coins": 6,
        "silver_coins": 3,
        "cubes": 4,
    }


def test_yellow_cubes_count_nothing_and_ten_brown_count_ten():
    state = position(Player("y" * 10), Player("b" * 10))
    assert scores(state) == [0, 10]


def test_equal_scores_go_to_the_later_seat():
    state = tied()
    outcome = CENTURY.outcome(state)
    assert outcome.scores == (38, 38, 37)
    assert outcome.ranks == (2, 1, 3)
    assert outcome.payoffs == (0.5, 1.0, 0.0)


def test_of_three_tied_seats_each_later_one_is_placed_higher():
    # 37 points of cards each, and a point for the red cubes of seats 0, 2 and 4.
    players = [Player(cubes, claimed=FIVE) for cubes in ("r", "y", "r", "y", "r")]
    state = position(*players, turns=4)
    play(state, "play:gain-yy")
    outcome = CENTURY.outcome(state)
    assert outcome.scores == (38, 37, 38, 37, 38)
    assert outcome.ranks == (3, 5, 2, 4, 1)


def test_option_tie_shared_shares_the_place():
    outcome = CENTURY.outcome(tied(tie="shared"))
    assert outcome.ranks == (1, 1, 3)
    assert outcome.payoffs == (0.75, 0.75, 0.0)


def tied(tie="latest_seat"):
    """Seats 0 and 1 have everything alike: 6 + 7 + 8 + 8 + 8 points and a cube; seat 2 no cube."""
    state = position(
        Player("r", claimed=FIVE),
        Player("r", claimed=FIVE),
        Player("y", claimed=FIVE),
        turns=2,
        end_cards=5,
        tie=tie,
    )
    play(state, "play:gain-yy")
    return state


def test_the_final_view_shows_scores_and_that_nobody_decides():
    view = seen(tied(), "public")
    assert [player.score for player in view.players] == [38, 38, 37]
    assert (view.active, view.stage, view.last_round) == (None, "over", False)
