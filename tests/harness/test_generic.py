"""Any other program that speaks MCP plays by command lines with places in them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludarena.agents.errors import InvalidSetting
from ludarena.arena.participant import built_in
from ludarena.arena.store import read_store
from ludarena.harness.driver import Session, Stay
from ludarena.harness.drivers.generic import GenericProgram, _facts
from ludarena.harness.sandbox import looked
from ludarena.testing.provider import Fault, Reply, ScriptedProvider
from tests.harness.programs import installed, seated
from tests.harness.shut_in import needs_bubblewrap
from tests.harness.table import RANDOM, match

BOXES = ["none", pytest.param("bubblewrap", marks=needs_bubblewrap)]


@pytest.fixture
def program(tmp_path):
    return installed(tmp_path)


def played(folder: Path, program: Path, *mode: str, reply: Reply | None = None, **given):
    settings = {name: given.pop(name) for name in ("sandbox", "resumed") if name in given}
    with ScriptedProvider([reply or Reply(text="yes")]) as provider:
        who = seated("guest", program, provider, *mode, **settings)
        with match(folder, [who, RANDOM], **given) as table:
            pass
        return table, [one.asked.user for one in provider.served()], provider.tokens()


@pytest.mark.parametrize("sandbox", BOXES)
def test_session_is_opened_once_and_continued_and_every_token_counted(tmp_path, program, sandbox):
    table, prompts, tokens = played(tmp_path / "run", program, sandbox=sandbox)
    assert table.report is not None and table.report.complete
    assert table.failed() == []
    assert prompts[0].startswith("You hold seat 0 of a match of Splendor.")
    assert prompts[1].startswith("You owe decision 1:")
    with read_store(table.folder) as reader:
        calls = reader.calls()
        experiment = reader.experiment()
        assert experiment is not None
        people = {one.name: one for one in experiment.participants}
        (own,) = reader.own_logs()
    assert sum(int(str(one["input_tokens"])) for one in calls) == tokens.input
    assert (people["guest"].sandbox, people["random"].sandbox) == (sandbox, None)
    assert (own.log.status, own.log.detail) == ("absent", "its log has no known form")
    assert not (tmp_path / "run" / "homes").exists(), "homes are gone with the match"


def test_program_without_a_session_is_told_all_anew(tmp_path, program):
    _, prompts, _ = played(tmp_path / "run", program, sandbox="none", resumed=False)
    assert [one.startswith("You hold seat 0") for one in prompts] == [True, True]


def test_one_call_may_play_a_whole_turn(tmp_path, program):
    table, prompts, _ = played(tmp_path / "run", program, "on", sandbox="none", call="turn")
    assert len(prompts) == 2
    assert table.results()[0].stand_in_decisions == 0


@pytest.mark.parametrize("sandbox", BOXES)
@pytest.mark.parametrize(
    ("mode", "reply", "kind", "told"),
    [
        ("talk", None, "empty", "the call ended without an act"),
        ("play", Reply(fault=Fault(status=400)), "provider_error", "status 400"),
    ],
)
def test_call_without_an_act_fails_in_its_class(
    tmp_path, program, sandbox, mode, reply, kind, told
):
    protocol = {"rethinks": 0, "on_failure": "void", "attempts": 1}
    table, _, _ = played(tmp_path / "run", program, mode, reply=reply, sandbox=sandbox, **protocol)
    (failed,) = table.failed()
    assert failed.kind == kind
    assert told in failed.detail


@needs_bubblewrap
def test_child_that_a_program_leaves_behind_ends_with_its_call(tmp_path, program):
    table, prompts, _ = played(tmp_path / "run", program, "fork", sandbox="bubblewrap")
    assert table.failed() == []
    assert len(prompts) == 2
    left = [one for one in Path("/proc").glob("[0-9]*/cmdline") if _reads(one, program)]
    assert left == []


def _reads(place: Path, program: Path) -> bool:
    try:
        return str(program).encode() in place.read_bytes()
    except OSError:
        return False


# --- places ---------------------------------------------------------------------------------


def stay(home: Path) -> Stay:
    return Stay(
        program="sh",
        home=home,
        model="m",
        model_url="http://127.0.0.1:1/v1",
        seat_url="http://127.0.0.1:2/seat/x/mcp",
    )


def driver(**given: object) -> GenericProgram:
    words = {"command_words": ["sh", "{prompt}", "{session}"], "files": {}, "variables": {}}
    facts = _facts(["sh"], "", "openai-compatible:m")
    return GenericProgram(facts=facts, **{**words, **given})  # type: ignore[arg-type]


def test_places_are_filled_in_and_other_braces_left_alone(tmp_path):
    one = driver(
        files={"etc/servers.json": '{"url": "{seat_url}", "model": {"name": "{model}"}}'},
        variables={"BASE": "{model_url}", "WHERE": "{home}:{work}", "ODD": "{nothing} { {model}"},
    )
    given = one.furnish(stay(tmp_path))
    assert json.loads((tmp_path / "etc" / "servers.json").read_text()) == {
        "url": "http://127.0.0.1:2/seat/x/mcp",
        "model": {"name": "m"},
    }
    assert given == {
        "BASE": "http://127.0.0.1:1/v1",
        "WHERE": f"{tmp_path}:{tmp_path}/work",
        "ODD": "{nothing} { m",
    }


def test_braces_of_a_prompt_are_not_filled_in(tmp_path):
    command = driver().command(stay(tmp_path), "play {model}", Session("id"))
    assert command[0].endswith("/sh")
    assert command[1:] == ["play {model}", "id"]


def test_sessions_are_found_by_the_files_named_after_them(tmp_path):
    one = driver(kept="logs/*.jsonl", resume_words=["sh"])
    assert one.sessions(tmp_path) == []
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "abc.jsonl").touch()
    assert one.sessions(tmp_path) == ["abc"]
    assert replace(one, resume_words=()).sessions(tmp_path) == []


# --- bad input ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"command": []}, "a list of words that begins with an executable"),
        ({"command": ["no-such-program"]}, "a list of words that begins with an executable"),
        ({"model": "any"}, "a model, by PROVIDER:NAME or PROVIDER/API:NAME"),
        ({"files": {"../x": ""}}, "paths within the program's home"),
        ({"files": {"/etc/x": ""}}, "paths within the program's home"),
        ({"readable": ["/nowhere/at/all"]}, "files and folders that are there"),
        ({"sandbox": "docker"}, "auto, bubblewrap or none"),
        ({"environment": {"A": 1}}, "a table of texts"),
    ],
)
def test_settings_that_cannot_be_are_refused(given, expected):
    settings = {"command": ["sh"], "model": "openai-compatible:m", "base_url": "http://127.0.0.1:1"}
    with pytest.raises(InvalidSetting, match=expected):
        built_in("guest", "program", **{**settings, **given})


def test_record_says_what_auto_came_to():
    who = built_in(
        "guest",
        "program",
        command=["sh"],
        model="openai-compatible:m",
        base_url="http://127.0.0.1:1",
        harness="mine",
        version="1.4",
        max_requests=5,
    )
    assert (who.harness, who.harness_version, who.budget) == ("mine", "1.4", {"max_requests": 5})
    assert who.sandbox == ("bubblewrap" if looked().works else "none")
