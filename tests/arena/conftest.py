"""For every test of the arena: the tiny games installed, and no waiting for the disk."""

import pytest

from ludarena.core import registry

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
