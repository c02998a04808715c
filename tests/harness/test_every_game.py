"""A program plays a whole match of every game over MCP, on standard streams."""

from __future__ import annotations

import asyncio

import pytest

from ludarena import game_ids
from ludarena.arena.store import read_store
from ludarena.arena.verify import verify
from tests.harness.player import play
from tests.harness.test_stdio import served


@pytest.mark.parametrize("game", game_ids())
def test_whole_match_of_the_game_is_played_over_mcp(game, tmp_path):
    async def played():
        async with served(tmp_path / "run", game=game) as client:
            return await play(client)

    assert "The match is over." in asyncio.run(played())
    with read_store(tmp_path / "run") as reader:
        assert reader.progress().finished == 1
        assert verify(reader).problems == ()
