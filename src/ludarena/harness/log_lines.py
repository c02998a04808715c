"""Reading the lines and numbers of logs that other programs write."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from ludarena.core.view import Json

Line = Mapping[str, Json]

LONGEST_LINE = 64 * 2**20
LARGEST_LOG = 2**30


def lines_of(path: Path) -> Iterator[Line]:
    """Yield the JSON objects of a file; lines that are cut, too long or no objects are left out."""
    with path.open("rb") as file:
        yield from objects(iter(lambda: file.readline(LONGEST_LINE), b""))


def objects(lines: Iterator[bytes]) -> Iterator[Line]:
    """Yield the JSON objects among lines; raise `ValueError` when they are too many to be a log."""
    size = 0
    for line in lines:
        size += len(line)
        if size > LARGEST_LOG:
            raise ValueError(f"it has more than {LARGEST_LOG:,} bytes")
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            yield cast(Line, value)


def part(line: Line, *names: str) -> Line:
    """Return an object inside others, empty where there is none."""
    for name in names:
        inner = line.get(name)
        if not isinstance(inner, dict):
            return {}
        line = inner
    return line


def count(line: Line, name: str) -> int:
    """Return a number of tokens, 0 where it is not given."""
    value = line.get(name)
    return value if type(value) is int else 0


def text(line: Line, name: str) -> str:
    """Return a text, empty where it is not given."""
    value = line.get(name)
    return value if isinstance(value, str) else ""
