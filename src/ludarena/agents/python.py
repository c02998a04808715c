"""A user's own agent: one Python class, run in a process of its own.

The class gets a `Turn`, never a state. It cannot stop the arena: an exception, a crash or an
answer that is no text counts as `harness_error`, silence as `timeout`, and a process that hangs is
killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import cast

from ludarena.agents.controller import Failure, FailureClass, Reply, Request
from ludarena.agents.environment import handed
from ludarena.agents.errors import InvalidSetting
from ludarena.core.view import Json, plain

_LINE_LIMIT = 64 * 1024 * 1024
_TRACE = 4_000


class PythonAgent:
    """Asks the class at `path` (`file.py:Class`, `module:Class`, `entry:NAME`).

    `settings` are its keyword arguments. `seconds` bounds one decision, the process's start
    included, where the protocol sets no closer limit. Of the environment its process gets what
    is no secret by its name, and the variables that `environment` names.
    """

    immediate = False

    def __init__(
        self,
        path: str,
        settings: Mapping[str, Json] | None = None,
        seconds: float = 60.0,
        environment: Sequence[str] = (),
    ) -> None:
        if not path:
            raise InvalidSetting(
                "python", "path", path, "file.py:Class, module:Class or entry:NAME"
            )
        self._path = path
        self._settings = dict(settings or {})
        self._seconds = seconds
        self._environment = frozenset(environment)
        self._process: asyncio.subprocess.Process | None = None
        self._told_rules = False

    async def decide(self, request: Request) -> Reply:
        """Return the class's reply; the process is killed when it takes too long."""
        try:
            async with asyncio.timeout(self._seconds):
                line = await self._exchange(self._turn(request))
        except TimeoutError:
            await self._kill()
            return _failed("timeout", f"{self._path} gave no reply within {self._seconds:.3g} s")
        except BaseException:
            await self._kill()
            raise
        if "error" in line:
            return _failed("harness_error", f"{self._path}: {line['error']}", line.get("trace"))
        self._told_rules = True
        return Reply(text=str(line["text"]), reasoning=str(line.get("reasoning", "")))

    async def close(self) -> None:
        """End the process."""
        await self._kill()

    def _turn(self, request: Request) -> dict[str, Json]:
        seen = request.sight
        shown = request.show_rules and not self._told_rules
        return {
            "game": request.game.id,
            "seat": request.seat,
            "number": request.number,
            "view": plain(seen.view),
            "text": seen.text,
            "question": seen.decision.question if seen.decision else "",
            "actions": [[choice.id, choice.description] for choice in seen.choices]
            if request.show_listing
            else [],
            "story": list(request.story),
            "rules": request.game.rules_text() if shown else "",
            "feedback": request.feedback,
        }

    async def _exchange(self, turn: dict[str, Json]) -> dict[str, Json]:
        """Send a turn and return the reply, or a line with an `error`."""
        if self._process is None:
            greeting = await self._start()
            if "error" in greeting:
                await self._kill()
                return greeting
        process = self._process
        if process is None or process.stdin is None:
            return {"error": "its process is gone"}
        with contextlib.suppress(ConnectionError):
            process.stdin.write(json.dumps(turn).encode() + b"\n")
            await process.stdin.drain()
        return await self._line()

    async def _start(self) -> dict[str, Json]:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "ludarena.agents.python_host",
            self._path,
            json.dumps(self._settings),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LINE_LIMIT,
            env=handed(os.environ, self._environment),
            start_new_session=True,
        )
        return await self._line()

    async def _line(self) -> dict[str, Json]:
        process = self._process
        if process is None or process.stdout is None:
            return {"error": "its process is gone"}
        raw = await process.stdout.readline()
        if not raw.endswith(b"\n"):
            code = await process.wait()
            self._process = None
            return {"error": f"its process ended with status {code} instead of replying"}
        return cast(dict[str, Json], json.loads(raw))

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # its children too
            await process.wait()


def _failed(kind: FailureClass, detail: str, trace: Json = None) -> Reply:
    return Reply(failure=Failure(kind, detail), reasoning=str(trace)[-_TRACE:] if trace else "")
