"""R4.3 and R8: stages and the powers of wonders."""

import pytest

from ludarena.core.errors import IllegalAction
from tests.games.seven_wonders.positions import (
    LABELS,
    answer,
    cards_in,
    coins_of,
    ids,
    number_of,
    position,
    routes,
    told,
    turn,
)

# --- stages -----------------------------------------------------------------------------------


def test_a_stage_costs_what_it_says_and_hides_the_card_under_it():
    # Giza A, stage 1: 2 stone, 3 points
    state = position(cities={0: "stone-pit"}, hands={0: "palace altar"}, turn=5)
    facts = turn(state, "stage:palace:left-0:right-0")
    assert routes(state, 0)["wonder"] == 3
    assert cards_in(state, 0) == ("stone-pit",)
    assert told(facts, "stage_built", 0)[0][-1] == number_of("palace")
    assert told(facts, "stage_built", 1) == [(0, 6, 1, 0, 0)]


def test_stages_are_built_in_order_and_each_once():
    # Giza A: stage 2 needs 3 wood, stage 3 needs 4 stone
    state = position(cities={0: "stone-pit quarry"}, stages={0: 1}, turn=5)
    assert not ids(state, 0, "stage:")
    with pytest.raises(IllegalAction, match="cannot make all the goods"):
        answer(state, 0, "stage:altar:left-0:right-0")


def test_a_finished_wonder_takes_no_more_stages():
    state = position(boards="rhodes-b giza-a giza-b", stages={0: 2}, turn=5)
    assert not ids(state, 0, "stage:")
    with pytest.raises(IllegalAction, match="all stages of your wonder stand"):
        answer(state, 0, "stage:altar:left-0:right-0")


def test_a_chain_does_not_help_with_a_stage():
    state = position(
        boards="olympia-a babylon-a rhodes-a",
        cities={0: "baths"},
        hands={0: "aqueduct altar"},
        turn=5,
    )
    assert not ids(state, 0, "stage:")  # 2 wood are needed


def test_a_card_that_cannot_be_built_may_go_under_the_wonder():
    state = position(cities={0: "stone-pit altar"}, hands={0: "altar palace"}, turn=6)
    assert ids(state, 0, "build:") == []
    assert ids(state, 0, "stage:") == ["stage:altar:left-0:right-0", "stage:palace:left-0:right-0"]


def test_goods_of_a_stage_are_bought_like_those_of_a_card():
    state = position(
        boards="giza-a giza-b alexandria-a", hands={0: "altar altar"}, turn=6, coins={0: 2}
    )
    turn(state, "stage:altar:left-2:right-0")
    assert coins_of(state) == [0, 5, 3]
    assert state.cities[0].stages == 1


@pytest.mark.parametrize(
    ("board", "city", "stages", "coins", "wonder", "shields"),
    [
        ("ephesus-a", "sawmill", 1, 9, 3, 0),
        ("ephesus-b", "quarry", 0, 4, 2, 0),
        ("ephesus-b", "sawmill", 1, 4, 2 + 3, 0),
        ("ephesus-b", "glassworks-1 loom-1", 2, 4, 2 + 3 + 5, 0),
        ("rhodes-a", "brickyard clay-pool", 1, 0, 3, 2),
        ("rhodes-b", "quarry stone-pit", 0, 3, 3, 1),
        ("rhodes-b", "foundry ore-vein", 1, 4, 3 + 4, 2),
    ],
)
def test_coins_points_and_shields_of_stages(board, city, stages, coins, wonder, shields):
    state = position(boards=f"{board} giza-a giza-b", cities={0: city}, stages={0: stages}, turn=5)
    turn(state, "stage:altar:left-0:right-0")
    assert coins_of(state)[0] == coins
    assert routes(state, 0)["wonder"] == wonder
    assert state.cities[0].shields == shields


# --- R8.1, Babylon ----------------------------------------------------------------------------


def babylon(**changes):
    given = {
        "boards": "babylon-b rhodes-a giza-a",
        "stages": {0: 2},
        "hands": {0: "altar baths", 1: "altar theater", 2: "altar pawnshop"},
        "turn": 6,
    }
    return position(**{**given, **changes})


def test_owner_of_the_second_stage_plays_its_last_card_before_the_conflict():
    state = babylon(coins={0: 2})
    turn(state)
    assert state.to_act() == [0]
    assert state.cities[0].victories == state.cities[1].victories == 0
    assert ids(state, 0) == ["build:baths:left-0:right-2", "sell:baths"]
    answer(state, 0, "build:baths:left-0:right-2")
    assert cards_in(state, 0) == ("baths",)
    assert coins_of(state) == [2 + 3 - 2, 3, 3 + 2]
    assert state.age == 2


def test_coins_of_turn_6_can_be_spent_on_the_last_card():
    state = babylon(coins={0: 0})
    turn(state)
    assert "build:baths:left-0:right-2" in ids(state, 0)


def test_discount_built_on_turn_6_lowers_the_price_of_the_last_card():
    # Baths need 1 stone, which the left neighbour sells
    hands = {0: "west-trading-post baths", 1: "altar theater", 2: "altar pawnshop"}
    state = babylon(boards="babylon-b giza-a rhodes-a", hands=hands, coins={0: 1})
    turn(state, "build:west-trading-post:left-0:right-0")
    assert ids(state, 0) == ["build:baths:left-1:right-0", "sell:baths"]


def test_last_card_may_go_under_the_next_stage():
    # stage 3: 3 clay (1 own, 2 from the Brickyard) and 1 papyrus
    state = babylon(cities={0: "brickyard press-1"})
    turn(state)
    answer(state, 0, "stage:baths:left-0:right-0")
    assert state.cities[0].stages == 3


def test_last_card_may_be_sold_and_is_not_discarded_for_nothing():
    state = babylon()
    turn(state)
    answer(state, 0, "sell:baths")
    assert coins_of(state)[0] == 6
    assert [LABELS[card] for card in state.pile].count("baths") == 1


def test_power_works_when_the_stage_is_built_with_the_sixth_card():
    # stage 2: 2 wood and 1 glass
    state = babylon(stages={0: 1}, cities={0: "sawmill glassworks-1"})
    turn(state, "stage:altar:left-0:right-0")
    assert state.to_act() == [0]
    assert "sell:baths" in ids(state, 0)


def test_others_discard_their_last_cards_after_babylon_has_played():
    state = babylon()
    turn(state)
    assert [LABELS[card] for card in state.pile] == ["altar"] * 3
    answer(state, 0, "sell:baths")
    assert [LABELS[card] for card in state.pile][3:] == ["baths", "theater", "pawnshop"]


def test_without_the_second_stage_babylon_discards_its_last_card():
    state = babylon(stages={0: 1})
    turn(state)
    assert state.age == 2
    assert cards_in(state, 0) == ()


# --- R8.2, Olympia A --------------------------------------------------------------------------


def olympia(**changes):
    given = {
        "boards": "olympia-a alexandria-a ephesus-a",
        "stages": {0: 2},
        "hands": {0: "baths timber-yard altar"},
        "turn": 5,
    }
    return position(**{**given, **changes})


def test_free_build_is_offered_for_cards_that_cost_something():
    state = olympia()
    assert ids(state, 0, "build-free:") == ["build-free:timber-yard", "build-free:baths"]


def test_free_build_costs_nothing_and_is_used_up_for_the_age():
    state = olympia(hands={0: "baths altar", 2: "walls altar"}, turn=4)
    facts = turn(state, "build-free:baths")
    assert told(facts, "built")[0][2:] == (2, 0, 0, 0)
    assert cards_in(state, 0) == ("baths",)
    assert coins_of(state)[0] == 0
    assert not ids(state, 0, "build-free:")
    with pytest.raises(IllegalAction, match="has used it in this age"):
        answer(state, 0, "build-free:walls")


def test_free_build_comes_back_with_the_next_age():
    state = olympia(hands={0: "baths altar"}, turn=6)
    turn(state, "build-free:baths")
    assert state.cities[0].free_build == 1


def test_free_build_that_is_not_used_lapses_and_gives_one_in_the_next_age():
    state = olympia(hands={0: "altar altar"}, turn=6)
    turn(state, "sell:altar")
    assert (state.age, state.cities[0].free_build) == (2, 1)


def test_free_build_does_not_help_with_a_stage():
    # stage 3: 2 ore
    state = olympia(hands={0: "baths altar"})
    assert ids(state, 0, "build-free:") == ["build-free:baths"]
    assert ids(state, 0, "stage:") == []


def test_free_build_can_be_used_from_the_turn_after_the_stage():
    # stage 2: 2 stone
    state = olympia(
        stages={0: 1}, cities={0: "quarry"}, hands={0: "altar altar", 2: "palace altar"}, turn=5
    )
    assert not ids(state, 0, "build-free:")
    turn(state, "stage:altar:left-0:right-0", "sell:altar", "sell:altar")
    assert ids(state, 0, "build-free:") == ["build-free:palace"]


def test_free_build_does_not_lift_the_rule_of_names():
    state = olympia(cities={0: "baths"})
    assert ids(state, 0, "build-free:") == ["build-free:timber-yard"]


def test_free_build_is_not_offered_for_a_card_that_is_free_by_its_chain():
    state = olympia(cities={0: "baths"}, hands={0: "aqueduct walls"}, age=2)
    assert ids(state, 0, "build-free:") == ["build-free:walls"]


# --- R8.3, Halicarnassus ----------------------------------------------------------------------


def halicarnassus(pile="baths tavern altar", **changes):
    given = {
        "boards": "halicarnassus-b rhodes-a giza-a",
        "cities": {0: "foundry altar"},
        "hands": {0: "palace altar", 1: "altar theater", 2: "altar pawnshop"},
        "turn": 5,
    }
    state = position(**{**given, **changes})
    for card in pile.split():
        state.pile.append(number_of(card))
        state.pile_when.append(2 * (64 * 1 + 8 * 1 + 1))  # seat 1, age I, turn 1
    return state


STAGE = "stage:palace:left-0:right-0"


def test_owner_looks_through_the_pile_and_may_take_a_card_or_none():
    state = halicarnassus()
    facts = turn(state, STAGE)
    assert state.to_act() == [0]
    # the Altar stands in the city already
    assert ids(state, 0) == ["take:baths", "take:tavern", "take-nothing"]
    assert told(facts, "pile_seen", 0) == [
        (0, 5, *(number_of(c) for c in ["baths", "tavern", "altar", "altar", "altar"]))
    ]
    assert told(facts, "pile_seen", 1) == [(0, 5)]


def test_taken_card_is_free_and_its_coins_count():
    state = halicarnassus()
    turn(state, STAGE)
    answer(state, 0, "take:tavern")
    assert "tavern" in cards_in(state, 0)
    assert coins_of(state)[0] == 5
    assert number_of("tavern") not in state.pile
    assert state.number == 6


def test_nothing_need_be_taken():
    state = halicarnassus()
    turn(state, STAGE)
    answer(state, 0, "take-nothing")
    assert len(state.pile) == 5
    assert state.number == 6


def test_a_card_must_be_taken_under_the_option_if_one_can_be():
    state = halicarnassus(discard_pick_optional=False)
    turn(state, STAGE)
    assert ids(state, 0) == ["take:baths", "take:tavern"]
    with pytest.raises(IllegalAction, match="a card of the pile must be taken"):
        answer(state, 0, "take-nothing")


def test_nothing_is_taken_under_the_option_when_nothing_can_be():
    state = halicarnassus(pile="", discard_pick_optional=False)
    turn(state, STAGE)  # the pile holds two Altars that were sold on this turn
    assert ids(state, 0) == ["take-nothing"]


def test_an_empty_pile_is_passed_over():
    state = halicarnassus(pile="", hands={0: "palace altar", 1: "theater altar", 2: "altar altar"})
    turn(state, STAGE, "build:theater:left-0:right-0", "build:altar:left-0:right-0")
    assert (state.phase, state.number) == (1, 6)


def test_on_turn_6_the_left_over_cards_can_be_taken():
    state = halicarnassus(turn=6)
    turn(state, STAGE)
    assert "take:pawnshop" in ids(state, 0)
    assert state.cities[0].victories == 0  # the conflict comes afterwards
    answer(state, 0, "take:theater")
    assert state.age == 2


def test_pick_comes_after_the_last_card_of_babylon():
    state = halicarnassus(
        boards="halicarnassus-b babylon-b giza-a", stages={1: 2}, turn=6,
        hands={0: "palace baths", 1: "altar theater", 2: "altar pawnshop"},
    )  # fmt: skip
    turn(state, STAGE)
    assert state.to_act() == [1]
    answer(state, 1, "sell:theater")
    assert state.to_act() == [0]
    assert {"take:theater", "take:pawnshop", "take:baths"} <= set(ids(state, 0))


def test_a_taken_shield_counts_in_the_conflict_of_the_same_age():
    state = halicarnassus(pile="barracks", turn=6)
    turn(state, STAGE)
    answer(state, 0, "take:barracks")
    assert routes(state, 0)["military"] == 2  # 1 to 0 against both neighbours


def test_pick_on_the_last_turn_of_the_match_comes_before_the_conflict():
    state = halicarnassus(pile="barracks", age=3, turn=6)
    turn(state, STAGE)
    assert state.to_act() == [0]
    answer(state, 0, "take:barracks")
    assert state.to_act() == []
    assert routes(state, 0)["military"] == 2 * 5
    assert [routes(state, seat)["military"] for seat in (1, 2)] == [-1, -1]


def test_a_name_in_the_city_cannot_be_taken():
    state = halicarnassus()
    turn(state, STAGE)
    with pytest.raises(IllegalAction, match="stands in your city already"):
        answer(state, 0, "take:altar")
    with pytest.raises(IllegalAction, match="is not in the discard pile"):
        answer(state, 0, "take:senate")


@pytest.mark.parametrize(("built", "points"), [(0, 2), (1, 2 + 1), (2, 2 + 1 + 0)])
def test_every_stage_of_side_b_picks_and_gives_its_points(built, points):
    state = halicarnassus(
        cities={0: "foundry altar brickyard clay-pool glassworks-1 press-1"}, stages={0: built}
    )
    turn(state, STAGE)
    assert state.to_act() == [0]
    assert routes(state, 0)["wonder"] == points


def test_second_stage_of_side_a_picks():
    # 3 ore: 2 from the Foundry, 1 from the Ore Vein
    state = halicarnassus(
        boards="halicarnassus-a rhodes-a giza-a",
        stages={0: 1},
        cities={0: "foundry ore-vein altar"},
    )
    turn(state, STAGE)
    assert ids(state, 0)[-1] == "take-nothing"


def test_of_equal_cards_the_one_that_came_first_is_taken():
    state = halicarnassus(pile="baths")
    state.pile.append(number_of("baths"))
    state.pile_when.append(2 * (64 * 2 + 8 * 1 + 4))  # seat 2, age I, turn 4
    turn(state, STAGE)
    answer(state, 0, "take:baths")
    facts = state.trace.take()
    assert told(facts, "taken") == [(0, number_of("baths"), 1, 1, 1)]
