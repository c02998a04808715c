"""generateContent: thoughts are counted beside the tokens of the candidates."""

from __future__ import annotations

import re

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

PATH = re.compile(r"/models/([^/:]+):(stream)?[gG]enerateContent$")

_FINISH: dict[str, Finish] = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "SAFETY": "refused",
    "RECITATION": "refused",
    "BLOCKLIST": "refused",
    "PROHIBITED_CONTENT": "refused",
    "SPII": "refused",
    "MALFORMED_FUNCTION_CALL": "error",
    "UNEXPECTED_TOOL_CALL": "error",
}


def read_request(body: Json, path: str) -> Request:
    """Return what a request allows; model and streaming stand in the path."""
    found = PATH.search(path)
    config = inner(body, "generationConfig")
    limit = count(config, "maxOutputTokens", "max_output_tokens")
    candidates = count(config, "candidateCount") or 1
    return Request(
        model=found[1] if found else "",
        stream=bool(found and found[2]),
        max_output=None if limit is None else limit * candidates,
        hidden_input=bool(body.get("cachedContent"))
        or _names_a_file(body)
        or any(set(tool) - {"functionDeclarations"} for tool in rows(body.get("tools"))),
    )


def read_body(body: Json, reading: Reading) -> None:
    """Read a whole response."""
    _read(body, reading)
    reading.complete = reading.finish != "unknown"


def read_event(name: str, data: Json, reading: Reading) -> None:
    """Read one chunk: counts grow, the chunk with the finish reason has them all."""
    if "error" in data:
        reading.finish = "error"
    _read(data, reading)
    if reading.finish not in ("unknown", "error") and "usageMetadata" in data:
        reading.complete = True


def read_end(reading: Reading) -> None:
    """Note the line `[DONE]`, which this API does not send."""


def _names_a_file(body: Json) -> bool:
    return any(
        "fileData" in part
        for content in rows(body.get("contents"))
        for part in rows(content.get("parts"))
    )


def _read(body: Json, reading: Reading) -> None:
    reading.response_id = text(body, "responseId") or reading.response_id
    reading.model = text(body, "modelVersion") or reading.model
    for candidate in rows(body.get("candidates")):
        parts = rows(inner(candidate, "content").get("parts"))
        reading.called = reading.called or any("functionCall" in part for part in parts)
        if reason := text(candidate, "finishReason"):
            reading.finish = _FINISH.get(reason, "other")
    if text(inner(body, "promptFeedback"), "blockReason"):
        reading.finish = "refused"
    if reading.called and reading.finish == "stop":
        reading.finish = "tool_calls"
    usage = inner(body, "usageMetadata")
    if usage:
        _count(usage, reading)


def _count(usage: Json, reading: Reading) -> None:
    prompt = count(usage, "promptTokenCount")
    tools = count(usage, "toolUsePromptTokenCount") or 0
    thoughts = count(usage, "thoughtsTokenCount") or 0
    accept(
        reading,
        input=None if prompt is None else prompt + tools,
        output=(count(usage, "candidatesTokenCount") or 0) + thoughts,
        cached=count(usage, "cachedContentTokenCount"),
        reasoning=thoughts,
    )
