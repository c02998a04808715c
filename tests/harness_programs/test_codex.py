"""Codex itself plays a whole match, on a scripted provider: no account, no key, no network."""

from __future__ import annotations

import pytest

from ludarena.agents.errors import InvalidSetting
from ludarena.arena.participant import Participant, built_in
from ludarena.arena.services import Services
from ludarena.arena.store import read_store
from ludarena.arena.verify import verify
from ludarena.models.limits import Limits
from ludarena.testing.provider import Fault, Reply, ScriptedProvider
from tests.harness_programs.installed import SHORT, match, plays, seated


def codex(provider: ScriptedProvider, **settings: object) -> Participant:
    return seated("codex", provider, **settings)


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
