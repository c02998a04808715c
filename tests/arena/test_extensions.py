"""Extensions of a frozen schedule: what they add, and that they leave the rest as it was."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from ludarena.arena.cells import Plan
from ludarena.arena.errors import PlanChanged
from ludarena.arena.experiment import experiment_from
from ludarena.arena.reconcile import reconcile
from ludarena.arena.store import open_store, read_store
from ludarena.arena.toml_table import InvalidExperiment, parse_toml
from ludarena.arena.verify import verify
from tests.arena.helpers import canonical, run

BASE = """\
name = "study"
seed = 5
[[games]]
id = "echoes"
seats = [2, 3]
[[participants]]
name = "a"
type = "random"
[[participants]]
name = "b"
type = "heuristic"
[[participants]]
name = "c"
type = "heuristic"
epsilon = 0.5
[design]
kind = "panel"
appearances = 6
"""

NEWCOMER = """\
[[extensions]]
name = "with d"
[[extensions.participants]]
name = "d"
type = "heuristic"
epsilon = 0.9
[extensions.design]
kind = "joining"
matches = 6
"""

MORE = """\
[[extensions]]
name = "more"
[extensions.design]
kind = "panel"
matches = 4
"""


def plan(text: str) -> Plan:
    return experiment_from(parse_toml("e.toml", text), default_name="e").plan()


def test_a_newcomer_plays_the_panel_on_a_schedule_of_its_own() -> None:
    of = plan(BASE + NEWCOMER)
    assert [one.name for one in of.participants] == ["a", "b", "c", "d"]
    new = of.stage_cells(1)
    # six matches of two and of three seats; in each seat equally often; opponents in turn
    assert Counter(cell.stratum for cell in new) == {"echoes/2": 6, "echoes/3": 6}
    assert all(cell.part == "joining" and cell.focal_participant == "d" for cell in new)
    assert Counter(cell.focal for cell in new) == {0: 3 + 2, 1: 3 + 2, 2: 2}
    met = Counter(name for cell in new for name in cell.roster)
    assert met == {"d": 12, "a": 2 + 4, "b": 2 + 4, "c": 2 + 4}
    assert {cell.scenario for cell in new if cell.stratum == "echoes/2"} == {
        f"echoes/2/joining-1.{number}" for number in range(1, 7)
    }


def test_what_was_frozen_stays_as_it_was() -> None:
    before, after = plan(BASE), plan(BASE + NEWCOMER + MORE)
    assert after.cells[: len(before.cells)] == before.cells
    assert (after.digest, after.schedule_digest) == (before.digest, before.schedule_digest)
    assert [cell.index for cell in after.cells] == list(range(len(after.cells)))
    assert len({cell.setup.seed for cell in after.cells}) == len(after.cells)
    # the second extension seats the newcomer of the first: four participants, four matches each
    assert Counter(cell.stage for cell in after.cells) == {0: 9 + 6, 1: 12, 2: 8}
    assert {name for cell in after.stage_cells(2) for name in cell.roster} == set("abcd")


def test_digests_of_extensions_form_a_chain() -> None:
    both = plan(BASE + NEWCOMER + MORE).stage_digests()
    assert both[:2] == plan(BASE + NEWCOMER).stage_digests()
    other = plan(BASE + NEWCOMER.replace("0.9", "0.8") + MORE).stage_digests()
    assert other[0] == both[0]
    assert other[1] != both[1] and other[2] != both[2]


def test_a_run_is_extended_and_only_the_new_matches_are_played(tmp_path: Path) -> None:
    assert run(tmp_path, plan(BASE)).played == 15
    before = canonical(tmp_path)
    report = run(tmp_path, plan(BASE + NEWCOMER))
    assert (report.planned, report.finished, report.played) == (27, 27, 12)
    assert run(tmp_path, plan(BASE + NEWCOMER)).played == 0
    assert run(tmp_path, plan(BASE + NEWCOMER + MORE)).played == 8
    with read_store(tmp_path) as reader:
        assert verify(reader).ok
        assert reconcile(reader).ok
        experiment = reader.experiment()
        assert experiment is not None
        assert [one.name for one in experiment.extensions] == ["with d", "more"]
        assert experiment.extensions[0].participants == ("d",)
        assert len([one for one in reader.results() if one.part == "joining"]) == 12
    first, *lines = canonical(tmp_path).splitlines()
    assert [one["name"] for one in json.loads(first)["extensions"]] == ["with d", "more"]
    kept = before.splitlines()[1:-1]  # without the head and the checksum of the whole
    assert lines[: len(kept)] == kept


def test_extending_at_once_and_later_is_the_same(tmp_path: Path) -> None:
    run(tmp_path / "later", plan(BASE))
    run(tmp_path / "later", plan(BASE + NEWCOMER))
    run(tmp_path / "at once", plan(BASE + NEWCOMER))
    assert canonical(tmp_path / "later") == canonical(tmp_path / "at once")


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        (BASE, "extension 'with d' is gone"),
        (BASE + NEWCOMER.replace("matches = 6", "matches = 12"),
         "extensions.with d.matches was 6, is 12"),
        (BASE + NEWCOMER.replace("0.9", "0.8"),
         "extensions.with d.participants.d.settings.epsilon was 0.9, is 0.8"),
        (BASE + MORE.replace("4", "3") + NEWCOMER,
         "the order of the extensions: new ones stand after those that are stored"),
        (BASE.replace("seed = 5", "seed = 6") + NEWCOMER, "seed was 5, is 6"),
    ],
)  # fmt: skip
def test_a_stored_extension_cannot_be_changed(tmp_path: Path, text: str, changed: str) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan(BASE + NEWCOMER))
        with pytest.raises(PlanChanged) as caught:
            store.freeze(plan(text))
    assert changed in str(caught.value)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE extension SET name = 'x'", "extension 'x' does not fit its digest"),
        ("UPDATE match SET seed = '1' WHERE stage = 1",
         "the planned matches of extension 1 do not fit the schedule's digest"),
        ("UPDATE match SET focal = 0, part = '' WHERE stage = 1",
         "set-up, seed or roster do not fit the match's id"),
    ],
)  # fmt: skip
def test_a_change_of_a_stored_extension_is_found(
    tmp_path: Path, statement: str, words: str
) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan(BASE + NEWCOMER))
    connection = sqlite3.connect(tmp_path / "run.sqlite")
    connection.execute(statement)
    connection.commit()
    connection.close()
    with read_store(tmp_path) as reader:
        assert any(words in problem.what for problem in verify(reader).problems)


@pytest.mark.parametrize(
    ("extension", "message"),
    [
        (MORE.replace("4", "3") * 2, "extensions[1].name: 'more' is the name of another"),
        (MORE.replace("4", "5"), "extensions[0].design.matches: must be a multiple of 3"),
        (MORE.replace("panel", "joining"),
         "extensions[0].design.kind: is for newcomers: give the extension"),
        (NEWCOMER.replace('"d"\n', '"a"\n'),
         "extensions[0].participants[0].name: 'a' is the name of another participant too"),
        (NEWCOMER.replace("0.9", "0.5"),
         "extensions[0].participants[0]: 'd' is the same configuration as 'c': remove one"),
        (NEWCOMER.replace("matches = 6", "matches = 8"),
         "extensions[0].design.matches: must be a multiple of 6, so that each of them"),
        (NEWCOMER.replace('type = "heuristic"\nepsilon = 0.9', 'type = "mcp"'),
         "extensions: 'with d' adds the first participant that plays over tools"),
        ("[[extension]]\nname = 'x'\n",
         "extension: is not known here (did you mean 'extensions'?)"),
    ],
)  # fmt: skip
def test_impossible_extensions_are_refused(extension: str, message: str) -> None:
    with pytest.raises(InvalidExperiment) as caught:
        plan(BASE + extension)
    assert message in str(caught.value)


def test_an_extension_can_bring_games_of_its_own() -> None:
    games = MORE + '[[extensions.games]]\nid = "drafts"\nseats = 3\n'
    new = plan(BASE + games.replace("4", "3")).stage_cells(1)
    assert Counter(cell.stratum for cell in new) == {"drafts/3": 3}


def test_baselines_of_a_cohort_do_not_enter_the_panel_by_an_extension() -> None:
    cohort = '[cohort]\nbaselines = ["a"]\nmatches = 2\n'
    base = BASE.replace("[2, 3]", "2").replace("appearances = 6", "matches = 4")
    new = plan(base + cohort + NEWCOMER.replace("6", "2")).stage_cells(1)
    assert {name for cell in new for name in cell.roster} == {"b", "c", "d"}
