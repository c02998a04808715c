"""Searches in processes of their own: the same answers, and an end."""

from __future__ import annotations

import asyncio

import pytest

import ludarena
from ludarena.agents.controller import Reply, Request
from ludarena.agents.elsewhere import Elsewhere, ThinkingFailed, may_take_long
from ludarena.agents.registry import build_agent
from ludarena.core.rng import stream

SEARCH = {"simulations": 40, "reuse": True}


def requests(decisions: int) -> list[Request]:
    """Return the requests to one seat along a random walk through Splendor."""
    game = ludarena.load_game("splendor")
    state, chance = game.new(seats=2, seed=4), stream(4, "walk")
    asked = []
    for number in range(decisions):
        for seat in (0, 1):
            legal = state.legal_actions(seat)
            if seat == 0:
                asked.append(
                    Request(
                        game=game,
                        position=state.determinize(0, 0),
                        seat=0,
                        number=number,
                        seed=number + 7,
                        legal_actions=legal,
                    )
                )
            state.apply(seat, legal[chance.below(len(legal))])
    return asked


def test_search_elsewhere_answers_as_it_would_here():
    async def both() -> tuple[list[Reply], list[Reply]]:
        away, here = Elsewhere("ismcts", SEARCH), build_agent("ismcts", SEARCH)
        try:
            asked = requests(3)
            return [await away.decide(one) for one in asked], [
                await here.decide(one) for one in asked
            ]
        finally:
            await away.close()

    away, here = asyncio.run(both())
    assert away == here


def test_search_that_is_given_up_ends_and_can_be_asked_again():
    async def given_up() -> Reply:
        player = Elsewhere("ismcts", {"simulations": 10_000_000})
        (request,) = requests(1)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await player.decide(request)
        player = Elsewhere("greedy", {"samples": 1})
        try:
            return await player.decide(request)
        finally:
            await player.close()

    assert asyncio.run(given_up()).action is not None


def test_fault_of_a_search_elsewhere_is_told():
    async def asked() -> Reply:
        player = Elsewhere("ismcts", {"simulations": 4})
        (request,) = requests(1)
        request.seat = 1  # which owes nothing
        try:
            return await player.decide(request)
        finally:
            await player.close()

    with pytest.raises(ThinkingFailed):
        asyncio.run(asked())


def test_searches_may_take_long_and_others_do_not():
    slow = [
        name for name in ("random", "heuristic", "ismcts", "flat", "greedy") if may_take_long(name)
    ]
    assert slow == ["ismcts", "flat", "greedy"]
