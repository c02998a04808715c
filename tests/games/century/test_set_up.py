"""R1: the set-up."""

import pytest

from ludarena.core.errors import InvalidSeats
from ludarena.core.trace import Trace
from tests.games.century.positions import caravan, cards, new, told


@pytest.mark.parametrize(
    ("seats", "caravans"),
    [
        (2, ["yyy", "yyyy"]),
        (3, ["yyy", "yyyy", "yyyy"]),
        (4, ["yyy", "yyyy", "yyyy", "yyyr"]),
        (5, ["yyy", "yyyy", "yyyy", "yyyr", "yyyr"]),
    ],
)
def test_caravans_by_seat_and_two_coins_of_each_kind_a_seat(seats, caravans):
    state = new(seats=seats, seed=3)
    assert [caravan(state, seat) for seat in range(seats)] == caravans
    assert (state.gold, state.silver) == (2 * seats, 2 * seats)


def test_every_hand_has_the_two_starting_cards():
    state = new(seats=5, seed=3)
    for board in state.boards:
        assert cards(board.hand) == ["gain-yy", "upgrade-2"]
        assert (board.played, board.claimed, board.gold, board.silver) == (0, 0, 0, 0)


def test_six_merchants_and_five_point_cards_lie_in_the_rows():
    state = new(seats=2, seed=3)
    assert (len(state.row), len(state.points)) == (6, 5)
    assert (state.merchant_deck.size(), state.point_deck.size()) == (37, 31)
    assert state.row_cubes == [0] * 6
    assert max(state.row) < 43  # starting cards never lie in the row


def test_seat_0_begins():
    assert new(seats=4, seed=1).to_act() == [0]


def test_set_up_is_told():
    state = new(seats=2, seed=3, trace=Trace())
    facts = told(state)
    assert facts[:2] == [("started", 0, 3, 0, 0, 0), ("started", 1, 4, 0, 0, 0)]
    assert [name for name, *_ in facts[2:]] == ["point_card_shown"] * 5 + ["merchant_shown"] * 6


def test_different_seeds_lay_different_rows():
    rows = {tuple(new(seats=2, seed=seed).row) for seed in range(20)}
    assert len(rows) == 20


@pytest.mark.parametrize("seats", [1, 6])
def test_one_and_six_seats_are_refused(seats):
    with pytest.raises(InvalidSeats):
        new(seats=seats, seed=0)
