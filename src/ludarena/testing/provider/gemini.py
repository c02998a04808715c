"""generateContent: candidates of parts; thoughts are counted beside the candidates' tokens."""

from __future__ import annotations

from collections.abc import Iterator

from ludarena.testing.provider.pieces import Answer, Event, Json

_FINISH = {"stop": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY"}


def usage(answer: Answer) -> Json:
    """Return the counts as this API reports them; parts that are zero are left out."""
    tokens = answer.tokens
    counts: Json = {
        "promptTokenCount": tokens.input,
        "candidatesTokenCount": tokens.output - tokens.reasoning,
        "totalTokenCount": tokens.input + tokens.output,
    }
    if tokens.cached:
        counts["cachedContentTokenCount"] = tokens.cached
    if tokens.reasoning:
        counts["thoughtsTokenCount"] = tokens.reasoning
    return counts


def whole(answer: Answer) -> Json:
    """Return the body of a reply that is not streamed."""
    return _chunk(answer, _parts(answer, streamed=False), last=True)


def events(answer: Answer) -> Iterator[Event]:
    """Yield the events of a streamed reply; counts grow, the last event has them all."""
    for part in _parts(answer, streamed=True):
        begun = {"promptTokenCount": answer.tokens.input, "totalTokenCount": answer.tokens.input}
        yield Event(None, {**_chunk(answer, [part], last=False), "usageMetadata": begun})
    yield Event(None, _chunk(answer, [{"text": ""}], last=True))


def _parts(answer: Answer, *, streamed: bool) -> list[Json]:
    if answer.finish == "refusal":
        return []
    split = answer.pieces if streamed else _undivided
    parts: list[Json] = [{"text": piece, "thought": True} for piece in split(answer.reasoning)]
    parts += [{"text": piece} for piece in split(answer.text)]
    parts += [{"functionCall": {"name": c.name, "args": c.parsed()}} for c in answer.calls]
    return parts


def _undivided(text: str) -> Iterator[str]:
    if text:
        yield text


def _chunk(answer: Answer, parts: list[Json], *, last: bool) -> Json:
    candidate: Json = {"content": {"role": "model", "parts": parts}, "index": 0}
    chunk: Json = {
        "candidates": [candidate],
        "modelVersion": answer.model,
        "responseId": answer.response_id,
    }
    if last:
        candidate["finishReason"] = _FINISH[answer.finish]
        chunk["usageMetadata"] = usage(answer)
    return chunk
