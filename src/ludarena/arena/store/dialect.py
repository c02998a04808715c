"""What differs between databases, told apart in one place; each has a module of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, Table, inspect, text
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import Insert

from ludarena.arena.errors import StoreError
from ludarena.arena.place import Place
from ludarena.arena.store import postgres, sqlite


def writing_engine(place: Place) -> Engine:
    """Return an engine that may write; a folder is made when it is missing.

    Raises `StoreUnwritable`, and `MissingExtra` without the driver of a server.
    """
    if place.url is not None:
        return postgres.server_engine(place.url, reading=False)
    return sqlite.memory_engine() if place.folder is None else sqlite.writing_engine(place.folder)


def reading_engine(place: Place) -> Engine:
    """Return an engine that only reads, also beside those that write.

    Raises `StoreMissing`, `StoreUnreadable`, and `MissingExtra` without the driver of a server.
    """
    if place.url is not None:
        return postgres.server_engine(place.url, reading=True)
    return sqlite.memory_engine() if place.folder is None else sqlite.reading_engine(place.folder)


def connected(engine: Engine, place: Place) -> Connection:
    """Return the engine's connection, to a database that can keep a run.

    Raises `StoreUnreachable`, `ServerUnfit`, `StoreUnwritable`, `StoreLocked` and `CorruptStore`.
    """
    with translated(str(place)):
        connection = engine.connect()
        if on_server(connection):
            try:
                postgres.check_server(connection, str(place))
            except BaseException:
                connection.close()
                raise
    return connection


def on_server(connection: Connection) -> bool:
    """Return whether several processes may write the database of a connection."""
    return connection.dialect.name == "postgresql"


def table_names(connection: Connection) -> list[str]:
    """Return the tables that are there, whoever made them."""
    if on_server(connection):
        query = text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        return [str(row[0]) for row in connection.execute(query)]
    return inspect(connection).get_table_names()


def insert_new(engine: Engine, table: Table) -> Insert:
    """Return an insert that leaves rows alone whose key exists."""
    if engine.dialect.name == "postgresql":
        return postgresql_insert(table).on_conflict_do_nothing()
    return sqlite_insert(table).on_conflict_do_nothing()


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Turn errors of the database into `StoreError`s that say what to do.

    The driver of PostgreSQL lets some losses of its connection pass as they are.
    """
    try:
        yield
    except DBAPIError as error:
        raise _meaning(where, error.orig or error) from error
    except (sqlite3.Error, ConnectionError) as error:
        raise _meaning(where, error) from error


def _meaning(where: str, error: BaseException) -> StoreError:
    if isinstance(error, sqlite3.Error):
        return sqlite.meaning(where, str(error))
    return postgres.meaning(where, error)
