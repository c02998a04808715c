"""The rows of a log: events, answers, failed tries, results, as they are stored and read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from ludarena.agents.controller import FailureClass
from ludarena.arena.cells import Cell, Extension
from ludarena.arena.participant import Participant
from ludarena.arena.protocol import Protocol, protocol_from
from ludarena.core.trace import EVERYBODY, Fact
from ludarena.core.view import Json

SystemAct = Literal[
    "setup",
    "timeout",
    "forfeit",
    "stand_in",
    "resign",
    "draw_agreed",
    "takeback",
    "void",
    "cap",
]
"""What the arena itself may write into a log; the list is closed."""

SYSTEM_ACTS: frozenset[str] = frozenset(get_args(SystemAct))

Act = Literal["action"] | SystemAct

AttemptStatus = Literal["running", "finished", "void"]
MatchStatus = Literal["planned", "unfinished", "finished", "set_aside"]

NOBODY = -1
"""The seat of an event that belongs to no seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One line of a match's log.

    `block` is the number of blocks closed before it. `stand_in` marks actions that were not the
    participant's own. `digest` is chained: it covers this event, all before it, and the state.
    """

    number: int
    block: int
    seat: int
    act: Act
    action: int | None = None
    action_id: str | None = None
    stand_in: bool = False
    reason: str | None = None
    facts: tuple[Fact, ...] = ()
    digest: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An accepted answer to a decision, stored when it arrives; events are made of it.

    `number` counts the seat's decisions of the match. `act` is the system act that comes before
    the action (a forfeit, a resignation, a stand-in for this decision), `reason` its cause.
    """

    seat: int
    number: int
    block: int
    kind: str
    choices: int
    action: int
    act: SystemAct | None = None
    reason: str | None = None
    stand_in: bool = False
    tries: int = 1
    repairs: tuple[str, ...] = ()
    text: str | None = None
    reasoning: str = ""
    rationale: Json = None
    tool_calls: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedTry:
    """A reply that was not accepted; `tries` counts those before it for the same decision."""

    seat: int
    number: int
    tries: int
    kind: FailureClass
    detail: str
    text: str | None = None
    reasoning: str = ""
    tool_calls: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(slots=True)
class Tally:
    """What a seat has used and done in an attempt, dead processes included."""

    controller_decisions: int = 0
    stand_in_decisions: int = 0
    failed_tries: int = 0
    repairs: int = 0
    model_responses: int = 0
    seconds: float = 0.0
    tool_calls: dict[str, int] = field(default_factory=dict)

    def count_answer(self, answer: Answer) -> None:
        """Add an accepted answer."""
        if answer.stand_in:
            self.stand_in_decisions += 1
        else:
            self.controller_decisions += 1
        self.repairs += len(answer.repairs)
        self._count_effort(answer.seconds, answer.tool_calls)

    def count_failure(self, failed: FailedTry) -> None:
        """Add a failed try."""
        self.failed_tries += 1
        self._count_effort(failed.seconds, failed.tool_calls)

    def _count_effort(self, seconds: float, calls: Mapping[str, int]) -> None:
        self.seconds += seconds
        for tool, number in calls.items():
            self.tool_calls[tool] = self.tool_calls.get(tool, 0) + number


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """The result of one seat of a finished match.

    `rank` and `payoff` are the arena's, with forfeits laid over; `rules_rank` is the game's.
    The four counters are kept apart: engine decisions (actions applied), controller decisions
    (accepted answers of the participant), tool calls by tool, model responses.
    """

    seat: int
    score: int
    tie_breaks: tuple[int, ...]
    rank: int
    payoff: float
    rules_rank: int
    forfeited: bool
    routes: Mapping[str, int]
    engine_decisions: int
    controller_decisions: int
    stand_in_decisions: int
    tool_calls: Mapping[str, int]
    model_responses: int
    failed_tries: int
    repairs: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """The result of a finished match; `turns` is the game's own turn counter."""

    ended_by: Literal["rules", "cap"]
    turns: int
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStage:
    """What is stored of an extension: the digests of its design and of its cells."""

    extension: Extension
    digest: str
    schedule_digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyChange:
    """Another failure policy, under which a run was continued from `at` on, in Unix seconds."""

    at: float
    settings: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredExperiment:
    """The frozen plan of a run, without its cells.

    `participants` are all of them, those of extensions last. `digest` and `schedule_digest` are of
    the design without its extensions. `protocol` is the frozen one, `policies` are the changes of
    its failure policy since.
    """

    name: str
    digest: str
    schedule_digest: str
    design: Mapping[str, Json]
    participants: tuple[Participant, ...]
    protocol: Protocol
    stages: tuple[StoredStage, ...] = ()
    policies: tuple[PolicyChange, ...] = ()

    @property
    def current(self) -> Protocol:
        """Return the protocol under which the run is continued."""
        changed = {name: value for one in self.policies for name, value in one.settings.items()}
        return protocol_from({**self.protocol.as_json(), **changed})

    @property
    def extensions(self) -> tuple[Extension, ...]:
        """Return the extensions, in order."""
        return tuple(stage.extension for stage in self.stages)

    def digest_at(self, stage: int) -> str:
        """Return the digest under which matches of a stage are known, empty for no such stage."""
        digests = [self.digest, *(one.digest for one in self.stages)]
        return digests[stage] if 0 <= stage < len(digests) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """A planned match and how far it has come; `key` is the row in the store."""

    key: int
    id: str
    cell: Cell
    status: MatchStatus
    attempts: int
    voids: int
    finished: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAttempt:
    """One attempt at a match; times are Unix seconds. `key` is the row in the store."""

    key: int
    match: int
    number: int
    status: AttemptStatus
    reason: str | None
    ended_by: str | None
    turns: int | None
    resumes: int
    started: float
    ended: float | None
    host: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResult:
    """A finished match as an analysis needs it; tuples have one entry a seat.

    `stratum`, `scenario`, `part` and `focal` are those of its `Cell`.
    """

    match: str
    game: str
    rules_version: str
    options: Mapping[str, Json]
    stratum: str
    scenario: str
    part: str
    focal: int | None
    participants: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    payoffs: tuple[float, ...]
    forfeited: tuple[bool, ...]
    stand_ins: tuple[int, ...]
    failed_tries: tuple[int, ...]
    ended_by: str
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How many matches of a schedule are in which state, and how many events are stored."""

    planned: int
    finished: int
    unfinished: int
    set_aside: int
    events: int

    @property
    def complete(self) -> bool:
        """Return whether every planned match is finished."""
        return self.finished == self.planned


def facts_to_text(facts: Iterable[Fact]) -> str:
    """Return facts as compact JSON; trailing parts that hold their defaults are left out."""
    rows: list[list[object]] = []
    for fact in facts:
        row: list[object] = [fact.kind, fact.arguments, fact.secret, fact.sees, fact.audience]
        for default in (EVERYBODY, 0, ()):
            if row[-1] != default:
                break
            row.pop()
        rows.append(row)
    return json.dumps(rows, separators=(",", ":")) if rows else ""


def facts_from_text(text: str) -> tuple[Fact, ...]:
    """Return the facts that `facts_to_text` wrote; raise `ValueError` for other text."""
    if not text:
        return ()
    rows = json.loads(text)
    if not isinstance(rows, list):
        raise ValueError("facts are no list")
    return tuple(_fact(row) for row in rows)


def _fact(row: object) -> Fact:
    if not isinstance(row, list) or not 2 <= len(row) <= 5:
        raise ValueError("a fact has two to five parts")
    parts: list[object] = [*row, *[[], 0, EVERYBODY][len(row) - 2 :]]
    kind, arguments, secret, sees, audience = parts
    for numbers in ([kind, sees, audience], arguments, secret):
        if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
            raise ValueError("the parts of a fact are integers and lists of them")
    return Fact(
        cast(int, kind),
        tuple(cast(list[int], arguments)),
        tuple(cast(list[int], secret)),
        cast(int, sees),
        cast(int, audience),
    )
