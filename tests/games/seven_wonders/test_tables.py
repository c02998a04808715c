"""The printed cards and wonders: numbers that the decks and boards must meet."""

import pytest

from ludarena.games.seven_wonders.cards import CARDS, SEATS, WONDERS
from ludarena.games.seven_wonders.tables import TABLES


@pytest.mark.parametrize("edition", [0, 1])
@pytest.mark.parametrize("seats", SEATS)
def test_decks_of_ages_1_and_2_hold_seven_cards_a_seat(edition, seats):
    assert [len(TABLES[edition].deck(age, seats)) for age in (1, 2)] == [7 * seats] * 2


@pytest.mark.parametrize("edition", [0, 1])
@pytest.mark.parametrize(("seats", "size"), [(3, 16), (4, 22), (5, 28), (6, 34), (7, 40)])
def test_age_3_deck_leaves_room_for_two_more_guilds_than_seats(edition, seats, size):
    assert len(TABLES[edition].deck(3, seats)) == size == 7 * seats - (seats + 2)


def test_first_edition_has_78_cards_of_which_10_are_guilds():
    ages = [card.age for card in CARDS["first"].values()]
    assert [ages.count(age) for age in (1, 2, 3)] == [27, 23, 28]
    assert len(TABLES[0].guilds) == 10


def test_second_edition_has_the_first_ones_cards_where_tables_dispute_its_own():
    first, second = CARDS["first"], CARDS["second"]
    assert len(second) == 80
    assert len(TABLES[1].guilds) == 10
    assert {"well", "ludus", "castrum"} == set(second) - set(first)
    assert {"pawnshop"} == set(first) - set(second)
    for card in ("haven", "traders_guild", "strategists_guild"):
        assert second[card] == first[card]
    assert second["arsenal"].printed == first["arsenal"].printed
    assert second["arsenal"].copies == (1, 1, 2, 2, 2)


def test_copies_never_fall_with_more_seats():
    for cards in CARDS.values():
        assert all(list(card.copies) == sorted(card.copies) for card in cards.values())


def test_first_edition_has_26_chains():
    assert sum(len(card.chain_from) for card in CARDS["first"].values()) == 26


@pytest.mark.parametrize("symbol", ["compass", "tablet", "gear"])
def test_each_science_symbol_is_on_four_cards_and_eight_copies_at_seven_seats(symbol):
    cards = [
        card for card in CARDS["first"].values() if ("science", symbol) in card.printed.effects
    ]
    assert len(cards) == 4
    assert sum(card.copies[-1] for card in cards) == 8


@pytest.mark.parametrize(
    ("side", "points"),
    [("a", [10, 10, 10, 15, 10, 10, 10]), ("b", [7, 3, 10, 20, 3, 5, 7])],
)
def test_fixed_points_of_each_wonder(side, points):
    found = [
        sum(
            int(effect[1])
            for stage in board.stages
            for effect in stage.effects
            if effect[0] == "vp"
        )
        for (_, of_side), board in WONDERS["first"].items()
        if of_side == side
    ]
    assert found == points


def test_wonders_have_three_stages_but_giza_b_four_and_rhodes_b_two():
    numbers = {key: len(board.stages) for key, board in WONDERS["first"].items()}
    assert numbers.pop(("giza", "b")) == 4
    assert numbers.pop(("rhodes", "b")) == 2
    assert set(numbers.values()) == {3}


def test_start_goods_are_the_same_on_both_sides_and_differ_between_wonders():
    starts = {key: board.start for key, board in WONDERS["first"].items()}
    wonders = {wonder for wonder, _ in starts}
    assert all(starts[wonder, "a"] == starts[wonder, "b"] for wonder in wonders)
    assert sorted(starts[wonder, "a"] for wonder in wonders) == list(range(7))


@pytest.mark.parametrize("wonder", ["alexandria", "olympia"])
def test_wonders_that_tables_dispute_are_those_of_the_first_edition(wonder):
    for side in ("a", "b"):
        assert WONDERS["second"][wonder, side] == WONDERS["first"][wonder, side]


def test_babylon_of_the_second_edition_starts_with_wood_and_has_two_stages_at_night():
    assert WONDERS["second"]["babylon", "a"].start == 0
    night = WONDERS["second"]["babylon", "b"].stages
    assert [stage.effects for stage in night] == [
        (("power", "seventh"),),
        (("science", "any"),),
    ]


@pytest.mark.parametrize(
    ("card", "first", "second"),
    [
        ("altar", ("vp", "2"), ("vp", "3")),
        ("theater", ("vp", "2"), ("vp", "3")),
        ("temple", ("vp", "3"), ("vp", "4")),
    ],
)
def test_civilian_cards_that_are_worth_more_in_the_second_edition(card, first, second):
    assert CARDS["first"][card].printed.effects == (first,)
    assert CARDS["second"][card].printed.effects == (second,)
