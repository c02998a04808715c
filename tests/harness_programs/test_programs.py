"""Each program plays whole matches on a scripted provider: no account, no key, no network."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from ludarena.arena.ledger_check import compared
from ludarena.arena.participant import built_in
from ludarena.arena.store import read_store
from ludarena.arena.verify import verify
from ludarena.testing.provider import Asked, Reply, ScriptedProvider, ToolUse
from tests.harness_programs.installed import (
    MODULES,
    failed_tries,
    frozen,
    match,
    plays,
    results,
    seated,
)

KINDS = tuple(MODULES)
LOOKS = {"act": 1, "legal_actions": 1, "observe": 1}


def remembers(asked: Asked) -> bool:
    """Return whether a request for decision 1 holds the conversation about decision 0."""
    return "You hold seat" in json.dumps(asked.body)


@pytest.mark.parametrize("kind", KINDS)
def test_second_decision_is_made_in_the_session_of_the_first(tmp_path, kind):
    with ScriptedProvider(plays) as provider:
        who = seated(kind, provider)
        report = match(tmp_path / "run", who, on_failure="stand_in", rethinks=0)()
        served, truth = provider.served(), provider.tokens()
    assert failed_tries(tmp_path / "run") == []
    assert report.complete, report
    assert len(served) == 8, "three tools and an end, twice: no hidden call"
    assert all(remembers(one.asked) for one in served)
    assert "untried" not in who.harness_version
    with read_store(tmp_path / "run") as reader:
        attempt = reader.current_attempt(reader.matches()[0])
        assert attempt is not None
        calls = reader.calls(attempt.key)
        answers = [one for one in reader.answers(attempt.key) if one.seat == 0]
        (own,) = compared(reader)
        assert verify(reader).problems == ()
    assert [dict(one.tool_calls) for one in answers] == [LOOKS, LOOKS]
    assert len(calls) == len(served)
    for name, count in (
        ("input_tokens", truth.input),
        ("cached_tokens", truth.cached),
        ("output_tokens", truth.output),
    ):
        assert sum(int(str(one[name])) for one in calls) == count
    assert own.verdict == "equal", own
    assert not list((tmp_path / "run").glob("homes/*")), "no home is left"


_SUM: dict[str, object] = {"command": "expr 40 + 2 && pwd", "description": "add"}
SHELLS: dict[str, tuple[str, dict[str, object]]] = {
    "codex": ("exec_command", {"cmd": "expr 40 + 2 && pwd"}),
    "opencode": ("bash", _SUM),
    "qwen-code": ("run_shell_command", {**_SUM, "is_background": False}),
    "dsh": ("bash", _SUM),
    "claude-code": ("Bash", _SUM),
    "gemini-cli": ("run_shell_command", _SUM),
}


@pytest.mark.parametrize("kind", KINDS)
def test_own_shell_is_left_on_where_the_participant_says_so(tmp_path, kind):
    name, arguments = SHELLS[kind]

    def script(asked: Asked) -> Reply:
        if asked.results:
            return plays(replace(asked, results=asked.results[1:]))
        return Reply(calls=(ToolUse(name, arguments),))

    with ScriptedProvider(script) as provider:
        who = seated(kind, provider, tools="own")
        match(tmp_path / "run", who, {"turn_limit": 1}, on_failure="stand_in", rethinks=0)()
        answers = [one.asked.results[0] for one in provider.served() if one.asked.results]
    assert failed_tries(tmp_path / "run") == []
    assert re.search(r"\b42\b", answers[0]) and "/home/seat/work" in answers[0], answers[0]


def test_codex_against_claude_code_and_a_search(tmp_path):
    with ScriptedProvider(plays) as provider:
        roster = [
            seated("codex", provider),
            built_in("search", "ismcts", simulations=64),
            seated("claude-code", provider),
        ]
        options = {"target_points": 5}
        play = frozen(tmp_path / "run", roster, options, call="turn", on_failure="void", attempts=1)
        report = play()
        served, truth = provider.served(), provider.tokens()
    assert report.complete, report
    seats = results(tmp_path / "run")
    assert max(one.score for one in seats) >= 5
    assert [one.stand_in_decisions for one in seats] == [0, 0, 0]
    with read_store(tmp_path / "run") as reader:
        calls = reader.calls()
        assert {one.verdict for one in compared(reader)} == {"equal"}
        assert verify(reader).problems == ()
    assert len(calls) == len(served)
    assert sum(int(str(one["input_tokens"])) for one in calls) == truth.input
    assert sum(int(str(one["output_tokens"])) for one in calls) == truth.output
