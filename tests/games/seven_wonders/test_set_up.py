"""R2 and R3.1: wonders, sides, coins, decks, deals."""

import pytest

from ludarena.core.errors import InvalidSeats
from ludarena.core.trace import Trace
from ludarena.games.seven_wonders import SEVEN_WONDERS as GAME
from ludarena.games.seven_wonders.tables import COLOUR, PURPLE
from tests.games.seven_wonders.positions import (
    answer,
    ids,
    new_match,
    number_of,
    position,
    told,
    turn,
)


@pytest.mark.parametrize("seats", GAME.seats)
def test_each_seat_begins_with_three_coins_seven_cards_and_a_wonder_of_its_own(seats):
    view = GAME.view(new_match(seats=seats, seed=1), "all")
    assert [player.coins for player in view.players] == [3] * seats
    assert [player.hand_size for player in view.players] == [7] * seats
    assert len({player.wonder for player in view.players}) == seats


@pytest.mark.parametrize("seats", [2, 8])
def test_two_and_eight_seats_are_refused(seats):
    with pytest.raises(InvalidSeats):
        GAME.new(seats=seats, seed=1)


def test_different_seeds_deal_different_wonders_and_hands():
    matches = [new_match(seats=3, seed=seed) for seed in range(10)]
    assert len({state.cities[0].wonder for state in matches}) > 3
    assert len({tuple(state.hands[0]) for state in matches}) == 10


def test_age_1_deals_the_whole_deck():
    state = new_match(seats=4, seed=2)
    dealt = sorted(card for hand in state.hands for card in hand)
    assert dealt == state.terms.table.deck(1, 4)


def test_random_sides_are_drawn_for_each_wonder():
    sides = [GAME.view(new_match(seats=3, seed=s), "all").players[0].side for s in range(40)]
    assert 8 < sides.count("a") < 32


@pytest.mark.parametrize("side", ["a", "b"])
def test_all_wonders_show_the_side_that_the_option_names(side):
    state = new_match(seats=7, seed=3, options={"wonder_sides": f"all_{side}"})
    assert {player.side for player in GAME.view(state, "all").players} == {side}


def test_sides_are_named_by_all_seats_at_once_before_the_first_deal():
    state = new_match(seats=3, seed=3, options={"wonder_sides": "choose"})
    assert state.to_act() == [0, 1, 2]
    assert ids(state, 1) == ["side:a", "side:b"]
    answer(state, 0, "side:b")
    assert GAME.view(state, 1).players[0].side is None
    assert GAME.view(state, 1).players[0].hand_size == 0
    answer(state, 2, "side:a")
    answer(state, 1, "side:b")
    view = GAME.view(state, "all")
    assert [player.side for player in view.players] == ["b", "b", "a"]
    assert [player.hand_size for player in view.players] == [7, 7, 7]
    assert (state.block(), state.turn()) == (1, 1)


def test_set_up_tells_wonders_and_sides_to_all_and_hands_to_their_seats():
    trace = Trace()
    GAME.new(seats=3, seed=3, trace=trace)
    facts = trace.take()
    assert len(told(facts, "wonder_dealt", "public")) == 3
    assert told(facts, "hand_dealt", "public") == []
    assert [row[0] for row in told(facts, "hand_dealt", 2)] == [2]


def test_second_edition_is_dealt_with_its_own_cards():
    state = new_match(seats=4, seed=1, options={"edition": "second"})
    dealt = [card for hand in state.hands for card in hand]
    assert number_of("well") in dealt
    assert number_of("pawnshop") not in dealt


@pytest.mark.parametrize(("seats", "guilds"), [(3, 5), (4, 6), (5, 7), (6, 8), (7, 9)])
def test_age_3_has_two_more_guilds_than_seats_and_the_others_stay_out(seats, guilds):
    boards = "giza-a rhodes-a alexandria-a babylon-a ephesus-a olympia-a halicarnassus-a"
    state = position(boards=" ".join(boards.split()[:seats]), age=2, turn=6)
    turn(state)
    dealt = [card for hand in state.hands for card in hand]
    assert (state.age, state.number) == (3, 1)
    assert sum(COLOUR[card] == PURPLE for card in dealt) == guilds
    assert len(state.box) == 10 - guilds
    assert [len(hand) for hand in state.hands] == [7] * seats
