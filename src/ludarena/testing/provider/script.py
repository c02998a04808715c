"""What a scripted provider is asked, what it answers, and what it does wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

Api = Literal["chat", "responses", "messages", "gemini"]
"""An API that the scripted provider speaks."""

Finish = Literal["stop", "length", "refusal"]
"""How a scripted reply ends."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Counts of one reply: cached and written input are parts of input, reasoning of output."""

    input: int
    output: int
    cached: int = 0
    cache_write: int = 0
    reasoning: int = 0

    def __post_init__(self) -> None:
        """Raise `ValueError` for counts that no provider could report."""
        parts = (self.input, self.output, self.cached, self.cache_write, self.reasoning)
        if min(parts) < 0:
            raise ValueError(f"{self}: no count may be negative")
        if self.cached + self.cache_write > self.input or self.reasoning > self.output:
            raise ValueError(f"{self}: cached and written input, and reasoning, are parts")

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(
            self.input + other.input,
            self.output + other.output,
            self.cached + other.cached,
            self.cache_write + other.cache_write,
            self.reasoning + other.reasoning,
        )


@dataclass(frozen=True, slots=True)
class ToolUse:
    """One tool call of a reply.

    `name` is matched with the end of the offered names, since programs put prefixes before them
    (`act` finds `mcp__arena__act`); a name that none ends in is sent as it is. `arguments` given as
    a text are sent as they are, valid JSON or not.
    """

    name: str
    arguments: Mapping[str, object] | str = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong on the way; the first that is set decides.

    `status` answers with this HTTP status and no reply; `retry_after_s` goes into its header,
    `code` into its body. `garbage` answers 200 with a body that is no JSON, `error_event` 200 with
    an error in place of the reply. `cut_after` breaks the transfer after so many events of a
    stream, or in mid-body without a stream. `unended_after` ends the stream in good form after so
    many events, without the last ones. `delay_s` comes before all that, `event_delay_s` before
    each event.
    """

    status: int | None = None
    retry_after_s: float | None = None
    code: str | None = None
    delay_s: float = 0.0
    event_delay_s: float = 0.0
    garbage: bool = False
    error_event: bool = False
    cut_after: int | None = None
    unended_after: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What the provider answers to one request.

    `tokens` left out are counted from the sizes of the request and of the reply, so that they
    differ from one request to the next. `model` is the model string to return, by default the
    string that was asked for. A stream brings a text in pieces of `piece` characters, by default
    in four.
    """

    text: str = ""
    calls: tuple[ToolUse, ...] = ()
    reasoning: str = ""
    finish: Finish = "stop"
    tokens: Tokens | None = None
    model: str | None = None
    response_id: str | None = None
    fault: Fault | None = None
    piece: int | None = None

    def spoilt(self, fault: Fault) -> Reply:
        """Return the same reply with a fault on its way."""
        return replace(self, fault=fault)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, whatever the API: what a script needs in order to answer it.

    `results` are the texts of the tool results after the last message of the user, so
    `len(results)` is the step within a turn.
    """

    number: int
    api: Api
    model: str
    stream: bool
    wants_usage: bool
    system: str
    user: str
    results: tuple[str, ...]
    tools: tuple[str, ...]
    size: int
    headers: Mapping[str, str]
    body: Mapping[str, object]

    def offered(self, name: str) -> str:
        """Return the shortest offered tool name that is or ends in `name`, else `name` itself."""
        fitting = [
            tool
            for tool in self.tools
            if tool == name or (tool.endswith(name) and not tool[-len(name) - 1].isalpha())
        ]
        return min(fitting, key=len, default=name)


Script = Callable[[Asked], Reply]
"""What answers a request."""


def in_order(replies: Sequence[Reply]) -> Script:
    """Return a script that gives one reply a request, in order; the last one is repeated."""
    if not replies:
        raise ValueError("a script needs at least one reply")
    return lambda asked: replies[min(asked.number, len(replies)) - 1]


def by_step(replies: Sequence[Reply]) -> Script:
    """Return a script that walks the replies anew in each turn of the user.

    The step is the number of tool results after the last message of the user; no conversation is
    remembered, so any number of sessions can run at once and be continued.
    """
    if not replies:
        raise ValueError("a script needs at least one reply")
    return lambda asked: replies[min(len(asked.results), len(replies) - 1)]


def counted(asked: Asked, reply: Reply) -> Tokens:
    """Return the tokens of a reply: its own, or counts derived from the sizes."""
    if reply.tokens is not None:
        return reply.tokens
    written = len(reply.text) + sum(len(str(call.arguments)) for call in reply.calls)
    thought = len(reply.reasoning) // 4
    received = asked.size // 4 + asked.number
    return Tokens(
        input=received,
        output=written // 4 + thought + 1,
        cached=received // 3 if asked.number > 1 else 0,
        reasoning=thought,
    )


def rate_limited(retry_after_s: float | None = None) -> Reply:
    """Return a reply that is refused with status 429."""
    return Reply(fault=Fault(status=429, retry_after_s=retry_after_s))


def broken() -> Reply:
    """Return a reply that fails with status 500."""
    return Reply(fault=Fault(status=500))


def empty() -> Reply:
    """Return a reply without text and without a call."""
    return Reply()


def truncated(text: str = "I would first consider") -> Reply:
    """Return a reply that stops at the limit of output tokens."""
    return Reply(text=text, finish="length")


def refusal(text: str = "I cannot help with that.") -> Reply:
    """Return a reply in which the model declines."""
    return Reply(text=text, finish="refusal")


def unreadable() -> Reply:
    """Return a reply of prose from which no move can be read."""
    return Reply(text="Both of those look good to me, and so does a third one.")


def long_text(size: int = 1_000_000) -> Reply:
    """Return a reply with a text of `size` characters."""
    return Reply(text="so " * (size // 3) + "." * (size % 3))


def two_calls(name: str, first: Mapping[str, object], second: Mapping[str, object]) -> Reply:
    """Return a reply that calls one tool twice at once."""
    return Reply(calls=(ToolUse(name, first), ToolUse(name, second)))
