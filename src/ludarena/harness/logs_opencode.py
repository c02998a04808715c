"""OpenCode's log: a database with one message a response."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from ludarena.agents.own_log import LoggedResponse
from ludarena.harness.log_lines import Line, count, part
from ludarena.harness.own_files import files_in
from ludarena.models.usage import Usage

_MESSAGES = "SELECT session_id, data FROM message ORDER BY time_created, id"


def responses(home: Path) -> Iterator[LoggedResponse]:
    """Yield the responses of all sessions; those of sub-agents are sessions of their own.

    Counts are incremental. Input is what neither came from a cache nor went to one, and reasoning
    stands beside output. The provider's ids are not kept. Raises `ValueError` for a database that
    cannot be read.
    """
    for path in files_in(home, ".local/share/opencode/opencode.db"):
        yield from _messages(path)


def _messages(path: Path) -> Iterator[LoggedResponse]:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            for session, data in database.execute(_MESSAGES):
                message = json.loads(data)
                tokens = part(message, "tokens")
                if message.get("role") == "assistant" and _any(tokens):
                    yield LoggedResponse(id="", session=str(session), usage=_usage(tokens))
    except sqlite3.Error as error:
        raise ValueError(str(error)) from error


def _any(tokens: Line) -> bool:
    """Return whether a message was counted: one that broke off holds zeros."""
    cache = part(tokens, "cache")
    return any(count(tokens, name) for name in ("input", "output", "reasoning")) or any(
        count(cache, name) for name in ("read", "write")
    )


def _usage(tokens: Line) -> Usage:
    cache = part(tokens, "cache")
    read, written = count(cache, "read"), count(cache, "write")
    reasoning = count(tokens, "reasoning")
    return Usage(
        input=count(tokens, "input") + read + written,
        output=count(tokens, "output") + reasoning,
        cached=read,
        cache_write=written,
        reasoning=reasoning,
    )
