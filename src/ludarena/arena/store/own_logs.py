"""Between what programs' own logs count and rows of the table `own_log`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ludarena.agents.own_log import LoggedResponse, OwnLog
from ludarena.arena.store.rows import Row
from ludarena.arena.store.writer import Value, Writer, escaped
from ludarena.models.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOwnLog:
    """A program's own log of one appearance in one attempt; `attempt` is the row in the store."""

    match: str
    attempt: int
    attempt_number: int
    seat: int
    participant: str
    log: OwnLog


def own_log_row(writer: Writer, attempt: int, seat: int, log: OwnLog) -> dict[str, Value]:
    """Return the row of a log; its responses go to the writer as one text."""
    responses = [[one.id, one.session, *_counts(one.usage)] for one in log.responses]
    return {
        "attempt": attempt,
        "seat": seat,
        "program": log.program,
        "status": log.status,
        "detail": escaped(log.detail),
        "responses": writer.text(json.dumps(responses)) if responses else None,
    }


def own_log_of(row: Row, texts: Mapping[bytes, str]) -> StoredOwnLog:
    """Return the log of a row."""
    return StoredOwnLog(
        match=row["match"],
        attempt=row["attempt"],
        attempt_number=row["attempt_number"],
        seat=row["seat"],
        participant=row["participant"],
        log=OwnLog(
            program=row["program"],
            status=row["status"],
            detail=row["detail"],
            responses=tuple(
                LoggedResponse(id=key, session=session, usage=Usage(*counts))
                for key, session, *counts in json.loads(texts.get(row["responses"], "[]"))
            ),
        ),
    )


def _counts(usage: Usage) -> list[int | None]:
    return [usage.input, usage.output, usage.cached, usage.cache_write, usage.reasoning]
