"""Seats over MCP: tokens, tools, idempotence, time, and whole matches by the SDK's own client."""

import asyncio
import re
import sys

import httpx2
import pytest
from mcp.client.stdio import StdioServerParameters

from ludarena.agents.controller import Request
from ludarena.arena.participant import built_in
from ludarena.arena.presets import protocol_for
from ludarena.arena.runner import run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store
from ludarena.cli.single import single_plan
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.harness.agent import McpAgent
from ludarena.harness.desk import NOT_YOUR_TURN, Desk
from ludarena.harness.server import SeatServer
from ludarena.harness.texts import TEXTS_DIGEST
from tests.harness.player import call, connect, play

PLAYER = [sys.executable, "-m", "tests.harness.player"]
GENERATIONS = ["legacy", "2026-07-28", "auto"]


def request(number=0, *, seed=3, **given):
    game = load_game("splendor")
    state = game.new(seats=2, seed=seed)
    return Request(
        game=game,
        position=state.determinize(0, 0),
        seat=0,
        number=number,
        seed=1,
        legal_actions=state.legal_actions(0),
        **given,
    )


def run(program):
    """Run a coroutine function with a desk and its server."""

    async def serve():
        desk = Desk(load_game("splendor"), 0)
        server = SeatServer()
        try:
            return await program(desk, server)
        finally:
            await server.close()

    return asyncio.run(serve())


def asked_in_background(desk, asked):
    return asyncio.get_running_loop().create_task(desk.ask(asked))


@pytest.mark.parametrize("mode", GENERATIONS)
def test_every_generation_of_clients_finds_five_tools_and_one_text_a_result(mode):
    async def program(desk, server):
        ticket = server.open("m-0", desk)
        asking = asked_in_background(desk, request())
        async with connect(ticket.url, ticket.token, mode) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            result = await client.call_tool("observe", {})
        asking.cancel()
        return tools, result

    tools, result = run(program)
    assert tools == {"observe", "legal_actions", "act", "rules", "history"}
    assert len(result.content) == 1
    assert result.structured_content is None
    assert result.content[0].text.startswith("You owe decision 0.")


def refused(url, token):
    headers = {"accept": "application/json, text/event-stream"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    return httpx2.post(url, json=body, headers=headers, trust_env=False, verify=False)


def test_token_opens_one_seat_and_ends_with_its_match():
    async def program(desk, server):
        mine, other = server.open("m-0", desk), server.open("m-1", Desk(desk.game, 1))
        found = {}
        for name, url, token in (
            ("none", mine.url, ""),
            ("wrong", mine.url, "guess"),
            ("other seat", mine.url, other.token),
        ):
            found[name] = await asyncio.to_thread(refused, url, token)
        server.end(mine.token)
        found["ended"] = await asyncio.to_thread(refused, mine.url, mine.token)
        return {
            name: (answer.status_code, answer.json()["error"]["message"])
            for name, answer in found.items()
        }

    no_seat = "no open seat has this token; send it as `Authorization: Bearer ...`"
    assert run(program) == {
        "none": (401, no_seat),
        "wrong": (401, no_seat),
        "other seat": (403, "this token opens another seat"),
        "ended": (410, "the match of this token has ended"),
    }


def test_act_out_of_turn_plays_nothing_and_answers_at_once():
    async def program(desk, server):
        return await desk.act("take:white+blue+green", 0), desk.observe(), desk.legal_actions()

    assert run(program) == (NOT_YOUR_TURN, NOT_YOUR_TURN, NOT_YOUR_TURN)


def test_same_decision_sent_twice_is_one_move_with_one_answer():
    async def program(desk, server):
        asking = asked_in_background(desk, request())
        await asyncio.sleep(0)
        acting = asyncio.create_task(desk.act("take:white+blue+green", 0))
        reply = await asking
        desk.accepted(owes=False)
        first = await acting
        next_asking = asked_in_background(desk, request(1))
        await asyncio.sleep(0)
        again = await desk.act("take:red+green+blue", 0)
        still_owed = not next_asking.done()
        next_asking.cancel()
        return reply.text, reply.answers, first, again, still_owed

    text, answers, first, again, still_owed = run(program)
    assert (text, answers) == ("take:white+blue+green", 0)
    assert first == again == "Accepted. You owe no decision now."
    assert still_owed


def test_act_for_another_decision_than_the_owed_one_plays_nothing():
    async def program(desk, server):
        asking = asked_in_background(desk, request(4))
        await asyncio.sleep(0)
        told = await desk.act("take:white+blue+green", 3)
        done = asking.done()
        asking.cancel()
        return told, done

    told, done = run(program)
    assert told.startswith("Nothing was played: decision 3 is not the one you owe")
    assert not done


@pytest.mark.parametrize(
    ("span", "told"),
    [
        ("turn", "Accepted.\n\nYou owe decision 1."),
        ("decision", "Accepted. You owe another decision: call `observe`."),
    ],
)
def test_act_shows_the_next_decision_where_a_call_may_play_a_turn(span, told):
    async def program(desk, server):
        asking = asked_in_background(desk, request(0, call=span))
        await asyncio.sleep(0)
        acting = asyncio.create_task(desk.act("take:white+blue+green", 0))
        await asking
        desk.accepted(owes=True)
        more = asked_in_background(desk, request(1, call=span))
        text = await acting
        more.cancel()
        return text

    assert run(program).startswith(told)


def test_refused_action_is_told_and_the_decision_stays_owed():
    async def program(desk, server):
        asking = asked_in_background(desk, request())
        await asyncio.sleep(0)
        acting = asyncio.create_task(desk.act("take:gold", 0))
        await asking
        feedback = "Your last reply was not accepted (unreadable). Reason: no such colour."
        again = asked_in_background(desk, request(0, tries=1, feedback=feedback))
        text = await acting
        again.cancel()
        return text

    text = run(program)
    assert text.startswith("Your last reply was not accepted (unreadable). Reason: no such colour.")
    assert "You owe decision 0." in text


def test_hidden_listing_hides_the_tool_too():
    async def program(desk, server):
        asking = asked_in_background(desk, request(show_listing=False))
        await asyncio.sleep(0)
        text = desk.legal_actions()
        asking.cancel()
        return text

    text = run(program)
    assert text.startswith("The legal actions are not listed in this match.")
    assert "take:white+blue+green" not in text


# --- whole matches ------------------------------------------------------------------------------


class Played:
    def __init__(self, folder, roster, **protocol):
        game = load_game("splendor")
        options = resolve(game.id, game.options, {"turn_limit": 6})
        self.plan = single_plan(game, options, 3, roster, protocol_for(roster, protocol))
        with open_store(folder) as store:
            store.freeze(self.plan)
            self.report = run_matches(store, services=Services(announce=lambda _: None))
            reader = store.reader
            match = reader.matches()[0]
            attempt = reader.current_attempt(match)
            self.answers = reader.answers(attempt.key)
            self.failed = reader.failed_tries(attempt.key)
            self.results = reader.seat_results(attempt.key)


def program(*words):
    return built_in("program", "mcp", command=[*PLAYER, *words])


@pytest.mark.parametrize("mode", GENERATIONS)
def test_sdk_client_plays_a_whole_match(tmp_path, mode):
    played = Played(tmp_path, [program(mode), built_in("heuristic", "heuristic")], call="turn")
    assert played.report.complete
    assert played.failed == []
    own = [one for one in played.answers if one.seat == 0]
    assert all(one.tool_calls["act"] == 1 for one in own)
    assert played.results[0].tool_calls["act"] == len(own)


def test_two_programs_share_a_table(tmp_path):
    played = Played(tmp_path, [program("auto"), program("auto")])
    assert played.report.complete
    assert {one.seat for one in played.answers} == {0, 1}


def test_program_that_ends_without_acting_is_a_harness_error(tmp_path):
    one = built_in("program", "mcp", command=[sys.executable, "-c", "raise SystemExit(7)"])
    rest = built_in("heuristic", "heuristic")
    played = Played(tmp_path, [one, rest], rethinks=0, on_failure="stand_in")
    assert played.report.complete
    assert {failed.kind for failed in played.failed} == {"harness_error"}
    assert "the program ended with status 7" in played.failed[0].detail


def test_program_that_never_acts_runs_out_of_time(tmp_path):
    one = built_in("program", "mcp", command=[sys.executable, "-c", "import time; time.sleep(60)"])
    rest = built_in("heuristic", "heuristic")
    played = Played(tmp_path, [one, rest], rethinks=0, decision_seconds=0.2, on_failure="forfeit")
    assert played.report.complete
    assert [failed.kind for failed in played.failed] == ["timeout"]
    assert played.results[0].forfeited


def test_texts_of_the_tools_are_part_of_the_protocol(tmp_path):
    roster = [program("auto"), built_in("heuristic", "heuristic")]
    assert protocol_for(roster, {}).tools == TEXTS_DIGEST
    assert protocol_for(roster[1:], {}).tools == ""


def test_program_gets_no_secret_of_the_environment(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("GITHUB_TOKEN", "ghp-secret")
    environment = McpAgent(command=["true"])._environment()
    assert "sk-secret" not in environment.values()
    assert "ghp-secret" not in environment.values()


def test_standard_streams_serve_a_seat_to_its_end(tmp_path):
    command = [
        *("-m", "tests.harness.ludarena_main", "mcp", "--game", "splendor", "--seed", "3"),
        *("--option", "turn_limit=4", "--out", str(tmp_path / "run")),
    ]

    async def visit():
        from mcp import Client

        server = StdioServerParameters(command=sys.executable, args=command)
        async with Client(server) as client:
            first = await call(client, "act", action="take:nothing", decision=0)
            last = await play(client)
            return first, last, await call(client, "observe")

    first, last, seen = asyncio.run(visit())
    assert first.startswith("Your last reply was not accepted")
    assert re.search(r"The match is over\. seat 0: place \d, \d+ points", last)
    assert seen.startswith("The match is over.")
