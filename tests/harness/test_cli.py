"""`ludarena mcp --http` in a process of its own, and what it refuses."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from ludarena.arena.store import read_store
from tests.harness.player import connect, play
from tests.harness.table import ticket_of

COMMAND = [sys.executable, "-c", "from ludarena.cli import main; main()", "mcp"]


def test_seat_over_http_is_announced_played_and_stored(tmp_path):
    folder = tmp_path / "run"
    options = ["--game", "splendor", "--http", "--seat", "1", "--option", "turn_limit=2"]
    with subprocess.Popen(
        [*COMMAND, *options, "--out", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None and process.stdout is not None
        first = process.stderr.readline()
        seat, ticket = ticket_of(process.stderr.readline())

        async def played():
            async with connect(ticket.url, ticket.token) as client:
                return await play(client)

        last = asyncio.run(played())
        status = process.wait(60)
        rest = process.stderr.read()
        assert process.stdout.read() == ""
    assert first == f"seat 1 of splendor; stored in {folder}\n"
    assert (seat, status) == (1, 0)
    assert "The match is over." in last
    assert "look at the match with: " in rest
    with read_store(folder) as reader:
        assert reader.progress().finished == 1


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--game", "chess"], "no game is called 'chess'"),
        (["--game", "splendor", "--seat", "2"], "2 is none of the seats 0 to 1"),
        (["--game", "splendor", "--against", "random,random"], "names 2 players for 1 other seats"),
    ],
)
def test_seat_that_cannot_be_is_refused_before_anything_is_stored(tmp_path, options, told):
    done = subprocess.run(
        [*COMMAND, *options, "--out", str(tmp_path / "run")],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert told in done.stderr
    assert not (tmp_path / "run").exists()
