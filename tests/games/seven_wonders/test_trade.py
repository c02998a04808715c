"""R5: goods, purchases, prices, discounts and the payments that are offered."""

import pytest

from ludarena.core.errors import IllegalAction
from ludarena.games.seven_wonders import SEVEN_WONDERS as GAME
from tests.games.seven_wonders.positions import answer, coins_of, ids, position, turn


def offers(state, card, mode="build"):
    """Return the payments offered to seat 0 for a card, as (left, right)."""
    parts = [name.split(":") for name in ids(state, 0, f"{mode}:{card}:")]
    return [(int(p[2][5:]), int(p[3][6:])) for p in parts]


def test_a_missing_good_is_bought_from_the_left_for_two_coins():
    # seat 1 is the left neighbour of seat 0
    state = position(
        boards="rhodes-a giza-a alexandria-a", hands={0: "baths"}, turn=6, coins={0: 2}
    )
    assert offers(state, "baths") == [(2, 0)]
    turn(state, "build:baths:left-2:right-0")
    assert coins_of(state) == [0, 3 + 2, 3]


def test_a_missing_good_is_bought_from_the_right_for_two_coins():
    state = position(
        boards="rhodes-a alexandria-a giza-a", hands={0: "baths"}, turn=6, coins={0: 2}
    )
    assert offers(state, "baths") == [(0, 2)]
    turn(state, "build:baths:left-0:right-2")
    assert coins_of(state) == [0, 3, 3 + 2]


def test_goods_of_seats_that_are_no_neighbours_cannot_be_bought():
    state = position(
        boards="rhodes-a alexandria-a giza-a babylon-a", hands={0: "baths"}, turn=6, coins={0: 9}
    )
    assert offers(state, "baths") == []
    with pytest.raises(IllegalAction, match="cannot make all the goods"):
        answer(state, 0, "build:baths:left-2:right-0")


def test_either_neighbour_may_be_chosen_when_both_sell_the_good():
    state = position(
        boards="rhodes-a giza-a alexandria-a",
        cities={2: "stone-pit"},
        hands={0: "baths"},
        turn=6,
        coins={0: 2},
    )
    assert offers(state, "baths") == [(0, 2), (2, 0)]


def test_all_coins_must_be_held_at_the_start_of_the_turn():
    state = position(
        boards="rhodes-a giza-a alexandria-a", hands={0: "baths"}, turn=6, coins={0: 1}
    )
    assert offers(state, "baths") == []
    with pytest.raises(IllegalAction, match="cost more than your 1 coin"):
        answer(state, 0, "build:baths:left-2:right-0")


def test_coins_for_the_bank_and_for_neighbours_add_up():
    # the second edition has no such card; a stage of Giza needs 2 stone: 1 own, 1 bought
    state = position(hands={0: "timber-yard"}, cities={1: "stone-pit"}, turn=6, coins={0: 2})
    assert offers(state, "timber-yard") == [(0, 0)]
    assert offers(state, "timber-yard", "stage") == [(2, 0)]


def test_west_trading_post_lowers_raw_materials_from_the_left():
    state = position(
        boards="rhodes-a giza-a alexandria-a",
        cities={0: "west-trading-post", 2: "stone-pit"},
        hands={0: "baths"},
        turn=6,
        coins={0: 9},
    )
    assert offers(state, "baths") == [(0, 2), (1, 0)]


def test_east_trading_post_lowers_raw_materials_from_the_right():
    state = position(
        boards="rhodes-a giza-a alexandria-a",
        cities={0: "east-trading-post", 2: "stone-pit"},
        hands={0: "baths"},
        turn=6,
        coins={0: 9},
    )
    assert offers(state, "baths") == [(0, 1), (2, 0)]


def test_marketplace_lowers_manufactured_goods_from_both():
    state = position(
        cities={0: "marketplace", 1: "press-1", 2: "press-1"},
        hands={0: "scriptorium"},
        turn=6,
        coins={0: 9},
    )
    assert offers(state, "scriptorium") == [(0, 1), (1, 0)]


def test_first_stage_of_olympia_b_lowers_raw_materials_from_both():
    state = position(
        boards="olympia-b giza-a giza-b", stages={0: 1}, hands={0: "baths"}, turn=6, coins={0: 9}
    )
    assert offers(state, "baths") == [(0, 1), (1, 0)]


def test_discounts_do_not_add_up():
    state = position(
        boards="olympia-b giza-a alexandria-a",
        stages={0: 1},
        cities={0: "west-trading-post"},
        hands={0: "baths"},
        turn=6,
        coins={0: 9},
    )
    assert offers(state, "baths") == [(1, 0)]


def test_raw_discount_does_not_lower_manufactured_goods():
    state = position(
        cities={0: "west-trading-post", 1: "press-1"},
        hands={0: "scriptorium"},
        turn=6,
        coins={0: 9},
    )
    assert offers(state, "scriptorium") == [(2, 0)]


def test_two_choice_cards_cover_two_goods_that_each_could_give():
    # wood/clay and wood/stone for wood and clay: the first must give clay
    state = position(
        boards="rhodes-a alexandria-a babylon-a",
        cities={0: "tree-farm timber-yard glassworks-1"},
        hands={0: "temple"},
        age=2,
        turn=6,
    )
    assert offers(state, "temple") == [(0, 0)]


def test_a_choice_card_gives_one_good_a_build():
    # 1 wood and 1 clay from one wood/clay card: the other must be bought
    state = position(
        boards="rhodes-a olympia-a alexandria-a",
        cities={0: "tree-farm glassworks-1"},
        hands={0: "temple"},
        age=2,
        turn=6,
        coins={0: 2},
    )
    assert offers(state, "temple") == [(2, 0)]


def test_a_double_card_and_a_choice_of_four_pay_three_units():
    # Aqueduct, 3 stone: 2 from the Quarry, 1 from the Caravansery
    state = position(
        boards="rhodes-a olympia-a alexandria-a",
        cities={0: "quarry caravansery"},
        hands={0: "aqueduct"},
        age=2,
        turn=6,
    )
    assert offers(state, "aqueduct") == [(0, 0)]


def test_both_units_of_a_double_card_can_be_bought():
    state = position(
        boards="giza-a rhodes-a alexandria-a",
        cities={1: "quarry"},
        hands={0: "aqueduct"},
        age=2,
        turn=6,
        coins={0: 4},
    )
    assert offers(state, "aqueduct") == [(4, 0)]


def test_a_choice_card_of_a_neighbour_sells_one_good_a_build():
    # Temple needs wood, clay and glass; the left neighbour has one wood/clay card
    state = position(
        boards="alexandria-a rhodes-a olympia-a",
        cities={1: "tree-farm"},
        hands={0: "temple"},
        age=2,
        turn=6,
        coins={0: 9},
    )
    assert offers(state, "temple") == [(2, 2)]  # clay from the left, wood from the right


@pytest.mark.parametrize(
    ("boards", "stages", "city"),
    [
        ("rhodes-a olympia-a babylon-a", 0, "caravansery"),
        ("rhodes-a alexandria-a babylon-a", 2, ""),
        ("rhodes-a alexandria-b babylon-a", 1, ""),
    ],
)
def test_goods_that_a_neighbour_makes_for_itself_cannot_be_bought(boards, stages, city):
    state = position(
        boards=boards,
        stages={1: stages},
        cities={1: city},
        hands={0: "baths"},
        turn=6,
        coins={0: 9},
    )
    assert offers(state, "baths") == []


@pytest.mark.parametrize(
    ("boards", "stages", "city"),
    [("rhodes-a giza-a babylon-a", 0, "forum"), ("rhodes-a alexandria-b babylon-a", 2, "")],
)
def test_manufactured_goods_that_a_neighbour_makes_for_itself_cannot_be_bought(
    boards, stages, city
):
    # Scriptorium: 1 papyrus
    state = position(
        boards=boards,
        stages={1: stages},
        cities={1: city},
        hands={0: "scriptorium"},
        turn=6,
        coins={0: 9},
    )
    assert offers(state, "scriptorium") == []


def test_forum_and_second_stage_of_alexandria_b_make_manufactured_goods_for_the_owner():
    # Study: wood, papyrus, cloth
    state = position(
        boards="alexandria-b rhodes-a olympia-a",
        stages={0: 2},
        cities={0: "forum lumber-yard"},
        hands={0: "study"},
        age=3,
        turn=6,
    )
    assert offers(state, "study") == [(0, 0)]


def test_several_buyers_buy_the_same_unit_and_its_owner_uses_it_too():
    state = position(
        boards="rhodes-a giza-a alexandria-a",
        hands={0: "baths", 1: "baths", 2: "baths"},
        turn=6,
        coins={0: 2, 2: 2},
    )
    turn(
        state,
        "build:baths:left-2:right-0",
        "build:baths:left-0:right-0",
        "build:baths:left-0:right-2",
    )
    assert coins_of(state) == [0, 4, 0]


def test_payments_that_another_undercuts_at_both_neighbours_are_not_offered():
    # Walls, 3 stone: 1 own, both neighbours sell 2; 2 to buy in all
    state = position(
        boards="giza-a rhodes-a alexandria-a",
        cities={1: "quarry", 2: "quarry"},
        hands={0: "walls"},
        age=2,
        turn=6,
        coins={0: 9},
    )
    assert offers(state, "walls") == [(0, 4), (2, 2), (4, 0)]
    with pytest.raises(IllegalAction, match="not offered for it; offered: left-0:right-4, "):
        answer(state, 0, "build:walls:left-4:right-2")


def test_a_dearer_purchase_from_one_neighbour_is_offered_when_the_other_gets_less():
    # with the West Trading Post the left costs 1 a unit
    state = position(
        boards="giza-a rhodes-a alexandria-a",
        cities={0: "west-trading-post", 1: "quarry", 2: "quarry"},
        hands={0: "walls"},
        age=2,
        turn=6,
        coins={0: 3},
    )
    assert offers(state, "walls") == [(1, 2), (2, 0)]  # (0, 4) is too dear


def test_cheapest_payment_alone_is_offered_under_its_option():
    state = position(
        boards="giza-a rhodes-a alexandria-a",
        cities={0: "west-trading-post", 1: "quarry", 2: "quarry"},
        hands={0: "walls"},
        age=2,
        turn=6,
        coins={0: 9},
        payment_choice="cheapest",
    )
    assert offers(state, "walls") == [(2, 0)]


def test_of_equally_cheap_payments_the_right_gets_least():
    state = position(
        boards="giza-a rhodes-a alexandria-a",
        cities={1: "quarry", 2: "quarry"},
        hands={0: "walls"},
        age=2,
        turn=6,
        coins={0: 9},
        payment_choice="cheapest",
    )
    assert offers(state, "walls") == [(4, 0)]


def test_own_goods_are_not_bought_by_default():
    state = position(boards="giza-a giza-b rhodes-a", hands={0: "baths"}, turn=6, coins={0: 9})
    assert offers(state, "baths") == [(0, 0)]


def test_own_goods_may_be_bought_under_the_option():
    state = position(
        boards="giza-a giza-b rhodes-a",
        cities={2: "stone-pit"},
        hands={0: "baths"},
        turn=6,
        coins={0: 9},
        allow_needless_purchase=True,
    )
    assert offers(state, "baths") == [(0, 0), (0, 2), (2, 0)]


def test_needless_purchases_are_limited_to_the_goods_needed():
    # Walls, 3 stone; own start good and Quarry cover all, the left sells 1, the right none
    state = position(
        boards="giza-a rhodes-a alexandria-a",
        cities={0: "quarry", 1: "stone-pit"},
        hands={0: "walls"},
        age=2,
        turn=6,
        coins={0: 9},
        allow_needless_purchase=True,
    )
    assert offers(state, "walls") == [(0, 0), (2, 0)]


def test_palace_needs_all_seven_goods():
    # own: stone, ore, wood; left: clay, glass; right: papyrus, cloth; 4 goods at 2 coins
    state = position(
        boards="giza-a alexandria-a ephesus-a",
        cities={0: "ore-vein lumber-yard", 1: "clay-pool", 2: "loom-1"},
        hands={0: "palace"},
        age=3,
        turn=6,
        coins={0: 8},
    )
    assert offers(state, "palace") == [(4, 4)]


def test_description_names_the_goods_that_are_bought_and_from_whom():
    state = position(
        boards="giza-a alexandria-a ephesus-a",
        cities={0: "ore-vein lumber-yard", 1: "clay-pool", 2: "loom-1"},
        hands={0: "palace"},
        age=3,
        turn=6,
        coins={0: 8},
    )
    said = GAME.describe(state, 0, GAME.action_code("build:palace:left-4:right-4"))
    assert said == (
        "Build Palace, paying 4 coins to seat 1 on the left for 1 clay and 1 glass and 4 coins to "
        "seat 2 on the right for 1 papyrus and 1 cloth (8 points)."
    )
