"""Asking one seat for one decision: tries, time, classes of failure, and what follows them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from hashlib import blake2b

from ludarena.agents.controller import (
    Controller,
    Failure,
    FailureClass,
    Following,
    ModelResponse,
    Record,
    Reply,
    Request,
    StopMatch,
    StopRun,
)
from ludarena.agents.registry import build_agent
from ludarena.arena.errors import EngineFault
from ludarena.arena.log import MatchLog
from ludarena.arena.protocol import Protocol
from ludarena.arena.record import Answer, FailedTry, SystemAct, Tally
from ludarena.core.errors import UnreadableAction
from ludarena.core.game import Game
from ludarena.core.sight import filtered, read, why_not
from ludarena.core.state import State
from ludarena.core.trace import Fact

FINAL: frozenset[FailureClass] = frozenset({"timeout", "budget_exhausted"})
"""Failures after which another try is pointless: what the seat had to spend is spent."""


class VoidMatch(Exception):
    """The protocol sets this attempt aside; raised by the asking, handled by the match loop."""

    def __init__(self, seat: int, failure: Failure) -> None:
        super().__init__(f"seat {seat}: {failure.kind}")
        self.seat = seat
        self.failure = failure


@dataclass(frozen=True, slots=True)
class Accepted:
    """A reply that holds a legal action, and the repairs that reading it needed."""

    action: int
    repairs: tuple[str, ...] = ()


class Seat:
    """One seat while a match is played.

    `number` counts its decisions so far. `facts` are those since its own last one, uncut, `past`
    those before it, and `own` its actions so far.
    `waiting` holds accepted answers of an open block that an earlier process stored, `failures`
    the failed tries of the decision now owed.
    """

    def __init__(self, index: int, controller: Controller, seed: int, participant: str) -> None:
        self.index = index
        self.controller = controller
        self.number = 0
        self.follower = controller if isinstance(controller, Following) else None
        self.facts: list[Fact] = []
        self.past: list[Fact] = []
        self.own: list[int] = []
        self.gone = False
        self.tally = Tally()
        self.waiting: list[Answer] = []
        self.failures: list[FailedTry] = []
        self._seeds = blake2b(f"{seed}|{participant}|{index}|".encode(), digest_size=8)
        self._stand_in_seeds = blake2b(f"{seed}|stand-in|{index}|".encode(), digest_size=8)

    def decision_seed(self) -> int:
        """Return the seed for the decision now owed, a function of match, player and number."""
        return self._seed_of(self._seeds)

    def stand_in_seed(self) -> int:
        """Return the seed of a stand-in for the decision now owed, whoever the player is."""
        return self._seed_of(self._stand_in_seeds)

    def _seed_of(self, stream: blake2b) -> int:
        seeds = stream.copy()
        seeds.update(str(self.number).encode())
        return int.from_bytes(seeds.digest(), "big") >> 1

    def accept(self, answer: Answer) -> None:
        """Count an accepted answer."""
        self.number += 1
        self.failures = []
        self.gone = self.gone or answer.act in ("forfeit", "resign")
        self.tally.count_answer(answer)

    def fail(self, failed: FailedTry) -> None:
        """Count a failed try."""
        self.failures.append(failed)
        self.tally.count_failure(failed)


class Asker:
    """Gets answers from seats as a protocol says, and writes down every reply on arrival."""

    def __init__(self, game: Game, protocol: Protocol, log: MatchLog) -> None:
        self._game = game
        self._protocol = protocol
        self._log = log
        self._stand_in = build_agent(protocol.stand_in, {})

    async def ask(self, seat: Seat, state: State) -> Answer:
        """Return the seat's accepted answer to the decision it owes in `state`.

        Raises `VoidMatch` where the protocol sets the match aside, and `EngineFault`.
        """
        legal = state.legal_actions(seat.index)
        if not legal:
            raise EngineFault(self._game.id, f"seat {seat.index} owes a decision without actions")
        if seat.gone:
            return await self._answer_for(seat, state, legal, None, None)
        failure = self._last_failure(seat)
        while failure is None or (
            len(seat.failures) <= self._protocol.rethinks and failure.kind not in FINAL
        ):
            request = self._request(seat, state, legal, failure)
            started = time.monotonic()
            reply = await self._call(seat, request)
            seconds = time.monotonic() - started
            seat.tally.model_responses += self._log.responses(
                seat.index, seat.number, len(seat.failures), reply.responses
            )
            if reply.resigns:
                answer = await self._answer_for(seat, state, legal, "resign", "resigned")
                return replace(
                    answer,
                    text=reply.text,
                    reasoning=reply.reasoning,
                    rationale=reply.rationale,
                    tool_calls=reply.tool_calls,
                    seconds=seconds,
                )
            verdict = self._judge(seat, state, legal, reply)
            if isinstance(verdict, Accepted):
                return self._answer(seat, state, legal, verdict, reply, seconds)
            self._take_down(seat, verdict, reply, seconds)
            failure = verdict
        return await self._give_up(seat, state, legal, failure)

    # --- one try ----------------------------------------------------------------------------

    def _request(
        self, seat: Seat, state: State, legal: list[int], failure: Failure | None
    ) -> Request:
        return Request(
            game=self._game,
            position=state.determinize(seat.index, 0),
            seat=seat.index,
            number=seat.number,
            seed=seat.decision_seed(),
            legal_actions=legal.copy(),
            facts=tuple(filtered(seat.facts, seat.index)),
            tries=len(seat.failures),
            feedback=feedback(self._protocol, failure),
            seconds_left=self._seconds_left(seat),
            show_rules=self._protocol.rules == "full",
            show_listing=self._protocol.listing,
            call=self._protocol.call,
            past=lambda: filtered(seat.past, seat.index),
            own=tuple(seat.own),
            record=self._recorder(seat),
        )

    def _recorder(self, seat: Seat) -> Record:
        """Return what stores responses to this try at once, even after the try was given up."""
        number, tries = seat.number, len(seat.failures)

        def record(response: ModelResponse) -> None:
            new = self._log.responses(seat.index, number, tries, [response])
            seat.tally.model_responses += new
            if new or response.status != "ok":
                self._log.settle()  # texts of a known response come with the answer

        return record

    def _seconds_left(self, seat: Seat) -> float | None:
        limits: list[float] = []
        if self._protocol.decision_seconds is not None:
            spent = sum(failed.seconds for failed in seat.failures)
            limits.append(self._protocol.decision_seconds - spent)
        if self._protocol.seat_seconds is not None:
            limits.append(self._protocol.seat_seconds - seat.tally.seconds)
        return max(0.0, min(limits)) if limits else None

    async def _call(self, seat: Seat, request: Request) -> Reply:
        controller = seat.controller
        try:
            if controller.immediate:
                reply = await controller.decide(request)
            else:
                self._log.settle()
                reply = await _in_time(controller, request)
        except (StopMatch, StopRun):
            raise
        except Exception as error:  # noqa: BLE001 - a player's fault is a recorded failure
            return Reply(failure=Failure("harness_error", f"{type(error).__name__}: {error}"))
        if not isinstance(reply, Reply):
            return Reply(failure=Failure("harness_error", f"{type(reply).__name__} is no reply"))
        return reply

    def _judge(
        self, seat: Seat, state: State, legal: list[int], reply: Reply
    ) -> Accepted | Failure:
        if reply.failure is not None:
            return reply.failure
        if reply.answers is not None and reply.answers != seat.number:
            return Failure(
                "illegal",
                f"stale: it answers decision {reply.answers}, owed is decision {seat.number}",
            )
        repairs: tuple[str, ...] = ()
        action = reply.action
        if action is None:
            if reply.text is None or not reply.text.strip():
                return Failure("empty", "the reply holds no action")
            try:
                reading = read(self._game, state, seat.index, reply.text)
            except UnreadableAction as error:
                return Failure("unreadable", error.reason)
            action, repairs = reading.action, (*reply.repairs, *reading.repairs)
            if repairs and not self._protocol.repairs:
                return Failure("unreadable", f"write the id exactly (wrong: {', '.join(repairs)})")
        if type(action) is not int:
            return Failure("harness_error", f"an action code cannot be {action!r}")
        if action not in legal:
            reason = why_not(self._game, state, seat.index, action)
            return Failure("illegal", reason or "it is not offered now")
        return Accepted(action, repairs)

    def _take_down(self, seat: Seat, failure: Failure, reply: Reply, seconds: float) -> None:
        failed = FailedTry(
            seat=seat.index,
            number=seat.number,
            tries=len(seat.failures),
            kind=failure.kind,
            detail=failure.detail,
            text=reply.text,
            reasoning=reply.reasoning,
            tool_calls=reply.tool_calls,
            seconds=seconds,
        )
        seat.fail(failed)
        self._log.failed_try(failed)
        if not seat.controller.immediate:
            self._log.settle()

    # --- how it ends ------------------------------------------------------------------------

    def _answer(
        self,
        seat: Seat,
        state: State,
        legal: list[int],
        accepted: Accepted,
        reply: Reply,
        seconds: float,
    ) -> Answer:
        return Answer(
            seat=seat.index,
            number=seat.number,
            block=state.block(),
            kind=self._kind(seat, state),
            choices=len(legal),
            action=accepted.action,
            tries=len(seat.failures) + 1,
            repairs=accepted.repairs,
            text=reply.text,
            reasoning=reply.reasoning,
            rationale=reply.rationale,
            tool_calls=reply.tool_calls,
            seconds=seconds,
        )

    async def _give_up(
        self, seat: Seat, state: State, legal: list[int], failure: Failure
    ) -> Answer:
        policy = self._protocol.on_failure
        if policy == "void":
            raise VoidMatch(seat.index, failure)
        return await self._answer_for(seat, state, legal, policy, failure.kind)

    async def _answer_for(
        self,
        seat: Seat,
        state: State,
        legal: list[int],
        act: SystemAct | None,
        reason: str | None,
    ) -> Answer:
        """Return the stand-in's answer; `act` and `reason` say what made it necessary."""
        request = self._request(seat, state, legal, None)
        request.seed = seat.stand_in_seed()
        reply = await self._stand_in.decide(request)
        verdict = self._judge(seat, state, legal, reply)
        if not isinstance(verdict, Accepted):
            raise RuntimeError(f"the stand-in {self._protocol.stand_in!r} failed: {verdict.detail}")
        return Answer(
            seat=seat.index,
            number=seat.number,
            block=state.block(),
            kind=self._kind(seat, state),
            choices=len(legal),
            action=verdict.action,
            act=act,
            reason=reason,
            stand_in=True,
            tries=len(seat.failures),
        )

    def _kind(self, seat: Seat, state: State) -> str:
        return self._game.decisions[state.decision(seat.index)].name

    def _last_failure(self, seat: Seat) -> Failure | None:
        if not seat.failures:
            return None
        return Failure(seat.failures[-1].kind, seat.failures[-1].detail)


async def _in_time(controller: Controller, request: Request) -> Reply:
    """Return the controller's reply, or a timeout when it takes longer than it may."""
    left = request.seconds_left
    if left is not None and left <= 0:
        return Reply(failure=Failure("timeout", "no time was left for this decision"))
    timer = asyncio.timeout(left)
    try:
        async with timer:
            return await controller.decide(request)
    except TimeoutError:
        if not timer.expired():
            raise
    return Reply(failure=Failure("timeout", f"no reply within {left:.3g} s"))


def feedback(protocol: Protocol, failure: Failure | None) -> str | None:
    """Return what a seat is told of its failed reply, as far as the protocol tells it."""
    if failure is None or protocol.feedback == "nothing":
        return None
    told = f"Your last reply was not accepted ({failure.kind.replace('_', ' ')})."
    if protocol.feedback == "reason":
        told += f" Reason: {failure.detail}."
    return told
