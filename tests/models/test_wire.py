"""Reading of responses: the counts of every API in one normal form, however the bytes come."""

import json

import pytest

from ludarena.models.errors import InvalidUsage, UnreadableBody
from ludarena.models.usage import NOTHING, Usage, total
from ludarena.models.wire import StreamReader, read_body, read_request, recognise

CHAT = {
    "id": "chatcmpl-1",
    "model": "m-1",
    "choices": [{"finish_reason": "stop", "message": {"content": "pass"}}],
}


def read(api, body):
    return read_body(api, json.dumps(body).encode())


def events(*rows):
    return b"".join(b"data: " + json.dumps(row).encode() + b"\n\n" for row in rows)


def test_chat_counts_are_read_with_their_details():
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 30,
        "total_tokens": 130,
        "prompt_tokens_details": {"cached_tokens": 60, "cache_write_tokens": 10},
        "completion_tokens_details": {"reasoning_tokens": 20},
    }
    reading = read("chat", {**CHAT, "usage": usage})
    assert reading.usage == Usage(100, 30, cached=60, cache_write=10, reasoning=20)
    assert (reading.response_id, reading.model, reading.complete) == ("chatcmpl-1", "m-1", True)


def test_chat_cache_hits_under_another_name_are_cached_input():
    usage = {"prompt_tokens": 100, "completion_tokens": 5, "prompt_cache_hit_tokens": 64}
    assert read("chat", {**CHAT, "usage": usage}).usage == Usage(100, 5, cached=64)


def test_chat_reasoning_beside_the_completion_is_added_to_it():
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 5,
        "total_tokens": 135,
        "completion_tokens_details": {"reasoning_tokens": 30},
    }
    assert read("chat", {**CHAT, "usage": usage}).usage == Usage(100, 35, reasoning=30)


def test_chat_refusal_and_filter_are_refusals():
    declined = {"finish_reason": "stop", "message": {"refusal": "No."}}
    filtered = {"finish_reason": "content_filter", "message": {"content": ""}}
    assert read("chat", {**CHAT, "choices": [declined]}).finish == "refused"
    assert read("chat", {**CHAT, "choices": [filtered]}).finish == "refused"


def test_messages_input_is_the_sum_of_its_three_counts():
    body = {
        "id": "msg_1",
        "model": "m-1",
        "stop_reason": "end_turn",
        "usage": {
            "input_tokens": 10,
            "cache_read_input_tokens": 70,
            "cache_creation_input_tokens": 20,
            "output_tokens": 5,
        },
    }
    assert read("messages", body).usage == Usage(100, 5, cached=70, cache_write=20)


def test_messages_stream_takes_the_last_counts_and_keeps_earlier_ones():
    first = {"input_tokens": 10, "cache_read_input_tokens": 70, "output_tokens": 1}
    reader = StreamReader("messages")
    start = {"id": "msg_1", "model": "m-1", "usage": first}
    reader.feed(events({"type": "message_start", "message": start}))
    assert reader.reading.usage == Usage(80, 1, cached=70) and not reader.reading.complete
    ending = {"stop_reason": "max_tokens"}
    reader.feed(events({"type": "message_delta", "delta": ending, "usage": {"output_tokens": 9}}))
    reader.feed(events({"type": "message_stop"}))
    assert reader.reading.usage == Usage(80, 9, cached=70)
    assert (reader.reading.finish, reader.reading.complete) == ("length", True)


def test_gemini_thoughts_and_tool_prompts_are_added():
    body = {
        "responseId": "r-1",
        "modelVersion": "m-1",
        "candidates": [{"content": {"parts": [{"text": "pass"}]}, "finishReason": "STOP"}],
        "usageMetadata": {
            "promptTokenCount": 100,
            "toolUsePromptTokenCount": 7,
            "cachedContentTokenCount": 40,
            "candidatesTokenCount": 5,
            "thoughtsTokenCount": 20,
        },
    }
    assert read("gemini", body).usage == Usage(107, 25, cached=40, reasoning=20)


def test_gemini_prompt_that_is_blocked_is_refused():
    body = {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 9}}
    assert read("gemini", body).finish == "refused"


def test_gemini_array_of_chunks_is_read_as_a_stream():
    chunks = [
        {"candidates": [{"content": {"parts": [{"text": "pa"}]}}]},
        {
            "candidates": [{"content": {"parts": []}, "finishReason": "STOP"}],
            "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 2},
        },
    ]
    assert read("gemini", chunks).usage == Usage(9, 2, reasoning=0)


@pytest.mark.parametrize(
    ("status", "details", "finish"),
    [
        ("completed", None, "stop"),
        ("incomplete", {"reason": "max_output_tokens"}, "length"),
        ("incomplete", {"reason": "content_filter"}, "refused"),
        ("failed", None, "error"),
    ],
)
def test_responses_status_says_how_it_ended(status, details, finish):
    body = {"id": "resp_1", "status": status, "incomplete_details": details, "output": []}
    assert read("responses", body).finish == finish


def test_stream_is_read_alike_wherever_its_bytes_are_divided():
    usage = {"prompt_tokens": 12, "completion_tokens": 3}
    data = events(
        {**CHAT, "choices": [{"delta": {"content": "ä"}, "finish_reason": None}]},
        {**CHAT, "choices": [{"delta": {}, "finish_reason": "tool_calls"}]},
        {**CHAT, "choices": [], "usage": usage},
    )
    data = b": a comment\r\n\r\n" + data.replace(b"\n", b"\r\n") + b"data: [DONE]\r\n\r\n"
    for size in (1, 2, 7, len(data)):
        reader = StreamReader("chat")
        for start in range(0, len(data), size):
            reader.feed(data[start : start + size])
        assert reader.reading.usage == Usage(12, 3)
        assert (reader.reading.finish, reader.reading.complete) == ("tool_calls", True)


def test_unknown_events_and_broken_lines_are_passed_over():
    reader = StreamReader("responses")
    reader.feed(b"event: response.new_thing\ndata: {broken\n\ndata: [1, 2]\n\nid: 7\n\n")
    reader.feed(events({"type": "response.something", "usage": {"input_tokens": 5}}))
    assert reader.reading.usage is None and not reader.reading.complete


def test_counts_that_contradict_are_a_problem_and_no_usage():
    usage = {
        "prompt_tokens": 10,
        "completion_tokens": 1,
        "prompt_tokens_details": {"cached_tokens": 11},
    }
    reading = read("chat", {**CHAT, "usage": usage})
    assert reading.usage is None and "more cached and written input than input" in reading.problem


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b'"text"'])
def test_body_that_is_no_object_is_unreadable(body):
    with pytest.raises(UnreadableBody):
        read_body("chat", body)


@pytest.mark.parametrize("value", [None, True, 3, "x", [], {}])
def test_strange_values_in_every_place_raise_nothing(value):
    keys = ("id", "model", "choices", "usage", "output", "status", "candidates", "usageMetadata")
    for api in ("chat", "responses", "messages", "gemini"):
        reading = read(api, dict.fromkeys(keys, value))
        assert reading.usage is None


@pytest.mark.parametrize(
    ("path", "api"),
    [
        ("/v1/chat/completions", "chat"),
        ("/openai/v1/responses", "responses"),
        ("/v1/messages", "messages"),
        ("/v1beta/models/gemini-x:streamGenerateContent", "gemini"),
        ("/v1/messages/count_tokens", None),
        ("/v1beta/models/gemini-x:countTokens", None),
        ("/v1/embeddings", None),
    ],
)
def test_api_is_recognised_by_its_path(path, api):
    assert recognise(path) == api


def test_limit_of_output_counts_all_choices():
    chat = b'{"model": "m", "max_completion_tokens": 50, "n": 3}'
    assert read_request("chat", "", chat).max_output == 150
    gemini = b'{"generationConfig": {"maxOutputTokens": 50, "candidateCount": 2}}'
    request = read_request("gemini", "/v1beta/models/m:generateContent", gemini)
    assert (request.model, request.stream, request.max_output) == ("m", False, 100)


@pytest.mark.parametrize(
    ("api", "body"),
    [
        ("responses", {"previous_response_id": "resp_1"}),
        ("responses", {"tools": [{"type": "web_search"}]}),
        ("messages", {"tools": [{"type": "web_search_20250305"}]}),
        ("messages", {"messages": [{"content": [{"source": {"type": "file"}}]}]}),
        ("gemini", {"cachedContent": "cachedContents/1"}),
        ("gemini", {"tools": [{"googleSearch": {}}]}),
        ("chat", {"messages": [{"content": [{"image_url": {"url": "https://x.org/a.png"}}]}]}),
    ],
)
def test_input_that_the_body_does_not_carry_is_noticed(api, body):
    assert read_request(api, "", json.dumps(body).encode()).hidden_input
    assert not read_request(api, "", b"{}").hidden_input


@pytest.mark.parametrize(
    "counts",
    [
        {"input": -1, "output": 0},
        {"input": 5, "output": 0, "cached": 6},
        {"input": 5, "output": 0, "cached": 3, "cache_write": 3},
        {"input": 5, "output": 2, "reasoning": 3},
    ],
)
def test_part_larger_than_its_whole_is_refused(counts):
    with pytest.raises(InvalidUsage):
        Usage(**counts)


def test_sum_of_usage_adds_each_part():
    both = total([Usage(10, 5, 4, 1, 2), Usage(20, 6, 5, 2, 3)])
    assert both == Usage(30, 11, 9, 3, 5)
    assert total([]) == NOTHING
    assert both.total == 41
