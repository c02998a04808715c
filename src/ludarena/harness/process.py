"""One call of an agent program: a process group of its own, its output, and its sure end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

from ludarena.core.view import Json

GRACE_SECONDS = 5.0
"""Between SIGTERM and SIGKILL."""

_LONGEST_LINE = 64 * 2**20
_TAIL = 2_000

Event = Mapping[str, Json]


class Program:
    """A program that was started; it reads nothing and writes one JSON object a line.

    `events` are those objects so far, whatever their type; other lines are passed over. `errors`
    is the end of what it wrote to standard error.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.events: list[Event] = []
        self.errors = ""
        self._readers = [
            asyncio.create_task(self._read_events()),
            asyncio.create_task(self._read_errors()),
        ]

    @property
    def running(self) -> bool:
        """Return whether the program has not ended yet."""
        return self._process.returncode is None

    async def wait(self) -> int:
        """Return its exit status when it has ended and all its output was read.

        A child that it left behind may hold its output open: then only what is there is read.
        """
        status = await self._process.wait()
        await asyncio.wait(self._readers, timeout=1.0)
        return status

    async def stop(self) -> None:
        """End the whole process group: by SIGTERM, and what is left of it by SIGKILL."""
        if self.running:
            self._signal(signal.SIGTERM)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GRACE_SECONDS):
                    await self._process.wait()
        self._signal(signal.SIGKILL)
        await self._process.wait()
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    async def _read_events(self) -> None:
        stream = self._process.stdout
        while stream is not None and (line := await stream.readline()):
            with contextlib.suppress(ValueError):
                event = json.loads(line)
                if isinstance(event, dict):
                    self.events.append(event)

    async def _read_errors(self) -> None:
        stream = self._process.stderr
        while stream is not None and (part := await stream.read(4096)):
            self.errors = (self.errors + part.decode("utf-8", "replace"))[-_TAIL:]


async def start(command: Sequence[str], environment: Mapping[str, str], folder: Path) -> Program:
    """Start a program in a folder with this environment and nothing else of ours.

    Its standard input is closed. Raises `OSError` when it cannot be started.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env=dict(environment),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=_LONGEST_LINE,
        start_new_session=True,
    )
    return Program(process)
