"""Final positions and what two scorers say of them."""

from __future__ import annotations

import json

from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.sight import sight
from ludarena.core.state import State
from ludarena.games.century import CENTURY as GAME
from ludarena.testing.policy import PolicyName, choose
from tests.games.century.second_scorer import called_the_end, ranks, scores


def final_position(number: int) -> State:
    """Play a match to its end; seats, options and policy follow from its number."""
    options: dict[str, OptionValue] = {"tie": "latest_seat" if number % 3 else "shared"}
    if number % 7 == 0:
        options["turn_limit"] = 40
    state = GAME.new(seats=2 + number % 4, seed=number, options=options)
    policy: PolicyName = "random" if number % 5 == 0 else "heuristic"
    chance = stream(number, "second scorer")
    while owing := state.to_act():
        state.apply(owing[0], choose(policy, state, owing[0], chance))
    return state


def agrees(number: int) -> None:
    """Raise `AssertionError` when the scorers disagree about the final position of a match."""
    state = final_position(number)
    view = json.loads(sight(GAME, state, "public").view_json())
    outcome = GAME.outcome(state)
    assert scores(view) == list(outcome.scores), f"match {number}"
    assert ranks(view) == list(outcome.ranks), f"match {number}"
    assert called_the_end(view) == (outcome.ended_by == "rules"), f"match {number}"
