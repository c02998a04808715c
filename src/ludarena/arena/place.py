"""Where a run is stored: a folder, or a PostgreSQL server by URL."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

from ludarena.arena.errors import InvalidPlace

DEFAULT_RUN = "ludarena"
"""The run that is meant where a URL names none."""

SSL_MODES = ("prefer", "disable", "require", "verify-full")
"""Whether the connection is encrypted; only `verify-full` looks who answers."""

_SCHEMES = ("postgresql", "postgres")
_MEMORY = "sqlite://"
_RUN = re.compile(r"(?!pg_)[a-z0-9_][a-z0-9_-]{0,62}")
_PARAMETERS = ("run", "host", "sslmode")
_FORM = "postgresql://USER@HOST:PORT/DATABASE?run=NAME"


@dataclass(frozen=True, slots=True)
class DatabaseUrl:
    """A run on a PostgreSQL server: its text, and so every message, has no password.

    `host` is a name, an address, or the folder of a UNIX socket. The run is kept in the schema of
    its name.
    """

    host: str
    port: int
    database: str
    user: str
    run: str = DEFAULT_RUN
    sslmode: str = "prefer"
    password: str | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        by_socket = self.host.startswith("/")
        query = f"?host={quote(self.host)}&run={self.run}" if by_socket else f"?run={self.run}"
        if self.sslmode != SSL_MODES[0]:
            query += f"&sslmode={self.sslmode}"
        host = f"[{self.host}]" if ":" in self.host else "" if by_socket else self.host
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        return f"postgresql://{user}{host}:{self.port}/{quote(self.database)}{query}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run is stored: a folder, a server, or with neither of them this process's memory.

    `str` gives it as everybody may read it, without a password.
    """

    folder: Path | None = None
    url: DatabaseUrl | None = None

    def __str__(self) -> str:
        return str(self.folder or self.url or _MEMORY)


def place_of(where: str | Path | Place) -> Place:
    """Return the place that a text or path names; raise `InvalidPlace` for a URL of another kind.

    >>> str(place_of("postgresql://ann:secret@db.example/games?run=spring"))
    'postgresql://ann@db.example:5432/games?run=spring'
    """
    if isinstance(where, Place):
        return where
    if isinstance(where, Path) or "://" not in where:
        return Place(folder=Path(where))
    return Place() if where == _MEMORY else Place(url=_database_url(where))


def _database_url(text: str) -> DatabaseUrl:
    """Read a URL; its errors never quote it, since it may hold a password."""
    try:
        parts = urlsplit(text)
        port = parts.port or 5432
        given = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    except ValueError:
        raise InvalidPlace(f"it is no URL; write {_FORM}") from None
    if parts.scheme not in _SCHEMES:
        raise InvalidPlace(f"{parts.scheme}:// is not supported; name a folder, or {_FORM}")
    strange = sorted(given.keys() - set(_PARAMETERS))
    if strange:
        known = ", ".join(_PARAMETERS)
        raise InvalidPlace(f"the URL has the parameter {strange[0]!r}; it takes {known}")
    database = unquote(parts.path.removeprefix("/"))
    if not database or "/" in database:
        raise InvalidPlace(f"the URL names no database; write {_FORM}")
    return DatabaseUrl(
        host=_host(parts, given),
        port=port,
        database=database,
        user=unquote(parts.username or ""),
        run=_run(given.get("run", DEFAULT_RUN)),
        sslmode=_ssl_mode(given.get("sslmode", SSL_MODES[0])),
        password=None if parts.password is None else unquote(parts.password),
    )


def _host(parts: SplitResult, given: dict[str, str]) -> str:
    if "host" in given and parts.hostname:
        raise InvalidPlace("the URL names two hosts; leave out one")
    return given.get("host") or parts.hostname or "localhost"


def _run(name: str) -> str:
    if not _RUN.fullmatch(name):
        raise InvalidPlace(
            f"a run cannot be called {name!r}: 1 to 63 of a-z, 0-9, _ and -, not pg_ first"
        )
    return name


def _ssl_mode(mode: str) -> str:
    if mode not in SSL_MODES:
        raise InvalidPlace(f"sslmode cannot be {mode!r}; it takes {', '.join(SSL_MODES)}")
    return mode
