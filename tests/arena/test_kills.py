"""A run that is killed loses nothing that was accepted and ends as if it never was."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from ludarena.arena.store import read_store
from ludarena.arena.verify import verify
from tests.arena.helpers import canonical
from tests.arena.kills import finish, kill_suite, start, uninterrupted


def test_five_kills_lose_nothing_and_change_nothing(tmp_path: Path) -> None:
    report = kill_suite(tmp_path, kills=5, in_transaction=1, in_schema=1, seed=20)
    assert (report.kills, report.in_transaction, report.in_schema) == (5, 1, 1)
    assert report.runs >= 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_cleanly_and_the_same_command_goes_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    process = start(tmp_path / "run")
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    committed = int(process.stdout.readline())
    process.send_signal(number)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    committed = max([committed, *(int(line) for line in said.split())])
    with read_store(tmp_path / "run") as reader:
        assert verify(reader).ok
        assert 0 < reader.progress().unfinished <= 2
        attempts = [one for match in reader.matches() for one in reader.attempts(match)]
        assert sum(len(reader.answers(one.key)) for one in attempts) >= committed
    assert finish(tmp_path / "run") == 0
    assert canonical(tmp_path / "run") == uninterrupted(tmp_path / "whole")
