"""The printed components: counts, sums and symmetries that hold for the published cards."""

import pytest

from ludarena.games.splendor.gems import COLOURS
from ludarena.games.splendor.tables import (
    BONUS,
    CARD_ROWS,
    COST,
    DECK_FIRST,
    GEM_TOKENS,
    NOBLE_ROWS,
    NOBLES_SHOWN,
    PAYMENT_FIRST,
    PAYMENT_SETS,
    TAKE_SETS,
    level_of,
)
from tests.games.splendor.positions import counts


def cards_of(level):
    return [card for card in CARD_ROWS if card.level == level]


def test_there_are_90_cards_all_distinct():
    assert len(CARD_ROWS) == 90
    assert len({(c.level, c.bonus, c.points, c.cost) for c in CARD_ROWS}) == 90
    assert len({card.id for card in CARD_ROWS}) == 90


@pytest.mark.parametrize(
    ("level", "cards", "per_bonus", "points", "cost", "cost_of_a_colour"),
    [(1, 40, 8, 5, 165, 33), (2, 30, 6, 55, 205, 41), (3, 20, 4, 80, 215, 43)],
)
def test_levels_have_the_published_sums(level, cards, per_bonus, points, cost, cost_of_a_colour):
    found = cards_of(level)
    assert len(found) == cards
    assert [sum(c.bonus == b for c in found) for b in range(5)] == [per_bonus] * 5
    assert sum(card.points for card in found) == points
    assert sum(sum(card.cost) for card in found) == cost
    assert [sum(card.cost[c] for card in found) for c in range(5)] == [cost_of_a_colour] * 5


def test_points_are_140_and_28_of_each_bonus_colour():
    assert sum(card.points for card in CARD_ROWS) == 140
    by_bonus = [sum(c.points for c in CARD_ROWS if c.bonus == b) for b in range(5)]
    assert by_bonus == [28] * 5


def test_costs_sum_to_585():
    assert sum(sum(card.cost) for card in CARD_ROWS) == 585


def test_level_1_white_card_of_two_and_two_costs_blue_and_black():
    card = next(card for card in CARD_ROWS if card.id == "l1-white-4")
    assert dict(zip(COLOURS, card.cost, strict=True)) == {
        "white": 0,
        "blue": 2,
        "green": 0,
        "red": 0,
        "black": 2,
    }


def test_level_2_green_card_of_one_point_costs_3_white_2_green_3_red():
    costs = [c.cost for c in CARD_ROWS if (c.level, c.bonus, c.points) == (2, 2, 1)]
    assert (3, 0, 2, 3, 0) in costs


def test_there_are_10_nobles_of_3_points():
    assert [noble.points for noble in NOBLE_ROWS] == [3] * 10
    assert [sum(noble.wants[c] for noble in NOBLE_ROWS) for c in range(5)] == [17] * 5


def test_nobles_want_neighbours_in_the_circle_of_colours():
    pairs = {tuple(4 * (c in {k, (k + 1) % 5}) for c in range(5)) for k in range(5)}
    triples = {tuple(3 * (c in {k, (k + 1) % 5, (k + 2) % 5}) for c in range(5)) for k in range(5)}
    assert {noble.wants for noble in NOBLE_ROWS} == pairs | triples


def test_tokens_and_nobles_by_players():
    assert GEM_TOKENS == {2: 4, 3: 5, 4: 7}
    assert NOBLES_SHOWN == {2: 3, 3: 4, 4: 5}


def test_constant_lists_agree_with_the_printed_rows():
    assert counts(COST[0]) == {"red": 2, "black": 1}
    for code, card in enumerate(CARD_ROWS):
        assert level_of(code) == card.level - 1
        assert DECK_FIRST[card.level - 1] <= code < DECK_FIRST[card.level]
        assert BONUS[code] == card.bonus


def test_there_are_25_sets_of_different_gems_and_252_ways_to_use_gold():
    # 10 triples, 10 pairs, 5 single gems; multisets of 0 to 5 of 5 colours: 1+5+15+35+70+126.
    assert len(TAKE_SETS) == 25
    assert len(PAYMENT_SETS) == 252
    for gold in range(6):
        rows = PAYMENT_SETS[PAYMENT_FIRST[gold] : PAYMENT_FIRST[gold + 1]]
        assert rows and {sum(row) for row in rows} == {gold}
