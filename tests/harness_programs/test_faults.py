"""What becomes of each program's call when model, seat or time fail it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading

import pytest

from ludarena.arena.runner import RunReport, run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store
from ludarena.harness import program
from ludarena.harness.driver import Stay
from ludarena.models.retry import RetryPolicy
from ludarena.testing.provider import Asked, Fault, Reply, ScriptedProvider
from tests.harness_programs.installed import (
    MODULES,
    failed_tries,
    match,
    plays,
    results,
    seated,
)

KINDS = tuple(MODULES)
ONCE = {"turn_limit": 1}
FEW = RetryPolicy(tries=2, first_pause_s=0.1)
ALWAYS = range(1, 200)


def played(folder, kind, faults, options=ONCE, **settings) -> tuple[RunReport, int]:
    """Play a match; return its report and how many requests reached the provider."""
    with ScriptedProvider(plays, faults=faults) as provider:
        who = seated(kind, provider, **settings)
        play = match(folder, who, options, on_failure="stand_in", rethinks=0)
        report = play(Services(retries=FEW))
        return report, len(provider.served())


@pytest.mark.parametrize("kind", KINDS)
def test_rate_limit_is_waited_for_by_the_gateway(tmp_path, kind):
    report, _ = played(tmp_path / "run", kind, {2: Fault(status=429, retry_after_s=0.5)})
    assert report.complete
    assert failed_tries(tmp_path / "run") == []


@pytest.mark.parametrize("kind", KINDS)
def test_provider_that_fails_for_good_is_a_provider_error(tmp_path, kind):
    report, served = played(tmp_path / "run", kind, dict.fromkeys(ALWAYS, Fault(status=500)))
    assert report.complete
    (failed,) = failed_tries(tmp_path / "run")
    assert failed.kind == "provider_error", failed
    assert "status 500" in failed.detail
    assert results(tmp_path / "run")[0].stand_in_decisions == 1
    assert served <= 8, "a program that never gives up is ended"


@pytest.mark.parametrize("kind", KINDS)
def test_stream_that_breaks_off_once_costs_no_decision(tmp_path, kind):
    report, _ = played(tmp_path / "run", kind, {2: Fault(cut_after=2)})
    assert report.complete
    assert failed_tries(tmp_path / "run") == []


@pytest.mark.parametrize("kind", KINDS)
def test_rejected_key_stops_the_run_and_keeps_the_match(tmp_path, kind):
    report, served = played(tmp_path / "run", kind, dict.fromkeys(ALWAYS, Fault(status=401)))
    assert not report.complete and report.set_aside == 0
    assert "rejects the request: status 401" in report.stopped
    assert served <= 2


@pytest.mark.parametrize("kind", KINDS)
def test_model_that_hangs_is_a_timeout_and_the_program_plays_on(tmp_path, kind):
    report, _ = played(
        tmp_path / "run", kind, {1: Fault(delay_s=600)}, {"turn_limit": 2}, seconds=45
    )
    assert report.complete
    assert [(one.number, one.kind) for one in failed_tries(tmp_path / "run")] == [(0, "timeout")]
    assert results(tmp_path / "run")[0].stand_in_decisions == 1


@pytest.mark.parametrize("kind", KINDS)
def test_program_that_cannot_reach_its_seat_pays_for_nothing(tmp_path, kind, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]

    class Astray(Stay):
        """What a program is told, with a seat where nobody listens."""

        def __init__(self, **given):
            super().__init__(**{**given, "seat_url": f"http://127.0.0.1:{port}/mcp"})

    monkeypatch.setattr(program, "Stay", Astray)
    report, served = played(tmp_path / "run", kind, {}, seconds=90)
    assert report.complete
    (failed,) = failed_tries(tmp_path / "run")
    assert failed.kind == "harness_error", failed
    assert "it never asked for the tools of its seat" in failed.detail
    assert served == 0


_RUN = "import sys; from tests.harness_programs.test_faults import go_on; go_on(sys.argv[1])"


def go_on(folder: str) -> None:
    """Play what is missing of a run."""
    with open_store(folder) as store:
        run_matches(store)


@pytest.mark.parametrize("kind", KINDS)
def test_match_of_a_killed_arena_goes_on_in_the_same_session(tmp_path, kind):
    """The arena is killed in mid-call, and its program with what was under way lives on a while."""
    killing = threading.Event()

    def script(asked: Asked) -> Reply:
        if asked.number == 6:
            killing.set()
            arena.wait()
        return plays(asked)

    with ScriptedProvider(script) as provider:
        who = seated(kind, provider)
        match(tmp_path / "run", who, {"turn_limit": 3}, on_failure="stand_in", rethinks=0)
        arena = subprocess.Popen([sys.executable, "-c", _RUN, str(tmp_path / "run")])
        assert killing.wait(120), "the second decision is in hand"
        os.kill(arena.pid, signal.SIGKILL)
        arena.wait()
        with open_store(tmp_path / "run") as store:
            report = run_matches(store)
        served = provider.served()
    assert report.complete, report
    assert failed_tries(tmp_path / "run") == []
    last = [one for one in served if "You owe decision 2" in str(one.asked.body)]
    assert last and all("You hold seat" in str(one.asked.body) for one in last)
    assert not list((tmp_path / "run").glob("homes/*"))
