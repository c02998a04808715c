"""The embedded model really runs: its moves come from its logits, within what is legal."""

import asyncio
import json
import time

import pytest

from ludarena.models import embedded
from ludarena.models.embedded import NAME, embedded_model, estimated_tokens
from ludarena.models.errors import ProviderRejected, ProviderUnavailable, ReplyTimeout
from ludarena.models.provider import Message, Settings, Shape, Tool
from ludarena.models.usage import Usage

CHOICES = ("take:white", "take:blue", "take:red", "reserve:card-12", "buy:card-7", "pass")


def asked(gems):
    return [
        Message("system", "You play a game of gems. Answer with one legal move."),
        Message("user", f"You hold {gems}. Legal: {', '.join(CHOICES)}. Your move?"),
    ]


@pytest.fixture(scope="module")
def ask():
    with asyncio.Runner() as runner:
        model = embedded_model(threads=1, context=512)

        def call(messages, **keywords):
            return runner.run(model.reply(messages, **keywords))

        yield call
        runner.run(model.close())


def picks(ask, gems, seeds):
    settings = [Settings(seed=seed, choices=CHOICES, temperature=1.5) for seed in seeds]
    return [ask(asked(gems), settings=one).text for one in settings]


def test_every_reply_is_a_legal_choice_and_seeds_differ(ask):
    found = picks(ask, "three white gems", range(6))
    assert set(found) <= {f"Final Answer: {choice}" for choice in CHOICES}
    assert len(set(found)) > 1


def test_changed_prompt_changes_the_logits(ask):
    def logits(gems):
        extra = {"n_probs": 5, "logprobs": True}
        settings = Settings(seed=1, choices=CHOICES, extra=extra)
        return ask(asked(gems), settings=settings)

    few, many = logits("one white gem"), logits("nine red gems and a crown")
    assert few.usage.input != many.usage.input
    assert probabilities(few) != probabilities(many)


def probabilities(reply):
    return [row["logprob"] for row in json.loads(reply.raw)["logprobs"]]


def test_reasoning_stands_before_the_choice(ask):
    settings = Settings(seed=4, choices=CHOICES, reasoning_words=8)
    reasoning, _, answer = ask(asked("two reds"), settings=settings).text.rpartition("\n")
    assert 4 <= len(reasoning.split()) <= 8
    assert answer.removeprefix("Final Answer: ") in CHOICES


def test_tokens_are_counted_and_a_repeated_prompt_is_cached(ask):
    settings = Settings(seed=1, choices=CHOICES)
    first = ask(asked("one green gem"), settings=settings)
    second = ask(asked("one green gem"), settings=settings)
    assert first.usage.input == second.usage.input > 40
    assert second.usage.cached >= second.usage.input - 1
    assert isinstance(first.usage, Usage) and first.usage.output >= 4
    assert (first.model, first.finish, first.usage.reasoning) == (NAME, "stop", 0)
    assert 0 < first.first_token_s <= first.latency_s


def test_estimate_of_tokens_is_near_their_count(ask):
    messages = [Message("user", "| l3-white-3 | white | 4 | 3 white, 3 red, 6 black |\n" * 6)]
    counted = ask(messages, settings=Settings(choices=("pass",))).usage.input
    template = ask([Message("user", "")], settings=Settings(choices=("pass",))).usage.input
    assert counted - template == pytest.approx(estimated_tokens(messages[0].text), rel=0.1)


def test_shape_binds_the_reply_to_its_schema(ask):
    schema = {
        "type": "object",
        "properties": {"move": {"enum": ["a", "b"]}},
        "required": ["move"],
        "additionalProperties": False,
    }
    reply = ask(asked("nothing"), shape=Shape("answer", schema), settings=Settings(seed=2))
    assert json.loads(reply.text)["move"] in ("a", "b")


def test_tool_call_fits_its_parameters(ask):
    parameters = {
        "type": "object",
        "properties": {"action": {"enum": list(CHOICES)}},
        "required": ["action"],
        "additionalProperties": False,
    }
    settings = Settings(seed=3, must_call=True)
    reply = ask(asked("a crown"), tools=[Tool("act", "Play.", parameters)], settings=settings)
    [call] = reply.calls
    assert (call.name, reply.finish, reply.text) == ("act", "tool_calls", "")
    assert json.loads(call.arguments)["action"] in CHOICES


def test_deadline_stops_the_engine(ask, monkeypatch):
    endings = []
    run = embedded._Engine.run

    def noting(engine, request, stop):
        heard = run(engine, request, stop)
        endings.append(heard.reader.reading.finish)
        return heard

    monkeypatch.setattr(embedded._Engine, "run", noting)
    with pytest.raises(ReplyTimeout):
        ask(asked("gold"), settings=Settings(max_output=400), deadline=time.monotonic() + 0.2)
    assert ask(asked("gold"), settings=Settings(choices=("pass",))).text == "Final Answer: pass"
    assert endings == ["unknown", "stop"]


def test_prompt_that_is_too_long_is_rejected_with_its_size(ask):
    with pytest.raises(ProviderRejected, match="exceeds the available context size"):
        ask(asked("gold " * 600))


def test_models_of_equal_settings_share_one_engine_and_close_apart():
    one, other = embedded_model(threads=1, context=512), embedded_model(threads=1, context=512)
    asyncio.run(one.close())
    with pytest.raises(ProviderUnavailable, match="closed"):
        asyncio.run(one.reply(asked("gold")))
    reply = asyncio.run(other.reply(asked("gold"), settings=Settings(choices=("pass",))))
    assert reply.text == "Final Answer: pass"
