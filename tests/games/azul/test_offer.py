"""R2: the factory offer."""

import pytest

from ludarena.core.errors import IllegalAction, MatchOver, OutOfTurn
from ludarena.games.azul import AZUL

from .positions import Board, floor, legal, line, play, position, story, words


def test_pick_from_factory_takes_all_tiles_of_the_colour_and_pushes_the_others():
    state = position(offer={"factory-1": "red blue red white", "centre": "blue"})
    play(state, "draft:factory-1:red:line-3")
    assert line(state, 0, 3) == "red red"
    assert state.sources[0] == 0
    assert words(state.sources[9]) == "blue blue white"


def test_pick_from_factory_leaves_the_marker_in_the_centre():
    state = position(offer={"factory-1": "red red red red", "centre": "blue"})
    play(state, "draft:factory-1:red:line-4")
    assert floor(state, 0) == ""
    assert AZUL.view(state, "public").marker is None


def test_pick_from_centre_takes_all_tiles_of_the_colour_and_no_others():
    state = position(offer={"centre": "blue red blue red red"}, marker=1)
    play(state, "draft:centre:red:line-5")
    assert line(state, 0, 5) == "red red red"
    assert words(state.sources[9]) == "blue blue"


def test_seats_draft_clockwise_from_the_seat_that_begins():
    state = position(seats=3, starter=2, seat=2, offer={"centre": "blue red white black"}, marker=1)
    seats = []
    for colour in ("blue", "red", "white"):
        seats += state.to_act()
        play(state, f"draft:centre:{colour}:line-5")
    assert seats == [2, 0, 1]


def test_first_pick_from_centre_takes_the_marker_before_its_overflow():
    """Edge case 3: the marker lies left of the tiles that overflow."""
    state = position(offer={"centre": "blue blue blue red"})
    play(state, "draft:centre:blue:line-2")
    assert floor(state, 0) == "marker blue"
    assert AZUL.view(state, "public").marker == 0


def test_second_pick_from_centre_takes_no_marker():
    state = position(offer={"centre": "blue red white"})
    play(state, "draft:centre:blue:line-1", "draft:centre:red:line-1")
    assert floor(state, 0) == "marker"
    assert floor(state, 1) == ""


def test_marker_alone_in_the_centre_cannot_be_picked():
    state = position(offer={"factory-1": "red red red red"})
    assert not [text for text in legal(state) if text.startswith("draft:centre")]


def test_pick_of_four_into_line_two_that_holds_one_places_one_and_floors_three():
    """Edge case 1."""
    state = position(
        Board(lines={2: "red"}), offer={"factory-1": "red red red red", "centre": "blue"}
    )
    play(state, "draft:factory-1:red:line-2")
    assert line(state, 0, 2) == "red red"
    assert floor(state, 0) == "red red red"


def test_floor_of_six_with_marker_and_three_tiles_keeps_seven_and_three_go_to_the_lid():
    """Edge case 2: six spaces filled, the marker takes the seventh, all three tiles fall."""
    state = position(
        Board(floor="blue blue blue blue blue blue", score=20),
        offer={"centre": "red red red white"},
    )
    play(state, "draft:centre:red:floor")
    assert floor(state, 0) == "blue blue blue blue blue blue marker"
    assert words(state.lid) == "red red red"
    play(state, "draft:centre:white:line-1")
    assert state.boards[0].score == 20 - 14


def test_floor_line_is_always_a_legal_target():
    state = position(offer={"factory-1": "red red blue blue", "centre": "white"}, marker=1)
    assert {"draft:factory-1:red:floor", "draft:centre:white:floor"} <= set(legal(state))


def test_floor_line_is_the_only_target_when_no_pattern_line_takes_the_colour():
    board = Board(
        lines={1: "blue", 2: "white", 3: "black", 4: "yellow", 5: "white"},
        floor="",
    )
    state = position(board, offer={"factory-1": "red red blue blue"})
    assert [text for text in legal(state) if ":red:" in text] == ["draft:factory-1:red:floor"]


def test_tiles_on_the_floor_line_by_choice_lie_from_the_left():
    state = position(Board(floor="white"), offer={"factory-1": "red red blue blue"}, marker=1)
    play(state, "draft:factory-1:red:floor")
    assert floor(state, 0) == "white red red"


def test_empty_line_takes_every_colour_its_wall_row_does_not_hold():
    """Edge case 4: a colour on the wall's row closes the line, even when it is empty."""
    state = position(Board(wall={3: "red"}), offer={"factory-1": "red red blue blue"})
    ids = legal(state)
    assert "draft:factory-1:red:line-3" not in ids
    assert "draft:factory-1:red:line-2" in ids
    assert "draft:factory-1:blue:line-3" in ids


def test_begun_line_takes_its_own_colour_only():
    state = position(Board(lines={4: "red"}), offer={"factory-1": "red red blue blue"})
    ids = legal(state)
    assert "draft:factory-1:red:line-4" in ids
    assert "draft:factory-1:blue:line-4" not in ids


def test_full_line_takes_nothing():
    state = position(Board(lines={2: "red red"}), offer={"factory-1": "red red blue blue"})
    ids = legal(state)
    assert "draft:factory-1:red:line-2" not in ids
    assert "draft:factory-1:blue:line-2" not in ids


def test_marker_on_full_floor_costs_nothing_and_still_begins_the_next_round():
    state = position(
        Board(), Board(floor="blue blue blue blue blue blue blue", score=20),
        seat=1, offer={"centre": "red"},
    )  # fmt: skip
    play(state, "draft:centre:red:line-1")
    assert state.boards[1].score == 20 + 1 - 14
    assert (state.round_number, state.starter, state.to_act()) == (2, 1, [1])


def test_marker_replaces_last_tile_of_full_floor_under_the_option():
    state = position(
        Board(floor="blue red white black yellow blue red", score=20),
        offer={"centre": "white white white black"},
        marker_on_full_floor="replace_last",
    )
    play(state, "draft:centre:white:line-2")
    assert floor(state, 0) == "blue red white black yellow blue marker"
    assert words(state.lid) == "red white"
    play(state, "draft:centre:black:line-1")
    assert state.boards[0].score == 20 + 1 - 14


def test_replace_last_changes_nothing_while_the_floor_has_space():
    state = position(
        Board(floor="blue"), offer={"centre": "white red"}, marker_on_full_floor="replace_last"
    )
    play(state, "draft:centre:white:line-1")
    assert floor(state, 0) == "blue marker"
    assert words(state.lid) == ""


def test_last_pick_is_asked_although_one_action_is_left():
    board = Board(lines={1: "blue", 2: "white", 3: "black", 4: "yellow", 5: "white"})
    state = position(board, offer={"centre": "red"}, marker=1)
    assert state.to_act() == [0]
    assert legal(state) == ["draft:centre:red:floor"]


def test_drafts_are_listed_once_in_ascending_order_of_codes():
    state = position(offer={"factory-2": "red red red red", "centre": "blue"}, marker=1)
    assert legal(state) == [
        "draft:factory-2:red:line-1",
        "draft:factory-2:red:line-2",
        "draft:factory-2:red:line-3",
        "draft:factory-2:red:line-4",
        "draft:factory-2:red:line-5",
        "draft:factory-2:red:floor",
        "draft:centre:blue:line-1",
        "draft:centre:blue:line-2",
        "draft:centre:blue:line-3",
        "draft:centre:blue:line-4",
        "draft:centre:blue:line-5",
        "draft:centre:blue:floor",
    ]


def test_longest_list_of_drafts_at_the_beginning_is_five_factories_by_four_colours_by_six():
    offer = {f"factory-{n}": "blue yellow red black" for n in range(1, 6)}
    assert len(legal(position(offer=offer))) == 120


def test_facts_of_a_pick_from_a_factory():
    state = position(
        Board(lines={2: "red"}), offer={"factory-1": "red red blue white", "centre": "blue"}
    )
    play(state, "draft:factory-1:red:line-2")
    assert story(state) == [
        "Seat 0 picked 2 red tiles from factory 1 for line 2.",
        "1 blue and 1 white moved from factory 1 to the centre.",
        "Seat 0 put 1 red tile into line 2, which now holds 2 of 2.",
        "Seat 0 dropped tiles: 1 red tile on the floor line.",
    ]


def test_facts_of_a_first_pick_from_the_centre():
    state = position(offer={"centre": "blue red"})
    play(state, "draft:centre:blue:line-3")
    assert story(state) == [
        "Seat 0 picked 1 blue tile from the centre for line 3.",
        "Seat 0 took the starting-player marker to floor space 1.",
        "Seat 0 put 1 blue tile into line 3, which now holds 1 of 3.",
    ]


def test_illegal_draft_raises_and_leaves_the_state_untouched():
    state = position(Board(wall={3: "red"}), offer={"factory-1": "red red blue blue"})
    before = state.encode()
    with pytest.raises(IllegalAction, match="row 3 of your wall has red already"):
        play(state, "draft:factory-1:red:line-3")
    assert state.encode() == before


def test_acting_out_of_turn_is_refused():
    state = position(offer={"factory-1": "red red blue blue"})
    with pytest.raises(OutOfTurn, match="seat 1 owes no decision now; owed by: seat 0"):
        AZUL.play(state, 1, AZUL.action_code("draft:factory-1:red:line-3"))


def test_acting_after_the_end_is_refused():
    state = position(offer={"centre": "red"}, round_limit=1)
    play(state, "draft:centre:red:line-1")
    with pytest.raises(MatchOver):
        AZUL.play(state, 0, AZUL.action_code("draft:factory-1:red:line-3"))
