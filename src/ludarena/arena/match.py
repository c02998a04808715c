"""The match loop: from a set-up to a result, every event in the log before the next call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass

from ludarena.agents.controller import Controller, Lingering
from ludarena.agents.own_log import Logging, OwnLog
from ludarena.arena.asking import Asker, Seat, VoidMatch
from ludarena.arena.cells import MatchSetup
from ludarena.arena.execution import SNAPSHOT_EVERY, Execution, replayed
from ludarena.arena.log import MatchLog
from ludarena.arena.outcome import match_result
from ludarena.arena.protocol import Protocol
from ludarena.arena.record import NOBODY, Answer, Event, MatchResult
from ludarena.core.game import Game
from ludarena.core.state import State
from ludarena.core.trace import Trace

_BREATHER = 64
"""Decisions of immediate players between two turns of other tasks."""

_HEARING_SECONDS = 0.02
"""For what came of an answer to reach its program before a search holds up everything else."""


class Stopped(Exception):
    """The match was stopped from outside between two decisions; it can be continued."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What a match is played with: one controller and one participant digest a seat."""

    match: str
    game: Game
    setup: MatchSetup
    protocol: Protocol
    participants: Sequence[str]
    controllers: Sequence[Controller]


async def play_match(
    table: Table,
    log: MatchLog,
    *,
    stopping: Callable[[], bool] = lambda: False,
    moved: Callable[[], None] = lambda: None,
) -> MatchResult | None:
    """Play, or continue, one attempt at a match to its end.

    Returns the result, or None when the protocol set the attempt aside; either is in the log, the
    last part of it perhaps not yet settled. `moved` is called after every decision. Raises
    `Stopped` soon after `stopping` returns True, `StopMatch` when an interactive player ends the
    session, `StopRun` when no match can go on, `CorruptLog` when the stored part contradicts its
    re-execution, `EngineFault`, and the errors of the store. Controllers are not closed.
    """
    return await _Match(table, log, stopping, moved).play()


class _Match:
    def __init__(
        self,
        table: Table,
        log: MatchLog,
        stopping: Callable[[], bool],
        moved: Callable[[], None],
    ) -> None:
        self._table = table
        self._game = table.game
        self._log = log
        self._stopping = stopping
        self._moved = moved
        self._execution = Execution(table.game, table.setup)
        self._asker = Asker(table.game, table.protocol, log)
        self._seats = [
            Seat(index, controller, table.setup.seed, participant)
            for index, (controller, participant) in enumerate(
                zip(table.controllers, table.participants, strict=True)
            )
        ]
        self._since_breather = 0
        self._cap_told = False

    async def play(self) -> MatchResult | None:
        self._continue()
        state = self._execution.state
        try:
            while to_act := state.to_act():
                kind = self._game.decisions[state.decision(to_act[0])]
                if len(to_act) == 1 and not kind.sealed:
                    answer = await self._next_answer(self._seats[to_act[0]], state)
                    self._enter(answer)
                    await self._after([(self._seats[to_act[0]], answer)])
                else:
                    await self._play_block(to_act)
        except VoidMatch as void:
            own = await self._own_logs()
            self._take(self._execution.system("void", void.seat, void.failure.kind))
            self._enter_own_logs(own)
            self._log.void(f"seat {void.seat}: {void.failure.kind} ({void.failure.detail})")
            return None
        return await self._finish()

    # --- what an earlier process left -------------------------------------------------------

    def _continue(self) -> None:
        """Bring state and seats to where the stored log ends; begin one that is empty."""
        stored = self._log.stored_events()
        if not stored:
            self._take(self._execution.begin())
            return
        for event in stored:
            self._notice(replayed(self._execution, self._table.match, event))
            self._cap_told = event.act == "cap"
        for seat in self._seats:
            seat.gone = self._execution.forfeited[seat.index]
        for answer in self._log.stored_answers():
            seat = self._seats[answer.seat]
            seat.accept(answer)
            if answer.number >= self._execution.answered[answer.seat]:
                seat.waiting.append(answer)
        for seat in self._seats:
            seat.number = self._execution.answered[seat.index]
        for failed in self._log.stored_failures():
            seat = self._seats[failed.seat]
            seat.fail(failed)
            if failed.number < seat.number + len(seat.waiting):
                seat.failures = []
        counts = self._log.stored_responses(len(self._seats))
        for seat, count in zip(self._seats, counts, strict=True):
            seat.tally.model_responses = count

    # --- decisions --------------------------------------------------------------------------

    async def _next_answer(self, seat: Seat, state: State) -> Answer:
        """Return the next accepted answer of a seat, stored."""
        if self._stopping():
            raise Stopped
        if seat.waiting:
            answer = seat.waiting.pop(0)
            seat.number += 1
            seat.gone = seat.gone or answer.act in ("forfeit", "resign")
            return answer
        answer = await self._asker.ask(seat, state)
        seat.accept(answer)
        self._log.answer(answer)
        return answer

    def _enter(self, answer: Answer) -> None:
        """Apply an answer to the true state, and put its events into the log."""
        act, seat = answer.act, answer.seat
        if act is not None:
            if answer.reason == "timeout":
                self._take(self._execution.system("timeout", seat))
            self._take(self._execution.system(act, seat, answer.reason))
        self._take(self._execution.act(seat, answer.action, stand_in=answer.stand_in))

    def _take(self, event: Event) -> None:
        self._log.event(event)
        if event.number % SNAPSHOT_EVERY == 0:
            self._log.snapshot(event.number, self._execution.state.encode())
        self._notice(event)

    def _notice(self, event: Event) -> None:
        """Let all seats keep the facts of an event until their next decision."""
        if event.act == "action" and event.action is not None:
            own = self._seats[event.seat]
            own.past += own.facts
            own.facts = []
            own.own.append(event.action)
        for seat in self._seats:
            seat.facts.extend(event.facts)

    async def _after(self, done: Sequence[tuple[Seat, Answer]]) -> None:
        """Settle what these seats did last, and let other tasks run now and then."""
        if all(seat.controller.immediate for seat, _ in done):
            self._log.settle_if_due()
        else:
            self._log.settle()
        to_act = self._execution.state.to_act()
        for seat, answer in done:
            _tell(seat, answer, seat.index in to_act)
        if any(seat.follower is not None for seat, _ in done):
            await asyncio.sleep(_HEARING_SECONDS)
        self._moved()
        self._since_breather += 1
        if self._since_breather >= _BREATHER:
            self._since_breather = 0
            await asyncio.sleep(0)

    # --- sealed blocks ----------------------------------------------------------------------

    async def _play_block(self, to_act: Sequence[int]) -> None:
        """Ask all seats that owe an answer, then enter their answers by seat and step."""
        seats = [self._seats[index] for index in to_act]
        block = self._execution.state.block()
        before = [seat.facts for seat in seats]
        if all(seat.controller.immediate for seat in seats):
            lanes = [await self._lane(seat, block) for seat in seats]
        else:
            lanes = await _together([self._lane(seat, block) for seat in seats])
        for seat, facts in zip(seats, before):
            seat.facts = facts
        for lane in lanes:
            for answer in lane:
                self._enter(answer)
        await self._after([(seat, lane[-1]) for seat, lane in zip(seats, lanes)])

    async def _lane(self, seat: Seat, block: int) -> list[Answer]:
        """Return all answers of one seat to the open block, given on a copy of its beginning."""
        copy = self._execution.state.clone()
        trace = Trace()
        copy.trace = trace
        answers: list[Answer] = []
        while copy.block() == block and seat.index in copy.to_act():
            answer = await self._next_answer(seat, copy)
            if not seat.controller.immediate:
                self._log.settle()
            answers.append(answer)
            copy.apply(seat.index, answer.action)
            seat.facts = trace.take()
            if copy.block() == block:
                _tell(seat, answer, seat.index in copy.to_act())
        return answers

    # --- the end ----------------------------------------------------------------------------

    async def _finish(self) -> MatchResult:
        if self._execution.state.capped() and not self._cap_told:
            self._take(self._execution.system("cap", NOBODY))
        result = self._result()
        lingering: list[Lingering] = []
        for seat in self._seats:
            if seat.follower is not None:
                seat.follower.ended(_in_words(result))
            if isinstance(seat.controller, Lingering):
                lingering.append(seat.controller)
        if lingering:
            self._log.settle()
            await asyncio.gather(*(one.finish() for one in lingering))
            result = self._result()
        own = await self._own_logs()
        self._enter_own_logs(own)
        self._log.finish(result)
        return result

    async def _own_logs(self) -> list[tuple[int, OwnLog]]:
        """Return what the programs of seats counted themselves; they are done by then."""
        found: list[tuple[int, OwnLog]] = []
        for seat in self._seats:
            if isinstance(seat.controller, Logging):
                self._log.settle()
                log = await seat.controller.own_log()
                found += [] if log is None else [(seat.index, log)]
        return found

    def _enter_own_logs(self, found: Sequence[tuple[int, OwnLog]]) -> None:
        for seat, log in found:
            self._log.own_log(seat, log)

    def _result(self) -> MatchResult:
        return match_result(self._execution, [seat.tally for seat in self._seats])


def _tell(seat: Seat, answer: Answer, owes: bool) -> None:
    """Let a player that wants to know hear what became of a decision."""
    if seat.follower is None:
        return
    if answer.stand_in:
        seat.follower.replaced(owes, seat.gone)
    else:
        seat.follower.accepted(owes)


def _in_words(result: MatchResult) -> str:
    places = [f"seat {one.seat}: place {one.rank}, {one.score} points" for one in result.seats]
    return f"The match is over. {'; '.join(places)}."


async def _together(lanes: Sequence[Coroutine[None, None, list[Answer]]]) -> list[list[Answer]]:
    """Return the results of all; the first error cancels the others and is raised alone."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(lane) for lane in lanes]
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from errors
    return [task.result() for task in tasks]
