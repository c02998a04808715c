"""Models at providers: what a reply brings, and which error each failure becomes."""

import asyncio
import contextlib
import time

import pytest

from ludarena.models.endpoints import Endpoint, Key
from ludarena.models.errors import (
    BudgetExhausted,
    EmptyReply,
    ProviderRejected,
    ProviderUnavailable,
    RefusedReply,
    ReplyTimeout,
    TruncatedReply,
)
from ludarena.models.limits import Budget, Limits
from ludarena.models.pace import Pace, PaceSettings
from ludarena.models.provider import Message, Settings, Shape, Tool, ToolCall
from ludarena.models.remote import ONE_TRY, remote_model
from ludarena.models.retry import RetryPolicy
from ludarena.models.usage import Usage
from ludarena.testing.provider import (
    Fault,
    Reply,
    ScriptedProvider,
    Tokens,
    ToolUse,
    broken,
    empty,
    long_text,
    rate_limited,
    refusal,
    truncated,
    two_calls,
)
from tests.models.calls import APIS, QUICK, REAL_KEY, bench, endpoint

EACH_API = pytest.mark.parametrize("api", APIS)
STREAMS = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
ASKED = [Message("system", "You play Splendor."), Message("user", "Your move?")]
ACT = Tool(
    "act",
    "Play one action.",
    {"type": "object", "properties": {"action": {"type": "string"}}, "required": ["action"]},
)
MOVE = Reply(
    text="Final Answer: take:white",
    reasoning="White is scarce.",
    tokens=Tokens(input=900, output=70, cached=600, reasoning=50),
)


@contextlib.contextmanager
def asking(script, api, *, faults=None, stream=False, retries=QUICK):
    """Yield a function that asks a model at a scripted provider, and the provider."""
    with ScriptedProvider(script, faults=faults) as provider, asyncio.Runner() as runner:
        pace = Pace(PaceSettings(longest_pause_s=0.01))
        where = endpoint(provider)
        model = remote_model(where, api, "scripted-1", stream=stream, retries=retries, pace=pace)

        def ask(messages=ASKED, **keywords):
            return runner.run(model.reply(messages, **keywords))

        try:
            yield ask, provider
        finally:
            runner.run(model.close())


@EACH_API
@STREAMS
def test_reply_has_text_reasoning_and_the_providers_counts(api, stream):
    with asking([MOVE], api, stream=stream) as (ask, provider):
        reply = ask(settings=Settings(max_output=500))
        assert reply.text == "Final Answer: take:white"
        assert reply.reasoning == "White is scarce."
        assert reply.usage == Usage(input=900, output=70, cached=600, reasoning=50)
        assert (reply.finish, reply.model, reply.tries) == ("stop", "scripted-1", 1)
        assert reply.response_id == provider.served()[0].response_id
        assert 0 < reply.first_token_s <= reply.latency_s
        asked = provider.served()[0].asked
        assert (asked.system, asked.user, asked.stream) == (
            "You play Splendor.",
            "Your move?",
            stream,
        )


@EACH_API
@STREAMS
def test_tool_call_and_its_result_go_round(api, stream):
    call = Reply(calls=(ToolUse("act", {"action": "take:red"}),))
    with asking([call, Reply(text="Done.")], api, stream=stream) as (ask, provider):
        first = ask(tools=[ACT], settings=Settings(must_call=True))
        [made] = first.calls
        assert (made.name, first.finish) == ("act", "tool_calls")
        assert made.arguments.replace(" ", "") == '{"action":"take:red"}'
        answer = Message("tool", "accepted", call_id=made.id, tool="act")
        assert (
            ask([*ASKED, Message("assistant", "", first.calls), answer], tools=[ACT]).text
            == "Done."
        )
        second = provider.served()[1].asked
        assert second.results == ("accepted",) and second.tools == ("act",)


@EACH_API
def test_two_calls_at_once_both_arrive(api):
    both = two_calls("act", {"action": "pass"}, {"action": "take:red"})
    with asking([both], api) as (ask, _):
        calls = ask(tools=[ACT]).calls
        assert [call.name for call in calls] == ["act", "act"]
        assert ["pass" in call.arguments for call in calls] == [True, False]


@EACH_API
def test_unknown_tool_and_unreadable_arguments_are_handed_on(api):
    spoilt = Reply(calls=(ToolUse("shell", '{"command": "ls'),))
    with asking([spoilt], api, stream=False) as (ask, _):
        [call] = ask(tools=[ACT]).calls
        assert isinstance(call, ToolCall) and call.name == "shell"
        assert '{"command": "ls' in call.arguments or "command" in call.arguments


@EACH_API
@STREAMS
@pytest.mark.parametrize(
    ("reply", "error"),
    [(truncated(), TruncatedReply), (refusal(), RefusedReply), (empty(), EmptyReply)],
    ids=["truncated", "refusal", "empty"],
)
def test_unusable_reply_is_an_error_that_keeps_the_usage(api, stream, reply, error):
    with asking([reply], api, stream=stream) as (ask, provider):
        with pytest.raises(error) as caught:
            ask()
        tokens = provider.tokens()
        assert caught.value.reply.usage.total == tokens.input + tokens.output
        assert len(provider.served()) == 1


@EACH_API
@STREAMS
def test_transport_faults_are_repeated(api, stream):
    faults = {1: rate_limited(0.01), 2: broken(), 3: Fault(cut_after=1)}
    with asking([MOVE], api, faults=faults, stream=stream) as (ask, provider):
        reply = ask()
        assert (reply.tries, reply.text) == (4, "Final Answer: take:white")
        assert len(provider.served()) == 4


@EACH_API
def test_provider_that_stays_down_is_unavailable(api):
    with asking([broken()], api, retries=RetryPolicy(tries=2, first_pause_s=0.01)) as (
        ask,
        provider,
    ):
        with pytest.raises(ProviderUnavailable, match="status 500"):
            ask()
        assert len(provider.served()) == 2


@EACH_API
@pytest.mark.parametrize("status", [400, 401, 404])
def test_wrong_key_or_name_is_rejected_at_once(api, status):
    with asking([Reply(fault=Fault(status=status))], api) as (ask, provider):
        with pytest.raises(ProviderRejected) as caught:
            ask()
        assert caught.value.status == status
        assert len(provider.served()) == 1


@EACH_API
@STREAMS
def test_deadline_ends_a_call_that_hangs(api, stream):
    with asking([Reply("late", fault=Fault(delay_s=600))], api, stream=stream) as (ask, _):
        began = time.monotonic()
        with pytest.raises(ReplyTimeout):
            ask(deadline=time.monotonic() + 0.3)
        assert time.monotonic() - began < 300


@EACH_API
def test_answer_that_is_no_json_is_no_reply(api):
    garbage = Reply(fault=Fault(garbage=True))
    expected = pytest.raises(ProviderUnavailable)
    with asking([garbage], api, retries=ONE_TRY) as (ask, _), expected:
        ask()


@STREAMS
def test_reply_of_a_megabyte_arrives_whole(stream):
    with asking([long_text()], "chat", stream=stream) as (ask, _):
        assert len(ask().text) == 1_000_000


def test_shape_and_settings_are_sent():
    schema = {"type": "object", "properties": {"move": {"type": "string"}}, "required": ["move"]}
    with asking([Reply('{"move": "pass"}')], "chat") as (ask, provider):
        settings = Settings(temperature=0.5, seed=7, max_output=50, extra={"service_tier": "flex"})
        assert ask(shape=Shape("answer", schema), settings=settings).text == '{"move": "pass"}'
        sent = provider.served()[0].asked.body
        assert sent["response_format"]["json_schema"]["name"] == "answer"
        assert (sent["temperature"], sent["seed"], sent["service_tier"]) == (0.5, 7, "flex")
        assert 50 in (sent.get("max_tokens"), sent.get("max_completion_tokens"))


@EACH_API
@STREAMS
def test_call_through_the_gateway_is_counted_once_and_equally(api, stream):
    with bench([MOVE], faults={1: rate_limited(0.01)}) as given, asyncio.Runner() as runner:
        version = "/v1beta" if api == "gemini" else "" if api in ("chat", "responses") else "/v1"
        base = given.seat.base_url(api) + version
        behind = Endpoint("scripted", {api: base}, Key("dummy"))
        model = remote_model(behind, api, "scripted-1", stream=stream, retries=ONE_TRY)
        reply = runner.run(model.reply(ASKED, settings=Settings(max_output=300)))
        runner.run(model.close())
        [row] = given.ledger.rows()
        assert (row.usage, row.response_id) == (reply.usage, reply.response_id)
        assert (row.tries, reply.tries) == (2, 1)


@EACH_API
def test_limit_of_the_gateway_is_a_budget_error(api):
    budget = Budget("seat 0", Limits(requests=0))
    with bench([MOVE], budgets=(budget,)) as given, asyncio.Runner() as runner:
        version = "/v1beta" if api == "gemini" else "" if api in ("chat", "responses") else "/v1"
        behind = Endpoint("scripted", {api: given.seat.base_url(api) + version}, Key("dummy"))
        model = remote_model(behind, api, "scripted-1")
        with pytest.raises(BudgetExhausted, match="budget of seat 0 is used up: 0 of 0 requests"):
            runner.run(model.reply(ASKED))
        runner.run(model.close())
        assert given.provider.served() == []


def test_key_stands_in_no_error():
    spoilt = Reply(fault=Fault(status=401, code=REAL_KEY))
    with asking([spoilt], "chat") as (ask, _), pytest.raises(ProviderRejected) as caught:
        ask()
    assert REAL_KEY not in str(caught.value) + repr(caught.value.__dict__)
