"""Playing what is missing of a frozen plan, with a clean stop at any moment."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from ludarena.agents.controller import Controller, StopMatch, StopParticipant, StopRun
from ludarena.agents.elsewhere import beside_programs
from ludarena.agents.llm.access import Joining, Place
from ludarena.agents.registry import agent_type, build_agent
from ludarena.arena.clock import Clock
from ludarena.arena.errors import InvalidPlan, OtherRules, StoreError, UnknownMatch
from ludarena.arena.lanes import Lanes
from ludarena.arena.match import Stopped, Table, play_match
from ludarena.arena.participant import Participant
from ludarena.arena.protocol import Protocol
from ludarena.arena.record import MatchResult, StoredExperiment, StoredMatch
from ludarena.arena.services import Services
from ludarena.arena.spending import providers_of
from ludarena.arena.store import Store
from ludarena.arena.store.attempt import AttemptLog
from ludarena.arena.usage import amount_of
from ludarena.arena.workers import Crew, Ended, Job, stopping_signals
from ludarena.core.game import Game
from ludarena.core.registry import load_game
from ludarena.models.limits import Amount

_TICK_SECONDS = 0.2

_OTHERS_SECONDS = 1.0
"""Between two looks at matches that other runners play."""

Build = Callable[[str, Mapping[str, object]], Controller]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """How far a run is, for a progress display.

    `played` matches and `decisions` are those of this call, made in `seconds`; `failures` are its
    failed tries by participant. `running` matches are under way. `spent` is what models used in
    the whole run, in `currency`, which is empty without prices.
    """

    planned: int
    finished: int
    set_aside: int
    decisions: int
    seconds: float
    match: str
    played: int = 0
    running: int = 0
    spent: Amount = field(default_factory=Amount)
    currency: str = ""
    failures: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A match that could not be played because a program is at fault, and the traceback."""

    match: str
    reason: str
    trace: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """A match whose attempts are used up, and why the last one was set aside."""

    match: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    """What a call of `run_matches` left behind.

    `played` counts the matches that this call finished, `aside` names those of `set_aside`.
    `interrupted` says that it was stopped before its work was done, `stopped` why it stopped by
    itself, empty where it did not.
    """

    planned: int
    finished: int
    played: int
    set_aside: int
    faults: tuple[Fault, ...]
    interrupted: bool
    seconds: float
    stopped: str = ""
    aside: tuple[SetAside, ...] = ()

    @property
    def complete(self) -> bool:
        """Return whether every planned match is finished."""
        return self.finished == self.planned


def run_matches(
    store: Store,
    *,
    only: Sequence[str] | None = None,
    concurrency: int = 1,
    workers: int = 1,
    more_attempts: int = 0,
    progress: Callable[[Tick], None] | None = None,
    build: Build = build_agent,
    services: Services | None = None,
    lanes: Mapping[str, int] | None = None,
    pausing: Callable[[int], None] = lambda matches: None,
) -> RunReport:
    """Play all matches of the frozen plan that are not finished, or those of the ids `only`.

    `concurrency` matches are played at a time, and of those in which models of a provider play at
    most as many as `lanes` says. With `workers` above 1, matches in which all
    players are built-in and answer at once are played by that many processes. A match whose
    attempts were all set aside is left alone unless `more_attempts` allows it some more.
    `progress` is called about five times a second and after every match. `services` hold prices
    and budgets of language models; without them nothing is limited and no cost is known.

    On SIGINT the run stops when the decisions in hand are made; `pausing` is told in how many
    matches it waits for a player. On another one, or SIGTERM, it does not wait; on one more
    `KeyboardInterrupt` is raised. Everything accepted is stored, and the report says
    `interrupted`. It stops too, and the report says why, when a budget of the whole
    run is used up, its time by the clock included, or a provider rejects a key or a model;
    decisions in hand are made, and all matches are kept as they are. When the budget of a
    participant is used up its matches are kept, and those of others go on.

    Several runners may share a run on a server: each plays matches that no other one has, and all
    return when every match is finished. A budget of the whole run is kept by one runner alone.

    Raises `InvalidPlan` when nothing is frozen, `UnknownMatch`, `OtherRules`, `CorruptLog`,
    `StoreLocked` where a budget keeps this runner or another one alone, the errors of
    `Services.check`, and those of the store.
    """
    experiment = store.reader.experiment()
    if experiment is None:
        raise InvalidPlan("nothing is frozen in this store yet")
    run = _Run(store, experiment, only, more_attempts, progress, build, services or Services())
    return run.play(max(1, concurrency), workers, lanes or {}, pausing)


@dataclass(slots=True)
class _Counts:
    finished: int = 0
    played: int = 0
    aside: list[SetAside] = field(default_factory=list)
    decisions: int = 0
    faults: list[Fault] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)
    spent: dict[str, str] = field(default_factory=dict)


class _Run:
    def __init__(
        self,
        store: Store,
        experiment: StoredExperiment,
        only: Sequence[str] | None,
        more_attempts: int,
        progress: Callable[[Tick], None] | None,
        build: Build,
        services: Services,
    ) -> None:
        self._store = store
        self._protocol: Protocol = experiment.current
        self._attempts = self._protocol.attempts + more_attempts
        self._people: dict[str, Participant] = {p.name: p for p in experiment.participants}
        self._progress = progress
        self._build = build
        self._services = services
        matches = store.reader.matches()
        ids = {match.id for match in matches}
        for strange in set(only or ()) - ids:
            raise UnknownMatch(strange, sorted(ids))
        chosen = matches if only is None else [m for m in matches if m.id in set(only)]
        self._planned = len(chosen)
        self._missing = [match for match in chosen if match.finished is None]
        self._others: list[StoredMatch] = []
        self._counts = _Counts(finished=self._planned - len(self._missing))
        self._games: dict[str, Game] = {}
        self._at_once: dict[str, bool] = {}
        self._open: dict[str, tuple[StoredMatch, AttemptLog]] = {}
        self._lanes: Mapping[str, int] = {}
        self._pausing: Callable[[int], None] = lambda matches: None
        self._crew: asyncio.Task[None] | None = None
        self._paused = False
        self._providers: dict[str, set[str]] = {}
        self._started = time.monotonic()
        self._next_tick = 0.0
        self._clock = Clock(services.wall_seconds, store.reader)
        self._stop = False
        self._interrupted = False
        self._stopped = ""

    def play(
        self,
        concurrency: int,
        workers: int,
        lanes: Mapping[str, int],
        pausing: Callable[[int], None],
    ) -> RunReport:
        self._lanes = lanes
        self._pausing = pausing
        for match in self._missing:
            self._game(match)
        if self._missing:
            self._services.check(self._people.values())
            self._store.join(alone=self._services.alone)
        try:
            asyncio.run(self._all(concurrency, workers))
        except (KeyboardInterrupt, asyncio.CancelledError):
            self._interrupted = True
        self._store.flush()
        counts = self._counts
        self._stopped = self._stopped or "; ".join(counts.spent.values())
        return RunReport(
            planned=self._planned,
            finished=counts.finished,
            played=counts.played,
            set_aside=len(counts.aside),
            aside=tuple(counts.aside),
            faults=tuple(counts.faults),
            interrupted=self._interrupted,
            seconds=time.monotonic() - self._started,
            stopped=self._stopped,
        )

    async def _all(self, concurrency: int, workers: int) -> None:
        folder = self._store.place.folder
        calls = self._store.reader.calls()
        used = {
            name: amount_of(call for call in calls if call["participant"] == name)
            for name in self._services.personal
        }
        self._services.start(amount_of(calls), folder, used)
        elsewhere = [match for match in self._missing if self._immediate(match)]
        if min(workers, len(elsewhere)) < 2:
            elsewhere = []
        away = {match.id for match in elsewhere}
        here = self._in_lanes([match for match in self._missing if match.id not in away])
        tasks = [asyncio.create_task(self._work(here)) for _ in range(concurrency)]
        if elsewhere:
            self._crew = asyncio.create_task(Crew(self, elsewhere, workers).play())
            tasks.append(self._crew)
        timer = asyncio.get_running_loop().call_later(self._clock.left, self._late)
        with self._signals(tasks):
            try:
                await asyncio.gather(*tasks)
                await self._rest(tasks, concurrency)
                self._interrupted = self._stop and not self._stopped
            except (Stopped, StopMatch, asyncio.CancelledError):
                self._interrupted = not self._stopped
                if self._paused:
                    await asyncio.gather(*tasks, return_exceptions=True)
            except StopRun as reason:
                self._stopped = str(reason)
                self._stop = True
                self._pause()
                await asyncio.gather(*tasks, return_exceptions=True)
            finally:
                self._stop = True
                timer.cancel()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await self._services.close()

    def _late(self) -> bool:
        """Return whether the run stops, which it begins to do when its time is used up."""
        if not self._stop and self._clock.left <= 0 and self._counts.finished < self._planned:
            self._stopped = self._clock.reason
            self._stop = self._paused = True
            self._pause()
        return self._stop

    # --- matches played by workers ----------------------------------------------------------

    def _immediate(self, match: StoredMatch) -> bool:
        """Return whether all players of a match are built-in and never wait."""
        people = (self._people[name] for name in match.cell.roster)
        return self._build is build_agent and all(self._answers_at_once(one) for one in people)

    def _answers_at_once(self, one: Participant) -> bool:
        if one.name not in self._at_once:
            self._at_once[one.name] = build_agent(one.type, one.settings).immediate
        return self._at_once[one.name]

    def begin(self, match: StoredMatch) -> tuple[Job, AttemptLog] | None:
        """Return the next attempt at a match, None when none is left or the run stops."""
        claimed = None if self._late() else self._claim(match)
        if claimed is None:
            return None
        match = claimed
        if match.voids >= self._attempts:
            self._give_up(match)
            return None
        log = self._opened(match)
        self._store.flush()
        people = [self._people[name] for name in match.cell.roster]
        job = Job(
            match=match.id,
            setup=match.cell.setup,
            protocol=self._protocol,
            players=tuple((one.type, one.settings, one.digest) for one in people),
            events=log.stored_events(),
            answers=log.stored_answers(),
            failures=log.stored_failures(),
        )
        return job, log

    def moved(self, match: StoredMatch, decisions: int) -> None:
        """Count decisions that a worker made."""
        self._counts.decisions += decisions
        if time.monotonic() >= self._next_tick:
            self._tick(match.id)

    def ended(self, match: StoredMatch, ended: Ended, log: AttemptLog) -> StoredMatch | None:
        """Count the end of an attempt; return the match when it is to be tried again."""
        again: StoredMatch | None = None
        self._closed(match.id)
        if ended.fault:
            self._counts.faults.append(Fault(match=match.id, reason=ended.fault, trace=ended.trace))
            log.void(f"program fault: {ended.fault}")
            self._give_up(match)
        elif ended.result is not None:
            self._finished(match)
        else:
            self._store.flush()
            again = self._store.reader.match(match.key)
            if again.voids >= self._attempts:
                self._give_up(again)
                again = None
        self._tick(match.id)
        return again

    def lost(self, match: StoredMatch, log: AttemptLog) -> StoredMatch | None:
        """Write what a dead worker sent; return its match when it is to be played again.

        It is not when the end of the match was written before the worker could say so.
        """
        log.settle()
        now = self._store.reader.match(match.key)
        if now.finished is not None:
            self._closed(match.id)
            self._finished(match)
            self._tick(match.id)
            return None
        if now.voids > match.voids:
            return self.ended(match, Ended(None), log)
        return now

    def _finished(self, match: StoredMatch) -> None:
        self._counts.finished += 1
        self._counts.played += 1
        self._store.give_back(match)

    # --- matches played here ----------------------------------------------------------------

    def _in_lanes(self, matches: Sequence[StoredMatch]) -> Lanes:
        return Lanes(matches, self._lanes, self._providers_of, lambda: self._stop)

    def _providers_of(self, match: StoredMatch) -> frozenset[str]:
        if not self._lanes:
            return frozenset()
        for name in match.cell.roster:
            if name not in self._providers:
                self._providers[name] = providers_of(self._people[name])
        return frozenset().union(*(self._providers[name] for name in match.cell.roster))

    async def _work(self, waiting: Lanes) -> None:
        while (match := await waiting.next()) is not None:
            try:
                if not self._counts.spent.keys() & match.cell.roster:
                    await self._one(match)
            except StopParticipant as reason:
                self._counts.spent[reason.participant] = str(reason)
                self._store.give_back(match)
            finally:
                waiting.done(match)

    async def _rest(self, tasks: list[asyncio.Task[None]], concurrency: int) -> None:
        """Wait for matches that other runners play, and play those that they leave."""
        while self._others and not self._stop:
            await asyncio.sleep(_OTHERS_SECONDS)
            waiting, self._others = self._in_lanes(self._others), []
            again = [asyncio.create_task(self._work(waiting)) for _ in range(concurrency)]
            tasks += again
            await asyncio.gather(*again)

    def _claim(self, match: StoredMatch) -> StoredMatch | None:
        """Return a match that this runner may play; None where others play or finished it."""
        claimed = self._store.claim(match)
        if claimed is None:
            self._others.append(match)
        elif claimed.finished is not None:
            self._counts.finished += 1
            self._store.give_back(match)
            self._tick(match.id)
            return None
        return claimed

    async def _one(self, planned: StoredMatch) -> None:
        """Play one match until an attempt counts or none is left."""
        match = self._claim(planned)
        if match is None:
            return
        voids = match.voids
        while voids < self._attempts:
            result = await self._attempt(match)
            if result is not None:
                self._counts.finished += 1
                self._counts.played += 1
                self._store.give_back(match)
                self._tick(match.id)
                return
            voids += 1
            self._store.flush()
            match = self._store.reader.match(match.key)
            if self._counts.faults and self._counts.faults[-1].match == match.id:
                break
        self._give_up(match)

    def _give_up(self, match: StoredMatch) -> None:
        """Count a match that is set aside, with the reason of its last attempt."""
        self._store.give_back(match)
        self._store.flush()
        reasons = [one.reason for one in self._store.reader.attempts(match) if one.reason]
        self._counts.aside.append(SetAside(match=match.id, reason=reasons[-1] if reasons else ""))
        self._tick(match.id)

    async def _attempt(self, match: StoredMatch) -> MatchResult | None:
        """Return the result of one attempt, None when it was set aside."""
        people = [self._people[name] for name in match.cell.roster]
        build = beside_programs(self._build, [one.type for one in people])
        controllers = [build(one.type, one.settings) for one in people]
        table = Table(
            match=match.id,
            game=self._game(match),
            setup=match.cell.setup,
            protocol=self._protocol,
            participants=[one.digest for one in people],
            controllers=controllers,
        )
        log = self._opened(match)
        self._seat(match, controllers, log)

        def moved() -> None:
            self._counts.decisions += 1
            if time.monotonic() >= self._next_tick:
                self._tick(match.id)

        over = False
        try:
            result = await play_match(table, log, stopping=self._late, moved=moved)
            over = True
            return result
        except (StoreError, Stopped, StopMatch, StopRun):
            raise
        except Exception as error:  # noqa: BLE001 - one broken match must not end the others
            reason = f"{type(error).__name__}: {error}"
            self._counts.faults.append(
                Fault(match=match.id, reason=reason, trace=traceback.format_exc())
            )
            log.void(f"program fault: {reason}")
            over = True
            return None
        finally:
            for controller in controllers:
                await controller.close()
            if over and any(isinstance(one, Joining) for one in controllers):
                self._store.flush()  # before the homes of programs go
            self._services.leave(match.id, over=over)
            self._closed(match.id)

    def _opened(self, match: StoredMatch) -> AttemptLog:
        """Return the log of the attempt at a match that is under way from now on."""
        log = self._store.attempt(match)
        self._open[match.id] = match, log
        return log

    def _closed(self, match: str) -> None:
        """Count the failures of an attempt that is no longer under way."""
        self._counts.failures.update(self._failures(*self._open.pop(match)))

    def _failures(self, match: StoredMatch, log: AttemptLog) -> dict[str, int]:
        found: Counter[str] = Counter()
        for seat, failed in log.failures.items():
            found[match.cell.roster[seat]] += failed
        return found

    def _seat(self, match: StoredMatch, controllers: Sequence[Controller], log: AttemptLog) -> None:
        """Give a place to the controllers that need one."""
        calls = self._store.reader.calls(log.key)
        for seat, controller in enumerate(controllers):
            if isinstance(controller, Joining):
                controller.join(
                    Place(
                        match=match.id,
                        seat=seat,
                        game=match.cell.setup.game,
                        venue=self._services,
                        limits=controller.limits(),
                        spent=amount_of(call for call in calls if call["seat"] == seat),
                        attempt=log.number,
                        participant=match.cell.roster[seat],
                    )
                )

    def _game(self, match: StoredMatch) -> Game:
        setup = match.cell.setup
        if setup.game not in self._games:
            self._games[setup.game] = load_game(setup.game)
        game = self._games[setup.game]
        if game.rules_version != setup.rules_version:
            raise OtherRules(match.id, game.id, setup.rules_version, game.rules_version)
        return game

    def _tick(self, match: str) -> None:
        if self._progress is None:
            return
        now = time.monotonic()
        self._next_tick = now + _TICK_SECONDS
        counts, prices = self._counts, self._services.prices
        failures = Counter(counts.failures)
        for attempt in self._open.values():
            failures.update(self._failures(*attempt))
        self._progress(
            Tick(
                planned=self._planned,
                finished=counts.finished,
                set_aside=len(counts.aside),
                decisions=counts.decisions,
                seconds=now - self._started,
                match=match,
                played=counts.played,
                running=len(self._open),
                spent=self._services.spent,
                currency=prices.currency if prices else "",
                failures=failures,
            )
        )

    def _pause(self) -> None:
        """Stop the workers; tell in how many matches here decisions are waited for, if in any."""
        if self._crew is not None:
            self._crew.cancel()
        waited_for = sum(not self._immediate(match) for match, _ in self._open.values())
        if waited_for:
            self._pausing(waited_for)

    @contextmanager
    def _signals(self, tasks: Sequence[asyncio.Task[None]]) -> Iterator[None]:
        """Pause on Ctrl-C, stop what waits on SIGTERM or again, at once after that.

        A player at the terminal blocks the loop while it reads, so there the first one is enough.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        at_terminal = any(agent_type(one.type).interactive for one in self._people.values())

        cancelled = False

        def cancel() -> None:
            for task in tasks:
                task.cancel()

        def stop(number: int, _frame: FrameType | None) -> None:
            nonlocal cancelled
            if (cancelled or at_terminal) and not self._store.writing:
                raise KeyboardInterrupt
            if number == signal.SIGINT and not self._stop:
                self._paused = True
                loop.call_soon_threadsafe(self._pause)
            else:
                cancelled = True
                loop.call_soon_threadsafe(cancel)
            self._stop = True

        previous = {number: signal.signal(number, stop) for number in stopping_signals()}
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)
