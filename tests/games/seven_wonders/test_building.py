"""R4.1, R4.2 and R4.4: building cards, chains, names, selling."""

import pytest

from ludarena.core.errors import IllegalAction
from tests.games.seven_wonders.positions import (
    answer,
    cards_in,
    coins_of,
    ids,
    position,
    routes,
    told,
    turn,
)

HAND = "altar baths lumber-yard timber-yard altar altar altar"


def test_a_card_without_cost_is_built_for_nothing():
    state = position(hands={0: HAND})
    facts = turn(state, "build:lumber-yard:left-0:right-0")
    assert cards_in(state, 0) == ("lumber-yard",)
    assert coins_of(state) == [0, 3, 3]
    assert told(facts, "built")[0][2:] == (0, 0, 0, 0)


def test_coins_of_a_card_go_to_the_bank():
    state = position(hands={0: HAND}, coins={0: 1})
    turn(state, "build:timber-yard:left-0:right-0")
    assert coins_of(state) == [0, 3, 3]


def test_a_card_that_costs_a_coin_cannot_be_built_without_one():
    state = position(hands={0: HAND})
    assert not ids(state, 0, "build:timber-yard")
    with pytest.raises(IllegalAction, match="costs 1 coin and you have 0"):
        answer(state, 0, "build:timber-yard:left-0:right-0")


def test_start_good_of_the_wonder_pays_for_a_card():
    state = position(boards="giza-a rhodes-a alexandria-a", hands={0: HAND})
    assert ids(state, 0, "build:baths") == ["build:baths:left-0:right-0"]


@pytest.mark.parametrize("card", ["altar", "baths"])
def test_a_city_never_holds_a_name_twice(card):
    state = position(cities={0: card}, hands={0: HAND})
    assert not ids(state, 0, f"build:{card}")
    with pytest.raises(IllegalAction, match="stands in your city already"):
        answer(state, 0, f"build:{card}:left-0:right-0")


def test_loom_of_age_1_excludes_that_of_age_2():
    state = position(cities={0: "loom-1"}, hands={0: "loom-2 press-2"}, age=2, turn=6)
    assert ids(state, 0, "build:") == ["build:press-2:left-0:right-0"]


def test_loom_of_both_ages_under_the_option_by_id():
    state = position(
        cities={0: "loom-1"},
        hands={0: "loom-2 press-2"},
        age=2,
        turn=6,
        duplicate_name_scope="by_id",
    )
    assert "build:loom-2:left-0:right-0" in ids(state, 0)
    turn(state, "build:loom-2:left-0:right-0")
    assert cards_in(state, 0) == ("loom-1", "loom-2")


def test_the_same_card_stays_excluded_under_the_option_by_id():
    state = position(
        cities={0: "loom-1"}, hands={0: "loom-1 press-1"}, turn=6, duplicate_name_scope="by_id"
    )
    assert ids(state, 0, "build:") == ["build:press-1:left-0:right-0"]


def test_chain_builds_a_card_for_nothing_at_all():
    state = position(
        boards="olympia-a rhodes-a alexandria-a",
        cities={0: "baths"},
        hands={0: "aqueduct walls"},
        age=2,
        turn=6,
    )
    assert ids(state, 0, "build:") == ["build:aqueduct:left-0:right-0"]
    facts = turn(state, "build:aqueduct:left-0:right-0")
    assert told(facts, "built")[0][2] == 1
    assert routes(state, 0)["civilian"] == 3 + 5


@pytest.mark.parametrize("post", ["east-trading-post", "west-trading-post"])
def test_either_of_two_chains_is_enough(post):
    state = position(cities={0: post}, hands={0: "forum forum"}, age=2, turn=6)
    assert ids(state, 0, "build:forum") == ["build:forum:left-0:right-0"]


def test_a_chained_card_is_offered_for_nothing_only():
    state = position(
        boards="olympia-a giza-a giza-b",
        cities={0: "baths", 1: "quarry"},
        coins={0: 9},
        hands={0: "aqueduct"},
        age=2,
        turn=6,
    )
    assert ids(state, 0, "build:aqueduct") == ["build:aqueduct:left-0:right-0"]
    with pytest.raises(IllegalAction, match="free by its chain"):
        answer(state, 0, "build:aqueduct:left-6:right-0")


def test_selling_is_always_allowed_and_brings_three_coins():
    state = position(cities={0: "altar"}, hands={0: HAND}, coins={0: 2})
    assert len(ids(state, 0, "sell:")) == 4  # each card once, whatever its copies
    facts = turn(state, "sell:altar")
    assert coins_of(state)[0] == 5
    assert len(state.pile) == 3
    assert told(facts, "sold", 1)[0] == (0, 3)  # others do not see the card


def test_a_card_that_is_not_in_the_hand_cannot_be_played():
    state = position(hands={0: HAND})
    with pytest.raises(IllegalAction, match="is not in your hand"):
        answer(state, 0, "sell:palace")
