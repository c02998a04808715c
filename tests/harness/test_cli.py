"""`ludarena mcp --http` in a process of its own, and what it refuses."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from ludarena.arena.store import read_store
from tests.harness.player import call, connect, listed, play, turn
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


def test_answer_that_a_killed_arena_had_accepted_is_one_move_when_it_comes_again(tmp_path):
    folder = tmp_path / "run"
    options = ["--game", "splendor", "--http", "--option", "turn_limit=2", "--seed", "3"]
    command = [*COMMAND, *options, "--out", str(folder)]

    def opened(process):
        process.stderr.readline()
        return ticket_of(process.stderr.readline())[1]

    async def begun(ticket):
        async with connect(ticket.url, ticket.token) as client:
            await turn(client)
            first, second = (await listed(client))[:2]
            return first, second, await call(client, "act", action=first, decision=0)

    async def continued(ticket, first, second):
        async with connect(ticket.url, ticket.token) as client:
            await turn(client)
            again = await call(client, "act", action=first, decision=0)
            other = await call(client, "act", action=second, decision=0)
            await play(client)
            return again, other

    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        old = opened(process)
        first, second, told = asyncio.run(begun(old))
        process.kill()
    assert told.startswith("Accepted.")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        new = opened(process)
        again, other = asyncio.run(continued(new, first, second))
        assert process.wait(60) == 0
    assert new.token != old.token
    assert again.startswith("Decision 0 was accepted before.\n\nYou owe decision 1.")
    assert other.startswith("Nothing was played: decision 0 is not the one you owe")
    with read_store(folder) as reader:
        match = reader.matches()[0]
        (attempt,) = reader.attempts(match)
        answers = [one for one in reader.answers(attempt.key) if one.seat == 0]
        events = [one for one in reader.events(attempt.key) if one.seat == 0]
        assert reader.failed_tries(attempt.key) == []
    assert [one.number for one in answers] == [0, 1]
    assert events[0].action_id == first


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
