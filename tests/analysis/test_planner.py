"""Planning: sizes by hand, from a pilot run and from an assumption, and the power they give."""

import math

import numpy as np
import pytest

from ludarena.analysis.draws import joint_draws
from ludarena.analysis.leaderboard import Result
from ludarena.analysis.planner import (
    NotPlannable,
    Pilot,
    assumed,
    pilot_of,
    power_of,
    study_size,
    widths,
)
from ludarena.arena.participant import built_in
from tests.arena.helpers import plan, run
from tests.cli.run import run as ludarena

NAN = float("nan")
PILOT = Pilot(games=1, difference=0.2, variance=0.96, costs=(0.5, 0.25), source="by hand")
"""Two seats, 60 wins of 100: the difference of a match is 1 or -1, its variance 4 * 0.6 * 0.4."""


def test_size_by_hand():
    # (1.95996 + 0.84162)**2 * 0.96 / 0.04 = 188.4
    found = study_size(PILOT)
    assert (found.appearances, found.all_appearances) == (189, 378)
    assert found.cost == pytest.approx(189 * 0.75)
    assert 0.8 <= found.reached < 0.802
    assert power_of(PILOT, 188, difference=0.2) < 0.8


def test_size_is_rounded_up_to_whole_rounds():
    assert study_size(PILOT, step=12).appearances == 192
    assert study_size(PILOT, difference=-0.2).appearances == 189
    # (1.95996 + 0)**2 * 24 = 92.2
    assert study_size(PILOT, power=0.5).appearances == 93
    assert study_size(PILOT, alpha=0.05 / 10).appearances > study_size(PILOT).appearances


def test_nothing_to_vary_needs_two_appearances():
    certain = Pilot(games=2, difference=1.0, variance=0.0, costs=(NAN, 1.0), source="by hand")
    found = study_size(certain)
    assert (found.appearances, found.all_appearances, found.reached) == (2, 8, 1.0)
    assert math.isnan(found.cost)


def test_power_is_that_of_simulated_studies():
    generator = np.random.Generator(np.random.PCG64(4))
    size = study_size(PILOT).appearances
    wins = generator.binomial(size, 0.6, 4_000)
    share = wins / size
    found = np.abs(2 * share - 1) > 1.96 * np.sqrt(4 * share * (1 - share) / size)
    assert found.mean() == pytest.approx(0.8, abs=0.03)


def test_pilot_run_gives_difference_and_variance():
    results = [Result("azul", ("a", "b"), ranks) for ranks in [(1, 2)] * 60 + [(2, 1)] * 40]
    draws = joint_draws(results, draws=4_000, amounts={"cost": [(0.5, 0.25)] * 100})
    pilot = pilot_of(results, draws, "a", "b")
    assert (pilot.games, pilot.costs) == (1, (0.5, 0.25))
    assert pilot.difference == pytest.approx(0.2)
    # 4 * 0.6 * 0.4, without the bias of a sample of 100
    assert pilot.variance == pytest.approx(0.96 * 100 / 99, rel=0.06)
    assert pilot.source == "100 matches of a pilot run, 4,000 draws"


def test_games_of_equal_weight_share_the_variance():
    results = [Result("azul", ("a", "b"), ranks) for ranks in [(1, 2)] * 30 + [(2, 1)] * 20]
    results += [Result("splendor", one.roster, one.ranks) for one in results]
    pilot = pilot_of(results, joint_draws(results, draws=3_000), "a", "b")
    assert (pilot.games, math.isnan(pilot.costs[0])) == (2, True)
    assert pilot.variance == pytest.approx(0.98 / 2, rel=0.1)


def test_single_appearance_is_no_pilot():
    results = [Result("azul", ("a", "b"), (1, 2))] * 3 + [Result("azul", ("b", "c"), (1, 2))]
    draws = joint_draws(results, draws=20)
    with pytest.raises(NotPlannable, match=r"need at least 2 appearances each .* 4 and 1; play"):
        pilot_of(results, draws, "b", "c")


@pytest.mark.parametrize(("seats", "variance"), [(2, 1 / 4), (3, 1 / 6), (4, 5 / 36)])
def test_assumed_variance_is_that_of_equal_seats(seats, variance):
    scores = [place / (seats - 1) for place in range(seats)]
    assert np.var(scores) == pytest.approx(variance)
    assert assumed(seats, 4).variance == pytest.approx(2 * variance / 4)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"difference": 0.0}, "a difference of 0.0 cannot be planned for"),
        ({"difference": 1.5}, "give one above 0, at most 1"),
        ({"difference": None}, "a difference of nan cannot"),
        ({"power": 1.0}, "must lie between 0 and 1"),
        ({"alpha": 0.0}, "must lie between 0 and 1"),
        ({"power": 0.01}, "a power of 0.01 needs no study"),
    ],
)
def test_numbers_that_give_no_study_are_told(asked, message):
    with pytest.raises(NotPlannable, match=message):
        study_size(assumed(3, 10), **{"difference": 0.1, **asked})
    with pytest.raises(NotPlannable, match="at least 2 seats and 1 game, not 1 seats"):
        assumed(1, 1)


def test_widths_shrink_with_the_square_root_of_matches():
    results = [Result("azul", ("a", "b"), ranks) for ranks in [(1, 2), (2, 1)] * 80]
    found = [one for one in widths(results) if one.participant == "a"]
    assert [one.matches for one in found] == [40, 80, 120, 160]
    assert found[0].width / found[-1].width == pytest.approx(2, rel=0.06)
    assert found[1].width < found[0].width


@pytest.fixture(scope="module")
def pilot(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    people = [built_in(name, "random") for name in "ab"]
    run(folder, plan([people, people[::-1]] * 2, game="azul"))
    return folder


def test_command_plans_from_an_assumption(capsys):
    ran = ludarena(capsys, "plan", "--difference", 0.1, "--games", 10, "--step", 3, "--cost", 2)
    assert ran.code == 0
    assert "3 equally strong seats" in ran.out and "95" in ran.out
    found = ludarena(
        capsys, "plan", "--difference", 0.1, "--games", 10, "--power", 0.8, "--json"
    ).json
    # (1.95996 + 0.84162)**2 * (2/6/10) / 0.01 = 26.2
    assert [one["appearances"] for one in found["studies"]] == [27]
    assert found["studies"][0]["cost"] is None


def test_command_plans_from_a_pilot_run(capsys, pilot):
    found = ludarena(capsys, "plan", pilot, "--difference", 0.2, "--power", 0.8, "--json").json
    assert found["source"].startswith("4 matches of a pilot run")
    assert found["studies"][0]["appearances"] >= 2
    ran = ludarena(capsys, "plan", pilot, "--between", "a,b", "--difference", 0.2)
    assert "variance from 4 matches" in ran.out and "smallest one" not in ran.err


def test_bad_arguments_of_a_plan_are_told(capsys, pilot):
    for given, message in (
        ((pilot, "--between", "a"), "--between: name two participants, as in A,B; there are: a, b"),
        ((pilot, "--between", "a,c"), "no participant is called 'c'"),
        (("--between", "a,b"), "--between: names participants of a pilot run"),
        (("--seats", 3), "a difference of nan cannot be planned for"),
    ):
        ran = ludarena(capsys, "plan", *given)
        assert ran.code == 2
        assert message in ran.err
