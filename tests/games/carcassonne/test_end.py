"""R5: the end, unfinished features, fields and their three scorings."""

import pytest

from ludarena.games.carcassonne import CARCASSONNE
from tests.games.carcassonne.positions import (
    feature,
    name,
    play,
    position,
    public,
    scores,
    story,
)

TWO_FIELDS_AT_A_CITY = ("D 0,-1 180", "U 1,0 90")
"""A complete city of two tiles; one field touches it from above, another one from below."""


def finish(state):
    """Lay the last tile, U, to the west, place nobody, and end the match."""
    play(state, "place:-1:0:90")
    if state.to_act():
        play(state, "no-meeple")
    assert state.to_act() == []
    return state


def ended(*tiles, **options):
    return finish(position(*tiles, draw="U", stack="", **options))


def fields(state):
    return [player.fields for player in public(state).players]


# --- unfinished features ----------------------------------------------------------------------


def test_unfinished_road_scores_one_a_tile():
    assert scores(ended("U 1,0 90 0:road-e")) == [3, 0]  # two roads U and the start tile


def test_unfinished_city_scores_one_a_tile_and_pennant():
    assert scores(ended("F 0,-1 90 1:city-n")) == [0, 3]


def test_unfinished_monastery_scores_itself_and_the_tiles_around():
    state = ended("B 0,1 0 1:monastery", "U 1,0 90")
    assert scores(state) == [0, 4]  # itself, the start tile and both roads
    assert "Seat 1 scored 4 points for an unfinished monastery with 3 tiles around it" in " ".join(
        story(state)
    )


def test_unfinished_features_go_by_majority_and_pay_ties_in_full():
    tiles = ("G 0,-1 0 {}", "U 1,-1 0", "U 1,-2 0", "U 1,-3 0", "G 0,-3 0 1:city-n", "G 0,-2 0")
    one_each = [tile.format("0:city-n") for tile in tiles]
    assert scores(ended(*one_each)) == [4, 4]
    two_to_one = [tile.format("0:city-n 0:city-n") for tile in tiles]
    assert scores(ended(*two_to_one)) == [4, 0]


def test_two_tile_city_option_leaves_unfinished_cities_alone():
    assert scores(ended("G 0,-1 0 0:city-n", two_tile_city="two")) == [2, 0]


def test_points_of_the_end_are_told_by_kind():
    state = ended("U 1,0 90 0:road-e", "E 0,-1 180 1:field-nnw")
    assert story(state)[-3:] == [
        "Seat 0 scored 3 points for an unfinished road of 3 tiles: 3 in all.",
        "Seat 1 scored 3 points for supplying complete cities 1 time: 3 in all.",
        "The match ended after 3 laid tiles; final scores: seat 0 3 and seat 1 3.",
    ]


# --- fields -----------------------------------------------------------------------------------


def test_farmer_gets_three_for_a_complete_city():
    assert fields(ended("E 0,-1 180 0:field-nnw")) == [3, 0]


def test_incomplete_city_feeds_nobody():
    assert fields(ended("U 1,0 90 0:field-nnw")) == [0, 0]


def test_complete_city_that_nobody_owned_feeds_farmers():
    state = ended("E 0,-1 180", "U 1,0 90 0:field-nnw")
    assert fields(state) == [3, 0]
    assert [player.cities for player in public(state).players] == [0, 0]


def test_field_that_touches_a_city_on_several_tiles_counts_it_once():
    state = ended("E 0,-1 180", "U 1,0 90", "B 1,-1 0 0:field-nnw")
    assert name(state, 0, -1, "field-nnw") == name(state, 0, 0, "field-ene")
    assert fields(state) == [3, 0]


def test_field_with_two_complete_cities_scores_six():
    tiles = ("E 0,-1 180", "E 0,-2 0 0:field-ene", "E 0,-3 180")
    assert fields(ended(*tiles)) == [6, 0]


def test_most_farmers_take_a_field_and_ties_pay_in_full():
    assert fields(ended("E 0,-1 180 0:field-nnw 1:field-nnw")) == [3, 3]
    assert fields(ended("E 0,-1 180 0:field-nnw 1:field-nnw 1:field-nnw")) == [0, 3]


def test_each_field_at_a_city_is_paid():
    above, below = (f"{tile} {claim}" for tile, claim in zip(
        TWO_FIELDS_AT_A_CITY, ("0:field-ese", "0:field-nnw"), strict=True
    ))  # fmt: skip
    assert fields(ended(above, below)) == [6, 0]


@pytest.mark.parametrize(
    ("rule", "one_seat", "one_each", "two_to_one"),
    [
        ("per_field_3", [6, 0], [3, 3], [3, 3]),
        ("second_edition", [3, 0], [3, 3], [3, 3]),
        ("first_edition", [4, 0], [4, 4], [4, 0]),
    ],
)
def test_three_ways_to_score_fields(rule, one_seat, one_each, two_to_one):
    above, below = TWO_FIELDS_AT_A_CITY
    found = [
        fields(ended(f"{above} {up}", f"{below} {down}", field_scoring=rule))
        for up, down in (
            ("0:field-ese", "0:field-nnw"),
            ("1:field-ese", "0:field-nnw"),
            ("1:field-ese", "0:field-nnw 0:field-nnw"),
        )
    ]
    assert found == [one_seat, one_each, two_to_one]


@pytest.mark.parametrize(
    ("rule", "paid"),
    [("per_field_3", [6, 3]), ("second_edition", [3, 3]), ("first_edition", [4, 0])],
)
def test_farmers_of_two_fields_at_a_city_are_added_up_in_the_first_edition_alone(rule, paid):
    # seat 0 has the upper field alone and shares the lower one with seat 1: 2 farmers to 1
    above, below = TWO_FIELDS_AT_A_CITY
    tiles = (f"{above} 0:field-ese", f"{below} 0:field-nnw 1:field-nnw")
    assert fields(ended(*tiles, field_scoring=rule)) == paid


@pytest.mark.parametrize("rule", ["per_field_3", "second_edition"])
def test_farmer_outnumbered_in_its_only_field_is_not_paid(rule):
    tiles = ("E 0,-1 180", "U 1,0 90 0:field-nnw 1:field-nnw 1:field-nnw")
    assert fields(ended(*tiles, field_scoring=rule)) == [0, 3]


def test_second_edition_pays_different_cities_of_different_fields():
    tiles = ("E 0,-1 180", "U 1,0 90 0:field-nnw", "E 0,-2 0 0:field-ene", "E 0,-3 180")
    assert fields(ended(*tiles, field_scoring="second_edition")) == [6, 0]
    # the upper field touches both cities, the lower one the first: 9 when each field counts
    assert fields(ended(*tiles)) == [9, 0]


def test_fields_off_pays_no_farmers():
    state = ended("E 0,-1 180", fields="off")
    assert scores(state) == [0, 0]


def test_farmers_stand_on_the_map_to_the_end():
    state = ended("E 0,-1 180 0:field-nnw")
    assert public(state).tiles[1].meeple
    assert [player.on_map for player in public(state).players] == [1, 0]


# --- what divides fields ----------------------------------------------------------------------


def test_road_that_stops_at_a_monastery_does_not_divide_the_field():
    state = position("A 1,0 90")
    assert name(state, 0, 0, "field-ene") == name(state, 0, 0, "field-ese")


@pytest.mark.parametrize("junction", ["W 1,0 0", "X 1,0 0", "L 1,0 0"])
def test_junction_divides_the_field(junction):
    state = position(junction)
    assert name(state, 0, 0, "field-ene") != name(state, 0, 0, "field-ese")


def test_city_divides_the_field():
    state = position("G 0,-1 0")
    assert name(state, 0, -1, "field-ene") != name(state, 0, -1, "field-wsw")


def test_both_halves_of_a_road_side_join_across_it():
    state = position("U 1,0 90")
    assert name(state, 1, 0, "field-nnw") == name(state, 0, 0, "field-ene")
    assert name(state, 1, 0, "field-ese") == name(state, 0, 0, "field-ese")


def test_two_parts_of_one_tile_may_be_one_field_by_a_detour():
    state = position("U 1,0 90", "A 2,0 90")
    assert name(state, 1, 0, "field-nnw") == name(state, 1, 0, "field-ese")
    assert feature(state, 1, 0, "field-nnw").tiles() == 3


# --- places -----------------------------------------------------------------------------------


def test_most_points_win():
    outcome = CARCASSONNE.outcome(ended("U 1,0 90 1:road-e", seats=3))
    assert outcome.scores == (0, 3, 0)
    assert outcome.ranks == (2, 1, 2)
    assert outcome.payoffs == (0.25, 1.0, 0.25)


def test_equal_points_share_the_place():
    outcome = CARCASSONNE.outcome(ended("U 1,0 90 0:road-e", "E 0,-1 180 1:field-nnw"))
    assert outcome.scores == (3, 3)
    assert outcome.ranks == (1, 1)


def test_routes_add_up_to_the_score():
    state = ended("U 1,0 90 0:road-e", "E 0,-1 180 0:field-nnw", "B 0,1 0 0:monastery")
    routes = CARCASSONNE.score_routes(state, 0, "all")
    # road: three tiles; monastery: itself, start tile, both roads; field: one city
    assert routes == {"cities": 0, "roads": 0, "monasteries": 0, "unfinished": 7, "fields": 3}
    assert scores(state) == [10, 0]
