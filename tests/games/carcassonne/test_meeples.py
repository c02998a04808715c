"""R3: where a meeple may be placed."""

from ludarena.games.carcassonne import CARCASSONNE
from tests.games.carcassonne.positions import (
    legal,
    name,
    play,
    position,
    public,
    refusal,
    scores,
    story,
    supplies,
)


def test_meeple_may_go_to_any_free_part_of_the_tile_or_nowhere():
    state = position(draw="V")
    play(state, "place:1:0:90")  # roads west and north
    assert legal(state) == ["meeple:road-n", "meeple:field-nnw", "meeple:field-nne", "no-meeple"]


def test_part_joined_to_a_claimed_road_is_refused_and_others_are_not():
    state = position("U 1,0 90 1:road-e", draw="V")
    play(state, "place:2:0:0")
    assert legal(state) == ["meeple:field-nnw", "meeple:field-ssw", "no-meeple"]
    assert refusal(state, "meeple:road-s") == (
        "road s belongs to R1, which is claimed already by seat 1 (R3.2)"
    )


def test_own_meeple_on_the_feature_bars_another():
    state = position("U 1,0 90 0:road-e", draw="V")
    play(state, "place:2:0:0")
    assert "meeple:road-s" not in legal(state)


def test_claim_counts_wherever_it_stands_on_the_feature():
    state = position("U 1,0 90 1:road-e", "U 2,0 90", "U 3,0 90", draw="U")
    play(state, "place:-1:0:90")
    assert "meeple:road-e" not in legal(state)


def test_field_joined_by_this_tile_to_a_farmer_is_refused():
    state = position("B 0,1 0 1:field-nnw", draw="U")
    play(state, "place:1:0:90")
    # the south side of the road joins the start tile's field, where the farmer stands
    assert name(state, 1, 0, "field-ese") == name(state, 0, 1, "field-nnw")
    assert legal(state) == ["meeple:road-e", "meeple:field-nnw", "no-meeple"]


def test_completed_feature_may_be_claimed_and_scores_at_once():
    state = position(draw="E")
    play(state, "place:0:-1:180", "meeple:city-s")
    assert (scores(state), supplies(state)) == ([4, 0], [7, 7])


def test_last_meeple_comes_home_in_its_turn_but_is_not_placed_again():
    state = position("A 1,0 90", draw="A", stack="B", supply={0: 1})
    play(state, "place:-1:0:270", "meeple:road-e")
    assert scores(state) == [3, 0]  # monastery tile, start tile, monastery tile
    assert supplies(state) == [1, 7]
    assert state.to_act() == [1]


def test_meeple_that_comes_home_this_turn_cannot_be_placed_in_it():
    state = position("A 1,0 90 0:road-w", draw="A", stack="B", supply={0: 0})
    play(state, "place:-1:0:270")
    assert state.to_act() == [1]
    assert (scores(state), supplies(state)) == ([3, 0], [1, 7])


def test_seat_without_meeples_is_not_asked():
    state = position(draw="B", stack="B", supply={0: 0})
    play(state, "place:0:1:0")
    assert state.to_act() == [1]
    assert state.block() == 1


def test_seat_is_not_asked_when_the_tile_has_no_free_part():
    state = position("G 0,-1 0 1:city-n", draw="C", stack="B")
    play(state, "place:0:-2:0")
    assert state.to_act() == [1]


def test_meeple_goes_to_the_tile_just_laid_only():
    state = position("U 1,0 90", draw="B")
    play(state, "place:0:1:0")
    assert legal(state) == ["meeple:field-nnw", "meeple:monastery", "no-meeple"]
    assert refusal(state, "meeple:road-e") == "tile B as it lies has no road e (R3.1)"


def test_part_has_one_name():
    state = position(draw="V")
    play(state, "place:1:0:90")
    assert refusal(state, "meeple:road-w") == "that part of the tile is called road-n (R3.1)"
    assert refusal(state, "meeple:field-ese") == "that part of the tile is called field-nne (R3.1)"
    assert refusal(state, "meeple:monastery") == "tile V as it lies has no monastery (R3.1)"


def test_tile_is_laid_before_a_meeple_is_placed_and_once():
    state = position(draw="V")
    assert refusal(state, "meeple:road-n") == (
        "the drawn tile is laid first: place:<x>:<y>:<rotation> (R2.1)"
    )
    assert refusal(state, "no-meeple") == refusal(state, "meeple:road-n")
    play(state, "place:1:0:90")
    assert refusal(state, "place:2:0:0") == (
        "the tile is laid already; place a meeple, meeple:<spot>, or none: no-meeple (R3.1)"
    )


def test_fields_off_leaves_farmers_out():
    state = position(draw="B", fields="off")
    play(state, "place:0:1:0")
    assert legal(state) == ["meeple:monastery", "no-meeple"]
    assert refusal(state, "meeple:field-nnw") == (
        "this match is played without farmers (option fields: off)"
    )


def test_fields_off_asks_nothing_when_only_fields_are_free():
    state = position("U 1,0 90 1:road-e", draw="U", stack="B", fields="off")
    play(state, "place:2:0:90")
    assert state.to_act() == [1]


def test_option_meeples_sets_the_supply():
    state = CARCASSONNE.new(seats=3, seed=1, options={"meeples": 4})
    assert [player.supply for player in CARCASSONNE.view(state, "public").players] == [4, 4, 4]


def test_placed_meeple_is_told_and_shown():
    state = position(draw="V", stack="B")
    play(state, "place:1:0:90", "meeple:road-n")
    assert story(state)[:2] == [
        "Seat 0 laid tile V at (1, 0) turned 90.",
        "Seat 0 placed a highwayman on road n of (1, 0); 6 meeples left.",
    ]
    tile = public(state).tiles[-1]
    assert (tile.claim, tile.meeple, tile.seat) == ("road-n", True, 0)
