"""The engine's points against those of a second scorer, written from rules and view alone."""

import json

import pytest

from ludarena.core.rng import stream
from ludarena.core.sight import sight
from ludarena.games.carcassonne import CARCASSONNE as GAME
from ludarena.testing.policy import choose
from tests.games.carcassonne.second_scorer import routes

MATCHES = 50

SETTINGS = (
    {},
    {"field_scoring": "second_edition"},
    {"field_scoring": "first_edition", "two_tile_city": "two"},
    {"fields": "off", "unplaceable": "reshuffle"},
    {"meeples": 8, "two_tile_city": "two"},
)


def final_position(number, policy):
    """Play a match to its end; seats and options follow from its number."""
    state = GAME.new(seats=2 + number % 4, seed=number, options=SETTINGS[number % 5])
    chance = stream(number, "second scorer")
    while owing := state.to_act():
        state.apply(owing[0], choose(policy, state, owing[0], chance))
    return state


@pytest.mark.parametrize("policy", ["random", "heuristic"])
def test_second_scorer_agrees_with_the_engine_on_final_positions(policy):
    for number in range(MATCHES // 2):
        state = final_position(number, policy)
        view = json.loads(sight(GAME, state, "public").view_json())
        found = [GAME.score_routes(state, seat, "all") for seat in range(state.seats)]
        assert routes(view) == found, f"match {number}"
