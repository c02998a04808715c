"""Final positions and what two scorers say of them."""

from __future__ import annotations

import json

from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.sight import sight
from ludarena.core.state import State
from ludarena.games.carcassonne import CARCASSONNE as GAME
from ludarena.testing.policy import PolicyName, choose
from tests.games.carcassonne.second_scorer import routes

SETTINGS: tuple[dict[str, OptionValue], ...] = (
    {},
    {"field_scoring": "second_edition"},
    {"field_scoring": "first_edition", "two_tile_city": "two"},
    {"fields": "off", "unplaceable": "reshuffle"},
    {"meeples": 8, "two_tile_city": "two"},
)


def final_position(number: int) -> State:
    """Play a match to its end; seats, options and policy follow from its number."""
    state = GAME.new(seats=2 + number // 2 % 4, seed=number, options=SETTINGS[number % 5])
    policy: PolicyName = "heuristic" if number % 2 else "random"
    chance = stream(number, "second scorer")
    while owing := state.to_act():
        state.apply(owing[0], choose(policy, state, owing[0], chance))
    return state


def agrees(number: int) -> None:
    """Raise `AssertionError` when the scorers disagree about the final position of a match."""
    state = final_position(number)
    view = json.loads(sight(GAME, state, "public").view_json())
    found = [GAME.score_routes(state, seat, "all") for seat in range(state.seats)]
    assert routes(view) == found, f"match {number}"
