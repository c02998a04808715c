"""R9 and R10: conflicts, points, guilds, choices at the end, ties."""

import pytest

from ludarena.core.errors import IllegalAction
from ludarena.core.trace import Trace
from ludarena.games.seven_wonders import SEVEN_WONDERS as GAME
from tests.games.seven_wonders.positions import (
    answer,
    give_victory,
    ids,
    number_of,
    position,
    routes,
    told,
    turn,
)

# --- R9, conflicts ----------------------------------------------------------------------------


@pytest.mark.parametrize(("age", "points"), [(1, 1), (2, 3), (3, 5)])
def test_the_stronger_neighbour_wins_points_by_age_and_the_weaker_loses_one(age, points):
    # shields 1, 0, 2 on a ring of three
    state = position(cities={0: "barracks", 2: "walls"}, age=age, turn=6)
    facts = turn(state)
    assert [routes(state, seat)["military"] for seat in range(3)] == [points - 1, -2, 2 * points]
    assert told(facts, "conflict") == [(age, 0, 1, 1, 0), (age, 1, 2, 0, 2), (age, 2, 0, 2, 1)]


def test_equal_shields_give_nothing():
    state = position(cities={0: "barracks", 1: "stockade", 2: "guard-tower"}, turn=6)
    turn(state)
    assert [routes(state, seat)["military"] for seat in range(3)] == [0, 0, 0]


def test_only_neighbours_are_compared():
    state = position(
        boards="giza-a rhodes-a alexandria-a babylon-a", cities={0: "walls", 2: "barracks"}, turn=6
    )
    turn(state)
    # 0 beats 1 and 3, so does 2; 0 and 2 do not meet
    assert [routes(state, seat)["military"] for seat in range(4)] == [2, -2, 2, -2]


def test_shields_of_stages_count():
    state = position(stages={1: 2}, turn=6)  # Rhodes A, stage 2: 2 shields
    turn(state)
    assert [routes(state, seat)["military"] for seat in range(3)] == [-1, 2, -1]


# --- R10, points ------------------------------------------------------------------------------


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_three_coins_are_a_point(coins, points):
    assert routes(position(coins={0: coins}), 0)["coins"] == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("apothecary", 1),
        ("apothecary dispensary", 4),
        ("apothecary dispensary lodge", 9),
        ("apothecary scriptorium workshop", 1 + 1 + 1 + 7),
        ("apothecary dispensary scriptorium workshop", 4 + 1 + 1 + 7),
        ("apothecary dispensary scriptorium library workshop laboratory", 4 + 4 + 4 + 14),
        ("apothecary scriptorium", 2),
    ],
)
def test_science_counts_squares_and_sets(cards, points):
    assert routes(position(cities={0: cards}), 0)["science"] == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("apothecary dispensary lodge", 16),  # a fourth compass: 9 to 16
        ("apothecary scriptorium", 10),  # a gear completes the set: 2 to 10
        ("apothecary dispensary lodge scriptorium", 18),  # gear: 9+1+1+7; compass: 16+1
        ("", 1),
    ],
)
def test_a_symbol_of_choice_is_the_best_one(cards, points):
    state = position(cities={0: f"{cards} scientists-guild"})
    assert routes(state, 0)["science"] == points


def test_two_symbols_of_choice_are_chosen_together():
    # Babylon A stage 2 and the Scientists Guild beside a compass: one set is 10, three compasses 9
    state = position(
        boards="babylon-a rhodes-a giza-a", stages={0: 2}, cities={0: "apothecary scientists-guild"}
    )
    assert routes(state, 0)["science"] == 10


def test_yellow_cards_of_age_3_count_the_final_city():
    state = position(
        boards="ephesus-a rhodes-a giza-a",
        stages={0: 2},
        cities={0: "haven sawmill quarry lighthouse chamber-of-commerce loom-1 arena"},
    )
    # haven 2 brown, lighthouse 4 yellow, chamber 2 for 1 grey, arena 2 stages
    assert routes(state, 0)["commerce"] == 2 + 4 + 2 + 2


def test_ludus_counts_red_cards_of_the_second_edition():
    state = position(
        boards="giza-a rhodes-a babylon-a", cities={0: "ludus barracks walls"}, edition="second"
    )
    assert routes(state, 0)["commerce"] == 2


@pytest.mark.parametrize(
    ("guild", "points"),
    [
        ("workers-guild", 2 + 1),
        ("craftsmens-guild", 2 * (1 + 2)),
        ("traders-guild", 1 + 1),
        ("philosophers-guild", 2 + 0),
        ("spies-guild", 0 + 3),
        ("magistrates-guild", 1 + 1),
        ("shipowners-guild", 1 + 2 + 1),
        ("builders-guild", 1 + 2 + 0),
        ("strategists-guild", 2 + 3),
    ],
)
def test_points_of_each_guild(guild, points):
    left = "lumber-yard quarry press-1 tavern apothecary school altar"
    right = "clay-pool loom-1 glassworks-1 bazaar barracks walls stables baths"
    own = "sawmill loom-1 press-1 theater guard-tower"
    state = position(cities={0: f"{own} {guild}", 1: left, 2: right}, stages={0: 1, 1: 2})
    state.cities[1].defeats, state.cities[2].defeats, state.cities[0].defeats = 2, 3, 4
    assert routes(state, 0)["guilds"] == points


def test_guilds_look_at_both_neighbours_alone_on_a_larger_ring():
    state = position(
        boards="giza-a rhodes-a alexandria-a babylon-a ephesus-a",
        cities={0: "workers-guild", 1: "quarry", 2: "sawmill", 3: "foundry", 4: "brickyard"},
    )
    assert routes(state, 0)["guilds"] == 2


# --- R8.7, copying a guild --------------------------------------------------------------------


def olympia_b(**changes):
    given = {"boards": "olympia-b rhodes-a giza-a", "stages": {0: 3}, "age": 3, "turn": 6}
    return position(**{**given, **changes})


def test_the_best_guild_of_a_neighbour_is_copied():
    # spies: 2 red at the neighbours; workers: 1 brown
    state = olympia_b(cities={1: "spies-guild walls", 2: "workers-guild barracks quarry"})
    facts = turn(state)
    assert routes(state, 0)["guilds"] == 2
    assert told(facts, "guild_copied") == [(0, number_of("spies-guild"))]
    assert GAME.view(state, "all").players[0].copied_guild == "spies-guild"


def test_a_guild_that_completes_a_set_of_symbols_is_copied_before_one_of_fewer_points():
    # scientists: a gear makes the set, 2 points become 10; workers: 2 brown cards
    state = olympia_b(
        cities={0: "apothecary scriptorium", 1: "scientists-guild", 2: "workers-guild foundry mine"}
    )
    facts = turn(state)
    assert told(facts, "guild_copied") == [(0, number_of("scientists-guild"))]
    assert (routes(state, 0)["science"], routes(state, 0)["guilds"]) == (10, 0)


def test_a_copied_guild_looks_at_the_neighbours_of_the_copier():
    state = olympia_b(
        boards="olympia-b rhodes-a giza-a babylon-a",
        cities={1: "workers-guild sawmill", 2: "quarry"},
    )
    turn(state)
    assert routes(state, 0)["guilds"] == 1  # the Sawmill of seat 1; seat 3 has none


def test_a_copied_guild_is_no_card_of_the_city():
    # Shipowners counts own brown, grey and purple cards: the copy itself is none of them
    state = olympia_b(cities={0: "sawmill loom-1", 1: "shipowners-guild"})
    turn(state)
    assert routes(state, 0)["guilds"] == 2
    assert routes(state, 1)["guilds"] == 1


def test_strategists_copied_count_the_defeats_of_the_copiers_neighbours():
    state = olympia_b(cities={0: "walls", 1: "strategists-guild"})
    turn(state)  # both neighbours lose to seat 0
    assert routes(state, 0)["guilds"] == 2


def test_a_copied_scientists_guild_is_a_symbol_of_choice():
    state = olympia_b(cities={0: "apothecary scriptorium", 1: "scientists-guild"})
    facts = turn(state)
    assert routes(state, 0)["science"] == 10
    assert told(facts, "symbols_counted") == [(0, 0, 0, 1), (1, 1, 0, 0)]


def test_nothing_is_copied_when_no_neighbour_has_a_guild():
    state = olympia_b(boards="olympia-b rhodes-a giza-a babylon-a", cities={2: "spies-guild"})
    facts = turn(state)
    assert told(facts, "guild_copied") == []
    assert not state.to_act()


def test_the_guild_is_chosen_by_its_owner_under_the_option():
    state = olympia_b(
        cities={1: "spies-guild walls", 2: "workers-guild barracks quarry"},
        auto_best_end_choices=False,
    )
    turn(state)
    assert state.to_act() == [0]
    assert ids(state, 0) == ["copy:spies-guild", "copy:workers-guild"]
    with pytest.raises(IllegalAction, match="no neighbour has the Builders Guild"):
        answer(state, 0, "copy:builders-guild")
    answer(state, 0, "copy:workers-guild")
    assert routes(state, 0)["guilds"] == 1
    assert not state.to_act()


def test_a_single_guild_is_copied_without_a_question():
    state = olympia_b(cities={1: "spies-guild walls"}, auto_best_end_choices=False)
    turn(state)
    assert not state.to_act()
    assert routes(state, 0)["guilds"] == 1


def test_symbols_are_named_one_after_another_under_the_option():
    state = position(
        boards="babylon-a rhodes-a giza-a",
        stages={0: 2},
        cities={0: "apothecary scientists-guild"},
        age=3,
        turn=6,
        auto_best_end_choices=False,
    )
    turn(state)
    assert ids(state, 0) == ["symbol:compass", "symbol:tablet", "symbol:gear"]
    answer(state, 0, "symbol:compass")
    pending = GAME.pending(state, 0)
    assert pending is not None
    assert pending.steps == ("symbol:compass",)
    answer(state, 0, "symbol:gear")
    assert routes(state, 0)["science"] == 4 + 1
    assert not state.to_act()


def test_a_copied_scientists_guild_is_named_after_the_copy():
    state = olympia_b(
        cities={0: "apothecary", 1: "scientists-guild", 2: "workers-guild"},
        auto_best_end_choices=False,
    )
    turn(state)
    answer(state, 0, "copy:scientists-guild")
    assert state.to_act() == [0]
    answer(state, 0, "symbol:tablet")
    assert routes(state, 0)["science"] == 1 + 1
    assert state.to_act() == [1]  # the owner of the guild names its symbol too


# --- R10.8, ties and the end ------------------------------------------------------------------


def ended(**changes):
    state = position(**{"age": 3, "turn": 6, **changes})
    turn(state)
    return state


def test_the_match_ends_after_age_3_and_most_points_win():
    state = ended(cities={0: "palace", 1: "senate", 2: "town-hall theater"})
    assert state.to_act() == []
    outcome = GAME.outcome(state)
    # 8, 6 and 6 + 2 points, and 1 for 3 coins each
    assert outcome.scores == (9, 7, 9)
    assert outcome.ranks == (1, 3, 1)
    assert outcome.ended_by == "rules"


def test_a_tie_goes_to_more_coins():
    state = ended(cities={0: "palace", 2: "town-hall theater"}, coins={2: 2})
    outcome = GAME.outcome(state)
    assert outcome.scores == (9, 1, 9)  # 5 coins are a point as 3 are
    assert outcome.ranks == (2, 3, 1)
    assert outcome.tie_breaks == ((3,), (3,), (5,))


def test_a_tie_is_shared_under_the_option():
    state = ended(cities={0: "palace", 2: "town-hall theater"}, coins={2: 2}, tie_break="none")
    assert GAME.outcome(state).ranks == (1, 3, 1)


def test_a_score_may_fall_below_nothing():
    state = position()
    state.cities[0].defeats = 6
    assert sum(routes(state, 0).values()) == -6


def test_all_routes_are_told_at_the_end():
    state = position(cities={0: "palace walls"}, age=3, turn=6)
    give_victory(state, 0, 1, 2)
    state.trace = Trace()
    for seat in range(3):
        answer(state, seat, "sell:altar")
    scored = told(state.trace.take(), "scored", "public")
    # military 2 tokens of 1 and two conflicts of 5; 3 coins; no stages; 8 for the Palace
    assert scored[0] == (0, 12, 1, 0, 8, 0, 0, 0)
