"""The keys that tests give to models, and the search for them in all that tests write.

Every key that a test uses in place of a real one begins with `MARK`. After the run everything in
the temporary folders of the tests is searched for it, the compressed texts of stores too, and so
is all output that was captured; a hit fails the run. As a plugin of pytest, the hooks below do it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

MARK = "".join(["sk-test-", "4fd1c0ffee8b"])  # joined, so that no copy of this file is a hit
KEY = f"{MARK}-of-a-run"
KEY_ENV = "LUDARENA_TEST_KEY"
"""The variable that holds `KEY` while tests run."""

_DATABASE = b"SQLite format 3\0"


def hits(folder: Path) -> list[Path]:
    """Return the files below a folder that hold a key."""
    return [path for path in files(folder) if holds_key(path)]


def files(folder: Path) -> Iterator[Path]:
    """Yield all regular files below a folder, no links followed."""
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            if path.is_file() and not path.is_symlink():
                yield path


def holds_key(path: Path) -> bool:
    """Tell whether a key stands in a file, or in a text of a store."""
    try:
        data = path.read_bytes()
    except OSError:  # made unreadable by a test of just that
        return False
    if MARK.encode() in data:
        return True
    return data.startswith(_DATABASE) and any(MARK.encode() in text for text in texts(path))


def texts(path: Path) -> Iterator[bytes]:
    """Yield the texts of a store; nothing where it is another database, or damaged."""
    from ludarena.arena.store.texts import unpack

    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            packed = dict(database.execute("SELECT digest, data FROM text"))
    except (sqlite3.Error, ValueError):
        return
    for data in packed.values():
        try:
            yield unpack(data, packed)
        except (TypeError, ValueError):
            continue


# --- hooks --------------------------------------------------------------------------------------

_FOUND = pytest.StashKey[list[str]]()
_shown: dict[str, None] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Give the key to all that the tests start."""
    os.environ[KEY_ENV] = KEY


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Search what a test printed or logged."""
    if any(MARK in text for _, text in report.sections):
        _shown[f"the output of {report.nodeid}"] = None


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run where a key was written; workers leave the search to their owner."""
    if hasattr(session.config, "workerinput"):
        return
    factory: pytest.TempPathFactory = session.config._tmp_path_factory  # type: ignore[attr-defined]
    found = [*_shown, *(str(path) for path in hits(factory.getbasetemp()))]
    if found:
        session.config.stash[_FOUND] = found
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Name the places where a key was found."""
    for place in config.stash.get(_FOUND, []):
        terminalreporter.write_line(f"A key of the tests was written: {place}", red=True)
