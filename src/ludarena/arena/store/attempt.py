"""The log of one attempt at a match, as the match loop writes it."""

from __future__ import annotations

import time
import zlib
from collections import Counter
from collections.abc import Sequence

from sqlalchemy import bindparam, func, update

from ludarena.agents.controller import NO_REPLY, ModelResponse
from ludarena.agents.own_log import OwnLog
from ludarena.arena.record import Answer, Event, FailedTry, MatchResult
from ludarena.arena.store import rows, schema
from ludarena.arena.store.own_logs import own_log_row
from ludarena.arena.store.read import Reader
from ludarena.arena.store.writer import Writer, escaped

_OF = schema.RESPONSE.c
_COMPLETED = (
    update(schema.RESPONSE)
    .where(_OF.attempt == bindparam("of_attempt"))
    .where(_OF.provider == bindparam("of_provider"))
    .where(_OF.id == bindparam("of_id"))
    .values(
        prompt=func.coalesce(bindparam("its_prompt", type_=_OF.prompt.type), _OF.prompt),
        reply=func.coalesce(bindparam("its_reply", type_=_OF.reply.type), _OF.reply),
    )
)


class AttemptLog:
    """Takes down what happens in one attempt; `settle` makes it durable.

    What is added between two calls of `settle` or `settle_if_due` is stored whole or not at all.
    """

    def __init__(self, writer: Writer, reader: Reader, match: int, key: int, number: int) -> None:
        self._writer = writer
        self._reader = reader
        self._match = match
        self.key = key
        self.number = number
        self._known: set[tuple[str, str]] = set()
        self.failures: Counter[int] = Counter()

    # --- what an earlier process left -------------------------------------------------------

    def stored_events(self) -> list[Event]:
        """Return the events of the attempt so far."""
        return self._reader.events(self.key)

    def stored_answers(self) -> list[Answer]:
        """Return the accepted answers so far, by seat and number."""
        return self._reader.answers(self.key)

    def stored_failures(self) -> list[FailedTry]:
        """Return the failed tries so far, by seat, number and try."""
        return self._reader.failed_tries(self.key)

    def stored_responses(self, seats: int) -> list[int]:
        """Return how many model responses each seat has had so far."""
        counts = [0] * seats
        for response in self._reader.responses(self.key):
            self._known.add((str(response["provider"]), str(response["id"])))
            counts[int(str(response["seat"]))] += response["status"] not in NO_REPLY
        return counts

    # --- what happens -----------------------------------------------------------------------

    def event(self, event: Event) -> None:
        """Add an event."""
        self._writer.add(schema.EVENT, rows.event_row(self.key, event))

    def snapshot(self, number: int, state: bytes) -> None:
        """Add the state after event `number`."""
        self._writer.add(
            schema.SNAPSHOT,
            {"attempt": self.key, "number": number, "state": zlib.compress(state, 6)},
        )

    def answer(self, answer: Answer) -> None:
        """Add an accepted answer."""
        self._writer.add(schema.DECISION, rows.answer_row(self._writer, self.key, answer))

    def failed_try(self, failed: FailedTry) -> None:
        """Add a reply that was not accepted; `failures` counts them by seat."""
        self.failures[failed.seat] += 1
        self._writer.add(schema.FAILED_TRY, rows.failed_row(self._writer, self.key, failed))

    def responses(
        self, seat: int, number: int, tries: int, responses: Sequence[ModelResponse]
    ) -> int:
        """Add the model responses behind one reply; return how many of them are new.

        A response is known by provider and id and counts once, however often it is reported; a
        known one gets the texts that are given. Calls without a response do not count.
        """
        new = 0
        for response in responses:
            if (response.provider, response.id) in self._known:
                self._complete(response)
                continue
            self._known.add((response.provider, response.id))
            new += response.status not in NO_REPLY
            row = rows.response_row(self._writer, self.key, seat, number, tries, response)
            self._writer.add(schema.RESPONSE, row)
        return new

    def _complete(self, response: ModelResponse) -> None:
        """Add the texts of a response that was stored when the gateway saw it."""
        prompt = self._writer.text(response.prompt, response.prompt_head)
        reply = self._writer.text(response.reply)
        if prompt or reply:
            self._writer.update(
                _COMPLETED,
                of_attempt=self.key,
                of_provider=response.provider,
                of_id=response.id,
                its_prompt=prompt,
                its_reply=reply,
            )

    def own_log(self, seat: int, log: OwnLog) -> None:
        """Add what the program of a seat counts itself; once, before `finish` or `void`."""
        self._writer.add(schema.OWN_LOG, own_log_row(self._writer, self.key, seat, log))

    def finish(self, result: MatchResult) -> None:
        """Add the result; the match counts as finished."""
        for seat in result.seats:
            self._writer.add(schema.OUTCOME, rows.result_row(self.key, seat))
        self._end(status="finished", ended_by=result.ended_by, turns=result.turns)
        self._writer.update(
            update(schema.MATCH).where(schema.MATCH.c.id == self._match).values(finished=self.key)
        )

    def void(self, reason: str) -> None:
        """Set the attempt aside; the match is not finished by it."""
        self._end(status="void", reason=escaped(reason))

    def settle(self) -> None:
        """Write everything that was added, here and in other attempts, durably."""
        self._writer.flush()

    def settle_if_due(self) -> None:
        """Do as `settle` does when enough waits or has waited for long enough."""
        if self._writer.due:
            self._writer.flush()

    def _end(self, **values: str | int) -> None:
        self._writer.update(
            update(schema.ATTEMPT)
            .where(schema.ATTEMPT.c.id == self.key)
            .values(ended=time.time(), **values)
        )
