"""Claude Code: everything in its environment and on its command line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from ludarena.core.view import Json
from ludarena.harness.driver import SERVER, TOKEN_VARIABLE, Facts, Session, Stay
from ludarena.harness.drivers.qwen import result_error
from ludarena.harness.own_files import write_file
from ludarena.harness.process import Event
from ludarena.harness.program import ProgramAgent
from ludarena.harness.program_record import details_of
from ludarena.harness.texts import TOOLS

FACTS = Facts(
    type="claude-code",
    title="Claude Code",
    executable="claude",
    install="npm install @anthropic-ai/claude-code (with Node 22 or newer)",
    api="messages",
    oldest="2.1.332",
    newest="2.1.332",
    chooses_id=True,
)

_SERVERS = "mcp.json"
_OWN = ("Bash", "Edit", "Glob", "Grep", "Read", "Write")
_ENVIRONMENT = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1",
    "CLAUDE_CODE_MAX_RETRIES": "2",
    "DISABLE_AUTOUPDATER": "1",
    "ENABLE_TOOL_SEARCH": "false",
}
"""No updates, no statistics, no search for tools, no memory beside the session."""


class ClaudeCode:
    """`claude -p`; its small model is the seat's own, since no other may be called."""

    facts = FACTS

    def furnish(self, stay: Stay) -> Mapping[str, str]:
        """Write the file of MCP servers, in which the token is a variable."""
        server: dict[str, Json] = {
            "type": "http",
            "url": stay.seat_url,
            "headers": {"Authorization": f"Bearer ${{{TOKEN_VARIABLE}}}"},
        }
        write_file(stay.home, _SERVERS, json.dumps({"mcpServers": {SERVER: server}}))
        return {
            **_ENVIRONMENT,
            "CLAUDE_CONFIG_DIR": str(stay.home / ".claude"),
            "ANTHROPIC_BASE_URL": stay.model_url,
            "ANTHROPIC_API_KEY": "seat",
            "ANTHROPIC_MODEL": stay.model,
            "ANTHROPIC_DEFAULT_HAIKU_MODEL": stay.model,
        }

    def command(self, stay: Stay, prompt: str, session: Session) -> list[str]:
        """Return the command line of a call."""
        which = "--resume" if session.opened else "--session-id"
        own = _OWN if stay.tools == "own" else ()
        allowed = [f"mcp__{SERVER}__{name}" for name in sorted(TOOLS)]
        return [
            *[stay.program, "-p", prompt, "--output-format", "stream-json", "--verbose"],
            *[which, session.id, "--mcp-config", str(_servers(stay)), "--strict-mcp-config"],
            *["--tools", ",".join(own), "--allowedTools", ",".join([*allowed, *own])],
            *["--setting-sources", "", "--permission-mode", "dontAsk"],
        ]

    def sessions(self, home: Path) -> list[str]:
        """Return the ids that files of sessions are named after."""
        return sorted(path.stem for path in home.glob(".claude/projects/*/*.jsonl"))

    def complaints(self, event: Event) -> Iterator[str]:
        """Yield what a result says that is an error."""
        yield from result_error(event)


def _servers(stay: Stay) -> Path:
    return stay.home / _SERVERS


agent = partial(ProgramAgent, ClaudeCode())
details = details_of(FACTS)
