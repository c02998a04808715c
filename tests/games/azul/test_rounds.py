"""R4: the next round, and tiles running out."""

from ludarena.core.bits import total
from ludarena.games.azul import AZUL

from .positions import Board, line, play, position, story, words


def test_holder_of_the_marker_begins_the_next_round():
    state = position(seats=3, seat=1, starter=1, offer={"centre": "red blue"})
    play(state, "draft:centre:red:line-5", "draft:centre:blue:line-5")
    assert (state.round_number, state.starter, state.to_act()) == (2, 1, [1])
    assert AZUL.view(state, "public").marker is None


def test_marker_that_nobody_took_leaves_the_beginning_where_it_was():
    """Every factory had one colour, so nothing ever came to the centre."""
    state = position(seats=3, seat=2, starter=2, offer={"factory-1": "red red red red"})
    play(state, "draft:factory-1:red:line-5")
    assert (state.round_number, state.starter, state.to_act()) == (2, 2, [2])


def test_round_does_not_end_while_the_centre_holds_tiles():
    state = position(offer={"factory-1": "red red red blue"})
    play(state, "draft:factory-1:red:line-5")
    assert state.round_number == 1
    assert state.to_act() == [1]


def test_factories_are_filled_again_with_four_tiles_each():
    state = position(offer={"centre": "red"}, marker=1)
    play(state, "draft:centre:red:line-5")
    assert [total(tiles) for tiles in state.sources] == [4, 4, 4, 4, 4, 0, 0, 0, 0, 0]


def test_lid_returns_to_the_bag_in_the_middle_of_filling():
    """Edge case 7: the bag's two tiles lie in factory 1, the other 18 come from the lid."""
    state = position(offer={"centre": "red"}, marker=1, bag="white white")
    assert total(state.lid) == 97
    play(state, "draft:centre:red:line-5")
    assert words(state.sources[0]).endswith("white white")
    assert [total(tiles) for tiles in state.sources[:5]] == [4, 4, 4, 4, 4]
    assert (total(state.bag), state.lid) == (97 - 18, 0)
    assert AZUL.components(state)["tiles"] == 100


def test_lid_returns_before_the_factory_that_needs_it_is_told():
    state = position(offer={"centre": "red"}, marker=1, bag="white white", lid="blue blue blue")
    play(state, "draft:centre:red:line-5")
    assert story(state)[2:] == [
        "Round 2 began; seat 1 is to draft first.",
        "The bag was empty, so all tiles of the lid went back into it: 3 blue.",
        "Factory 1 received 2 blue and 2 white.",
        "Factory 2 received 1 blue.",
    ]


def test_lid_stays_while_the_bag_has_enough():
    state = position(offer={"centre": "red"}, marker=1, lid="blue blue")
    play(state, "draft:centre:red:line-5")
    assert words(state.lid) == "blue blue"


def test_factories_stay_short_or_empty_when_bag_and_lid_are_empty():
    state = position(offer={"centre": "blue"}, marker=1, bag="red red red red red", lid="")
    play(state, "draft:centre:blue:line-5")
    assert [words(tiles) for tiles in state.sources[:3]] == ["red red red red", "red", ""]
    assert state.offered == 5
    assert state.to_act() == [1]


def test_tiles_of_this_rounds_floor_line_can_return_at_once():
    board = Board(floor="blue blue", score=9)
    state = position(board, seat=1, offer={"centre": "red"}, marker=0, bag="", lid="")
    play(state, "draft:centre:red:line-5")
    assert words(state.sources[0]) == "blue blue"


def test_round_without_a_tile_to_offer_ends_the_match_as_at_its_limit():
    state = position(offer={"centre": "blue"}, marker=1, bag="", lid="")
    play(state, "draft:centre:blue:line-5")
    assert state.to_act() == []
    assert line(state, 0, 5) == "blue"
    assert AZUL.outcome(state).ended_by == "cap"
    assert story(state)[-1] == (
        "The match ended after 1 round, since no tile is left to offer. "
        "Final scores: seat 0 0 and seat 1 0."
    )
