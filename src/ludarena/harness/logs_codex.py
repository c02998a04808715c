"""Codex's log: one rollout a thread, with one record of usage a response."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludarena.agents.own_log import LoggedResponse
from ludarena.harness.log_lines import Line, count, lines_of, part, text
from ludarena.harness.own_files import files_in
from ludarena.models.usage import Usage


def responses(home: Path) -> Iterator[LoggedResponse]:
    """Yield the responses of all threads; those of sub-agents are threads of their own.

    The records' own `usage` is incremental; the running totals beside it, which grow over the
    whole thread, are left alone. Cached and written input are parts of input, reasoning of output.
    """
    for path in files_in(home, ".codex/sessions/**/rollout-*.jsonl"):
        for line in lines_of(path):
            record = part(line, "payload")
            if text(line, "type") == "token_usage_record" and "usage" in record:
                yield LoggedResponse(
                    id=text(record, "response_id"),
                    session=text(record, "thread_id"),
                    usage=_usage(part(record, "usage")),
                )


def _usage(counts: Line) -> Usage:
    return Usage(
        input=count(counts, "input_tokens"),
        output=count(counts, "output_tokens"),
        cached=count(counts, "cached_input_tokens"),
        cache_write=count(counts, "cache_write_input_tokens"),
        reasoning=count(counts, "reasoning_output_tokens"),
    )
