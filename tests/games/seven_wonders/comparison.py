"""Final positions and what two scorers say of them."""

from __future__ import annotations

import json

from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.sight import sight
from ludarena.core.state import State
from ludarena.games.seven_wonders import SEVEN_WONDERS as GAME
from ludarena.testing.policy import PolicyName, choose
from tests.games.seven_wonders.second_scorer import scores


def final_position(number: int) -> State:
    """Play a match to its end; seats, sides, edition and policy follow from its number."""
    options: dict[str, OptionValue] = {"wonder_sides": "all_b" if number % 3 else "random"}
    if number % 4 == 0:
        options["edition"] = "second"
    state = GAME.new(seats=3 + number % 5, seed=number, options=options)
    policy: PolicyName = "heuristic" if number % 2 else "random"
    chance = stream(number, "second scorer")
    while owing := state.to_act():
        state.apply(owing[0], choose(policy, state, owing[0], chance))
    return state


def agrees(number: int) -> None:
    """Raise `AssertionError` when the scorers disagree about the final position of a match."""
    state = final_position(number)
    view = json.loads(sight(GAME, state, "public").view_json())
    assert scores(view) == list(GAME.outcome(state).scores), f"match {number}"
