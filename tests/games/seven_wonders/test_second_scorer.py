"""The engine's points against those of a second scorer, written from rules and view alone."""

import json

import pytest

from ludarena.core.rng import stream
from ludarena.core.sight import sight
from ludarena.games.seven_wonders import SEVEN_WONDERS as GAME
from tests.games.seven_wonders.second_scorer import scores

MATCHES = 50


def final_position(number, guided):
    """Play a match to its end; seats, sides and edition follow from its number."""
    seats = 3 + number % 5
    options = {"wonder_sides": "all_b" if number % 2 else "random"}
    if number % 4 == 0:
        options["edition"] = "second"
    state = GAME.new(seats=seats, seed=number, options=options)
    chance = stream(number, "second scorer")
    while owing := state.to_act():
        actions = state.legal_actions(owing[0])
        action = actions[chance.below(len(actions))]
        if guided and chance.below(10):
            worths = state.action_scores(owing[0], actions)
            action = actions[worths.index(max(worths))]
        state.apply(owing[0], action)
    return state


@pytest.mark.parametrize("guided", [False, True])
def test_second_scorer_agrees_with_the_engine_on_final_positions(guided):
    for number in range(MATCHES // 2):
        state = final_position(number, guided)
        view = json.loads(sight(GAME, state, "public").view_json())
        assert scores(view) == list(GAME.outcome(state).scores), f"match {number}"
