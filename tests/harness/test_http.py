"""Seats over streamable HTTP: whole matches, one move an answer, and who is refused how."""

from __future__ import annotations

import asyncio
import json
import stat
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

import pytest

from ludarena.arena.participant import built_in
from ludarena.arena.store import read_store
from ludarena.arena.verify import verify
from ludarena.harness.desk import NOT_YOUR_TURN, OUT
from ludarena.harness.tickets import Ticket
from tests.harness.player import call, connect, listed, owed, play, turn
from tests.harness.table import GUEST, RANDOM, match

OLD = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
NEW = "2026-07-28"


def post(
    url: str, token: str, body: Mapping[str, object], headers: Mapping[str, str] | None = None
) -> tuple[int, dict[str, str], str]:
    """Send one JSON-RPC message as bytes of our own; return status, headers and body."""
    request = urllib.request.Request(
        url,
        data=json.dumps({"jsonrpc": "2.0", **body}).encode(),
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            **({"Authorization": f"Bearer {token}"} if token else {}),
            **(headers or {}),
        },
    )
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(request, timeout=30) as reply:
            return reply.status, _lower(reply.headers.items()), reply.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, _lower(error.headers.items()), error.read().decode()


def _lower(pairs) -> dict[str, str]:
    return {name.lower(): value for name, value in pairs}


def result(body: str) -> dict:
    """Return the result in a body: JSON, or the data of a server-sent event."""
    lines = [line[6:] for line in body.splitlines() if line.startswith("data: {")]
    return json.loads(lines[-1] if lines else body)["result"]


@pytest.mark.parametrize("mode", ["auto", "legacy", NEW])
def test_client_of_the_sdk_plays_a_whole_match(tmp_path, mode):
    async def played(ticket):
        async with connect(ticket.url, ticket.token, mode) as client:
            return await play(client)

    with match(tmp_path / "run", [GUEST, RANDOM], options={"target_points": 5}) as table:
        last = asyncio.run(played(table.tickets[0]))
    assert "The match is over. seat 0: place" in last
    assert table.report is not None and table.report.complete
    assert max(one.score for one in table.results()) >= 5
    with read_store(table.folder) as reader:
        assert verify(reader).problems == ()
        attempt = reader.current_attempt(reader.matches()[0])
        assert attempt is not None
        answers = [one for one in reader.answers(attempt.key) if one.seat == 0]
    assert all(one.tool_calls["act"] == 1 for one in answers)
    assert all(one.act is None and not one.stand_in for one in answers)


def test_tools_give_one_text_and_say_what_they_need(tmp_path):
    async def looked(ticket):
        async with connect(ticket.url, ticket.token) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            seen = await turn(client)
            rules = await call(client, "rules")
            history = await call(client, "history")
            refused = await client.call_tool("act", {"action": (await listed(client))[0]})
            await play(client)
            return tools, seen, rules, history, refused

    with match(tmp_path / "run", [RANDOM, GUEST]) as table:
        tools, seen, rules, history, refused = asyncio.run(looked(table.tickets[1]))
    assert sorted(tools) == ["act", "history", "legal_actions", "observe", "rules"]
    assert tools["act"].input_schema["required"] == ["action", "decision"]
    assert all(tool.output_schema is None for tool in tools.values())
    assert "You are seat 1 of 2" in seen
    assert rules.startswith("# Splendor")
    assert "Seat 0" in history, "what the others did is told"
    assert refused.is_error and "decision" in refused.content[0].text


@pytest.mark.parametrize("version", OLD)
def test_older_generation_shakes_hands_and_acts(tmp_path, version):
    with match(tmp_path / "run", [GUEST, RANDOM], options={"turn_limit": 1}) as table:
        ticket = table.tickets[0]
        hello = {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        status, headers, body = post(
            ticket.url, ticket.token, {"id": 1, "method": "initialize", "params": hello}
        )
        assert status == 200
        assert result(body)["protocolVersion"] == version
        assert result(body)["serverInfo"]["name"] == "ludarena"
        session = {
            "Mcp-Session-Id": headers["mcp-session-id"],
            **({"MCP-Protocol-Version": version} if version >= "2025-06-18" else {}),
        }
        status, _, _ = post(
            ticket.url, ticket.token, {"method": "notifications/initialized"}, session
        )
        assert status == 202

        def use(tool: str, **arguments: object) -> str:
            params = {"name": tool, "arguments": arguments}
            message = {"id": 2, "method": "tools/call", "params": params}
            status, _, body = post(ticket.url, ticket.token, message, session)
            assert status == 200
            assert "structuredContent" not in result(body)
            return result(body)["content"][0]["text"]

        assert owed(use("observe")) == 0
        told = use("act", action="take:white+blue+green", decision=0)
        while (last := use("observe")) == NOT_YOUR_TURN:
            time.sleep(0.02)
    assert told.startswith("Accepted. You owe no decision now.")
    assert last == "The match is over. seat 0: place 1, 0 points; seat 1: place 1, 0 points."


def test_newest_generation_needs_no_handshake(tmp_path):
    with match(tmp_path / "run", [GUEST, RANDOM], options={"turn_limit": 1}) as table:
        ticket = table.tickets[0]
        meta = {
            "io.modelcontextprotocol/protocolVersion": NEW,
            "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }

        def use(tool: str, **arguments: object) -> str:
            params = {"name": tool, "arguments": arguments, "_meta": meta}
            message = {"id": 1, "method": "tools/call", "params": params}
            headers = {"MCP-Protocol-Version": NEW, "Mcp-Method": "tools/call", "Mcp-Name": tool}
            status, _, body = post(ticket.url, ticket.token, message, headers)
            assert status == 200, body
            return result(body)["content"][0]["text"]

        assert owed(use("observe")) == 0
        told = use("act", action="take:white+blue+green", decision=0)
        while (last := use("observe")) == NOT_YOUR_TURN:
            time.sleep(0.02)
    assert told.startswith("Accepted. You owe no decision now.")
    assert last.startswith("The match is over.")


def test_same_answer_twice_is_one_move_and_another_one_is_stale(tmp_path):
    async def played(ticket):
        async with connect(ticket.url, ticket.token) as client:
            await turn(client)
            first, second = (await listed(client))[:2]
            at_once = await asyncio.gather(
                call(client, "act", action=first, decision=0),
                call(client, "act", action=first, decision=0),
            )
            replayed = await call(client, "act", action=first, decision=0)
            other = await call(client, "act", action=second, decision=0)
            await turn(client)
            early = await call(client, "act", action=first, decision=2)
            late = await call(client, "act", action=second, decision=0)
            await play(client)
            return [*at_once, replayed], [other, late], early

    with match(tmp_path / "run", [GUEST, RANDOM], rethinks=0, on_failure="forfeit") as table:
        same, stale, early = asyncio.run(played(table.tickets[0]))
    assert len(set(same)) == 1 and same[0].startswith("Accepted.")
    assert stale == ["Nothing was played: decision 0 is answered already."] * 2
    assert "decision 2 is not the one you owe, which is decision 1" in early
    assert table.failed() == [], "none of them was a try"
    assert [one.engine_decisions for one in table.results()] == [2, 2]


def test_answer_brings_the_next_view_while_the_seat_owes_a_decision(tmp_path):
    """A turn of Harmonies is several decisions: each act shows the next one."""

    async def played(ticket):
        async with connect(ticket.url, ticket.token) as client:
            told = [await turn(client)]
            while (number := owed(told[-1])) is not None:
                action = (await listed(client))[0]
                told.append(await call(client, "act", action=action, decision=number))
            await turn(client)
            await call(client, "act", action="nothing at all", decision=len(told) - 1)
            return told

    protocol: dict[str, Any] = {"rethinks": 0, "on_failure": "forfeit"}
    seats = [GUEST, RANDOM]
    with match(tmp_path / "run", seats, game="harmonies", options={}, **protocol) as table:
        first, *nexts, last = asyncio.run(played(table.tickets[0]))
    assert owed(first) == 0 and len(nexts) >= 3
    for number, text in enumerate(nexts, 1):
        assert text.startswith(f"Accepted.\n\nYou owe decision {number}.\n\n")
        assert "# Your decision\n\n" in text
    assert last == "Accepted. You owe no decision now."
    assert [one.kind for one in table.failed()] == ["unreadable"]


def test_answer_that_cannot_be_played_is_told_why_and_costs_a_try(tmp_path):
    async def played(ticket):
        async with connect(ticket.url, ticket.token) as client:
            await turn(client)
            first = await call(client, "act", action="fly to the moon", decision=0)
            again = await call(client, "observe")
            last = await call(client, "act", action="buy:l3-black-1:no-gold", decision=0)
            while (after := await call(client, "observe")) == OUT:
                await asyncio.sleep(0.02)
            assert after.startswith("The match is over.")
            return first, again, last

    protocol: dict[str, Any] = {"rethinks": 1, "feedback": "reason", "on_failure": "forfeit"}
    with match(tmp_path / "run", [GUEST, RANDOM], **protocol) as table:
        first, again, last = asyncio.run(played(table.tickets[0]))
    assert first.startswith("Your last reply was not accepted (unreadable). Reason: ")
    assert owed(first) == 0
    assert again == first
    assert last.startswith("Not accepted, and no try is left. Your seat is out of this match")
    assert [one.kind for one in table.failed()] == ["unreadable", "illegal"]
    assert [one.forfeited for one in table.results()] == [True, False]


def test_stand_in_of_one_decision_is_told(tmp_path):
    async def played(ticket):
        async with connect(ticket.url, ticket.token) as client:
            await turn(client)
            told = await call(client, "act", action="nonsense", decision=0)
            await play(client)
            return told

    with match(tmp_path / "run", [GUEST, RANDOM], rethinks=0, on_failure="stand_in") as table:
        told = asyncio.run(played(table.tickets[0]))
    assert told.startswith(
        "Not accepted, and no try is left: this decision was made in your place."
    )
    assert [one.stand_in_decisions for one in table.results()] == [1, 0]


def test_protocol_that_shows_neither_rules_nor_list(tmp_path):
    async def played(ticket):
        async with connect(ticket.url, ticket.token) as client:
            await turn(client)
            rules = await call(client, "rules")
            forms = await call(client, "legal_actions")
            taken = await call(client, "act", action="take:white+blue+green", decision=0)
            await turn(client)
            return rules, forms, taken

    hidden: dict[str, Any] = {"rules": "none", "listing": False}
    with match(tmp_path / "run", [GUEST, RANDOM], options={"turn_limit": 1}, **hidden) as table:
        rules, forms, taken = asyncio.run(played(table.tickets[0]))
    assert rules == "No rules are shown in this match."
    assert forms.startswith("The legal actions are not listed in this match.")
    assert taken.startswith("Accepted.")


@pytest.mark.parametrize(
    ("policy", "ending"), [("void", None), ("forfeit", (True, 2)), ("stand_in", (False, 2))]
)
def test_seat_that_never_moves_runs_out_of_time(tmp_path, policy, ending):
    protocol = {"decision_seconds": 0.3, "on_failure": policy, "attempts": 1}
    with match(tmp_path / "run", [RANDOM, GUEST], **protocol) as table:
        pass
    assert table.report is not None
    assert {one.kind for one in table.failed()} == {"timeout"}
    if ending is None:
        assert not table.report.complete
    else:
        seat = table.results()[1]
        assert (seat.forfeited, seat.stand_in_decisions) == ending


def test_two_seats_of_one_match_play_at_once_and_see_their_own(tmp_path):
    async def played(tickets):
        async def one(seat):
            async with connect(tickets[seat].url, tickets[seat].token) as client:
                seen = await turn(client)
                return seen, await play(client)

        return await asyncio.gather(one(0), one(1))

    with match(tmp_path / "run", [GUEST, GUEST]) as table:
        (first, end), (second, other_end) = asyncio.run(played(table.tickets))
    assert "You are seat 0 of 2" in first and "You are seat 1 of 2" in second
    assert "The match is over." in end and "The match is over." in other_end
    assert table.failed() == []


def test_tokens_open_their_own_seat_until_its_match_ends(tmp_path):
    hello = {"id": 1, "method": "ping"}

    async def played(tickets):
        refused = {}
        own, other = tickets[0], tickets[1]
        refused["none"] = await asyncio.to_thread(post, own.url, "", hello)
        refused["made up"] = await asyncio.to_thread(post, own.url, "x" * 32, hello)
        refused["another seat's"] = await asyncio.to_thread(post, own.url, other.token, hello)

        async def one(ticket):
            async with connect(ticket.url, ticket.token) as client:
                await play(client)

        await asyncio.gather(one(own), one(other))
        return refused

    with match(tmp_path / "run", [GUEST, GUEST]) as table:
        refused = asyncio.run(played(table.tickets))
    assert {name: status for name, (status, _, _) in refused.items()} == {
        "none": 401,
        "made up": 401,
        "another seat's": 403,
    }
    assert "no open seat has this token" in refused["made up"][2]
    assert "this token opens another seat" in refused["another seat's"][2]
    assert refused["none"][1]["www-authenticate"] == "Bearer"


def test_ticket_lies_in_the_run_for_its_owner_alone_and_goes_with_the_match(tmp_path):
    async def played(ticket):
        async with connect(ticket.url, ticket.token) as client:
            await play(client)

    with match(tmp_path / "run", [GUEST, RANDOM]) as table:
        (path,) = (tmp_path / "run" / "seats").iterdir()
        mode = stat.S_IMODE(path.stat().st_mode)
        written = json.loads(path.read_text())["mcpServers"]["arena"]
        asyncio.run(played(table.tickets[0]))
    ticket = table.tickets[0]
    assert mode == 0o600
    assert written == {
        "type": "http",
        "url": ticket.url,
        "headers": {"Authorization": f"Bearer {ticket.token}"},
    }
    assert not path.parent.exists()
    assert all(
        ticket.token.encode() not in file.read_bytes()
        for file in (tmp_path / "run").rglob("*")
        if file.is_file()
    ), "no token is stored"


def test_seat_is_answered_while_a_search_at_its_table_thinks(tmp_path):
    """A search that held up the arena would be done before the answer, and the seat to move."""
    search = built_in("search", "ismcts", simulations=10_000_000, seconds=4.0)

    async def looks(ticket: Ticket) -> str:
        async with connect(ticket.url, ticket.token) as client:
            number = owed(await turn(client))
            await call(client, "act", action=(await listed(client))[0], decision=number)
            seen = await call(client, "observe")
            await turn(client)
            return seen

    with match(tmp_path / "run", [GUEST, search], options={"turn_limit": 1}) as table:
        seen = asyncio.run(looks(table.tickets[0]))
    assert seen.startswith("It is not your turn")
    assert table.report is not None and table.report.complete
