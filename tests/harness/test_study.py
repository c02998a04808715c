"""The matched study of two harnesses: the example's plan, and a whole small study on one model."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ludarena.analysis.matched import focal_scores, matched_study, paired
from ludarena.analysis.matched_contrasts import matched_family
from ludarena.analysis.results import stored_results
from ludarena.arena.experiment import read_experiment
from ludarena.arena.ledger_check import compared, coverage
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.testing.provider import Reply, ScriptedProvider
from tests.harness.programs import installed

EXAMPLE = Path(__file__).parents[2] / "examples" / "harness-study.toml"

SMALL = """
name = "small study"
seed = 9

[[games]]
id = "splendor"
seats = 3
options = {{ turn_limit = 1 }}

[[participants]]
name = "one"
{program}

[[participants]]
name = "other"
{program}
harness = "another one"

[[participants]]
type = "random"

[[participants]]
type = "heuristic"

[protocol]
call = "turn"

[design]
kind = "matched"
focals = ["one", "other"]
anchors = ["random", "heuristic"]
scenarios = 3
"""


@pytest.fixture
def programs_on_path(tmp_path, monkeypatch):
    for name, version in (("codex", "codex-cli 0.171.0"), ("claude", "2.1.332 (Claude Code)")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\necho '{version}'\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")


def test_example_plans_the_same_scenarios_for_both_programs(programs_on_path):
    plan = read_experiment(EXAMPLE).plan()
    assert len(plan.cells) == 12
    both = {"codex", "claude-code"}
    scenarios = {cell.scenario for cell in plan.cells}
    assert len(scenarios) == 6
    for name in scenarios:
        cells = [cell for cell in plan.cells if cell.scenario == name]
        assert {cell.focal_participant for cell in cells} == both
        assert len({(cell.setup.seed, cell.focal) for cell in cells}) == 1
        assert len({tuple(one for one in cell.roster if one not in both) for cell in cells}) == 1
    seats = Counter((cell.setup.game, cell.focal) for cell in plan.cells)
    assert seats == {(game, seat): 2 for game in ("splendor", "seven_wonders") for seat in range(3)}


def small_study(folder: Path, provider: ScriptedProvider) -> Path:
    """Write a study in which two programs, which play alike, meet the same scenarios."""
    words = '"{seat_url}", "{model_url}", "{session}", "{prompt}", "on"'
    program = f"""
type = "program"
command = ["{installed(folder)}", {words}]
environment = {{ MODEL = "{{model}}" }}
model = "openai-compatible:scripted-1"
base_url = "{provider.base_url("chat")}"
"""
    path = folder / "study.toml"
    path.write_text(SMALL.format(program=program))
    return path


def test_same_model_under_two_programs_that_play_alike_makes_no_difference(tmp_path):
    with ScriptedProvider([Reply(text="yes")]) as provider:
        plan = read_experiment(small_study(tmp_path, provider)).plan()
        with open_store(tmp_path / "run") as store:
            store.freeze(plan)
            report = run_matches(store, concurrency=2)
        tokens = provider.tokens()
    assert report.complete, report
    with read_store(tmp_path / "run") as reader:
        study = matched_study(focal_scores(stored_results(reader)))
        calls, logs = reader.calls(), compared(reader)
    [answer] = matched_family(study, [paired(study, "one", "other")]).contrasts
    assert answer.value == 0
    assert (answer.above, answer.below) == (0, 0)
    assert {one.participant: (one.appearances, one.logged) for one in coverage(calls, logs)} == {
        "one": (3, 0),
        "other": (3, 0),
    }
    assert sum(int(str(one["input_tokens"])) for one in calls) == tokens.input
