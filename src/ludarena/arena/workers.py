"""Matches of built-in players on all cores: processes play, one process writes.

A worker plays whole matches and sends what the match loop writes down; the process that owns the
store enters it. Results do not depend on the number of workers, since every choice of a built-in
player is a function of the match and the decision. When a worker dies, another one continues its
match from what is stored; a match that ends two workers is reported as broken.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Protocol as Interface

from ludarena.agents.controller import Controller, ModelResponse
from ludarena.agents.own_log import OwnLog
from ludarena.agents.registry import build_agent
from ludarena.arena.cells import MatchSetup
from ludarena.arena.errors import WorkersFailed
from ludarena.arena.match import Stopped, Table, play_match
from ludarena.arena.protocol import Protocol
from ludarena.arena.record import Answer, Event, FailedTry, MatchResult, StoredMatch
from ludarena.arena.store.attempt import AttemptLog
from ludarena.core.registry import load_game

LIVES = 2
"""Workers that a match may end before it is reported."""

_BATCH_CALLS = 512
_BATCH_SECONDS = 0.25
_POLL_SECONDS = 0.01
_PATIENCE_SECONDS = 10.0

# Not `multiprocessing`: it would run the user's script once more in every worker.
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[2]); "
    "from ludarena.arena.workers import work; work(int(sys.argv[1]))"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One attempt at a match, as a worker needs it; `events` and the like are what is stored."""

    match: str
    setup: MatchSetup
    protocol: Protocol
    players: tuple[tuple[str, Mapping[str, object], str], ...]  # type, settings, digest a seat
    events: list[Event]
    answers: list[Answer]
    failures: list[FailedTry]


@dataclass(frozen=True, slots=True)
class Ready:
    """The first message of a worker: it has started."""


@dataclass(frozen=True, slots=True)
class Wrote:
    """Calls of an attempt's log, in order, and the decisions made meanwhile."""

    calls: list[tuple[str, tuple[object, ...]]]
    decisions: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How a job ended: `result` as `play_match` returned it, or why it has none."""

    result: MatchResult | None
    stopped: bool = False
    fault: str = ""
    trace: str = ""


class Desk(Interface):
    """The owner of the store, for whom the crew works."""

    def begin(self, match: StoredMatch) -> tuple[Job, AttemptLog] | None:
        """Return the next attempt at a match, None when none is left."""

    def moved(self, match: StoredMatch, decisions: int) -> None:
        """Take note of decisions."""

    def ended(self, match: StoredMatch, ended: Ended, log: AttemptLog) -> StoredMatch | None:
        """Take note of an end that was no stop; return the match to be tried again, if any."""

    def lost(self, match: StoredMatch, log: AttemptLog) -> StoredMatch | None:
        """Write what a dead worker sent; return its match unless it had come to its end."""


# --- in the worker ------------------------------------------------------------------------------


class _PipeLog:
    """The log of an attempt whose owner sits at the other end of a pipe."""

    def __init__(self, pipe: Connection, job: Job) -> None:
        self._pipe = pipe
        self._job = job
        self._calls: list[tuple[str, tuple[object, ...]]] = []
        self._sent = time.monotonic()
        self.decisions = 0

    def stored_events(self) -> list[Event]:
        return self._job.events

    def stored_answers(self) -> list[Answer]:
        return self._job.answers

    def stored_failures(self) -> list[FailedTry]:
        return self._job.failures

    def stored_responses(self, seats: int) -> list[int]:
        return [0] * seats

    def event(self, event: Event) -> None:
        self._calls.append(("event", (event,)))

    def snapshot(self, number: int, state: bytes) -> None:
        self._calls.append(("snapshot", (number, state)))

    def answer(self, answer: Answer) -> None:
        self._calls.append(("answer", (answer,)))

    def failed_try(self, failed: FailedTry) -> None:
        self._calls.append(("failed_try", (failed,)))

    def responses(
        self, seat: int, number: int, tries: int, responses: Sequence[ModelResponse]
    ) -> int:
        return 0

    def own_log(self, seat: int, log: OwnLog) -> None:
        self._calls.append(("own_log", (seat, log)))

    def finish(self, result: MatchResult) -> None:
        self._calls.append(("finish", (result,)))

    def void(self, reason: str) -> None:
        self._calls.append(("void", (reason,)))

    def settle(self) -> None:
        self._pipe.send(Wrote(self._calls, self.decisions))
        self._calls = []
        self.decisions = 0
        self._sent = time.monotonic()

    def settle_if_due(self) -> None:
        late = time.monotonic() - self._sent >= _BATCH_SECONDS
        if len(self._calls) >= _BATCH_CALLS or late:
            self.settle()


def stopping_signals() -> list[signal.Signals]:
    """Return the signals that stop a run; a lost terminal does, unless ignored (`nohup`)."""
    ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    return [signal.SIGINT, signal.SIGTERM, *([] if ignored else [signal.SIGHUP])]


def work(descriptor: int) -> None:
    """Play the jobs that come through a pipe until it closes; a message meanwhile means stop.

    `descriptor` is the pipe's file descriptor. Returns, too, when the owner is gone.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with suppress(EOFError, OSError), Connection(descriptor) as pipe:
        pipe.send(Ready())
        while True:
            job = pipe.recv()
            if isinstance(job, Job):
                pipe.send(_play(pipe, job))


def _play(pipe: Connection, job: Job) -> Ended:
    log = _PipeLog(pipe, job)
    controllers: list[Controller] = []

    def moved() -> None:
        log.decisions += 1

    try:
        controllers = [build_agent(kind, settings) for kind, settings, _ in job.players]
        table = Table(
            match=job.match,
            game=load_game(job.setup.game),
            setup=job.setup,
            protocol=job.protocol,
            participants=[digest for _, _, digest in job.players],
            controllers=controllers,
        )
        result = asyncio.run(play_match(table, log, stopping=pipe.poll, moved=moved))
    except Stopped:
        log.settle()
        return Ended(None, stopped=True)
    except Exception as error:  # noqa: BLE001 - one broken match must not end the others
        log.settle()
        return Ended(None, fault=f"{type(error).__name__}: {error}", trace=traceback.format_exc())
    log.settle()
    return Ended(result)


# --- in the owner -------------------------------------------------------------------------------


@dataclass(slots=True)
class _Worker:
    process: subprocess.Popen[bytes]
    pipe: Connection
    started: bool = False
    match: StoredMatch | None = None
    log: AttemptLog | None = None


@dataclass(slots=True)
class Crew:
    """Up to `size` workers that play `matches` for a desk."""

    desk: Desk
    matches: Sequence[StoredMatch]
    size: int
    _workers: list[_Worker] = field(default_factory=list)
    _again: list[StoredMatch] = field(default_factory=list)
    _deaths: dict[str, int] = field(default_factory=dict)

    async def play(self) -> None:
        """Play all matches; when cancelled, stop the workers after the decisions in hand.

        Raises `WorkersFailed` when a worker does not even start.
        """
        waiting = iter(self.matches)
        try:
            for _ in range(min(self.size, len(self.matches))):
                self._workers.append(_hire())
            for worker in self._workers:
                self._assign(worker, waiting)
            while any(worker.match for worker in self._workers):
                if not self._listen(
                    free=lambda worker: self._assign(worker, waiting),
                    lost=lambda worker: self._assign(self._replace(worker), waiting),
                ):
                    await asyncio.sleep(_POLL_SECONDS)
        finally:
            self._dismiss()

    def _assign(self, worker: _Worker, waiting: Iterator[StoredMatch]) -> None:
        """Give a worker its next match, if there is one."""
        worker.match = worker.log = None
        while True:
            match = self._again.pop() if self._again else next(waiting, None)
            if match is None:
                return
            begun = self.desk.begin(match)
            if begun is not None:
                job, worker.log = begun
                worker.match = match
                with suppress(OSError):  # a dead worker is noticed when it is listened to
                    worker.pipe.send(job)
                return

    def _listen(self, free: Callable[[_Worker], None], lost: Callable[[_Worker], None]) -> bool:
        """Take what the workers sent; return whether there was anything.

        `free` is called with workers that are done with their match, `lost` with dead ones.
        """
        heard = False
        for worker in tuple(self._workers):
            if worker.match is None or not worker.pipe.poll():
                continue
            heard = True
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):
                lost(worker)
                continue
            if isinstance(message, Ready):
                worker.started = True
            elif self._enter(worker, message):
                free(worker)
        return heard

    def _enter(self, worker: _Worker, message: Wrote | Ended) -> bool:
        """Enter a message into the log; return whether the worker is free again."""
        match, log = worker.match, worker.log
        if match is None or log is None:
            return True
        if isinstance(message, Wrote):
            for name, arguments in message.calls:
                getattr(log, name)(*arguments)
            log.settle_if_due()
            self.desk.moved(match, message.decisions)
            return False
        if not message.stopped:
            again = self.desk.ended(match, message, log)
            if again is not None:
                self._again.append(again)
        return True

    def _replace(self, worker: _Worker) -> _Worker:
        """Hire another worker in place of a dead one, whose match is played again once."""
        code = worker.process.wait()
        worker.pipe.close()
        self._workers.remove(worker)
        if not worker.started and code >= 0:  # below 0 a signal ended it, perhaps ours too
            raise WorkersFailed(code)
        match, log = worker.match, worker.log
        again = None if match is None or log is None else self.desk.lost(match, log)
        if match is not None and log is not None and again is not None:
            self._deaths[match.id] = self._deaths.get(match.id, 0) + 1
            if self._deaths[match.id] < LIVES:
                self._again.append(again)
            else:
                reason = f"it ended {LIVES} workers (exit code {code})"
                self.desk.ended(match, Ended(None, fault=reason), log)
        hired = _hire()
        self._workers.append(hired)
        return hired

    def _dismiss(self) -> None:
        """Stop all workers, and enter what they still send."""
        for worker in self._workers:
            if worker.match is not None:
                with suppress(OSError):
                    worker.pipe.send("stop")
        deadline = time.monotonic() + _PATIENCE_SECONDS
        try:
            while any(worker.match for worker in self._workers) and time.monotonic() < deadline:
                if not self._listen(free=_release, lost=_release):
                    time.sleep(_POLL_SECONDS)
        finally:
            for worker in self._workers:
                worker.pipe.close()
                worker.process.kill()
                worker.process.wait()


def _release(worker: _Worker) -> None:
    worker.match = worker.log = None


def _hire() -> _Worker:
    """Start a worker; no Ctrl-C and no end of the terminal reaches it, only its owner."""
    ours, theirs = socket.socketpair()
    number = theirs.fileno()
    command = [sys.executable, "-P", "-c", _PROGRAM, str(number), json.dumps(sys.path)]
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(number,))
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
    return _Worker(process, Connection(ours.detach()))
