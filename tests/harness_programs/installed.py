"""The programs that are tested, where they are installed, and matches that they play."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

import pytest

from ludarena.arena.participant import Participant, built_in
from ludarena.arena.presets import protocol_for
from ludarena.arena.record import FailedTry, SeatResult
from ludarena.arena.runner import RunReport, run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store, read_store
from ludarena.cli.single import single_plan
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.harness.driver import Facts
from ludarena.testing.provider import Asked, Reply, ScriptedProvider, ToolUse

FOLDER = Path(os.environ.get("LUDARENA_PROGRAMS", "build/programs")).absolute()
MODULES = {
    "codex": "codex",
    "opencode": "opencode",
    "qwen-code": "qwen",
    "dsh": "dsh",
    "claude-code": "claude",
    "gemini-cli": "gemini",
}
SHORT = {"turn_limit": 2}


def facts_of(kind: str) -> Facts:
    facts: Facts = import_module(f"ludarena.harness.drivers.{MODULES[kind]}").FACTS
    return facts


def executable(kind: str) -> Path:
    """Return where a program is; skip where it is not, unless all are demanded."""
    name = facts_of(kind).executable
    places = [FOLDER / "node_modules" / ".bin" / name, FOLDER / kind / "bin" / name]
    for place in places:
        if place.exists():
            return place
    if os.environ.get("LUDARENA_DEMAND_PROGRAMS"):
        raise AssertionError(f"{kind} is not installed in {FOLDER}")
    pytest.skip(f"{kind} is not installed in {FOLDER}")


def seated(kind: str, provider: ScriptedProvider, **settings: object) -> Participant:
    """Return a participant that is such a program, with a scripted model behind it."""
    api = facts_of(kind).api
    return built_in(
        kind,
        kind,
        model=f"scripted-maker/{api}:scripted-1",
        base_url=provider.base_url(api)
        + ("/v1" if api == "messages" else "")
        + ("/v1beta" if api == "gemini" else ""),
        key_env="SCRIPTED_KEY" if settings.pop("key", False) else None,
        program=str(executable(kind)),
        **settings,
    )


def plays(asked: Asked) -> Reply:
    """Look, list, buy the first card that can be had, else do the first thing listed."""
    last = asked.results[-1] if asked.results else ""
    listed = re.search(r"Decision (\d+), \d+ legal actions:", last)
    if not asked.results:
        return Reply(calls=(ToolUse("observe"),))
    if listed is not None:
        ids: list[str] = re.findall(r"^- (\S+): ", last, re.MULTILINE)
        buys = [one for one in ids if one.startswith("buy")]
        action = {"action": (buys or ids)[0], "decision": int(listed[1])}
        return Reply(calls=(ToolUse("act", action),))
    if re.search(r"You owe decision \d+\.", last):
        return Reply(calls=(ToolUse("legal_actions"),))
    return Reply(text="I have made my move.")


def frozen(
    folder: Path, roster: Sequence[Participant], options: Mapping[str, int], **protocol: object
) -> Callable[..., RunReport]:
    """Freeze a match of Splendor; return what plays it."""
    game = load_game("splendor")
    plan = single_plan(
        game, resolve(game.id, game.options, options), 5, roster, protocol_for(roster, protocol)
    )
    with open_store(folder) as store:
        store.freeze(plan)

    def play(services: Services | None = None) -> RunReport:
        with open_store(folder) as store:
            return run_matches(store, services=services)

    return play


def match(
    folder: Path, who: Participant, options: Mapping[str, int] = SHORT, **protocol: object
) -> Callable[..., RunReport]:
    """Freeze a match of a program against random; return what plays it."""
    return frozen(folder, [who, built_in("random", "random")], options, **protocol)


def failed_tries(folder: Path) -> list[FailedTry]:
    with read_store(folder) as reader:
        attempts = reader.attempts(reader.matches()[0])
        return [one for attempt in attempts for one in reader.failed_tries(attempt.key)]


def results(folder: Path) -> list[SeatResult]:
    with read_store(folder) as reader:
        attempt = reader.current_attempt(reader.matches()[0])
        return reader.seat_results(attempt.key) if attempt else []


def wait_for(ready: Callable[[], bool], seconds: float = 120.0) -> None:
    """Wait until something is so; an error when it takes too long."""
    until = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)
