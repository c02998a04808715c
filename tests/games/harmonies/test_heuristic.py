"""The heuristic: what it prefers, and that it is far better than chance."""

from ludarena.core.rng import stream
from ludarena.games.harmonies import HARMONIES
from tests.games.harmonies.positions import Seat, position


def favourite(state):
    seat = state.active()
    actions = state.legal_actions(seat)
    scores = state.action_scores(seat, actions)
    return HARMONIES.action_id(actions[scores.index(max(scores))])


def test_a_cube_that_fits_comes_first():
    state = position(Seat({"a1": "W", "a2": "L"}, cards={"frog": 0}), Seat(), row="bee")
    assert favourite(state) == "cube:frog:a1"


def test_the_cube_worth_most_comes_first():
    # The fish's first cube is worth 3, the frog's fifth 5.
    stacks = {"a1": "W", "a2": "L", "b1": "MMM"}
    state = position(Seat(stacks, cards={"frog": 4, "fish": 0}), Seat())
    assert favourite(state) == "cube:frog:a1"


def test_a_token_completes_the_habitat_of_an_own_card():
    # Blue beside the tree b2 gives a home to the frog.
    state = position(Seat({"b2": "L"}, cards={"frog": 0}), Seat(), hand="W")
    assert favourite(state).split(":")[2] in {"a2", "a3", "b1", "b3", "c2", "c3"}


def test_green_goes_on_two_browns():
    state = position(Seat({"a1": "TT", "c1": "T"}), Seat(), hand="L")
    assert favourite(state) == "place:green:a1"


def test_a_second_field_joins_a_lone_one():
    state = position(Seat({"a1": "F", "e1": "F", "e2": "F"}), Seat(), hand="F")
    assert favourite(state) in ("place:yellow:a2", "place:yellow:b1")


def test_a_building_goes_where_three_colours_are_around():
    stacks = {"c3": "T", "c2": "M", "d2": "F", "d3": "W", "a5": "T"}
    state = position(Seat(stacks), Seat(), hand="B")
    assert favourite(state) == "place:red:c3"


def test_tokens_that_make_a_tree_together_are_preferred():
    state = position(Seat(), Seat(), spaces="TTL WWB")
    assert favourite(state) == "take:brown+brown+green"


def test_scores_do_not_read_what_the_seat_cannot_know():
    state = position(Seat(offered=["cat", "owl"]), Seat(offered=["deer", "lion"]))
    actions = state.legal_actions(0)
    expected = state.action_scores(0, actions)
    for seed in range(10):
        assert state.determinize(0, seed).action_scores(0, actions) == expected


def test_values_prefer_the_seat_with_more_points():
    ahead, level = Seat({"a1": "TTL", "c1": "TTL"}), Seat({"a1": "TTL"})
    first, second = position(ahead, level).values()
    assert 0.5 < first <= 1.0
    assert abs(first + second - 1.0) < 1e-9
    assert position(level, level).values() == [0.5, 0.5]


def test_progress_rises_from_0_to_1():
    state = HARMONIES.new(seats=2, seed=1)
    assert state.progress() == 0.0
    while state.to_act():
        seat = state.to_act()[0]
        state.apply(seat, state.legal_actions(seat)[0])
    assert state.progress() == 1.0


def placement_against_random(matches):
    """Return the mean placement score of the heuristic against a random player, 2 seats."""
    total = 0.0
    for seed in range(matches):
        state = HARMONIES.new(seats=2, seed=seed)
        chance = stream(seed, "random player")
        own = seed % 2
        while state.to_act():
            seat = state.to_act()[0]
            actions = state.legal_actions(seat)
            choice = chance.below(len(actions))
            if seat == own:
                scores = state.action_scores(seat, actions)
                choice = scores.index(max(scores))
            state.apply(seat, actions[choice])
        total += HARMONIES.outcome(state).payoffs[own]
    return total / matches


def test_the_heuristic_beats_random_play_in_nine_of_ten_matches():
    assert placement_against_random(200) >= 0.9
