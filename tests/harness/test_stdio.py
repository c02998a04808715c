"""`ludarena mcp` on standard streams: what an agent program starts as a server of its own."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from ludarena.arena.store import read_store
from ludarena.arena.verify import verify
from tests.harness.player import call, listed, play, turn

NULL = open("/dev/null", "w")  # noqa: SIM115 - for as long as the tests run


def served(folder: Path, *more: str, game: str = "splendor") -> Client:
    """Return a client of the command on a match in that folder."""
    command = [
        "-c",
        "from ludarena.cli import main; main()",
        "mcp",
        "--game",
        game,
        "--seed",
        "3",
        "--out",
        str(folder),
    ]
    parameters = StdioServerParameters(
        command=sys.executable, args=[*command, "--against", "random", *more]
    )
    return Client(stdio_client(parameters, errlog=NULL))


def test_whole_match_is_played_stored_and_verified(tmp_path):
    async def played():
        async with served(tmp_path / "run", "--option", "target_points=5") as client:
            last = await play(client)
            return last, await call(client, "observe")

    last, after = asyncio.run(played())
    assert "The match is over. seat 0: place" in last
    assert after.startswith("The match is over.")
    with read_store(tmp_path / "run") as reader:
        assert reader.progress().finished == 1
        assert verify(reader).problems == ()


def test_program_that_leaves_stops_the_match_and_the_same_command_continues_it(tmp_path):
    short = ("--option", "turn_limit=3")

    async def begun():
        async with served(tmp_path / "run", *short) as client:
            await turn(client)
            action = (await listed(client))[0]
            return action, await call(client, "act", action=action, decision=0)

    async def continued(action):
        async with served(tmp_path / "run", *short) as client:
            seen = await turn(client)
            replayed = await call(client, "act", action=action, decision=0)
            return seen, replayed, await play(client)

    action, first = asyncio.run(begun())
    assert first.startswith("Accepted.")
    with read_store(tmp_path / "run") as reader:
        assert reader.progress().finished == 0
    seen, replayed, last = asyncio.run(continued(action))
    assert "You owe decision 1." in seen
    assert replayed.startswith("Decision 0 was accepted before.")
    assert "The match is over." in last
    with read_store(tmp_path / "run") as reader:
        assert reader.progress().finished == 1
