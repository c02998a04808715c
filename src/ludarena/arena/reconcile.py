"""Reconciling a run: schedule = outcome = last event = re-execution, field by field, counted.

`verify` looks for anything that is wrong in one log; this compares what four records of a match say
of it, and counts in how many matches they agree, so that a study can state it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ludarena.arena.cells import MatchSetup, match_id
from ludarena.arena.errors import CorruptLog, CorruptStore, OtherRules
from ludarena.arena.execution import Execution, replayed
from ludarena.arena.outcome import overlaid_ranks
from ludarena.arena.record import Event, SeatResult, StoredAttempt, StoredExperiment, StoredMatch
from ludarena.arena.store import Reader
from ludarena.core.errors import LudarenaError
from ludarena.core.game import Game
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.core.view import canonical_json

Values = Mapping[str, str]
"""What each record says of one field, by the name of the record."""

FIELDS = (
    ("match id", ("schedule", "match")),
    ("game", ("schedule", "stored rules", "re-execution")),
    ("rules version", ("schedule", "stored rules", "re-execution")),
    ("options", ("schedule", "re-execution")),
    ("set-up and seed", ("first event", "re-execution")),
    ("roster", ("schedule", "participants")),
    ("seats", ("schedule", "roster", "outcome", "re-execution")),
    ("end", ("last event", "re-execution")),
    ("forfeits", ("outcome", "log", "re-execution")),
    ("ranks", ("outcome", "re-execution")),
    ("scores", ("outcome", "re-execution")),
    ("turns", ("outcome", "re-execution")),
    ("ended by", ("outcome", "re-execution")),
)
"""The fields that are compared, and the records that must agree on them."""


@dataclass(frozen=True, slots=True)
class FieldCount:
    """In how many matches the records of a field agree, and in how many they do not."""

    field: str
    records: tuple[str, ...]
    equal: int
    different: int


@dataclass(frozen=True, slots=True)
class Difference:
    """What the records of one match say of a field on which they differ."""

    match: str
    field: str
    values: Values

    def __str__(self) -> str:
        said = ", ".join(f"{record}: {value}" for record, value in self.values.items())
        return f"match {self.match}: {self.field}: {said}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """The counts of a run and what was compared in its finished matches.

    `planned` is what the frozen schedule states, `stored` the matches there are, divided into
    `finished`, `unfinished` (begun or not) and `set_aside`. `ended` counts attempts that reached
    the end: one a finished match. `outcomes` counts finished matches that have a result, `seats`
    the results of seats. `refused` says why matches could not be compared.
    """

    planned: int
    stored: int
    finished: int
    unfinished: int
    set_aside: int
    ended: int
    outcomes: int
    seats: int
    events: int
    fields: tuple[FieldCount, ...]
    differences: tuple[Difference, ...]
    refused: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Return whether all counts and all fields agree, and every finished match was compared."""
        counts = self.planned == self.stored and self.finished == self.ended == self.outcomes
        return counts and not self.differences and not self.refused


def reconcile(
    reader: Reader, *, progress: Callable[[int, int], None] = lambda done, planned: None
) -> Reconciliation:
    """Compare the records of every finished match of a run and return the counts.

    Raises `CorruptStore` when the database cannot be read. `progress` is told the matches done
    and all.
    """
    experiment = reader.experiment()
    matches = reader.matches()
    tally = _Tally(reader, experiment)
    for done, match in enumerate(matches):
        progress(done, len(matches))
        tally.ended += sum(one.status == "finished" for one in reader.attempts(match))
        if match.finished is not None:
            tally.add(match)
    progress(len(matches), len(matches))
    states = Counter(match.status for match in matches)
    return Reconciliation(
        planned=reader.planned_cells(),
        stored=len(matches),
        finished=states["finished"],
        unfinished=states["planned"] + states["unfinished"],
        set_aside=states["set_aside"],
        ended=tally.ended,
        outcomes=tally.outcomes,
        seats=tally.seats,
        events=tally.events,
        fields=tuple(
            FieldCount(field, records, tally.equal[field], tally.different[field])
            for field, records in FIELDS
        ),
        differences=tuple(tally.differences),
        refused=tuple(tally.refused),
    )


class _Tally:
    """Compares one match after the other and counts."""

    def __init__(self, reader: Reader, experiment: StoredExperiment | None) -> None:
        self._reader = reader
        self._experiment = experiment
        self._people = {one.name for one in experiment.participants} if experiment else set()
        self._rules = {(row["game"], row["version"]) for row in reader.rules()}
        self.equal: Counter[str] = Counter()
        self.different: Counter[str] = Counter()
        self.differences: list[Difference] = []
        self.refused: list[str] = []
        self.ended = self.outcomes = self.seats = self.events = 0

    def add(self, match: StoredMatch) -> None:
        """Compare a finished match."""
        try:
            for field, values in self._values(match):
                if len(set(values.values())) == 1:
                    self.equal[field] += 1
                else:
                    self.different[field] += 1
                    self.differences.append(Difference(match.id, field, values))
        except (CorruptLog, CorruptStore) as error:
            first = isinstance(error, CorruptLog) and error.event == 0
            field = "set-up and seed" if first else "end"
            self.different[field] += 1
            self.differences.append(Difference(match.id, field, {"re-execution": error.reason}))
        except LudarenaError as error:
            self.refused.append(f"match {match.id}: {error}")

    def _values(self, match: StoredMatch) -> Iterator[tuple[str, Values]]:
        """Yield the fields of a match and what its records say of them."""
        cell, setup = match.cell, match.cell.setup
        attempt = self._reader.current_attempt(match)
        if attempt is None:
            raise CorruptLog(match.id, 0, "no attempt is stored")
        results = self._reader.seat_results(attempt.key)
        self.outcomes += bool(results)
        self.seats += len(results)
        design = self._experiment.digest_at(cell.stage) if self._experiment else ""
        yield "match id", {"schedule": match_id(design, cell), "match": match.id}
        known = [one for one in cell.roster if one in self._people]
        yield "roster", {"schedule": ", ".join(cell.roster), "participants": ", ".join(known)}
        game = _installed(match)
        stored = "as scheduled" if (setup.game, setup.rules_version) in self._rules else "none"
        yield "game", _three(setup.game, stored, game.id)
        yield "rules version", _three(setup.rules_version, stored, game.rules_version)
        complete = resolve(game.id, game.options, setup.options)
        yield (
            "options",
            {
                "schedule": canonical_json(dict(setup.options)),
                "re-execution": canonical_json(dict(complete)),
            },
        )
        whole = replace(setup, options=complete)
        yield from self._played(match, whole, game, attempt, results)

    def _played(
        self,
        match: StoredMatch,
        setup: MatchSetup,
        game: Game,
        attempt: StoredAttempt,
        results: Sequence[SeatResult],
    ) -> Iterator[tuple[str, Values]]:
        """Execute the log again and yield what follows from it."""
        execution = Execution(game, setup)
        events = self._reader.events(attempt.key)
        if not events:
            raise CorruptLog(match.id, 0, "there are no events")
        for stored in events:
            event = replayed(execution, match.id, stored)
            if stored.number == 0:
                both = {"first event": stored.digest.hex(), "re-execution": event.digest.hex()}
                yield "set-up and seed", both
        self.events += len(events)
        yield (
            "seats",
            {
                "schedule": str(setup.seats),
                "roster": str(len(match.cell.roster)),
                "outcome": str(len(results)),
                "re-execution": str(len(execution.answered)),
            },
        )
        end = "the end" if execution.over else "a decision is owed"
        yield (
            "end",
            {
                "last event": f"{events[-1].number}, {events[-1].digest.hex()}, the end",
                "re-execution": f"{execution.events - 1}, {execution.digest.hex()}, {end}",
            },
        )
        if execution.over:
            yield from _results(execution, events, attempt, results)


def _results(
    execution: Execution,
    events: Sequence[Event],
    attempt: StoredAttempt,
    results: Sequence[SeatResult],
) -> Iterator[tuple[str, Values]]:
    """Yield what the outcome, the log and the executed match say of the result."""
    outcome = execution.game.outcome(execution.state)
    gone = {one.seat for one in events if one.act in ("forfeit", "resign")}
    yield (
        "forfeits",
        {
            "outcome": str([one.seat for one in results if one.forfeited]),
            "log": str(sorted(gone)),
            "re-execution": str([seat for seat, left in enumerate(execution.forfeited) if left]),
        },
    )
    ranks = overlaid_ranks(outcome.ranks, execution.forfeited)
    yield "ranks", _two([one.rank for one in results], list(ranks))
    scored = [(one.score, *one.tie_breaks) for one in results]
    expected = [(score, *keys) for score, keys in zip(outcome.scores, outcome.tie_breaks)]
    yield "scores", _two(scored, expected)
    yield "turns", _two(attempt.turns, execution.state.turn())
    yield "ended by", _two(attempt.ended_by, outcome.ended_by)


def _installed(match: StoredMatch) -> Game:
    """Return the game of a match; raise `UnknownGame` or `OtherRules`."""
    setup = match.cell.setup
    game = load_game(setup.game)
    if game.rules_version != setup.rules_version:
        raise OtherRules(match.id, setup.game, setup.rules_version, game.rules_version)
    return game


def _three(scheduled: str, stored: str, executed: str) -> Values:
    rules = scheduled if stored == "as scheduled" else stored
    return {"schedule": scheduled, "stored rules": rules, "re-execution": executed}


def _two(stored: object, executed: object) -> Values:
    return {"outcome": str(stored), "re-execution": str(executed)}
