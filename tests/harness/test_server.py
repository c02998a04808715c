"""The server behind the seats: ended tokens, faults inside, and what it needs."""

from __future__ import annotations

import asyncio
import logging
import sys

import pytest

from ludarena.core.errors import MissingExtra
from ludarena.core.registry import load_game
from ludarena.harness.desk import Desk
from ludarena.harness.reach import seat_answers
from ludarena.harness.server import FAILED, SeatServer
from ludarena.harness.tickets import Ticket
from tests.harness.player import call, connect
from tests.harness.test_http import post

GAME = load_game("splendor")


def served(use):
    """Run `use(server)` beside a server."""

    async def run():
        server = SeatServer()
        try:
            return await use(server)
        finally:
            await server.close()

    return asyncio.run(run())


def test_token_of_an_ended_match_is_refused_in_words():
    async def ended(server):
        ticket = server.open(Desk(GAME, 0))
        reached = await seat_answers(ticket)
        server.end(ticket.token)
        refused = await asyncio.to_thread(
            post, ticket.url, ticket.token, {"id": 1, "method": "ping"}
        )
        return reached, await seat_answers(ticket), refused

    before, after, (status, _, body) = served(ended)
    assert (before, after, status) == (True, False, 403)
    assert "the match of this token has ended" in body


def test_seat_behind_a_closed_port_does_not_answer():
    async def closed(server):
        return server.open(Desk(GAME, 0))

    ticket = served(closed)
    assert asyncio.run(seat_answers(ticket)) is False


def test_fault_inside_the_arena_is_not_told_to_the_seat(caplog):
    class Broken(Desk):
        def observe(self) -> str:
            raise RuntimeError("seed 42")

    async def asked(server):
        ticket = server.open(Broken(GAME, 0))
        async with connect(ticket.url, ticket.token) as client:
            return await call(client, "observe")

    with caplog.at_level(logging.ERROR, logger="ludarena.harness.server"):
        told = served(asked)
    assert told == FAILED
    assert "seed 42" in caplog.text, "whoever runs the arena finds it in the log"


def test_page_of_another_origin_cannot_reach_a_seat():
    async def asked(server):
        ticket = server.open(Desk(GAME, 0))
        headers = {"Origin": "http://example.com"}
        return await asyncio.to_thread(
            post, ticket.url, ticket.token, {"id": 1, "method": "ping"}, headers
        )

    status, _, _ = served(asked)
    assert status == 403


def test_ticket_does_not_print_its_token():
    assert "secret" not in repr(Ticket("http://127.0.0.1:1/seat/a/mcp", "secret"))


def test_missing_library_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)

    async def start():
        SeatServer()

    with pytest.raises(MissingExtra, match=r"pip install 'ludarena\[mcp\]'"):
        asyncio.run(start())
