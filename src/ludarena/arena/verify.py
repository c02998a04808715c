"""Checking a stored run: the plan against its digests, every match by executing it again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import get_args

from ludarena.agents.controller import FailureClass
from ludarena.arena.cells import match_id, schedule_digest, stage_digests
from ludarena.arena.errors import CorruptLog, CorruptStore, OtherRules
from ludarena.arena.execution import SNAPSHOT_EVERY, Execution, replayed
from ludarena.arena.origin import Origin, origin_of
from ludarena.arena.outcome import match_result
from ludarena.arena.record import (
    Answer,
    Event,
    FailedTry,
    SeatResult,
    StoredAttempt,
    StoredExperiment,
    StoredMatch,
    Tally,
)
from ludarena.arena.store import Reader
from ludarena.core.errors import LudarenaError
from ludarena.core.game import Game
from ludarena.core.options import resolve
from ludarena.core.registry import load_game


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that is not as it must be; `match` and `event` are None for the whole run."""

    match: str | None
    event: int | None
    what: str

    def __str__(self) -> str:
        place = "the run" if self.match is None else f"match {self.match}"
        if self.event is not None:
            place += f", event {self.event}"
        return f"{place}: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """What `verify` looked at and found.

    `refused` are matches of other rules versions or of games that are not installed: they cannot
    be checked here. `unfinished` matches were checked as far as they go.
    """

    matches: int
    attempts: int
    events: int
    unfinished: int
    problems: tuple[Problem, ...]
    refused: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Return whether everything stored was checked and found right."""
        return not self.problems and not self.refused


def verify(
    reader: Reader, *, progress: Callable[[int, int], None] = lambda done, planned: None
) -> VerifyReport:
    """Check a stored run as far as it goes and return what was found.

    The database: its pages, references and texts. The plan: digests of participants, protocol,
    design and schedule, ids of matches, seats, tables of rules. Every attempt, set aside or not:
    legality, facts, digests and snapshots by executing it again; then decisions, tries, counters,
    ranks and scores. Raises `CorruptStore` when the database itself cannot be read. `progress` is
    told the matches done and all.
    """
    experiment = reader.experiment()
    matches = reader.matches()
    problems = [Problem(match=None, event=None, what=what) for what in reader.complaints()]
    if experiment is not None:
        problems += _plan_problems(reader, experiment, matches)
        problems += _rules_problems(reader, matches)
    elif matches:
        what = f"{len(matches)} matches are stored, but no experiment"
        problems.append(Problem(match=None, event=None, what=what))
    refused: list[Problem] = []
    origin: Origin | None = None
    try:
        origin = origin_of(experiment.design) if experiment else None
    except ValueError as error:
        problems.append(Problem(match=None, event=None, what=str(error)))
    attempts = events = 0
    for done, match in enumerate(matches):
        progress(done, len(matches))
        try:
            game = _installed(match)
            given = match.cell.setup.options
            complete = resolve(game.id, game.options, given) == dict(given)
        except LudarenaError as error:
            refused.append(Problem(match=match.id, event=None, what=str(error)))
            continue
        if not complete:
            what = f"some options of {game.id} are missing, so it cannot be executed"
            problems.append(Problem(match=match.id, event=None, what=what))
            continue
        stored = reader.attempts(match)
        problems += _status_problems(match, stored)
        for attempt in stored:
            check = _AttemptCheck(reader, game, match, attempt, origin)
            problems += check.problems()
            attempts += 1
            events += check.events
    progress(len(matches), len(matches))
    return VerifyReport(
        matches=len(matches),
        attempts=attempts,
        events=events,
        unfinished=sum(match.status != "finished" for match in matches),
        problems=tuple(problems),
        refused=tuple(refused),
    )


def attempt_problems(
    reader: Reader, match: StoredMatch, attempt: StoredAttempt
) -> tuple[Problem, ...]:
    """Return what is wrong with one attempt, by executing it again.

    Raises `UnknownGame` and `OtherRules` where that cannot be done here.
    """
    experiment = reader.experiment()
    origin = origin_of(experiment.design) if experiment else None
    check = _AttemptCheck(reader, _installed(match), match, attempt, origin)
    return tuple(check.problems())


def _installed(match: StoredMatch) -> Game:
    """Return the game of a match; raise `UnknownGame` or `OtherRules`."""
    setup = match.cell.setup
    game = load_game(setup.game)
    if game.rules_version != setup.rules_version:
        raise OtherRules(match.id, setup.game, setup.rules_version, game.rules_version)
    return game


def _plan_problems(
    reader: Reader, experiment: StoredExperiment, matches: Sequence[StoredMatch]
) -> Iterator[Problem]:
    def problem(what: str, match: str | None = None) -> Problem:
        return Problem(match=match, event=None, what=what)

    digests = reader.participant_digests()
    for one in experiment.participants:
        if digests.get(one.name) != one.digest:
            yield problem(f"the record of participant {one.name!r} does not fit its digest")
    if reader.protocol_id() != experiment.protocol.id:
        yield problem("the protocol does not fit its id")
    yield from map(problem, _stage_problems(experiment, matches))
    if reader.planned_cells() != len(matches):
        yield problem(f"{reader.planned_cells()} matches were planned, {len(matches)} are stored")
    for match in matches:
        if match_id(experiment.digest_at(match.cell.stage), match.cell) != match.id:
            yield problem("set-up, seed or roster do not fit the match's id", match.id)
        if len(match.cell.roster) != match.cell.setup.seats:
            yield problem("the number of participants is not that of the seats", match.id)


def _stage_problems(experiment: StoredExperiment, matches: Sequence[StoredMatch]) -> Iterator[str]:
    """Compare the design and each extension with their digests."""
    first, *others = stage_digests(
        experiment.design, experiment.participants, experiment.protocol, experiment.extensions
    )
    if first != experiment.digest:
        yield "design, participants and protocol do not fit the design's digest"
    for stage, digest in zip(experiment.stages, others):
        if digest != stage.digest:
            yield f"extension {stage.extension.name!r} does not fit its digest"
    planned = [experiment.schedule_digest, *(one.schedule_digest for one in experiment.stages)]
    for number, digest in enumerate(planned):
        cells = [match.cell for match in matches if match.cell.stage == number]
        if schedule_digest(cells) != digest:
            which = f" of extension {number}" if number else ""
            yield f"the planned matches{which} do not fit the schedule's digest"


def _rules_problems(reader: Reader, matches: Sequence[StoredMatch]) -> Iterator[Problem]:
    """Compare the tables of rules, without which facts cannot be told, with the games' own."""
    stored = {(row["game"], row["version"]): row for row in reader.rules()}
    for setup in {(m.cell.setup.game, m.cell.setup.rules_version): m for m in matches}:
        row = stored.get(setup)
        if row is None:
            yield Problem(match=None, event=None, what=f"the rules of {setup[0]} are missing")
            continue
        try:
            game = load_game(setup[0])
        except LudarenaError:
            continue  # its matches are refused one by one
        own = {
            "decisions": [kind.name for kind in game.decisions],
            "facts": [kind.name for kind in game.facts],
            "ranking": [key.name for key in game.ranking],
        }
        for table, names in own.items():
            if game.rules_version == setup[1] and _names(row[f"{table}_json"]) != names:
                what = f"the {table} of {game.id} are not stored as the game has them"
                yield Problem(match=None, event=None, what=what)


def _names(text: str) -> list[str]:
    """Return the names of the rows of a stored table; none when it cannot be read."""
    try:
        return [str(row["name"]) for row in json.loads(text)]
    except (ValueError, TypeError, LookupError):
        return []


def _status_problems(match: StoredMatch, attempts: Sequence[StoredAttempt]) -> Iterator[Problem]:
    finished = [one.key for one in attempts if one.status == "finished"]
    if finished != ([] if match.finished is None else [match.finished]):
        what = f"{len(finished)} attempts are finished, and the one that counts is not marked so"
        yield Problem(match=match.id, event=None, what=what)
    if [one.number for one in attempts] != list(range(1, len(attempts) + 1)):
        yield Problem(match=match.id, event=None, what="attempts are missing")


class _AttemptCheck:
    """Executes one attempt again and compares everything that is stored of it."""

    def __init__(
        self,
        reader: Reader,
        game: Game,
        match: StoredMatch,
        attempt: StoredAttempt,
        origin: Origin | None,
    ) -> None:
        self._reader = reader
        self._game = game
        self._match = match
        self._attempt = attempt
        self._setup = match.cell.setup
        self._origin = origin
        self._tallies = [Tally() for _ in range(self._setup.seats)]
        self.events = 0

    def problems(self) -> Iterator[Problem]:
        try:
            yield from self._check()
        except CorruptLog as error:
            yield self._problem(error.reason, error.event)
        except CorruptStore as error:
            yield self._problem(error.reason)

    def _problem(self, what: str, event: int | None = None) -> Problem:
        note = "" if self._attempt.key == self._match.finished else " (an attempt not counted)"
        return Problem(match=self._match.id, event=event, what=what + note)

    def _check(self) -> Iterator[Problem]:
        key = self._attempt.key
        execution = Execution(self._game, self._setup)
        answers = {(one.seat, one.number): one for one in self._reader.answers(key)}
        snapshots = self._reader.snapshots(key)
        acts: list[Event] = []
        for stored in self._reader.events(key):
            if stored.act == "action" and stored.seat in range(self._setup.seats):
                answer = answers.pop((stored.seat, execution.answered[stored.seat]), None)
                yield from self._answer_problems(execution, stored, answer, acts)
                acts = []
            elif stored.act != "setup":
                acts.append(stored)
            replayed(execution, self._match.id, stored)
            self.events += 1
            yield from self._origin_problems(stored)
            state = execution.state.encode() if stored.number % SNAPSHOT_EVERY == 0 else None
            if snapshots.pop(stored.number, None) != state:
                yield self._problem("its snapshot is missing or differs", stored.number)
        if self._origin is not None and self.events < self._origin.event:
            yield self._problem("events that the branch keeps from its origin are missing")
        if snapshots:
            yield self._problem(f"{len(snapshots)} snapshots belong to no event")
        if answers and self._attempt.status == "finished":
            yield self._problem(f"{len(answers)} stored decisions were never played")
        yield from self._try_problems()
        if self._attempt.status == "finished":
            yield from self._result_problems(execution)

    def _answer_problems(
        self, execution: Execution, event: Event, answer: Answer | None, acts: Sequence[Event]
    ) -> Iterator[Problem]:
        """Compare an event with the decision behind it; `execution` stands before the event."""
        kept = self._origin is not None and event.number < self._origin.event
        if (answer is None) != kept:
            what = "it was kept, but a decision" if kept else "no decision"
            yield self._problem(f"{what} is stored for it", event.number)
        if answer is None:
            return
        self._tallies[event.seat].count_answer(answer)
        state, seat = execution.state, event.seat
        row = state.decision(seat)
        kind = self._game.decisions[row].name if row >= 0 else None
        if kind is not None and answer.kind != kind:
            yield self._problem(f"asked was {kind!r}, stored is {answer.kind!r}", event.number)
        choices = len(state.legal_actions(seat))
        if choices != answer.choices:
            yield self._problem(
                f"the choices were {choices}, stored are {answer.choices}", event.number
            )
        said = (answer.action, answer.stand_in, answer.block, answer.act, answer.reason)
        act = next((one for one in reversed(acts) if one.act != "timeout"), None)
        cause = (None, None) if act is None else (act.act, act.reason)
        if said != (event.action, event.stand_in, event.block, *cause):
            yield self._problem("event and decision contradict each other", event.number)

    def _origin_problems(self, event: Event) -> Iterator[Problem]:
        """Compare the last event that a branch keeps with what its plan says of it."""
        origin = self._origin
        if origin is None or event.number != origin.event - 1:
            return
        if event.digest.hex() != origin.digest:
            what = "it is not where the branch's plan says it begins"
            yield self._problem(what, event.number)

    def _try_problems(self) -> Iterator[Problem]:
        """Count the failed tries and compare them with what the decisions say."""
        tries: dict[tuple[int, int], list[FailedTry]] = {}
        for failed in self._reader.failed_tries(self._attempt.key):
            if failed.seat not in range(self._setup.seats):
                yield self._problem(f"a failed try belongs to seat {failed.seat}")
                continue
            if failed.kind not in get_args(FailureClass):
                yield self._problem(f"a failed try has the unknown class {failed.kind!r}")
            tries.setdefault((failed.seat, failed.number), []).append(failed)
            self._tallies[failed.seat].count_failure(failed)
        for answer in self._reader.answers(self._attempt.key):
            found = tries.get((answer.seat, answer.number), [])
            expected = answer.tries - (0 if answer.stand_in else 1)
            if [one.tries for one in found] != list(range(expected)):
                yield self._problem(
                    f"decision {answer.number} of seat {answer.seat} names {expected} failed "
                    f"tries, stored are {len(found)}"
                )

    def _result_problems(self, execution: Execution) -> Iterator[Problem]:
        if not execution.over:
            yield self._problem("it counts as finished, but a decision is owed")
            return
        seats = self._setup.seats
        counts = self._reader.response_counts(self._attempt.key, seats)
        for tally, count in zip(self._tallies, counts, strict=True):
            tally.model_responses = count
        expected = match_result(execution, self._tallies)
        if (self._attempt.ended_by, self._attempt.turns) != (expected.ended_by, expected.turns):
            yield self._problem("how it ended, or its number of turns, is not as stored")
        stored = self._reader.seat_results(self._attempt.key)
        if len(stored) != seats:
            yield self._problem(f"{len(stored)} results are stored for {seats} seats")
            return
        for found, right in zip(stored, expected.seats, strict=True):
            for field in fields(SeatResult):
                one, other = getattr(found, field.name), getattr(right, field.name)
                # Seconds are stored rounded, decision by decision: sums agree to a millisecond.
                close = field.name == "seconds" and abs(one - other) < 0.001
                if one != other and not close:
                    what = f"{field.name.replace('_', ' ')} of seat {right.seat}"
                    yield self._problem(f"{what} is stored as {one}, it should be {other}")
