"""Bytes, counters, standing, heuristic, and what else the contract asks of the state."""

import pytest

from ludarena.core.errors import CorruptState
from ludarena.core.rng import stream
from tests.games.seven_wonders.positions import GAME, new_match, number_of, position


def walk(state, decisions, seed=0):
    chance = stream(seed, "walk")
    for _ in range(decisions):
        seat = state.to_act()[0]
        actions = state.legal_actions(seat)
        state.apply(seat, actions[chance.below(len(actions))])
    return state


@pytest.mark.parametrize(
    ("place", "number", "reason"),
    [
        (0, 2, "number of seats"),
        (1, 2, "edition"),
        (3, 7, "no options"),
        (12, 9, "phase"),
        (13, 4, "age"),
        (14, 7, "turn"),
    ],
)
def test_bytes_of_no_match_are_refused(place, number, reason):
    numbers = bytearray(new_match(seats=3, seed=1).encode())
    numbers[8 * place : 8 * place + 8] = number.to_bytes(8, "little")
    with pytest.raises(CorruptState, match=reason):
        GAME.decode(bytes(numbers))


def test_bytes_with_a_card_too_many_are_refused():
    state = new_match(seats=3, seed=1)
    state.pile.append(number_of("altar"))
    state.pile_when.append(0)
    with pytest.raises(CorruptState, match="lost or added"):
        GAME.decode(state.encode())


def test_what_follows_from_cards_is_made_again_from_bytes():
    state = walk(new_match(seats=4, seed=9, options={"wonder_sides": "all_b"}), 60)
    copy = GAME.decode(state.encode())
    assert GAME.view(copy, "all") == GAME.view(state, "all")
    assert copy.legal_actions(copy.to_act()[0]) == state.legal_actions(state.to_act()[0])


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_match_has_eighteen_turns_and_stays_below_its_bound(seats):
    state = new_match(seats=seats, seed=seats)
    decisions = 0
    while state.to_act():
        walk(state, 1, decisions)
        decisions += 1
    assert state.turn() == 18
    options = {option.name: option.default for option in GAME.options}
    assert 18 * seats <= decisions <= GAME.max_decisions(seats, options)


def test_metrics_are_numbers_of_the_open_city():
    state = position(
        cities={0: "quarry walls apothecary", 1: "barracks"}, stages={0: 1}, coins={0: 4}
    )
    metrics = GAME.metrics(state, 0)
    assert metrics["coins"] == 4
    assert metrics["shields"] == 2
    assert metrics["lead_over_stronger_neighbour"] == 1
    assert metrics["stages"] == 1
    assert metrics["goods_made"] == 1  # stone
    assert metrics["science_symbols"] == 1
    assert (metrics["brown_cards"], metrics["red_cards"], metrics["blue_cards"]) == (1, 1, 0)
    assert metrics["points"] == 3 + 1 + 1


def test_components_count_every_copy_wherever_it_lies():
    state = new_match(seats=3, seed=2)
    counts = GAME.components(state)
    # 3 ages of 21 cards, of which 5 in age III are guilds; the 5 other guilds count too
    assert counts["cards"] == 21 + 21 + 16 + 10
    assert counts["lumber-yard"] == 1
    assert GAME.components(walk(state, 40)) == counts


# --- heuristic --------------------------------------------------------------------------------


def worth(state, name, seat=0):
    return state.action_scores(seat, [GAME.action_code(name)])[0]


def test_heuristic_prefers_more_points():
    state = position(hands={0: "pawnshop altar"}, turn=6)
    assert worth(state, "build:pawnshop:left-0:right-0") > worth(
        state, "build:altar:left-0:right-0"
    )


def test_heuristic_prefers_shields_that_turn_a_conflict():
    hands = {0: "barracks altar"}
    behind = position(cities={1: "walls", 2: "walls"}, hands=hands, coins={0: 9}, turn=6)
    level = position(hands=hands, coins={0: 9}, turn=6)
    name = "build:barracks:left-2:right-0"
    assert worth(level, name) > worth(behind, name)


def test_heuristic_prefers_the_symbol_that_completes_a_set():
    hands = {0: "workshop apothecary"}
    state = position(cities={0: "scriptorium dispensary"}, hands=hands, turn=6)
    gear, compass = "build:workshop:left-0:right-2", "build:apothecary:left-0:right-2"
    assert worth(state, gear) > worth(state, compass)


def test_heuristic_prefers_goods_that_the_city_lacks():
    state = position(cities={0: "lumber-yard"}, hands={0: "ore-vein lumber-yard"}, turn=6)
    ore, wood = "build:ore-vein:left-0:right-0", "build:lumber-yard:left-0:right-0"
    assert worth(state, ore) > worth(state, wood)


def test_heuristic_prefers_to_pay_less():
    state = position(hands={0: "baths altar"}, turn=6)
    dear, cheap = "build:baths:left-2:right-0", "build:baths:left-0:right-0"
    assert worth(state, cheap) > worth(state, dear)


def test_heuristic_hides_from_the_next_seat_what_it_wants():
    # under the wonder goes the card that seat 1 would like best
    state = position(
        cities={0: "quarry", 1: "scriptorium apothecary"}, hands={0: "workshop clay-pool"}, turn=3
    )
    gear, clay = "stage:workshop:left-0:right-0", "stage:clay-pool:left-0:right-0"
    assert worth(state, gear) > worth(state, clay)


def test_standing_of_the_leader_is_the_highest():
    state = position(cities={0: "palace senate"}, age=3, turn=6)
    values = state.values()
    assert values[0] > 0.5 > values[1]
    assert abs(sum(values) - 1.5) < 1e-9


def test_heuristic_beats_random_play():
    chance = stream(1, "against random")
    placed = 0.0
    for match in range(30):
        state = new_match(seats=3, seed=match)
        guided = match % 3
        while owing := state.to_act():
            seat = owing[0]
            actions = state.legal_actions(seat)
            action = actions[chance.below(len(actions))]
            if seat == guided:
                scores = state.action_scores(seat, actions)
                action = actions[scores.index(max(scores))]
            state.apply(seat, action)
        placed += state.payoffs()[guided]
    assert placed / 30 > 0.9


def test_progress_grows_from_nothing_to_one():
    state = new_match(seats=3, seed=1)
    before = state.progress()
    walk(state, 54)
    assert before == 0.0
    assert state.progress() == 1.0 or state.to_act()
    while state.to_act():
        turn_before = state.progress()
        walk(state, 1)
        assert state.progress() >= turn_before
    assert state.progress() == 1.0
