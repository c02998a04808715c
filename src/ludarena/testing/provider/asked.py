"""Reading of a request: each of the four APIs has its own place for everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ludarena.testing.provider.script import Api, Asked

_GEMINI = re.compile(r"/models/([^/:]+):(stream)?[gG]enerateContent$")


def api_of(path: str) -> Api | None:
    """Return the API that a path belongs to, without its query; None for any other path."""
    if path.endswith("/chat/completions"):
        return "chat"
    if path.endswith("/responses"):
        return "responses"
    if path.endswith("/messages"):
        return "messages"
    return "gemini" if _GEMINI.search(path) else None


def read_request(
    api: Api,
    path: str,
    body: Mapping[str, object],
    *,
    number: int,
    size: int,
    headers: Mapping[str, str],
) -> Asked:
    """Return what a request asks; what is missing or strange reads as empty."""
    model, stream = text(body.get("model")), body.get("stream") is True
    found = _GEMINI.search(path)
    if api == "gemini" and found:
        model, stream = found[1], found[2] is not None
    system, turns = _READERS[api](body)
    user = ""
    results: list[str] = []
    for role, said in turns:
        if role == "user":
            user, results = said, []
        elif role == "tool":
            results.append(said)
    options = body.get("stream_options")
    asks_usage = isinstance(options, Mapping) and options.get("include_usage") is True
    return Asked(
        number=number,
        api=api,
        model=model,
        stream=stream,
        wants_usage=api != "chat" or not stream or asks_usage,
        system=system,
        user=user,
        results=tuple(results),
        tools=tuple(_tools(api, body)),
        size=size,
        headers=headers,
        body=body,
    )


def text(value: object) -> str:
    """Return all text within a content of any of the APIs."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(text(item) for item in value)
    if isinstance(value, Mapping):
        for key in ("text", "content", "output", "result", "response", "parts"):
            if key in value:
                return text(value[key])
        if len(value) == 1:
            return text(next(iter(value.values())))
    return ""


def rows(value: object) -> Iterator[Mapping[str, object]]:
    """Yield the objects of a JSON array; nothing when it is none."""
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, Mapping))


Turns = list[tuple[str, str]]


def _chat(body: Mapping[str, object]) -> tuple[str, Turns]:
    turns = [(text(m.get("role")), text(m.get("content"))) for m in rows(body.get("messages"))]
    return "\n".join(said for role, said in turns if role in ("system", "developer")), turns


def _responses(body: Mapping[str, object]) -> tuple[str, Turns]:
    system, turns = text(body.get("instructions")), []
    given = body.get("input")
    if isinstance(given, str):
        return system, [("user", given)]
    for item in rows(given):
        role = text(item.get("role"))
        if text(item.get("type")).endswith("_call_output"):
            turns.append(("tool", text(item.get("output"))))
        elif role in ("system", "developer"):
            system += "\n" + text(item.get("content"))
        elif role:
            turns.append((role, text(item.get("content"))))
    return system.strip(), turns


def _messages(body: Mapping[str, object]) -> tuple[str, Turns]:
    turns: Turns = []
    for message in rows(body.get("messages")):
        content = message.get("content")
        results = [part for part in rows(content) if part.get("type") == "tool_result"]
        if results:
            turns += [("tool", text(part.get("content"))) for part in results]
        else:
            turns.append((text(message.get("role")), text(content)))
    return text(body.get("system")), turns


def _gemini(body: Mapping[str, object]) -> tuple[str, Turns]:
    turns: Turns = []
    for content in rows(body.get("contents")):
        parts = list(rows(content.get("parts")))
        results = [part["functionResponse"] for part in parts if "functionResponse" in part]
        if results:
            turns += [("tool", text(result)) for result in results]
        else:
            role = text(content.get("role")) or "user"
            turns.append((role, text(parts)))
    return text(body.get("systemInstruction")), turns


_READERS = {"chat": _chat, "responses": _responses, "messages": _messages, "gemini": _gemini}


def namespace_of(body: Mapping[str, object], tool: str) -> str:
    """Return the namespace in which the Responses API offers a tool, empty without one."""
    for group in rows(body.get("tools")):
        offered = [text(inner.get("name")) for inner in rows(group.get("tools"))]
        if group.get("type") == "namespace" and tool in offered:
            return text(group.get("name"))
    return ""


def _tools(api: Api, body: Mapping[str, object]) -> Iterator[str]:
    for tool in rows(body.get("tools")):
        if api == "chat":
            function = tool.get("function")
            yield text(function.get("name")) if isinstance(function, Mapping) else ""
        elif api == "gemini":
            for declared in rows(tool.get("functionDeclarations")):
                yield text(declared.get("name"))
        elif tool.get("type") == "namespace":
            yield from (text(inner.get("name")) for inner in rows(tool.get("tools")))
        else:
            yield text(tool.get("name"))
