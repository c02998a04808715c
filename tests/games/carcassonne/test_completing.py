"""R4: features that a tile completes."""

import pytest

from tests.games.carcassonne.positions import (
    feature,
    legal,
    play,
    position,
    public,
    scores,
    story,
    supplies,
)

JOINABLE = ("U 1,-1 0", "U 1,-2 0", "U 1,-3 0")
"""A road that leads up beside the cities between (0, -1) and (0, -3)."""


def two_cities(below, above):
    """Return two cities that a tile G at (0, -2) joins and completes; seat 0 holds it."""
    lower = f"G 0,-1 0 {below}".strip()
    upper = f"E 0,-3 180 {above}".strip()
    state = position(lower, *JOINABLE, upper, draw="G", stack="B")
    play(state, "place:0:-2:0", "no-meeple")
    return state


# --- roads ------------------------------------------------------------------------------------


def test_road_between_monasteries_scores_one_a_tile():
    state = position("A 1,0 90", "U -1,0 90 1:road-e", draw="A", stack="B")
    play(state, "place:-2:0:270", "no-meeple")
    assert scores(state) == [0, 4]
    assert supplies(state) == [7, 7]


def test_road_ends_at_a_junction_whose_arms_are_roads_of_their_own():
    state = position("A 1,0 90 1:road-w", draw="W", stack="B")
    play(state, "place:-1:0:0")
    assert legal(state)[:2] == ["meeple:road-s", "meeple:road-w"]
    play(state, "meeple:road-s")
    assert scores(state) == [0, 3]  # monastery tile, start tile, junction
    assert supplies(state) == [6, 7]


def test_road_ends_at_a_city():
    state = position("A 1,0 90 1:road-w", draw="T", stack="B")
    play(state, "place:-1:0:270", "no-meeple")  # its road leads east
    assert scores(state) == [0, 3]


def test_road_with_an_open_end_is_not_complete():
    state = position("U 1,0 90 1:road-e", draw="W", stack="B")
    play(state, "place:-1:0:0", "no-meeple")
    assert scores(state) == [0, 0]
    assert feature(state, 1, 0, "road-e").lacking == 1


def test_road_loop_without_ends_is_complete():
    state = position("V 0,1 270 1:road-e", "V 1,1 0", "V 1,2 90", draw="V", stack="B")
    play(state, "place:0:2:180", "no-meeple")
    assert scores(state) == [0, 4]


def test_road_from_a_junction_back_to_it_counts_the_junction_once():
    state = position("W 0,1 0 1:road-e", "V 0,2 180", "V 1,2 90", draw="V", stack="B")
    play(state, "place:1:1:0", "no-meeple")
    assert scores(state) == [0, 4]
    assert story(state)[1] == "A road of 4 tiles was completed: road s of (1, 1)."


# --- cities -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "points"), [("four", 4), ("two", 2)])
def test_city_of_two_tiles(option, points):
    state = position(draw="E", two_tile_city=option)
    play(state, "place:0:-1:180", "meeple:city-s")
    assert scores(state) == [points, 0]


@pytest.mark.parametrize("option", ["four", "two"])
def test_city_of_three_tiles_with_a_pennant_scores_eight(option):
    state = position("F 0,-1 90 0:city-n", draw="E", stack="B", two_tile_city=option)
    play(state, "place:0:-2:180", "no-meeple")
    assert scores(state) == [8, 0]
    assert story(state)[1:4] == [
        "A city of 3 tiles with 1 pennant was completed: city s of (0, -2).",
        "Seat 0 scored 8 points for the city: 8 in all.",
        "1 meeple from the city is back in seat 0's supply of 7.",
    ]


def test_city_that_bends_back_to_its_tile_counts_it_once():
    state = position("I 0,1 90 1:city-e", "N 1,1 270", "N 1,2 0", draw="N", stack="B")
    play(state, "place:0:2:90", "no-meeple")
    assert scores(state) == [0, 8]  # four tiles, although I holds two parts of the city


def test_city_with_an_open_side_is_not_complete():
    state = position("N 0,-1 180 1:city-e", draw="E", stack="B")  # sides east and south
    assert feature(state, 0, 0, "city-n").lacking == 1
    play(state, "place:0:1:180", "no-meeple")
    assert scores(state) == [0, 0]


def test_complete_city_without_a_knight_scores_nothing():
    state = position(draw="E", stack="B")
    play(state, "place:0:-1:180", "no-meeple")
    assert scores(state) == [0, 0]
    assert feature(state, 0, 0, "city-n").is_complete()
    assert len(state.land.complete_cities) == 1


# --- majority ---------------------------------------------------------------------------------


def test_joined_cities_with_a_knight_each_pay_both_in_full():
    state = two_cities("0:city-n", "1:city-s")
    assert scores(state) == [8, 8]
    assert supplies(state) == [7, 7]


def test_two_knights_beat_one_and_all_come_home():
    state = two_cities("0:city-n 0:city-n", "1:city-s")
    assert scores(state) == [8, 0]
    assert supplies(state) == [7, 7]
    assert story(state)[1:5] == [
        "A city of 4 tiles was completed: city n of (0, -2).",
        "Seat 0 scored 8 points for the city: 8 in all.",
        "2 meeples from the city are back in seat 0's supply of 7.",
        "1 meeple from the city is back in seat 1's supply of 7.",
    ]


def test_tie_of_two_seats_pays_both_and_leaves_out_a_third():
    lower, upper = "G 0,-1 0 0:city-n 0:city-n", "E 0,-3 180 1:city-s 1:city-s 2:city-s"
    state = position(lower, *JOINABLE, upper, draw="G", stack="B", seats=3, seat=2)
    play(state, "place:0:-2:0", "no-meeple")
    assert scores(state) == [8, 8, 0]  # start tile, two tiles G and E: four tiles
    assert supplies(state) == [7, 7, 7]


def test_joined_roads_with_a_highwayman_each_pay_both_in_full():
    state = position(
        "A 1,0 90 0:road-w", "B 0,1 0", "B -1,1 0", "B -2,1 0", "A -2,0 270 1:road-e",
        draw="U", stack="B",
    )  # fmt: skip
    play(state, "place:-1:0:90", "no-meeple")
    assert scores(state) == [4, 4]  # monastery tile, start tile, U, monastery tile
    assert supplies(state) == [7, 7]


def test_joined_parts_of_one_tile_share_their_points():
    state = position("I 0,1 90 1:city-e 0:city-s", "N 1,1 270", "N 1,2 0", draw="N", stack="B")
    play(state, "place:0:2:90", "no-meeple")
    assert scores(state) == [8, 8]


def test_points_go_to_owners_whoever_lays_the_tile():
    state = position("G 0,-1 0 1:city-n", draw="E", stack="B", seats=3)
    play(state, "place:0:-2:180", "no-meeple")
    assert scores(state) == [0, 6, 0]


# --- monasteries ------------------------------------------------------------------------------

RING = ("U 1,0 90", "U -1,0 90", "E 1,1 90", "E -1,1 270", "E 1,2 90", "E -1,2 270")


def test_monastery_scores_nine_when_the_last_square_around_is_filled():
    state = position(*RING[:2], "B 0,1 0 1:monastery", *RING[2:], draw="E", stack="B")
    assert feature(state, 0, 1, "monastery").lacking == 1
    play(state, "place:0:2:180", "no-meeple")
    assert scores(state) == [0, 9]
    assert supplies(state) == [7, 7]
    assert state.land.monasteries == []


def test_monastery_whose_own_tile_fills_the_gap_scores_at_once():
    state = position(*RING, "E 0,2 180", draw="B", stack="U")
    play(state, "place:0:1:0", "meeple:monastery")
    assert scores(state) == [9, 0]
    assert supplies(state) == [7, 7]


def test_one_tile_may_complete_two_monasteries():
    state = position(
        "U 1,0 90", "U -1,0 90", "U 2,0 90",
        "B 0,1 0 0:monastery", "B 1,1 0 1:monastery", "E 2,1 90", "E -1,1 270",
        "E 2,2 90", "E -1,2 270", "E 0,2 180",
        draw="B", stack="U",
    )  # fmt: skip
    play(state, "place:1:2:0", "no-meeple")
    assert scores(state) == [9, 9]
    assert len(state.land.monasteries) == 1  # the tile just laid


def test_farmer_at_a_complete_monastery_stays():
    state = position(*RING[:2], "B 0,1 0 1:field-nnw", *RING[2:], draw="E", stack="B")
    play(state, "place:0:2:180", "no-meeple")
    assert scores(state) == [0, 0]
    assert supplies(state) == [7, 6]
    assert feature(state, 0, 1, "monastery").is_complete()


def test_tile_that_completes_two_cities_and_a_monastery_scores_all():
    state = position(
        "U 1,0 90", "U -1,0 90", "B 0,1 0 0:monastery", "E 1,1 90", "E -1,1 270",
        "E 1,2 270 0:city-w", "E -1,2 90 1:city-e", draw="H", stack="B",
    )  # fmt: skip
    play(state, "place:0:2:0", "no-meeple")
    assert scores(state) == [13, 4]
    assert supplies(state) == [7, 7]
    routes = [(p.cities, p.roads, p.monasteries) for p in public(state).players]
    assert routes == [(4, 0, 9), (4, 0, 0)]
