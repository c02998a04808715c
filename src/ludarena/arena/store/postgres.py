"""PostgreSQL: connecting, and what its errors mean.

One run is one schema. A process holds one connection and never makes a second one in its place:
the locks by which runners share a run belong to the connection.
"""

from __future__ import annotations

import getpass
import os
import socket
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import StaticPool

from ludarena.arena.errors import (
    CorruptStore,
    ServerUnfit,
    StoreError,
    StoreLocked,
    StoreMissing,
    StoreUnreachable,
    StoreUnwritable,
)
from ludarena.arena.place import DatabaseUrl
from ludarena.core.errors import MissingExtra

if TYPE_CHECKING:
    from pg8000.dbapi import Connection as DriverConnection

OLDEST_SERVER = 15
CONNECT_SECONDS = 10.0

PASSWORD = "PGPASSWORD"
"""The variable that holds the password where the URL has none."""

_SESSION = {
    "client_min_messages": "warning",
    "idle_session_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "lock_timeout": "60s",
    # A runner whose machine is gone gives its locks back after a minute, not after hours.
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
_READING = {
    "default_transaction_isolation": "repeatable read",
    "default_transaction_read_only": "on",
}

_KEEPALIVE = (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))

_UNREACHABLE = ("08", "28", "3D", "57P")
_LOCKED = ("40", "55P03")
_UNWRITABLE = ("25006", "42501", "53", "54", "58")


def signature() -> str:
    """Return what other runners are told of this process."""
    return f"process {os.getpid()} on {socket.gethostname()}"


def server_engine(url: DatabaseUrl, *, reading: bool) -> Engine:
    """Return an engine of one connection; raise `MissingExtra` without the driver.

    Connecting raises `StoreUnreachable`, also when it is lost and asked for again.
    """
    used = False

    def connect() -> DriverConnection:
        nonlocal used
        if used:
            raise StoreUnreachable(str(url), "the connection was lost")
        used = True
        return _connect(url, reading)

    try:
        engine = create_engine("postgresql+pg8000://", creator=connect, poolclass=StaticPool)
    except ModuleNotFoundError as error:
        raise MissingExtra("a store in PostgreSQL", "postgres") from error
    # Many rows in one statement: the driver would send them one by one.
    engine.dialect.use_insertmanyvalues_wo_returning = True
    engine.dialect.do_close = engine.dialect.do_terminate = _close  # type: ignore[assignment]
    return engine


def _close(connection: DBAPIConnection) -> None:
    """Close a connection, also one that is lost, of which everybody has heard by then."""
    from pg8000.dbapi import InterfaceError

    with suppress(InterfaceError):
        connection.close()


def _connect(url: DatabaseUrl, reading: bool) -> DriverConnection:
    from pg8000.dbapi import connect

    link = _link(url)
    try:
        return connect(
            user=url.user or getpass.getuser(),
            host=url.host,
            database=url.database,
            password=url.password or os.environ.get(PASSWORD),
            ssl_context=_ssl_context(url),
            application_name=f"ludarena {signature()}"[:63],
            startup_params={
                "search_path": f'"{url.run}"',
                **_SESSION,
                **(_READING if reading else {}),
            },
            sock=link,
        )
    except BaseException:
        link.close()
        raise


def _link(url: DatabaseUrl) -> socket.socket:
    """Return a socket that notices when the other side is gone."""
    try:
        if url.host.startswith("/"):
            link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                link.settimeout(CONNECT_SECONDS)
                link.connect(f"{url.host}/.s.PGSQL.{url.port}")
            except OSError:
                link.close()
                raise
        else:
            link = socket.create_connection((url.host, url.port), CONNECT_SECONDS)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in _KEEPALIVE:
                if hasattr(socket, name):
                    link.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    except OSError as error:
        raise StoreUnreachable(str(url), error.strerror or str(error)) from error
    link.settimeout(None)
    return link


def _ssl_context(url: DatabaseUrl) -> ssl.SSLContext | bool | None:
    """Return what the driver takes: None is encrypted where the server can, True always."""
    if url.sslmode == "disable" or url.host.startswith("/"):
        return False
    if url.sslmode == "verify-full":
        return ssl.create_default_context()
    return True if url.sslmode == "require" else None


def check_server(connection: Connection, where: str) -> None:
    """Raise `ServerUnfit` for a server that is too old or keeps text in another encoding."""
    with connection.begin():
        number = connection.execute(text("SHOW server_version_num")).scalar()
        version = connection.execute(text("SHOW server_version")).scalar()
        encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if int(str(number)) < OLDEST_SERVER * 10_000:
        raise ServerUnfit(where, f"it is PostgreSQL {version}, needed is {OLDEST_SERVER} or newer")
    if encoding != "UTF8":
        raise ServerUnfit(
            where, f"the database has the encoding {encoding}; make one with ENCODING 'UTF8'"
        )


def make_room(connection: Connection, url: DatabaseUrl) -> None:
    """Make the schema of a run where there is none, and let nobody else do so meanwhile."""
    _keep_out(connection, url)
    if not has_room(connection, url):
        connection.execute(text(f'CREATE SCHEMA "{url.run}"'))


def has_room(connection: Connection, url: DatabaseUrl) -> bool:
    """Return whether there is a schema of the run's name."""
    there = text("SELECT count(*) FROM pg_namespace WHERE nspname = :name")
    return bool(connection.execute(there, {"name": url.run}).scalar())


def rename_room(connection: Connection, before: DatabaseUrl, after: DatabaseUrl) -> bool:
    """Give the schema of a run the name of another one; return False where that is taken."""
    _keep_out(connection, after)
    if has_room(connection, after):
        return False
    connection.execute(text(f'ALTER SCHEMA "{before.run}" RENAME TO "{after.run}"'))
    return True


def drop_room(connection: Connection, url: DatabaseUrl) -> None:
    """Delete the schema of a run and everything in it, if there is one."""
    connection.execute(text(f'DROP SCHEMA IF EXISTS "{url.run}" CASCADE'))


def _keep_out(connection: Connection, url: DatabaseUrl) -> None:
    """Let nobody else make or rename the schema of a run until the transaction ends."""
    wait = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
    connection.execute(wait, {"name": f"ludarena/{url.run}"})


def check_room(connection: Connection, where: str) -> None:
    """Raise `StoreMissing` where there is no schema of the run, or nothing in it."""
    query = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
    with connection.begin():
        if not connection.execute(text(query)).scalar():
            raise StoreMissing(where)


def meaning(where: str, error: BaseException) -> StoreError:
    """Return what an error of the driver means for a user."""
    detail = error.args[0] if error.args else ""
    if not isinstance(detail, dict):
        return StoreUnreachable(where, str(error))
    code, message = str(detail.get("C", "")), str(detail.get("M", ""))
    if code.startswith(_UNREACHABLE):
        return StoreUnreachable(where, message)
    if code.startswith(_LOCKED):
        return StoreLocked(where, "another process")
    if code.startswith(_UNWRITABLE):
        return StoreUnwritable(where, message)
    return CorruptStore(where, message)
