"""R3 and R4: placing tokens and cubes."""

import pytest

from ludarena.games.harmonies import HARMONIES
from tests.games.harmonies.positions import (
    CARD_CODES,
    Seat,
    board_of,
    colours,
    fact_names,
    legal_of,
    open_to,
    play,
    position,
    reason,
    stack,
)

# --- R3 placing tokens --------------------------------------------------------------------------

STACKS = {
    "a1": "M",
    "a2": "MM",
    "a3": "MMM",
    "a4": "T",
    "a5": "TT",
    "b1": "L",
    "b2": "TL",
    "b3": "TTL",
    "b4": "B",
    "c1": "MB",
    "c2": "TB",
    "c3": "BB",
    "c4": "F",
    "c5": "W",
}
EMPTY = {"d1", "d2", "d3", "d4", "e1", "e2", "e3", "e4", "e5"}


@pytest.mark.parametrize(
    ("colour", "letter", "tops"),
    [
        ("gray", "M", {"a1", "a2"}),
        ("blue", "W", set()),
        ("brown", "T", {"a4"}),
        ("green", "L", {"a4", "a5"}),
        ("yellow", "F", set()),
        ("red", "B", {"a1", "a4", "b4"}),
    ],
)
def test_a_colour_is_placed_on_empty_hexes_and_its_own_stacks(colour, letter, tops):
    state = position(Seat(STACKS), Seat(), hand=letter)
    assert open_to(state, colour) == EMPTY | tops


def test_a_hex_with_a_cube_takes_no_token():
    state = position(Seat({"a1": "M", "a4": "T"}, cubes="a1 a4"), Seat(), hand="ML")
    assert "a1" not in open_to(state, "gray")
    assert "a4" not in open_to(state, "green")
    assert reason(state, "place:gray:a1") == "a cube stands on a1, which takes no further token"


def test_the_reason_names_the_stack_and_the_rule():
    state = position(Seat({"a1": "TT"}), Seat(), hand="T")
    assert reason(state, "place:brown:a1") == (
        "a1 holds brown and brown, and brown goes only on exactly 1 brown, or on an empty hex"
    )


def test_a_colour_that_is_not_in_hand_is_refused():
    state = position(Seat(), Seat(), hand="T")
    assert reason(state, "place:red:a1") == "you have no red token in hand"


def test_hexes_of_the_other_side_are_refused():
    state = position(Seat(), Seat(), hand="T")
    assert reason(state, "place:brown:g1") == "there is no hex g1 on this side of the board"


def test_tokens_are_placed_one_after_the_other_into_one_stack():
    state = position(Seat(), Seat())
    play(state, "take:brown+brown+green", "place:brown:a1", "place:brown:a1", "place:green:a1")
    assert stack(state, 0, "a1") == colours("TTL")


# --- R4 placing cubes ---------------------------------------------------------------------------


def homes(stacks, card, cubes="", side="A"):
    """Return the hexes that may receive a cube of the card."""
    state = position(Seat(stacks, cubes=cubes, cards={card: 0}), Seat(), side=side)
    return [action.split(":")[2] for action in legal_of(state, "cube")]


def test_a_tree_of_height_3_does_not_serve_as_one_of_height_2():
    assert homes({"a1": "TTL", "a2": "BB"}, "boar") == []
    assert homes({"a1": "TL", "a2": "BB"}, "boar") == ["a1"]


@pytest.mark.parametrize(
    ("animal", "stacks", "found"),
    [
        ("eagle", {"a1": "MM", "a2": "F"}, []),
        ("eagle", {"a1": "MMM", "a2": "F"}, ["a1"]),
        ("meerkat", {"a1": "M", "a2": "F"}, ["a1"]),
        ("meerkat", {"a1": "MM", "a2": "F"}, []),
        ("ray", {"a1": "W", "a2": "M", "b1": "M"}, ["a1"]),
        ("ray", {"a1": "W", "a2": "M", "b1": "MM"}, []),
    ],
)
def test_mountains_of_a_habitat_have_exactly_its_height(animal, stacks, found):
    assert homes(stacks, animal) == found


def test_a_bare_trunk_is_no_tree_of_a_habitat():
    # The koala lives on a tree of height 2 beside one of height 1.
    assert homes({"a1": "TL", "a2": "T"}, "koala") == []
    assert homes({"a1": "TL", "a2": "L"}, "koala") == ["a1"]


def test_the_cube_of_a_spirit_needs_a_hex_without_a_cube():
    river = {"c2": "W", "c3": "W", "c4": "MM"}
    assert homes(river, "turtle") == ["c3"]
    assert homes(river, "turtle", cubes="c3") == []


@pytest.mark.parametrize(("stack", "found"), [("B", []), ("TB", ["a2"]), ("BB", ["a2"])])
def test_a_habitat_with_a_building_needs_red_on_something(stack, found):
    assert homes({"a1": stack, "a2": "W"}, "duck") == found


def test_the_cube_needs_a_hex_without_a_cube():
    assert homes({"a1": "W", "a2": "L"}, "frog", cubes="a1") == []


def test_other_hexes_of_the_habitat_may_hold_cubes():
    assert homes({"a1": "W", "a2": "L"}, "frog", cubes="a2") == ["a1"]


def test_one_token_serves_in_several_habitats_of_a_card():
    # Each water touches the tree b2 of height 1.
    state = position(Seat({"a2": "W", "b2": "L", "c2": "W"}, cards={"frog": 0}), Seat())
    play(state, "cube:frog:a2", "cube:frog:c2")
    assert state.boards[0].animal_points() == 4


def test_two_habitats_with_one_hex_for_the_cube_are_one_action():
    assert homes({"a1": "W", "a2": "L", "b1": "L"}, "frog") == ["a1"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"c1": "W", "c2": "L", "c3": "L"}, ["c1"]),
        ({"a3": "W", "b2": "L", "c2": "L"}, ["a3"]),
        ({"c3": "W", "d3": "L", "e4": "L"}, ["c3"]),
        ({"c3": "W", "c2": "L", "d2": "L"}, []),
        ({"c1": "L", "c2": "W", "c3": "L"}, []),
    ],
)
def test_a_straight_habitat_lies_in_any_direction_but_straight(line, found):
    # The otter: water - tree 1 - tree 1 in a line, the cube on the water.
    assert homes(line, "otter") == found


@pytest.mark.parametrize(
    ("fields", "found"),
    [("c2 d2", ["c3"]), ("d2 d3", ["c3"]), ("c2 d3", []), ("c2 c4", [])],
)
def test_a_triangle_needs_two_hexes_that_touch(fields, found):
    # The flamingo: water and two fields, each next to both others.
    assert homes({"c3": "W", **dict.fromkeys(fields.split(), "F")}, "flamingo") == found


@pytest.mark.parametrize(
    ("fields", "found"),
    [("c2 d3", ["c3"]), ("b2 d2", ["c3"]), ("c2 d2", []), ("c2 c4", [])],
)
def test_a_bent_habitat_leaves_one_place_between(fields, found):
    # The shrew: building, and two fields at an angle.
    assert homes({"c3": "BB", **dict.fromkeys(fields.split(), "F")}, "shrew") == found


def test_a_bent_habitat_may_lie_around_the_edge_of_the_board():
    # Above b1 there is no hex; a1 and c1 are two places apart around it.
    assert homes({"b1": "BB", "a1": "F", "c1": "F"}, "shrew") == ["b1"]


@pytest.mark.parametrize(("fields", "found"), [("c2 d2 d3", ["c3"]), ("c2 d2 c4", [])])
def test_a_diamond_needs_three_neighbours_in_a_row(fields, found):
    # The bee: tree of height 2 with three fields.
    assert homes({"c3": "TL", **dict.fromkeys(fields.split(), "F")}, "bee") == found


def test_the_butterfly_needs_two_waters_between_its_fields():
    stacks = {"c3": "F", "c2": "W", "d2": "W", "d1": "F"}
    state = position(Seat(stacks, cards={"butterfly": 0}), Seat(), spirits="on")
    assert legal_of(state, "cube") == ["cube:butterfly:c3", "cube:butterfly:d1"]


def test_columns_do_not_run_into_each_other():
    # a5 and b1 are far apart, as are a4 and b1.
    assert homes({"a5": "W", "b1": "L"}, "frog") == []
    assert homes({"a4": "W", "b1": "L"}, "frog", side="B") == []


def test_a_pattern_that_exists_for_a_moment_gives_a_cube_that_stays():
    # The bear wants mountains of height 2; they grow after the cube is placed.
    stacks = {"c3": "L", "c2": "MM", "d2": "M"}
    state = position(Seat(stacks, cards={"bear": 0}), Seat())
    play(state, "take:gray+gray+gray", "place:gray:d2", "cube:bear:c3", "place:gray:d2")
    play(state, "place:gray:c2")
    assert stack(state, 0, "d2") == stack(state, 0, "c2") == colours("MMM")
    assert state.boards[0].animal_points() == 5
    assert HARMONIES.view(state, 0).players[0].cubes == 1


def test_reasons_for_cubes_name_what_is_wrong():
    seat = Seat({"a1": "W", "a2": "L", "c1": "W"}, cubes="a1", cards={"frog": 1, "boar": 3})
    state = position(seat, Seat())
    assert reason(state, "cube:frog:a1") == "a cube stands on a1 already"
    assert reason(state, "cube:frog:a2") == "the cube of the frog goes on water, and a2 is none"
    assert reason(state, "cube:frog:c1") == (
        "c1 is not in a whole habitat of the frog: **water** - tree of height 1, next to each other"
    )
    assert reason(state, "cube:boar:a2") == "no cube is left on the boar: it is complete"
    assert reason(state, "cube:otter:c1") == "the otter does not lie above your board"


def test_placing_the_spirits_cube_completes_its_card():
    stacks = {"c2": "W", "c3": "W", "c4": "MM"}
    state = position(Seat(stacks, cards={"turtle": 0}), Seat(), spirits="on")
    play(state, "cube:turtle:c3")
    assert fact_names(state) == ["cube_placed", "card_completed"]
    player = HARMONIES.view(state, 0).players[0]
    assert (player.routes.spirit, player.cubes) == (4, 0)
    assert player.above == ()


@pytest.mark.parametrize(("card", "placed"), [("fish", 2), ("boar", 3), ("bee", 0), ("frog", 0)])
def test_cubes_placed_are_counted_on_open_and_complete_cards(card, placed):
    # The boar has three cubes and is complete; nobody has taken the frog.
    board = board_of(Seat(cards={"fish": 2, "boar": 3, "bee": 0}))
    assert board.placed_of(CARD_CODES[card]) == placed


def test_the_cube_of_a_spirit_is_known_from_animal_cubes():
    # The lion settles on a field between another field and a tree of height 2: a group of 2.
    stacks = {"c2": "F", "c3": "F", "c4": "TL"}
    state = position(Seat(stacks, cards={"lion": 0}), Seat(), spirits="on")
    play(state, "cube:lion:c3")
    player = HARMONIES.view(state, 0).players[0]
    assert (player.routes.spirit, player.cubes) == (2, 0)
    assert {cell.cube for cell in player.hexes if cell.hex == "c3"} == {"spirit"}
