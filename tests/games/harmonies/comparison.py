"""Final positions and what two scorers say of them."""

from __future__ import annotations

import json

from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.sight import sight
from ludarena.core.state import State
from ludarena.games.harmonies import HARMONIES as GAME
from ludarena.testing.policy import PolicyName, choose
from tests.games.harmonies.second_scorer import routes, scores, tie_cubes


def final_position(number: int) -> State:
    """Play a match to its end; seats, options and policy follow from its number."""
    options: dict[str, OptionValue] = {
        "side": "B" if number % 4 == 3 else "A",
        "spirits": "on" if number % 3 else "off",
        "river_length": "from_river_ends" if number % 5 == 0 else "diameter",
        "spirit_cube_in_tiebreak": number % 7 == 0,
    }
    state = GAME.new(seats=2 + number % 3, seed=number, options=options)
    policy: PolicyName = "heuristic" if number % 2 else "random"
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
    assert tie_cubes(view) == [cubes for (cubes,) in outcome.tie_breaks], f"match {number}"
    for seat, player in enumerate(view["players"]):
        own = GAME.score_routes(state, seat, "all")
        assert routes(player, view["options"]) == own, f"match {number}, seat {seat}"
