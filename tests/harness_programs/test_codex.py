"""Codex itself plays a whole match, on a scripted provider: no account, no key, no network."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ludarena.agents.errors import InvalidSetting
from ludarena.arena.participant import Participant, built_in
from ludarena.arena.presets import protocol_for
from ludarena.arena.runner import RunReport, run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store, read_store
from ludarena.arena.verify import verify
from ludarena.cli.single import single_plan
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.models.limits import Limits
from ludarena.testing.provider import Asked, Fault, Reply, ScriptedProvider, ToolUse

CODEX = Path(os.environ.get("LUDARENA_CODEX", "build/programs/node_modules/.bin/codex")).absolute()
SHORT = {"turn_limit": 2}


def plays(asked: Asked) -> Reply:
    """Look, list, buy the first card that can be had, else do the first thing listed."""
    last = asked.results[-1] if asked.results else ""
    listed = re.search(r"Decision (\d+), \d+ legal actions:", last)
    if not asked.results:
        return Reply(calls=(ToolUse("observe"),))
    if listed is not None:
        ids: list[str] = re.findall(r"^- (\S+): ", last, re.MULTILINE)
        buys = [one for one in ids if one.startswith("buy")]
        action = {"action": (buys or ids)[0], "decision": int(listed[1])}
        return Reply(calls=(ToolUse("act", action),))
    if re.search(r"You owe decision \d+\.", last):
        return Reply(calls=(ToolUse("legal_actions"),))
    return Reply(text="I have made my move.")


def codex(provider: ScriptedProvider, **settings: object) -> Participant:
    return built_in(
        "codex",
        "codex",
        model="openai:scripted-1",
        base_url=provider.base_url("responses"),
        program=str(CODEX),
        **settings,
    )


def match(
    folder: Path, who: Participant, given: dict[str, int], **protocol: object
) -> Callable[..., RunReport]:
    """Freeze a match of Splendor against random; return what plays it."""
    game = load_game("splendor")
    roster = [who, built_in("random", "random")]
    options = resolve(game.id, game.options, given)
    plan = single_plan(game, options, 5, roster, protocol_for(roster, protocol))

    def play(services: Services | None = None) -> RunReport:
        with open_store(folder) as store:
            store.freeze(plan)
            return run_matches(store, services=services)

    return play


@pytest.mark.parametrize(
    ("call", "options"), [("decision", {"target_points": 5}), ("turn", {"turn_limit": 3})]
)
def test_codex_plays_a_match_and_every_token_is_counted(tmp_path, call, options):
    with ScriptedProvider(plays) as provider:
        who = codex(provider)
        report = match(tmp_path / "run", who, options, call=call, decision_seconds=60)()
        served, truth = provider.served(), provider.tokens()
    assert report.complete, report
    with read_store(tmp_path / "run") as reader:
        attempt = reader.current_attempt(reader.matches()[0])
        assert attempt is not None
        results = reader.seat_results(attempt.key)
        calls = reader.calls(attempt.key)
        answers = [one for one in reader.answers(attempt.key) if one.seat == 0]
        assert reader.failed_tries(attempt.key) == []
        assert verify(reader).problems == ()
    if call == "decision":
        assert max(one.score for one in results) >= 5
    assert results[0].stand_in_decisions == 0
    assert [one.act for one in answers] == [None] * len(answers)
    assert all(one.tool_calls == {"act": 1, "legal_actions": 1, "observe": 1} for one in answers)
    assert len(calls) == len(served)
    assert {one["id"] for one in calls} == {one.response_id for one in served}
    assert sum(int(str(one["input_tokens"])) for one in calls) == truth.input
    assert sum(int(str(one["cached_tokens"])) for one in calls) == truth.cached
    assert sum(int(str(one["output_tokens"])) for one in calls) == truth.output


def test_codex_that_only_talks_makes_no_move(tmp_path):
    with ScriptedProvider([Reply(text="I would take three gems.")]) as provider:
        who = codex(provider)
        protocol = {"rethinks": 0, "on_failure": "void", "attempts": 1, "decision_seconds": 60}
        report = match(tmp_path / "run", who, SHORT, **protocol)()
    assert report.finished == 0
    with read_store(tmp_path / "run") as reader:
        failed = reader.failed_tries(reader.attempts(reader.matches()[0])[0].key)
    assert [one.kind for one in failed] == ["empty"]


def test_codex_whose_model_hangs_is_ended_and_plays_on_in_its_session(tmp_path):
    faults: dict[int, Fault | Reply] = {1: Fault(delay_s=600)}
    with ScriptedProvider(plays, faults=faults) as provider:
        who = codex(provider, seconds=8)
        protocol = {"on_failure": "stand_in", "rethinks": 0}
        report = match(tmp_path / "run", who, SHORT, **protocol)()
    assert report.complete, report
    with read_store(tmp_path / "run") as reader:
        attempt = reader.current_attempt(reader.matches()[0])
        assert attempt is not None
        failed = reader.failed_tries(attempt.key)
        result = reader.seat_results(attempt.key)[0]
    assert [(one.number, one.kind) for one in failed] == [(0, "timeout")]
    assert result.stand_in_decisions == 1


def test_budget_ends_the_calls_of_codex_and_of_the_whole_run(tmp_path):
    with ScriptedProvider(plays) as provider:
        who = codex(provider, max_requests=1)
        protocol = {"rethinks": 0, "on_failure": "stand_in"}
        match(tmp_path / "seat", who, SHORT, **protocol)()
        run = match(tmp_path / "run", codex(provider), SHORT, **protocol)
        report = run(Services(limits=Limits(requests=1)))
    with read_store(tmp_path / "seat") as reader:
        failed = reader.failed_tries(reader.attempts(reader.matches()[0])[0].key)
    assert {one.kind for one in failed} == {"budget_exhausted"}
    assert "the budget of the whole run is used up" in report.stopped
    assert report.set_aside == 0 and not report.complete


def test_program_that_is_not_there_is_refused_before_anything_is_stored():
    with pytest.raises(InvalidSetting, match="npm install @openai/codex"):
        built_in("codex", "codex", model="openai:any", program="/nowhere/codex")
