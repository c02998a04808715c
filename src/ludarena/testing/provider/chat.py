"""Chat Completions: one body, or chunks of deltas and a last one with the usage."""

from __future__ import annotations

from collections.abc import Iterator

from ludarena.testing.provider.pieces import Answer, Event, Json

_FINISH = {"stop": "stop", "length": "length", "refusal": "stop"}


def usage(answer: Answer) -> Json:
    """Return the counts as this API reports them."""
    tokens = answer.tokens
    return {
        "prompt_tokens": tokens.input,
        "completion_tokens": tokens.output,
        "total_tokens": tokens.input + tokens.output,
        "prompt_tokens_details": {
            "cached_tokens": tokens.cached,
            "cache_write_tokens": tokens.cache_write,
        },
        "completion_tokens_details": {"reasoning_tokens": tokens.reasoning},
    }


def whole(answer: Answer) -> Json:
    """Return the body of a reply that is not streamed."""
    declines = answer.finish == "refusal"
    message: Json = {
        "role": "assistant",
        "content": None if declines or answer.calls else answer.text,
        "refusal": answer.text if declines else None,
    }
    if answer.reasoning:
        message["reasoning_content"] = answer.reasoning
    if answer.calls:
        message["tool_calls"] = [_call(answer, index) for index in range(len(answer.calls))]
    choice = {"index": 0, "message": message, "finish_reason": _finish(answer), "logprobs": None}
    return {**_head(answer, "chat.completion"), "choices": [choice], "usage": usage(answer)}


def events(answer: Answer) -> Iterator[Event]:
    """Yield the events of a streamed reply; usage only when the request asked for it."""
    yield _chunk(answer, {"role": "assistant", "content": ""})
    for piece in answer.pieces(answer.reasoning):
        yield _chunk(answer, {"reasoning_content": piece})
    field = "refusal" if answer.finish == "refusal" else "content"
    for piece in answer.pieces("" if answer.calls else answer.text):
        yield _chunk(answer, {field: piece})
    for index in range(len(answer.calls)):
        yield _chunk(answer, {"tool_calls": [{"index": index, **_call(answer, index)}]})
    yield _chunk(answer, {}, _finish(answer))
    if answer.wants_usage:
        tail = {**_head(answer, "chat.completion.chunk"), "choices": [], "usage": usage(answer)}
        yield Event(None, tail)
    yield Event(None, "[DONE]")


def _head(answer: Answer, kind: str) -> Json:
    return {
        "id": answer.response_id,
        "object": kind,
        "created": answer.created,
        "model": answer.model,
    }


def _finish(answer: Answer) -> str:
    return "tool_calls" if answer.calls else _FINISH[answer.finish]


def _call(answer: Answer, index: int) -> Json:
    call = answer.calls[index]
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.call_id, "type": "function", "function": function}


def _chunk(answer: Answer, delta: Json, finish: str | None = None) -> Event:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return Event(None, {**_head(answer, "chat.completion.chunk"), "choices": [choice]})
