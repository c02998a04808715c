"""Protocols by name: what published studies show and enforce, and a lenient one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludarena.agents.registry import agent_type
from ludarena.arena.errors import InvalidProtocol
from ludarena.arena.participant import Participant
from ludarena.arena.protocol import Protocol


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings of a protocol that differ from its defaults, and how many matches go at once."""

    note: str
    settings: Mapping[str, object]
    concurrency: int = 1


PRESETS: Mapping[str, Preset] = {
    "dece": Preset(
        "actions listed, one try, 1,200 s a decision; a failed match is set aside and repeated",
        {
            "listing": True,
            "rethinks": 0,
            "on_failure": "void",
            "decision_seconds": 1_200,
        },
        concurrency=32,
    ),
    "game-arena": Preset(
        "actions not listed, three rethinks that are told no reason; then the seat forfeits",
        {"listing": False, "rethinks": 3, "feedback": "illegal", "on_failure": "forfeit"},
    ),
    "lenient": Preset(
        "actions listed, five rethinks with reasons; then a stand-in answers that decision",
        {"listing": True, "rethinks": 5, "feedback": "reason", "on_failure": "stand_in"},
    ),
}


def preset(name: str) -> Preset:
    """Return the preset of a name; raise `InvalidProtocol`."""
    if name not in PRESETS:
        raise InvalidProtocol("preset", name, f"one of {', '.join(PRESETS)}")
    return PRESETS[name]


def protocol_for(people: Iterable[Participant], settings: Mapping[str, object]) -> Protocol:
    """Return the protocol of these settings for these players; raise `InvalidProtocol`.

    Where a player comes over the seat server, the digest of its tools is part of it.
    """
    tools = {}
    if any(agent_type(one.type).over_mcp for one in people):
        from ludarena.harness.texts import TEXTS_DIGEST

        tools = {"tools": TEXTS_DIGEST}
    return Protocol(**{**tools, **settings})  # type: ignore[arg-type]  # Protocol checks its values
