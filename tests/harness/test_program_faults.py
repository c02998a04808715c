"""What goes wrong with a program: each fault recorded in its class, none hurts the match."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from ludarena.agents.errors import InvalidSetting
from ludarena.arena.presets import protocol_for
from ludarena.arena.runner import run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store
from ludarena.cli.single import single_plan
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.harness import home as homes
from ludarena.harness import program as program_module
from ludarena.models.gateway import Gateway
from ludarena.testing.provider import Asked, Fault, Reply, ScriptedProvider
from tests.harness.fake_table import fake_codex, played, seated
from tests.harness.table import RANDOM, SHORT
from tests.harness.test_process import ended

GAME = load_game("splendor")
STAND_IN: dict[str, object] = {"on_failure": "stand_in", "rethinks": 0}


def test_no_model_call_goes_out_before_the_program_has_its_tools(tmp_path):
    blind = fake_codex(tmp_path, "export FAKE_BLIND=1")
    table, prompts, _ = played(tmp_path / "run", blind, [Reply(text="act")], **STAND_IN)
    assert prompts == [], "nothing was paid"
    assert {one.kind for one in table.failed()} == {"harness_error"}
    assert all("it never asked for the tools of its seat" in one.detail for one in table.failed())
    assert table.results()[0].stand_in_decisions == 2


@pytest.mark.parametrize("part", ["seat_answers", "gateway_answers"])
def test_seat_or_gateway_that_does_not_answer_is_told_before_anything_is_paid(
    tmp_path, monkeypatch, part
):
    async def silent(_address):
        return False

    monkeypatch.setattr(program_module, part, silent)
    table, prompts, _ = played(tmp_path / "run", fake_codex(tmp_path), [Reply()], **STAND_IN)
    assert prompts == []
    assert {one.kind for one in table.failed()} == {"harness_error"}
    assert "does not answer" in table.failed()[0].detail


def test_config_that_the_program_rejects_is_told_in_its_own_words(tmp_path):
    strict = fake_codex(tmp_path, '[ "$1" = exec ] && echo "unknown key: apps" >&2 && exit 2')
    table, prompts, _ = played(tmp_path / "run", strict, [Reply(text="act")], **STAND_IN)
    assert prompts == []
    failed = table.failed()[0]
    assert failed.kind == "harness_error"
    assert failed.detail.startswith("Codex ended with status 2: unknown key: apps")


def test_home_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    def full(_kept: Path | None) -> homes.Home:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(program_module, "enter", full)
    table, prompts, _ = played(tmp_path / "run", fake_codex(tmp_path), [Reply()], **STAND_IN)
    assert prompts == []
    failed = table.failed()[0]
    assert failed.kind == "harness_error"
    assert failed.detail == "Codex cannot be started: [Errno 28] No space left on device"


def test_program_that_writes_a_hundred_megabytes_is_ended(tmp_path):
    program = fake_codex(tmp_path)
    replies = [Reply(text="flood"), Reply(text="act")]
    table, _, _ = played(tmp_path / "run", program, replies, **STAND_IN)
    (failed,) = table.failed()
    assert failed.kind == "harness_error"
    assert failed.detail.startswith("Codex wrote more than 64 MiB or 200,000 lines and was ended")
    assert table.results()[0].stand_in_decisions == 1


def test_child_that_a_program_leaves_behind_is_ended(tmp_path):
    child = tmp_path / "child"
    program = fake_codex(tmp_path, f'[ "$1" = exec ] && cd {tmp_path}')
    table, _, _ = played(tmp_path / "run", program, [Reply(text="act, then fork")], **STAND_IN)
    assert table.failed() == []
    assert ended(int(child.read_text()))


def test_session_that_is_gone_is_told_and_the_next_call_opens_another(tmp_path):
    program = fake_codex(tmp_path)
    replies = [Reply(text="act, then lose"), Reply(text="act")]
    table, prompts, _ = played(
        tmp_path / "run", program, replies, on_failure="stand_in", rethinks=1
    )
    (failed,) = table.failed()
    assert (failed.number, failed.kind) == (1, "harness_error")
    assert failed.detail.startswith("Codex cannot be started: its session 0000")
    assert len(prompts) == 2
    assert table.results()[0].stand_in_decisions == 0


def test_provider_that_rejects_the_key_stops_the_run(tmp_path):
    faults = {1: Fault(status=401)}
    table, _, _ = played(tmp_path / "run", fake_codex(tmp_path), [Reply()], faults=faults)
    assert table.report is not None
    assert "rejects the request: status 401" in table.report.stopped
    assert table.failed() == []


@pytest.mark.parametrize(
    ("version", "recorded"), [("0.171.0", "0.171.0"), ("1.2.3", "1.2.3 (untried)")]
)
def test_version_that_was_never_tried_is_recorded(tmp_path, version, recorded):
    program = fake_codex(tmp_path, f"export FAKE_VERSION={version}")
    with ScriptedProvider([Reply()]) as provider:
        assert seated(program, provider).harness_version == recorded


def test_version_that_was_never_tried_is_warned_of_before_the_first_match(tmp_path):
    said: list[str] = []
    program = fake_codex(tmp_path, "export FAKE_VERSION=9.9.9")
    with ScriptedProvider([Reply()]) as provider:
        who = seated(program, provider)
        Services(announce=said.append).check([who, RANDOM])
    assert "codex: codex 9.9.9 (untried): ludarena was never tried with this version" in said[-1]


@pytest.mark.parametrize(
    ("version", "told"),
    [
        ("0.170.9", "Codex 0.171.0 or newer, this is 0.170.9: npm install @openai/codex"),
        ("dev", "an executable that tells its version, not 'codex-cli dev'"),
    ],
)
def test_version_that_is_too_old_or_none_is_refused(tmp_path, version, told):
    program = fake_codex(tmp_path, f"export FAKE_VERSION={version}")
    with ScriptedProvider([Reply()]) as provider, pytest.raises(InvalidSetting) as refused:
        seated(program, provider)
    assert told in str(refused.value)


def test_ways_of_a_match_end_with_it(tmp_path, monkeypatch):
    """Neither the gateway keeps its seat open, nor is a home left."""
    opened: list[Gateway] = []
    begin = Gateway.__init__

    def noted(self: Gateway, *given: object, **named: object) -> None:
        begin(self, *given, **named)  # type: ignore[arg-type]
        opened.append(self)

    monkeypatch.setattr(Gateway, "__init__", noted)
    table, _, _ = played(tmp_path / "run", fake_codex(tmp_path), [Reply(text="act")])
    assert table.report is not None and table.report.complete
    (gateway,) = opened
    assert gateway._seats == {}
    assert not list((tmp_path / "run").glob("homes*"))


def test_match_beside_that_of_a_broken_program_is_not_hurt(tmp_path):
    """The broken one leaves a child, writes without end, and would end with status 3."""
    breaking = '[ "$1" = exec ] && { (setsid sleep 600 &); yes "{}" | head -c 100000000; exit 3; }'
    broken = fake_codex(tmp_path, breaking, name="broken")
    with ScriptedProvider([Reply(text="act")]) as provider:
        good = seated(fake_codex(tmp_path), provider, name="good")
        bad = seated(broken, provider, name="bad")
        people = [good, bad, RANDOM]
        options = resolve(GAME.id, GAME.options, SHORT)
        plan = single_plan(GAME, options, 5, people[1:], protocol_for(people, STAND_IN))
        beside = replace(plan.cells[0], index=1, roster=("good", "random"))
        plan = replace(plan, participants=tuple(people), cells=(plan.cells[0], beside))
        with open_store(tmp_path / "run") as store:
            store.freeze(plan)
            report = run_matches(store, concurrency=2)
            reader = store.reader
            failed = {
                match.cell.roster[0]: [
                    one.kind
                    for attempt in reader.attempts(match)
                    for one in reader.failed_tries(attempt.key)
                ]
                for match in reader.matches()
            }
    assert report.complete and report.faults == ()
    assert failed == {"bad": ["harness_error", "harness_error"], "good": []}


_GO_ON = """
import sys
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store
with open_store(sys.argv[1]) as store:
    run_matches(store)
"""


def test_match_of_a_killed_arena_goes_on_in_its_session(tmp_path):
    """What the killed arena left running is ended before another call begins."""
    asked = threading.Event()

    def script(request: Asked) -> Reply:
        if request.number == 2:
            asked.set()
            arena.wait()
        return Reply(text="act")

    with ScriptedProvider(script) as provider:
        who = seated(fake_codex(tmp_path), provider)
        protocol = protocol_for([who, RANDOM], STAND_IN)
        with open_store(tmp_path / "run") as store:
            roster = [who, RANDOM]
            store.freeze(
                single_plan(GAME, resolve(GAME.id, GAME.options, SHORT), 5, roster, protocol)
            )
        arena = subprocess.Popen([sys.executable, "-c", _GO_ON, str(tmp_path / "run")])
        assert asked.wait(60)
        os.kill(arena.pid, signal.SIGKILL)
        arena.wait()
        (record,) = (tmp_path / "run").glob("homes/*/*.json")
        kept = json.loads(record.read_text())
        with open_store(tmp_path / "run") as store:
            report = run_matches(store)
        prompts = [one.asked.user for one in provider.served()]
    assert report.complete
    assert kept["session"].startswith("0000")
    assert prompts[-1].startswith("You owe decision 1:"), "not 'You hold seat': it is known"
