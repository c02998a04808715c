"""Panels: balanced seats, even pairs, and what an experiment file may ask for."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from ludarena.arena.design_kinds import Panel, RoundRobin, meetings_of
from ludarena.arena.design_panel import Evenness, evenness, in_turn, panel
from ludarena.arena.digests import digest_of
from ludarena.arena.experiment import experiment_from
from ludarena.arena.toml_table import InvalidExperiment, parse_toml
from ludarena.core.view import Json
from tests.cli.run import run as ludarena

GOLDEN_DIGEST = "ca6c0ce7ccde2caae193e342cbaf9b2b"
GOLDEN = [(1, 3, 4), (0, 2, 3), (2, 4, 5), (5, 1, 2), (4, 0, 1), (3, 5, 0)]


def flat(stratum):
    return [roster for played in stratum for roster in played]


@pytest.mark.parametrize(
    ("participants", "strata"),
    [(12, [(3, 4)]), (12, [(2, 6), (3, 4), (4, 3)]), (5, [(5, 2)]), (3, [(1, 2)]), (2, [(2, 3)])],
)
def test_everybody_sits_in_every_seat_of_every_round_once(participants, strata):
    for (seats, rounds), planned in zip(strata, panel(participants, strata, seed=5), strict=True):
        assert len(planned) == rounds
        for played in planned:
            assert all(len(set(roster)) == seats for roster in played)
            for seat in range(seats):
                assert sorted(roster[seat] for roster in played) == list(range(participants))


def test_panel_of_twelve_with_three_seats_and_48_matches_has_the_best_spread():
    # 48 * 3 = 144 meetings of 66 pairs: 54 pairs meet twice, 12 meet three times
    (planned,) = panel(12, [(3, 4)], seed=20260924)
    assert evenness(flat(planned), 12) == Evenness(least=2, most=3, bound=1)
    met = Counter(frozenset(pair) for roster in flat(planned) for pair in combinations(roster, 2))
    assert Counter(met.values()) == {2: 54, 3: 12}


@pytest.mark.parametrize(("participants", "seats"), [(7, 3), (13, 4), (4, 3), (6, 6)])
def test_every_pair_meets_equally_often_where_a_symmetric_design_exists(participants, seats):
    # the Fano plane, the plane of order 3, all but one of four, everybody at one table
    (planned,) = panel(participants, [(seats, 1)], seed=3)
    assert evenness(flat(planned), participants).spread == 0


def test_pairs_are_evened_out_over_strata_too():
    planned = panel(12, [(3, 4)] * 3, seed=8)
    overall = evenness([roster for stratum in planned for roster in flat(stratum)], 12)
    # three strata that each ignored the others would leave some pairs at 6 and others at 9
    assert overall.spread <= 2
    assert all(evenness(flat(stratum), 12).spread == 1 for stratum in planned)


def test_panel_is_a_function_of_its_seed():
    first, again, other = (panel(6, [(3, 2)], seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_panel_stays_the_same_from_version_to_version():
    # a frozen run can only be continued when its file still gives the same schedule
    assert flat(panel(6, [(3, 1)], seed=1)[0]) == GOLDEN
    larger = panel(12, [(2, 2), (3, 2)], seed=1)
    rosters: list[Json] = [[list(roster) for roster in flat(stratum)] for stratum in larger]
    assert digest_of(rosters) == GOLDEN_DIGEST


def test_evenness_counts_meetings_by_hand():
    # 0 and 1 meet twice, 2 meets each of them once; 4 meetings of 3 pairs cannot be equal
    assert evenness([(0, 1, 2), (1, 0)], 3) == Evenness(least=1, most=2, bound=1)
    assert evenness([(0, 1), (1, 2), (2, 0)], 3).bound == 0
    assert evenness([], 1) == Evenness(0, 0, 0)


def test_strata_with_different_rounds_finish_together():
    order = in_turn([6, 4, 3])
    assert len(order) == 13
    assert {stratum for stratum, _ in order[-3:]} == {0, 1, 2}
    for stratum in range(3):
        numbers = [number for block, number in order if block == stratum]
        assert all(one + 1 == two for one, two in pairwise(numbers))


NAMES = [f"p{number}" for number in range(12)]


def test_schedule_of_a_panel_counts_appearances_in_every_stratum():
    # 12 appearances each: 12 * 12 / 2 = 72 matches of two, 48 of three, 36 of four
    design = Panel(appearances=12)
    assert [design.matches(12, [seats]) for seats in (2, 3, 4)] == [72, 48, 36]
    schedule = design.schedule(NAMES, [2, 3, 4], seed=1)
    assert Counter(one.stratum for one in schedule) == {0: 72, 1: 48, 2: 36}
    for stratum in range(3):
        seen = Counter(name for one in schedule if one.stratum == stratum for name in one.roster)
        assert set(seen.values()) == {12}
        assert met(schedule, stratum).spread == 1


def test_round_robin_is_even_too():
    schedule = RoundRobin(1).schedule(NAMES[:4], [2, 3], seed=1)
    assert met(schedule, 0) == Evenness(2, 2, 0)
    assert met(schedule, 1) == Evenness(6, 6, 0)


def met(schedule, stratum):
    """Return how evenly the pairs of a stratum meet."""
    names = sorted({name for one in schedule for name in one.roster})
    rosters = [tuple(map(names.index, one.roster)) for one in schedule if one.stratum == stratum]
    return evenness(rosters, len(names))


FILE = """\
seed = 3
[[games]]
id = "azul"
seats = [2, 3]
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
"""


def read(design, text=FILE):
    return experiment_from(parse_toml("e.toml", text + design), default_name="e")


def test_panel_from_a_file():
    experiment = read("appearances = 12")
    plan = experiment.plan()
    # 3 * 12 / 2 = 18 matches of two and 12 of three
    assert experiment.matches == len(plan.cells) == 30
    assert Counter(cell.stratum for cell in plan.cells) == {"azul/2": 18, "azul/3": 12}
    assert (plan.design["kind"], plan.design["appearances"]) == ("panel", 12)
    assert len({cell.setup.seed for cell in plan.cells}) == 30


def test_run_says_how_even_the_panel_is(capsys, tmp_path):
    file = tmp_path / "panel.toml"
    file.write_text(FILE.replace("[2, 3]", "[2, 3]\noptions = { round_limit = 1 }") + "matches = 6")
    ran = ludarena(capsys, "run", file, "--out", tmp_path / "run", "--workers", 1)
    # six matches of two are two of each pair; in six of three everybody meets everybody
    assert "panel: azul/2: pairs meet 2 times, as even as can be" in ran.err
    assert "panel: azul/3: pairs meet 6 times, as even as can be" in ran.err


def test_meetings_of_cells_are_counted_by_stratum():
    met = meetings_of(read("appearances = 6").plan().cells)
    assert met == {"azul/2": Evenness(3, 3, 0), "azul/3": Evenness(6, 6, 0)}


def test_panel_by_matches_of_every_stratum():
    cells = read("matches = 6").plan().cells
    assert Counter(cell.stratum for cell in cells) == {"azul/2": 6, "azul/3": 6}


@pytest.mark.parametrize(
    ("design", "text", "message"),
    [
        (
            "matches = 7",
            FILE,
            "e.toml:15: design.matches: must be a multiple of 3, so that each of 3 participants "
            "sits equally often in every seat, not 7; nearest: 6 or 9",
        ),
        (
            "appearances = 4",
            FILE,
            "e.toml:15: design.appearances: must be a multiple of 6, so that a participant sits "
            "equally often in each of 2 and 3 seats, not 4; nearest: 6",
        ),
        (
            "matches = 8",
            FILE.replace("[2, 3]", "4"),
            "e.toml:14: design.kind: a panel of 4 seats needs at least as many participants, "
            "not 3; a round robin can seat one several times",
        ),
        ("", FILE, "e.toml:13: design: a panel takes one of two: appearances (of a"),
        ("matches = 6\nappearances = 6", FILE, "e.toml:13: design: a panel takes one of two"),
        ("rounds = 2", FILE, "e.toml:15: design.rounds: is not known here"),
        ("matches = 300000", FILE, "design: plans 600000 matches, at most 100000 are allowed"),
    ],
)
def test_impossible_panel_is_refused_with_what_would_be_possible(design, text, message):
    with pytest.raises(InvalidExperiment) as caught:
        read(design, text)
    assert message in str(caught.value)
