"""The drivers without their programs: what they write, say and read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest

from ludarena.agents.errors import InvalidSetting
from ludarena.agents.registry import agent_type, agent_types
from ludarena.harness.driver import Driver, Session, Stay
from ludarena.harness.drivers import MODULES, known_programs
from ludarena.harness.drivers.claude import ClaudeCode
from ludarena.harness.drivers.codex import Codex
from ludarena.harness.drivers.dsh import DeepSeekHarness
from ludarena.harness.drivers.gemini import GeminiCli
from ludarena.harness.drivers.opencode import OpenCode
from ludarena.harness.drivers.qwen import QwenCode
from ludarena.harness.program_record import program_model

DRIVERS: list[Driver] = [
    Codex(),
    OpenCode(),
    QwenCode(),
    DeepSeekHarness(),
    ClaudeCode(),
    GeminiCli(),
]
NAMES = [one.facts.type for one in DRIVERS]
ID = "01234567-89ab-4cde-8f01-23456789abcd"


@pytest.fixture
def stay(tmp_path) -> Stay:
    (tmp_path / "home" / "work").mkdir(parents=True)
    return Stay(
        program="/bin/program",
        home=tmp_path / "home",
        model="model-of-test",
        model_url="http://127.0.0.1:1/seat/t/v1",
        seat_url="http://127.0.0.1:2/seat/s/mcp",
    )


def written(home: Path) -> dict[str, str]:
    return {str(one.relative_to(home)): one.read_text() for one in home.rglob("*") if one.is_file()}


def test_every_program_has_a_type_of_its_own():
    facts = known_programs()
    assert [one.type for one in facts] == NAMES
    assert len(MODULES) == len(NAMES)
    for one in facts:
        kind = agent_type(one.type)
        (program,) = [each for each in kind.settings if each.name == "program"]
        assert kind.over_mcp and program.default == one.executable
    assert {one.name for one in agent_types() if one.over_mcp} == {*NAMES, "mcp", "program"}


@pytest.mark.parametrize("driver", DRIVERS, ids=NAMES)
def test_home_leads_to_seat_and_gateway_and_tells_no_path(driver, stay):
    environment = driver.furnish(stay)
    files = written(stay.home)
    everything = "\n".join([*files.values(), *environment.values()])
    for needed in (stay.model, stay.model_url, stay.seat_url, "LUDARENA_MCP_TOKEN"):
        assert needed in everything
    assert not any(str(stay.home) in text for text in files.values()), "a sandbox renames it"
    assert driver.furnish(stay) == environment, "again, when a match goes on"
    assert written(stay.home) == files


@pytest.mark.parametrize("driver", DRIVERS, ids=NAMES)
def test_session_is_opened_once_and_then_resumed(driver, stay):
    first = driver.command(stay, "look", Session(ID if driver.facts.chooses_id else ""))
    later = driver.command(stay, "look", Session(ID, opened=True))
    assert first[0] == later[0] == "/bin/program"
    assert "look" in first and "look" in later
    assert (ID in first) == driver.facts.chooses_id
    assert ID in later and later != first


@pytest.mark.parametrize("driver", DRIVERS, ids=NAMES)
def test_own_tools_change_what_is_said_or_written(driver, stay):
    def said(tools: str) -> tuple[object, ...]:
        told = Stay(
            **{name: getattr(stay, name) for name in ("program", "home", "model")},
            model_url=stay.model_url,
            seat_url=stay.seat_url,
            tools=tools,  # type: ignore[arg-type]
        )
        return driver.furnish(told), written(stay.home), driver.command(told, "look", Session(ID))

    assert said("seat") != said("own")


SESSIONS = {
    "codex": f".codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-{ID}.jsonl",
    "qwen-code": f".qwen/projects/-home-seat-work/chats/{ID}.jsonl",
    "dsh": f".dsh/sessions/-home-seat-work/{ID}/session.v4.jsonl.zstd",
    "claude-code": f".claude/projects/-home-seat-work/{ID}.jsonl",
    "gemini-cli": ".gemini/tmp/work/chats/session-2026-01-02T03-04-01234567.jsonl",
}


@pytest.mark.parametrize("driver", DRIVERS, ids=NAMES)
def test_session_is_found_in_its_home(driver, tmp_path):
    assert driver.sessions(tmp_path) == []
    if driver.facts.type == "opencode":
        path = tmp_path / ".local/share/opencode/opencode.db"
        path.parent.mkdir(parents=True)
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE session (id, parent_id, time_created)")
            rows = [("of-a-helper", ID, 2), (ID, None, 1), ("later", None, 3)]
            database.executemany("INSERT INTO session VALUES (?, ?, ?)", rows)
            database.commit()
        assert driver.sessions(tmp_path) == [ID, "later"]
        return
    path = tmp_path / SESSIONS[driver.facts.type]
    path.parent.mkdir(parents=True)
    path.write_text(f'{{"sessionId": "{ID}"}}\n')
    assert driver.sessions(tmp_path) == [ID]


COMPLAINTS = {
    "codex": {"type": "turn.failed", "error": {"message": "it broke"}},
    "opencode": {"type": "error", "error": {"name": "APIError", "data": {"message": "it broke"}}},
    "qwen-code": {"type": "result", "is_error": True, "error": {"message": "it broke"}},
    "dsh": {"type": "error", "error": {"message": "it broke"}},
    "claude-code": {"type": "result", "is_error": True, "result": "it broke"},
    "gemini-cli": {"type": "result", "status": "error", "error": {"message": "it broke"}},
}


@pytest.mark.parametrize("driver", DRIVERS, ids=NAMES)
def test_errors_are_heard_and_unknown_events_passed_over(driver):
    assert list(driver.complaints(COMPLAINTS[driver.facts.type])) == ["it broke"]
    for strange in ({}, {"type": "of tomorrow", "error": 1}, {"type": 7}, {"type": "result"}):
        assert list(driver.complaints(strange)) == []
    for odd in ({"type": "error"}, {"type": "error", "error": ["x"]}):
        assert all(isinstance(text, str) for text in driver.complaints(odd))


@pytest.mark.parametrize(
    ("module", "model", "api"),
    [
        ("codex", "openai:any", "responses"),
        ("opencode", "openai:any", "chat"),
        ("claude", "deepseek:any", "messages"),
        ("gemini", "google:any", "gemini"),
        ("dsh", "openrouter:any", "chat"),
        ("claude", "my-own/messages:any", "messages"),
    ],
)
def test_model_is_called_by_the_programs_own_api_where_its_provider_has_it(module, model, api):
    facts = import_module(f"ludarena.harness.drivers.{module}").FACTS
    assert program_model(facts, model, "http://127.0.0.1:1", None).choice.api == api


@pytest.mark.parametrize(
    ("module", "model"),
    [
        ("claude", "openai:any"),
        ("opencode", "openai/responses:any"),
        ("gemini", "embedded:smollm2"),
        ("codex", "any"),
    ],
)
def test_model_of_another_api_is_refused(module, model):
    facts = import_module(f"ludarena.harness.drivers.{module}").FACTS
    with pytest.raises(InvalidSetting, match=f"a model of the API that {facts.title} speaks"):
        program_model(facts, model, "", None)
