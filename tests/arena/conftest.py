"""For every test of the arena: the tiny games installed, and no waiting for the disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarena.core import registry
from tests.arena.postgres import RunUrl, Server, binaries

TINY_GAMES = {
    "bids": "tests.tiny.bids:BIDS",
    "drafts": "tests.tiny.drafts:DRAFTS",
    "echoes": "tests.tiny.echoes:ECHOES",
}


@pytest.fixture(autouse=True)
def tiny_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, place in TINY_GAMES.items():
        monkeypatch.setitem(registry._BUILT_IN, game, place)


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests end no power supply; the processes of the kill tests keep the real setting."""
    monkeypatch.setattr("ludarena.arena.store.sqlite.SYNCHRONOUS", "OFF")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Return a PostgreSQL server that runs until the tests of this process end."""
    programs = binaries()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed: initdb and postgres are missing")
    started = Server(programs)
    yield started
    started.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | RunUrl:
    """Return where a run can be stored, once in a folder and once on a server.

    `place / "a"` is a place for another run.
    """
    if request.param == "sqlite":
        return tmp_path
    return request.getfixturevalue("server").url()
