"""The writer's side of a stored run: opening, freezing a plan, beginning attempts."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, update

from ludarena._version import __version__
from ludarena.agents.registry import agent_type
from ludarena.arena.cells import Cell, Plan, match_id, schedule_digest
from ludarena.arena.errors import CorruptStore, InvalidPlan, PlanChanged
from ludarena.arena.origin import origin_of
from ludarena.arena.place import Place, place_of
from ludarena.arena.record import Event, StoredMatch
from ludarena.arena.store import rows, schema
from ludarena.arena.store.attempt import AttemptLog
from ludarena.arena.store.changes import changed_policy, differences
from ludarena.arena.store.claims import Claims, FolderClaims, ServerClaims
from ludarena.arena.store.dialect import connected, table_names, translated, writing_engine
from ludarena.arena.store.postgres import make_room
from ludarena.arena.store.read import Reader, check_schema
from ludarena.arena.store.rows import Row
from ludarena.arena.store.sqlite import WriterLock
from ludarena.arena.store.upgrade import upgrade
from ludarena.arena.store.writer import Value, Writer
from ludarena.core.game import Game
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.core.view import canonical_json


def open_store(where: str | Path | Place) -> Store:
    """Open a run's folder, or that of a `postgresql://` URL, for writing; make what is missing.

    One process writes a folder at a time; several may write to a server. Raises `InvalidPlace`,
    `MissingExtra`, `StoreUnreachable`, `ServerUnfit`, `StoreLocked`, `StoreUnwritable`,
    `CorruptStore` and `UnknownSchema`.
    """
    place = place_of(where)
    name = str(place)
    engine = writing_engine(place)
    lock = None if place.folder is None else WriterLock(place.folder)
    connection: Connection | None = None
    try:
        connection = connected(engine, place)
        _create_schema(connection, place)
        upgrade(connection, name, check_schema(connection, name))
        claims = (
            ServerClaims(connection, name)
            if place.url is not None
            else FolderClaims(connection, name, lock)
        )
        return Store(place, connection, claims)
    except BaseException:
        if connection is not None:
            connection.close()
        engine.dispose()
        if lock is not None:
            lock.release()
        raise


def _create_schema(connection: Connection, place: Place) -> None:
    """Make all tables in one transaction, unless the database holds any."""
    with translated(str(place)), connection.begin():
        if place.url is not None:
            make_room(connection, place.url)
        tables = table_names(connection)
        if tables:
            if "meta" not in tables:
                raise CorruptStore(str(place), "it holds other tables, but no table `meta`")
            return
        schema.METADATA.create_all(connection, checkfirst=False)
        connection.execute(
            schema.META.insert(),
            [
                {"key": "schema_version", "value": str(schema.SCHEMA_VERSION)},
                {"key": "created_with", "value": __version__},
            ],
        )


class Store:
    """A run that this process writes. A context manager; leaving it does not write what waits."""

    def __init__(self, place: Place, connection: Connection, claims: Claims) -> None:
        self.place = place
        self.where = str(place)
        self._connection = connection
        self._claims = claims
        self._writer = Writer(connection, self.where)
        self.reader = Reader(connection, self.where, owner=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection and let others write."""
        self._connection.close()
        self._connection.engine.dispose()
        self._claims.release()

    def flush(self) -> None:
        """Write everything that waits, durably; raises as `open_store` does."""
        self._writer.flush()

    @property
    def writing(self) -> bool:
        """Return whether a transaction is being written right now."""
        return self._writer.writing

    # --- the plan ---------------------------------------------------------------------------

    def freeze(self, plan: Plan, *, change_policy: bool = False) -> None:
        """Fix the plan before the first match; the same plan again changes nothing.

        With `change_policy` the failure policy may differ from the stored one: what is played
        from now on is played under the new one, which is written down.

        Raises `InvalidPlan` for one that cannot be played and `PlanChanged` when the run holds
        another one.
        """
        with self._claims.planning():
            self._freeze(plan, change_policy)

    @property
    def writer(self) -> Writer:
        """Return what writes rows, for copies of other runs."""
        return self._writer

    def adopt(self, plan: Plan, rules: Iterable[Row]) -> None:
        """Write a plan that was made of frozen ones, with its rules, whose texts are stored.

        Nothing is checked: the games need not be installed.
        """
        self._write_experiment(plan)
        self._write_stages(plan, set(), 0)
        for row in rules:
            self._writer.add(schema.RULES, dict(row))

    def _freeze(self, plan: Plan, change_policy: bool) -> None:
        stored = self.reader.experiment()
        if stored is not None:
            changed = differences(stored, plan)
            policy = changed_policy(stored, plan)
            if changed and not (policy and change_policy):
                raise PlanChanged(self.where, changed, policy_alone=policy is not None)
            if policy is not None:
                self._writer.add(schema.META, rows.policy_row(len(stored.policies) + 1, policy))
                self._writer.flush()
            plan = replace(plan, protocol=stored.protocol)
            if len(plan.extensions) == len(stored.extensions):
                return
        games = check_plan(plan)
        if stored is None:
            self._write_experiment(plan)
        known = () if stored is None else stored.participants
        self._write_stages(
            plan, {one.name for one in known}, len(stored.stages) + 1 if stored else 0
        )
        for game in games:
            self._write_rules(game)
        self._writer.flush()

    def _write_experiment(self, plan: Plan) -> None:
        self._writer.add(
            schema.EXPERIMENT,
            {
                "id": 1,
                "name": plan.name,
                "digest": plan.digest,
                "design_json": canonical_json(dict(plan.design)),
                "protocol_id": plan.protocol.id,
                "protocol_json": canonical_json(plan.protocol.as_json()),
            },
        )

    def _write_stages(self, plan: Plan, known: Set[str], first: int) -> None:
        """Write the stages from number `first` on, and participants that are not `known`."""
        key_of = {one.name: key for key, one in enumerate(plan.participants, 1)}
        for one in plan.participants:
            if one.name not in known:
                row = rows.participant_row(1, key_of[one.name], one)
                self._writer.add(schema.PARTICIPANT, row)
        for stage, digest in enumerate(plan.stage_digests()):
            if stage < first:
                continue
            cells = plan.stage_cells(stage)
            row = {"experiment": 1, "stage": stage, "digest": schedule_digest(cells)}
            self._writer.add(schema.SCHEDULE, {**row, "cells": len(cells)})
            if stage:
                extension = rows.extension_row(stage, digest, plan.extensions[stage - 1])
                self._writer.add(schema.EXTENSION, extension)
            for cell in cells:
                self._write_cell(cell, match_id(digest, cell), key_of)

    def _write_cell(self, cell: Cell, match: str, key_of: Mapping[str, int]) -> None:
        key = cell.index + 1
        self._writer.add(schema.MATCH, rows.match_row(1, key, match, cell))
        for seat, name in enumerate(cell.roster):
            row: dict[str, Value] = {"match": key, "seat": seat, "participant": key_of[name]}
            self._writer.add(schema.APPEARANCE, row)

    def _write_rules(self, game: Game) -> None:
        self._writer.add(
            schema.RULES,
            {
                "game": game.id,
                "version": game.rules_version,
                "title": game.title,
                "edition": game.edition,
                "decisions_json": json.dumps([asdict(kind) for kind in game.decisions]),
                "facts_json": json.dumps([asdict(kind) for kind in game.facts]),
                "ranking_json": json.dumps([asdict(key) for key in game.ranking]),
                "text": self._writer.text(game.rules_text()),
            },
        )

    # --- who plays what ---------------------------------------------------------------------

    def join(self, *, alone: bool) -> None:
        """Take part in playing the run, with other runners where it is on a server, or `alone`.

        Raises `StoreLocked` beside a runner that must be alone, or if `alone` beside any.
        """
        self._claims.join(alone=alone)

    def claim(self, match: StoredMatch) -> StoredMatch | None:
        """Return a match as it is now, for this runner alone; None while another one has it."""
        if not self._claims.take(match.key):
            return None
        return self.reader.match(match.key) if self._claims.shared else match

    def give_back(self, match: StoredMatch) -> None:
        """Write what waits and let other runners have a match."""
        if self._claims.shared:
            self._writer.flush()
            self._claims.give_back(match.key)

    # --- attempts ---------------------------------------------------------------------------

    def attempt(self, match: StoredMatch) -> AttemptLog:
        """Return the log of the unfinished attempt at a match, or of a new one.

        A new attempt at a branch begins with the events that the branch keeps.
        """
        attempts = self.reader.attempts(match)
        running = [one for one in attempts if one.status == "running"]
        if running:
            key, number = running[-1].key, running[-1].number
            again = update(schema.ATTEMPT).where(schema.ATTEMPT.c.id == key)
            self._writer.update(again.values(resumes=schema.ATTEMPT.c.resumes + 1))
            return AttemptLog(self._writer, self.reader, match.key, key, number)
        experiment = self.reader.experiment()
        origin = origin_of(experiment.design) if experiment else None
        if origin is None or not attempts:
            return self._new_attempt(match)
        first = attempts[0].key
        kept = self.reader.events(first)[: origin.event]
        states = self.reader.snapshots(first)
        known = {number: state for number, state in states.items() if number < origin.event}
        log = self.begin_with(match, kept, known)
        self._writer.flush()
        return log

    def begin_with(
        self, match: StoredMatch, events: Sequence[Event], snapshots: Mapping[int, bytes]
    ) -> AttemptLog:
        """Return the log of a new attempt that begins with these events and states."""
        log = self._new_attempt(match)
        for event in events:
            log.event(event)
        for number, state in snapshots.items():
            log.snapshot(number, state)
        return log

    def _new_attempt(self, match: StoredMatch) -> AttemptLog:
        key, number = self._claims.next_attempt(), match.attempts + 1
        self._writer.add(
            schema.ATTEMPT,
            {
                "id": key,
                "match": match.key,
                "number": number,
                "status": "running",
                "resumes": 0,
                "started": time.time(),
                "host": socket.gethostname(),
                "version": __version__,
            },
        )
        return AttemptLog(self._writer, self.reader, match.key, key, number)


def check_plan(plan: Plan) -> list[Game]:
    """Return the games of a plan that can be played.

    Raises `InvalidPlan`, and the errors of unknown games, options, agent types and settings.
    """
    names = [one.name for one in plan.participants]
    if len(set(names)) != len(names):
        raise InvalidPlan("two participants have one name")
    for name in names:
        if not name or not name.isprintable():
            raise InvalidPlan(f"a participant cannot be called {name!r}: use characters that print")
    if not plan.cells:
        raise InvalidPlan("it has no matches")
    for one in plan.participants:
        agent_type(one.type).complete(one.settings)
    stand_in = agent_type(plan.protocol.stand_in)
    if stand_in.interactive or not stand_in.build({}).immediate:
        raise InvalidPlan(f"the stand-in {stand_in.name!r} is no player that answers at once")
    games: dict[str, Game] = {}
    for place, cell in enumerate(plan.cells):
        if cell.index != place:
            raise InvalidPlan(f"cell {place} of the schedule has the number {cell.index}")
        if cell.setup.game not in games:
            games[cell.setup.game] = load_game(cell.setup.game)
        _check_cell(games[cell.setup.game], cell, names)
    return list(games.values())


def _check_cell(game: Game, cell: Cell, names: list[str]) -> None:
    setup = cell.setup
    where = f"cell {cell.index}"
    if setup.rules_version != game.rules_version:
        raise InvalidPlan(
            f"{where} wants {game.id} rules version {setup.rules_version}, "
            f"installed is {game.rules_version}"
        )
    if len(cell.roster) != setup.seats or setup.seats not in game.seats:
        raise InvalidPlan(f"{where} seats {len(cell.roster)} of {setup.seats} at {game.id}")
    strangers = [name for name in cell.roster if name not in names]
    if strangers:
        raise InvalidPlan(f"{where} seats {strangers[0]!r}, who is no participant")
    if resolve(game.id, game.options, setup.options) != dict(setup.options):
        raise InvalidPlan(f"{where} leaves out some options of {game.id}")
    if setup.seed < 0:
        raise InvalidPlan(f"{where} has the seed {setup.seed}, which is below 0")
