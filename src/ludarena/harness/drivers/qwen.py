"""Qwen Code: settings in JSON, sessions under ids of our own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from ludarena.core.view import Json
from ludarena.harness.driver import SERVER, TOKEN_VARIABLE, Facts, Session, Stay
from ludarena.harness.own_files import write_file
from ludarena.harness.process import Event
from ludarena.harness.program import ProgramAgent
from ludarena.harness.program_record import details_of

FACTS = Facts(
    type="qwen-code",
    title="Qwen Code",
    executable="qwen",
    install="npm install @qwen-code/qwen-code (with Node 22 or newer)",
    api="chat",
    oldest="0.24.4",
    newest="0.24.4",
    chooses_id=True,
)

_SETTINGS: dict[str, Json] = {
    "general": {"enableAutoUpdate": False},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "security": {"auth": {"selectedType": "openai"}},
    "memory": {"enableManagedAutoMemory": False, "enableManagedAutoDream": False},
    "ui": {"enableFollowupSuggestions": False},
}
"""No updates, no statistics, and none of the calls that extract memories or make suggestions."""

_SEARCH: Json = {"enabled": False}
_WEB: Json = ["web_fetch", "web_search"]


class QwenCode:
    """`qwen`; the tools of the seat are loaded always, not behind a search for tools."""

    facts = FACTS

    def furnish(self, stay: Stay) -> Mapping[str, str]:
        """Write `settings.json`."""
        server: dict[str, Json] = {
            "httpUrl": stay.seat_url,
            "headers": {"Authorization": f"Bearer ${TOKEN_VARIABLE}"},
            "trust": True,
            "alwaysLoadTools": True,
        }
        own = stay.tools == "own"
        tools: dict[str, Json] = {"toolSearch": _SEARCH}
        tools |= {"exclude": _WEB, "approvalMode": "yolo"} if own else {"core": ["none"]}
        settings: dict[str, Json] = {
            **_SETTINGS,
            "model": {"name": stay.model},
            "tools": tools,
            "mcpServers": {SERVER: server},
        }
        write_file(stay.home, ".qwen/settings.json", json.dumps(settings, indent=1))
        return {
            "OPENAI_API_KEY": "seat",
            "OPENAI_BASE_URL": stay.model_url,
            "OPENAI_MODEL": stay.model,
        }

    def command(self, stay: Stay, prompt: str, session: Session) -> list[str]:
        """Return the command line of a call."""
        which = "--resume" if session.opened else "--session-id"
        return [stay.program, "--output-format", "stream-json", which, session.id, prompt]

    def sessions(self, home: Path) -> list[str]:
        """Return the ids that files of chats are named after."""
        return sorted(path.stem for path in home.glob(".qwen/projects/*/chats/*.jsonl"))

    def complaints(self, event: Event) -> Iterator[str]:
        """Yield what a result says that is an error."""
        yield from result_error(event)


def result_error(event: Event) -> Iterator[str]:
    """Yield the text of a `result` event that says it is an error."""
    if event.get("type") != "result" or not event.get("is_error"):
        return
    error = event.get("error")
    if isinstance(error, dict) and "message" in error:
        yield str(error["message"])
    else:
        yield str(event.get("result") or error or event.get("subtype", ""))


agent = partial(ProgramAgent, QwenCode())
details = details_of(FACTS)
