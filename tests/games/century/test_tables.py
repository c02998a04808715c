"""The cards against the published counts and sums."""

from collections import Counter

import pytest

from ludarena.games.century.cubes import COLOURS, cube_list, spice_value
from ludarena.games.century.tables import (
    COST,
    END_CARDS,
    GET,
    GIVE,
    MARKET,
    MERCHANT_ROWS,
    POINT_ROWS,
    STARTING_SPICES,
    UPGRADE_CHANGE,
    UPGRADE_END,
    UPGRADE_SETS,
)
from tests.games.century.positions import MERCHANT_CODES

TRADES = [code for code, card in enumerate(MERCHANT_ROWS) if card.kind == "trade"]


def added(cubes):
    return [sum(column) for column in zip(*map(cube_list, cubes), strict=True)]


def test_there_are_43_market_cards_and_2_starting_cards_all_different():
    kinds = Counter(card.kind for card in MERCHANT_ROWS[:MARKET])
    assert kinds == {"gain": 8, "upgrade": 1, "trade": 34}
    assert [card.id for card in MERCHANT_ROWS[MARKET:]] == ["gain-yy", "upgrade-2"]
    assert len({card.id for card in MERCHANT_ROWS}) == 45


def test_trades_have_the_published_sums():
    assert added(GIVE[code] for code in TRADES) == [34, 20, 15, 9]
    assert added(GET[code] for code in TRADES) == [27, 27, 26, 18]


def test_trades_raise_the_value_by_1_to_4_levels():
    gains = Counter(int(spice_value(GET[code]) - spice_value(GIVE[code])) for code in TRADES)
    assert gains == {1: 5, 2: 19, 3: 7, 4: 3}


def test_no_trade_gets_a_colour_that_it_gives():
    # So what a repetition brings never pays for the next, and only the cubes at hand count.
    for code in TRADES:
        pairs = zip(cube_list(GIVE[code]), cube_list(GET[code]), strict=True)
        assert all(not given or not got for given, got in pairs)


def test_point_cards_have_the_published_sums():
    assert len({card.id for card in POINT_ROWS}) == 36
    assert sum(card.points for card in POINT_ROWS) == 468
    assert (POINT_ROWS[0].points, POINT_ROWS[-1].points) == (6, 20)
    assert added(COST) == [37, 46, 46, 46]


def test_points_are_the_value_of_the_cost_and_more_for_many_colours():
    more: Counter[int] = Counter()
    for code, card in enumerate(POINT_ROWS):
        extra = card.points - int(spice_value(COST[code]))
        assert extra == {2: 0, 3: 1, 4: 2}.get(len(set(card.cost)), 0)
        more[extra] += 1
    assert more == {0: 24, 1: 7, 2: 5}


def test_gain_of_brown_is_one_cube():
    assert cube_list(GET[MERCHANT_CODES["gain-b"]]) == [0, 0, 0, 1]


def test_caravans_and_end_by_number_of_seats():
    assert STARTING_SPICES == ("yyy", "yyyy", "yyyy", "yyyr", "yyyr")
    assert END_CARDS == {2: 6, 3: 6, 4: 5, 5: 5}


@pytest.mark.parametrize(("steps", "ways"), [(1, 3), (2, 9), (3, 19)])
def test_ways_of_up_to_n_steps(steps, ways):
    # Multisets of 3 kinds of step: 3 of size 1, 6 of size 2, 10 of size 3.
    assert UPGRADE_END[steps] - 1 == ways


def test_every_way_to_upgrade_changes_a_caravan_differently():
    assert len(set(UPGRADE_CHANGE)) == len(UPGRADE_SETS) == 20
    full = 20 * 0x01010101
    for steps, change in zip(UPGRADE_SETS, UPGRADE_CHANGE, strict=True):
        assert spice_value(full + change) - spice_value(full) == sum(steps)


def test_colours_rise_in_the_order_of_the_rulebook():
    assert COLOURS == ("yellow", "red", "green", "brown")
