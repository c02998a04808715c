"""A stored run as JSON Lines: one object a line, everything by name."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from typing import Protocol, cast

from ludarena.arena.record import (
    Answer,
    Event,
    FailedTry,
    SeatResult,
    StoredAttempt,
    StoredExperiment,
    StoredMatch,
)
from ludarena.arena.redact import redacted
from ludarena.arena.seal import Seal
from ludarena.arena.store import Reader
from ludarena.arena.store.own_logs import StoredOwnLog
from ludarena.core.trace import Fact
from ludarena.core.view import Json, canonical_json

FORMAT = 2
"""Version of the lines' form."""

Line = dict[str, Json]


class Lines(Protocol):
    """What takes the lines of an export, such as a text file."""

    def write(self, line: str, /) -> int: ...


def export(reader: Reader, out: Lines, *, canonical: bool = False, redact: bool = False) -> int:
    """Write a stored run to `out`, one JSON object a line; return the number of lines.

    Every line holds a checksum of its other fields, and the last one that of all of them.

    The experiment comes first, then every match by cell: its events with the decisions behind
    them, failed tries, model responses, results. `canonical` leaves out times, hosts, attempts
    that do not count, programs' own logs, and keys of rows, so that equal play gives equal bytes.
    `redact` leaves out what `LEFT_OUT` of `ludarena.arena.redact` names.
    """
    seal = Seal()
    for line in _lines(reader, canonical):
        shown = cast(Line, redacted(line)) if redact else line
        out.write(canonical_json(seal.sealed(shown)) + "\n")
    if seal.lines:
        out.write(canonical_json(seal.end()) + "\n")
    return seal.lines


def _lines(reader: Reader, canonical: bool) -> Iterator[Line]:
    experiment = reader.experiment()
    if experiment is None:
        return
    yield experiment_line(reader, experiment)
    own_logs = defaultdict(list)
    for own in () if canonical else reader.own_logs():
        own_logs[own.attempt].append(own)
    for match in reader.matches():
        yield match_line(match, canonical)
        attempts = reader.attempts(match)
        current = reader.current_attempt(match)
        for attempt in attempts:
            if not canonical:
                yield attempt_line(match, attempt)
            if not canonical or attempt == current:
                with reader.readable(f"attempt {attempt.number} at match {match.id}"):
                    yield from attempt_lines(reader, match, attempt, canonical)
            yield from (_own_log_line(own) for own in own_logs[attempt.key])


def _own_log_line(own: StoredOwnLog) -> Line:
    """Return what a program counted itself in an attempt."""
    return {
        "type": "own_log",
        "match": own.match,
        "attempt": own.attempt_number,
        "seat": own.seat,
        "program": own.log.program,
        "status": own.log.status,
        "detail": own.log.detail,
        "responses": [
            {
                "id": one.id,
                "session": one.session,
                "input_tokens": one.usage.input,
                "cached_tokens": one.usage.cached,
                "cache_written_tokens": one.usage.cache_write,
                "output_tokens": one.usage.output,
                "reasoning_tokens": one.usage.reasoning,
            }
            for one in own.log.responses
        ],
    }


def experiment_line(reader: Reader, experiment: StoredExperiment) -> Line:
    """Return the frozen plan, without its matches."""
    people: list[Json] = [
        {**one.as_json(), "digest": one.digest} for one in experiment.participants
    ]
    with reader.readable("the rules of a game"):
        games: list[Json] = [
            {
                name.removesuffix("_json"): json.loads(value) if name.endswith("_json") else value
                for name, value in row.items()
            }
            for row in reader.rules()
        ]
    return {
        "type": "experiment",
        "format": FORMAT,
        "name": experiment.name,
        "design_digest": experiment.digest,
        "schedule_digest": experiment.schedule_digest,
        "design": dict(experiment.design),
        "protocol_id": experiment.protocol.id,
        "protocol": experiment.protocol.as_json(),
        "participants": people,
        "games": games,
        **({"extensions": _extensions(experiment)} if experiment.stages else {}),
        **({"policies": _policies(experiment)} if experiment.policies else {}),
    }


def _policies(experiment: StoredExperiment) -> list[Json]:
    return [dict(one.settings) for one in experiment.policies]


def _extensions(experiment: StoredExperiment) -> list[Json]:
    return [
        {
            "name": stage.extension.name,
            "design": dict(stage.extension.design),
            "participants": list(stage.extension.participants),
            "design_digest": stage.digest,
            "schedule_digest": stage.schedule_digest,
        }
        for stage in experiment.stages
    ]


def match_line(match: StoredMatch, canonical: bool) -> Line:
    """Return a planned match and how far it has come."""
    line: Line = {
        "type": "match",
        "match": match.id,
        "status": match.status,
        **match.cell.as_json(),
    }
    if not canonical:
        line["attempts"] = match.attempts
    return line


def attempt_line(match: StoredMatch, attempt: StoredAttempt) -> Line:
    """Return when, where and how an attempt was played."""
    return {
        "type": "attempt",
        "match": match.id,
        "attempt": attempt.number,
        "counts": attempt.key == match.finished,
        "status": attempt.status,
        "reason": attempt.reason,
        "resumes": attempt.resumes,
        "started": attempt.started,
        "ended": attempt.ended,
        "host": attempt.host,
    }


def attempt_lines(
    reader: Reader, match: StoredMatch, attempt: StoredAttempt, canonical: bool
) -> Iterator[Line]:
    """Return the lines of one attempt; outside canonical form they name its number."""
    place: Line = {"match": match.id}
    if not canonical:
        place["attempt"] = attempt.number
    setup = match.cell.setup
    names = reader.fact_names(setup.game, setup.rules_version)
    answers = {(one.seat, one.number): one for one in reader.answers(attempt.key)}
    answered = [0] * setup.seats
    for event in reader.events(attempt.key):
        line = {**place, **_event_line(event, names)}
        if event.act == "action":
            answer = answers.get((event.seat, answered[event.seat]))
            answered[event.seat] += 1
            line["decision"] = None if answer is None else _decision(answer, canonical)
        yield line
    for failed in reader.failed_tries(attempt.key):
        yield {**place, **_failed_line(failed, canonical)}
    for response in reader.responses(attempt.key):
        yield {**place, "type": "response", **(_timeless(response) if canonical else response)}
    for result in reader.seat_results(attempt.key):
        ended: Line = {"ended_by": attempt.ended_by, "turns": attempt.turns}
        roster = match.cell.roster
        yield {**place, **ended, **_result_line(result, roster[result.seat], canonical)}


def _event_line(event: Event, names: list[str]) -> Line:
    return {
        "type": "event",
        "event": event.number,
        "block": event.block,
        "seat": None if event.seat < 0 else event.seat,
        "act": event.act,
        "action": event.action_id,
        "code": event.action,
        "stand_in": event.stand_in,
        "reason": event.reason,
        "facts": [_fact(fact, names) for fact in event.facts],
        "digest": event.digest.hex(),
    }


def _fact(fact: Fact, names: list[str]) -> Line:
    return {
        "kind": names[fact.kind] if 0 <= fact.kind < len(names) else str(fact.kind),
        "arguments": list(fact.arguments),
        "secret": list(fact.secret),
        "sees": fact.sees,
        "audience": fact.audience,
    }


def _decision(answer: Answer, canonical: bool) -> Line:
    line: Line = {
        "number": answer.number,
        "kind": answer.kind,
        "choices": answer.choices,
        "tries": answer.tries,
        "repairs": list(answer.repairs),
        "text": answer.text,
        "reasoning": answer.reasoning,
        "rationale": answer.rationale,
        "tool_calls": dict(answer.tool_calls),
    }
    if not canonical:
        line["seconds"] = answer.seconds
    return line


def _failed_line(failed: FailedTry, canonical: bool) -> Line:
    line: Line = {
        "type": "failed_try",
        "seat": failed.seat,
        "number": failed.number,
        "try": failed.tries,
        "class": failed.kind,
        "detail": failed.detail,
        "text": failed.text,
        "reasoning": failed.reasoning,
        "tool_calls": dict(failed.tool_calls),
    }
    if not canonical:
        line["seconds"] = failed.seconds
    return line


def _result_line(result: SeatResult, participant: str, canonical: bool) -> Line:
    line: Line = {"type": "outcome", "participant": participant, **asdict(result)}
    return _timeless(line) if canonical else line


def _timeless(line: Line) -> Line:
    return {name: value for name, value in line.items() if name not in ("seconds", "at")}
