"""Usage of a run: to the token what the provider counted, whatever is killed and continued."""

import json
from decimal import Decimal

import pytest

from ludarena.arena.participant import built_in
from ludarena.arena.store import read_store
from ludarena.arena.usage import by_participant, by_role, totals
from ludarena.core.errors import LudarenaError
from ludarena.models.errors import InvalidPrices, MissingPrice
from ludarena.models.limits import Limits
from ludarena.models.prices import Prices, built_in_prices
from ludarena.testing.provider import Fault, Reply, ScriptedProvider, rate_limited, truncated
from tests.agents.llm.table import (
    KEY,
    Played,
    first_listed,
    model_at,
    plan_of,
    play,
    services,
)

FAULTS: dict[int, Fault | Reply] = {2: truncated(), 4: rate_limited(0.01), 6: Fault(cut_after=3)}


def counted(provider):
    """Return the provider's own counts of the replies that it sent whole, by response id."""
    return {
        one.response_id: (one.tokens.input, one.tokens.output, one.tokens.cached)
        for one in provider.served()
        if one.sent == "whole"
    }


def stored(rows):
    return {
        row["id"]: (row["input_tokens"], row["output_tokens"], row["cached_tokens"])
        for row in rows
        if row["status"] == "ok"
    }


@pytest.mark.parametrize("api", ["chat", "responses", "messages", "gemini"])
def test_store_agrees_with_the_provider_to_the_token_with_faults(tmp_path, api):
    strings = {
        "chat": ("openai-compatible:scripted-1", "/v1"),
        "responses": ("openai-compatible/responses:scripted-1", "/v1"),
        "messages": ("anthropic:scripted-1", "/v1"),
        "gemini": ("google:scripted-1", "/v1beta"),
    }
    model, tail = strings[api]
    with ScriptedProvider(first_listed, faults=FAULTS) as provider:
        one = built_in("model", "llm", model=model, base_url=provider.url + tail)
        plan = plan_of([one, built_in("heuristic", "heuristic")], rethinks=2)
        played = Played(tmp_path, plan)
        assert played.report.complete
        assert stored(played.responses) == counted(provider)


def test_prompt_and_reply_of_every_response_are_kept_whole(tmp_path):
    with ScriptedProvider(first_listed) as provider:
        played = play(tmp_path, provider)
        asked = [one.asked for one in provider.served()]
    prompts = [f"[system]\n{one.system}\n\n[user]\n{one.user}" for one in asked]
    assert sorted(row["prompt"] for row in played.responses) == sorted(prompts)
    assert all("Final Answer: draft:" in row["reply"] for row in played.responses)
    assert all("[reasoning]\nWhich one?" in row["reply"] for row in played.responses)


def test_other_model_string_than_registered_is_drift(tmp_path):
    def other(asked):
        reply = first_listed(asked)
        return Reply(text=reply.text, model="scripted-0-cheap")

    with ScriptedProvider(other) as provider:
        played = play(tmp_path, provider)
    assert all(call["extra"]["drift"] for call in played.calls)
    assert {call["model"] for call in played.calls} == {"scripted-0-cheap"}


def test_registered_snapshot_is_no_drift(tmp_path):
    def dated(asked):
        return Reply(text=first_listed(asked).text, model="scripted-1-2026-10-01")

    with ScriptedProvider(dated) as provider:
        played = play(tmp_path, provider, settings={"snapshot": "scripted-1-2026-10-01"})
    assert not any(call["extra"]["drift"] for call in played.calls)


def test_briefings_and_notes_are_recorded_by_role(tmp_path):
    def script(asked):
        if asked.user.startswith("You assist a player"):
            return Reply(text="Factory 1 holds two blue tiles.")
        if asked.user.startswith("You keep the notes"):
            return Reply(text="Nothing special so far.")
        return first_listed(asked)

    settings = {
        "briefers": ["openai-compatible:scripted-1", "openai-compatible:scripted-1"],
        "memory": "summary",
        "memory_tokens": 64,
    }
    with ScriptedProvider(script) as provider:
        played = play(tmp_path, provider, settings=settings)
        players = [one.asked.user for one in provider.served() if "# Briefings" in one.asked.user]
    roles = {key[1]: total.responses for key, total in totals(played.calls, by_role).items()}
    decisions = len([one for one in played.answers if one.seat == 0])
    assert roles["player"] == roles["briefer-1"] == roles["briefer-2"] == decisions
    assert roles["memory"] > 0
    assert len(players) == decisions
    assert all("# The position as you see it" not in one for one in players)
    assert "Nothing special so far." in players[-1]


def test_cost_is_that_of_each_response_added_up(tmp_path):
    prices = Prices([built_in_prices()])
    with ScriptedProvider(first_listed) as provider:
        played = play(tmp_path, provider, offered=services(prices=prices))
    (total,) = totals(played.calls, by_participant).values()
    # the example table: 1.00 a million of fresh input, 0.10 of cached, 4.00 of output
    expected = sum(
        Decimal(row["input_tokens"] - row["cached_tokens"])
        + Decimal("0.1") * row["cached_tokens"]
        + Decimal(4) * row["output_tokens"]
        for row in played.responses
    )
    assert total.cost == expected / 1_000_000
    assert total.currency == "USD"
    assert {call["extra"]["prices"] for call in played.calls} == {prices.digest}


def test_budget_of_the_run_stops_before_it_is_overshot_and_goes_on_when_raised(tmp_path):
    with ScriptedProvider(first_listed) as provider:
        plan = plan_of([model_at(provider, max_output=50), built_in("heuristic", "heuristic")])
        first = Played(tmp_path, plan, services(limits=Limits(requests=3)))
        assert "the budget of the whole run is used up" in first.report.stopped
        assert len(first.responses) == 3
        assert first.failed == []
        again = Played(tmp_path, plan, services(limits=Limits(requests=100)))
        assert again.report.complete
        assert stored(again.responses) == counted(provider)


def test_budget_of_a_seat_fails_its_decisions_only(tmp_path):
    with ScriptedProvider(first_listed) as provider:
        played = play(
            tmp_path, provider, settings={"max_requests": 2}, rethinks=0, on_failure="stand_in"
        )
    assert played.report.complete
    assert {one.kind for one in played.failed} == {"budget_exhausted"}
    assert len(played.responses) == 2


@pytest.mark.parametrize(
    ("offered", "error"),
    [
        ({"limits": Limits(money=Decimal(5))}, InvalidPrices),
        ({"prices": Prices([built_in_prices()])}, MissingPrice),
    ],
    ids=["budget-without-prices", "model-without-a-price"],
)
def test_missing_price_is_an_error_before_the_first_call(tmp_path, offered, error):
    with ScriptedProvider(first_listed) as provider:
        url = provider.base_url("chat")
        one = built_in("model", "llm", model="openai-compatible:unpriced", base_url=url)
        with pytest.raises(error):
            Played(tmp_path, plan_of([one, built_in("random", "random")]), services(**offered))
        assert provider.served() == []


def test_missing_key_is_an_error_before_the_first_call(tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    plan = plan_of([built_in("m", "llm", model="openai:some"), built_in("random", "random")])
    with pytest.raises(LudarenaError, match="OPENAI_API_KEY"):
        Played(tmp_path, plan)


def test_key_appears_in_nothing_that_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("TEST_MODEL_KEY", KEY)

    def echo(asked):
        reply = Reply(fault=Fault(status=500, code=asked.headers["authorization"]))
        return reply if asked.number == 2 else first_listed(asked)

    with ScriptedProvider(echo) as provider:
        played = play(tmp_path, provider, settings={"key_env": "TEST_MODEL_KEY"})
        assert any(KEY in one.asked.headers["authorization"] for one in provider.served())
    assert played.report.complete
    with read_store(tmp_path) as reader:
        texts = json.dumps(
            [row for one in played.attempts for row in reader.responses(one.key)], default=str
        )
    assert KEY not in texts
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes()
