"""The tiles: counts and sums that were published or counted elsewhere, and their geometry."""

import pytest

from ludarena.games.carcassonne.actions import BY_SPOT, SPOT_OF, segment_at
from ludarena.games.carcassonne.tables import (
    AT_HALF,
    AT_SIDE,
    CITY,
    EDGES,
    FIELD,
    HALF_NAMES,
    MATCHING_HALF,
    MONASTERY,
    ROAD,
    ROTATIONS,
    SIDE_NAMES,
    TILE_KINDS,
    square_at,
    turned,
    x_of,
    y_of,
)


def number_of(feature):
    return sum(
        kind.copies * sum(segment.feature == feature for segment in kind.segments)
        for kind in TILE_KINDS
    )


def test_there_are_72_tiles_of_24_kinds():
    assert len(TILE_KINDS) == 24
    assert sum(kind.copies for kind in TILE_KINDS) == 72


@pytest.mark.parametrize(("letter", "sides"), [("F", 115), ("R", 94), ("C", 79)])
def test_tiles_have_288_sides_of_three_sorts(letter, sides):
    assert sum(kind.copies * kind.edges.count(letter) for kind in TILE_KINDS) == sides


@pytest.mark.parametrize(
    ("feature", "segments"), [(CITY, 49), (ROAD, 62), (FIELD, 126), (MONASTERY, 6)]
)
def test_tiles_have_the_known_number_of_segments(feature, segments):
    assert number_of(feature) == segments


def test_ten_tiles_have_a_pennant():
    pennants = {
        kind.id: kind.copies for kind in TILE_KINDS for s in kind.segments if s.pennants == 1
    }
    assert pennants == {"C": 1, "F": 2, "M": 2, "O": 2, "Q": 1, "S": 2}
    assert sum(pennants.values()) == 10


@pytest.mark.parametrize(("ends", "number"), [("junction", 25), ("monastery", 2), ("city", 3)])
def test_roads_end_inside_tiles(ends, number):
    found = sum(k.copies * sum(s.ends == ends for s in k.segments) for k in TILE_KINDS)
    assert found == number


@pytest.mark.parametrize(("letter", "tiles"), [("C", 44), ("R", 45)])
def test_tiles_with_a_city_or_a_road(letter, tiles):
    assert sum(kind.copies for kind in TILE_KINDS if letter in kind.edges) == tiles


def test_kinds_can_be_turned_in_79_ways_and_no_two_look_alike():
    assert sum(ROTATIONS) == 79
    shapes = {
        frozenset(
            tuple((s.feature, turned(s, turn), s.pennants) for s in kind.segments)
            for turn in range(4)
        )
        for kind in TILE_KINDS
    }
    assert len(shapes) == 24


def test_field_side_has_one_field_and_road_side_has_two_except_on_tile_a():
    for row, kind in enumerate(TILE_KINDS):
        for side in range(4):
            west, east = AT_HALF[32 * row + 2 * side], AT_HALF[32 * row + 2 * side + 1]
            if kind.edges[side] == "C":
                assert (west, east) == (-1, -1)
            else:
                assert (west == east) == (kind.edges[side] == "F" or kind.id == "A")


def test_half_sides_that_meet_are_mirrored():
    north, south = HALF_NAMES.index("nnw"), HALF_NAMES.index("ssw")
    assert MATCHING_HALF[north] == south
    assert all(MATCHING_HALF[MATCHING_HALF[half]] == half for half in range(8))


def test_turning_clockwise_moves_the_north_side_to_the_east():
    row = next(row for row, kind in enumerate(TILE_KINDS) if kind.id == "E")
    assert [AT_SIDE[4 * (4 * row + turn) + turn] for turn in range(4)] == [0, 0, 0, 0]
    assert EDGES[4 * row] == 1 + 4 * 3 + 16 * 3 + 64 * 3
    assert EDGES[4 * row + 1] == 3 + 4 * 1 + 16 * 3 + 64 * 3
    assert SIDE_NAMES == ("n", "e", "s", "w")


def test_every_segment_has_a_spot_of_its_own():
    for oriented in range(96):
        spots = [SPOT_OF[8 * oriented + segment] for segment in BY_SPOT[oriented]]
        assert spots == sorted(set(spots))
        assert [segment_at(oriented, spot) for spot in spots] == BY_SPOT[oriented]


def test_squares_are_numbered_by_column_and_row():
    assert square_at(0, 0) == 10512
    assert (x_of(square_at(-72, 71)), y_of(square_at(-72, 71))) == (-72, 71)
    assert square_at(3, 4) - square_at(2, 4) == 145
    assert square_at(2, 5) - square_at(2, 4) == 1
