"""The session logs of agent programs: which program is read by which rules.

Each reader turns the program's own counts into `Usage`, one a response of a model. A response that
stands in a log more than once counts once, sub-agents and compactions count like everything else,
and lines that are cut or of unknown types are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ludarena.agents.own_log import LoggedResponse, OwnLog
from ludarena.core.errors import LudarenaError
from ludarena.harness.logs_claude_code import responses as claude_code
from ludarena.harness.logs_codex import responses as codex
from ludarena.harness.logs_dsh import responses as dsh
from ludarena.harness.logs_gemini_cli import responses as gemini_cli
from ludarena.harness.logs_opencode import responses as opencode
from ludarena.harness.logs_qwen_code import responses as qwen_code

Read = Callable[[Path], Iterator[LoggedResponse]]
"""Yields the responses that the logs in a home tell of; it may yield one more than once."""

READERS: Mapping[str, Read] = {
    "codex": codex,
    "opencode": opencode,
    "qwen-code": qwen_code,
    "dsh": dsh,
    "claude-code": claude_code,
    "gemini-cli": gemini_cli,
}
"""Readers by type of participant."""


def own_log(program: str, home: Path) -> OwnLog:
    """Return what the logs in a program's home say; a log that cannot be read is no error."""
    reader = READERS.get(program)
    if reader is None:
        return OwnLog(program=program, status="absent", detail="its log has no known form")
    try:
        found = _once(reader(home))
    except (LudarenaError, OSError, ValueError, TypeError, LookupError) as error:
        detail = f"{type(error).__name__}: {error}"
        return OwnLog(program=program, status="unreadable", detail=detail)
    if not found:
        return OwnLog(program=program, status="absent", detail="it holds no response")
    return OwnLog(program=program, status="read", responses=tuple(found))


def _once(responses: Iterator[LoggedResponse]) -> list[LoggedResponse]:
    """Return responses in the order of their first mention, as their last mention counts them."""
    known: dict[object, LoggedResponse] = {}
    for number, one in enumerate(responses):
        known[one.id or number] = one
    return list(known.values())
