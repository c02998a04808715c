"""Codex: a configuration in TOML, sessions in files that are named after them."""

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
    type="codex",
    title="Codex",
    executable="codex",
    install="npm install @openai/codex",
    api="responses",
    oldest="0.171.0",
    newest="0.171.0",
    chooses_id=False,
)

_CONFIG = f"""\
model = {{model}}
model_provider = "gateway"
approval_policy = "never"
sandbox_mode = {{sandbox}}
web_search = "disabled"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
shell_tool = {{own}}
unified_exec = {{own}}
view_image = false
multi_agent = false
goals = false
plugins = false
apps = false
skill_search = false

[model_providers.gateway]
name = "gateway"
base_url = {{model_url}}
env_key = "{KEY_VARIABLE}"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 2

[mcp_servers.{SERVER}]
url = {{seat_url}}
bearer_token_env_var = "{TOKEN_VARIABLE}"
required = true
default_tools_approval_mode = "approve"
"""
"""Only the gateway's model, and no word to anybody else. The gateway has tried again already."""

_ID_LENGTH = len("00000000-0000-0000-0000-000000000000")


class Codex:
    """`codex exec`, and `codex exec resume` for every later call."""

    facts = FACTS

    def furnish(self, stay: Stay) -> Mapping[str, str]:
        """Write `config.toml`."""
        home = stay.home / ".codex"
        own = stay.tools == "own"
        config = _CONFIG.format(
            model=json.dumps(stay.model),
            sandbox=json.dumps("workspace-write" if own else "read-only"),
            own=json.dumps(own),
            model_url=json.dumps(stay.model_url),
            seat_url=json.dumps(stay.seat_url),
        )
        write_file(stay.home, ".codex/config.toml", config)
        return {"CODEX_HOME": str(home)}

    def command(self, stay: Stay, prompt: str, session: Session) -> list[str]:
        """Return the command line of a call."""
        resumed = ["resume"] if session.opened else []
        target = [session.id] if session.opened else []
        options = ["--json", "--skip-git-repo-check"]
        return [stay.program, "exec", *resumed, *options, *target, prompt]

    def sessions(self, home: Path) -> list[str]:
        """Return the ids at the ends of the names of rollout files, which begin with the time."""
        files = sorted(path.stem for path in home.glob(".codex/sessions/*/*/*/rollout-*.jsonl"))
        return [name[-_ID_LENGTH:] for name in files]

    def complaints(self, event: Event) -> Iterator[str]:
        """Yield the messages of `error` and `turn.failed`."""
        if event.get("type") == "error":
            yield str(event.get("message", ""))
        if event.get("type") == "turn.failed":
            error = event.get("error")
            yield str(error.get("message", "")) if isinstance(error, dict) else str(error)


agent = partial(ProgramAgent, Codex())
details = details_of(FACTS)
