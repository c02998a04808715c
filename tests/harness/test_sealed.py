"""Sealed choices over MCP: answers at once, and no word of what others chose or that they did."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

from tests.harness.player import call, connect, listed, owed, turn
from tests.harness.table import GUEST, match

SEATS = 3


def test_answer_to_a_sealed_choice_comes_at_once_and_nothing_of_it_reaches_others(tmp_path):
    chosen: dict[int, str] = {}

    async def played(tickets):
        async def watched(client):
            texts = [await call(client, tool) for tool in ("observe", "legal_actions", "history")]
            return [re.sub(r"0x[0-9a-f]+", "", text) for text in texts]

        async with (
            connect(tickets[0].url, tickets[0].token) as first,
            connect(tickets[1].url, tickets[1].token) as second,
            connect(tickets[2].url, tickets[2].token) as third,
        ):
            clients = [first, second, third]
            await asyncio.gather(*(turn(client) for client in clients))
            before = await watched(third)
            told = []
            for seat in (0, 1):
                seen = await call(clients[seat], "observe")
                chosen[seat] = (await listed(clients[seat]))[0]
                began = time.monotonic()
                told.append(
                    await call(clients[seat], "act", action=chosen[seat], decision=owed(seen))
                )
                assert time.monotonic() - began < 60, "others have not chosen yet"
                assert await watched(third) == before
            waits = await call(first, "observe")
            seen = before[0]
            chosen[2] = (await listed(third))[0]
            last = await call(third, "act", action=chosen[2], decision=owed(seen))
            nexts = await asyncio.gather(*(turn(client) for client in clients))
            await call(first, "act", action="no action", decision=1)  # ends this attempt
            return told, waits, last, nexts

    protocol: dict[str, Any] = {"rethinks": 0, "on_failure": "void", "attempts": 1}
    roster = [GUEST] * SEATS
    with match(tmp_path / "run", roster, game="seven_wonders", options={}, **protocol) as table:
        told, waits, last, nexts = asyncio.run(played(table.tickets))
    assert told == ["Accepted. You owe no decision now."] * 2
    assert waits.startswith("It is not your turn")
    assert last.startswith("Accepted.")
    assert {owed(text) for text in nexts} == {1}
    for other in (0, 1):
        assert chosen[other].split(":")[0] not in told[1 - other]
