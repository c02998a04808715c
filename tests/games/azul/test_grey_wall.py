"""R3.5 and R3.6: choosing columns of the grey wall."""

import pytest

from ludarena.core.errors import IllegalAction
from ludarena.games.azul import AZUL

from .positions import Board, legal, line, play, position, scores, story, wall, words


def tiling(*boards: Board, seats: int = 2, **rest):
    """Return a table of the grey wall after the last pick of a round: red to line 5 of seat 1."""
    state = position(
        *boards, seats=seats, seat=1, offer={"centre": "red"}, marker=0, wall="grey", **rest
    )
    play(state, "draft:centre:red:line-5")
    return state


def test_column_of_a_full_line_is_chosen():
    state = tiling(Board(lines={3: "blue blue blue"}))
    assert state.to_act() == [0]
    assert legal(state) == [f"tile:column-{n}" for n in range(1, 6)]
    play(state, "tile:column-5")
    assert wall(state, 0, 3) == "- - - - blue"
    assert words(state.lid) == "blue blue"
    assert scores(state)[0] == 1


def test_columns_that_are_filled_or_hold_the_colour_are_not_offered():
    """Row 2: column 1 is filled; blue stands in columns 3 (row 1) and 4 (row 5)."""
    board = Board(
        lines={2: "blue blue"}, wall={1: "- - blue - -", 2: "red - - - -", 5: "- - - blue -"}
    )
    assert legal(tiling(board)) == ["tile:column-2", "tile:column-5"]


@pytest.mark.parametrize(
    ("column", "reason"),
    [
        (1, "row 2 has a tile in column 1 already"),
        (3, "column 3 holds blue already; no colour twice in a column"),
    ],
)
def test_column_that_is_not_offered_is_explained(column, reason):
    board = Board(lines={2: "blue blue"}, wall={1: "- - blue - -", 2: "red - - - -"})
    state = tiling(board)
    with pytest.raises(IllegalAction, match=reason):
        play(state, f"tile:column-{column}")


def test_row_holds_no_colour_twice_since_its_line_does_not_take_it():
    state = position(
        Board(wall={3: "- - red - -"}), offer={"factory-1": "red red blue blue"}, wall="grey"
    )
    assert "draft:factory-1:red:line-3" not in legal(state)
    assert "draft:factory-1:blue:line-3" in legal(state)


def test_single_column_is_tiled_without_a_question():
    board = Board(lines={1: "yellow"}, wall={1: "red blue white - -", 2: "- - - yellow -"})
    state = tiling(board)
    assert state.round_number == 2
    assert wall(state, 0, 1) == "red blue white - yellow"
    assert scores(state)[0] == 1


def test_line_without_a_column_falls_to_the_floor_line():
    """R3.6: row 2 has column 5 free alone, which holds yellow in row 1: 2 tiles cost 2."""
    board = Board(
        lines={2: "yellow yellow"},
        wall={1: "- - - - yellow", 2: "red blue white black -"},
        score=10,
    )
    state = tiling(board, bag="")
    assert wall(state, 0, 2) == "red blue white black -"
    assert line(state, 0, 2) == ""
    assert scores(state)[0] == 10 - 2
    assert (
        "Seat 0 found no column for yellow in row 2 and dropped line 2: "
        "2 yellow tiles on the floor line." in story(state)
    )


def test_dropped_line_fills_the_floor_and_its_rest_goes_to_the_lid():
    """Six spaces are filled, one of three tiles finds the seventh: 14 points are lost."""
    board = Board(
        lines={3: "yellow yellow yellow"},
        wall={1: "- - - - yellow", 3: "red blue white black -"},
        floor="marker blue blue blue blue blue",
        score=20,
    )
    state = position(
        board, seat=1, offer={"centre": "red"}, marker=0, wall="grey", round_limit=1, lid=""
    )
    play(state, "draft:centre:red:line-5")
    assert scores(state)[0] == 20 - 14
    assert words(state.lid) == " ".join(["blue"] * 5 + ["yellow"] * 3)
    assert (
        "Seat 0 found no column for yellow in row 3 and dropped line 3: 1 yellow tile on the "
        "floor line and 2 yellow tiles in the lid, as the floor line is full." in story(state)
    )


def test_dropped_line_opens_again_for_its_colour():
    board = Board(
        lines={2: "yellow yellow"}, wall={1: "- - - - yellow", 2: "red blue white black -"}
    )
    state = tiling(board)
    assert state.boards[0].is_open(1, 1)


def test_lines_are_asked_from_one_to_five():
    state = tiling(Board(lines={2: "red red", 4: "blue blue blue blue"}))
    assert AZUL.view(state, 0).tiling_line == 2
    play(state, "tile:column-1")
    assert AZUL.view(state, 0).tiling_line == 4
    play(state, "tile:column-1")
    assert state.round_number == 2
    assert (wall(state, 0, 2), wall(state, 0, 4)) == ("red - - - -", "blue - - - -")


def test_later_line_sees_the_square_taken_by_an_earlier_one():
    state = tiling(Board(lines={1: "red", 2: "red red"}))
    play(state, "tile:column-3")
    assert legal(state) == [f"tile:column-{n}" for n in (1, 2, 4, 5)]


def test_tiles_placed_in_one_phase_score_each_other():
    state = tiling(Board(lines={1: "red", 2: "blue blue"}))
    play(state, "tile:column-3", "tile:column-3")
    assert scores(state)[0] == 1 + 2


def test_seats_choose_in_turn_order_from_the_seat_that_began_the_round():
    boards = [Board(lines={1: colour}) for colour in ("blue", "red", "white")]
    state = tiling(*boards, seats=3, starter=2)
    order = []
    while state.decision(state.to_act()[0]) == 1:
        order += state.to_act()
        play(state, "tile:column-1")
    assert order == [2, 0, 1]


def test_earlier_tilings_are_seen_by_later_seats():
    state = tiling(Board(lines={1: "blue"}), Board(lines={1: "red"}))
    play(state, "tile:column-4")
    assert state.to_act() == [1]
    assert AZUL.view(state, 1).players[0].wall[0] == (None, None, None, "blue", None)


def test_floor_of_a_seat_is_cleared_before_the_next_seat_chooses():
    state = tiling(Board(lines={1: "blue"}, floor="white", score=5), Board(lines={1: "red"}))
    play(state, "tile:column-1")
    assert state.to_act() == [1]
    assert scores(state) == [5, 0]


def test_colour_of_every_square_is_kept():
    state = tiling(Board(lines={1: "white", 2: "black black"}))
    play(state, "tile:column-1", "tile:column-2")
    assert (wall(state, 0, 1), wall(state, 0, 2)) == ("white - - - -", "- black - - -")


def test_complete_row_ends_the_match_and_a_colour_counts_wherever_it_stands():
    """Row 1 is completed by white: 5 points, 2 for the row, 10 for white's fifth tile."""
    board = Board(
        lines={1: "white"},
        wall={
            1: "blue yellow red black -",
            2: "white - - - -",
            3: "- white - - -",
            4: "- - white - -",
            5: "- - - white -",
        },
    )
    state = tiling(board)
    assert state.to_act() == []
    assert scores(state)[0] == 5 + 2 + 10
    assert AZUL.outcome(state).ended_by == "rules"


def test_question_names_line_colour_and_form():
    state = tiling(Board(lines={3: "blue blue blue"}))
    decision = AZUL.pending(state, 0)
    assert decision is not None
    assert decision.kind == "tile"
    assert decision.cause == "Your pattern line 3 is full."
    assert "row 3 of your grey wall for a blue tile: tile:<column>" in decision.question
    assert AZUL.pending(state, 1) is None


def test_choice_of_a_column_is_described_with_its_points():
    state = tiling(Board(lines={3: "blue blue blue"}, wall={3: "red white - - -"}))
    assert AZUL.describe(state, 0, AZUL.action_code("tile:column-3")) == (
        "Place blue in row 3, column 3 for 3 points; 2 other tiles of the line to the lid."
    )


def test_choices_of_columns_are_blocks_but_no_turns():
    state = tiling(Board(lines={1: "blue"}))
    assert (state.block(), state.turn()) == (1, 1)
    play(state, "tile:column-1")
    assert (state.block(), state.turn()) == (2, 1)
