"""Checksums of exports: one in every record, and one over all of them at the end of a file.

They show damage and mistakes; they are no signature.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import cast

from ludarena.arena.digests import DIGEST_BYTES, digest_of
from ludarena.core.view import Json, canonical_json

NAME = "checksum"
END = "end"


class Seal:
    """Puts checksums into the records of one file, in the order in which they are written."""

    def __init__(self) -> None:
        self.lines = 0
        self._all = blake2b(digest_size=DIGEST_BYTES)

    def sealed(self, record: Mapping[str, Json]) -> dict[str, Json]:
        """Return a record with the digest of its canonical JSON."""
        digest = digest_of(dict(record))
        self.lines += 1
        self._all.update(digest.encode())
        return {**record, NAME: digest}

    def end(self) -> dict[str, Json]:
        """Return the last record of a file: how many there are before it, and their digest."""
        return self.sealed({"type": END, "lines": self.lines, "all": self._all.hexdigest()})


@dataclass(frozen=True, slots=True)
class SealReport:
    """What the checksums of a file say: how many lines were looked at, and what is wrong."""

    lines: int
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Return whether the file is as it was written."""
        return not self.problems


def check_seals(lines: Iterable[str]) -> SealReport:
    """Compare the lines of an export with their checksums, and their number with that at the end.

    The file of a single match has one line and no end.
    """
    seal = Seal()
    problems: list[str] = []
    ended = single = False
    for number, line in enumerate(lines, 1):
        record = _record(line)
        problems += [f"line {number}: {what}" for what in _problems(line, record)]
        if ended:
            problems.append(f"line {number}: it comes after the end")
        elif record.get("type") == END:
            ended = True
            problems += _end_problems(record, seal)
        else:
            seal.sealed(_unsealed(record))
            single = "checks" in record
    if not ended and not (single and seal.lines == 1):
        problems.append("the end is missing: the file was cut short")
    return SealReport(seal.lines, tuple(problems))


def _record(line: str) -> dict[str, Json]:
    """Return the record of a line, nothing for a line that is none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return cast(dict[str, Json], value) if isinstance(value, dict) else {}


def _unsealed(record: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in record.items() if name != NAME}


def _problems(line: str, record: Mapping[str, Json]) -> Iterator[str]:
    if not record:
        yield "it is no JSON object"
    elif NAME not in record:
        yield "it has no checksum"
    elif digest_of(_unsealed(record)) != record[NAME]:
        yield "it does not fit its checksum"
    elif line.rstrip("\n") != canonical_json(dict(record)):
        yield "it is not written as an export writes it"


def _end_problems(found: Mapping[str, Json], seal: Seal) -> Iterator[str]:
    expected = _unsealed(seal.end())
    if found.get("lines") != expected["lines"]:
        yield f"{expected['lines']} lines are there, {found.get('lines')} were written"
    elif found.get("all") != expected["all"]:
        yield "the lines are not those that were written"
