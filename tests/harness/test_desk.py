"""The desk of a seat: what its program is told at odd moments."""

from __future__ import annotations

import asyncio

import pytest

from ludarena.agents.controller import Request, StopMatch
from ludarena.core.registry import load_game
from ludarena.harness.desk import NOT_YOUR_TURN, OUT, Desk

GAME = load_game("splendor")
STATE = GAME.new(seats=2, seed=7)


def request(number: int = 0, **changes: object) -> Request:
    fields: dict = {
        "game": GAME,
        "position": STATE.determinize(0, 0),
        "seat": 0,
        "number": number,
        "seed": 1,
        "legal_actions": STATE.legal_actions(0),
    }
    return Request(**{**fields, **changes})


def desk() -> Desk:
    return Desk(GAME, 0)


async def asked(mine: Desk, one: Request) -> asyncio.Task:
    task = asyncio.create_task(mine.ask(one))
    await asyncio.sleep(0)
    return task


def test_before_the_first_decision_nothing_is_owed_and_nothing_told():
    async def looked():
        mine = desk()
        return [
            mine.observe(),
            mine.legal_actions(),
            mine.rules(),
            mine.history(),
            await mine.act("pass", 0),
        ]

    told = asyncio.run(looked())
    assert told == [NOT_YOUR_TURN] * 3 + ["Nothing has happened yet.", NOT_YOUR_TURN]


def test_decision_whose_time_is_over_can_no_longer_be_answered():
    async def late():
        mine = desk()
        task = await asked(mine, request())
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        mine.replaced(owes=False, out=False)
        nothing = await mine.act("take:white+blue+green", 0)
        await asked(mine, request(1, own=[0]))
        return nothing, await mine.act("take:white+blue+red", 0)

    nothing, stale = asyncio.run(late())
    assert nothing == NOT_YOUR_TURN
    assert stale.startswith("Nothing was played: decision 0 is not the one you owe")


def test_seat_that_is_out_is_told_so_until_the_end():
    async def out():
        mine = desk()
        mine.replaced(owes=True, out=True)
        before = mine.observe()
        mine.ended("The match is over. seat 0: place 2, 0 points.")
        return before, mine.observe(), await mine.act("pass", 5)

    before, after, acted = asyncio.run(out())
    assert before == OUT
    assert after == acted == "The match is over. seat 0: place 2, 0 points."


def test_answer_of_which_nothing_is_heard_is_acknowledged(monkeypatch):
    monkeypatch.setattr("ludarena.harness.desk.OUTCOME_SECONDS", 0.01)

    async def acted():
        mine = desk()
        task = await asked(mine, request())
        told = await mine.act("take:white+blue+green", 0, "gems first")
        return told, await task

    told, reply = asyncio.run(acted())
    assert told == "Your answer was received. Call `observe` to see what came of it."
    assert (reply.text, reply.answers, reply.reasoning) == (
        "take:white+blue+green",
        0,
        "gems first",
    )
    assert reply.tool_calls == {"act": 1}


def test_next_decision_comes_with_the_answer_where_it_is_owed_at_once():
    async def acted():
        mine = desk()
        task = await asked(mine, request())
        acting = asyncio.create_task(mine.act("take:white+blue+green", 0))
        await task
        mine.accepted(owes=True)
        await asked(mine, request(1))
        return await acting

    told = asyncio.run(acted())
    assert told.startswith("Accepted.\n\nYou owe decision 1.\n\n# Splendor")
    assert told.endswith("# Your decision\n\nTake gems, reserve a card, or buy a card.")


def test_feedback_stands_before_the_decision_that_is_still_owed():
    async def acted():
        mine = desk()
        task = await asked(mine, request())
        acting = asyncio.create_task(mine.act("nonsense", 0))
        await task
        await asked(mine, request(tries=1, feedback="That is no action."))
        return await acting, mine.observe()

    told, seen = asyncio.run(acted())
    assert told == seen
    assert told.startswith("That is no action.\n\nYou owe decision 0.")


def test_program_that_left_ends_the_session():
    async def left():
        mine = desk()
        task = await asked(mine, request())
        mine.leave()
        with pytest.raises(StopMatch):
            await task
        with pytest.raises(StopMatch):
            await mine.ask(request(1))

    asyncio.run(left())


def test_nothing_of_the_match_but_the_seats_own_knowledge_is_in_any_text():
    async def looked():
        mine = desk()
        await asked(mine, request(seed=987_654_321))
        return mine.observe() + mine.legal_actions() + mine.history()

    assert "987654321" not in asyncio.run(looked())
