"""The body of a whole response, put together from the events of a streamed one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ludarena.models.wire.reading import Api, Json, count, inner, rows, text

Event = tuple[str, Json]
"""The name of a server-sent event, often empty, and its data."""

_FIXED = frozenset({"id", "type", "role", "name", "index", "format"})
"""What chunks of Chat Completions repeat and do not continue."""


def whole_body(api: Api, events: Sequence[Event]) -> dict[str, object]:
    """Return the body that the API would have sent without a stream.

    Arguments of tool calls stay the texts that came, whether they are valid JSON or not.
    """
    if api == "chat":
        return _chat(data for _, data in events)
    if api == "responses":
        return _response(events)
    if api == "messages":
        return _message(events)
    return _candidates(data for _, data in events)


# --- Chat Completions ------------------------------------------------------------------------


def _chat(chunks: Iterable[Json]) -> dict[str, object]:
    body: dict[str, object] = {}
    choices: dict[int, dict[str, object]] = {}
    messages: dict[int, dict[str, object]] = {}
    for chunk in chunks:
        body.update((key, value) for key, value in chunk.items() if value is not None)
        for choice in rows(chunk.get("choices")):
            index = count(choice, "index") or 0
            found = choices.setdefault(index, {"index": index, "finish_reason": None})
            found.update(
                (key, value)
                for key, value in choice.items()
                if value is not None and key not in ("delta", "logprobs")
            )
            message = messages.setdefault(index, {"role": "assistant", "content": None})
            _extend(message, inner(choice, "delta"))
    whole = [
        {**choices[index], "message": _numberless(messages[index])} for index in sorted(choices)
    ]
    return {**body, "object": "chat.completion", "choices": whole}


def _extend(old: dict[str, object], new: Json) -> None:
    """Put a delta into what came before: texts go on, lists go on entry by entry."""
    for key, value in new.items():
        before = old.get(key)
        if value is None:
            continue
        if isinstance(value, str) and isinstance(before, str) and key not in _FIXED:
            old[key] = before + value
        elif isinstance(value, Mapping):
            grown = before if isinstance(before, dict) else {}
            _extend(grown, value)
            old[key] = grown
        elif isinstance(value, list):
            entries = before if isinstance(before, list) else []
            _extend_list(entries, value)
            old[key] = entries
        elif value != "" or before is None:
            old[key] = value


def _extend_list(old: list[object], new: list[object]) -> None:
    for entry in new:
        index = count(entry, "index") if isinstance(entry, Mapping) else None
        same = (one for one in old if isinstance(one, dict) and one.get("index") == index)
        found = next(same, None) if index is not None else None
        if not isinstance(entry, Mapping):
            old.append(entry)
            continue
        if found is None:
            found = {}
            old.append(found)
        _extend(found, entry)


def _numberless(message: dict[str, object]) -> dict[str, object]:
    """Return a message whose tool calls have no numbers, as in a whole response."""
    calls = [
        {key: value for key, value in call.items() if key != "index"}
        for call in rows(message.get("tool_calls"))
    ]
    return {**message, "tool_calls": calls} if calls else message


# --- Responses -------------------------------------------------------------------------------


def _response(events: Sequence[Event]) -> dict[str, object]:
    """Return the response of the last event that has one; its items, where it leaves them out."""
    items: dict[int, Json] = {}
    body: dict[str, object] = {}
    for name, data in events:
        if response := inner(data, "response"):
            body = dict(response)
        if (text(data, "type") or name) == "response.output_item.done":
            items[count(data, "output_index") or 0] = inner(data, "item")
    if not body.get("output"):
        body["output"] = [items[index] for index in sorted(items)]
    return body


# --- Messages --------------------------------------------------------------------------------

_GROWING = {
    "text_delta": "text",
    "thinking_delta": "thinking",
    "signature_delta": "signature",
    "input_json_delta": "partial_json",
}


def _message(events: Sequence[Event]) -> dict[str, object]:
    body: dict[str, object] = {}
    blocks: dict[int, dict[str, object]] = {}
    for name, data in events:
        kind = text(data, "type") or name
        if kind == "message_start":
            body = dict(inner(data, "message"))
        elif kind == "content_block_start":
            blocks[count(data, "index") or 0] = dict(inner(data, "content_block"))
        elif kind == "content_block_delta":
            _grow(blocks.setdefault(count(data, "index") or 0, {}), inner(data, "delta"))
        elif kind == "message_delta":
            body.update(inner(data, "delta"))
            body["usage"] = {**inner(body, "usage"), **inner(data, "usage")}
    return {**body, "content": [_called(blocks[index]) for index in sorted(blocks)]}


def _grow(block: dict[str, object], delta: Json) -> None:
    field = _GROWING.get(text(delta, "type"))
    if field is not None:
        block[field] = text(block, field) + text(delta, field)


def _called(block: dict[str, object]) -> dict[str, object]:
    arguments = block.pop("partial_json", None)
    return {**block, "input": arguments} if arguments else block


# --- generateContent -------------------------------------------------------------------------


def _candidates(chunks: Iterable[Json]) -> dict[str, object]:
    body: dict[str, object] = {}
    candidates: dict[int, dict[str, object]] = {}
    parts: dict[int, list[dict[str, object]]] = {}
    for chunk in chunks:
        body.update(chunk)
        for candidate in rows(chunk.get("candidates")):
            index = count(candidate, "index") or 0
            candidates.setdefault(index, {}).update(candidate)
            _append(parts.setdefault(index, []), rows(inner(candidate, "content").get("parts")))
    body["candidates"] = [
        {**candidates[index], "content": {"role": "model", "parts": parts[index]}}
        for index in sorted(candidates)
    ]
    return body


def _append(old: list[dict[str, object]], new: Iterator[Json]) -> None:
    """Add parts; a text goes on with the one before when both are of one kind."""
    for part in new:
        last = old[-1] if old else {}
        plain = set(part) | set(last) <= {"text", "thought"} and "text" in last
        if plain and last.get("thought") == part.get("thought"):
            last["text"] = text(last, "text") + text(part, "text")
        else:
            old.append(dict(part))
