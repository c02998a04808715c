"""Playing on from any stored decision, with any participants, as a run of its own.

The stored match is only read. A branch keeps the events before the decision as they were, so its
digests show where it comes from; from there on it is a match like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludarena.agents.registry import build_agent
from ludarena.arena.cells import Cell, Plan
from ludarena.arena.errors import InvalidPlan, NoSuchDecision, NothingPlayed, OtherRules
from ludarena.arena.execution import SNAPSHOT_EVERY, Execution, replayed
from ludarena.arena.origin import Origin
from ludarena.arena.participant import Participant
from ludarena.arena.protocol import Protocol
from ludarena.arena.record import Event, StoredMatch
from ludarena.arena.runner import Build, RunReport, run_matches
from ludarena.arena.store import Reader, Store, open_store
from ludarena.core.registry import load_game

_OF_A_DECISION = ("timeout", "forfeit", "resign", "stand_in")
"""Acts of the arena that belong to the action after them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A stored match up to a decision that is still to be made.

    `kept` are the events before it, `snapshots` their stored states by event, `execution` stands
    where the decision is owed.
    """

    match: StoredMatch
    kept: tuple[Event, ...]
    snapshots: Mapping[int, bytes]
    execution: Execution

    @property
    def to_act(self) -> list[int]:
        """Return the seats that owe a decision here."""
        return self.execution.state.to_act()


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A plan of one match that begins with what another match had come to."""

    plan: Plan
    position: Position


def position_at(reader: Reader, match: StoredMatch, decision: int) -> Position:
    """Return a stored match as it stood before a decision, named by the number of its event.

    The match is executed again up to there. In an unfinished match the decision that is owed now
    may be named too. Raises `NothingPlayed`, `NoSuchDecision`, `UnknownGame`, `OtherRules` and
    `CorruptLog`.
    """
    setup = match.cell.setup
    game = load_game(setup.game)
    if game.rules_version != setup.rules_version:
        raise OtherRules(match.id, game.id, setup.rules_version, game.rules_version)
    attempt = reader.current_attempt(match)
    events = reader.events(attempt.key) if attempt else []
    if not events:
        raise NothingPlayed(match.id)
    kept = tuple(events[: _cut(match, events, decision)])
    execution = Execution(game, setup)
    snapshots: dict[int, bytes] = {}
    for event in kept:
        replayed(execution, match.id, event)
        if event.number % SNAPSHOT_EVERY == 0:
            snapshots[event.number] = execution.state.encode()
    if execution.over:
        raise NoSuchDecision(match.id, decision, len(kept) - 1)
    return Position(match=match, kept=kept, snapshots=snapshots, execution=execution)


def _cut(match: StoredMatch, events: Sequence[Event], decision: int) -> int:
    """Return how many events come before a decision and what belongs to it."""
    last = max((event.number for event in events if event.act == "action"), default=0)
    if match.status != "finished":
        last = len(events) - (events[-1].act == "void")
    if not 1 <= decision <= last:
        raise NoSuchDecision(match.id, decision, last)
    cut = decision
    while events[cut - 1].act in _OF_A_DECISION:
        cut -= 1
    return cut


def plan_branch(
    reader: Reader,
    match: StoredMatch,
    decision: int,
    players: Mapping[int, Participant] | None = None,
    *,
    protocol: Protocol | None = None,
) -> Branch:
    """Return the plan of a branch from a decision on.

    `players` says who takes which seat over; the other seats keep those who sat there. The
    protocol is that of the stored match unless another one is given. Raises as `position_at`
    does, and `InvalidPlan` for a seat that there is not or that had given up before.
    """
    position = position_at(reader, match, decision)
    experiment = reader.experiment()
    if experiment is None:
        raise InvalidPlan("the run of the stored match has no plan")
    roster = _roster(position, {one.name: one for one in experiment.participants}, players or {})
    origin = Origin(
        run=experiment.name,
        design=experiment.digest,
        match=match.id,
        event=len(position.kept),
        digest=position.kept[-1].digest.hex(),
    )
    cell = Cell(
        index=0,
        setup=match.cell.setup,
        roster=tuple(one.name for one in roster),
        stratum=match.cell.stratum,
    )
    plan = Plan(
        name=f"branch of {match.id[:12]} at {origin.event}",
        design=origin.as_design(),
        participants=tuple({one.name: one for one in roster}.values()),
        protocol=protocol or experiment.protocol,
        cells=(cell,),
    )
    return Branch(plan=plan, position=position)


def _roster(
    position: Position, stored: Mapping[str, Participant], players: Mapping[int, Participant]
) -> list[Participant]:
    """Return who sits where, under names that are distinct where participants are."""
    names = position.match.cell.roster
    for seat in players:
        if not 0 <= seat < len(names):
            raise InvalidPlan(f"there is no seat {seat}; seats are 0 to {len(names) - 1}")
        if position.execution.forfeited[seat]:
            raise InvalidPlan(f"seat {seat} had given up before this decision and stays out")
    taken: dict[str, Participant] = {}
    for seat, name in enumerate(names):
        if seat not in players:
            taken[name] = stored[name]
    roster: list[Participant] = []
    for seat, name in enumerate(names):
        one = players.get(seat, stored[name])
        label, number = one.name, 2
        while label in taken and taken[label].digest != one.digest:
            label, number = f"{one.name}-{number}", number + 1
        taken[label] = replace(one, name=label)
        roster.append(taken[label])
    return roster


def begin_branch(store: Store, branch: Branch) -> None:
    """Freeze a branch's plan and store what it keeps; doing it again changes nothing.

    Raises as `Store.freeze` does.
    """
    store.freeze(branch.plan)
    (match,) = store.reader.matches()
    if not match.attempts:
        store.begin_with(match, branch.position.kept, branch.position.snapshots)
        store.flush()


def play_branch(branch: Branch, where: str | Path, *, build: Build = build_agent) -> RunReport:
    """Play a branch, or what is missing of it, into a folder of its own; return what was done."""
    with open_store(where) as store:
        begin_branch(store, branch)
        return run_matches(store, build=build)
