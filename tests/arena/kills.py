"""Killing a run again and again, and checking that nothing is lost and nothing changes.

`kill_suite` and `kill_pairs` are called with small numbers by the tests and with large ones by the
slow suites.
"""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.arena.verify import verify
from tests.arena.helpers import canonical
from tests.arena.kill_target import the_plan

ROOT = Path(__file__).parents[2]

PATIENCE = 600.0
"""Seconds for a process that plays on; a busy machine makes it slow."""


@dataclass(frozen=True)
class KillReport:
    """How many processes were killed, where, and how many whole runs came out equal."""

    at_random: int
    in_transaction: int
    in_schema: int
    runs: int

    @property
    def kills(self) -> int:
        return self.at_random + self.in_transaction + self.in_schema


def kill_suite(
    folder: Path,
    *,
    kills: int,
    in_transaction: int,
    in_schema: int,
    seed: int,
    place: Callable[[Path], Path | str] = lambda folder: folder,
    progress: Callable[[int, int], None] = lambda done, planned: None,
) -> KillReport:
    """Kill runs of a fixed plan `kills` times; raise `AssertionError` when anything is lost.

    `in_transaction` and `in_schema` of the kills hit a transaction that writes rows, or the one
    that makes the tables; all others come at random moments. After each kill the stored part must
    pass `verify` and hold every decision that was committed; each finished run must export the
    same bytes as one that was never killed. `place` says where the run of a folder is stored.
    Needs the tiny games in the registry.
    """
    chance = random.Random(seed)
    expected = uninterrupted(folder / "whole")
    kinds = ["transaction"] * in_transaction + ["random"] * (kills - in_transaction - in_schema)
    chance.shuffle(kinds)
    schema_left, runs, done = in_schema, 0, 0
    while done < kills:
        run = Killed(folder / f"run-{runs}", place(folder / f"run-{runs}"))
        if schema_left:
            schema_left -= 1
            assert _die(run, "--schema", chance.randint(1, 14)), "the tables were made before"
            done += 1
        while kinds and _one_kill(run, kinds[-1], chance):
            kinds.pop()
            done += 1
            progress(done, kills)
        assert finish(run.where) == 0
        assert canonical(run.where) == expected, (
            f"seed {seed}: a run differs from that never killed"
        )
        shutil.rmtree(run.folder, ignore_errors=True)
        runs += 1
    return KillReport(kills - in_transaction - in_schema, in_transaction, in_schema, runs)


def kill_pairs(
    folder: Path,
    *,
    kills: int,
    in_transaction: int,
    in_schema: int,
    seed: int,
    url: Callable[[], str],
) -> KillReport:
    """Kill one of two runners that share a run on a server, `kills` times; see `kill_suite`.

    The other one plays on; whoever is killed is replaced. `url` returns that of a new run.
    """
    chance = random.Random(seed)
    expected = uninterrupted(folder / "whole")
    kinds = ["transaction"] * in_transaction + ["random"] * (kills - in_transaction - in_schema)
    chance.shuffle(kinds)
    schema_left, runs = in_schema, 0
    while kinds or schema_left:
        run = Killed(folder, url())
        if schema_left:
            schema_left -= 1
            assert _die(run, "--schema", chance.randint(1, 14)), "the tables were made before"
        other = start(run.where)
        while kinds and other.poll() is None:
            if _one_kill(run, kinds[-1], chance, statements=30):
                kinds.pop()
        other.communicate(timeout=PATIENCE)
        assert other.returncode == 0, other.returncode
        assert canonical(run.where) == expected, (
            f"seed {seed}: a run differs from that never killed"
        )
        runs += 1
    return KillReport(kills - in_transaction - in_schema, in_transaction, in_schema, runs)


def uninterrupted(folder: Path) -> str:
    """Return the canonical export of the plan, played at once in this process."""
    with open_store(folder) as store:
        store.freeze(the_plan())
        assert run_matches(store).complete
    return canonical(folder)


@dataclass
class Killed:
    """A run that is killed now and then, and how many of its decisions were stored at the last."""

    folder: Path
    where: Path | str
    decisions: int = 0


def _one_kill(run: Killed, kind: str, chance: random.Random, statements: int = 60) -> bool:
    """Kill one process; return False when the run was finished before."""
    if kind == "transaction":
        return _die(run, "--statement", chance.randint(1, statements))
    process = start(run.where)
    assert process.stdout is not None
    process.stdout.readline()  # ready
    time.sleep(chance.uniform(0.0, 0.6))
    process.send_signal(signal.SIGKILL)
    return _lost_nothing(run, process)


def _die(run: Killed, switch: str, number: int) -> bool:
    return _lost_nothing(run, start(run.where, switch, str(number)))


def _lost_nothing(run: Killed, process: subprocess.Popen[str]) -> bool:
    """Check what a process left; return whether it was killed."""
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, -signal.SIGKILL), process.returncode
    committed = [int(line) for line in said.split() if line.isdecimal()]
    stored = _stored_decisions(run.where)
    assert stored >= run.decisions + (committed[-1] if committed else 0), "a decision was lost"
    run.decisions = stored
    return process.returncode != 0


def _stored_decisions(run: Path | str) -> int:
    """Return how many decisions a run holds, after verifying it."""
    with open_store(run):
        pass  # makes what is missing of the tables
    with read_store(run) as reader:
        report = verify(reader)
        assert report.ok, report.problems
        attempts = [one for match in reader.matches() for one in reader.attempts(match)]
        return sum(len(reader.answers(one.key)) for one in attempts)


def finish(run: Path | str) -> int:
    """Play a run to its end in a process of its own; return its exit code."""
    process = start(run)
    process.communicate(timeout=PATIENCE)
    return process.returncode


def start(run: Path | str, *arguments: str) -> subprocess.Popen[str]:
    """Return a new process that plays a run; its output is a pipe."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.arena.kill_target", str(run), *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
