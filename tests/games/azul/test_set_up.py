"""R1: what lies where before the first draft."""

import pytest

from ludarena.core.bits import tally_list, total
from ludarena.core.errors import InvalidOption, InvalidSeats, UnknownOption
from ludarena.games.azul import AZUL
from ludarena.games.azul.rules import AzulState


def new(seats: int, seed: int = 3, **options: str | int) -> AzulState:
    state = AZUL.new(seats=seats, seed=seed, options=options)
    assert isinstance(state, AzulState)
    return state


@pytest.mark.parametrize(("seats", "factories", "offered"), [(2, 5, 20), (3, 7, 28), (4, 9, 36)])
def test_factories_are_filled_with_four_tiles_each(seats, factories, offered):
    state = new(seats)
    assert [total(tiles) for tiles in state.sources] == [4] * factories + [0] * (10 - factories)
    assert state.offered == offered
    assert total(state.bag) == 100 - offered


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_twenty_tiles_of_each_of_five_colours(seats):
    assert tally_list(new(seats).tiles_everywhere(), 5) == [20, 20, 20, 20, 20]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seat_0_begins_and_the_marker_lies_in_the_centre(seats):
    state = new(seats)
    view = AZUL.view(state, "public")
    assert state.to_act() == [0]
    assert (view.starter, view.marker, view.round) == (0, None, 1)
    assert [player.score for player in view.players] == [0] * seats
    assert view.lid == ()


def test_first_offer_depends_on_the_seed_alone():
    first, again, other = new(2, seed=3), new(2, seed=3), new(2, seed=4)
    assert first.sources == again.sources
    assert first.sources != other.sources


def test_options_do_not_change_the_first_offer():
    grey = new(2, wall="grey", marker_on_full_floor="replace_last", round_limit=7)
    assert grey.sources == new(2).sources


@pytest.mark.parametrize("seats", [1, 5, "2"])
def test_other_numbers_of_seats_are_refused(seats):
    with pytest.raises(InvalidSeats, match=r"azul cannot be played with .* seats; choose 2 to 4"):
        AZUL.new(seats=seats, seed=1)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("wall", "white", "coloured or grey"),
        ("marker_on_full_floor", "ignore", "no_penalty or replace_last"),
        ("round_limit", 0, "an integer from 1 to 100"),
        ("round_limit", 101, "an integer from 1 to 100"),
        ("round_limit", "50", "an integer from 1 to 100"),
    ],
)
def test_option_values_that_do_not_exist_are_refused(name, value, expected):
    with pytest.raises(InvalidOption, match=expected):
        AZUL.new(seats=2, seed=1, options={name: value})


def test_unknown_options_are_refused_with_a_hint():
    with pytest.raises(UnknownOption, match="did you mean 'wall'"):
        AZUL.new(seats=2, seed=1, options={"walls": "grey"})
