"""One match of a language model at a scripted provider, stored, and what came of it."""

from __future__ import annotations

import re

from ludarena.arena.participant import built_in
from ludarena.arena.presets import protocol_for
from ludarena.arena.runner import run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store
from ludarena.cli.single import single_plan
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.models.pace import PaceSettings
from ludarena.models.retry import RetryPolicy
from ludarena.testing.provider import Reply, ToolUse
from tests.keys import KEY, KEY_ENV

QUICK = RetryPolicy(tries=3, seconds=10.0, first_pause_s=0.01, longest_pause_s=0.02)
HASTY = {"openai-compatible": PaceSettings(longest_pause_s=0.02)}
__all__ = ["KEY", "Played", "first_listed", "model_at", "plan_of", "play", "services"]


def first_listed(asked):
    """Answer with the first action that the prompt lists, in the way the prompt asks for."""
    found = re.search(r"^- (\S+:\S+): ", asked.user.rpartition("# Your decision")[2], re.MULTILINE)
    action = found[1] if found else "pass"
    if asked.tools:
        return Reply(calls=(ToolUse("act", {"action": action}),))
    return Reply(text=f"The first one will do.\nFinal Answer: {action}", reasoning="Which one?")


def services(**settings):
    return Services(**{"retries": QUICK, "pace": HASTY, **settings})


def model_at(provider, name="model", **settings):
    at = {"base_url": provider.base_url("chat"), "key_env": KEY_ENV}
    return built_in(name, "llm", model="openai-compatible:scripted-1", **{**at, **settings})


def plan_of(roster, *, game="azul", seed=5, options=None, **protocol):
    found = load_game(game)
    given = {"round_limit": 1} if game == "azul" else {"turn_limit": 4}
    options = resolve(found.id, found.options, given if options is None else options)
    return single_plan(found, options, seed, roster, protocol_for(roster, protocol))


class Played:
    """What a store holds after one call of `run_matches`."""

    def __init__(self, folder, plan, offered=None, **how):
        with open_store(folder) as store:
            store.freeze(plan)
            self.report = run_matches(store, services=offered or services(), **how)
            reader = store.reader
            self.match = reader.matches()[0]
            self.attempts = reader.attempts(self.match)
            attempt = reader.current_attempt(self.match)
            if attempt is None:
                raise AssertionError("nothing of the match is stored")
            self.answers = reader.answers(attempt.key)
            self.failed = [
                failed for one in self.attempts for failed in reader.failed_tries(one.key)
            ]
            self.responses = [row for one in self.attempts for row in reader.responses(one.key)]
            self.calls = reader.calls()
            self.results = reader.seat_results(attempt.key)
            self.events = reader.events(attempt.key)


def play(folder, provider, *, against="heuristic", settings=None, offered=None, **protocol):
    roster = [model_at(provider, **(settings or {})), built_in(against, against)]
    return Played(folder, plan_of(roster, **protocol), offered)
