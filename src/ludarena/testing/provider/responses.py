"""Responses: a list of output items; a stream names its events and ends with the whole response."""

from __future__ import annotations

from collections.abc import Iterator

from ludarena.testing.provider.pieces import Answer, Call, Event, Json


def usage(answer: Answer) -> Json:
    """Return the counts as this API reports them."""
    tokens = answer.tokens
    return {
        "input_tokens": tokens.input,
        "input_tokens_details": {
            "cached_tokens": tokens.cached,
            "cache_write_tokens": tokens.cache_write,
        },
        "output_tokens": tokens.output,
        "output_tokens_details": {"reasoning_tokens": tokens.reasoning},
        "total_tokens": tokens.input + tokens.output,
    }


def whole(answer: Answer) -> Json:
    """Return the body of a reply that is not streamed."""
    cut_short = answer.finish == "length"
    return {
        **_head(answer),
        "status": "incomplete" if cut_short else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if cut_short else None,
        "output": _items(answer),
        "usage": usage(answer),
    }


def events(answer: Answer) -> Iterator[Event]:
    """Yield the events of a streamed reply."""
    started = {**_head(answer), "status": "in_progress", "output": [], "usage": None}
    bare: list[Json] = [
        {"type": "response.created", "response": started},
        {"type": "response.in_progress", "response": started},
    ]
    for index, item in enumerate(_items(answer)):
        bare += _item_events(answer, index, item)
    ending = "response.incomplete" if answer.finish == "length" else "response.completed"
    bare.append({"type": ending, "response": whole(answer)})
    for number, event in enumerate(bare):
        yield Event(str(event["type"]), {**event, "sequence_number": number})


def _head(answer: Answer) -> Json:
    return {
        "id": answer.response_id,
        "object": "response",
        "created_at": answer.created,
        "model": answer.model,
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "temperature": 1.0,
        "top_p": 1.0,
    }


def _items(answer: Answer) -> list[Json]:
    items: list[Json] = []
    if answer.reasoning:
        summary = [{"type": "summary_text", "text": answer.reasoning}]
        items.append({"id": f"rs_{answer.response_id}", "type": "reasoning", "summary": summary})
    if answer.text:
        items.append(_message(answer))
    items += [_function_call(call) for call in answer.calls]
    return items


def _message(answer: Answer) -> Json:
    part: Json = {"type": "output_text", "text": answer.text, "annotations": [], "logprobs": []}
    if answer.finish == "refusal":
        part = {"type": "refusal", "refusal": answer.text}
    return {
        "id": f"msg_{answer.response_id}",
        "type": "message",
        "role": "assistant",
        "status": "incomplete" if answer.finish == "length" else "completed",
        "content": [part],
    }


def _function_call(call: Call) -> Json:
    group = {"namespace": call.namespace} if call.namespace else {}
    return {
        "id": f"fc_{call.call_id}",
        **group,
        "type": "function_call",
        "status": "completed",
        "call_id": call.call_id,
        "name": call.name,
        "arguments": call.arguments,
    }


def _item_events(answer: Answer, index: int, item: Json) -> Iterator[Json]:
    place: Json = {"item_id": item["id"], "output_index": index}
    begun: Json = {**item, "status": "in_progress"}
    if item["type"] == "message":
        begun["content"] = []
    elif item["type"] == "function_call":
        begun["arguments"] = ""
    else:
        begun = {**item, "summary": []}
    yield {"type": "response.output_item.added", "output_index": index, "item": begun}
    if item["type"] == "message":
        yield from _text_events(answer, {**place, "content_index": 0})
    elif item["type"] == "function_call":
        kind = "response.function_call_arguments"
        for piece in answer.pieces(str(item["arguments"])):
            yield {"type": f"{kind}.delta", **place, "delta": piece}
        done = {"arguments": item["arguments"], "name": item["name"]}
        yield {"type": f"{kind}.done", **place, **done}
    else:
        yield from _summary_events(answer, {**place, "summary_index": 0})
    yield {"type": "response.output_item.done", "output_index": index, "item": item}


def _text_events(answer: Answer, place: Json) -> Iterator[Json]:
    declines = answer.finish == "refusal"
    kind = "response.refusal" if declines else "response.output_text"
    empty: Json = {"type": "refusal", "refusal": ""}
    full: Json = {"type": "refusal", "refusal": answer.text}
    if not declines:
        empty = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
        full = {**empty, "text": answer.text}
    yield {"type": "response.content_part.added", **place, "part": empty}
    for piece in answer.pieces(answer.text):
        yield {"type": f"{kind}.delta", **place, "delta": piece, "logprobs": []}
    yield {**full, "type": f"{kind}.done", **place}
    yield {"type": "response.content_part.done", **place, "part": full}


def _summary_events(answer: Answer, place: Json) -> Iterator[Json]:
    kind = "response.reasoning_summary"
    full: Json = {"type": "summary_text", "text": answer.reasoning}
    yield {"type": f"{kind}_part.added", **place, "part": {**full, "text": ""}}
    for piece in answer.pieces(answer.reasoning):
        yield {"type": f"{kind}_text.delta", **place, "delta": piece}
    yield {"type": f"{kind}_text.done", **place, "text": answer.reasoning}
    yield {"type": f"{kind}_part.done", **place, "part": full}
