"""A PostgreSQL server of the tests' own: started as a user that is not root, on a free port.

It needs `initdb` and `postgres` of version 15 or newer, on the PATH or where Debian puts them.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

PASSWORD = "s3cr3t/word"
USER = "ludarena"
ESCAPED = "s3cr3t%2Fword"
DATABASE = "games"

_SETTINGS = {
    "autovacuum": "off",
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "127.0.0.1",
    "max_connections": "40",
    "shared_buffers": "16MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}
"""No test ends the power supply, but some end the server."""

_START_SECONDS = 60.0


def binaries() -> Path | None:
    """Return the folder of the server's programs, None where there are none."""
    found = shutil.which("initdb")
    candidates = [Path(found).parent] if found else []
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in candidates:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


class RunUrl(str):
    """The URL of a run; `url / "a"` is that of another one, as with folders."""

    def __truediv__(self, name: str) -> RunUrl:
        return RunUrl(f"{self}-{name}")


class Server:
    """A server in a folder of its own; `stop` and `start` it as often as needed."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._account = _account()
        self.folder = Path(tempfile.mkdtemp(prefix="ludarena-pg-"))
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count()
        self._initialise()
        self.start()
        self.execute(f"CREATE DATABASE {DATABASE}", "postgres")

    def _initialise(self) -> None:
        password = self.folder / "password"
        password.write_text(PASSWORD)
        if self._account is not None:
            for path in (self.folder, password):
                os.chown(path, self._account.pw_uid, self._account.pw_gid)
        done = self._program(
            "initdb",
            *("--pgdata", self._data, "--username", USER, "--pwfile", str(password)),
            *("--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8"),
            *("--no-sync", "--no-instructions"),
        )
        code = done.wait(_START_SECONDS)
        assert code == 0, (self.folder / "initdb.log").read_text()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _program(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        account = self._account
        as_other: dict[str, Any] = (
            {}
            if account is None
            else {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        )
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [str(self._programs / name), *arguments],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
                **as_other,
            )

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = [f"--{name}={value}" for name, value in _SETTINGS.items()]
        self._process = self._program(
            *("postgres", "-D", self._data, "-k", str(self.folder), "-p", str(self.port)),
            *settings,
        )
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                self.connected("postgres").close()
                return
            except Exception:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def stop(self, number: signal.Signals = signal.SIGQUIT) -> None:
        """Stop the server: at once, as a crash would, unless told otherwise."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(_START_SECONDS)
            self._process = None

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def connected(self, database: str = DATABASE) -> Any:
        """Return a connection of the driver, for what is done behind the arena's back."""
        from pg8000.dbapi import connect

        return connect(
            user=USER, password=PASSWORD, host="127.0.0.1", port=self.port, database=database
        )

    def execute(self, statement: str, database: str = DATABASE) -> None:
        """Execute a statement behind the arena's back, outside a transaction."""
        connection = self.connected(database)
        connection.autocommit = True
        connection.cursor().execute(statement)
        connection.close()

    def url(self, run: str = "", database: str = DATABASE, password: str = ESCAPED) -> RunUrl:
        """Return the URL of a run, of a new one where no name is given."""
        name = run or f"run{next(self._numbers)}"
        secret = f":{password}" if password else ""
        address = f"{USER}{secret}@127.0.0.1:{self.port}"
        return RunUrl(f"postgresql://{address}/{database}?run={name}")

    def socket_url(self, run: str) -> RunUrl:
        """Return the URL of a run by way of the UNIX socket."""
        path = f"{USER}:{ESCAPED}@:{self.port}/{DATABASE}"
        return RunUrl(f"postgresql://{path}?host={self.folder}&run={run}")

    def change(self, url: str, *statements: str) -> list[int]:
        """Execute statements on a run's tables; return how many rows each of them touched."""
        connection = self.connected()
        cursor = connection.cursor()
        cursor.execute(f'SET search_path TO "{url.partition("run=")[2]}"')
        counts = []
        for statement in statements:
            cursor.execute(statement)
            counts.append(int(cursor.rowcount))
        connection.commit()
        connection.close()
        return counts

    def drop_connections(self) -> None:
        """End all connections to the tests' database, as a server that is restarted does."""
        self.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{DATABASE}'",
            "postgres",
        )


def _account() -> pwd.struct_passwd | None:
    """Return the user that runs the server: None is this one, unless it is root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("there is no user `postgres` or `nobody` that could run a server")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
