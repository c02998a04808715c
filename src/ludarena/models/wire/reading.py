"""What is read from a request and a response, and safe access to JSON of unknown shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from ludarena.models.errors import InvalidUsage
from ludarena.models.usage import Usage

Api = Literal["chat", "responses", "messages", "gemini"]
"""An API that models are reached by."""

Finish = Literal["stop", "tool_calls", "length", "refused", "error", "other", "unknown"]
"""How a response ended, the same words for all APIs."""

Json = Mapping[str, object]


@dataclass(slots=True)
class Reading:
    """What is known of one response so far.

    `complete` is set when the API's own end was seen; a usage without it may be too small.
    `called` is set when a tool call was seen. `problem` says why counts were not accepted.
    """

    response_id: str = ""
    model: str = ""
    usage: Usage | None = None
    finish: Finish = "unknown"
    complete: bool = False
    called: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """What a request allows the response to cost.

    `max_output` is the limit of output tokens that it names, for all its choices together; None
    when it names none. `hidden_input` is set when it refers to input that it does not carry
    (a stored conversation, a file), so that its size says nothing about its tokens.
    """

    model: str
    stream: bool
    max_output: int | None
    hidden_input: bool


def inner(value: Json, key: str) -> Json:
    """Return the object at a key; an empty one when there is none."""
    found = value.get(key)
    return found if isinstance(found, Mapping) else {}


def rows(value: object) -> Iterator[Json]:
    """Yield the objects of an array; nothing when it is none."""
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, Mapping))


def text(value: Json, key: str) -> str:
    """Return the text at a key; an empty one when there is none."""
    found = value.get(key)
    return found if isinstance(found, str) else ""


def count(value: Json, *keys: str) -> int | None:
    """Return the first whole number found at one of the keys, else None."""
    for key in keys:
        found = value.get(key)
        if isinstance(found, int) and not isinstance(found, bool):
            return found
    return None


def accept(
    reading: Reading,
    *,
    input: int | None,
    output: int | None,
    cached: int | None = None,
    cache_write: int | None = None,
    reasoning: int | None = None,
) -> None:
    """Put counts into a reading; counts that contradict one another become its `problem`."""
    if input is None or output is None:
        return
    try:
        reading.usage = Usage(
            input=input,
            output=output,
            cached=cached or 0,
            cache_write=cache_write or 0,
            reasoning=reasoning,
        )
    except InvalidUsage as error:
        reading.usage = None
        reading.problem = error.reason
