"""The gateway: what it counts, what it retries, what it passes on."""

import json
import re
import time
from decimal import Decimal

import httpx2
import pytest

from ludarena.models.errors import MissingPrice
from ludarena.models.gateway import SeatWatch
from ludarena.models.ledger import spent
from ludarena.models.retry import RetryPolicy
from ludarena.models.usage import Usage
from ludarena.testing.provider import (
    Fault,
    Reply,
    Tokens,
    ToolUse,
    broken,
    empty,
    long_text,
    rate_limited,
    refusal,
    truncated,
    two_calls,
    unreadable,
)
from tests.models.calls import APIS, REAL_KEY, bench, endpoint, post

MOVE = Reply(
    text="I take the gems. Final Answer: take:white",
    reasoning="There are three of them, and nobody else can use them.",
    tokens=Tokens(input=1200, output=80, cached=700, reasoning=60),
)
STREAMS = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
EACH_API = pytest.mark.parametrize("api", APIS)


def counted_by(provider):
    """Return the provider's own sum in the normal form of usage."""
    tokens = provider.tokens()
    return Usage(tokens.input, tokens.output, tokens.cached, tokens.cache_write, tokens.reasoning)


@EACH_API
@STREAMS
def test_ledger_has_the_providers_own_counts(api, stream):
    with bench([MOVE]) as given:
        assert given.call(api, stream=stream).status_code == 200
        [row] = given.ledger.rows()
        assert row.usage == Usage(input=1200, output=80, cached=700, reasoning=60)
        assert row.usage == counted_by(given.provider)
        assert (row.status, row.fault, row.partial, row.tries) == (200, "", False, 1)
        assert row.response_id == given.provider.served()[0].response_id
        assert (row.seat, row.api, row.finish) == ("match-1/0", api, "stop")
        # 500 fresh at 1.00, 700 cached at 0.10, 80 output at 4.00, all per million.
        assert row.cost == Decimal("0.00089") and row.currency == "USD"


@EACH_API
@STREAMS
def test_cache_writes_are_counted_where_the_api_has_them(api, stream):
    written = 0 if api == "gemini" else 300
    reply = Reply(text="pass", tokens=Tokens(1000, 10, cached=200, cache_write=written))
    with bench([reply]) as given:
        given.call(api, stream=stream)
        [row] = given.ledger.rows()
        assert (row.usage.input, row.usage.cached, row.usage.cache_write) == (1000, 200, written)


@EACH_API
@STREAMS
def test_body_reaches_the_program_byte_for_byte(api, stream):
    text = "naïve — “quoted”\r\n\n" + "z" * 70_000
    reply = Reply(text=text, response_id="same", tokens=Tokens(10, 20))
    with bench([reply]) as given:
        through = given.call(api, stream=stream)
        direct = post(given.client, provider_base(given.provider, api), api, stream=stream)
        assert without_clock(through.content) == without_clock(direct.content)
        assert through.headers["content-type"] == direct.headers["content-type"]


def provider_base(provider, api):
    return provider.url + ("/v1" if api in ("chat", "responses") else "")


def without_clock(body):
    return re.sub(rb'"created(_at)?": \d+', b"", body)


@EACH_API
@STREAMS
@pytest.mark.parametrize(
    ("reply", "finish"),
    [
        (truncated(), "length"),
        (refusal(), "refused"),
        (unreadable(), "stop"),
        (empty(), "stop"),
        (Reply(calls=(ToolUse("act", {"action": "pass"}),)), "tool_calls"),
        (two_calls("act", {"action": "pass"}, {"action": "take:red"}), "tool_calls"),
        (Reply(calls=(ToolUse("shell", '{"command": "ls'),)), "tool_calls"),
    ],
    ids=["truncated", "refusal", "unreadable", "empty", "call", "two calls", "wrong tool"],
)
def test_ending_of_each_kind_of_reply_is_read(api, stream, reply, finish):
    with bench([reply]) as given:
        given.call(api, stream=stream)
        [row] = given.ledger.rows()
        assert (row.finish, row.fault) == (finish, "")
        assert row.usage.total == counted_by(given.provider).total


@EACH_API
@STREAMS
def test_reply_of_a_megabyte_passes(api, stream):
    with bench([long_text(1_000_000)]) as given:
        assert len(given.call(api, stream=stream).content) > 1_000_000
        [row] = given.ledger.rows()
        assert row.usage.output == counted_by(given.provider).output > 200_000


@EACH_API
@STREAMS
def test_rate_limit_never_reaches_the_program(api, stream):
    faults = {1: rate_limited(0.05), 2: rate_limited(), 3: broken(), 4: Fault(status=529)}
    with bench([MOVE], faults=faults) as given:
        assert given.call(api, stream=stream).status_code == 200
        [row] = given.ledger.rows()
        assert (row.tries, row.status) == (5, 200)
        assert row.usage == counted_by(given.provider)
        assert row.waited_s >= 0.05


def test_pause_that_the_provider_asks_for_is_kept():
    with bench([MOVE], faults={1: rate_limited(1)}) as given:
        given.call("chat")
        first, second = given.provider.served()
        assert second.started_at - first.started_at >= 1.0


@STREAMS
def test_last_refusal_is_passed_on_unchanged_when_tries_are_used_up(stream):
    retries = RetryPolicy(tries=2, first_pause_s=0.01)
    with bench([rate_limited(0.01)], retries=retries) as given:
        response = given.call("responses", stream=stream)
        assert response.status_code == 429
        assert response.json()["error"]["message"] == "scripted status 429"
        [row] = given.ledger.rows()
        assert (row.status, row.fault, row.tries, row.usage) == (429, "http", 2, None)


def test_refusal_for_longer_than_the_time_left_is_passed_on_at_once():
    with bench([rate_limited(3600)]) as given:
        assert given.call("chat").status_code == 429
        assert len(given.provider.served()) == 1


def test_refusal_for_want_of_money_is_not_repeated():
    with bench([Reply(fault=Fault(status=429, code="insufficient_quota"))]) as given:
        assert given.call("chat").status_code == 429
        assert len(given.provider.served()) == 1


@pytest.mark.parametrize("status", [400, 401, 404, 413])
def test_hopeless_status_is_not_repeated(status):
    with bench([Reply(fault=Fault(status=status))]) as given:
        assert given.call("chat").status_code == status
        assert len(given.provider.served()) == 1
        [row] = given.ledger.rows()
        assert (row.status, row.fault, row.cost) == (status, "http", None)


@EACH_API
@pytest.mark.parametrize(
    "fault", [Fault(cut_after=2), Fault(unended_after=2)], ids=["cut", "unended"]
)
def test_cut_stream_is_passed_on_as_cut_and_marked(api, fault):
    with bench([MOVE], faults={1: fault}) as given:
        try:
            given.call(api, stream=True)
            ended_well = True
        except httpx2.RemoteProtocolError:
            ended_well = False
        assert ended_well is (fault.unended_after is not None)
        [row] = given.ledger.rows()
        assert (row.fault, row.partial, row.tries) == ("cut", True, 1)
        assert len(given.provider.served()) == 1
        assert given.call(api, stream=True).status_code == 200
        assert [r.partial for r in given.ledger.rows()] == [True, False]


@EACH_API
def test_stream_that_ends_before_its_first_byte_is_repeated(api):
    with bench([MOVE], faults={1: Fault(cut_after=0)}) as given:
        assert given.call(api, stream=True).status_code == 200
        rows = given.ledger.rows()
        assert [(row.fault, row.partial) for row in rows] == [("cut", True), ("", False)]
        assert rows[1].usage == counted_by(given.provider)


@EACH_API
def test_stream_that_brings_an_error_in_place_of_its_beginning_is_repeated(api):
    with bench([MOVE], faults={1: Fault(error_event=True)}) as given:
        assert given.call(api, stream=True).status_code == 200
        [row] = given.ledger.rows()
        assert (row.tries, row.fault, row.usage) == (2, "", counted_by(given.provider))


@EACH_API
def test_body_that_breaks_off_before_anything_was_passed_on_is_repeated(api):
    with bench([MOVE], faults={1: Fault(cut_after=1)}) as given:
        assert given.call(api).status_code == 200
        assert [row.fault for row in given.ledger.rows()] == ["cut", ""]
        assert spent(given.ledger.rows()) == counted_by(given.provider)


@STREAMS
def test_answer_that_is_no_json_is_passed_on_and_flagged(stream):
    with bench([Reply(fault=Fault(garbage=True))]) as given:
        response = given.call("chat", stream=stream)
        assert response.content == b"<html>upstream sent no JSON</html>"
        [row] = given.ledger.rows()
        assert (row.fault, row.usage) == ("unreadable", None)


@STREAMS
def test_provider_that_hangs_is_given_up_in_time(stream):
    with bench([MOVE], faults={1: Fault(delay_s=600)}, call_seconds=1.0) as given:
        response = given.call("messages", stream=stream)
        assert response.status_code == 504
        assert response.headers["x-ludarena-failure"] == "timeout"
        [row] = given.ledger.rows()
        assert (row.fault, row.partial) == ("timeout", True)
        assert row.latency_s < 300


def test_provider_that_is_down_is_reported_after_the_last_try():
    with bench([MOVE], retries=RetryPolicy(tries=3, first_pause_s=0.01)) as given:
        given.provider.close()
        response = given.call("chat")
        assert response.status_code == 502
        assert response.headers["x-ludarena-failure"] == "unreachable"
        [row] = given.ledger.rows()
        assert (row.fault, row.status, row.tries, row.usage) == ("unreachable", 0, 3, None)


def test_program_that_goes_away_in_mid_stream_is_noted():
    with bench([MOVE], faults={1: Fault(event_delay_s=0.1)}) as given:
        url = given.seat.base_url("chat") + "/chat/completions"
        asked = {"model": "scripted-1", "messages": [], "stream": True}
        with given.client.stream("POST", url, json=asked) as response:
            next(response.iter_raw())
        given.call("chat")
        while len(given.ledger.rows()) < 2:
            time.sleep(0.01)
        rows = {row.fault: row for row in given.ledger.rows()}
        assert set(rows) == {"client_gone", ""}
        assert rows["client_gone"].partial and rows["client_gone"].usage is None


def test_other_model_than_the_registered_one_is_drift():
    replies = [Reply("a"), Reply("b", model="scripted-1-2026-11"), Reply("c", model="cheap-1")]
    with bench(replies, snapshots=("scripted-1-2026-11",)) as given:
        for _ in replies:
            given.call("responses")
        assert [row.drift for row in given.ledger.rows()] == [False, False, True]
        assert given.ledger.rows()[2].returned == "cheap-1"


def test_model_that_the_seat_was_not_given_is_refused_before_it_is_sent():
    with bench([MOVE]) as given:
        response = given.call("gemini", model="scripted-steps")
        assert response.status_code == 400
        assert response.headers["x-ludarena-failure"] == "forbidden_model"
        assert "scripted-1" in response.json()["error"]["message"]
        assert given.provider.served() == []


def test_call_that_is_barred_is_refused_and_noted_before_it_is_sent():
    reasons = ["no tools yet", ""]
    watch = SeatWatch(barred=lambda: reasons.pop(0))
    with bench([MOVE]) as given:
        seat = given.another_seat(watch=watch)
        response = post(given.client, seat.base_url("chat"), "chat")
        assert (response.status_code, response.headers["x-ludarena-failure"]) == (400, "barred")
        assert given.provider.served() == []
        assert given.ledger.rows() == []
        assert watch.refused == [("barred", "no tools yet")]
        assert post(given.client, seat.base_url("chat"), "chat").status_code == 200
        assert watch.refused == [("barred", "no tools yet")]


def test_model_without_a_price_is_an_error_before_the_first_call():
    expected = r"no price for model 'scripted-2'.*did you mean 'scripted-1'"
    with bench([MOVE]) as given, pytest.raises(MissingPrice, match=expected):
        given.another_seat(model="scripted-2")


def test_token_of_a_closed_seat_opens_nothing():
    with bench([MOVE]) as given:
        other = given.another_seat(label="match-1/1")
        given.server.gateway.close_seat(given.seat.token)
        response = given.call("chat")
        assert response.status_code == 403
        assert post(given.client, other.base_url("chat"), "chat").status_code == 200
        assert [row.seat for row in given.ledger.rows()] == ["match-1/1"]


def test_key_is_seen_by_the_provider_only():
    def script(asked):
        return Reply(fault=Fault(status=401, code=REAL_KEY)) if asked.number == 5 else MOVE

    with bench(script) as given:
        answers = [given.call(api) for api in APIS] + [given.call("chat")]
        sent = [entry.asked.headers for entry in given.provider.served()]
        assert sent[0]["authorization"] == f"Bearer {REAL_KEY}" and "x-api-key" not in sent[0]
        assert sent[2]["x-api-key"] == REAL_KEY and "authorization" not in sent[2]
        assert sent[3]["x-goog-api-key"] == REAL_KEY
        rows = json.dumps([row.to_json() for row in given.ledger.rows()])
        seen = [rows, repr(given.access), repr(given.seat), str(given.access.endpoint)]
        seen += [answer.text + str(answer.headers) for answer in answers]
        assert not [text for text in seen if REAL_KEY in text]
        assert answers[-1].json()["error"]["code"] == "[key]"


def test_lists_of_models_and_counts_of_tokens_pass_without_a_row():
    with bench([MOVE]) as given:
        models = given.client.get(given.seat.base_url("chat") + "/models")
        assert models.json()["data"][0]["id"] == "scripted-1"
        counted = given.client.post(given.seat.base_url("messages") + "/v1/messages/count_tokens")
        assert counted.json() == {"input_tokens": 0, "totalTokens": 0}
        assert given.client.get(given.seat.base_url("chat") + "/files").status_code == 404
        assert given.ledger.rows() == []


def test_api_that_the_provider_does_not_speak_is_named():
    with bench([MOVE]) as given:
        speaks = endpoint(given.provider)
        only_chat = type(speaks)("scripted", {"chat": speaks.urls["chat"]}, speaks.key)
        seat = given.another_seat(endpoint=only_chat)
        response = post(given.client, seat.base_url("messages"), "messages")
        assert response.status_code == 404
        assert "scripted/chat" in response.json()["error"]["message"]


def test_request_that_is_no_json_is_refused():
    with bench([MOVE]) as given:
        url = given.seat.base_url("chat") + "/chat/completions"
        assert given.client.post(url, content=b"{not json").status_code == 400
        assert given.provider.served() == []


def test_chat_stream_without_counts_is_charged_with_its_worst_case():
    with bench([MOVE]) as given:
        url = given.seat.base_url("chat") + "/chat/completions"
        asked = {"model": "scripted-1", "messages": [], "stream": True}
        assert given.client.post(url, json=asked).status_code == 200
        [row] = given.ledger.rows()
        assert (row.usage, row.fault, row.partial, row.cost) == (None, "", False, None)
