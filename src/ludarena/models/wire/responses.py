"""The Responses API: a response object, whole or at the end of a stream of named events."""

from __future__ import annotations

from ludarena.models.wire.reading import (
    Json,
    Reading,
    Request,
    accept,
    count,
    inner,
    rows,
    text,
)

_LOCAL_TOOLS = {"function", "custom", "namespace", "local_shell", "apply_patch"}
_ENDS = {
    "response.completed",
    "response.done",
    "response.incomplete",
    "response.failed",
    "response.cancelled",
}


def read_request(body: Json, path: str) -> Request:
    """Return what a request allows."""
    refers = any(body.get(key) for key in ("previous_response_id", "conversation", "prompt"))
    return Request(
        model=text(body, "model"),
        stream=body.get("stream") is True,
        max_output=count(body, "max_output_tokens"),
        hidden_input=refers or _names_a_file(body) or _uses_hosted_tools(body),
    )


def read_body(body: Json, reading: Reading) -> None:
    """Read a whole response."""
    _read(body, reading)
    reading.complete = text(body, "status") not in ("", "queued", "in_progress")


def read_event(name: str, data: Json, reading: Reading) -> None:
    """Read one event; the last ones hold the whole response."""
    kind = text(data, "type") or name
    if kind == "error":
        reading.finish = "error"
    if response := inner(data, "response"):
        _read(response, reading)
    if kind in _ENDS:
        reading.complete = True


def read_end(reading: Reading) -> None:
    """Note the line `[DONE]`, which some providers add."""


def _names_a_file(body: Json) -> bool:
    for item in rows(body.get("input")):
        for part in rows(item.get("content")):
            if text(part, "file_id") or text(part, "image_url").startswith("http"):
                return True
    return False


def _uses_hosted_tools(body: Json) -> bool:
    """Tell whether the provider itself runs tools, whose results become input."""
    return any(text(tool, "type") not in _LOCAL_TOOLS for tool in rows(body.get("tools")))


def _read(body: Json, reading: Reading) -> None:
    reading.response_id = text(body, "id") or reading.response_id
    reading.model = text(body, "model") or reading.model
    usage = inner(body, "usage")
    if usage:
        details = inner(usage, "input_tokens_details")
        accept(
            reading,
            input=count(usage, "input_tokens"),
            output=count(usage, "output_tokens"),
            cached=count(details, "cached_tokens"),
            cache_write=count(details, "cache_write_tokens"),
            reasoning=count(inner(usage, "output_tokens_details"), "reasoning_tokens"),
        )
    _read_finish(body, reading)


def _read_finish(body: Json, reading: Reading) -> None:
    status = text(body, "status")
    if status == "incomplete":
        reason = text(inner(body, "incomplete_details"), "reason")
        reading.finish = "refused" if reason == "content_filter" else "length"
    elif status in ("failed", "cancelled"):
        reading.finish = "error"
    elif status == "completed":
        kinds = {text(item, "type") for item in rows(body.get("output"))}
        reading.finish = "tool_calls" if "function_call" in kinds else "stop"
        for item in rows(body.get("output")):
            if any(text(part, "type") == "refusal" for part in rows(item.get("content"))):
                reading.finish = "refused"
