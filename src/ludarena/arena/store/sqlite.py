"""SQLite: connecting, what its errors mean, and the lock of a folder."""

from __future__ import annotations

import errno
import os
import socket
import sqlite3
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

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

_LOCKED = ("locked", "busy")
_UNWRITABLE = ("full", "readonly", "read-only", "unable to open", "disk i/o", "permission")


def writing_engine(folder: Path) -> Engine:
    """Return an engine that may write; a folder is made when it is missing.

    Raises `StoreUnwritable`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnwritable(str(folder), error.strerror or str(error)) from error
    return _engine(
        folder / FILE_NAME,
        "mode=rwc",
        "BEGIN IMMEDIATE",
        ("journal_mode = WAL", f"synchronous = {SYNCHRONOUS}", "foreign_keys = ON"),
    )


def reading_engine(folder: Path) -> Engine:
    """Return an engine that only reads, also beside a writer and in a folder that is read-only.

    Raises `StoreMissing` and `StoreUnreadable`.
    """
    path = folder / FILE_NAME
    if not path.is_file():
        raise StoreMissing(str(folder))
    if not os.access(path, os.R_OK):
        raise StoreUnreadable(str(folder))
    # Beside a write-ahead log SQLite keeps a shared index file, which needs a writable folder.
    fixed = not os.access(path.parent, os.W_OK) and not path.with_name(f"{FILE_NAME}-wal").exists()
    return _engine(path, "immutable=1" if fixed else "mode=ro", "BEGIN")


def memory_engine() -> Engine:
    """Return an engine whose database ends with it."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    _own_transactions(engine, "BEGIN IMMEDIATE")
    return engine


def _engine(path: Path, query: str, begin: str, pragmas: tuple[str, ...] = ()) -> Engine:
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
    _own_transactions(engine, begin)
    return engine


def _own_transactions(engine: Engine, begin: str) -> None:
    """Take transactions into our own hands: Python's driver would not begin one for DDL."""

    @event.listens_for(engine, "connect")
    def no_hidden_begin(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin_ours(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def meaning(where: str, message: str) -> StoreError:
    """Return what an error of SQLite means for a user."""
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
