"""The heuristic: what it prefers in plain positions, and that it beats random play."""

import pytest

from ludarena.core.rng import Stream
from ludarena.games.azul import AZUL

from .positions import Board, position


def best(state):
    """Return the ids of the actions that are worth most."""
    seat = state.to_act()[0]
    actions = state.legal_actions(seat)
    worths = state.action_scores(seat, actions)
    assert len(worths) == len(actions)
    return {AZUL.action_id(a) for a, w in zip(actions, worths, strict=True) if w == max(worths)}


def worth(state, action):
    return state.action_scores(state.to_act()[0], [AZUL.action_code(action)])[0]


def test_it_fills_a_line_exactly_rather_than_overfilling_a_smaller_one():
    state = position(offer={"factory-1": "red red red blue"})
    assert worth(state, "draft:factory-1:red:line-3") > worth(state, "draft:factory-1:red:line-2")


def test_it_fills_a_line_rather_than_beginning_a_longer_one():
    state = position(offer={"factory-1": "red red blue blue"})
    assert best(state) <= {"draft:factory-1:red:line-2", "draft:factory-1:blue:line-2"}


def test_it_prefers_the_tile_that_scores_more_beside_others():
    """White in row 2 lies below blue of row 1; black of row 2 lies alone."""
    state = position(
        Board(wall={1: "blue"}), offer={"factory-1": "white white black black"}, marker=1
    )
    assert best(state) == {"draft:factory-1:white:line-2"}


def test_it_counts_tiles_of_lines_that_are_full_but_not_yet_tiled():
    board = Board(lines={1: "blue"})
    state = position(board, offer={"factory-1": "white white black black"}, marker=1)
    assert best(state) == {"draft:factory-1:white:line-2"}


def test_it_prefers_the_tile_that_completes_a_column():
    """White of row 5 joins the four tiles above it: 5 points and column 4."""
    wall = {1: "black", 2: "red", 3: "yellow", 4: "blue"}
    state = position(
        Board(lines={5: "white white white white"}, wall=wall),
        offer={"centre": "white yellow"},
        marker=1,
    )
    assert "draft:centre:white:line-5" in best(state)


def test_it_avoids_the_floor_line_while_a_line_is_open():
    state = position(offer={"factory-1": "red red red red"})
    assert worth(state, "draft:factory-1:red:floor") == -600
    assert best(state) == {"draft:factory-1:red:line-4"}


def test_it_takes_fewer_tiles_when_all_must_fall():
    board = Board(lines={1: "blue", 2: "white", 3: "black", 4: "white", 5: "black"})
    state = position(board, offer={"centre": "red red red yellow"}, marker=1)
    assert best(state) == {"draft:centre:yellow:floor"}


def test_it_takes_the_tiles_that_an_opponent_waits_for():
    """Between equal tiles the red one would finish line 2 of seat 1."""
    state = position(Board(), Board(lines={2: "red"}), offer={"factory-1": "red blue"}, marker=1)
    assert worth(state, "draft:factory-1:red:line-1") > worth(state, "draft:factory-1:blue:line-1")


def test_it_values_the_marker_less_than_its_floor_space():
    state = position(offer={"factory-1": "red blue", "centre": "red"})
    assert (
        worth(state, "draft:factory-1:red:line-1") - worth(state, "draft:centre:red:line-1") == 40
    )


def test_it_chooses_the_column_of_a_grey_wall_that_scores_most():
    board = Board(lines={2: "blue blue"}, wall={1: "- - red - -", 3: "- - white - -"})
    state = position(board, seat=1, offer={"centre": "red"}, marker=0, wall="grey")
    AZUL.play(state, 1, AZUL.action_code("draft:centre:red:line-5"))
    assert best(state) == {"tile:column-3"}


def test_scores_do_not_depend_on_the_draws_to_come():
    state = AZUL.new(seats=3, seed=4)
    actions = state.legal_actions(0)
    scores = state.action_scores(0, actions)
    assert all(state.determinize(0, seed).action_scores(0, actions) == scores for seed in range(5))


def test_standing_of_a_leader_is_above_one_half_and_standings_of_two_add_up_to_one():
    values = position(Board(score=20), Board(score=5)).values()
    assert values[0] == pytest.approx(0.75)  # a lead of 15 points is half way to certain
    assert sum(values) == pytest.approx(1.0)


def test_standings_of_equals_are_one_half():
    assert position(seats=4).values() == [0.5, 0.5, 0.5, 0.5]


def beats_random(matches: int) -> float:
    """Return the mean payoff of the heuristic against one random seat, seats in turn."""
    total = 0.0
    for number in range(matches):
        state = AZUL.new(seats=2, seed=number)
        chance = Stream(number)
        own = number % 2
        while state.to_act():
            seat = state.to_act()[0]
            actions = state.legal_actions(seat)
            action = actions[chance.below(len(actions))]
            if seat == own:
                worths = state.action_scores(seat, actions)
                action = actions[worths.index(max(worths))]
            state.apply(seat, action)
        total += state.payoffs()[own]
    return total / matches


def test_it_beats_random_play():
    assert beats_random(60) >= 0.9
