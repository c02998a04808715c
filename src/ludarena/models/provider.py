"""What a model is to its callers: messages and a deadline in, one reply with its usage out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from ludarena.models.errors import EmptyReply, RefusedReply, TruncatedReply
from ludarena.models.usage import Usage
from ludarena.models.wire import Finish

Role = Literal["system", "user", "assistant", "tool"]
Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call of a reply. `arguments` is the text as it came, not always valid JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation.

    `calls` belong to an assistant's message; `call_id` and `tool` say which call a message of the
    role `tool` answers.
    """

    role: Role
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that the model may call; `parameters` is a JSON Schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Shape:
    """A JSON Schema that the text of the reply must fit."""

    name: str
    schema: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model is asked; None leaves a setting to the provider.

    `effort` is how much it may reason. `extra` goes into the body of the request as it is.
    `choices` are texts of which the reply must be exactly one, preceded by up to `reasoning_words`
    words of reasoning: the embedded model is held to them by a grammar, others ignore both.
    """

    max_output: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    effort: Effort | None = None
    must_call: bool = False
    extra: Mapping[str, object] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    reasoning_words: int = 0


@dataclass(frozen=True, slots=True)
class ModelReply:
    """One reply of a model.

    `model` is the model string that the provider returned, `reasoning` what it showed of the
    model's thinking, `usage` None when no counts came. `raw` is the reply as the library or the
    provider gave it, for the record. Times are in seconds from the call; tries are requests sent.
    """

    text: str
    calls: tuple[ToolCall, ...]
    finish: Finish
    usage: Usage | None
    response_id: str
    model: str
    reasoning: str = ""
    raw: str = ""
    first_token_s: float | None = None
    latency_s: float = 0.0
    tries: int = 1


class Model(Protocol):
    """A language model at some provider, or an embedded one."""

    @property
    def name(self) -> str:
        """The registered model string."""
        ...

    async def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        shape: Shape | None = None,
        settings: Settings | None = None,
        deadline: float | None = None,
    ) -> ModelReply:
        """Return one reply; `deadline` is a time of `time.monotonic`.

        Raise `RefusedReply`, `TruncatedReply` or `EmptyReply` (which hold the reply and its
        usage), `ReplyTimeout`, `ProviderUnavailable`, `ProviderRejected` or `BudgetExhausted`.
        """
        ...

    async def close(self) -> None:
        """Give back connections and memory."""
        ...


def checked(reply: ModelReply) -> ModelReply:
    """Return the reply if it can be used, else raise what is wrong with it."""
    if reply.finish == "refused":
        raise RefusedReply(reply)
    if reply.finish == "length":
        raise TruncatedReply(reply)
    if not reply.text.strip() and not reply.calls:
        raise EmptyReply(reply)
    return reply
