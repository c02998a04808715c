"""Chat Completions, as OpenAI defines it and many providers serve it."""

from __future__ import annotations

from ludarena.models.wire.reading import (
    Finish,
    Json,
    Reading,
    Request,
    accept,
    count,
    inner,
    rows,
    text,
)

_FINISH: dict[str, Finish] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "content_filter": "refused",
    "error": "error",
}


def read_request(body: Json, path: str) -> Request:
    """Return what a request allows."""
    limit = count(body, "max_completion_tokens", "max_tokens")
    choices = count(body, "n") or 1
    return Request(
        model=text(body, "model"),
        stream=body.get("stream") is True,
        max_output=None if limit is None else limit * choices,
        hidden_input=_names_a_file(body),
    )


def read_body(body: Json, reading: Reading) -> None:
    """Read a whole response."""
    _read(body, reading, "message")
    reading.complete = "choices" in body


def read_event(name: str, data: Json, reading: Reading) -> None:
    """Read one chunk. Usage may stand in any chunk: in the last one, or in each as it grows."""
    if "error" in data:
        reading.finish = "error"
    _read(data, reading, "delta")
    if reading.usage is not None and reading.finish != "unknown":
        reading.complete = True


def read_end(reading: Reading) -> None:
    """Note the line `[DONE]`."""
    reading.complete = True


def _names_a_file(body: Json) -> bool:
    for message in rows(body.get("messages")):
        for part in rows(message.get("content")):
            address = text(inner(part, "image_url"), "url")
            if text(part, "type") == "file" or address.startswith("http"):
                return True
    return False


def _read(body: Json, reading: Reading, part: str) -> None:
    reading.response_id = reading.response_id or text(body, "id")
    reading.model = text(body, "model") or reading.model
    for choice in rows(body.get("choices")):
        finish = text(choice, "finish_reason")
        if finish and reading.finish != "refused":
            reading.finish = _FINISH.get(finish, "other")
        if text(inner(choice, part), "refusal"):
            reading.finish = "refused"
        # One provider of this API puts the counts of a stream into its last choice.
        if usage := inner(choice, "usage"):
            _count(usage, reading)
    if usage := inner(body, "usage"):
        _count(usage, reading)


def _count(usage: Json, reading: Reading) -> None:
    given = count(usage, "prompt_tokens")
    output = count(usage, "completion_tokens")
    details = inner(usage, "prompt_tokens_details")
    cached = count(details, "cached_tokens")
    if cached is None:
        cached = count(usage, "prompt_cache_hit_tokens", "cached_tokens")
    reasoning = count(inner(usage, "completion_tokens_details"), "reasoning_tokens")
    # Some providers report reasoning beside, not within, the completion: their total tells.
    if given is not None and output is not None and reasoning:
        output += reasoning * (count(usage, "total_tokens") == given + output + reasoning)
    accept(
        reading,
        input=given,
        output=output,
        cached=cached,
        cache_write=count(details, "cache_write_tokens"),
        reasoning=reasoning,
    )
