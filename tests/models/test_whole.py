"""Streams put together: the body that would have come whole, whatever the pieces."""

import json

import pytest

from ludarena.models.wire import StreamReader, whole_body
from ludarena.testing.provider import Reply, ScriptedProvider, ToolUse, refusal, truncated
from tests.models.calls import APIS, post

CALL = ToolUse("act", {"action": "pass", "n": [1, 2]})
REPLIES = {
    "words": Reply("I wait. Final Answer: pass", reasoning="Nothing is cheap."),
    "fine": Reply("I wait. Final Answer: pass", reasoning="Nothing is cheap.", piece=2),
    "calls": Reply(calls=(CALL,), piece=3),
    "several": Reply(text="Both.", calls=(CALL, CALL), piece=1),
    "cut": truncated(),
    "refusal": refusal(),
}
VOLATILE = ("created", "created_at", "logprobs")


def together(api, events):
    return json.loads(json.dumps(whole_body(api, events)))


def bodies(script, api):
    """Return a reply as it comes whole and as its stream is put together."""
    import httpx2

    with (
        ScriptedProvider([script]) as provider,
        httpx2.Client(trust_env=False, verify=False) as client,
    ):
        whole = post(client, provider.base_url(api), api)
        streamed = post(client, provider.base_url(api), api, stream=True)
    reader = StreamReader(api, keep=True)
    reader.feed(streamed.content)
    return whole.json(), together(api, reader.events)


def told(value):
    """Return a body without ids, counts, times and empty texts; arguments of calls as values."""
    if isinstance(value, list):
        return [one for one in map(told, value) if one != {}]
    if not isinstance(value, dict):
        return value
    kept = {
        key: told(one)
        for key, one in value.items()
        if one not in (None, "") and not key.lower().endswith(("id", "usage", "usagemetadata"))
    }
    if kept.get("type") == "tool_use" and isinstance(kept["input"], str):
        kept["input"] = json.loads(kept["input"])
    return {key: one for key, one in kept.items() if key not in VOLATILE}


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_stream_amounts_to_the_body_that_comes_whole(api, reply):
    whole, streamed = bodies(reply, api)
    assert told(streamed) == told(whole)


def chunk(**delta):
    return "", {"id": "c", "choices": [{"index": 0, "delta": delta}]}


def message(*events):
    return together("chat", events)["choices"][0]["message"]


def test_calls_of_a_chat_stream_go_on_by_their_number():
    def call(index, **function):
        return {"index": index, "id": f"call-{index}", "type": "function", "function": function}

    found = message(
        chunk(role="assistant", content="", tool_calls=[call(0, name="act", arguments='{"a')]),
        chunk(tool_calls=[call(1, name="look", arguments="")]),
        chunk(tool_calls=[call(0, name="act", arguments='": 1}')]),
    )
    assert found["tool_calls"] == [
        {"id": "call-0", "type": "function", "function": {"name": "act", "arguments": '{"a": 1}'}},
        {"id": "call-1", "type": "function", "function": {"name": "look", "arguments": ""}},
    ]


def test_reasoning_of_a_chat_stream_is_kept_under_any_name():
    found = message(
        chunk(reasoning="Let me", reasoning_details=[{"index": 0, "type": "t", "text": "Let me"}]),
        chunk(reasoning=" see.", reasoning_details=[{"index": 0, "type": "t", "text": " see."}]),
        chunk(content="pass", reasoning=None),
    )
    assert found["reasoning"] == "Let me see."
    assert found["reasoning_details"] == [{"index": 0, "type": "t", "text": "Let me see."}]
    assert found["content"] == "pass"


def test_arguments_of_a_message_stay_the_text_that_came():
    def event(kind, **data):
        return kind, {"type": kind, "index": 0, **data}

    start = {"type": "tool_use", "id": "t", "name": "act", "input": {}}
    twice = '{"action": "a", "action": "b"}'
    body = together(
        "messages",
        [
            event("message_start", message={"id": "m", "usage": {"input_tokens": 5}}),
            event("content_block_start", content_block=start),
            *(
                event("content_block_delta", delta={"type": "input_json_delta", "partial_json": x})
                for x in (twice[:9], twice[9:])
            ),
            event("message_delta", delta={"stop_reason": "tool_use"}, usage={"output_tokens": 7}),
        ],
    )
    assert body["content"][0]["input"] == twice
    assert (body["stop_reason"], body["usage"]) == (
        "tool_use",
        {"input_tokens": 5, "output_tokens": 7},
    )


def test_response_that_leaves_out_its_items_gets_them_from_the_stream():
    item = {"type": "message", "content": [{"type": "output_text", "text": "pass"}]}
    body = together(
        "responses",
        [
            ("", {"type": "response.output_item.done", "output_index": 0, "item": item}),
            ("", {"type": "response.completed", "response": {"id": "r", "output": []}}),
        ],
    )
    assert body == {"id": "r", "output": [item]}


def test_thoughts_and_words_of_candidates_go_on_apart():
    def part(**fields):
        return "", {"candidates": [{"content": {"parts": [fields]}}]}

    body = together(
        "gemini",
        [
            part(text="Let me", thought=True),
            part(text=" see.", thought=True),
            part(text="pa"),
            part(text="ss"),
            part(text="", thoughtSignature="s"),
        ],
    )
    assert body["candidates"][0]["content"]["parts"] == [
        {"text": "Let me see.", "thought": True},
        {"text": "pass"},
        {"text": "", "thoughtSignature": "s"},
    ]
