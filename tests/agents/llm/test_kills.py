"""A mixed experiment that is killed and continued: every response of every API counts once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from ludarena.arena.store import read_store
from ludarena.arena.verify import verify
from ludarena.core.errors import LudarenaError
from ludarena.testing.provider import Fault, Reply, ScriptedProvider, broken, rate_limited
from tests.agents.llm.kill_target import MODELS
from tests.agents.llm.table import first_listed
from tests.agents.llm.test_ledger import counted, stored

SEATS = 3 * len(MODELS)
"""Seats that call models, each of which waits for one reply at a time."""


class Holding:
    """A script that answers so many requests of a process and lets the next ones wait for ever."""

    def __init__(self):
        self._news = threading.Condition()
        self._process = 0
        self._left = 0
        self._waiting = 0

    def __call__(self, asked):
        with self._news:
            process = self._process
            while self._process == process and not self._left:
                self._waiting += 1
                self._news.notify_all()
                self._news.wait()
                self._waiting -= 1
            if self._process != process:
                return broken()  # who asked is dead: nothing is answered, nothing is paid
            self._left -= 1
        return first_listed(asked) if "# Your decision" in asked.user else Reply(text="ok")

    def begin(self, answers):
        """Let another process ask; answer so many of its requests."""
        with self._news:
            self._process += 1
            self._left = answers
            self._news.notify_all()

    def wait(self, process):
        """Return whether a request waits; False when the process has ended."""
        with self._news:
            while process.poll() is None:
                if self._waiting and not self._left:
                    return True
                self._news.wait(0.05)
        return False


def rows_of(folder):
    with read_store(folder) as reader:
        attempts = [one for match in reader.matches() for one in reader.attempts(match)]
        return [row for one in attempts for row in reader.responses(one.key)]


def settled(folder, provider):
    """Wait until the store holds all replies that left whole; return whether it does."""
    until = time.monotonic() + 180
    while time.monotonic() < until:
        try:
            if stored(rows_of(folder)) == counted(provider):
                return True
        except LudarenaError:
            pass  # the store is being made
        time.sleep(0.1)
    return False


def killed(folder, provider, script, answers, *, quiet=False):
    """Play in another process; kill it after so many replies. Return whether it had finished.

    `quiet` waits until no reply is on its way.
    """
    script.begin(answers)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.agents.llm.kill_target", str(folder), provider.url],
        env=os.environ,
        start_new_session=True,
    )
    if script.wait(process):
        if quiet:
            assert settled(folder, provider), "every reply that was sent must be stored"
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait() == 0


@pytest.mark.timeout(900)  # three processes that load libraries of models, on any machine
def test_experiment_killed_anywhere_and_continued_counts_every_response_once(tmp_path):
    script = Holding()
    faults: dict[int, Fault | Reply] = {2: rate_limited(0.01), 4: Fault(cut_after=3)}
    with ScriptedProvider(script, faults=faults) as provider:
        assert not killed(tmp_path, provider, script, 9, quiet=True)
        assert not killed(tmp_path, provider, script, 8)
        missing = counted(provider).keys() - stored(rows_of(tmp_path)).keys()
        assert killed(tmp_path, provider, script, 1_000)
        sent = counted(provider)
        asked = {(one.asked.api, one.asked.stream) for one in provider.served()}
    assert asked == {(api, stream) for api in MODELS for stream in (False, True)}
    rows = rows_of(tmp_path)
    assert len({row["id"] for row in rows}) == len(rows)
    # what was on its way when the process died was seen by nobody: at most one reply a seat
    assert len(missing) <= SEATS
    assert stored(rows) == {key: tokens for key, tokens in sent.items() if key not in missing}
    with read_store(tmp_path) as reader:
        assert verify(reader).ok
        for match in reader.matches():
            (attempt,) = reader.attempts(match)
            own = reader.responses(attempt.key)
            *players, search = reader.seat_results(attempt.key)
            assert sum(one.model_responses for one in players) == len(own)
            assert all(one.model_responses >= one.controller_decisions == 2 for one in players)
            assert search.model_responses == 0
