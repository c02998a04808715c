"""Claude Code's log: one file a session, with one line or more a message of the model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludarena.agents.own_log import LoggedResponse
from ludarena.harness.log_lines import Line, count, lines_of, part, text
from ludarena.harness.own_files import files_in
from ludarena.models.usage import Usage


def responses(home: Path) -> Iterator[LoggedResponse]:
    """Yield the responses of all sessions; lines of sub-agents are among them.

    Counts are incremental. Input is what neither came from a cache nor went to one; thinking is a
    part of output. A message of several blocks has a line for each, with one id and equal counts.
    """
    for path in files_in(home, ".claude/projects/**/*.jsonl"):
        for line in lines_of(path):
            message = part(line, "message")
            if text(line, "type") == "assistant" and (usage := part(message, "usage")):
                if text(message, "model") == "<synthetic>":
                    continue  # what the program says itself in place of a reply
                session = text(line, "sessionId") or path.stem
                yield LoggedResponse(id=text(message, "id"), session=session, usage=_usage(usage))


def _usage(counts: Line) -> Usage:
    read = count(counts, "cache_read_input_tokens")
    written = count(counts, "cache_creation_input_tokens")
    details = part(counts, "output_tokens_details")
    known = "thinking_tokens" in details
    return Usage(
        input=count(counts, "input_tokens") + read + written,
        output=count(counts, "output_tokens"),
        cached=read,
        cache_write=written,
        reasoning=count(details, "thinking_tokens") if known else None,
    )
