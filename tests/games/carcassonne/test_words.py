"""Views, texts, questions, descriptions and sentences."""

from ludarena.core.sight import sight
from ludarena.games.carcassonne import CARCASSONNE
from ludarena.games.carcassonne.narration import sentence_of
from tests.games.carcassonne.positions import (
    name,
    play,
    position,
    public,
    scores,
    story,
    text,
)


def description(state, action):
    code = CARCASSONNE.action_code(action)
    return CARCASSONNE.describe(state, state.to_act()[0], code)


# --- view -------------------------------------------------------------------------------------


def test_view_names_tiles_features_and_free_squares():
    view = public(position("U 1,0 90 1:road-e", draw="V", stack="V B B"))
    tile = view.tiles[1]
    assert (tile.x, tile.y, tile.tile, tile.rotation, tile.seat) == (1, 0, "U", 90, 0)
    assert tile.features == ("R1", "F2", "F1")
    road = next(one for one in view.features if one.name == "R1")
    assert (road.kind, road.tiles, road.open, road.meeples) == ("road", 2, 2, (0, 1))
    assert (road.complete, road.points) == (False, 2)
    city = next(one for one in view.features if one.name == "C1")
    assert (city.tiles, city.open, city.points) == (1, 1, 1)
    field = next(one for one in view.features if one.name == "F1")
    assert (field.cities, field.open_cities, field.points) == ((), ("C1",), 0)
    east = next(place for place in view.free if (place.x, place.y) == (2, 0))
    assert (east.north, east.east, east.south) == (None, None, None)
    assert east.west is not None
    assert (east.west.shows, east.west.feature) == ("road", "R1")
    assert [(pile.tile, pile.copies) for pile in view.stack] == [("B", 2), ("V", 1)]


def test_view_shows_complete_cities_and_what_they_feed():
    view = public(position("E 0,-1 180 0:city-s", "B 1,-1 0 1:field-nnw"))
    city = next(one for one in view.features if one.name == "C1")
    assert (city.complete, city.points, city.meeples) == (True, 4, (0, 0))
    field = next(one for one in view.features if sum(one.meeples))
    assert (field.cities, field.points) == (("C1",), 3)
    assert [(player.score, player.supply, player.on_map) for player in view.players] == [
        (4, 7, 0),
        (0, 6, 1),
    ]
    assert (view.tiles[1].claim, view.tiles[1].meeple) == ("city-s", False)


def test_field_of_the_first_edition_is_worth_four_a_city():
    view = public(position("E 0,-1 180 0:field-nnw", field_scoring="first_edition"))
    assert next(one for one in view.features if sum(one.meeples)).points == 4


def test_view_says_whose_it_is():
    state = position()
    assert CARCASSONNE.view(state, 1).you == 1
    assert CARCASSONNE.view(state, "public").you is None
    assert CARCASSONNE.view(state, "all").you is None


# --- text -------------------------------------------------------------------------------------


def test_text_shows_the_map_and_what_lies_on_it():
    shown = text(public(position("U 1,0 90 1:road-e", draw="V", stack="B")))
    assert "# Carcassonne: lay a tile" in shown
    assert "You watch a match of 2 seats.\nSeat 0 has to lay tile V." in shown
    assert (
        "```\n"
        "y\\x    -1    0    1    2\n"
        " -1          .    .\n"
        "  0     .    D  U90    .\n"
        "  1          .    .\n"
        "```"
    ) in shown
    assert (
        "- (0, 0) D (start tile): city n C1; road e+w R1; field ene+wnw F1; "
        "field ese+sse+ssw+wsw F2\n"
        "- (1, 0) U turned 90 (seat 0): *road e+w R1; field ese+sse+ssw+wsw F2; "
        "field nnw+nne+ene+wnw F1"
    ) in shown
    assert "| R1 | 2 | 0 | 2 | 2 | seat 1: 1 |" in shown
    assert "| F1 | 2 | - | C1 | 0 | - |" in shown
    assert "- (0, -1): s city C1\n" in shown
    assert "1 tile in the stack, in unknown order: 1 B." in shown


def test_text_shows_the_tile_in_hand_with_its_parts():
    shown = sight(CARCASSONNE, position(draw="S"), 0).text
    assert "You have to lay tile S." in shown
    assert (
        "Tile in hand, not turned: **S** (city on three sides with road, pennant): city n+e+w with "
        "a pennant; road s ending in the city; field sse touching city n+e+w; field ssw touching "
        "city n+e+w."
    ) in shown


def test_text_tells_what_was_claimed_and_scored():
    shown = text(public(position("E 0,-1 180 0:city-s")))
    assert "- (0, -1) E turned 180 (seat 0; claimed city-s, scored since): city s C1;" in shown
    assert "Complete: C1 (2 tiles, worth 4)." in shown


def test_text_says_when_a_meeple_may_be_placed():
    state = position(draw="B")
    play(state, "place:0:1:0")
    assert (
        "You have laid tile B at (0, 1) and may place a meeple on it; then what it completed is "
        "scored."
    ) in sight(CARCASSONNE, state, 0).text
    assert "Seat 0 has laid tile B" in sight(CARCASSONNE, state, 1).text


def test_text_says_who_stands_on_what_the_tile_has_completed():
    state = position("F 0,-1 90 0:city-n", draw="E")
    play(state, "place:0:-2:180")
    shown = sight(CARCASSONNE, state, 0).text
    assert "Complete: C1 (3 tiles, 1 pennant, worth 8, meeples of seat 0: 1)." in shown


def test_text_lists_tiles_out_of_the_game_and_the_end():
    state = position("E 0,-1 180", draw="U", stack="C")
    play(state, "place:1:0:90", "no-meeple")
    shown = text(public(state))
    assert "The match is over." in shown
    assert "0 tiles in the stack, in unknown order: none." in shown
    assert "Out of the game, since they fitted nowhere: 1 C." in shown
    assert "Free squares" not in shown


def test_text_names_the_options():
    shown = text(public(position(fields="off", two_tile_city="two", unplaceable="reshuffle")))
    assert (
        "Options: no farmers; a complete city of two tiles scores two; unplaceable tiles: "
        "reshuffle; 7 meeples a seat."
    ) in shown


# --- questions and descriptions ---------------------------------------------------------------


def test_question_says_how_the_tile_can_be_turned():
    for draw, words in (
        ("B", "It looks the same however it is turned: use rotation 0."),
        ("U", "Turned 180 it looks the same: use rotations 0 and 90."),
        ("V", "Rotations are 0, 90, 180 and 270 degrees clockwise."),
    ):
        state = position(draw=draw)
        asked = CARCASSONNE.pending(state, 0)
        assert asked is not None
        assert (asked.kind, asked.cause) == ("place", None)
        assert words in asked.question
        assert CARCASSONNE.pending(state, 1) is None


def test_question_of_a_meeple_says_what_it_follows():
    state = position(draw="B")
    play(state, "place:0:1:0")
    asked = CARCASSONNE.pending(state, 0)
    assert asked is not None
    assert (asked.kind, asked.cause) == ("meeple", "You laid tile B at (0, 1).")
    assert "meeple:<spot>, or none, no-meeple" in asked.question


def test_description_of_a_placement_says_what_it_joins_and_completes():
    state = position("U 1,0 90", draw="A")
    assert description(state, "place:2:0:90") == (
        "Lay A at (2, 0) turned 90: road w joins R1, 1 open side left; field "
        "nnw+nne+ene+ese+sse+ssw+wsw+wnw joins F2 and F1."
    )
    state = position("A 1,0 90", draw="A")
    assert "road e joins R1, now complete" in description(state, "place:-1:0:270")


def test_description_joins_parts_that_become_one_feature():
    state = position("I 0,1 90", "N 1,1 270", "N 1,2 0", draw="N")
    assert description(state, "place:0:2:90") == (
        "Lay N at (0, 2) turned 90: city n+e joins C3 and C2, now complete."
    )


def test_description_of_a_loop_counts_its_open_sides():
    state = position("V 0,1 270", "V 1,1 0", "V 1,2 90", draw="V")
    assert "road n+e joins R2, now complete" in description(state, "place:0:2:180")


def test_description_tells_of_monasteries_nearby():
    state = position("B 0,1 0", draw="U")
    assert description(state, "place:1:0:90").endswith(
        "M1 has one more tile around it, 6 squares left."
    )


def test_description_of_a_placement_that_is_illegal_says_little():
    state = position(draw="U")
    assert description(state, "place:5:5:0") == "Lay U at (5, 5)."
    assert description(state, "place:0:1:0") == "Lay U at (0, 1)."


def test_description_of_a_claim_says_what_the_feature_is_worth():
    state = position("E 0,-1 180", draw="D", stack="B")
    play(state, "place:1:0:0")
    assert description(state, "meeple:road-e") == (
        "Place a highwayman on road e (road e+w): R1, 2 tiles, worth 2 so far, 2 open sides."
    )
    assert description(state, "meeple:city-n") == (
        "Place a knight on city n (city n): C3, 1 tile, worth 1 so far, 1 open side."
    )
    assert description(state, "meeple:field-ene") == (
        "Place a farmer on field ene (field ene+wnw): F1, a field that touches 1 complete city."
    )
    assert description(state, "no-meeple") == "Place no meeple and end the turn."


def test_description_of_a_claim_on_what_is_complete_or_a_monastery():
    state = position(draw="E")
    play(state, "place:0:-1:180")
    assert description(state, "meeple:city-s") == (
        "Place a knight on city s (city s): C1, complete, scores 4 now."
    )
    state = position(draw="B")
    play(state, "place:0:1:0")
    assert description(state, "meeple:monastery") == (
        "Place a monk on monastery (monastery): M1, worth 2 so far, 7 squares empty."
    )


# --- narration --------------------------------------------------------------------------------


def test_seats_hear_of_themselves_as_you():
    state = position(draw="E", stack="B")
    play(state, "place:0:-1:180", "meeple:city-s")
    assert state.trace is not None
    told = [sentence_of(fact, 0) for fact in state.trace.take()]
    assert told == [
        "You laid tile E at (0, -1) turned 180.",
        "You placed a knight on city s of (0, -1); 6 meeples left.",
        "A city of 2 tiles was completed: city s of (0, -1).",
        "You scored 4 points for the city: 4 in all.",
        "1 meeple from the city is back in your supply of 7.",
        "Seat 1 drew tile B (monastery); 0 are left in the stack.",
    ]


def test_end_is_told_with_the_final_scores():
    state = position(draw="B", stack="")
    play(state, "place:0:1:0", "meeple:monastery")
    assert story(state)[-2:] == [
        "Seat 0 scored 2 points for an unfinished monastery with 1 tile around it: 2 in all.",
        "The match ended after 1 laid tile; final scores: seat 0 2 and seat 1 0.",
    ]
    assert scores(state) == [2, 0]


# --- rules, metrics ---------------------------------------------------------------------------


def test_rules_text_lists_every_kind_of_tile():
    rules = CARCASSONNE.rules_text()
    assert "{{" not in rules
    assert (
        "| D | 4 | city cap with straight road | city n; road e+w; field ene+wnw touching city n; "
        "field ese+sse+ssw+wsw |"
    ) in rules
    assert rules.count("\n| ") == 26  # two lines of the head and 24 kinds


def test_metrics_count_meeples_and_worth():
    state = position("E 0,-1 180 0:field-nnw", "U 1,0 90 0:road-e 1:field-ese")
    assert CARCASSONNE.metrics(state, 0) == {
        "score": 0.0,
        "meeples_in_supply": 5.0,
        "meeples_in_cities": 0.0,
        "meeples_on_roads": 1.0,
        "meeples_on_fields": 1.0,
        "meeples_in_monasteries": 0.0,
        "worth_of_open_features": 2.0,
        "worth_of_fields": 3.0,
    }
    assert CARCASSONNE.metrics(state, 1)["meeples_on_fields"] == 1.0


def test_components_are_tiles_and_meeples():
    counts = CARCASSONNE.components(CARCASSONNE.new(seats=2, seed=1))
    assert counts["tiles"] == 72
    assert counts["tiles V"] == 9
    assert counts["meeples of seat 1"] == 7


def test_features_keep_the_name_of_their_first_part():
    state = position("U 1,0 90", "A 2,0 90")
    assert name(state, 2, 0, "road-w") == "R1"
    assert name(state, 1, 0, "field-ese") == "F1"
