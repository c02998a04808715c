"""Gemini CLI's log: one file of chats a session, with one line or two a response."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludarena.agents.own_log import LoggedResponse
from ludarena.harness.log_lines import Line, count, lines_of, part, text
from ludarena.harness.own_files import files_in
from ludarena.models.usage import Usage


def responses(home: Path) -> Iterator[LoggedResponse]:
    """Yield the responses of all sessions.

    Counts are incremental; cached input is a part of input, and thoughts stand beside output. A
    response with calls of tools stands twice, under one id, which is the program's own. One that
    was cut has no counts.
    """
    for path in files_in(home, ".gemini/tmp/*/chats/session-*.jsonl"):
        for line in lines_of(path):
            if text(line, "type") == "gemini" and (tokens := part(line, "tokens")):
                yield LoggedResponse(id=text(line, "id"), session=path.stem, usage=_usage(tokens))


def _usage(tokens: Line) -> Usage:
    thoughts = count(tokens, "thoughts")
    return Usage(
        input=count(tokens, "input") + count(tokens, "tool"),
        output=count(tokens, "output") + thoughts,
        cached=count(tokens, "cached"),
        reasoning=thoughts,
    )
