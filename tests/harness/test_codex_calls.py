"""How Codex is called, with a stand-in for the program: sessions, failures, homes, counts."""

from __future__ import annotations

import pytest

from ludarena.agents.errors import InvalidSetting
from ludarena.arena.participant import built_in
from ludarena.arena.store import read_store
from ludarena.harness.drivers.codex import agent as codex_agent
from ludarena.testing.provider import Fault, Reply, ScriptedProvider
from tests.harness.fake_table import fake_codex, played, seated
from tests.harness.table import RANDOM, match


@pytest.fixture
def program(tmp_path):
    return fake_codex(tmp_path)


def test_first_call_opens_a_session_and_the_next_resumes_it(tmp_path, program):
    table, prompts, tokens = played(tmp_path / "run", program, [Reply(text="act")])
    assert table.report is not None and table.report.complete
    assert table.failed() == []
    assert prompts[0].startswith("You hold seat 0 of a match of Splendor.")
    assert prompts[1].startswith("You owe decision 1:")
    assert all(
        one.endswith("When `act` has accepted your answer, end your reply.") for one in prompts
    )
    with read_store(table.folder) as reader:
        calls = reader.calls()
        verdict = reader.seat_results(reader.attempts(reader.matches()[0])[0].key)[0]
    assert len(calls) == 2
    assert sum(int(str(one["input_tokens"])) for one in calls) == tokens.input
    assert {one["status"] for one in calls} == {"ok"}
    assert verdict.stand_in_decisions == 0


def test_status_of_a_call_that_acted_proves_nothing(tmp_path, program):
    table, _, _ = played(tmp_path / "run", program, [Reply(text="act, then fail")])
    assert table.failed() == []


def test_call_that_may_answer_a_turn_goes_on_while_decisions_are_owed(tmp_path, program):
    turns = 6
    with ScriptedProvider([Reply(text="act on")]) as provider:
        who = seated(program, provider)
        with match(tmp_path / "run", [who, RANDOM], options={"turn_limit": turns}, call="turn"):
            pass
        prompts = [one.asked.user for one in provider.served()]
    with read_store(tmp_path / "run") as reader:
        result = reader.seat_results(reader.attempts(reader.matches()[0])[0].key)[0]
    assert len(prompts) == turns
    assert all("Go on for as long as `act` shows you another decision" in one for one in prompts)
    assert result.engine_decisions > turns, "who holds more than ten tokens returns some"
    assert result.stand_in_decisions == 0


@pytest.mark.parametrize(
    ("reply", "kind", "detail"),
    [
        (Reply(text="talk"), "empty", "the call ended without an act"),
        (Reply(text="crash"), "harness_error", "Codex ended with status 7: it broke"),
        (
            Reply(fault=Fault(status=400)),
            "provider_error",
            "the last model call failed (status 400): ",
        ),
    ],
)
def test_call_without_an_act_fails_in_its_class(tmp_path, program, reply, kind, detail):
    protocol = {"rethinks": 0, "on_failure": "void", "attempts": 1}
    table, _, _ = played(tmp_path / "run", program, [reply], **protocol)
    (failed,) = table.failed()
    assert failed.kind == kind
    assert failed.detail.startswith(detail)
    assert failed.detail.endswith("it called no tool of its seat")


def test_call_that_hangs_is_ended_and_the_session_goes_on(tmp_path, program):
    faults = {1: Fault(delay_s=60)}
    protocol = {"on_failure": "stand_in"}
    table, prompts, _ = played(
        tmp_path / "run",
        program,
        [Reply(text="act")],
        faults=faults,
        settings={"seconds": 6.0},
        **protocol,
    )
    assert [(one.number, one.kind) for one in table.failed()] == [(0, "timeout")]
    assert prompts[-1].startswith("You owe decision 1:")
    assert table.results()[0].stand_in_decisions == 1


def test_second_try_is_asked_for_in_words_of_its_own(tmp_path, program):
    table, prompts, _ = played(
        tmp_path / "run", program, [Reply(text="talk"), Reply(text="act")], rethinks=1
    )
    assert [one.kind for one in table.failed()] == ["empty"]
    assert prompts[1].startswith("Decision 0 is still open")
    assert table.results()[0].stand_in_decisions == 0


def test_budget_of_the_seat_ends_its_calls(tmp_path, program):
    protocol = {"rethinks": 0, "on_failure": "stand_in"}
    table, prompts, _ = played(
        tmp_path / "run", program, [Reply(text="act")], settings={"max_requests": 1}, **protocol
    )
    assert [(one.number, one.kind) for one in table.failed()] == [(1, "budget_exhausted")]
    assert len(prompts) == 1


def test_record_names_program_version_tools_and_prompts(program):
    with ScriptedProvider([Reply()]) as provider:
        who = seated(program, provider, max_requests=5)
    assert (who.harness, who.harness_version) == ("codex", "0.171.0")
    assert who.tools == ("act", "history", "legal_actions", "observe", "rules")
    assert who.prompts is not None and len(who.prompts) == 32
    assert who.budget == {"max_requests": 5}


@pytest.mark.parametrize("model", ["anthropic:any", "openai/chat:any", "embedded:smollm2", "any"])
def test_model_that_codex_cannot_call_is_refused(model):
    with pytest.raises(InvalidSetting, match="a model of the API that Codex speaks, responses"):
        codex_agent(model=model)


def test_program_that_is_no_codex_is_refused():
    with pytest.raises(InvalidSetting, match="npm install @openai/codex"):
        built_in("codex", "codex", model="openai:any", program="/nowhere/codex")
