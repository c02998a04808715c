"""What a program left running: found by a mark in its environment, and ended."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

MARK_VARIABLE = "LUDARENA_MARK"

_PROCESSES = Path("/proc")
_ROUNDS = 10


def end_marked(mark: str) -> int:
    """Kill all processes that were started with this mark; return how many there were.

    A child that leaves the process group of its program keeps the environment, and so does one
    whose program, or whose arena, is gone. Only Linux tells of the environment of a process:
    elsewhere nothing is found.
    """
    ended: set[int] = set()
    for _ in range(_ROUNDS):  # one may start another while it is being looked for
        found = set(_marked(f"{MARK_VARIABLE}={mark}".encode())) - ended
        if not found:
            break
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        ended |= found
    return len(ended)


def _marked(line: bytes) -> Iterator[int]:
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if line in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)
