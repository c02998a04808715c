"""Searching in the slice: sealed choices, private hands, deep turns."""

import pytest

from ludarena.core.rng import stream
from ludarena.games.wingspan import WINGSPAN_SLICE as GAME
from ludarena.search import ismcts


def moved_on(seats: int, seed: int, decisions: int):
    """Return a match after so many random decisions."""
    state = GAME.new(seats=seats, seed=seed)
    chance = stream(seed, "walk")
    for _ in range(decisions):
        seat = state.to_act()[0]
        legal = state.legal_actions(seat)
        state.apply(seat, legal[chance.below(len(legal))])
    return state


@pytest.mark.parametrize("seats", GAME.seats)
def test_last_seat_of_a_sealed_block_searches_all_its_answers(seats):
    # The lanes of the other seats could take all 18 steps of a simulation.
    state = GAME.new(seats=seats, seed=3)
    found = ismcts(state, seats - 1, simulations=64, seed=1)
    assert sorted(found.visits) == state.legal_actions(seats - 1)
    assert sum(found.visits.values()) == 64


def test_search_does_not_notice_that_another_seat_has_answered():
    state = GAME.new(seats=2, seed=3)
    before = ismcts(state, 1, simulations=64, seed=1)
    while 0 in state.to_act():
        state.apply(0, state.legal_actions(0)[0])
    after = ismcts(state, 1, simulations=64, seed=1)
    assert (after.visits, after.values) == (before.visits, before.values)


@pytest.mark.parametrize("decisions", [20, 23, 26])
def test_search_sees_nothing_hidden(decisions):
    state = moved_on(2, 8, decisions)
    (seat,) = state.to_act()
    true = ismcts(state, seat, simulations=64, seed=1)
    redrawn = ismcts(state.determinize(seat, 5), seat, simulations=64, seed=1)
    assert true.visits == redrawn.visits
    assert true.values == redrawn.values
