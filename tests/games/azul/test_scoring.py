"""R3.3, R3.4 and R5.3: points of tiles, losses of the floor line, bonuses."""

import pytest

from ludarena.games.azul.board import empty_board
from ludarena.games.azul.scoring import bonus_points, placement_points
from ludarena.games.azul.tables import (
    COLUMN_OF,
    FLOOR_LOSS,
    TILES,
    TILES_PER_COLOUR,
    WALL,
    square,
)


def mask(squares: list[tuple[int, int]]) -> int:
    return sum(1 << square(row, column) for row, column in squares)


@pytest.mark.parametrize(
    ("before", "points"),
    [
        pytest.param([(0, 0)], 1, id="isolated"),
        pytest.param([(1, 1)], 1, id="diagonal neighbour does not count"),
        pytest.param([(2, 0), (2, 1)], 3, id="horizontal run of 3"),
        pytest.param([(1, 2)], 2, id="vertical run of 2"),
        pytest.param([(2, 1), (2, 3), (1, 2)], 5, id="both directions count the tile twice"),
        pytest.param([(2, 0), (2, 3), (2, 4)], 3, id="a gap breaks the run"),
        pytest.param(
            [(2, 0), (2, 1), (2, 3), (2, 4), (0, 2), (1, 2), (3, 2), (4, 2)], 10, id="full cross"
        ),
    ],
)
def test_points_of_a_tile_placed_in_the_middle(before, points):
    assert placement_points(mask(before) | mask([(2, 2)]), 2, 2) == points


def test_points_of_a_tile_in_a_corner_do_not_reach_round_the_edge():
    """(0, 4) and (1, 0) are neighbours in the mask, but not on the wall."""
    assert placement_points(mask([(0, 4), (1, 0)]), 1, 0) == 1
    assert placement_points(mask([(0, 4), (1, 0)]), 0, 4) == 1


def test_floor_losses_add_up_from_the_left():
    assert FLOOR_LOSS == [0, 1, 2, 4, 6, 8, 11, 14]


def test_every_row_and_column_of_the_wall_holds_every_colour():
    colours = set(WALL[0])
    assert len(colours) == 5
    assert all(set(row) == colours for row in WALL)
    assert all({row[column] for row in WALL} == colours for column in range(5))


def test_column_of_a_colour_is_one_further_right_in_each_row():
    assert [(row + colour) % 5 for row in range(5) for colour in range(5)] == COLUMN_OF


def test_tiles_are_twenty_of_five_colours():
    assert TILES == 5 * TILES_PER_COLOUR == 100


BY_ROWS = [(row, column) for row in range(5) for column in range(5)]
BY_COLUMNS = [(row, column) for column in range(5) for row in range(5)]
BY_COLOURS = [(row, (row + colour) % 5) for colour in range(5) for row in range(5)]


@pytest.mark.parametrize(
    ("order", "points"),
    [
        pytest.param(BY_ROWS, 141, id="row by row: 15 + 24 + 29 + 34 + 39"),
        pytest.param(BY_COLUMNS, 141, id="column by column, by symmetry"),
        pytest.param(BY_COLOURS, 120, id="colour by colour"),
    ],
)
def test_points_of_filling_the_whole_wall(order, points):
    board = empty_board()
    for row, column in order:
        colour = (column - row) % 5
        board.place(row, column, colour)
    assert (board.placed, board.score) == (points, points)


def test_bonuses_of_a_full_wall_are_ninety_five():
    """5 rows of 2, 5 columns of 7, 5 colours of 10."""
    tiles = [mask([(row, (row + colour) % 5) for row in range(5)]) for colour in range(5)]
    assert bonus_points(mask(BY_ROWS), tiles) == 10 + 35 + 50


@pytest.mark.parametrize(
    ("squares", "bonus"),
    [
        pytest.param([(1, column) for column in range(5)], 2, id="a row"),
        pytest.param([(row, 3) for row in range(5)], 7, id="a column"),
        pytest.param([(row, (row + 1) % 5) for row in range(5)], 10, id="a colour"),
        pytest.param([(row, 3) for row in range(4)], 0, id="four of a column"),
        pytest.param([], 0, id="an empty wall"),
    ],
)
def test_bonus_of_one_line_of_five(squares, bonus):
    tiles = [
        mask([(row, column) for row, column in squares if (column - row) % 5 == colour])
        for colour in range(5)
    ]
    assert bonus_points(mask(squares), tiles) == bonus
