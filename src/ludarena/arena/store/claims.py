"""Who plays which match, where several processes write one run.

A folder is written by one process, which has all matches. On a server every runner claims a match
before it plays it, with a lock of its connection: when a runner ends, however it ends, the server
gives its matches back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

from ludarena.arena.errors import StoreLocked
from ludarena.arena.store.dialect import translated
from ludarena.arena.store.sqlite import WriterLock

_RUN, _PLAN = 0, 2**31 - 1
"""Numbers of locks that are no match, whose keys count from 1."""

_LAST_ATTEMPT = "SELECT coalesce(max(id), 0) FROM attempt"
_HOLDER = """
SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.granted AND a.pid <> pg_backend_pid()
AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND l.classid = CAST(:space AS bigint)::oid AND l.objid = CAST(:number AS bigint)::oid LIMIT 1
"""


class FolderClaims:
    """The claims of the only process that writes a folder: everything is its own."""

    shared = False

    def __init__(self, connection: Connection, where: str, lock: WriterLock | None) -> None:
        self._lock = lock
        self._last = int(_scalar(connection, where, _LAST_ATTEMPT))

    def join(self, *, alone: bool) -> None:
        """Take part in the run."""

    def take(self, match: int) -> bool:
        """Claim a match by its key; return True."""
        return True

    def give_back(self, match: int) -> None:
        """Let others play a match."""

    @contextmanager
    def planning(self) -> Iterator[None]:
        """Keep others from changing the plan meanwhile."""
        yield

    def next_attempt(self) -> int:
        """Return the key of a new attempt."""
        self._last += 1
        return self._last

    def release(self) -> None:
        """Let others write."""
        if self._lock is not None:
            self._lock.release()


class ServerClaims:
    """The claims of one of several runners, as locks of its connection."""

    shared = True

    def __init__(self, connection: Connection, where: str) -> None:
        self._connection = connection
        self._where = where
        self._taken: set[int] = set()
        self._joined = False
        # An oid has 32 bits without a sign, a lock's first number 32 bits with one.
        self._space = self._value(
            "SELECT ((current_schema()::regnamespace::oid::bigint + 2147483648) % 4294967296) "
            "- 2147483648"
        )
        self._skip_given_keys()

    def join(self, *, alone: bool) -> None:
        """Take part in the run; raise `StoreLocked` beside one that must be alone, or if `alone`.

        Doing it again changes nothing.
        """
        if self._joined:
            return
        lock = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
        if not self._lock(lock, _RUN):
            raise StoreLocked(self._where, self._holder(_RUN))
        self._joined = True

    def take(self, match: int) -> bool:
        """Claim a match by its key; return whether nobody else plays it."""
        if match not in self._taken and self._lock("pg_try_advisory_lock", match):
            self._taken.add(match)
        return match in self._taken

    def give_back(self, match: int) -> None:
        """Let others play a match."""
        if match in self._taken:
            self._taken.remove(match)
            self._lock("pg_advisory_unlock", match)

    @contextmanager
    def planning(self) -> Iterator[None]:
        """Keep others from changing the plan meanwhile; raise `StoreLocked` after a minute."""
        self._lock("pg_advisory_lock", _PLAN)
        try:
            yield
        finally:
            self._lock("pg_advisory_unlock", _PLAN)

    def next_attempt(self) -> int:
        """Return the key of a new attempt, which no other runner is given."""
        return self._value("SELECT nextval('attempt_id_seq')")

    def release(self) -> None:
        """Do nothing: the server takes back what a closed connection held."""

    def _skip_given_keys(self) -> None:
        """Let keys count on after those that were written by number."""
        last = self._value(_LAST_ATTEMPT)
        if last > self._value("SELECT last_value FROM attempt_id_seq"):
            self._value("SELECT setval('attempt_id_seq', CAST(:last AS bigint))", last=last)

    def _lock(self, function: str, number: int) -> bool:
        query = f"SELECT {function}(CAST(:space AS integer), CAST(:number AS integer))::text"
        return self._text(query, space=self._space, number=number) == "true"

    def _holder(self, number: int) -> str:
        name = self._text(_HOLDER, space=self._space % 2**32, number=number)
        return name.removeprefix("ludarena ") or "another process"

    def _value(self, query: str, **values: int) -> int:
        return int(self._text(query, **values))

    def _text(self, query: str, **values: int) -> str:
        return _scalar(self._connection, self._where, query, **values)


Claims = FolderClaims | ServerClaims
"""The right to play matches of a run."""


def _scalar(connection: Connection, where: str, query: str, **values: int) -> str:
    with translated(where), connection.begin():
        found = connection.execute(text(query), values).scalar()
    return "" if found is None else str(found)
