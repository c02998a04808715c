"""R1 to R5: set-up, turns, placing tokens, cards, cubes, and the end."""

import pytest

from ludarena.core.bits import popcount, total
from ludarena.core.trace import Trace
from ludarena.games.harmonies import HARMONIES
from ludarena.games.harmonies.tables import CARD_ROWS
from tests.games.harmonies.positions import (
    Seat,
    colours,
    fact_names,
    facts_of,
    filled,
    legal,
    legal_of,
    open_to,
    play,
    position,
    reason,
    stack,
)

# --- R1 set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up_fills_five_spaces_and_shows_five_animals(seats):
    state = HARMONIES.new(seats=seats, seed=3)
    assert len(state.spaces) == 5
    assert total(state.pouch) == 105
    assert (len(state.row), popcount(state.deck)) == (5, 27)
    assert state.to_act() == [0]


@pytest.mark.parametrize(("side", "hexes"), [("A", 23), ("B", 25)])
def test_all_players_use_the_same_side(side, hexes):
    state = HARMONIES.new(seats=3, seed=3, options={"side": side})
    view = HARMONIES.view(state, "public")
    assert [player.empty for player in view.players] == [hexes] * 3
    assert [len(player.hexes) for player in view.players] == [hexes] * 3


def test_with_spirits_each_seat_chooses_at_its_first_turn():
    seats = Seat(offered=["cat", "owl"]), Seat(offered=["deer", "lion"])
    state = position(*seats, spaces="WWW MMM")
    assert legal(state) == ["spirit:owl", "spirit:cat"]
    play(state, "spirit:cat")
    assert HARMONIES.view(state, 0).players[0].above[0].card == "cat"
    assert HARMONIES.view(state, 0).players[0].returned == "owl"
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2", "place:blue:a3")
    assert legal(state) == ["spirit:lion", "spirit:deer"]
    play(state, "spirit:lion", "take:gray+gray+gray", "place:gray:a1", "place:gray:a1")
    play(state, "place:gray:a1", "end")
    assert state.active() == 0
    assert legal_of(state, "spirit") == []


def test_without_spirits_none_are_dealt():
    state = HARMONIES.new(seats=2, seed=3)
    assert HARMONIES.components(state)["spirit_cards"] == 0
    assert legal_of(state, "spirit") == []


# --- R2 a turn ----------------------------------------------------------------------------------


def test_equal_groups_of_tokens_are_one_action():
    state = position(Seat(), Seat(), spaces="MWB MWB TTL")
    assert legal_of(state, "take") == ["take:gray+blue+red", "take:brown+brown+green"]


def test_a_turn_ends_by_itself_when_nothing_else_is_left():
    state = position(Seat(), Seat())
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a3", "place:blue:c1")
    assert state.active() == 1


def test_all_three_tokens_must_be_placed_before_the_turn_ends():
    state = position(Seat(), Seat(), row="otter")
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a3")
    assert "end" not in legal(state)
    assert reason(state, "end") == "all tokens must be placed before the turn ends"
    play(state, "place:blue:c1")
    assert legal(state) == ["card:otter", "end"]


def test_tokens_must_be_taken_in_every_turn():
    state = position(Seat(), Seat(), row="otter")
    play(state, "card:otter")
    assert reason(state, "end") == "tokens must be taken and placed in every turn"


def test_tokens_are_taken_once_in_a_turn():
    state = position(Seat(), Seat())
    play(state, "take:blue+blue+blue")
    assert legal_of(state, "take") == []
    assert reason(state, "take:gray+gray+gray").startswith("tokens are taken once in a turn")


def test_a_card_can_be_taken_between_two_placements():
    state = position(Seat(), Seat(), row="otter frog")
    play(state, "take:blue+blue+blue", "place:blue:a1", "card:otter", "place:blue:a2")
    assert legal_of(state, "card") == []
    assert reason(state, "card:frog") == (
        "one animal card may be taken in a turn, and you have taken yours"
    )


def test_the_empty_space_and_the_row_are_filled_at_the_end_of_the_turn_only():
    state = position(Seat(), Seat(), row="otter frog ray fish duck")
    play(state, "card:otter", "take:blue+blue+blue", "place:blue:a1", "place:blue:a3")
    assert (len(state.spaces), len(state.row)) == (4, 4)
    play(state, "place:blue:c1")
    assert (len(state.spaces), len(state.row)) == (5, 5)


FOUR = {"otter": 0, "ray": 0, "fish": 0, "frog": 4}


def test_a_fifth_card_is_refused():
    state = position(Seat(cards=FOUR), Seat(), row="duck")
    assert legal_of(state, "card") == []
    assert reason(state, "card:duck") == "4 cards lie above your board, which is the limit"


def test_a_card_completed_frees_its_place_in_the_same_turn():
    # The frog settles on water beside a tree of height 1; it has one cube left.
    seat = Seat({"a1": "W", "a2": "L"}, cards=FOUR)
    state = position(seat, Seat(), row="duck")
    play(state, "cube:frog:a1", "card:duck")
    player = HARMONIES.view(state, 0).players[0]
    assert [card.card for card in player.above] == ["ray", "fish", "otter", "duck"]
    assert [(card.card, card.worth) for card in player.complete] == [("frog", 15)]


def test_an_open_spirit_counts_among_the_four_cards():
    cards = {"otter": 0, "ray": 0, "fish": 0, "cat": 0}
    state = position(Seat(cards=cards), Seat(), row="duck", spirits="on")
    assert legal_of(state, "card") == []


def test_a_card_may_be_served_in_the_turn_in_which_it_is_taken():
    state = position(Seat({"a1": "W", "a2": "L"}), Seat(), row="frog")
    play(state, "card:frog", "cube:frog:a1")
    assert state.boards[0].animal_points() == 2


def test_option_66_cubes_refuses_a_card_that_needs_more_than_are_left():
    # 12 cards of 5, 5 and 4, 4, 4, 4, 4 cubes and seven of 3 take 5+5+20+... = 63 of 66.
    fours = ["fish", "duck", "koala", "bat", "meerkat"]
    threes = ["crocodile", "ray", "otter", "flamingo", "lizard", "shrew", "peacock", "squirrel"]
    threes += ["rabbit", "macaw", "boar"]
    names = ["frog", "ladybug", *fours, *threes]
    cards = {name: len(CARD_ROWS_BY_ID[name].ladder) for name in names}
    assert sum(cards.values()) == 63
    seats = Seat(cards=cards), Seat()
    row = "wolf bee"
    state = position(*seats, row=row, cube_supply="66")
    assert legal_of(state, "card") == ["card:bee", "card:wolf"]
    state = position(Seat(cards=cards | {"bear": 2}), Seat(), row=row, cube_supply="66")
    assert legal_of(state, "card") == []
    assert reason(state, "card:wolf") == "the wolf needs 3 cubes, and the box holds 1 cube"
    state = position(Seat(cards=cards | {"bear": 2}), Seat(), row=row)
    assert legal_of(state, "card") == ["card:bee", "card:wolf"]


CARD_ROWS_BY_ID = {card.id: card for card in CARD_ROWS}

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


# --- R5 the end ---------------------------------------------------------------------------------


def test_others_get_their_turn_after_a_board_is_full_and_nobody_gets_two():
    # Three empty hexes, of which one is filled: 2 are left.
    state = position(Seat({**filled("a1 a2 a3"), "e5": "T"}), Seat(), spaces="MMM TTL WWW", turns=4)
    play(state, "take:gray+gray+gray", *["place:gray:a1"] * 3)
    assert state.ending
    assert state.to_act() == [1]
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2", "place:blue:a3", "end")
    assert state.to_act() == []
    assert HARMONIES.outcome(state).ended_by == "rules"


def test_three_empty_hexes_do_not_end_the_match():
    state = position(Seat({**filled("a1 a2 a3"), "e5": "M", "e4": "M"}), Seat(), spaces="MMB WWW")
    play(state, "take:gray+gray+red", "place:gray:e5", "place:gray:e5", "place:red:e4")
    assert not state.ending


def test_a_board_filled_by_the_last_seat_ends_the_match_at_once():
    state = position(Seat(), Seat(filled("a1 a2 a3")), spaces="WWW MMM", turns=5)
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2")
    assert state.to_act() == []


def test_an_empty_pouch_ends_the_match_with_the_round():
    state = position(Seat(), Seat(), spaces="WWW MMM", turns=34, pouch=0)
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a3", "place:blue:c1")
    assert "pouch_empty" in fact_names(state)
    assert state.to_act() == [1]
    play(state, "take:gray+gray+gray", *["place:gray:a1"] * 3, "end")
    assert state.to_act() == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tokens_are_120_at_all_times(seats):
    state = HARMONIES.new(seats=seats, seed=11)
    while state.to_act():
        counts = HARMONIES.components(state)
        assert sum(n for name, n in counts.items() if name.endswith("_tokens")) == 120
        seat = state.to_act()[0]
        state.apply(seat, state.legal_actions(seat)[-1])


def test_a_last_placement_without_a_choice_is_made_by_itself():
    # After two of three the hex a3 is the only one that blue can go to.
    state = position(Seat(filled("a1 a2 a3")), Seat(), spaces="WWW MMM")
    state.trace = Trace()
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2")
    names = [HARMONIES.facts[fact.kind].name for fact in facts_of(state)]
    assert names.count("placed") == 3
    assert state.active() == 1
