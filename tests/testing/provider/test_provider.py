"""The scripted provider: it answers as told, fails as told, and remembers what it reported."""

import json
import time
import urllib.error
import urllib.request
from http.client import HTTPConnection, IncompleteRead, RemoteDisconnected

import pytest

from ludarena.testing.provider import (
    Fault,
    Reply,
    ScriptedProvider,
    Tokens,
    ToolUse,
    by_step,
    in_order,
    rate_limited,
)

PATHS = {
    "chat": "/v1/chat/completions",
    "responses": "/v1/responses",
    "messages": "/v1/messages",
    "gemini": "/v1beta/models/m-1:generateContent",
}


def ask(provider, api, body=None, *, path=None):
    """Send a request with the standard library alone; return the body as text."""
    data = json.dumps({"model": "m-1", **(body or {})}).encode()
    request = urllib.request.Request(provider.url + (path or PATHS[api]), data)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=20) as response:
        return response.read().decode()


def test_each_api_reports_the_tokens_in_its_own_way():
    reply = Reply("pass", tokens=Tokens(100, 30, cached=60, cache_write=10, reasoning=20))
    with ScriptedProvider([reply]) as provider:
        chat = json.loads(ask(provider, "chat"))["usage"]
        assert (chat["prompt_tokens"], chat["completion_tokens"]) == (100, 30)
        responses = json.loads(ask(provider, "responses"))["usage"]
        assert responses["input_tokens_details"] == {"cached_tokens": 60, "cache_write_tokens": 10}
        messages = json.loads(ask(provider, "messages"))["usage"]
        assert (messages["input_tokens"], messages["cache_read_input_tokens"]) == (30, 60)
        gemini = json.loads(ask(provider, "gemini"))["usageMetadata"]
        assert (gemini["candidatesTokenCount"], gemini["thoughtsTokenCount"]) == (10, 20)
        assert provider.tokens() == Tokens(400, 120, cached=240, cache_write=40, reasoning=80)


def test_counts_left_out_differ_from_request_to_request():
    with ScriptedProvider([Reply("pass")]) as provider:
        counts = [json.loads(ask(provider, "chat"))["usage"]["prompt_tokens"] for _ in range(3)]
        assert len(set(counts)) == 3
        assert sum(counts) == provider.tokens().input


def test_chat_stream_has_usage_only_when_it_was_asked_for():
    with ScriptedProvider([Reply("pass")]) as provider:
        assert '"usage"' not in ask(provider, "chat", {"stream": True})
        options = {"stream": True, "stream_options": {"include_usage": True}}
        assert '"usage"' in ask(provider, "chat", options)


def test_stream_brings_the_text_in_pieces_that_join_to_it():
    text = "Final Answer: take:white+blue+green"
    path = "/v1beta/models/m-1:streamGenerateContent?alt=sse"
    with ScriptedProvider([Reply(text)]) as provider:
        lines = ask(provider, "gemini", path=path).splitlines()
        chunks = [json.loads(line[6:]) for line in lines if line.startswith("data: ")]
        parts = [chunk["candidates"][0]["content"]["parts"][0]["text"] for chunk in chunks]
        assert len(parts) > 2 and "".join(parts) == text


def test_script_sees_what_was_asked_whatever_the_api():
    seen = []

    def script(asked):
        seen.append((asked.api, asked.system, asked.user, asked.results, asked.tools))
        return Reply("pass")

    schema = {"type": "object"}
    chat = {
        "messages": [
            {"role": "system", "content": "Rules."},
            {"role": "user", "content": [{"type": "text", "text": "Move?"}]},
            {"role": "tool", "tool_call_id": "1", "content": "seen"},
        ],
        "tools": [{"type": "function", "function": {"name": "act", "parameters": schema}}],
    }
    responses = {
        "instructions": "Rules.",
        "input": [
            {"role": "user", "content": "Move?"},
            {"type": "function_call_output", "call_id": "1", "output": "seen"},
        ],
        "tools": [{"type": "function", "name": "act", "parameters": schema}],
    }
    result = {"type": "tool_result", "tool_use_id": "1", "content": "seen"}
    messages = {
        "system": [{"type": "text", "text": "Rules."}],
        "messages": [
            {"role": "user", "content": "Move?"},
            {"role": "user", "content": [result]},
        ],
        "tools": [{"name": "act", "input_schema": schema}],
    }
    response = {"name": "act", "response": {"result": "seen"}}
    gemini = {
        "systemInstruction": {"parts": [{"text": "Rules."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Move?"}]},
            {"role": "user", "parts": [{"functionResponse": response}]},
        ],
        "tools": [{"functionDeclarations": [{"name": "act"}]}],
    }
    with ScriptedProvider(script) as provider:
        for api, body in [
            ("chat", chat),
            ("responses", responses),
            ("messages", messages),
            ("gemini", gemini),
        ]:
            ask(provider, api, body)
    assert [row[0] for row in seen] == list(PATHS)
    assert {row[1:] for row in seen} == {("Rules.", "Move?", ("seen",), ("act",))}


def test_tool_is_found_behind_the_prefix_of_a_program():
    tools = [
        {"type": "function", "function": {"name": name}} for name in ("mcp__arena__act", "react")
    ]
    reply = Reply(calls=(ToolUse("act", {"action": "pass"}), ToolUse("shell", "{")))
    with ScriptedProvider([reply]) as provider:
        message = json.loads(ask(provider, "chat", {"tools": tools}))["choices"][0]["message"]
        calls = [call["function"] for call in message["tool_calls"]]
        assert calls == [
            {"name": "mcp__arena__act", "arguments": '{"action": "pass"}'},
            {"name": "shell", "arguments": "{"},
        ]


def test_plan_by_step_begins_anew_in_each_turn():
    script = by_step([Reply("one"), Reply("two")])
    done = {"role": "tool", "content": "seen"}
    turn = {"role": "user", "content": "Move?"}
    with ScriptedProvider(script) as provider:
        said = [
            json.loads(ask(provider, "chat", {"messages": messages}))["choices"][0]["message"]
            for messages in ([turn], [turn, done], [turn, done, done], [turn, done, turn])
        ]
        assert [message["content"] for message in said] == ["one", "two", "two", "one"]


def test_replies_in_order_repeat_the_last():
    with ScriptedProvider(in_order([Reply("one"), Reply("two")])) as provider:
        texts = [ask(provider, "chat") for _ in range(3)]
        assert ["one" in texts[0], "two" in texts[1], "two" in texts[2]] == [True] * 3


def test_fault_hits_the_request_of_its_number_only():
    with ScriptedProvider([Reply("pass")], faults={2: rate_limited(3)}) as provider:
        ask(provider, "chat")
        with pytest.raises(urllib.error.HTTPError) as caught:
            ask(provider, "chat")
        with caught.value as error:
            assert (error.code, error.headers["Retry-After"]) == (429, "3")
        ask(provider, "chat")
        assert [entry.status for entry in provider.served()] == [200, 429, 200]
        assert provider.served()[1].tokens is None


@pytest.mark.parametrize("stream", [False, True])
def test_cut_reply_is_remembered_as_cut_and_not_counted(stream):
    with ScriptedProvider([Reply("pass", fault=Fault(cut_after=1))]) as provider:
        with pytest.raises(IncompleteRead):
            ask(provider, "responses", {"stream": stream})
        [entry] = provider.served()
        assert entry.sent == "cut" and entry.tokens is not None
        assert provider.tokens() == Tokens(0, 0)


def test_delay_comes_before_the_reply():
    with ScriptedProvider([Reply("pass", fault=Fault(delay_s=0.2))]) as provider:
        began = time.monotonic()
        ask(provider, "messages")
        assert time.monotonic() - began >= 0.2


@pytest.mark.parametrize(
    "counts",
    [(-1, 0, 0, 0, 0), (5, 1, 6, 0, 0), (5, 1, 3, 3, 0), (5, 1, 0, 0, 2)],
)
def test_impossible_counts_are_refused(counts):
    with pytest.raises(ValueError, match="Tokens"):
        Tokens(*counts)


def test_script_without_a_reply_is_refused():
    with pytest.raises(ValueError, match="at least one reply"):
        ScriptedProvider([])


def test_provider_that_is_closed_ends_connections_that_are_kept_alive():
    with ScriptedProvider([Reply("pass")]) as provider:
        address = provider.url.removeprefix("http://")
        kept = HTTPConnection(address, timeout=20)
        kept.request("POST", PATHS["chat"], json.dumps({"model": "m-1"}))
        assert kept.getresponse().read()
    with pytest.raises((RemoteDisconnected, ConnectionError)):
        kept.request("POST", PATHS["chat"], "{}")
        kept.getresponse()
    kept.close()
