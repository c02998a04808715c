"""Search players: settings, rationale, and that they see nothing hidden."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import ludarena
from ludarena.agents.controller import Reply, Request
from ludarena.agents.errors import InvalidSetting
from ludarena.agents.registry import build_agent
from ludarena.core.rng import stream
from ludarena.core.state import State
from ludarena.search import ismcts


def splendor_in_play(decisions: int, seed: int = 4) -> State:
    """Return a random Splendor position of three seats with hidden reservations."""
    game = ludarena.load_game("splendor")
    state = game.new(seats=3, seed=seed)
    chance = stream(seed, "walk")
    for _ in range(decisions):
        seat = state.to_act()[0]
        legal = state.legal_actions(seat)
        blind = [a for a in legal if game.action_id(a).startswith("reserve-deck")]
        options = blind or legal
        state.apply(seat, options[chance.below(len(options))])
    return state


def why(reply: Reply) -> Any:
    """Return the rationale, untyped for looking into it."""
    return reply.rationale


def ask(kind: str, state: State, **settings) -> Reply:
    seat = state.to_act()[0]
    request = Request(
        game=ludarena.load_game("splendor"),
        position=state.determinize(seat, 0),
        seat=seat,
        number=0,
        seed=11,
        legal_actions=state.legal_actions(seat),
    )
    return asyncio.run(build_agent(kind, settings).decide(request))


def test_ismcts_sees_nothing_hidden() -> None:
    state = splendor_in_play(12)
    seat = state.to_act()[0]
    truth = ismcts(state, seat, simulations=200, seed=3)
    for redraw in range(5):
        twin = state.determinize(seat, redraw)
        assert twin.encode() != state.encode()
        found = ismcts(twin, seat, simulations=200, seed=3)
        assert (found.visits, found.values, found.line) == (truth.visits, truth.values, truth.line)


@pytest.mark.parametrize("kind", ["ismcts", "flat"])
def test_the_rationale_holds_visits_values_and_the_line(kind) -> None:
    state = splendor_in_play(3)
    reply = ask(kind, state, simulations=60)
    game = ludarena.load_game("splendor")
    assert reply.action is not None
    actions = why(reply)["actions"]
    assert sum(visits for _, visits, _ in actions) == 60
    assert all(0 <= value <= 1 for _, _, value in actions)
    assert why(reply)["line"][0] == [state.to_act()[0], game.action_id(reply.action)]
    assert why(reply)["simulations"] == 60


def test_equal_requests_get_equal_replies() -> None:
    state = splendor_in_play(5)
    for kind in ("ismcts", "flat", "greedy"):
        settings: dict = {} if kind == "greedy" else {"simulations": 50}
        assert ask(kind, state, **settings) == ask(kind, state, **settings)


def test_a_tree_is_not_reused_after_others_decided() -> None:
    game = ludarena.load_game("splendor")
    state = game.new(seats=2, seed=1)
    agent = build_agent("ismcts", {"simulations": 40, "reuse": True})

    def decide(seat: int, number: int) -> Any:
        request = Request(
            game=game,
            position=state.determinize(seat, 0),
            seat=seat,
            number=number,
            seed=number,
            legal_actions=state.legal_actions(seat),
        )
        reply = asyncio.run(agent.decide(request))
        assert reply.action is not None
        state.apply(seat, reply.action)
        return why(reply)["actions"]

    first = decide(0, 0)
    assert sum(visits for _, visits, _ in first) == 40
    rival = state.legal_actions(1)
    state.apply(1, rival[0])
    later = decide(0, 1)
    assert sum(visits for _, visits, _ in later) == 40


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"simulations": 0}, "integer of 1 or more"),
        ({"simulations": 2.5}, "integer of 1 or more"),
        ({"steps": -1}, "integer of 1 or more"),
        ({"seconds": 0}, "seconds above 0"),
        ({"rollout": "clever"}, "guided or uniform"),
        ({"backup": "minimax"}, "max-n or paranoid"),
        ({"reuse": 1}, "true or false"),
    ],
)
def test_bad_settings_are_refused(settings, message) -> None:
    with pytest.raises(InvalidSetting, match=message):
        build_agent("ismcts", settings)
