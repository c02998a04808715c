"""R6: points of landscapes, animals and spirits; values by hand from the rules."""

import json
from pathlib import Path

import pytest

from ludarena.games.harmonies import HARMONIES
from ludarena.games.harmonies.measures import routes
from ludarena.games.harmonies.scoring import points_of, tie_cubes
from ludarena.games.harmonies.setup import variant_of
from tests.games.harmonies.positions import Seat, board_of, points, position

FINISHED = json.loads((Path(__file__).parent / "finished_boards.json").read_text("utf-8"))
DEFAULTS = {option.name: option.default for option in HARMONIES.options}


@pytest.mark.parametrize("row", range(6))
def test_finished_board_has_its_published_points(row):
    case = FINISHED[row]
    spirit = [name for name in case["cards"] if name in ("turtle", "owl", "marmot", "lion")]
    spirit += [name for name in case["cards"] if name == "mountain-goat"]
    assert len(spirit) == 1
    [cube, *cubes] = case["cubes"]
    board = board_of(Seat(case["stacks"], " ".join(cubes), case["cards"], spirit_cube=cube))
    variant = variant_of({**DEFAULTS, "side": case["side"], "spirits": "on"})
    expected = dict(case["expected"])
    total = expected.pop("total")
    assert routes(board, variant) == expected
    assert points_of(board, variant) == total


def test_published_totals_are_all_used():
    assert [case["expected"]["total"] for case in FINISHED] == [116, 113, 104, 88, 96, 104]


def test_trees_score_1_3_7_by_height():
    assert points({"a1": "L", "b1": "TL", "c1": "TTL"}, "trees") == 11


def test_brown_without_green_is_no_tree():
    assert points({"a1": "T", "b1": "TT"}, "trees") == 0


def test_mountains_score_1_3_7_by_height_when_next_to_one_another():
    assert points({"a1": "M", "a2": "MM", "b2": "MMM"}, "mountains") == 11


def test_a_mountain_without_a_neighbouring_mountain_scores_nothing():
    assert points({"a1": "MMM", "c1": "M"}, "mountains") == 0


def test_a_mountain_counts_a_neighbour_of_any_height():
    assert points({"a1": "MMM", "a2": "M"}, "mountains") == 8


def test_a_mountain_under_a_building_is_no_mountain():
    assert points({"a1": "MMM", "a2": "MB"}, "mountains") == 0


def test_four_fields_in_one_group_score_5():
    assert points({"a1": "F", "a2": "F", "a3": "F", "b1": "F"}, "fields") == 5


def test_four_fields_in_two_pairs_score_10():
    assert points({"a1": "F", "a2": "F", "e1": "F", "e2": "F"}, "fields") == 10


def test_a_single_field_scores_nothing():
    assert points({"a1": "F", "e1": "F"}, "fields") == 0


def test_a_building_with_three_colours_around_scores_5():
    around = {"c2": "M", "d2": "F", "d3": "TL"}
    assert points({"c3": "MB", **around}, "buildings") == 5


def test_a_building_with_two_colours_around_scores_nothing():
    assert points({"c3": "TB", "c2": "M", "d2": "M", "d3": "W"}, "buildings") == 0


def test_red_and_bare_trunks_count_as_colours_around_a_building():
    assert points({"c3": "BB", "c2": "B", "d2": "T", "d3": "W"}, "buildings") == 5


def test_buildings_next_to_each_other_show_red():
    # Each sees the other's red, and 2 more colours around: c2 gray and d3 blue touch only c3.
    assert points({"c3": "MB", "b2": "MB", "c2": "M", "d3": "W"}, "buildings") == 5


def test_a_lone_red_token_is_no_building():
    assert points({"c3": "B", "c2": "M", "d2": "F", "d3": "L"}, "buildings") == 0


def test_only_the_top_colour_shows_around_a_building():
    # Green, gray and red on top; brown, under the tree, does not show.
    assert points({"c3": "BB", "c2": "TL", "d2": "M"}, "buildings") == 0


@pytest.mark.parametrize(
    ("river", "expected"),
    [
        ("", 0),
        ("a1", 0),
        ("a1 a2", 2),
        ("a1 a2 a3", 5),
        ("a1 a2 a3 a4", 8),
        ("a1 a2 a3 a4 a5", 11),
        ("a1 a2 a3 a4 a5 b4", 11),
        ("a1 a2 a3 a4 a5 b4 c5", 15),
        ("a1 a2 a3 a4 b4 c5", 15),
        ("a1 a2 a3 a4 b4 c5 d4", 19),
        ("a1 a2 a3 a4 b4 c5 d4 e5", 23),
    ],
)
def test_river_points_by_length(river, expected):
    # a4 and a5 both touch b4, so that a5 never makes the river to b4 longer.
    assert points(dict.fromkeys(river.split(), "W"), "water") == expected


def test_a_triangle_of_water_has_length_2():
    assert points({"a1": "W", "a2": "W", "b1": "W"}, "water") == 2


def test_only_the_best_river_counts():
    pair, three = dict.fromkeys(["a1", "a2"], "W"), dict.fromkeys(["e1", "e2", "e3"], "W")
    assert points(pair | three, "water") == 5


RING = dict.fromkeys(["c2", "d2", "d3", "c4", "b3", "b2"], "W")


def test_a_ring_of_six_has_length_4():
    assert points(RING, "water") == 8


def test_a_ring_with_a_tail_is_longer_between_its_tokens_furthest_apart():
    # The tail c1 is 4 steps from c4: c1 c2 d2 d3 c4 are 5 tokens; also measured from its end.
    ring = RING | {"c1": "W"}
    assert points(ring, "water") == 11
    assert points(ring, "water", river_length="from_river_ends") == 11


def test_option_from_river_ends_ignores_ways_between_other_tokens():
    # Triangles a2 a3 b2 and d2 e2 e3 joined by c3: 5 tokens from side to side. The one end is c4,
    # below c3: c4 c3 d2 e3 are 4 tokens.
    river = dict.fromkeys(["a2", "a3", "b2", "c3", "d2", "e2", "e3", "c4"], "W")
    assert points(river, "water") == 11
    assert points(river, "water", river_length="from_river_ends") == 8


def test_option_from_river_ends_measures_a_river_without_ends_as_usual():
    assert points(RING, "water", river_length="from_river_ends") == 8


def test_side_b_without_water_is_one_island():
    assert points({}, "water", "B") == 5


def test_a_line_of_water_across_side_b_makes_two_islands():
    assert points(dict.fromkeys(["d1", "d2", "d3"], "W"), "water", "B") == 10


def test_empty_hexes_of_side_b_are_land():
    # a1 is cut off by a2 and b1, and is empty.
    assert points({"a2": "W", "b1": "W"}, "water", "B") == 10


def test_a_river_scores_nothing_on_side_b():
    assert points({"a1": "W", "a2": "W", "a3": "W"}, "water", "B") == 5


@pytest.mark.parametrize(("placed", "expected"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 10), (5, 15)])
def test_an_animal_scores_the_step_of_its_cubes(placed, expected):
    assert board_of(Seat(cards={"frog": placed})).animal_points() == expected


def test_complete_and_open_cards_are_added():
    assert board_of(Seat(cards={"bee": 2, "eagle": 1, "otter": 0})).animal_points() == 23


FIELDS = {"a1": "F", "a3": "F", "a4": "F", "c1": "F", "c2": "F", "d1": "F"}
"""Groups of 1, 2 and 3 fields."""
HOUSES = {"a1": "BB", "c1": "MB", "c2": "TB", "e5": "B"}
"""Groups of 1 and 2 buildings, and a lone red."""
TREES = {"a1": "L", "a3": "TL", "c1": "TTL", "e5": "TT"}
MOUNTAINS = {"a1": "M", "c1": "MM", "e1": "MMM", "e5": "MB"}
WATERS = {"a1": "W", "c1": "W", "c2": "W"}


@pytest.mark.parametrize(
    ("spirit", "stacks", "expected"),
    [
        ("lion", FIELDS, 2 + 2 + 10),
        ("butterfly", FIELDS, 15),
        ("cat", HOUSES, 8),
        ("crane", HOUSES, 6),
        ("deer", TREES, 8),
        ("owl", TREES, 3 + 3 + 1),
        ("mountain-goat", MOUNTAINS, 8),
        ("marmot", MOUNTAINS, 3 + 3 + 1),
        ("dragonfly", WATERS, 7),
        ("turtle", WATERS, 6),
    ],
)
def test_spirit_scores_by_its_own_rule(spirit, stacks, expected):
    variant = variant_of(DEFAULTS)
    seat = Seat(stacks, cards={spirit: 1}, spirit_cube="c3")
    assert routes(board_of(seat), variant)["spirit"] == expected


@pytest.mark.parametrize(
    ("spirit", "stack", "expected"),
    [
        ("lion", "F", (2, 2, 10, 10)),
        ("butterfly", "F", (5, 5, 5, 5)),
        ("cat", "BB", (4, 4, 4, 4)),
        ("crane", "BB", (0, 6, 6, 6)),
        ("dragonfly", "W", (0, 7, 7, 7)),
        ("turtle", "W", (2, 4, 6, 8)),
    ],
)
def test_spirit_scores_one_group_by_its_size(spirit, stack, expected):
    for size, points_of_group in enumerate(expected, start=1):
        group = dict.fromkeys(("a1", "a2", "a3", "a4")[:size], stack)
        board = board_of(Seat(group, cards={spirit: 1}, spirit_cube="c3"))
        assert routes(board, variant_of(DEFAULTS))["spirit"] == points_of_group


@pytest.mark.parametrize(
    ("spirit", "stacks", "expected"),
    [
        ("deer", ("L", "TL", "TTL"), (0, 4, 4)),
        ("owl", ("L", "TL", "TTL"), (3, 3, 1)),
        ("mountain-goat", ("M", "MM", "MMM"), (0, 4, 4)),
        ("marmot", ("M", "MM", "MMM"), (3, 3, 1)),
    ],
)
def test_spirit_scores_one_stack_by_its_height(spirit, stacks, expected):
    for stack, worth in zip(stacks, expected, strict=True):
        board = board_of(Seat({"a1": stack}, cards={spirit: 1}, spirit_cube="c3"))
        assert routes(board, variant_of(DEFAULTS))["spirit"] == worth


def test_a_spirit_whose_cube_is_not_placed_scores_nothing():
    variant = variant_of(DEFAULTS)
    assert routes(board_of(Seat(WATERS, cards={"turtle": 0})), variant)["spirit"] == 0


def over(*seats, **options):
    """Return a finished match of these boards."""
    state = position(*seats, turns=len(seats), **options)
    state.owed = -1
    return state


def test_equal_points_are_decided_by_animal_cubes():
    # Both have 4 points: the crocodile with 1 cube, or 4 trees.
    seats = Seat({"a1": "L", "c1": "L", "e1": "L", "a5": "L"}), Seat(cubes="a1", cards={"ray": 1})
    state = over(*seats)
    outcome = HARMONIES.outcome(state)
    assert (outcome.scores, outcome.tie_breaks) == ((4, 4), ((0,), (1,)))
    assert outcome.ranks == (2, 1)
    assert state.standings()[1] > state.standings()[0]


def test_cubes_never_outweigh_a_point():
    # 5 lone trees against the 4 points of a ray with its first cube.
    trees = dict.fromkeys(("a1", "a3", "a5", "c1", "c3"), "L")
    state = over(Seat(trees), Seat(cubes="a1", cards={"ray": 1}))
    assert HARMONIES.outcome(state).ranks == (1, 2)
    assert state.standings()[0] > state.standings()[1]


def test_equal_points_and_cubes_share_the_place():
    seat = Seat({"a1": "L"}, cubes="a1", cards={"ray": 1})
    assert HARMONIES.outcome(over(seat, seat)).ranks == (1, 1)


@pytest.mark.parametrize(("option", "ranks"), [(False, (1, 1)), (True, (1, 2))])
def test_the_cube_of_a_spirit_decides_a_tie_by_option_only(option, ranks):
    # A turtle with one water: 2 points. The other one has two lone trees.
    seats = Seat({"a1": "W"}, cards={"turtle": 1}, spirit_cube="a1"), Seat({"a1": "L", "c1": "L"})
    state = over(*seats, spirits="on", spirit_cube_in_tiebreak=option)
    assert HARMONIES.outcome(state).scores == (2, 2)
    assert HARMONIES.outcome(state).ranks == ranks
    assert tie_cubes(state.boards[0], state.variant) == int(option)
