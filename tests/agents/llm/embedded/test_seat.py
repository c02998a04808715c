"""The embedded model in a seat: what it plays is legal, its own, and counted."""

import asyncio

from ludarena import load_game
from ludarena.agents.controller import ModelResponse, Request
from ludarena.agents.llm import LlmAgent


def test_embedded_model_reasons_chooses_and_is_counted():
    game = load_game("splendor")
    state = game.new(seats=2, seed=3)
    responses: list[ModelResponse] = []
    request = Request(
        game=game,
        position=state.determinize(0, 0),
        seat=0,
        number=0,
        seed=11,
        legal_actions=state.legal_actions(0),
        record=responses.append,
    )

    async def decide():
        agent = LlmAgent("embedded:smollm2", prompt_tokens=200, reasoning_words=4)
        try:
            return await agent.decide(request)
        finally:
            await agent.close()

    reply = asyncio.run(decide())
    assert reply.failure is None
    assert reply.text in {one.id for one in request.sight.choices}
    assert reply.reasoning
    counted, texts = responses
    assert counted.model == "smollm2-135m-instruct"
    assert counted.input_tokens > 100
    assert counted.output_tokens > 5
    assert "You play seat 0 of 2 in Splendor." in counted.prompt
    assert (texts.id, texts.reply.rpartition("Final Answer: ")[2]) == (counted.id, reply.text)
