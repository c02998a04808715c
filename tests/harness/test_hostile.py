"""A hostile program in the sandbox: it takes all that it can find, and finds nothing of the arena.

Two seats of one match play through it. Before each move it reads its environment, all files, all
processes, all ports and what both servers say, and carries everything out in the prompt of its
model, where it is searched for what was planted outside and for what the store holds.
"""

from __future__ import annotations

import base64
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ludarena.agents.errors import InvalidSetting
from ludarena.arena.participant import built_in
from ludarena.arena.services import Services
from ludarena.arena.store import read_store
from ludarena.harness import sandbox
from ludarena.harness.sandbox import UNPROTECTED, Finding
from ludarena.testing.provider import Reply, ScriptedProvider
from tests.harness.programs import installed, seated
from tests.harness.shut_in import needs_bubblewrap
from tests.harness.table import RANDOM, match
from tests.keys import KEY_ENV

PLANTED = {name: f"planted-{name}-7f3a91c6" for name in ("key", "variable", "file", "note")}
SHORT = {"turn_limit": 1}
SEED = 7_315_920_468_113


@dataclass
class Raid:
    """A match of hostile programs: its folder, and what each seat carried out."""

    folder: Path
    loot: dict[int, str]


def raided(folder: Path, who: list[str], mode: str, sandbox: str, **more: str) -> Raid:
    program = installed(folder)
    (folder / "file of the user").write_text(PLANTED["file"])
    run = folder / "run"
    with ScriptedProvider([Reply(text="yes")]) as provider:
        seats = [
            seated(
                name,
                program,
                provider,
                mode,
                sandbox=sandbox,
                environment={"MODEL": "{model}", "NOTE": f"{PLANTED['note']}-{name}", **more},
            )
            for name in who
        ]
        with match(run, [*seats, RANDOM][:2], options=SHORT, seed=SEED) as table:
            pass
        assert table.report is not None and table.report.complete, table.failed()
        said = [one.asked.user for one in provider.served()]
    loot = {int(re.findall(r"You hold seat (\d)", one)[0]): one for one in said}
    return Raid(run, loot)


@pytest.fixture(scope="module")
def raid(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_ENV, PLANTED["key"])
        patch.setenv("LUDARENA_VARIABLE", PLANTED["variable"])
        yield raided(tmp_path_factory.mktemp("raid"), ["one", "two"], "snoop", "bubblewrap")


def forms(text: str) -> Iterator[str]:
    """Yield a text as it is, and as it would stand in hexadecimals and in base 64."""
    data = text.encode()
    yield text
    yield data.hex()
    for lost in range(3):  # the beginning of a group of three bytes may be anywhere
        yield base64.b64encode(data[lost:])[:-4].decode()


def found(loot: str, secrets: dict[str, str]) -> list[str]:
    return [name for name, text in secrets.items() if any(one in loot for one in forms(text))]


def stored(folder: Path) -> dict[str, str]:
    """Return what the store holds that no seat may know."""
    with read_store(folder) as reader:
        (match,) = reader.matches()
        experiment = reader.experiment()
        assert experiment is not None
        people = {one.name: one.digest for one in experiment.participants}
        return {
            "seed": str(match.cell.setup.seed),
            "match": match.id[:12],
            "experiment": experiment.digest,
            "protocol": experiment.protocol.id,
            **people,
        }


@needs_bubblewrap
def test_hostile_program_looked_everywhere(raid):
    assert raid.loot.keys() == {0, 1}
    for loot in raid.loot.values():
        assert "folder: /home/seat/work" in loot
        assert "process 1 cmdline: " in loot
        assert len(re.findall(r"^port: \d+$", loot, re.MULTILINE)) == 2, "its seat and the gateway"
        assert re.findall(r"^outside: (\d+)$", loot, re.MULTILINE) == ["101", "101"], "unreachable"
        assert re.search(r"/seat/00000000/mcp: 40[13] ", loot)


@needs_bubblewrap
def test_hostile_program_finds_nothing_that_was_planted_outside(raid):
    for seat, loot in raid.loot.items():
        other = ["two", "one"][seat]
        secrets = {**PLANTED, "note": f"{PLANTED['note']}-{other}"}
        assert found(loot, secrets) == []
        assert found(loot, {"own": f"{PLANTED['note']}-{['one', 'two'][seat]}"}) == ["own"]


@needs_bubblewrap
def test_hostile_program_finds_nothing_of_the_store(raid):
    secrets = stored(raid.folder)
    assert len(secrets["seed"]) > 8, "a short number could stand anywhere"
    for loot in raid.loot.values():
        assert found(loot, secrets) == []
        assert "SQLite format 3" not in loot
        assert "run.sqlite" not in loot


@needs_bubblewrap
def test_hostile_program_learns_no_token_and_no_session_of_the_other_seat(raid):
    given = {}
    for seat, loot in raid.loot.items():
        line = next(one for one in loot.splitlines() if one.startswith('{"'))
        environment = json.loads(line)
        arguments = next(one for one in loot.splitlines() if one.startswith("arguments: "))
        names = re.findall(r"/seat/([\w-]+)", arguments)
        given[seat] = {
            "token": environment["LUDARENA_MCP_TOKEN"],
            "mark": environment["LUDARENA_MARK"],
            "seat": names[0],
            "gateway": names[1],
        }
    assert all(len(set(one.values())) == 4 for one in given.values())
    for seat, loot in raid.loot.items():
        assert found(loot, given[1 - seat]) == []
        assert sorted(found(loot, given[seat])) == ["gateway", "mark", "seat", "token"]


def test_run_says_what_plain_mode_does_not_protect(tmp_path):
    settings = {"command": ["sh"], "model": "openai-compatible:m", "base_url": "http://127.0.0.1:1"}
    said: list[str] = []
    services = Services(announce=said.append)
    services.check([built_in("guest", "program", **settings, sandbox="none"), RANDOM])
    assert said == [f"guest: {UNPROTECTED}"]


def test_run_whose_sandbox_is_on_record_does_not_go_on_without_it(monkeypatch):
    settings = {"command": ["sh"], "model": "openai-compatible:m", "base_url": "http://127.0.0.1:1"}
    who = replace(built_in("guest", "program", **settings), sandbox="bubblewrap")
    monkeypatch.setattr(sandbox, "looked", lambda: Finding(False, reason="it is gone"))
    with pytest.raises(InvalidSetting, match=r"it takes auto or none on this machine \(it is gone"):
        Services(announce=lambda _: None).check([who, RANDOM])


def test_same_program_in_plain_mode_finds_what_is_not_protected(tmp_path, monkeypatch):
    monkeypatch.setenv(KEY_ENV, PLANTED["key"])
    raid = raided(tmp_path, ["one"], "peek", "none", PEEK=str(tmp_path))
    assert "file" in found(raid.loot[0], PLANTED)
    assert "SQLite format 3" in raid.loot[0], "the store itself"
    assert found(raid.loot[0], {"key": PLANTED["key"]}) == [], "the key is in no file"
    with closing(sqlite3.connect(raid.folder / "run.sqlite")) as database:
        ((record,),) = database.execute(
            "SELECT record_json FROM participant WHERE name = 'one'"
        ).fetchall()
    assert json.loads(record)["sandbox"] == "none"
