"""A scripted provider in a process of its own, for the benchmarks of language models."""

from __future__ import annotations

import json
import multiprocessing
import re
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import TracebackType

from ludarena.testing.provider import Asked, Fault, Reply, ScriptedProvider

_LISTED = re.compile(r"^- (\S+:\S+): ", re.MULTILINE)
_THOUGHT = "The first one costs little and keeps the others open. "


@dataclass(frozen=True, slots=True)
class Manner:
    """How the provider answers.

    `pauses` are the seconds before its first byte, taken in turn by the number of the request;
    `sentences` is the length of its reasoning, `piece` the characters of an event of a stream,
    None for four events in all, and `piece_pause` the seconds before each event.
    """

    pauses: tuple[float, ...] = (0.0,)
    sentences: int = 1
    piece: int | None = None
    piece_pause: float = 0.0

    def reply(self, asked: Asked) -> Reply:
        """Return a reply that takes the first action that is listed."""
        found = _LISTED.search(asked.user.rpartition("# Your decision")[2])
        action = found[1] if found else "pass"
        pause = self.pauses[asked.number % len(self.pauses)]
        return Reply(
            text=f"{_THOUGHT * self.sentences}\nFinal Answer: {action}",
            piece=self.piece,
            fault=Fault(delay_s=pause, event_delay_s=self.piece_pause),
        )


@dataclass(frozen=True, slots=True)
class Given:
    """One reply of the provider: its tokens, and its own seconds from request to last byte.

    `began` is monotonic.
    """

    response: str
    tokens: tuple[int, int]
    began: float
    seconds: float
    body: bytes


def _serve(pipe: Connection, manner: Manner) -> None:
    with ScriptedProvider(manner.reply) as provider:
        pipe.send(provider.url)
        while pipe.recv() == "given":
            pipe.send(
                [
                    Given(
                        response=one.response_id,
                        tokens=(one.tokens.input, one.tokens.output) if one.tokens else (0, 0),
                        began=one.started_at,
                        seconds=one.finished_at - one.started_at,
                        body=json.dumps(one.asked.body).encode(),
                    )
                    for one in provider.served()
                ]
            )


class Provider:
    """Serves at `url` while it is open; `given` tells of all replies so far."""

    def __init__(self, manner: Manner) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipe, far = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(far, manner), daemon=True)
        self._process.start()
        self.url = str(self._pipe.recv())

    def given(self) -> list[Given]:
        """Return all replies in the order in which their requests came."""
        self._pipe.send("given")
        found: list[Given] = self._pipe.recv()
        return found

    def __enter__(self) -> Provider:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pipe.send("stop")
        self._process.join()
