"""Searches on connect four, where the right move can be seen by eye."""

from __future__ import annotations

import pytest

from benchmarks.connect_four import CONNECT_FOUR
from ludarena.core.state import State
from ludarena.search import SearchError, flat_monte_carlo, follow, greedy, ismcts


def position(columns: str) -> State:
    """Return the position after discs into the columns, numbered from 1."""
    state = CONNECT_FOUR.new(seats=2, seed=0)
    for column in columns:
        CONNECT_FOUR.play(state, state.to_act()[0], int(column) - 1)
    return state


THREE_STACKED = "41414"  # seat 0 has three discs in column 4, seat 1 must close it


def test_ismcts_takes_the_winning_column() -> None:
    result = ismcts(position("414146"), 0, simulations=200, steps=60)
    assert result.action == 3
    assert result.values[3] == 1.0
    assert result.line == ((0, 3),)


@pytest.mark.parametrize("backup", ["max-n", "paranoid"])
def test_ismcts_blocks_the_losing_column(backup) -> None:
    state = position(THREE_STACKED)
    assert ismcts(state, 1, simulations=400, steps=60, backup=backup).action == 3


def test_flat_monte_carlo_and_greedy_take_the_winning_column() -> None:
    state = position("414146")
    assert flat_monte_carlo(state, 0, simulations=70, steps=60).action == 3
    assert greedy(state, 0).action == 3


def test_flat_monte_carlo_tries_every_action_equally_often() -> None:
    result = flat_monte_carlo(position(""), 0, simulations=70, steps=5)
    assert result.visits == dict.fromkeys(range(7), 10)
    assert result.steps == 70 * 5


def test_a_search_step_is_one_decision_in_tree_or_rollout() -> None:
    result = ismcts(position(""), 0, simulations=50, steps=18, rollout="uniform")
    assert result.simulations == 50
    assert 50 * 7 < result.steps <= 50 * 18  # no game of four in a line ends before 7 discs


def test_rollout_steps_only_leaves_the_tree_out_of_the_count() -> None:
    state = position("")
    bounded = ismcts(state, 0, simulations=200, steps=1, rollout="uniform")
    assert bounded.steps == 200
    free = ismcts(state, 0, simulations=200, steps=1, rollout="uniform", rollout_steps_only=True)
    assert free.steps > 200


def test_visits_of_the_root_add_up_to_the_simulations() -> None:
    result = ismcts(position("44"), 0, simulations=123, steps=18)
    assert sum(result.visits.values()) == 123
    assert result.visits[result.action] == max(result.visits.values())


def test_equal_seeds_give_equal_searches_and_other_seeds_others() -> None:
    state = position("44")
    first = ismcts(state, 0, simulations=100, steps=18, seed=5, rollout="uniform")
    again = ismcts(state, 0, simulations=100, steps=18, seed=5, rollout="uniform")
    other = ismcts(state, 0, simulations=100, steps=18, seed=6, rollout="uniform")
    assert (first.visits, first.values, first.line) == (again.visits, again.values, again.line)
    assert first.values != other.values


def test_a_search_leaves_the_state_as_it_is() -> None:
    state = position("4433")
    before = state.encode()
    ismcts(state, 0, simulations=50, steps=18)
    flat_monte_carlo(state, 0, simulations=50, steps=18)
    assert state.encode() == before


def test_widening_keeps_the_root_narrow() -> None:
    state = position("")
    narrow = ismcts(state, 0, simulations=16, steps=18, widening=0.5)
    # after n visits at most ceil(0.5 * sqrt(n)) children: ceil(0.5 * 4) = 2
    assert len(narrow.visits) == 2
    assert len(ismcts(state, 0, simulations=16, steps=18).visits) == 7


def test_a_tree_can_be_searched_on() -> None:
    state = position("")
    first = ismcts(state, 0, simulations=100, steps=18)
    more = ismcts(state, 0, simulations=100, steps=18, seed=1, tree=first.tree)
    assert sum(more.visits.values()) == 200


def test_a_subtree_is_followed_by_moves_and_searched_on() -> None:
    result = ismcts(position(""), 0, simulations=300, steps=18)
    (_, mine), (_, theirs) = result.line[:2]
    assert result.tree is not None
    subtree = follow(result.tree, [(0, mine), (1, theirs)])
    assert subtree is not None
    held = sum(int(node.visits) for node in subtree.children)
    assert held > 0
    state = position(f"{mine + 1}{theirs + 1}")
    later = ismcts(state, 0, simulations=50, steps=18, tree=subtree)
    assert sum(later.visits.values()) == held + 50
    assert follow(result.tree, [(1, mine)]) is None


def test_a_time_limit_cuts_and_says_so() -> None:
    result = ismcts(position(""), 0, simulations=10_000_000, steps=18, seconds=0.01)
    assert result.cut
    assert 1 <= result.simulations < 10_000_000


def test_a_finished_match_cannot_be_searched() -> None:
    state = position("4141414")
    with pytest.raises(SearchError, match="the match is over"):
        ismcts(state, 0)


def test_a_seat_that_owes_nothing_cannot_be_searched_for() -> None:
    for search in (ismcts, flat_monte_carlo, greedy):
        with pytest.raises(SearchError, match="seat 1 owes no decision"):
            search(position(""), 1)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"simulations": 0}, "simulations must be 1 or more, not 0"),
        ({"simulations": -3}, "simulations must be 1 or more, not -3"),
        ({"steps": 0}, "steps must be 1 or more, not 0"),
        ({"seconds": 0.0}, "no simulation would be run"),
        ({"seconds": -1.0}, "no simulation would be run"),
        ({"epsilon": 1.5}, "epsilon must be 0 to 1"),
        ({"exploration": -1.0}, "must be 0 or more"),
        ({"rollout": "clever"}, "rollout cannot be 'clever'; it takes uniform or guided"),
        ({"backup": "minimax"}, "backup cannot be 'minimax'"),
    ],
)
def test_bad_limits_are_refused(limits, message) -> None:
    with pytest.raises(SearchError, match=message):
        ismcts(position(""), 0, **limits)
