"""DeepSeek Harness's log: one compressed file a session, with one message a response."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from ludarena.agents.own_log import LoggedResponse
from ludarena.core.errors import MissingExtra
from ludarena.harness.log_lines import LONGEST_LINE, Line, count, objects, part, text
from ludarena.harness.own_files import files_in
from ludarena.models.usage import Usage


def responses(home: Path) -> Iterator[LoggedResponse]:
    """Yield the responses of all sessions; those of sub-agents are sessions of their own.

    Counts are incremental. Input is what did not come from a cache; reasoning is inside output
    and not told. Raises `MissingExtra`.
    """
    for path in files_in(home, ".dsh/sessions/**/session.v*.jsonl.zstd"):
        for line in _lines(path):
            data = part(line, "data")
            if text(line, "type") == "assistant/message" and (usage := part(data, "usage")):
                response = part(data, "message", "source", "replayState", "response")
                yield LoggedResponse(
                    id=text(response, "responseId"),
                    session=path.parent.name,
                    usage=_usage(usage),
                )


def _lines(path: Path) -> Iterator[Line]:
    """Yield the objects of a file; the last frame of one that is cut is read as far as it goes."""
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError as error:
        raise MissingExtra("the log of dsh", "programs") from error
    with zstd.open(path) as file, contextlib.suppress(EOFError, zstd.ZstdError):
        yield from objects(iter(lambda: file.readline(LONGEST_LINE), b""))


def _usage(counts: Line) -> Usage:
    read = count(counts, "cacheReadTokens")
    written = count(counts, "cacheWriteTokens")
    return Usage(
        input=count(counts, "inputTokens") + read + written,
        output=count(counts, "outputTokens"),
        cached=read,
        cache_write=written,
    )
