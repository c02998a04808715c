"""Messages: blocks of content; input is counted apart from cache reads and writes."""

from __future__ import annotations

from collections.abc import Iterator

from ludarena.testing.provider.pieces import Answer, Event, Json

_FINISH = {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}


def usage(answer: Answer) -> Json:
    """Return the counts as this API reports them."""
    tokens = answer.tokens
    counts: Json = {
        "input_tokens": tokens.input - tokens.cached - tokens.cache_write,
        "cache_read_input_tokens": tokens.cached,
        "cache_creation_input_tokens": tokens.cache_write,
        "output_tokens": tokens.output,
    }
    if tokens.reasoning:
        counts["output_tokens_details"] = {"thinking_tokens": tokens.reasoning}
    return counts


def whole(answer: Answer) -> Json:
    """Return the body of a reply that is not streamed."""
    stop = "tool_use" if answer.calls else _FINISH[answer.finish]
    content = [{**block, **full} for block, full, _ in _blocks(answer)]
    return {**_head(answer), "content": content, "stop_reason": stop, "usage": usage(answer)}


def events(answer: Answer) -> Iterator[Event]:
    """Yield the events of a streamed reply: the first counts one output token, the last all."""
    begun = {**usage(answer), "output_tokens": 1}
    begun.pop("output_tokens_details", None)
    message = {**_head(answer), "content": [], "stop_reason": None, "usage": begun}
    yield _event("message_start", message=message)
    yield _event("ping")
    for index, (block, _, deltas) in enumerate(_blocks(answer)):
        yield _event("content_block_start", index=index, content_block=block)
        for delta in deltas:
            yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    stop = "tool_use" if answer.calls else _FINISH[answer.finish]
    ending = {"stop_reason": stop, "stop_sequence": None}
    yield _event("message_delta", delta=ending, usage=usage(answer))
    yield _event("message_stop")


def _event(kind: str, **fields: object) -> Event:
    return Event(kind, {"type": kind, **fields})


def _head(answer: Answer) -> Json:
    return {
        "id": answer.response_id,
        "type": "message",
        "role": "assistant",
        "model": answer.model,
        "stop_sequence": None,
    }


def _blocks(answer: Answer) -> Iterator[tuple[Json, Json, list[Json]]]:
    """Yield each block as it starts, what fills it, and the deltas that bring the filling."""
    if answer.reasoning:
        thought: Json = {"type": "thinking", "thinking": "", "signature": ""}
        deltas: list[Json] = [
            {"type": "thinking_delta", "thinking": piece}
            for piece in answer.pieces(answer.reasoning)
        ]
        deltas.append({"type": "signature_delta", "signature": "c2lnbmVk"})
        yield thought, {"thinking": answer.reasoning, "signature": "c2lnbmVk"}, deltas
    if answer.text:
        parts: list[Json] = [
            {"type": "text_delta", "text": piece} for piece in answer.pieces(answer.text)
        ]
        yield {"type": "text", "text": ""}, {"text": answer.text}, parts
    for call in answer.calls:
        block: Json = {"type": "tool_use", "id": f"toolu_{call.call_id}", "name": call.name}
        bits: list[Json] = [
            {"type": "input_json_delta", "partial_json": piece}
            for piece in answer.pieces(call.arguments)
        ]
        yield {**block, "input": {}}, {"input": call.parsed()}, bits
