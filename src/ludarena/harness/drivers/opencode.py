"""OpenCode: a configuration in JSON, sessions in a database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

from ludarena.core.view import Json
from ludarena.harness.driver import (
    KEY_VARIABLE,
    SERVER,
    TOKEN_VARIABLE,
    Facts,
    Session,
    Stay,
)
from ludarena.harness.own_files import files_in, write_file
from ludarena.harness.process import Event
from ludarena.harness.program import ProgramAgent
from ludarena.harness.program_record import details_of

FACTS = Facts(
    type="opencode",
    title="OpenCode",
    executable="opencode",
    install="npm install opencode-ai",
    api="chat",
    oldest="1.18.33",
    newest="1.18.33",
    chooses_id=False,
)

_OFF = ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS", "CLAUDE_CODE")
_CONTEXT = 128_000
_OUTPUT = 32_000
_WEB = {"webfetch": "deny", "websearch": "deny"}


class OpenCode:
    """`opencode run`; a title that is given saves the call of a model that would find one."""

    facts = FACTS

    def furnish(self, stay: Stay) -> Mapping[str, str]:
        """Write `opencode.json`."""
        write_file(stay.home, ".config/opencode/opencode.json", json.dumps(_config(stay), indent=1))
        return {f"OPENCODE_DISABLE_{name}": "1" for name in _OFF}

    def command(self, stay: Stay, prompt: str, session: Session) -> list[str]:
        """Return the command line of a call."""
        which = ["--session", session.id] if session.opened else ["--title", "seat"]
        return [stay.program, "run", "--format", "json", *which, prompt]

    def sessions(self, home: Path) -> list[str]:
        """Return the sessions of the database that are no sub-agent's."""
        path = next(files_in(home, ".local/share/opencode/opencode.db"), None)
        if path is None:
            return []
        query = "SELECT id FROM session WHERE parent_id IS NULL ORDER BY time_created, id"
        try:
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
                return [str(row[0]) for row in database.execute(query)]
        except sqlite3.Error:
            return []

    def complaints(self, event: Event) -> Iterator[str]:
        """Yield the messages of `error` events."""
        if event.get("type") != "error":
            return
        error = event.get("error")
        data = error.get("data") if isinstance(error, dict) else None
        if isinstance(data, dict) and "message" in data:
            yield str(data["message"])
        else:
            yield json.dumps(error)


def _config(stay: Stay) -> dict[str, Json]:
    model: dict[str, Json] = {
        "name": stay.model,
        "tool_call": True,
        "reasoning": True,
        "limit": {"context": _CONTEXT, "output": _OUTPUT},
    }
    options: dict[str, Json] = {"baseURL": stay.model_url, "apiKey": f"{{env:{KEY_VARIABLE}}}"}
    server: dict[str, Json] = {
        "type": "remote",
        "url": stay.seat_url,
        "headers": {"Authorization": f"Bearer {{env:{TOKEN_VARIABLE}}}"},
        "oauth": False,
        "enabled": True,
    }
    own = stay.tools == "own"
    return {
        "autoupdate": False,
        "share": "disabled",
        "model": f"gateway/{stay.model}",
        "small_model": f"gateway/{stay.model}",
        "enabled_providers": ["gateway"],
        "provider": {
            "gateway": {
                "npm": "@ai-sdk/openai-compatible",
                "name": "gateway",
                "options": options,
                "models": {stay.model: model},
            }
        },
        "mcp": {SERVER: server},
        "permission": {"*": "allow", "external_directory": "deny", **_WEB}
        if own
        else {"*": "deny", f"{SERVER}_*": "allow"},
    }


agent = partial(ProgramAgent, OpenCode())
details = details_of(FACTS)
