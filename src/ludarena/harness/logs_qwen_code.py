"""Qwen Code's log: one file of chats a session, with one event of usage a response."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludarena.agents.own_log import LoggedResponse
from ludarena.harness.log_lines import Line, count, lines_of, part, text
from ludarena.harness.own_files import files_in
from ludarena.models.usage import Usage

_RESPONSE = "qwen-code.api_response"


def responses(home: Path) -> Iterator[LoggedResponse]:
    """Yield the responses of all sessions, sub-agents and compressions included.

    Counts are incremental; cached input is a part of input, thoughts of output. The `assistant`
    lines repeat the same responses without their thoughts and are left alone.
    """
    for path in files_in(home, ".qwen/projects/*/chats/*.jsonl"):
        for line in lines_of(path):
            event = part(line, "systemPayload", "uiEvent")
            if text(event, "event.name") == _RESPONSE:
                yield LoggedResponse(
                    id=text(event, "response_id"), session=path.stem, usage=_usage(event)
                )


def _usage(event: Line) -> Usage:
    return Usage(
        input=count(event, "input_token_count"),
        output=count(event, "output_token_count"),
        cached=count(event, "cached_content_token_count"),
        reasoning=count(event, "thoughts_token_count"),
    )
