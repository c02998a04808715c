"""Matches played by worker processes: equal results, workers that die, stopping."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludarena.arena import workers
from ludarena.arena.errors import WorkersFailed
from ludarena.arena.protocol import Protocol
from ludarena.arena.runner import RunReport, Tick, run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.arena.verify import verify
from tests.arena.helpers import HEURISTIC, RANDOM, canonical, plan, scripted

MATCHES = 4


def azul(matches: int = MATCHES):
    return plan([[RANDOM, HEURISTIC]] * matches, game="azul")


def play(where: Path, of=None, **settings) -> RunReport:
    with open_store(where) as store:
        store.freeze(of or azul())
        return run_matches(store, **settings)


def test_results_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        report = play(tmp_path / str(number), workers=number)
        assert (report.played, report.complete, report.faults) == (MATCHES, True, ())
    assert canonical(tmp_path / "1") == canonical(tmp_path / "2") == canonical(tmp_path / "3")
    with read_store(tmp_path / "3") as reader:
        assert verify(reader).ok


def test_decisions_of_workers_are_counted(tmp_path: Path) -> None:
    ticks: list[Tick] = []
    play(tmp_path, workers=2, progress=ticks.append)
    with read_store(tmp_path) as reader:
        assert ticks[-1].decisions == reader.progress().events - MATCHES


def kill_workers(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Kill the worker that first sends a part of a match, `times` times in all."""
    left = [times]
    enter = workers.Crew._enter

    def entering(crew, worker, message) -> bool:
        if left[0] and isinstance(message, workers.Wrote):
            left[0] -= 1
            worker.process.kill()
            worker.process.wait()
        return enter(crew, worker, message)

    monkeypatch.setattr(workers.Crew, "_enter", entering)


def test_the_match_of_a_dead_worker_is_played_again(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(workers, "_BATCH_CALLS", 8)
    kill_workers(monkeypatch, 1)
    report = play(tmp_path / "killed", workers=2)
    assert (report.complete, report.faults) == (True, ())
    monkeypatch.undo()
    play(tmp_path / "whole", workers=1)
    assert canonical(tmp_path / "killed") == canonical(tmp_path / "whole")


def test_a_worker_that_dies_before_it_tells_of_the_end(tmp_path, monkeypatch) -> None:
    enter = workers.Crew._enter
    left = [2]

    def entering(crew, worker, message) -> bool:
        done = enter(crew, worker, message)
        wrote = message.calls if isinstance(message, workers.Wrote) else []
        if left[0] and any(name == "finish" for name, _ in wrote):
            left[0] -= 1
            worker.process.kill()
            drain(worker)
        return done

    monkeypatch.setattr(workers.Crew, "_enter", entering)
    report = play(tmp_path / "killed", workers=2)
    assert left == [0]
    assert (report.played, report.complete, report.faults) == (MATCHES, True, ())
    monkeypatch.undo()
    play(tmp_path / "whole", workers=1)
    assert canonical(tmp_path / "killed") == canonical(tmp_path / "whole")


def drain(worker) -> None:
    """Take away what a killed worker had sent before."""
    worker.process.wait()
    while worker.pipe.poll():
        try:
            worker.pipe.recv()
        except EOFError:
            break


def test_a_match_that_ends_two_workers_is_reported(tmp_path: Path, monkeypatch) -> None:
    enter = workers.Crew._enter

    def entering(crew, worker, message) -> bool:
        if worker.match.cell.index == 1 and isinstance(message, workers.Wrote):
            worker.process.kill()
            drain(worker)
            return False
        return enter(crew, worker, message)

    monkeypatch.setattr(workers.Crew, "_enter", entering)
    report = play(tmp_path, workers=2)
    assert report.finished == MATCHES - 1
    (fault,) = report.faults
    assert "it ended 2 workers (exit code -9)" in fault.reason
    assert report.set_aside == 1


def test_a_match_set_aside_is_tried_again_as_often_as_the_protocol_says(tmp_path: Path) -> None:
    failing = scripted("failing", *["!refused"] * 40)
    of = plan([[failing, RANDOM]] * 2, game="azul", protocol=Protocol(attempts=2, rethinks=0))
    report = play(tmp_path, of, workers=2)
    assert (report.finished, report.set_aside) == (0, 2)
    with read_store(tmp_path) as reader:
        assert [match.voids for match in reader.matches()] == [2, 2]
    again = play(tmp_path, of, workers=2)
    assert (again.played, again.set_aside) == (0, 2)
    assert {one.reason for one in again.aside} == {"seat 0: refused (as scripted)"}


def test_a_stopped_run_goes_on_where_its_workers_were(tmp_path: Path) -> None:
    def stop(tick: Tick) -> None:
        if tick.decisions:
            signal.raise_signal(signal.SIGINT)

    stopped = play(tmp_path / "stopped", azul(12), workers=2, progress=stop)
    assert stopped.interrupted
    assert not stopped.complete
    assert play(tmp_path / "stopped", azul(12), workers=2).complete
    play(tmp_path / "whole", azul(12), workers=1)
    assert canonical(tmp_path / "stopped") == canonical(tmp_path / "whole")


def test_a_run_whose_workers_are_ended_with_it_is_interrupted(tmp_path: Path, monkeypatch) -> None:
    enter = workers.Crew._enter

    def entering(crew, worker, message) -> bool:
        for one in crew._workers:  # what SIGTERM to a whole process group does
            one.process.kill()
            one.process.wait()
        signal.raise_signal(signal.SIGTERM)
        return enter(crew, worker, message)

    monkeypatch.setattr(workers.Crew, "_enter", entering)
    report = play(tmp_path, azul(12), workers=2)
    assert (report.interrupted, report.faults, report.set_aside) == (True, (), 0)
    monkeypatch.undo()
    assert play(tmp_path, azul(12), workers=2).complete


SCRIPT = """
from pathlib import Path
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store
from tests.arena.helpers import HEURISTIC, RANDOM, plan

with open_store(Path({folder!r})) as store:
    store.freeze(plan([[RANDOM, HEURISTIC]] * 4, game="azul"))
    print(run_matches(store, workers=2).complete)
"""


def test_a_script_without_a_guard_is_not_run_again_by_its_workers(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(folder=str(tmp_path / "run")), encoding="utf-8")
    command = [sys.executable, str(script)]
    environment = {"PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=90, env=environment
    )
    assert (done.stdout, done.stderr, done.returncode) == ("True\n", "", 0)


def test_workers_that_do_not_start_cost_no_match_an_attempt(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(workers, "_PROGRAM", "raise SystemExit(3)")
    with pytest.raises(WorkersFailed, match=r"do not start \(exit code 3;.*--workers 1"):
        play(tmp_path, workers=2)
    monkeypatch.undo()
    with read_store(tmp_path) as reader:
        assert [match.voids for match in reader.matches()] == [0] * MATCHES
    assert play(tmp_path, workers=2).complete


def test_a_worker_whose_owner_is_gone_ends_without_a_word(tmp_path: Path) -> None:
    worker = workers._hire()
    worker.pipe.recv()
    worker.pipe.send(job_of(tmp_path))
    worker.pipe.close()
    assert worker.process.wait(timeout=60) == 0


def job_of(folder: Path) -> workers.Job:
    """Return the first job of a new run."""
    with open_store(folder) as store:
        store.freeze(azul())
        match = store.reader.matches()[0]
        players = tuple((one.type, one.settings, one.digest) for one in (RANDOM, HEURISTIC))
        return workers.Job(
            match=match.id,
            setup=match.cell.setup,
            protocol=Protocol(),
            players=players,
            events=[],
            answers=[],
            failures=[],
        )
