"""`reconcile` counts agreement of four records, and finds what one of them says otherwise."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from ludarena.arena.protocol import Protocol
from ludarena.arena.reconcile import FIELDS, Reconciliation, reconcile
from ludarena.arena.store import open_store, read_store
from ludarena.core import registry
from ludarena.core.registry import load_game
from tests.arena.conftest import TINY_GAMES
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run, scripted
from tests.cli.run import run as ludarena


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of three matches with a forfeit, sealed blocks and snapshots."""
    registry._BUILT_IN.update(TINY_GAMES)
    folder = tmp_path_factory.mktemp("played")
    fumbler = scripted("fumbler", "nonsense", "nonsense")
    of = plan(
        [[RANDOM, fumbler, HEURISTIC], [HEURISTIC, RANDOM, RANDOM], [RANDOM, HEURISTIC]],
        game="bids",
        protocol=Protocol(rethinks=0, on_failure="forfeit"),
        options={"round_limit": 30},
    )
    assert run(folder, of).complete
    for game in TINY_GAMES:
        del registry._BUILT_IN[game]
    return folder


def compared(folder: Path) -> Reconciliation:
    with read_store(folder) as reader:
        return reconcile(reader)


def changed(played: Path, tmp_path: Path, *statements: str) -> Path:
    """Return a copy of the run in which these rows were changed."""
    folder = tmp_path / "changed"
    shutil.copytree(played, folder)
    connection = sqlite3.connect(folder / "run.sqlite")
    for statement in statements:
        assert connection.execute(statement).rowcount, statement
    connection.commit()
    connection.close()
    return folder


def test_run_as_it_was_played_agrees_in_every_field(played: Path) -> None:
    found = compared(played)
    assert found.ok, found.differences
    assert (found.planned, found.stored, found.finished, found.unfinished) == (3, 3, 3, 0)
    assert (found.ended, found.outcomes, found.seats) == (3, 3, 8)
    assert [(one.field, one.equal, one.different) for one in found.fields] == [
        (field, 3, 0) for field, _ in FIELDS
    ]


CHANGES = {
    "seed": ("UPDATE match SET seed = '8' WHERE cell = 0", {"match id", "set-up and seed"}),
    "option": (
        "UPDATE match SET options_json = '{\"round_limit\":29}' WHERE cell = 0",
        {"match id", "set-up and seed"},
    ),
    "options lost": (
        "UPDATE match SET options_json = '{}' WHERE cell = 0",
        {"match id", "options", "set-up and seed"},
    ),
    "name": (
        "UPDATE participant SET name = 'stranger' WHERE name = 'fumbler'",
        {"match id", "roster"},
    ),
    "roster": (
        "UPDATE appearance SET participant = 1 WHERE match = 1 AND seat = 2",
        {"match id"},
    ),
    "seat lost": (
        "DELETE FROM appearance WHERE match = 1 AND seat = 2",
        {"match id", "seats"},
    ),
    "rank": ("UPDATE outcome SET rank = rank + 1 WHERE attempt = 1 AND seat = 0", {"ranks"}),
    "score": ("UPDATE outcome SET score = score + 1 WHERE attempt = 2 AND seat = 0", {"scores"}),
    "outcome of a seat lost": (
        "DELETE FROM outcome WHERE attempt = 2 AND seat = 0",
        {"seats", "ranks", "scores"},
    ),
    "forfeit": ("UPDATE outcome SET forfeited = 0 WHERE attempt = 1 AND seat = 1", {"forfeits"}),
    "turns": ("UPDATE attempt SET turns = turns + 1 WHERE id = 3", {"turns"}),
    "ended by": ("UPDATE attempt SET ended_by = 'luck' WHERE id = 3", {"ended by"}),
    "digest": ("UPDATE event SET digest = zeroblob(16) WHERE attempt = 2 AND number = 7", {"end"}),
    "first digest": (
        "UPDATE event SET digest = zeroblob(16) WHERE attempt = 2 AND number = 0",
        {"set-up and seed"},
    ),
    "end of the log lost": ("DELETE FROM event WHERE attempt = 2 AND number > 5", {"end"}),
    "whole log lost": ("DELETE FROM event WHERE attempt = 2", {"set-up and seed"}),
    "rules lost": ("DELETE FROM rules", {"game", "rules version"}),
}


def test_every_field_is_changed_by_one_of_the_tests() -> None:
    assert set().union(*(fields for _, fields in CHANGES.values())) == {one for one, _ in FIELDS}


@pytest.mark.parametrize("name", CHANGES)
def test_change_of_one_record_is_a_difference_in_its_fields(
    played: Path, tmp_path: Path, name: str
) -> None:
    statement, fields = CHANGES[name]
    found = compared(changed(played, tmp_path, statement))
    assert not found.ok
    assert {one.field for one in found.differences} == fields
    counted = {one.field: one.different for one in found.fields if one.different}
    assert set(counted) == fields
    assert sum(counted.values()) == len(found.differences)


def test_counts_that_do_not_fit_are_no_agreement(played: Path, tmp_path: Path) -> None:
    found = compared(changed(played, tmp_path, "UPDATE schedule SET cells = 4"))
    assert (found.ok, found.planned, found.stored) == (False, 4, 3)
    found = compared(
        changed(played, tmp_path / "b", "UPDATE match SET finished = NULL WHERE cell = 1")
    )
    assert (found.ok, found.finished, found.ended, found.differences) == (False, 2, 3, ())
    found = compared(changed(played, tmp_path / "c", "DELETE FROM outcome WHERE attempt = 1"))
    assert (found.ok, found.finished, found.outcomes) == (False, 3, 2)


def test_unfinished_matches_are_counted_and_not_compared(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]] * 2))
    found = compared(tmp_path)
    assert found.ok
    assert (found.planned, found.finished, found.unfinished) == (2, 0, 2)
    assert {one.equal for one in found.fields} == {0}


def test_other_rules_are_refused_and_told(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_game("bids"), "rules_version", "0.0")
    found = compared(played)
    assert (found.ok, len(found.refused), found.differences) == (False, 3, ())
    assert "0.0" in found.refused[0]


EXPERIMENT = """\
seed = 3
[[games]]
id = "azul"
seats = [2, 3]
[games.options]
round_limit = 1
[[participants]]
type = "random"
[[participants]]
type = "heuristic"
[[participants]]
type = "heuristic"
name = "careful"
epsilon = 0.0
[design]
kind = "panel"
appearances = 6
"""


def test_panel_from_file_to_reconciliation(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, folder = tmp_path / "panel.toml", tmp_path / "run"
    file.write_text(EXPERIMENT)
    assert ludarena(capsys, "run", file, "--out", folder, "--workers", 1).code == 0
    ran = ludarena(capsys, "reconcile", folder)
    assert ran.code == 0, ran.err
    # 3 * 6 / 2 = 9 matches of two and 6 of three seats: 36 results
    assert "15 matches planned, 15 stored: 15 finished, 0 unfinished, 0 set aside" in ran.out
    assert "15 attempts at an end, 15 outcomes of 36 seats" in ran.out
    assert "schedule = roster = outcome = re-execution" in ran.out
    assert ran.out.endswith("all agree\n")
    found = ludarena(capsys, "reconcile", folder, "--json").json
    assert (found["ok"], found["seats"]) == (True, 36)
    assert {one["equal"] for one in found["fields"]} == {15}


def test_differences_are_printed_and_fail(
    capsys: pytest.CaptureFixture[str], played: Path, tmp_path: Path
) -> None:
    folder = changed(
        played,
        tmp_path,
        "UPDATE attempt SET turns = 99 WHERE id = 3",
        "UPDATE schedule SET cells = 4",
        "DELETE FROM outcome WHERE attempt = 1",
    )
    ran = ludarena(capsys, "reconcile", folder)
    assert ran.code == 1
    assert "turns: outcome: 99, re-execution: " in ran.out
    assert "DIFFERENT: the number of matches is not that of the schedule" in ran.out
    assert "DIFFERENT: the numbers of finished matches" in ran.out
    found = ludarena(capsys, "reconcile", folder, "--json")
    assert (found.code, found.json["ok"], found.json["planned"]) == (1, False, 4)
