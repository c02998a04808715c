"""The gateway's ledger against the logs of agent programs, appearance by appearance.

The ledger is what counts; a program's own log is a second opinion on it. Where both saw the same
responses, their sums are equal to the token. They may differ for good reason: a reply that broke
off is counted by some programs and not by others, and a program that was killed may not have
written its last response down. So differences are shown as they are, and nothing is put right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from ludarena.agents.controller import NO_REPLY
from ludarena.agents.own_log import LogStatus
from ludarena.arena.store.own_logs import StoredOwnLog
from ludarena.arena.store.read import Reader
from ludarena.arena.usage import Call, is_counted, source_of, usage_of
from ludarena.core.view import Json
from ludarena.models.usage import Usage, total

GATEWAY = "gateway"
"""The source of calls that a program made through the gateway."""

FIELDS = ("responses", "input", "cached", "cache_write", "output", "reasoning")
"""What is compared; reasoning only where both sides tell it."""

Counts = Mapping[str, int | None]
"""Numbers of responses and tokens by field."""

Verdict = Literal["equal", "different"] | LogStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One appearance in one attempt: the ledger's sums, the log's sums, and where they differ.

    `broken` responses reached the ledger in part only. `only_in_ledger` and `only_in_log` name
    responses where the log keeps the provider's ids, and `differing` those that both have with
    other counts.
    """

    match: str
    attempt_number: int
    seat: int
    participant: str
    program: str
    status: LogStatus
    detail: str
    ledger_responses: int
    ledger: Usage
    log_responses: int
    log: Usage
    broken: int
    only_in_ledger: tuple[str, ...]
    only_in_log: tuple[str, ...]
    differing: tuple[str, ...]

    @property
    def differences(self) -> dict[str, int]:
        """Return the log's count minus the ledger's, for each field in which they differ."""
        if self.status != "read":
            return {}
        return _gaps(
            _counts(self.ledger_responses, self.ledger), _counts(self.log_responses, self.log)
        )

    @property
    def verdict(self) -> Verdict:
        """Return `equal` or `different`, or why the log was not compared."""
        if self.status != "read":
            return self.status
        return "different" if self.differences or self.differing else "equal"

    def as_json(self) -> dict[str, Json]:
        """Return everything as JSON data."""
        return {
            "match": self.match,
            "attempt": self.attempt_number,
            "seat": self.seat,
            "participant": self.participant,
            "program": self.program,
            "verdict": self.verdict,
            "detail": self.detail,
            "ledger": dict(_counts(self.ledger_responses, self.ledger)),
            "log": dict(_counts(self.log_responses, self.log)),
            "differences": dict(self.differences),
            "broken": self.broken,
            "only_in_ledger": list(self.only_in_ledger),
            "only_in_log": list(self.only_in_log),
            "differing": list(self.differing),
        }


def compared(reader: Reader) -> list[Comparison]:
    """Return a comparison for each appearance of a program whose end was seen.

    Raises `CorruptStore` when the database cannot be read.
    """
    ledger: dict[tuple[int, int], list[Call]] = defaultdict(list)
    for call in reader.calls():
        if source_of(call) == GATEWAY and call["status"] not in NO_REPLY:
            ledger[cast(int, call["attempt"]), cast(int, call["seat"])].append(call)
    return [_comparison(one, ledger[one.attempt, one.seat]) for one in reader.own_logs()]


def _comparison(stored: StoredOwnLog, calls: Sequence[Call]) -> Comparison:
    log = stored.log
    mine = {str(call["id"]): usage_of(call) for call in calls}
    theirs = {one.id: one.usage for one in log.responses if one.id}
    by_id = len(theirs) == len(log.responses) > 0 and not mine.keys().isdisjoint(theirs)
    return Comparison(
        match=stored.match,
        attempt_number=stored.attempt_number,
        seat=stored.seat,
        participant=stored.participant,
        program=log.program,
        status=log.status,
        detail=log.detail,
        ledger_responses=len(calls),
        ledger=total(mine.values()),
        log_responses=len(log.responses),
        log=log.usage,
        broken=sum(call["status"] != "ok" for call in calls),
        only_in_ledger=tuple(sorted(mine.keys() - theirs.keys())) if by_id else (),
        only_in_log=tuple(sorted(theirs.keys() - mine.keys())) if by_id else (),
        differing=tuple(
            key
            for key in sorted(mine.keys() & theirs.keys())
            if by_id and _differ(mine[key], theirs[key])
        ),
    )


def _counts(responses: int, usage: Usage) -> Counts:
    return {
        "responses": responses,
        "input": usage.input,
        "cached": usage.cached,
        "cache_write": usage.cache_write,
        "output": usage.output,
        "reasoning": usage.reasoning,
    }


def _differ(one: Usage, other: Usage) -> bool:
    return bool(_gaps(_counts(1, one), _counts(1, other)))


def _gaps(mine: Counts, theirs: Counts) -> dict[str, int]:
    """Return theirs minus mine for each field that both tell and in which they differ."""
    pairs = {name: (mine[name], theirs[name]) for name in FIELDS}
    return {
        name: other - one
        for name, (one, other) in pairs.items()
        if one is not None and other is not None and one != other
    }


# --- coverage -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Coverage:
    """How far the usage of one participant from one source is known.

    `source` is `gateway` (programs), `native` (the native loop) or `here` (models in this
    process). `responses` came from a model, `counted` of them with full counts. Of its
    `appearances` in attempts, `logged` have a log of the program that was read, and `equal` of
    these agree with the ledger to the token.
    """

    participant: str
    source: str
    appearances: int = 0
    responses: int = 0
    counted: int = 0
    logged: int = 0
    equal: int = 0

    def __add__(self, other: Coverage) -> Coverage:
        """Return the coverage over two runs of one participant and source."""
        return Coverage(
            self.participant,
            self.source,
            self.appearances + other.appearances,
            self.responses + other.responses,
            self.counted + other.counted,
            self.logged + other.logged,
            self.equal + other.equal,
        )

    def as_json(self) -> dict[str, Json]:
        """Return everything as JSON data."""
        return {name: getattr(self, name) for name in self.__slots__}


def coverage(calls: Iterable[Call], comparisons: Iterable[Comparison]) -> list[Coverage]:
    """Return the coverage of each participant's usage by source, by their names.

    `calls` are all of a run, as `Reader.calls` returns them.
    """
    found: dict[tuple[str, str], Coverage] = {}
    places: dict[tuple[str, str], set[tuple[Json, Json]]] = defaultdict(set)
    for call in calls:
        key = str(call["participant"]), source_of(call)
        one = found.setdefault(key, Coverage(*key))
        places[key].add((call["attempt"], call["seat"]))
        if call["status"] not in NO_REPLY:
            one.responses += 1
            one.counted += is_counted(call)
    for key, seats in places.items():
        found[key].appearances = len(seats)
    for comparison in comparisons:
        key = comparison.participant, GATEWAY
        one = found.setdefault(key, Coverage(*key))
        one.logged += comparison.status == "read"
        one.equal += comparison.verdict == "equal"
        one.appearances = max(one.appearances, one.logged)
    return [found[key] for key in sorted(found)]


def coverage_of(readers: Iterable[Reader]) -> list[Coverage]:
    """Return the coverage over several runs, by participant and source."""
    found: dict[tuple[str, str], Coverage] = {}
    for reader in readers:
        for one in coverage(reader.calls(), compared(reader)):
            key = one.participant, one.source
            found[key] = found[key] + one if key in found else one
    return [found[key] for key in sorted(found)]
