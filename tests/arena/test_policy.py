"""A run that is continued under another failure policy, and which keys may change at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludarena.arena.errors import PlanChanged
from ludarena.arena.experiment import experiment_from
from ludarena.arena.reconcile import reconcile
from ludarena.arena.store import open_store, read_store
from ludarena.arena.toml_table import parse_toml
from ludarena.arena.verify import verify
from tests.arena.helpers import canonical
from tests.cli.run import run as ludarena

FILE = """\
name = "study"
seed = 5
[[games]]
id = "echoes"
seats = 2
[[participants]]
name = "silent"
type = "scripted"
replies = ["nothing", "nothing", "nothing", "nothing"]
[[participants]]
name = "b"
type = "random"
[[participants]]
name = "c"
type = "heuristic"
[protocol]
rethinks = 0
attempts = 2
"""

FORFEIT = FILE.replace("attempts = 2", 'on_failure = "forfeit"')


def plan(text: str):
    return experiment_from(parse_toml("e.toml", text), default_name="e").plan()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "e.toml"
    path.write_text(FILE)
    return path


def test_what_is_left_is_played_under_the_new_policy_and_nothing_is_lost(
    capsys, file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    first = ludarena(capsys, "run", file, "--workers", 1, "--out", out)
    assert (first.code, "were set aside after failures" in first.err) == (1, True), first.err
    with read_store(out) as reader:
        aside = [one for one in reader.matches() if one.status == "set_aside"]
        before = {one.id: reader.attempts(one) for one in reader.matches()}
    assert len(aside) == 4  # `silent` meets two others in two seats
    file.write_text(FORFEIT)
    refused = ludarena(capsys, "run", file, "--workers", 1, "--out", out)
    assert refused.code == 2
    assert "protocol.attempts was 2, is 3; protocol.on_failure was" in refused.err
    assert "--change-policy goes on with the new failure policy" in refused.err
    done = ludarena(capsys, "run", file, "--workers", 1, "--out", out, "--change-policy")
    assert done.code == 0, done.err
    with read_store(out) as reader:
        assert verify(reader).ok and reconcile(reader).ok
        for match in reader.matches():
            attempts = reader.attempts(match)
            assert attempts[: len(before[match.id])] == before[match.id]
            assert (len(attempts), match.status) == (3 if match.voids else 1, "finished")
        experiment = reader.experiment()
        assert experiment is not None
        assert (experiment.protocol.on_failure, experiment.current.on_failure) == (
            "void",
            "forfeit",
        )
    assert json.loads(canonical(out).splitlines()[0])["policies"] == [
        {"on_failure": "forfeit", "attempts": 3, "stand_in": "random"}
    ]
    # from now on the file fits
    assert ludarena(capsys, "run", file, "--workers", 1, "--out", out).code == 0
    told = ludarena(capsys, "status", out).out
    assert "the failure policy was changed to: attempts = 3, on_failure = forfeit" in told


def test_changes_of_the_policy_form_a_list(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan(FILE), change_policy=True)
        store.freeze(plan(FORFEIT), change_policy=True)
        store.freeze(plan(FORFEIT))
        store.freeze(plan(FILE), change_policy=True)
        experiment = store.reader.experiment()
    assert experiment is not None
    assert [one.settings["on_failure"] for one in experiment.policies] == ["forfeit", "void"]
    assert experiment.current == experiment.protocol


def test_a_run_can_be_extended_after_its_policy_was_changed(tmp_path: Path) -> None:
    more = '[[extensions]]\nname = "more"\n[extensions.design]\nkind = "round-robin"\n'
    with open_store(tmp_path) as store:
        store.freeze(plan(FILE))
        store.freeze(plan(FORFEIT + more), change_policy=True)
        store.freeze(plan(FORFEIT + more))
        assert verify(store.reader).ok


FROZEN = {
    "seed": ("seed = 5", "seed = 6"),
    "name of a participant": ('name = "b"', 'name = "d"'),
    "settings of a participant": ('"nothing"]', '"other"]'),
    "seats": ("seats = 2", "seats = 3"),
    "rethinks": ("rethinks = 0", "rethinks = 1"),
    "repairs": ("rethinks = 0", "rethinks = 0\nrepairs = false"),
    "time": ("rethinks = 0", "rethinks = 0\ndecision_seconds = 9"),
}


@pytest.mark.parametrize("case", FROZEN)
def test_everything_else_is_frozen(tmp_path: Path, case: str) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan(FILE))
        for text in (FILE, FORFEIT):
            with pytest.raises(PlanChanged) as caught:
                store.freeze(plan(text.replace(*FROZEN[case])), change_policy=True)
            assert "--change-policy" not in str(caught.value)


def test_names_budgets_prices_and_numbers_may_change_freely(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan(FILE))
        store.freeze(plan(FILE.replace('"study"', '"another label"')))
        store.freeze(plan(FILE + "[budget]\nmoney = 3\n[running]\nmatches = 9\n"))
        store.freeze(plan(FILE + '[prices]\ntables = ["example"]\n'))
