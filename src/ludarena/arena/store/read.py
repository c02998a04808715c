"""Reading a stored run: everything is data, no engine is needed."""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import NoneType, TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Select, Table, func, select

from ludarena.agents.controller import NO_REPLY
from ludarena.arena.digests import digest_bytes
from ludarena.arena.errors import CorruptStore, UnknownMatch, UnknownSchema
from ludarena.arena.place import Place, place_of
from ludarena.arena.protocol import Protocol
from ludarena.arena.record import (
    Answer,
    Event,
    FailedTry,
    MatchStatus,
    Progress,
    SeatResult,
    StoredAttempt,
    StoredExperiment,
    StoredMatch,
    StoredResult,
    StoredStage,
)
from ludarena.arena.store import rows, schema
from ludarena.arena.store.counts import FailureCounts, failure_counts
from ludarena.arena.store.dialect import connected, reading_engine, table_names, translated
from ludarena.arena.store.own_logs import StoredOwnLog, own_log_of
from ludarena.arena.store.postgres import check_room
from ludarena.arena.store.results import finished_results
from ludarena.arena.store.rows import Row
from ludarena.arena.store.texts import head_of, unpack
from ludarena.core.view import Json

A, D, F, M = schema.ATTEMPT.c, schema.DECISION.c, schema.FAILED_TRY.c, schema.MATCH.c
_BATCH = 500
_CHUNK = 5_000

Key = TypeVar("Key", int, str, bytes)


def read_store(where: str | Path | Place) -> Reader:
    """Open a run's folder, or that of a `postgresql://` URL, for reading.

    Raises `InvalidPlace`, `MissingExtra`, `StoreUnreachable`, `ServerUnfit`, `StoreMissing`,
    `StoreUnreadable`, `CorruptStore` and `UnknownSchema`.
    """
    place = place_of(where)
    engine = reading_engine(place)
    connection: Connection | None = None
    try:
        connection = connected(engine, place)
        if place.url is not None:
            with translated(str(place)):
                check_room(connection, str(place))
        version = check_schema(connection, str(place))
        return Reader(connection, str(place), owner=True, version=version)
    except BaseException:
        if connection is not None:
            connection.close()
        engine.dispose()
        raise


def check_schema(connection: Connection, where: str) -> int:
    """Return the version of the tables.

    Raises `CorruptStore`, and `UnknownSchema` for one that cannot be read.
    """
    query = select(schema.META.c.value).where(schema.META.c.key == "schema_version")
    with translated(where), connection.begin():
        if "meta" not in table_names(connection):
            raise CorruptStore(where, "it holds no table `meta`")
        version = connection.execute(query).scalar()
    if version is None or not str(version).isdecimal():
        raise CorruptStore(where, f"its schema version is {version!r}")
    if not schema.OLDEST_VERSION <= int(version) <= schema.SCHEMA_VERSION:
        raise UnknownSchema(where, int(version), schema.SCHEMA_VERSION)
    return int(version)


class Reader:
    """A stored run, read-only; usable beside a process that writes it.

    What `read_store` opens shows the run as it was at its first query, whatever is written
    meanwhile; open it again to see more.

    A context manager. Every method may raise `StoreLocked` and `CorruptStore`.
    """

    def __init__(
        self,
        connection: Connection,
        where: str,
        *,
        owner: bool,
        version: int = schema.SCHEMA_VERSION,
    ) -> None:
        self._connection = connection
        self._version = version
        self.where = where
        self._owner = owner

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
        """Close the connection when it is the reader's own."""
        if self._owner:
            self._connection.close()
            self._connection.engine.dispose()

    # --- the plan ---------------------------------------------------------------------------

    def experiment(self) -> StoredExperiment | None:
        """Return the frozen plan without its cells; None when nothing is frozen yet."""
        found = self._rows(select(schema.EXPERIMENT))
        if not found:
            return None
        if len(found) > 1:
            raise CorruptStore(self.where, f"it holds {len(found)} experiments, not one")
        row = found[0]
        participant = schema.PARTICIPANT.c
        people = self._rows(select(schema.PARTICIPANT).order_by(participant.id))
        stages = self._rows(select(schema.SCHEDULE).order_by(schema.SCHEDULE.c.stage))
        with self.readable("the experiment"):
            return StoredExperiment(
                name=row["name"],
                digest=row["digest"],
                schedule_digest=stages[0]["digest"],
                design=dict(json.loads(row["design_json"])),
                participants=tuple(rows.participant_of(one) for one in people),
                protocol=Protocol(**json.loads(row["protocol_json"])),
                stages=self._extensions({one["stage"]: one["digest"] for one in stages}),
                policies=tuple(rows.policies_of(self._rows(select(schema.META)))),
            )

    def _extensions(self, schedules: Mapping[int, str]) -> tuple[StoredStage, ...]:
        if self._version < 2:
            return ()
        found = self._rows(select(schema.EXTENSION).order_by(schema.EXTENSION.c.stage))
        return tuple(rows.stage_of(row, schedules[row["stage"]]) for row in found)

    def participant_digests(self) -> dict[str, str]:
        """Return the stored digest of each participant, by name."""
        return {row["name"]: row["digest"] for row in self._rows(select(schema.PARTICIPANT))}

    def protocol_id(self) -> str:
        """Return the stored id of the protocol; empty when nothing is frozen yet."""
        found = self._rows(select(schema.EXPERIMENT.c.protocol_id))
        return str(found[0]["protocol_id"]) if found else ""

    def planned_cells(self) -> int:
        """Return how many cells were frozen, extensions included."""
        return int(self._number(select(func.sum(schema.SCHEDULE.c.cells))))

    def fact_names(self, game: str, version: str) -> list[str]:
        """Return the names of the kinds of fact of a game as it was played."""
        row = self._rules(game, version)
        with self.readable(f"the rules of {game}"):
            return [] if row is None else [kind["name"] for kind in json.loads(row["facts_json"])]

    def rules_text(self, game: str, version: str) -> str | None:
        """Return the rules text of a game as it was played."""
        row = self._rules(game, version)
        return None if row is None else self.texts([row["text"]]).get(row["text"])

    def rules(self) -> list[dict[str, str]]:
        """Return the games of the run: id, version, title, edition, tables as JSON."""
        query = select(schema.RULES).order_by(schema.RULES.c.game, schema.RULES.c.version)
        return [{k: v for k, v in row.items() if k != "text"} for row in self._rows(query)]

    # --- matches ----------------------------------------------------------------------------

    def progress(self, matches: Sequence[StoredMatch] | None = None) -> Progress:
        """Return how far the run has come; `matches` are all of them, where they are known."""
        matches = self.matches() if matches is None else matches
        count = dict.fromkeys(("planned", "unfinished", "finished", "set_aside"), 0)
        for match in matches:
            count[match.status] += 1
        return Progress(
            planned=len(matches),
            finished=count["finished"],
            unfinished=count["unfinished"],
            set_aside=count["set_aside"],
            events=int(self._number(select(func.count()).select_from(schema.EVENT))),
        )

    def matches(self) -> list[StoredMatch]:
        """Return all planned matches by cell."""
        return self._matches(None)

    def match(self, key: int) -> StoredMatch:
        """Return the match of a row's key as it is now; raise `CorruptStore` for none."""
        found = self._matches(key)
        if not found:
            raise CorruptStore(self.where, f"match {key} is gone")
        return found[0]

    def _matches(self, key: int | None) -> list[StoredMatch]:
        seats = schema.APPEARANCE.c
        names = select(seats.match, seats.seat, schema.PARTICIPANT.c.name).select_from(
            schema.APPEARANCE.join(schema.PARTICIPANT)
        )
        tries = select(A.match, A.status)
        planned = select(*self._match_columns())
        if key is not None:
            names, tries = names.where(seats.match == key), tries.where(A.match == key)
            planned = planned.where(M.id == key)
        rosters: dict[int, list[str]] = defaultdict(list)
        for row in self.stream(names.order_by(seats.match, seats.seat)):
            rosters[row["match"]].append(row["name"])
        tried: dict[int, list[str]] = defaultdict(list)
        for row in self.stream(tries):
            tried[row["match"]].append(row["status"])
        experiment = self.experiment()
        limit = experiment.current.attempts if experiment else 1
        return [
            self._match(row, tuple(rosters[row["id"]]), tried[row["id"]], limit)
            for row in self.stream(planned.order_by(M.cell))
        ]

    def _match_columns(self) -> list[Column[Any]]:
        """Return the columns that the stored table of matches has."""
        lacking = schema.ADDED_TO_MATCH if self._version < 2 else ()
        return [column for column in schema.MATCH.c if column.name not in lacking]

    def _match(
        self, row: Row, roster: tuple[str, ...], attempts: list[str], limit: int
    ) -> StoredMatch:
        voids = attempts.count("void")
        status: MatchStatus = "planned"
        if row["finished"] is not None:
            status = "finished"
        elif "running" in attempts:
            status = "unfinished"
        elif voids >= limit:
            status = "set_aside"
        with self.readable(f"match {row['key']}"):
            return StoredMatch(
                key=row["id"],
                id=row["key"],
                cell=rows.cell_of(row, roster),
                status=status,
                attempts=len(attempts),
                voids=voids,
                finished=row["finished"],
            )

    def find(self, text: str) -> StoredMatch:
        """Return the match of an id, the beginning of one, or a cell's number.

        Raises `UnknownMatch`.
        """
        matches = self.matches()
        if text.isdecimal() and len(text) < 8:
            for match in matches:
                if match.cell.index == int(text):
                    return match
        near = [match for match in matches if text and match.id.startswith(text.lower())]
        if len(near) == 1:
            return near[0]
        ids = [match.id for match in near or matches]
        raise UnknownMatch(text, ids, ambiguous=len(near) > 1)

    def attempts(self, match: StoredMatch) -> list[StoredAttempt]:
        """Return all attempts at a match, the first one first."""
        found = self._rows(select(schema.ATTEMPT).where(A.match == match.key).order_by(A.number))
        return [rows.attempt_of(row) for row in found]

    def current_attempt(self, match: StoredMatch) -> StoredAttempt | None:
        """Return the attempt that counts, or the last one; None before the first."""
        found = self.attempts(match)
        counting = [one for one in found if one.key == match.finished] or found
        return counting[-1] if counting else None

    # --- one attempt ------------------------------------------------------------------------

    def events(self, attempt: int) -> list[Event]:
        """Return the events of an attempt, given by its key."""
        query = select(schema.EVENT).where(schema.EVENT.c.attempt == attempt)
        found = self._rows(query.order_by(schema.EVENT.c.number))
        with self.readable(f"an event of attempt {attempt}"):
            return [rows.event_of(row) for row in found]

    def answers(self, attempt: int) -> list[Answer]:
        """Return the accepted answers of an attempt by seat and number."""
        query = select(schema.DECISION).where(D.attempt == attempt)
        found = self._rows(query.order_by(D.seat, D.number))
        columns = ("reply", "reasoning", "rationale")
        texts = self.texts(row[name] for row in found for name in columns)
        with self.readable(f"a decision of attempt {attempt}"):
            return [rows.answer_of(row, texts) for row in found]

    def failed_tries(self, attempt: int) -> list[FailedTry]:
        """Return the failed tries of an attempt by seat, number and try."""
        query = select(schema.FAILED_TRY).where(F.attempt == attempt)
        found = self._rows(query.order_by(F.seat, F.number, F.tries))
        texts = self.texts(row[name] for row in found for name in ("reply", "reasoning"))
        with self.readable(f"a failed try of attempt {attempt}"):
            return [rows.failed_of(row, texts) for row in found]

    def response_counts(self, attempt: int, seats: int) -> list[int]:
        """Return the number of model responses of each seat."""
        response = schema.RESPONSE.c
        query = select(response.seat, func.count().label("n")).where(response.attempt == attempt)
        query = query.where(response.status.not_in(NO_REPLY))
        counts = {row["seat"]: row["n"] for row in self._rows(query.group_by(response.seat))}
        return [counts.get(seat, 0) for seat in range(seats)]

    def responses(self, attempt: int) -> list[dict[str, Json]]:
        """Return the model responses of an attempt by seat, decision and try, texts in place."""
        response = schema.RESPONSE.c
        query = select(schema.RESPONSE).where(response.attempt == attempt)
        order = (response.seat, response.number, response.tries, response.provider, response.id)
        found = self._rows(query.order_by(*order))
        texts = self.texts(row[name] for row in found for name in ("prompt", "reply"))
        with self.readable(f"a response of attempt {attempt}"):
            return [rows.response_of(row, texts) for row in found]

    def calls(self, attempt: int | None = None) -> list[dict[str, Json]]:
        """Return the calls to models of an attempt, or of all, without texts.

        Each has the match's id, the number and status of the attempt, seat and participant, and
        the columns of its row; `extra` is in place.
        """
        response, seats = schema.RESPONSE, schema.APPEARANCE.c
        tables = (
            response.join(schema.ATTEMPT)
            .join(schema.MATCH, schema.ATTEMPT.c.match == M.id)
            .join(schema.APPEARANCE, (seats.match == M.id) & (seats.seat == response.c.seat))
            .join(schema.PARTICIPANT, schema.PARTICIPANT.c.id == seats.participant)
        )
        columns = [column for column in response.c if column.name not in ("prompt", "reply")]
        query = select(
            *columns,
            M.key.label("match"),
            A.number.label("attempt_number"),
            A.status.label("attempt_status"),
            schema.PARTICIPANT.c.name.label("participant"),
        ).select_from(tables)
        if attempt is not None:
            query = query.where(response.c.attempt == attempt)
        order = (M.cell, A.number, response.c.seat, response.c.number, response.c.tries)
        found = self._rows(query.order_by(*order, response.c.at, response.c.id))
        with self.readable("a response"):
            return [{**row, "extra": json.loads(row["extra_json"])} for row in found]

    def own_logs(self) -> list[StoredOwnLog]:
        """Return what programs counted themselves, by cell, attempt and seat."""
        if self._version < 2:
            return []
        own, seats = schema.OWN_LOG, schema.APPEARANCE.c
        tables = (
            own.join(schema.ATTEMPT)
            .join(schema.MATCH, schema.ATTEMPT.c.match == M.id)
            .join(schema.APPEARANCE, (seats.match == M.id) & (seats.seat == own.c.seat))
            .join(schema.PARTICIPANT, schema.PARTICIPANT.c.id == seats.participant)
        )
        query = select(
            *own.c,
            M.key.label("match"),
            A.number.label("attempt_number"),
            schema.PARTICIPANT.c.name.label("participant"),
        ).select_from(tables)
        found = self._rows(query.order_by(M.cell, A.number, own.c.seat))
        texts = self.texts(row["responses"] for row in found)
        with self.readable("a program's own log"):
            return [own_log_of(row, texts) for row in found]

    def snapshots(self, attempt: int) -> dict[int, bytes]:
        """Return the stored states by the number of their event."""
        query = select(schema.SNAPSHOT).where(schema.SNAPSHOT.c.attempt == attempt)
        found = self._rows(query.order_by(schema.SNAPSHOT.c.number))
        with self.readable(f"a snapshot of attempt {attempt}"):
            return {row["number"]: zlib.decompress(row["state"]) for row in found}

    def seat_results(self, attempt: int) -> list[SeatResult]:
        """Return the results of a finished attempt, one a seat."""
        query = select(schema.OUTCOME).where(schema.OUTCOME.c.attempt == attempt)
        found = self._rows(query.order_by(schema.OUTCOME.c.seat))
        with self.readable(f"the outcome of attempt {attempt}"):
            return [rows.result_of(row) for row in found]

    def texts(self, digests: Iterable[bytes | None]) -> dict[bytes, str]:
        """Return the texts of these digests; raise `CorruptStore` when one does not fit its own."""
        wanted = sorted({digest for digest in digests if digest is not None})
        found: dict[bytes, str] = {}
        for start in range(0, len(wanted), _BATCH):
            found_rows, heads = self._packed(wanted[start : start + _BATCH])
            for row in found_rows:
                found[row["digest"]] = self._text(row, heads)
        return found

    def raw(self, table: Table, column: str, values: Sequence[Key]) -> list[Row]:
        """Return the rows of a table in which a column has one of these values, as they lie."""
        if self._version < 2 and table in schema.ADDED_TABLES:
            return []
        return self._rows(select(table).where(table.c[column].in_(values)))

    def text_digests(self) -> list[bytes]:
        """Return the digests of all texts."""
        return [row["digest"] for row in self._rows(select(schema.TEXT.c.digest))]

    # --- the database itself ----------------------------------------------------------------

    def complaints(self) -> Iterator[str]:
        """Yield what is wrong with the database whatever it holds: pages, references, texts."""
        if self._connection.dialect.name == "sqlite":
            with translated(self.where), self._transaction():
                sound = self._connection.exec_driver_sql("PRAGMA integrity_check(20)").all()
                lost = self._connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            yield from (f"the database is damaged: {row[0]}" for row in sound if row[0] != "ok")
            for table, to in sorted({(str(row[0]), str(row[2])) for row in lost}):
                yield f"a row of {table} names a row of {to} that is missing"
        known = self.text_digests()
        for start in range(0, len(known), _BATCH):
            found_rows, heads = self._packed(known[start : start + _BATCH])
            for row in found_rows:
                try:
                    self._text(row, heads)
                except CorruptStore as error:
                    yield error.reason

    # --- results ----------------------------------------------------------------------------

    def results(self) -> Iterator[StoredResult]:
        """Return the finished matches by cell, as an analysis needs them.

        Raises `CorruptStore` when seats, participants and results of one are not equally many.
        """
        return finished_results(self, self._match_columns())

    def failure_counts(self) -> FailureCounts:
        """Return what became of the decisions of each participant, all attempts together."""
        return failure_counts(self)

    # --- helpers ----------------------------------------------------------------------------

    def _packed(self, digests: list[bytes]) -> tuple[list[Row], dict[bytes, bytes]]:
        """Return the rows of texts, and the stored forms of texts with which they begin."""
        text = schema.TEXT.c
        found = self._rows(select(schema.TEXT).where(text.digest.in_(digests)))
        heads = sorted({head for row in found if (head := head_of(row["data"])) is not None})
        begun = self._rows(select(text.digest, text.data).where(text.digest.in_(heads)))
        return found, {row["digest"]: row["data"] for row in begun}

    def _text(self, row: Row, heads: Mapping[bytes, bytes]) -> str:
        with self.readable("a text"):
            data = unpack(row["data"], heads)
            if digest_bytes(data) != row["digest"] or len(data) != row["length"]:
                raise ValueError("it does not match its digest")
            return data.decode()

    def _rules(self, game: str, version: str) -> Row | None:
        query = select(schema.RULES).where(schema.RULES.c.game == game)
        found = self._rows(query.where(schema.RULES.c.version == version))
        return found[0] if found else None

    def _rows(self, query: Select[Any]) -> list[Row]:
        with translated(self.where), self._transaction(), self.readable("a row"):
            found: list[Row] = [dict(row) for row in self._connection.execute(query).mappings()]
            for column in query.selected_columns:
                _check_types(found, column)
        return found

    def stream(self, query: Select[Any]) -> Iterator[Row]:
        """Yield the rows of a query, a few thousand at a time where nothing is written here."""
        if not self._owner:
            yield from self._rows(query)
            return
        with translated(self.where), self._transaction(), self.readable("a row"):
            options = {"stream_results": True, "yield_per": _CHUNK}
            result = self._connection.execute(query, execution_options=options)
            for part in result.mappings().partitions():
                found: list[Row] = [dict(row) for row in part]
                for column in query.selected_columns:
                    _check_types(found, column)
                yield from found

    def _transaction(self) -> AbstractContextManager[object]:
        """Return the transaction of one query, or of all of them where nothing is written here."""
        if not self._owner:
            return self._connection.begin()
        if not self._connection.in_transaction():
            self._connection.begin()
        return nullcontext()

    @contextmanager
    def readable(self, what: str) -> Iterator[None]:
        """Raise `CorruptStore` for errors of data that cannot be what a match wrote."""
        try:
            yield
        except (
            ValueError,
            TypeError,
            LookupError,
            OverflowError,
            MemoryError,
            zlib.error,
        ) as error:
            raise CorruptStore(self.where, f"{what} cannot be read: {error}") from error

    def _number(self, query: Select[Any]) -> int:
        with translated(self.where), self._transaction():
            return self._connection.execute(query).scalar() or 0


def _check_types(found: list[Row], column: ColumnElement[Any]) -> None:
    """Raise `ValueError` when a value is of another type than its column; SQLite takes any."""
    name = str(column.key)
    allowed: tuple[type, ...] = (column.type.python_type, NoneType)
    if isinstance(column, Column) and not column.nullable:
        allowed = allowed[:1]
    if float in allowed:
        allowed = (*allowed, int)
    for row in found:
        if type(row[name]) not in allowed:
            raise ValueError(f"{column} is {type(row[name]).__name__}, not {allowed[0].__name__}")
