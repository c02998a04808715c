"""One call of an agent program: a process group of its own, its output, and its sure end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from ludarena.core.view import Json
from ludarena.harness.leftovers import end_marked

GRACE_SECONDS = 5.0
"""Between SIGTERM and SIGKILL."""

MOST_OUTPUT = 64 * 2**20
"""Bytes that one call may write; a program that writes more is ended."""

MOST_LINES = 200_000
"""Lines that one call may write: reading many short ones takes as long as reading few long ones."""

LONGEST_LINE = 4 * 2**20
"""Bytes of a line that is read; longer ones are passed over."""

_LAST_WORDS_SECONDS = 1.0
_TAIL = 2_000

Event = Mapping[str, Json]


def _ignore(_event: Event) -> None:
    """Keep nothing of an event."""


class Program(asyncio.SubprocessProtocol):
    """A program that was started; it reads nothing and writes one JSON object a line.

    `hear` gets those objects as they come, whatever their type; other lines are passed over.
    Nothing is kept but `errors`, the end of what it wrote to standard error, and `flooded`:
    whether it wrote more than `MOST_OUTPUT` or `MOST_LINES` and was ended for it.
    """

    def __init__(self, hear: Callable[[Event], None] = _ignore, mark: str = "") -> None:
        self._hear = hear
        self._mark = mark
        self._lines = _Lines()
        self._open = {1, 2}
        self._written = 0
        self._rows = 0
        self._transport: asyncio.SubprocessTransport | None = None
        self._exited = asyncio.Event()
        self._silent = asyncio.Event()
        self.errors = ""
        self.flooded = False

    @property
    def running(self) -> bool:
        """Return whether the program has not ended yet."""
        return not self._exited.is_set()

    async def wait(self) -> int:
        """Return its exit status when it has ended and all its output was read.

        A child that it left behind may hold its output open: then only what is there is read.
        """
        await self._exited.wait()
        await self._quiet()
        status = self._transport.get_returncode() if self._transport else None
        return -1 if status is None else status

    async def stop(self) -> None:
        """End the whole process group: by SIGTERM, and what is left of it by SIGKILL.

        So ends, too, what left the group but carries its mark.
        """
        if self.running:
            self._signal(signal.SIGTERM)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GRACE_SECONDS):
                    await self._exited.wait()
        self._signal(signal.SIGKILL)
        await self._exited.wait()
        if self._mark:
            await asyncio.to_thread(end_marked, self._mark)
        await self._quiet()
        if self._transport is not None:
            self._transport.close()

    async def _quiet(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_SECONDS):
                await self._silent.wait()

    def _signal(self, number: signal.Signals) -> None:
        if self._transport is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._transport.get_pid(), number)

    # --- called by the event loop -----------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note how to reach the process."""
        if isinstance(transport, asyncio.SubprocessTransport):
            self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Read a piece of output."""
        self._written += len(data)
        self._rows += data.count(b"\n")
        if self._written > MOST_OUTPUT or self._rows > MOST_LINES:
            self.flooded = True
            self._signal(signal.SIGKILL)
        elif fd == 2:
            self.errors = (self.errors + data.decode("utf-8", "replace"))[-_TAIL:]
        elif not self.flooded:
            for line in self._lines.feed(data):
                self._read(line)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Note the end of an output."""
        self._open.discard(fd)
        if fd == 1:
            self._read(self._lines.rest())
        if not self._open:
            self._silent.set()
            self._close_if_over()

    def process_exited(self) -> None:
        """Note the end of the process, whoever still holds its output."""
        self._exited.set()
        self._close_if_over()

    def _close_if_over(self) -> None:
        if self._transport is not None and not self.running and not self._open:
            self._transport.close()

    def _read(self, line: bytes) -> None:
        with contextlib.suppress(ValueError, RecursionError):
            event = json.loads(line)
            if isinstance(event, dict):
                self._hear(event)


class _Lines:
    """Cuts pieces of output into lines, and passes over those that are too long."""

    def __init__(self) -> None:
        self._begun = bytearray()
        self._too_long = False

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Yield the lines that a piece completes."""
        *complete, begun = piece.split(b"\n")
        for end in complete:
            self._add(end)
            yield self.rest()
        self._add(begun)

    def rest(self) -> bytes:
        """Return the line that was begun, empty where it was too long, and begin another."""
        line = b"" if self._too_long else bytes(self._begun)
        self._begun.clear()
        self._too_long = False
        return line

    def _add(self, part: bytes) -> None:
        if self._too_long or len(self._begun) + len(part) > LONGEST_LINE:
            self._too_long = True
            self._begun.clear()
        else:
            self._begun += part


def executable(program: str) -> str:
    """Return the absolute path of a program, which is started in another folder than this one."""
    return str(Path(shutil.which(program) or program).absolute())


def search_path(program: str) -> str:
    """Return where a program looks for others: beside itself first, where its Node may be."""
    beside = str(Path(executable(program)).parent)
    return os.pathsep.join([beside, os.environ.get("PATH", "/usr/bin:/bin")])


async def start(
    command: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    hear: Callable[[Event], None] = _ignore,
    mark: str = "",
) -> Program:
    """Start a program in a folder with this environment and nothing else of ours.

    Its standard input is closed. `mark` is what its environment holds, which helps to end all of
    it. Raises `OSError` when it cannot be started.
    """
    program = Program(hear, mark)
    await asyncio.get_running_loop().subprocess_exec(
        lambda: program,
        *command,
        cwd=folder,
        env=dict(environment),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    return program
