"""A built-in player that thinks in a process of its own, so that it holds up nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import BinaryIO, cast

from ludarena.agents.controller import Controller, Reply, Request
from ludarena.agents.registry import agent_type, build_agent
from ludarena.core.errors import LudarenaError
from ludarena.core.registry import load_game

_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from ludarena.agents.elsewhere import serve; serve()"
)
_HEAD = 8
"""Bytes before a message that hold its length."""


class ThinkingFailed(LudarenaError):
    """A process that failed while it thought, or ended."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A request as it goes to the process; what a search does not look at is left out."""

    game: str
    position: bytes
    seat: int
    number: int
    seed: int
    legal_actions: list[int]


Build = Callable[[str, Mapping[str, object]], Controller]


def beside_programs(build: Build, kinds: Iterable[str]) -> Build:
    """Return what builds the players of a table: searches think elsewhere where programs sit too.

    A program may ask for its seat at any time, and is answered by this process.
    """
    if build is not build_agent or not any(agent_type(kind).over_mcp for kind in kinds):
        return build

    def beside(kind: str, settings: Mapping[str, object]) -> Controller:
        return Elsewhere(kind, settings) if may_take_long(kind) else build_agent(kind, settings)

    return beside


def may_take_long(kind: str) -> bool:
    """Return whether players of a type search, so that others at the table would wait for them."""
    return agent_type(kind).builder.startswith("ludarena.agents.search:")


class Elsewhere:
    """Answers as a search in this process would, to the letter, while this process goes on.

    It counts as immediate, as the search does: the arena sets no timer for it.
    """

    immediate = True

    def __init__(self, kind: str, settings: Mapping[str, object]) -> None:
        self._kind = kind
        self._settings = dict(settings)
        self._process: asyncio.subprocess.Process | None = None

    async def decide(self, request: Request) -> Reply:
        """Return the reply of the search; raise `ThinkingFailed`."""
        question = _Question(
            game=request.game.id,
            position=request.position.encode(),
            seat=request.seat,
            number=request.number,
            seed=request.seed,
            legal_actions=request.legal_actions,
        )
        try:
            reply = await self._exchange(question)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            await self.close()
            raise ThinkingFailed("the process of the search ended") from error
        except BaseException:
            await self.close()
            raise
        if isinstance(reply, str):
            raise ThinkingFailed(reply)
        return cast(Reply, reply)

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _exchange(self, question: _Question) -> object:
        process = self._process = self._process or await self._start()
        if process.stdin is None or process.stdout is None:
            raise ConnectionError
        process.stdin.write(_packed(question))
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(_HEAD), "big")
        return pickle.loads(await process.stdout.readexactly(size))

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", _PROGRAM, json.dumps(sys.path)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C at the terminal is for the run, which closes this
        )
        if process.stdin is not None:
            process.stdin.write(_packed((self._kind, self._settings)))
        return process


def _packed(message: object) -> bytes:
    data = pickle.dumps(message)
    return len(data).to_bytes(_HEAD, "big") + data


# --- in the process -----------------------------------------------------------------------------


def serve() -> None:
    """Answer questions from standard input until it ends."""
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    kind, settings = cast(tuple[str, dict[str, object]], _read(questions))
    player = build_agent(kind, settings)
    while (question := _read(questions)) is not None:
        answers.write(_packed(_answer(player, cast(_Question, question))))
        answers.flush()


def _read(source: BinaryIO) -> object:
    head = source.read(_HEAD)
    return pickle.loads(source.read(int.from_bytes(head, "big"))) if len(head) == _HEAD else None


def _answer(player: Controller, question: _Question) -> Reply | str:
    """Return the player's reply, or what went wrong."""
    game = load_game(question.game)
    request = Request(
        game=game,
        position=game.decode(question.position),
        seat=question.seat,
        number=question.number,
        seed=question.seed,
        legal_actions=question.legal_actions,
    )
    try:
        return asyncio.run(player.decide(request))
    except Exception as error:  # noqa: BLE001 - a fault of a player is told where it is recorded
        return f"{type(error).__name__}: {error}"
