"""The Messages API: input is counted apart from what was read from and written to the cache."""

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
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refused",
}


def read_request(body: Json, path: str) -> Request:
    """Return what a request allows."""
    return Request(
        model=text(body, "model"),
        stream=body.get("stream") is True,
        max_output=count(body, "max_tokens"),
        hidden_input=_names_a_file(body) or _uses_hosted_tools(body),
    )


def read_body(body: Json, reading: Reading) -> None:
    """Read a whole response."""
    _read(body, reading)
    _count(inner(body, "usage"), reading)
    reading.complete = bool(text(body, "stop_reason"))


def read_event(name: str, data: Json, reading: Reading) -> None:
    """Read one event: the first counts the input, the last but one all output so far."""
    kind = text(data, "type") or name
    if kind == "message_start":
        message = inner(data, "message")
        _read(message, reading)
        _count(inner(message, "usage"), reading)
    elif kind == "message_delta":
        _read_finish(text(inner(data, "delta"), "stop_reason"), reading)
        _count(inner(data, "usage"), reading)
    elif kind == "message_stop":
        reading.complete = True
    elif kind == "error":
        reading.finish = "error"


def read_end(reading: Reading) -> None:
    """Note the line `[DONE]`, which some providers add."""


def _names_a_file(body: Json) -> bool:
    for message in rows(body.get("messages")):
        for part in rows(message.get("content")):
            if text(inner(part, "source"), "type") in ("file", "url"):
                return True
    return False


def _uses_hosted_tools(body: Json) -> bool:
    """Tell whether the provider itself runs tools, whose results become input."""
    kinds = {text(tool, "type") for tool in rows(body.get("tools"))}
    hosted = {kind for kind in kinds if kind.startswith(("web_", "code_execution"))}
    return bool(hosted or body.get("container") or body.get("mcp_servers"))


def _read(message: Json, reading: Reading) -> None:
    reading.response_id = text(message, "id") or reading.response_id
    reading.model = text(message, "model") or reading.model
    _read_finish(text(message, "stop_reason"), reading)


def _read_finish(reason: str, reading: Reading) -> None:
    if reason:
        reading.finish = _FINISH.get(reason, "other")


def _count(usage: Json, reading: Reading) -> None:
    """Put counts into the reading; what a later event leaves out keeps its earlier value."""
    before = reading.usage
    read = count(usage, "cache_read_input_tokens")
    written = count(usage, "cache_creation_input_tokens")
    fresh = count(usage, "input_tokens")
    if before is not None:
        read = before.cached if read is None else read
        written = before.cache_write if written is None else written
        fresh = before.input - before.cached - before.cache_write if fresh is None else fresh
    accept(
        reading,
        input=None if fresh is None else fresh + (read or 0) + (written or 0),
        output=count(usage, "output_tokens"),
        cached=read,
        cache_write=written,
        reasoning=count(inner(usage, "output_tokens_details"), "thinking_tokens"),
    )
