"""What the writers of the four APIs share: the answer to be written, events, pieces of text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from ludarena.testing.provider.asked import namespace_of
from ludarena.testing.provider.script import Asked, Finish, Reply, Tokens, ToolUse, counted

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call as it is sent: the arguments are a text, not always valid JSON.

    `namespace` is the group of the Responses API in which the tool was offered, empty for none.
    """

    call_id: str
    name: str
    arguments: str
    namespace: str = ""

    def parsed(self) -> object:
        """Return the arguments as a value; an unreadable text stands under the key `text`."""
        try:
            return json.loads(self.arguments)
        except ValueError:
            return {"text": self.arguments}


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply with everything filled in that a writer needs."""

    response_id: str
    created: int
    model: str
    text: str
    reasoning: str
    calls: tuple[Call, ...]
    finish: Finish
    tokens: Tokens
    wants_usage: bool
    piece: int | None = None

    def pieces(self, text: str) -> Iterator[str]:
        """Yield a text in pieces, as a stream brings it; nothing for an empty one."""
        size = self.piece or max(1, -(-len(text) // 4))
        for start in range(0, len(text), size):
            yield text[start : start + size]


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream: its name, when the API names events, and its data."""

    name: str | None
    data: Json | str

    def encode(self) -> bytes:
        """Return the lines of a server-sent event."""
        text = self.data if isinstance(self.data, str) else json.dumps(self.data)
        head = f"event: {self.name}\n" if self.name else ""
        return f"{head}data: {text}\n\n".encode()


def filled_in(asked: Asked, reply: Reply, response_id: str, created: int) -> Answer:
    """Return the answer to a request: names of tools matched, tokens counted."""
    calls = tuple(_call(asked, index, call) for index, call in enumerate(reply.calls))
    return Answer(
        response_id=reply.response_id or response_id,
        created=created,
        model=reply.model or asked.model,
        text=reply.text,
        reasoning=reply.reasoning,
        calls=calls,
        finish=reply.finish,
        tokens=counted(asked, reply),
        wants_usage=asked.wants_usage,
        piece=reply.piece,
    )


def _call(asked: Asked, index: int, call: ToolUse) -> Call:
    given = call.arguments
    name = asked.offered(call.name)
    return Call(
        f"call_{asked.number}_{index}",
        name,
        given if isinstance(given, str) else json.dumps(given),
        namespace_of(asked.body, name),
    )
