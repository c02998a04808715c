"""What differs between databases: connecting, locking, and the words of their errors."""

from __future__ import annotations

import errno
import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool
from sqlalchemy.sql.dml import Insert

from ludarena.arena.errors import (
    CorruptStore,
    StoreError,
    StoreLocked,
    StoreMissing,
    StoreUnreadable,
    StoreUnwritable,
)

FILE_NAME = "run.sqlite"
LOCK_NAME = "run.lock"
BUSY_SECONDS = 5.0

SYNCHRONOUS = "FULL"
"""What is settled survives a loss of power; a looser value only survives the process."""


def is_url(where: str | Path) -> bool:
    """Return whether `where` is a database URL and not a folder."""
    return isinstance(where, str) and "://" in where


def writing_engine(where: str | Path) -> Engine:
    """Return an engine that may write; a folder is made when it is missing.

    Raises `StoreUnwritable`.
    """
    if is_url(where):
        engine = create_engine(str(where), poolclass=StaticPool)
        if engine.dialect.name == "sqlite":
            _prepare_sqlite(engine, "BEGIN IMMEDIATE")
        return engine
    folder = Path(where)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnwritable(str(where), error.strerror or str(error)) from error
    return _sqlite_engine(
        folder / FILE_NAME,
        "mode=rwc",
        "BEGIN IMMEDIATE",
        ("journal_mode = WAL", f"synchronous = {SYNCHRONOUS}", "foreign_keys = ON"),
    )


def reading_engine(where: str | Path) -> Engine:
    """Return an engine that only reads, also beside a writer and in a folder that is read-only.

    Raises `StoreMissing` and `StoreUnreadable`.
    """
    if is_url(where):
        engine = create_engine(str(where), poolclass=StaticPool)
        if engine.dialect.name == "postgresql":
            return engine.execution_options(isolation_level="REPEATABLE READ")
        return engine
    path = Path(where) / FILE_NAME
    if not path.is_file():
        raise StoreMissing(str(where))
    if not os.access(path, os.R_OK):
        raise StoreUnreadable(str(where))
    # Beside a write-ahead log SQLite keeps a shared index file, which needs a writable folder.
    fixed = not os.access(path.parent, os.W_OK) and not path.with_name(f"{FILE_NAME}-wal").exists()
    return _sqlite_engine(path, "immutable=1" if fixed else "mode=ro", "BEGIN")


def _sqlite_engine(path: Path, query: str, begin: str, pragmas: tuple[str, ...] = ()) -> Engine:
    uri = f"file:{quote(os.fsencode(path.absolute()))}?{query}"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)
        try:
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            connection.close()
            raise
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=StaticPool)
    _prepare_sqlite(engine, begin)
    return engine


def _prepare_sqlite(engine: Engine, begin: str) -> None:
    """Take transactions into our own hands: Python's driver would not begin one for DDL."""

    @event.listens_for(engine, "connect")
    def no_hidden_begin(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin_ours(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def insert_new(engine: Engine, table: Table) -> Insert:
    """Return an insert that leaves rows alone whose key exists."""
    if engine.dialect.name == "postgresql":
        return postgresql_insert(table).on_conflict_do_nothing()
    return sqlite_insert(table).on_conflict_do_nothing()


@contextmanager
def translated(where: str | Path) -> Iterator[None]:
    """Turn errors of the database into `StoreError`s that say what to do."""
    try:
        yield
    except DBAPIError as error:
        raise _meaning(str(where), str(error.orig)) from error
    except sqlite3.Error as error:
        raise _meaning(str(where), str(error)) from error


_LOCKED = ("locked", "busy")
_UNWRITABLE = ("full", "readonly", "read-only", "unable to open", "disk i/o", "permission")


def _meaning(where: str, message: str) -> StoreError:
    words = message.lower()
    if any(word in words for word in _LOCKED):
        return StoreLocked(where, "another process")
    if any(word in words for word in _UNWRITABLE):
        return StoreUnwritable(where, message)
    return CorruptStore(where, message)


class WriterLock:
    """The right to write a run's folder; the system frees it when its process ends."""

    def __init__(self, folder: Path) -> None:
        """Take the lock; raise `StoreLocked` or `StoreUnwritable`."""
        import fcntl

        path = folder / LOCK_NAME
        try:
            self._file = open(path, "a+", encoding="utf-8")  # noqa: SIM115 - held until release
        except OSError as error:
            raise StoreUnwritable(str(folder), error.strerror or str(error)) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            holder = self._file.read().strip() or "another process"
            self._file.close()
            if error.errno in (errno.EACCES, errno.EAGAIN):
                raise StoreLocked(str(folder), holder) from error
            raise StoreUnwritable(str(folder), error.strerror or str(error)) from error
        self._sign(folder)

    def _sign(self, folder: Path) -> None:
        try:
            self._file.truncate(0)
            self._file.write(f"process {os.getpid()} on {socket.gethostname()}")
            self._file.flush()
        except OSError as error:
            self._file.close()
            raise StoreUnwritable(str(folder), error.strerror or str(error)) from error

    def release(self) -> None:
        """Let others write."""
        self._file.close()
