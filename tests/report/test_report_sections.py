"""Sections of a report: their numbers are those of the analysis, and what is missing is said."""

import shutil
import sqlite3
from statistics import fmean

import pytest

from ludarena.analysis.appearances import Appearance, stored_appearances
from ludarena.analysis.draws import joint_draws
from ludarena.analysis.frontier import frontier_coverage, frontiers_by_game
from ludarena.analysis.leaderboard import leaderboard
from ludarena.analysis.planner import pilot_of, study_size, widths
from ludarena.analysis.results import stored_results
from ludarena.analysis.route_profiles import concentration, pivots
from ludarena.arena.amounts import appearance_amounts
from ludarena.arena.route_history import route_history
from ludarena.arena.store import read_store
from ludarena.core.registry import load_game
from ludarena.report.study.cohort import read_material
from ludarena.report.study.leads import read_leads
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run
from tests.report.studies import SETTINGS, report_of, table

PANEL = [
    *("placements", "intervals", "ratings", "contrasts", "agreement", "planning", "resources"),
    *("usage", "frontiers", "lengths", "profiles", "failures", "games", "methods"),
]


@pytest.fixture(scope="module")
def reader(metered):
    with read_store(metered) as found:
        yield found


@pytest.fixture(scope="module")
def results(reader):
    return stored_results(reader)


@pytest.fixture(scope="module")
def draws(results, reader):
    return joint_draws(results, seed=3, draws=100, amounts=appearance_amounts(reader))


def section(made, name):
    (found,) = [one for one in made.sections if one.id == name]
    return found


def ends(standing):
    return standing.low, standing.high


# --- intervals and plans ------------------------------------------------------------------------


def test_both_kinds_of_interval_are_those_of_the_leaderboard(made, results):
    told = {(row["game"], row["participant"]): row for row in table(made, "intervals")}
    for method in ("percentile", "score"):
        for board in leaderboard(results, seed=3, resamples=200, method=method):
            for one in board.standings:
                row = told[board.game or "*", one.participant]
                assert (row[f"{method}_low"], row[f"{method}_high"]) == ends(one)


def test_last_width_is_that_of_all_matches(made, results):
    told = {row["participant"]: row for row in table(made, "widths")}  # the last row of each
    for board in leaderboard(results, method="score")[:1]:
        for one in board.standings:
            low, high = ends(one)
            assert told[one.participant]["width"] == high - low
            assert told[one.participant]["matches"] == one.matches
    assert len(table(made, "widths")) <= len(widths(results))


def test_plan_is_that_of_the_pilot(made, results, draws):
    for row in table(made, "planning"):
        pilot = pilot_of(results, draws, row["first"], row["second"])
        assert row["for_0.1"] == study_size(pilot, difference=0.1).appearances
        assert row["cost_0.05"] == study_size(pilot, difference=0.05).cost
        assert row["for_found"] == study_size(pilot).appearances


def test_every_rating_is_drawn_once(metered, monkeypatch):
    drawn = []

    def counted(*given, **how):
        drawn.append(given)
        return joint_draws(*given, **how)

    monkeypatch.setattr("ludarena.report.study.findings.joint_draws", counted)
    monkeypatch.setattr("ludarena.analysis.rating_board.joint_draws", counted)
    report_of(metered)
    assert len(drawn) == 1


# --- frontiers, usage, lengths ------------------------------------------------------------------


def test_coverage_of_frontiers_is_that_of_the_joint_draws(made, draws):
    expected = frontier_coverage(frontiers_by_game(draws, "cost"))
    told = [row for row in table(made, "frontier-coverage") if row["price"] == "cost"]
    assert [
        (row["participant"], row["games"], row["on_frontier"], row["membership"]) for row in told
    ] == [(one.participant, one.games, one.on_frontier, one.membership) for one in expected]


def test_usage_that_contradicts_itself_is_listed(metered, made, tmp_path):
    assert "No count of a response contradicts another." in section(made, "usage").paragraphs
    shutil.copytree(metered, tmp_path / "run")
    with sqlite3.connect(tmp_path / "run" / "run.sqlite") as store:
        store.execute(
            "UPDATE response SET cached_tokens = input_tokens + 1 "
            "WHERE id = (SELECT min(id) FROM response)"
        )
    store.close()
    again = report_of(tmp_path / "run")
    (row,) = table(again, "usage-faults")
    assert row["participant"] == "model"
    assert "cached and cache-written tokens of" in row["fault"]
    assert any("1 fault" in told for told in section(again, "usage").paragraphs)


def test_lengths_are_quartiles_of_turns_and_decisions(made, reader):
    matches: dict[tuple[str, int], list[Appearance]] = {}
    for one in stored_appearances(reader):
        matches.setdefault((one.game, one.match), []).append(one)
    splendor = [own for (game, _), own in matches.items() if game == "splendor"]
    decisions = sorted(sum(one.engine_decisions for one in own) for own in splendor)
    (row,) = [row for row in table(made, "lengths") if row["game"] == "splendor"]
    assert row["matches"] == len(splendor) == 4
    assert row["decisions_median"] == (decisions[1] + decisions[2]) / 2
    assert row["per_seat_median"] == row["decisions_median"] / 2
    assert row["turns_iqr"] == row["turns_q3"] - row["turns_q1"]


# --- profiles -----------------------------------------------------------------------------------


def test_shares_of_routes_add_up_and_concentrations_are_means(made, reader):
    held: dict[tuple[str, str], list[float | None]] = {}
    shares: dict[tuple[str, str], float] = {}
    for one in stored_appearances(reader):
        held.setdefault((one.game, one.participant), []).append(concentration(one.routes))
    for row in table(made, "routes"):
        key = row["game"], row["participant"]
        shares[key] = shares.get(key, 0) + row["share"]
    for row in table(made, "concentration"):
        key = row["game"], row["participant"]
        known = [one for one in held[key] if one is not None]
        assert row["scoring"] == len(known)
        if not known:
            assert row["concentration"] is None
            continue
        assert row["concentration"] == pytest.approx(fmean(known))
        assert row["low"] - 1e-9 <= row["concentration"] <= row["high"] + 1e-9
        assert shares[key] == pytest.approx(1)


def test_pivots_are_those_of_the_matches_executed_again(made, reader, results):
    changes: dict[tuple[str, str], list[int]] = {}
    for match, result in zip(reader.matches(), results):
        for name, history in zip(result.roster, route_history(reader, match)):
            changes.setdefault((result.game, name), []).append(pivots(history).number)
    told = {(row["game"], row["participant"]): row["mean"] for row in table(made, "pivots")}
    assert told == {key: pytest.approx(fmean(own)) for key, own in changes.items()}


def test_some_matches_are_executed_again_spread_over_the_schedule(reader):
    (cohort,) = read_material([reader]).cohorts
    seen = []
    found = read_leads([reader], cohort, 2, lambda done, planned: seen.append((done, planned)))
    assert found.executed == {"azul": 2, "splendor": 2}
    assert seen[-1] == (3, 4)
    assert read_leads([reader], cohort, 0).executed == {}


def test_match_that_cannot_be_executed_again_is_a_gap(tmp_path, monkeypatch):
    run(tmp_path, plan([[HEURISTIC, RANDOM]] * 2))
    monkeypatch.setattr(type(load_game("echoes")), "rules_version", "other")
    monkeypatch.setattr("ludarena.report.study.leads._LONGEST", 20)
    told = section(report_of(tmp_path), "profiles").paragraphs
    assert len(told[-1]) < 90
    assert any(one.startswith("A gap: 2 matches of echoes could not be exec") for one in told)


# --- what is missing ----------------------------------------------------------------------------


def test_single_match_has_every_section_or_a_gap_that_says_why(tmp_path):
    run(tmp_path, plan([[HEURISTIC, RANDOM]]))
    made = report_of(tmp_path)
    assert [one.id for one in made.sections] == PANEL
    gaps = {
        one.id: told for one in made.sections for told in one.paragraphs if told.startswith("A gap")
    }
    assert (
        gaps["intervals"] == "A gap: nobody played two matches, no interval of a placement exists."
    )
    assert "two games and two participants" in gaps["agreement"]
    assert "at least 2 appearances each" in gaps["planning"]
    assert gaps["usage"] == "A gap: no participant called a model, there is no usage to check."
    assert gaps["frontiers"] == "A gap: nothing cost money, there is no frontier against cost."
    assert all(row["low"] != row["low"] for row in table(made, "contrasts"))  # no interval
    assert section(made, "placements").drawings[0].caption == "1 match of 1 game."


def test_every_panel_has_the_same_sections(made):
    assert [one.id for one in made.sections] == PANEL
    assert SETTINGS.draws == 100
