"""DeepSeek Harness: a patch in YAML over the profile that it ships for use without a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from ludarena.harness.driver import (
    KEY_VARIABLE,
    SERVER,
    TOKEN_VARIABLE,
    Facts,
    Session,
    Stay,
)
from ludarena.harness.own_files import write_file
from ludarena.harness.process import Event
from ludarena.harness.program import ProgramAgent
from ludarena.harness.program_record import details_of

FACTS = Facts(
    type="dsh",
    title="DeepSeek Harness",
    executable="dsh",
    install="pip install --pre deepseek-harness-runtime-bin",
    api="chat",
    oldest="0.2.1rc2",
    newest="0.2.1rc2",
    chooses_id=False,
    home_variable="DSH_HOME",
)

_ALWAYS_OFF = (
    "session-telemetry-otel",
    "session-title-llm",
    "web",
    "web-search-deepseek",
    "web-deepseek-api",
    "web-fetch-http",
    "tool-web",
    "tool-subagent",
    "tool-subagent-fork",
    "tool-subagent-control",
    "tool-subagent-list-agents",
    "tool-workflow",
    "tool-goal",
)
"""Statistics that go to its maker, titles that a model makes, the web, other agents."""

_FILE = "seat.patch.yml"
_OWN = ("tool-bash", "tool-jobs", "tool-fs", "tool-fs-search", "tool-skill")
_MOVING = "tool-working-directory"

_PATCH = f"""\
- id: agent-default-model
  config: {{{{provider: gateway, model: {{model}}}}}}
- id: llm-pi-ai
  config:
    providers:
      gateway:
        apiKeyEnv: {KEY_VARIABLE}
        api: openai-completions
        baseURL: {{model_url}}
        compat: {{{{supportsDeveloperRole: false}}}}
        models: [{{{{id: {{model}}}}}}]
- insert:
    - id: seat-mcp
      name: '@deepseek-ai/dsh-mcp-client'
      config:
        transport: streamable-http
        serverName: {SERVER}
        url: {{seat_url}}
        failOnStartupError: true
        headers:
          Authorization: !!js '"Bearer " + process.env.{TOKEN_VARIABLE}'
"""


class DeepSeekHarness:
    """`dsh --profile headless`."""

    facts = FACTS

    def furnish(self, stay: Stay) -> Mapping[str, str]:
        """Write the patch; a JSON text is one of YAML, too."""
        off = _ALWAYS_OFF if stay.tools == "own" else (*_ALWAYS_OFF, *_OWN, _MOVING)
        patch = _PATCH.format(
            model=json.dumps(stay.model),
            model_url=json.dumps(stay.model_url),
            seat_url=json.dumps(stay.seat_url),
        )
        disabled = "".join(f"- id: {name}\n  disabled: true\n" for name in off)
        write_file(stay.home, _FILE, disabled + patch)
        # Its own confinement of commands does not work in a sandbox, and asks where nobody answers.
        trusted = {"DSH_PERMISSION_MODE": "danger-full-access"} if stay.tools == "own" else {}
        return {"DSH_HOME": str(stay.home / ".dsh"), "DSH_TELEMETRY_MODE": "OFF", **trusted}

    def command(self, stay: Stay, prompt: str, session: Session) -> list[str]:
        """Return the command line of a call."""
        which = ["--session-id", session.id] if session.opened else []
        patch = ["--patch", str(_patch(stay))]
        return [stay.program, "--profile", "headless", *patch, "--json", *which, prompt]

    def sessions(self, home: Path) -> list[str]:
        """Return the names of the folders of sessions, the first opened first."""
        folders = {path.parent for path in home.glob(".dsh/sessions/*/*/session.*")}
        return [path.name for path in sorted(folders, key=lambda path: path.name)]

    def complaints(self, event: Event) -> Iterator[str]:
        """Yield the messages of `error` events."""
        if event.get("type") != "error":
            return
        error = event.get("error", event.get("message", ""))
        yield str(error.get("message", "")) if isinstance(error, dict) else str(error)


def _patch(stay: Stay) -> Path:
    return stay.home / _FILE


agent = partial(ProgramAgent, DeepSeekHarness())
details = details_of(FACTS)
