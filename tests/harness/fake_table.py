"""Matches in which a stand-in for Codex plays, on a scripted model."""

from __future__ import annotations

import sys
from pathlib import Path

from ludarena.arena.participant import Participant, built_in
from ludarena.testing.provider import Reply, ScriptedProvider, Tokens
from tests.harness.table import RANDOM, Match, match

FAKE = Path(__file__).with_name("fake_codex.py")


def fake_codex(folder: Path, before: str = "", name: str = "codex") -> Path:
    """Return an executable that runs lines of shell, then the stand-in."""
    path = folder / name
    path.write_text(f'#!/bin/sh\n{before}\nexec {sys.executable} -I {FAKE} "$@"\n')
    path.chmod(0o755)
    return path


def seated(
    program: Path, provider: ScriptedProvider, name: str = "codex", **settings: object
) -> Participant:
    given: dict[str, object] = {
        "model": "openai:scripted-1",
        "base_url": provider.base_url("responses"),
        "program": str(program),
        "sandbox": "none",
        **settings,
    }
    return built_in(name, "codex", **given)


def played(
    folder: Path, program: Path, replies: list[Reply], *, faults=None, settings=None, **protocol
) -> tuple[Match, list[str], Tokens]:
    """Play a match of two decisions a seat; return it, the prompts and the provider's count."""
    with ScriptedProvider(replies, faults=faults) as provider:
        who = seated(program, provider, **(settings or {}))
        with match(folder, [who, RANDOM], **protocol) as table:
            pass
        served = provider.served()
        return table, [one.asked.user for one in served], provider.tokens()
