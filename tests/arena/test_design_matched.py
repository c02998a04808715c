"""Matched scenarios, cohorts beside a panel, mirrored seats: balance, counts, what a file asks."""

from collections import Counter, defaultdict
from itertools import product

import pytest

from ludarena.arena.cells import Plan
from ludarena.arena.design_kinds import Mirrored
from ludarena.arena.design_matched import Beside, Matched
from ludarena.arena.design_scenarios import focal_orders, opponents, scenario_seats
from ludarena.arena.digests import digest_of
from ludarena.arena.experiment import experiment_from
from ludarena.arena.toml_table import InvalidExperiment, parse_toml
from ludarena.core.rng import stream
from ludarena.core.view import Json

SIZES = list(product((2, 3, 4, 5), (2, 3, 4, 6, 12), (2, 6, 9, 12, 30)))
"""Seats, participants, matches or scenarios."""

SEATED = [size for size in SIZES if size[1] >= size[0] - 1]
"""Those in which the participants fill the seats beside the focal one."""


def spread(counts, keys):
    numbers = [counts[key] for key in keys]
    return max(numbers) - min(numbers)


# --- what is balanced, for many numbers -------------------------------------------------------


@pytest.mark.parametrize(("seats", "anchors", "scenarios"), SEATED)
def test_scenarios_go_round_the_seats_and_take_the_anchors_in_turn(seats, anchors, scenarios):
    planned = scenario_seats(scenarios, seats, anchors, stream(3, "test"))
    assert len(planned) == scenarios
    assert spread(Counter(seat for seat, _ in planned), range(seats)) <= 1
    assert all(len(set(others)) == len(others) == seats - 1 for _, others in planned)
    taken = Counter(one for _, others in planned for one in others)
    assert spread(taken, range(anchors)) <= 1


def test_every_order_of_two_anchors_is_met_by_every_focal_seat():
    # six scenarios, three focal seats, two ways to seat the two anchors: each pair once
    planned = scenario_seats(6, 3, 2, stream(8, "test"))
    assert len({(seat, others) for seat, others in planned}) == 6


@pytest.mark.parametrize(("seats", "focals", "scenarios"), SIZES)
def test_every_focal_participant_is_first_and_last_equally_often(seats, focals, scenarios):
    orders = focal_orders(scenarios, seats, focals, stream(5, "test"))
    assert all(sorted(order) == list(range(focals)) for order in orders)
    for place in range(focals):
        assert spread(Counter(order[place] for order in orders), range(focals)) <= 1


def test_the_order_of_play_is_not_tied_to_the_focal_seat():
    # three focal participants, three seats, nine scenarios: everybody is first once in each seat
    orders = focal_orders(9, 3, 3, stream(5, "test"))
    assert len({(number % 3, order[0]) for number, order in enumerate(orders)}) == 9


@pytest.mark.parametrize(("seats", "panel", "matches"), SEATED)
def test_every_panel_member_is_met_once_before_anybody_twice(seats, panel, matches):
    met = opponents(matches, seats, panel, stream(2, "test"))
    assert len(met) == matches
    assert all(len(set(others)) == len(others) == seats - 1 for others in met)
    assert spread(Counter(one for others in met for one in others), range(panel)) <= 1


# --- the published numbers --------------------------------------------------------------------

GAMES = """\
seed = 20260924
[[games]]
id = "azul"
seats = 3
[[games]]
id = "splendor"
seats = 3
"""


def people(number, first=0):
    each = '[[participants]]\ntype = "heuristic"\nname = "p{0}"\nepsilon = 0.{0:02}\n'
    return "".join(each.format(one) for one in range(first, first + number))


def read(text):
    return experiment_from(parse_toml("e.toml", text), default_name="e")


def planned(text) -> Plan:
    return read(text).plan()


MATCHED = """\
[design]
kind = "matched"
focals = ["p0", "p1", "p2", "p3"]
anchors = ["p0", "p4"]
scenarios = {}
"""


@pytest.mark.parametrize(("scenarios", "matches"), [(9, 72), (6, 48)])
def test_matched_studies_of_two_games_and_four_focal_participants(scenarios, matches):
    experiment = read(GAMES + people(5) + MATCHED.format(scenarios))
    cells = experiment.plan().cells
    assert experiment.matches == len(cells) == matches
    assert Counter(cell.stratum for cell in cells) == {
        "azul/3": matches / 2,
        "splendor/3": matches / 2,
    }
    by_scenario = defaultdict(list)
    for cell in cells:
        assert (cell.part, cell.focal_participant) == ("matched", cell.roster[cell.focal])
        by_scenario[cell.scenario].append(cell)
    assert len(by_scenario) == 2 * scenarios
    for same in by_scenario.values():
        assert sorted(cell.focal_participant for cell in same) == ["p0", "p1", "p2", "p3"]
        assert len({(cell.setup.seed, cell.focal) for cell in same}) == 1
        others = {cell.roster[: cell.focal] + cell.roster[cell.focal + 1 :] for cell in same}
        assert len(others) == 1
        assert sorted(others.pop()) == ["p0", "p4"]  # an anchor is a focal participant too
    assert len({cell.setup.seed for cell in cells}) == 2 * scenarios
    seats = Counter((cell.stratum, cell.focal) for cell in cells)
    assert set(seats.values()) == {scenarios // 3 * 4}


def test_focal_participants_of_a_scenario_play_one_after_the_other():
    cells = planned(GAMES + people(5) + MATCHED.format(6)).cells
    for start in range(0, 48, 4):
        assert len({cell.scenario for cell in cells[start : start + 4]}) == 1
    # twelve scenarios in all: each of four is first three times
    assert Counter(cell.focal_participant for cell in cells[::4]).most_common()[0][1] <= 4
    numbers = [
        int(cell.scenario.rpartition("-")[2]) for cell in cells[::4] if "azul" in cell.stratum
    ]
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6] != numbers  # in random order


def test_the_reference_cohort_of_the_published_study():
    # six matches a game for each of three baselines, each twice in every seat, against two of
    # twelve panel participants, every one of them once a game
    baselines = '[cohort]\nbaselines = ["p12", "p13", "p14"]\nmatches = 6\n'
    panel = '[design]\nkind = "panel"\nmatches = 48\n'
    plan = planned(GAMES + people(15) + baselines + panel)
    main = [cell for cell in plan.cells if not cell.part]
    cohort = [cell for cell in plan.cells if cell.part == "cohort"]
    assert (len(main), len(cohort), len(plan.cells)) == (96, 36, 132)
    assert not {"p12", "p13", "p14"} & {name for cell in main for name in cell.roster}
    for game, name in product(("azul/3", "splendor/3"), ("p12", "p13", "p14")):
        own = [cell for cell in cohort if (cell.stratum, cell.focal_participant) == (game, name)]
        assert Counter(cell.focal for cell in own) == {0: 2, 1: 2, 2: 2}
        met = Counter(one for cell in own for one in cell.roster if one != name)
        assert met == {f"p{number}": 1 for number in range(12)}
    shared = defaultdict(set)
    for cell in cohort:
        others = tuple(one for one in cell.roster if one != cell.focal_participant)
        shared[cell.scenario].add((cell.setup.seed, cell.focal, others))
    assert len(shared) == 12
    assert all(len(same) == 1 for same in shared.values())
    assert plan.design["cohort"] == {
        "kind": "cohort", "baselines": ["p12", "p13", "p14"], "matches": 6
    }  # fmt: skip


def test_a_cohort_beside_a_panel_leaves_the_panel_as_it_was():
    panel = '[design]\nkind = "panel"\nmatches = 12\n'
    alone = planned(GAMES + people(12) + panel)
    beside = planned(GAMES + people(13) + panel + '[cohort]\nbaselines = ["p12"]\nmatches = 3\n')
    assert beside.cells[: len(alone.cells)] == alone.cells


def test_the_numbers_of_a_panel_leave_out_the_baselines_beside_it():
    # four participants remain, and 8 is a multiple of 4, not of 5
    design = '[design]\nkind = "panel"\nmatches = 8\n[cohort]\nbaselines = ["p1"]\nmatches = 3\n'
    assert len(planned(GAMES + people(5) + design).cells) == 2 * 8 + 2 * 3


def test_a_cohort_can_be_an_experiment_of_its_own():
    design = '[design]\nkind = "cohort"\nbaselines = ["p3"]\nmatches = 3\n'
    cells = planned(GAMES + people(4) + design).cells
    assert [cell.part for cell in cells] == ["cohort"] * 6
    assert Counter(cell.focal for cell in cells) == {0: 2, 1: 2, 2: 2}


# --- mirrored seats ---------------------------------------------------------------------------


def test_mirrored_seats_share_a_set_up_in_every_rotation():
    # four line-ups of three of four participants, three rotations, two rounds
    cells = planned(GAMES + people(4) + '[design]\nkind = "mirrored"\nrounds = 2\n').cells
    assert len(cells) == 2 * 4 * 3 * 2
    shared = defaultdict(list)
    for cell in cells:
        assert (cell.part, cell.focal) == ("mirrored", None)
        shared[cell.scenario].append(cell)
    assert len(shared) == 16
    for same in shared.values():
        first = same[0].roster
        assert [cell.roster for cell in same] == [first[turn:] + first[:turn] for turn in range(3)]
        assert len({cell.setup.seed for cell in same}) == 1


def test_mirrored_seats_in_every_order():
    design = Mirrored(1, "permutations")
    schedule = design.schedule(["a", "b", "c"], [3], seed=1)
    assert len(schedule) == design.matches(3, [3]) == 6
    assert len({one.roster for one in schedule}) == 6
    assert {one.scenario for one in schedule} == {1}


def test_mirrored_seats_of_two_participants_at_three_seats():
    # a-a-b and a-b-b, three rotations each
    schedule = Mirrored(1).schedule(["a", "b"], [3], seed=1)
    assert Counter(one.scenario for one in schedule) == {1: 3, 2: 3}
    for seat in range(3):
        assert Counter(one.roster[seat] for one in schedule) == {"a": 3, "b": 3}


# --- files ------------------------------------------------------------------------------------


def test_scenarios_can_be_listed_one_by_one():
    listed = (
        MATCHED.format("").replace("scenarios = \n", "")
        + """\
[[design.scenarios]]
stratum = "splendor/3"
focal_seat = 2
seed = 77
[[design.scenarios]]
stratum = "azul/3"
focal_seat = 0
anchors = ["p4", "p4"]
"""
    )
    cells = planned(GAMES + people(5) + listed).cells
    assert len(cells) == 8
    by_game = {cell.setup.game: cell for cell in cells}
    splendor, azul = by_game["splendor"], by_game["azul"]
    assert (splendor.setup.seed, splendor.focal, splendor.roster[:2]) == (77, 2, ("p0", "p4"))
    assert (azul.focal, azul.roster[1:]) == (0, ("p4", "p4"))
    assert azul.setup.seed != 77
    assert azul.scenario == "azul/3/matched-1"


def test_scenarios_of_one_game_with_several_options_have_names_of_their_own():
    games = GAMES.replace('"splendor"', '"azul"\noptions = { round_limit = 3 }')
    cells = planned(games + people(5) + MATCHED.format(3)).cells
    assert len({cell.scenario for cell in cells}) == 6
    assert {len({one.setup.seed for one in cells if one.scenario == s}) for s in
            {cell.scenario for cell in cells}} == {1}  # fmt: skip


def test_designs_are_functions_of_the_seed():
    for design in (
        Matched(focals=("a", "b"), anchors=("c", "d"), scenarios=6),
        Beside(kind="cohort", people=("d",), each=6),
        Mirrored(2),
    ):
        first, again, other = (design.schedule(list("abcd"), [3], seed) for seed in (1, 1, 2))
        assert first == again != other


GOLDEN = [
    (Matched(focals=("a", "b", "c"), anchors=("d", "a"), scenarios=6),
     "741188dc9d4886a96adc3571658ffc93"),
    (Beside(kind="cohort", people=("e", "f"), each=6), "b68ed535b5cd4dfe1d35d89d8d91327f"),
    (Beside(kind="joining", people=("e",), each=6), "d12bd1f1926d3a734e7086287e2a9a4a"),
    (Mirrored(2), "3e290bb7d459c3387652db92e0f9772b"),
    (Mirrored(1, "permutations"), "18c9ae8c3b0b9cc5cbcb793a1ee83181"),
]  # fmt: skip


@pytest.mark.parametrize(("design", "digest"), GOLDEN)
def test_designs_stay_the_same_from_version_to_version(design, digest):
    # a frozen run can only be continued when its file still gives the same schedule
    schedule = design.schedule(list("abcdef"), [3, 2], seed=7)
    told: list[Json] = [[p.stratum, list(p.roster), p.scenario, p.focal] for p in schedule]
    assert digest_of(told) == digest


def test_a_small_matched_study_by_hand():
    schedule = Matched(focals=("a", "b"), anchors=("c", "d"), scenarios=3).schedule(
        list("abcd"), [3], seed=1
    )
    # three scenarios in the order 3, 2, 1 of seats 2, 1, 0: the anchors change places between
    # neighbours, and who plays first does too
    assert ["".join(one.roster) for one in schedule] == ["dcb", "dca", "cad", "cbd", "bdc", "adc"]
    assert [one.focal for one in schedule] == [2, 2, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("design", "message"),
    [
        (MATCHED.format(8), "design.scenarios: must be a multiple of 3, so that the focal seat is "
         "equally often each of 3 seats, not 8; nearest: 6 or 9"),
        (MATCHED.format(9).replace('"p0", "p4"', '"p4"'),
         "design.anchors: names 1, but 3 seats need 2 beside the focal one"),
        (MATCHED.format(9).replace('"p0", "p4"', '"p0", "p3"'),
         "design: 'p4' sits nowhere: name it in focals or anchors, or remove it"),
        (MATCHED.format(9).replace('"p3"]', '"pp3"]'),
         "design.focals: 'pp3' is no participant (did you mean 'p3'?); there are: p0, p1"),
        (MATCHED.format(9).replace('"p3"]', '"p0"]'), "design.focals: names 'p0' twice"),
        (MATCHED.format(9).replace(', "p1", "p2", "p3"', ""),
         "design.focals: names one participant; a matched study compares at least two"),
        (MATCHED.format("'nine'"), "design.scenarios: must be an integer from 1 to 10000"),
        (MATCHED.format(9).replace("scenarios = 9", ""),
         "design: lacks 'scenarios': give a number"),
        (MATCHED.format(9).replace("9", '[{stratum = "azul/2", focal_seat = 0}]'),
         "design.scenarios[0].stratum: cannot be 'azul/2' (did you mean 'azul/3'?)"),
        (MATCHED.format(9).replace("9", '[{stratum = "azul/3", focal_seat = 3}]'),
         "design.scenarios[0].focal_seat: must be an integer from 0 to 2, not 3"),
        (MATCHED.format(9).replace("9", '[{focal_seat = 0}]'),
         "design.scenarios[0]: lacks 'stratum': give one of azul/3, splendor/3"),
        (MATCHED.format(9).replace("9", '[{stratum = "azul/3", focal_seat = 0, anchors = ["p1"]}]'),
         "design.scenarios[0].anchors: 3 seats need 2 anchors in the order of seats, not 1"),
        ('[design]\nkind = "cohort"\nbaselines = ["p4"]\nmatches = 4\n',
         "design.matches: must be a multiple of 3, so that each of them sits equally often in "
         "each of 3 seats, not 4; nearest: 3 or 6"),
        ('[design]\nkind = "cohort"\nbaselines = ["p0", "p1", "p2", "p3"]\nmatches = 3\n',
         "design.baselines: leaves a panel of 1, but 3 seats need 2 opponents"),
        ('[design]\nkind = "cohort"\nbaselines = ["p0"]\nmatches = 3\n'
         '[cohort]\nbaselines = ["p1"]\nmatches = 3\n',
         "cohort: stands beside a design that is a cohort already: remove one"),
        ('[cohort]\nmatches = 3\n', "cohort: lacks 'baselines': give a list of names"),
        ('[design]\nkind = "mirrored"\norders = "all"\n',
         "design.orders: cannot be 'all'; one of 'rotations', 'permutations'"),
    ],
)  # fmt: skip
def test_impossible_designs_are_refused_with_what_would_be_possible(design, message):
    with pytest.raises(InvalidExperiment) as caught:
        read(GAMES + people(5) + design)
    assert message in str(caught.value)
    assert str(caught.value).startswith("e.toml:")
