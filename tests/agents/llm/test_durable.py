"""A response is stored before its reply is read, and a store that fails is not passed over."""

import asyncio

import pytest

from ludarena.agents.controller import ModelResponse
from ludarena.agents.llm import agent
from ludarena.agents.llm.access import NATIVE, MeteredLine, Till, model_spec
from ludarena.agents.llm.reading import read_reply
from ludarena.arena.errors import StoreUnwritable
from ludarena.arena.store import read_store
from ludarena.models.ledger import row_of_reply
from ludarena.models.provider import Message, ModelReply
from ludarena.testing.provider import ScriptedProvider
from tests.agents.llm.table import first_listed, play


def test_response_is_durable_before_its_reply_is_read(tmp_path, monkeypatch):
    there = []

    def reading(reply, mode):
        with read_store(tmp_path) as reader:
            there.append(reply.response_id in {row["id"] for row in reader.calls()})
        return read_reply(reply, mode)

    monkeypatch.setattr(agent, "read_reply", reading)
    with ScriptedProvider(first_listed) as provider:
        played = play(tmp_path, provider)
    assert played.report.complete
    assert there == [True] * len(played.responses)


class Answering:
    """A model whose response a gateway hands to the till before the reply is there."""

    name = "scripted-1"

    def __init__(self, till):
        self.till = till

    async def reply(self, messages, **keywords):
        reply = ModelReply("pass", (), "stop", None, "one", self.name)
        self.till.keep(
            row_of_reply(
                reply, seat="0", model=self.name, provider="any", api="chat", source=NATIVE
            )
        )
        return reply

    async def close(self):
        pass


def test_store_that_cannot_be_written_ends_the_call():
    till = Till("player")
    line = MeteredLine(model_spec("openai:scripted-1"), Answering(till), till, metered=True)
    kept: list[ModelResponse] = []

    def full(response):
        raise StoreUnwritable("here", "disk full")

    async def ask(record):
        return await line.ask(record, [Message("user", "Your move?")])

    with pytest.raises(StoreUnwritable):
        asyncio.run(ask(full))
    assert asyncio.run(ask(kept.append)).text == "pass"
    assert [(one.id, one.reply) for one in kept] == [("one", ""), ("one", "pass")]
