"""The tiny games, installed for every test of the arena."""

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
