"""The pages on matches, store and participants say what the program does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from ludarena.agents import Controller, FailureClass, agent_types, build_agent
from ludarena.arena.protocol import Protocol, protocol_settings
from ludarena.arena.record import SYSTEM_ACTS
from ludarena.arena.store.schema import METADATA
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run

CONCEPTS = Path(__file__).parents[2] / "docs" / "concepts"


def page(name: str) -> str:
    return (CONCEPTS / f"{name}.md").read_text("utf-8")


def first_column(text: str) -> set[str]:
    """Return the words in code type in the first columns of a page's tables."""
    cells = re.findall(r"^\| ([^|]*) \|", text, re.MULTILINE)
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def test_the_page_on_matches_lists_all_failures_settings_and_acts() -> None:
    named = first_column(page("match"))
    assert set(get_args(FailureClass)) <= named
    assert named >= SYSTEM_ACTS
    assert set(protocol_settings()) - {"tools"} <= named


def test_the_defaults_of_the_protocol_are_those_on_the_page() -> None:
    defaults = Protocol().as_json()
    rows = re.findall(r"^\| `(\w+)` \| .* \| ([^|]+) \|$", page("match"), re.MULTILINE)
    told = {name: value.strip("` ") for name, value in rows if name in defaults}
    assert len(told) == len(protocol_settings()) - 1
    for name, value in told.items():
        own = defaults[name]
        assert value == ("no limit" if own is None else "true" if own is True else str(own)), name


def test_the_page_on_the_store_lists_all_tables() -> None:
    assert set(METADATA.tables) <= first_column(page("store"))


def test_the_page_on_participants_lists_all_types() -> None:
    assert {kind.name for kind in agent_types()} <= first_column(page("participants"))


def test_the_player_on_the_page_plays(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", page("participants"), re.DOTALL)
    space: dict[str, type[Controller]] = {}
    exec(code, space)
    own = space["First"]
    report = run(
        tmp_path,
        plan([[RANDOM, HEURISTIC]]),
        build=lambda kind, settings: own() if kind == "random" else build_agent(kind, settings),
    )
    assert report.complete
