"""Collecting rows and writing them in one transaction."""

from __future__ import annotations

import time
from typing import cast

from sqlalchemy import Connection, Table, insert
from sqlalchemy.sql.dml import Update

from ludarena.arena.digests import digest_bytes
from ludarena.arena.store import schema
from ludarena.arena.store.dialect import insert_new, translated
from ludarena.arena.store.texts import pack

Value = str | int | float | bool | bytes | None

_ORDER = (
    schema.META,
    schema.TEXT,
    schema.RULES,
    schema.EXPERIMENT,
    schema.SCHEDULE,
    schema.EXTENSION,
    schema.PARTICIPANT,
    schema.MATCH,
    schema.APPEARANCE,
    schema.ATTEMPT,
    schema.DECISION,
    schema.FAILED_TRY,
    schema.RESPONSE,
    schema.EVENT,
    schema.SNAPSHOT,
    schema.OUTCOME,
    schema.OWN_LOG,
)
"""Tables in the order in which rows may refer to one another."""

_MERGED = (schema.TEXT, schema.RULES, schema.RESPONSE)
"""Tables in which a row that exists already is left alone."""

BATCH_ROWS = 4_000
BATCH_SECONDS = 0.5


class Writer:
    """Rows that wait to be written; `flush` writes them all or none.

    `writing` is True while it does: who must not interrupt a transaction can look.
    """

    def __init__(self, connection: Connection, where: str) -> None:
        self._connection = connection
        self._where = where
        self._rows: dict[str, list[dict[str, Value]]] = {}
        self._updates: list[tuple[Update, dict[str, Value]]] = []
        self._waiting = 0
        self._flushed = time.monotonic()
        self._texts: set[bytes] = set()
        self.writing = False
        engine = connection.engine
        self._inserts = {
            table.name: insert_new(engine, table) if table in _MERGED else insert(table)
            for table in _ORDER
        }

    def add(self, table: Table, row: dict[str, Value]) -> None:
        """Add a row; it must have the same columns as every other row of its table.

        Characters that no database takes (halves of pairs, NUL) are written as escapes.
        """
        for name, value in row.items():
            if type(value) is str:
                row[name] = escaped(value)
        self._rows.setdefault(table.name, []).append(row)
        self._waiting += 1

    def update(self, statement: Update, **values: Value) -> None:
        """Add a change that is made after all rows are written, with the values that it names."""
        self._updates.append((statement, values))

    def text(self, text: str | None, head: str = "") -> bytes | None:
        """Add a text, once for all; return its digest, None for no text.

        A `head` with which it and others begin is stored once, by itself.
        """
        if not text:
            return None
        data = _encoded(text)
        digest = digest_bytes(data)
        if digest not in self._texts:
            begun = len(head) < len(text) and text.startswith(head)
            begin = _encoded(head) if begun else b""
            if begin:
                self.text(head)
            self._texts.add(digest)
            row: dict[str, Value] = {"digest": digest, "length": len(data)}
            self.add(schema.TEXT, {**row, "data": pack(data, begin)})
        return digest

    @property
    def due(self) -> bool:
        """Return whether the batch is large or old enough to be written."""
        return (
            self._waiting >= BATCH_ROWS or time.monotonic() - self._flushed >= BATCH_SECONDS
        ) and self._waiting > 0

    def flush(self) -> None:
        """Write everything in one transaction.

        Raises `StoreLocked`, `StoreUnwritable` or `CorruptStore`; the rows are then kept.
        """
        self.writing = True
        try:
            if self._waiting or self._updates:
                self._write()
        finally:
            self.writing = False
        self._flushed = time.monotonic()

    def _write(self) -> None:
        # In one order in all runners, or two of them could wait for each other's texts.
        self._rows.get(schema.TEXT.name, []).sort(key=lambda row: cast(bytes, row["digest"]))
        with translated(self._where), self._connection.begin():
            for table in _ORDER:
                rows = self._rows.get(table.name)
                if rows:
                    self._connection.execute(self._inserts[table.name], rows)
            for statement, values in self._updates:
                self._connection.execute(statement, values)
        self._rows = {}
        self._updates = []
        self._waiting = 0


def escaped(text: str) -> str:
    """Return a text that every database takes: halves of pairs and NUL as escapes."""
    if text.isascii() and "\0" not in text:
        return text
    return _encoded(text).decode().replace("\0", "\\x00")


def _encoded(text: str) -> bytes:
    """Return the text in UTF-8; players may send halves of surrogate pairs, which have none."""
    return text.encode(errors="backslashreplace")
