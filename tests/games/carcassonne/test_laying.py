"""R1 and R2: set-up, drawing and laying tiles."""

import pytest

from ludarena.core.errors import IllegalAction, InvalidSeats
from ludarena.core.trace import Trace
from ludarena.games.carcassonne import CARCASSONNE
from tests.games.carcassonne.positions import (
    legal,
    play,
    position,
    public,
    refusal,
    scores,
    story,
    supplies,
)

HOLE = ("U 1,0 90", "E 1,1 90", "E 1,2 180", "E 0,2 180", "E -1,2 180", "E -1,1 270")
"""Tiles around the empty square (0, 1), which must show fields on all sides."""


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_match_begins_with_the_start_tile_seven_meeples_and_seat_0(seats):
    trace = Trace()
    state = CARCASSONNE.new(seats=seats, seed=4, trace=trace)
    view = CARCASSONNE.view(state, "public")
    assert [(tile.tile, tile.x, tile.y, tile.rotation) for tile in view.tiles] == [("D", 0, 0, 0)]
    assert [(player.score, player.supply) for player in view.players] == [(0, 7)] * seats
    assert sum(pile.copies for pile in view.stack) == 70  # 71 less the tile in hand
    assert state.to_act() == [0]
    assert view.drawn is not None
    told = [CARCASSONNE.narrate(fact, "public") or "" for fact in trace.take()]
    assert told[0] == (
        f"{seats} seats play with 7 meeples each; tile D lies at (0, 0) and 71 tiles are in the "
        "stack."
    )
    assert told[1].startswith(f"Seat 0 drew tile {view.drawn} (")


@pytest.mark.parametrize("seats", [1, 6])
def test_one_and_six_seats_are_refused(seats):
    with pytest.raises(InvalidSeats):
        CARCASSONNE.new(seats=seats, seed=4)


def test_different_seeds_draw_different_tiles():
    matches = [CARCASSONNE.new(seats=2, seed=seed) for seed in range(20)]
    drawn = {CARCASSONNE.view(state, "public").drawn for state in matches}
    assert len(drawn) > 5


def test_seats_take_turns_in_order():
    state = position(draw="B", stack="B B B", seats=3)
    play(state, "place:0:1:0", "no-meeple")
    assert state.to_act() == [1]
    play(state, "place:0:2:0", "no-meeple")
    assert state.to_act() == [2]
    play(state, "place:0:3:0", "no-meeple")
    assert state.to_act() == [0]


@pytest.mark.parametrize(
    ("draw", "places"),
    [
        ("E", ["0:-1:180", "0:1:90", "0:1:180", "0:1:270"]),
        ("U", ["-1:0:90", "0:1:90", "1:0:90"]),
        ("B", ["0:1:0"]),
        ("C", ["0:-1:0"]),
        ("X", ["-1:0:0", "1:0:0"]),
        ("A", ["-1:0:270", "0:1:0", "0:1:90", "0:1:270", "1:0:90"]),
    ],
)
def test_tile_fits_where_all_touching_sides_match(draw, places):
    assert legal(position(draw=draw)) == [f"place:{place}" for place in places]


def test_square_that_touches_corners_only_is_not_free():
    state = position(draw="B")
    assert refusal(state, "place:1:1:0") == "(1, 1) touches no side of a laid tile (R2.2)"


def test_square_with_a_tile_takes_no_other():
    state = position(draw="E")
    assert refusal(state, "place:0:0:0") == "(0, 0) has a tile already (R2.2)"
    with pytest.raises(IllegalAction, match="has a tile already"):
        play(state, "place:0:0:0")


def test_sides_that_do_not_match_are_named():
    state = position("V 1,0 90", draw="E")  # its roads lead west and north
    assert refusal(state, "place:1:-1:0") == (
        "at (1, -1) the south side must show road, the tile shows field (R2.2)"
    )


def test_all_touching_sides_must_match_at_once():
    state = position(*HOLE, draw="U")
    assert refusal(state, "place:0:1:0") == (
        "at (0, 1) the north side must show field, the tile shows road and the south side must "
        "show field, the tile shows road (R2.2)"
    )


def test_tile_that_looks_the_same_turned_has_one_action():
    state = position(draw="U")
    assert refusal(state, "place:1:0:270") == "tile U looks the same turned 90; use that (R2.5)"


def test_hole_of_one_square_may_arise_and_be_filled():
    state = position(*HOLE[:-1], draw="E", stack="B")
    play(state, "place:-1:1:270", "no-meeple")
    assert "place:0:1:0" in legal(state)
    play(state, "place:0:1:0", "no-meeple")
    assert len(public(state).tiles) == 8


CITY_CLOSED = "E 0,-1 180"
"""Closes the only city side of the start tile: tile C then fits nowhere."""


def unplaceable_first(**options):
    """Return a match before a turn after which C is drawn first and B second, and who draws."""
    for seed in range(50):
        state = position(CITY_CLOSED, draw="U", stack="C B", seed=seed, **options)
        play(state, "place:1:0:90", "no-meeple")
        told = story(state)
        if any("drew tile C" in sentence for sentence in told):
            return state, told
    raise AssertionError("C was never drawn first")


def test_tile_that_fits_nowhere_leaves_the_game_and_another_is_drawn():
    state, told = unplaceable_first()
    assert told[-3:] == [
        "Seat 1 drew tile C (city on four sides, pennant); 1 are left in the stack.",
        "Tile C fits nowhere and left the game.",
        "Seat 1 drew tile B (monastery); 0 are left in the stack.",
    ]
    view = public(state)
    assert (view.drawn, view.to_act, view.stack) == ("B", 1, ())
    assert [(pile.tile, pile.copies) for pile in view.removed] == [("C", 1)]
    assert CARCASSONNE.components(state)["meeples of seat 0"] == 7


def test_tile_that_fits_nowhere_goes_back_under_reshuffle():
    state, told = unplaceable_first(unplaceable="reshuffle")
    assert told[-3:] == [
        "Tile C fits nowhere and was set aside.",
        "Seat 1 drew tile B (monastery); 0 are left in the stack.",
        "Tile C was shuffled back into the stack.",
    ]
    view = public(state)
    assert [(pile.tile, pile.copies) for pile in view.stack] == [("C", 1)]
    assert view.removed == ()


@pytest.mark.parametrize("unplaceable", ["discard_redraw", "reshuffle"])
def test_match_ends_when_no_tile_of_the_stack_fits(unplaceable):
    state = position(CITY_CLOSED, draw="U", stack="C", unplaceable=unplaceable)
    play(state, "place:1:0:90", "no-meeple")
    assert state.to_act() == []
    assert [(pile.tile, pile.copies) for pile in public(state).removed] == [("C", 1)]
    assert CARCASSONNE.outcome(state).ended_by == "rules"
    assert (scores(state), supplies(state)) == ([0, 0], [7, 7])


def test_match_ends_after_the_turn_of_the_last_tile():
    state = position(draw="B", stack="")
    play(state, "place:0:1:0")
    assert state.to_act() == [0]
    play(state, "meeple:monastery")
    assert state.to_act() == []
    assert scores(state) == [2, 0]  # the monastery and the start tile


def test_whole_match_lays_or_removes_71_tiles():
    state = CARCASSONNE.new(seats=2, seed=8)
    while owing := state.to_act():
        state.apply(owing[0], state.legal_actions(owing[0])[0])
    view = CARCASSONNE.view(state, "public")
    assert len(view.tiles) + sum(pile.copies for pile in view.removed) == 72
    assert view.stack == ()
    assert state.turn() == len(view.tiles) - 1
