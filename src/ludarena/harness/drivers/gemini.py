"""Gemini CLI: settings in JSON, a policy in TOML that denies its own tools."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from ludarena.core.view import Json
from ludarena.harness.driver import SERVER, TOKEN_VARIABLE, Facts, Session, Stay
from ludarena.harness.log_lines import lines_of, text
from ludarena.harness.own_files import files_in, write_file
from ludarena.harness.process import Event
from ludarena.harness.program import ProgramAgent
from ludarena.harness.program_record import details_of

FACTS = Facts(
    type="gemini-cli",
    title="Gemini CLI",
    executable="gemini",
    install="npm install @google/gemini-cli (with Node 20 or newer)",
    api="gemini",
    oldest="0.61.0",
    newest="0.61.0",
    chooses_id=True,
)

_SETTINGS: dict[str, Json] = {
    "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "security": {
        "auth": {"selectedType": "gemini-api-key"},
        "folderTrust": {"enabled": False},
    },
    "mcp": {"allowed": [SERVER]},
}

_RULES_FILE = "arena-policy.toml"
_RULE = """\
[[rule]]
toolName = {tool}
decision = "{decision}"
priority = {priority}
"""
_SEAT = f"""\
[[rule]]
mcpName = "{SERVER}"
toolName = "*"
decision = "allow"
priority = 600
"""
_WEB = json.dumps(["web_fetch", "google_web_search"])


class GeminiCli:
    """`gemini -p`."""

    facts = FACTS

    def furnish(self, stay: Stay) -> Mapping[str, str]:
        """Write `settings.json` and the policy."""
        server: dict[str, Json] = {
            "httpUrl": stay.seat_url,
            "headers": {"Authorization": f"Bearer ${TOKEN_VARIABLE}"},
            "trust": True,
        }
        settings = {**_SETTINGS, "model": {"name": stay.model}, "mcpServers": {SERVER: server}}
        write_file(stay.home, ".gemini/settings.json", json.dumps(settings, indent=1))
        write_file(stay.home, _RULES_FILE, _rules(own=stay.tools == "own"))
        return {
            "GEMINI_API_KEY": "seat",
            "GOOGLE_GEMINI_BASE_URL": stay.model_url,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        }

    def command(self, stay: Stay, prompt: str, session: Session) -> list[str]:
        """Return the command line of a call."""
        which = "--resume" if session.opened else "--session-id"
        asking = ["--approval-mode", "yolo"] if stay.tools == "own" else []
        return [
            *[stay.program, "-m", stay.model, "--policy", str(_policy(stay)), *asking],
            *["--output-format", "stream-json", which, session.id, "-p", prompt],
        ]

    def sessions(self, home: Path) -> list[str]:
        """Return the ids in the first lines of files of chats, which are named after the time."""
        files = files_in(home, ".gemini/tmp/*/chats/session-*.jsonl")
        return [found for path in files if (found := _session_of(path))]

    def complaints(self, event: Event) -> Iterator[str]:
        """Yield the messages of errors, and of a result that is one."""
        if event.get("type") == "error" and event.get("severity", "error") == "error":
            yield str(event.get("message", ""))
        if event.get("type") == "result" and event.get("status") == "error":
            error = event.get("error")
            yield str(error.get("message", "")) if isinstance(error, dict) else str(error)


def _session_of(path: Path) -> str:
    return text(next(lines_of(path), {}), "sessionId")


def _policy(stay: Stay) -> Path:
    return stay.home / _RULES_FILE


def _rules(*, own: bool) -> str:
    """Return a policy that denies all tools but the seat's, or only those that reach the web."""
    if not own:
        return _RULE.format(tool='"*"', decision="deny", priority=500) + _SEAT
    allowed = _RULE.format(tool='"*"', decision="allow", priority=500)
    return allowed + _RULE.format(tool=_WEB, decision="deny", priority=550) + _SEAT


agent = partial(ProgramAgent, GeminiCli())
details = details_of(FACTS)
