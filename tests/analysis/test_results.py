"""Results read from a stored run, and what is never pooled."""

from dataclasses import replace

import pytest

from ludarena.analysis.results import pooled, stored_results
from ludarena.arena.store import read_store
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run
from tests.cli.run import run as ludarena


@pytest.fixture(scope="module")
def beside(tmp_path_factory):
    """A run of a match of its panel and one of a reference cohort."""
    folder = tmp_path_factory.mktemp("run")
    made = plan([[HEURISTIC, RANDOM], [RANDOM, HEURISTIC]], game="azul")
    second = replace(made.cells[1], part="cohort", focal=0, scenario="azul/2/cohort-1")
    run(folder, replace(made, cells=(made.cells[0], second)))
    return folder


def test_results_keep_what_the_plan_says_of_a_match(beside):
    with read_store(beside) as reader:
        first, second = stored_results(reader)
    assert (first.part, first.focal, first.scenario) == ("", None, "")
    assert (second.part, second.focal, second.scenario) == ("cohort", 0, "azul/2/cohort-1")
    assert pooled([first, second]) == [first]


def test_leaderboard_leaves_a_reference_cohort_out_and_says_so(capsys, beside):
    ran = ludarena(capsys, "leaderboard", beside, "--json")
    assert ran.json["matches"] == 1
    assert "1 matches of a reference cohort are left out; they are never pooled" in ran.err
