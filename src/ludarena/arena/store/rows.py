"""Between the types of the arena and rows of the tables."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from typing import Any, cast

from ludarena.agents.controller import ModelResponse
from ludarena.arena.cells import Cell, Extension, MatchSetup
from ludarena.arena.participant import Participant, participant_from_json
from ludarena.arena.record import (
    Answer,
    Event,
    FailedTry,
    PolicyChange,
    SeatResult,
    StoredAttempt,
    StoredStage,
    facts_from_text,
    facts_to_text,
)
from ludarena.arena.store.writer import Value, Writer
from ludarena.core.view import Json, canonical_json

_POLICY = "policy:"
"""With what keys of the table `meta` begin that hold a change of the failure policy."""

Row = Mapping[str, Any]
"""A row as the database returns it, by column."""


def event_row(attempt: int, event: Event) -> dict[str, Value]:
    """Return the row of an event."""
    return {
        "attempt": attempt,
        "number": event.number,
        "block": event.block,
        "seat": event.seat,
        "act": event.act,
        "action": event.action,
        "action_id": event.action_id,
        "stand_in": event.stand_in,
        "reason": event.reason,
        "facts": facts_to_text(event.facts),
        "digest": event.digest,
    }


def event_of(row: Row) -> Event:
    """Return the event of a row; raise `ValueError` when its facts cannot be read."""
    return Event(
        number=row["number"],
        block=row["block"],
        seat=row["seat"],
        act=row["act"],
        action=row["action"],
        action_id=row["action_id"],
        stand_in=row["stand_in"],
        reason=row["reason"],
        facts=facts_from_text(row["facts"]),
        digest=row["digest"],
    )


def answer_row(writer: Writer, attempt: int, answer: Answer) -> dict[str, Value]:
    """Return the row of an answer; its texts go to the writer."""
    rationale = None if answer.rationale is None else canonical_json(answer.rationale)
    return {
        "attempt": attempt,
        "seat": answer.seat,
        "number": answer.number,
        "block": answer.block,
        "kind": answer.kind,
        "choices": answer.choices,
        "action": answer.action,
        "act": answer.act,
        "reason": answer.reason,
        "stand_in": answer.stand_in,
        "tries": answer.tries,
        "repairs": " ".join(answer.repairs),
        "reply": writer.text(answer.text),
        "reasoning": writer.text(answer.reasoning),
        "rationale": writer.text(rationale),
        "tool_calls_json": _calls(answer.tool_calls),
        "at": int(time.time()),
        "seconds": round(answer.seconds, 6),
    }


def answer_of(row: Row, texts: Mapping[bytes, str]) -> Answer:
    """Return the answer of a row."""
    rationale = texts.get(row["rationale"])
    return Answer(
        seat=row["seat"],
        number=row["number"],
        block=row["block"],
        kind=row["kind"],
        choices=row["choices"],
        action=row["action"],
        act=row["act"],
        reason=row["reason"],
        stand_in=row["stand_in"],
        tries=row["tries"],
        repairs=tuple(row["repairs"].split()),
        text=texts.get(row["reply"]),
        reasoning=texts.get(row["reasoning"], ""),
        rationale=None if rationale is None else json.loads(rationale),
        tool_calls=json.loads(row["tool_calls_json"] or "{}"),
        seconds=row["seconds"],
    )


def failed_row(writer: Writer, attempt: int, failed: FailedTry) -> dict[str, Value]:
    """Return the row of a failed try; its texts go to the writer."""
    return {
        "attempt": attempt,
        "seat": failed.seat,
        "number": failed.number,
        "tries": failed.tries,
        "kind": failed.kind,
        "detail": failed.detail,
        "reply": writer.text(failed.text),
        "reasoning": writer.text(failed.reasoning),
        "tool_calls_json": _calls(failed.tool_calls),
        "at": int(time.time()),
        "seconds": round(failed.seconds, 6),
    }


def failed_of(row: Row, texts: Mapping[bytes, str]) -> FailedTry:
    """Return the failed try of a row."""
    return FailedTry(
        seat=row["seat"],
        number=row["number"],
        tries=row["tries"],
        kind=row["kind"],
        detail=row["detail"],
        text=texts.get(row["reply"]),
        reasoning=texts.get(row["reasoning"], ""),
        tool_calls=json.loads(row["tool_calls_json"] or "{}"),
        seconds=row["seconds"],
    )


def response_row(
    writer: Writer, attempt: int, seat: int, number: int, tries: int, response: ModelResponse
) -> dict[str, Value]:
    """Return the row of a model's response; its texts go to the writer."""
    return {
        "provider": response.provider,
        "id": response.id,
        "attempt": attempt,
        "seat": seat,
        "number": number,
        "tries": tries,
        "model": response.model,
        "status": response.status,
        "prompt": writer.text(response.prompt, response.prompt_head),
        "reply": writer.text(response.reply),
        "input_tokens": response.input_tokens,
        "cached_tokens": response.cached_tokens,
        "cache_written_tokens": response.cache_written_tokens,
        "output_tokens": response.output_tokens,
        "reasoning_tokens": response.reasoning_tokens,
        "extra_json": canonical_json(dict(response.extra)),
        "at": int(time.time()),
        "seconds": round(response.seconds, 6),
    }


def response_of(row: Row, texts: Mapping[bytes, str]) -> dict[str, Json]:
    """Return the response of a row as JSON data, its texts in place, without the attempt."""
    data = {name: value for name, value in row.items() if name not in ("attempt", "extra_json")}
    data["prompt"] = texts.get(row["prompt"], "")
    data["reply"] = texts.get(row["reply"], "")
    data["extra"] = json.loads(row["extra_json"])
    return data


def result_row(attempt: int, result: SeatResult) -> dict[str, Value]:
    """Return the row of a seat's result."""
    return {
        "attempt": attempt,
        "seat": result.seat,
        "score": result.score,
        "tie_breaks_json": canonical_json(list(result.tie_breaks)),
        "rank": result.rank,
        "payoff": result.payoff,
        "rules_rank": result.rules_rank,
        "forfeited": result.forfeited,
        "routes_json": canonical_json(dict(result.routes)),
        "engine_decisions": result.engine_decisions,
        "controller_decisions": result.controller_decisions,
        "stand_in_decisions": result.stand_in_decisions,
        "tool_calls_json": canonical_json(dict(result.tool_calls)),
        "model_responses": result.model_responses,
        "failed_tries": result.failed_tries,
        "repairs": result.repairs,
        "seconds": round(result.seconds, 6),
    }


def result_of(row: Row) -> SeatResult:
    """Return the result of a row."""
    return SeatResult(
        seat=row["seat"],
        score=row["score"],
        tie_breaks=tuple(json.loads(row["tie_breaks_json"])),
        rank=row["rank"],
        payoff=row["payoff"],
        rules_rank=row["rules_rank"],
        forfeited=row["forfeited"],
        routes=json.loads(row["routes_json"]),
        engine_decisions=row["engine_decisions"],
        controller_decisions=row["controller_decisions"],
        stand_in_decisions=row["stand_in_decisions"],
        tool_calls=json.loads(row["tool_calls_json"]),
        model_responses=row["model_responses"],
        failed_tries=row["failed_tries"],
        repairs=row["repairs"],
        seconds=row["seconds"],
    )


def match_row(experiment: int, key: int, match: str, cell: Cell) -> dict[str, Value]:
    """Return the row of a planned match."""
    return {
        "id": key,
        "key": match,
        "experiment": experiment,
        "stage": cell.stage,
        "cell": cell.index,
        "game": cell.setup.game,
        "rules_version": cell.setup.rules_version,
        "seats": cell.setup.seats,
        "options_json": canonical_json(dict(cell.setup.options)),
        "seed": str(cell.setup.seed),
        "stratum": cell.stratum,
        "scenario": cell.scenario,
        "part": cell.part,
        "focal": cell.focal,
    }


def cell_of(row: Row, roster: tuple[str, ...]) -> Cell:
    """Return the cell of a row of the table of matches."""
    return Cell(
        index=row["cell"],
        setup=MatchSetup(
            game=row["game"],
            rules_version=row["rules_version"],
            seats=row["seats"],
            options=json.loads(row["options_json"]),
            seed=int(row["seed"]),
        ),
        roster=roster,
        stratum=row["stratum"],
        scenario=row["scenario"],
        stage=row["stage"],
        part=row.get("part", ""),
        focal=row.get("focal"),
    )


def extension_row(stage: int, digest: str, extension: Extension) -> dict[str, Value]:
    """Return the row of an extension."""
    return {
        "experiment": 1,
        "stage": stage,
        "name": extension.name,
        "digest": digest,
        "design_json": canonical_json(dict(extension.design)),
        "participants_json": canonical_json(list(extension.participants)),
    }


def stage_of(row: Row, schedule: str) -> StoredStage:
    """Return what a row of the table of extensions and a schedule's digest say of a stage."""
    extension = Extension(
        name=row["name"],
        design=json.loads(row["design_json"]),
        participants=tuple(json.loads(row["participants_json"])),
    )
    return StoredStage(extension=extension, digest=row["digest"], schedule_digest=schedule)


def policy_row(number: int, settings: Mapping[str, Json]) -> dict[str, Value]:
    """Return the row of a change of the failure policy, made now."""
    value = canonical_json({"at": time.time(), "settings": dict(settings)})
    return {"key": f"{_POLICY}{number}", "value": value}


def policies_of(meta: Iterable[Row]) -> list[PolicyChange]:
    """Return the changes of the failure policy among the rows of the table `meta`, in order."""
    found = {
        int(row["key"].removeprefix(_POLICY)): json.loads(row["value"])
        for row in meta
        if row["key"].startswith(_POLICY)
    }
    return [
        PolicyChange(at=found[number]["at"], settings=found[number]["settings"])
        for number in sorted(found)
    ]


def attempt_of(row: Row) -> StoredAttempt:
    """Return the attempt of a row."""
    return StoredAttempt(
        key=row["id"],
        match=row["match"],
        number=row["number"],
        status=row["status"],
        reason=row["reason"],
        ended_by=row["ended_by"],
        turns=row["turns"],
        resumes=row["resumes"],
        started=row["started"],
        ended=row["ended"],
        host=row["host"],
    )


def participant_row(experiment: int, key: int, participant: Participant) -> dict[str, Value]:
    """Return the row of a participant."""
    return {
        "id": key,
        "experiment": experiment,
        "name": participant.name,
        "digest": participant.digest,
        "record_json": canonical_json(participant.as_json()),
    }


def participant_of(row: Row) -> Participant:
    """Return the participant of a row."""
    return participant_from_json(cast(dict[str, Json], json.loads(row["record_json"])))


def _calls(calls: Mapping[str, int]) -> str | None:
    return canonical_json(dict(calls)) if calls else None
