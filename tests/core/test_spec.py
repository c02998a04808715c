"""The specification says enough to check views and actions and to compute placement."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest

import ludarena
from ludarena.core.rng import stream
from ludarena.core.schema import schema_of
from ludarena.core.sight import sight
from ludarena.core.spec import placement_from
from ludarena.core.view import plain

MATCHES = 100
VIEW_EVERY = 7
"""At every how many decisions a view is checked; one takes several milliseconds."""


@pytest.mark.parametrize("name", ludarena.game_ids())
def test_views_and_ids_of_play_fit_the_specification(name) -> None:
    game = ludarena.load_game(name)
    spec = json.loads(json.dumps(game.spec()))
    validator = jsonschema.Draft202012Validator(spec["observation"])
    validator.check_schema(spec["observation"])
    patterns = [re.compile(kind["pattern"]) for kind in spec["actions"]]
    for seats in game.seats:
        state = game.new(seats=seats, seed=seats)
        chance = stream(seats, "spec")
        number = 0
        while owing := state.to_act():
            if number % VIEW_EVERY == 0:
                validator.validate(json.loads(sight(game, state, owing[0]).view_json()))
            legal = state.legal_actions(owing[0])
            for action in legal:
                name = game.action_id(action)
                assert sum(bool(one.fullmatch(name)) for one in patterns) == 1
            state.apply(owing[0], legal[chance.below(len(legal))])
            number += 1
        for at in ("public", "all"):
            validator.validate(plain(sight(game, state, at).view))


@pytest.mark.parametrize("name", ludarena.game_ids())
def test_placement_and_reward_follow_from_specification_and_final_view(name) -> None:
    game = ludarena.load_game(name)
    spec = json.loads(json.dumps(game.spec()))
    for seed in range(MATCHES):
        state = game.new(seats=game.seats[seed % len(game.seats)], seed=seed)
        chance = stream(seed, "placement")
        while owing := state.to_act():
            legal = state.legal_actions(owing[0])
            state.apply(owing[0], legal[chance.below(len(legal))])
        ranks, rewards = placement_from(spec, json.loads(sight(game, state, "all").view_json()))
        outcome = game.outcome(state)
        assert tuple(ranks) == outcome.ranks
        assert tuple(rewards) == pytest.approx(outcome.payoffs)


def test_caps_are_marked_among_the_options() -> None:
    spec = json.loads(json.dumps(ludarena.load_game("century").spec()))
    limits = {one["name"]: one["cap"] for one in spec["options"] if "cap" in one}
    assert limits == {"end_cards": False, "caravan_limit": False, "turn_limit": True}


def test_a_view_that_holds_a_list_has_no_schema() -> None:
    from dataclasses import make_dataclass

    with pytest.raises(TypeError, match="a view may not hold"):
        schema_of(make_dataclass("Careless", [("cards", list)], frozen=True))


def test_two_sided_tie_shares_ranks_and_rewards() -> None:
    spec: Any = {"placement": {"keys": [{"name": "score", "higher_wins": True}]}}
    view: Any = {"players": [{"score": 5}, {"score": 9}, {"score": 5}]}
    # places 2 and 3 are shared: mean rank 2.5, so (3 - 2.5) / 2
    assert placement_from(spec, view) == ([2, 1, 2], [0.25, 1.0, 0.25])


def test_a_key_that_falls_wins_with_the_lower_number() -> None:
    keys: Any = [{"name": "score", "higher_wins": True}, {"name": "cards", "higher_wins": False}]
    view: Any = {"players": [{"score": 15, "cards": 9}, {"score": 15, "cards": 8}]}
    assert placement_from({"placement": {"keys": keys}}, view) == ([2, 1], [0.0, 1.0])
