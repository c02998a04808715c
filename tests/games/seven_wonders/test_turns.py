"""R3.2, R3.3 and R4.5: what happens in which order, and where hands go."""

from tests.games.seven_wonders.positions import (
    LABELS,
    answer,
    coins_of,
    ids,
    number_of,
    position,
    told,
    turn,
)


def test_hands_go_to_the_left_in_age_1():
    hands = {0: "altar baths", 1: "altar pawnshop", 2: "altar theater"}
    state = position(hands=hands, turn=5)
    turn(state)
    assert state.hands == [[number_of("theater")], [number_of("baths")], [number_of("pawnshop")]]


def test_hands_go_to_the_right_in_age_2():
    hands = {0: "altar baths", 1: "altar pawnshop", 2: "altar theater"}
    state = position(hands=hands, age=2, turn=5)
    turn(state)
    assert state.hands == [[number_of("pawnshop")], [number_of("theater")], [number_of("baths")]]


def test_hands_go_to_the_left_again_in_age_3():
    hands = {0: "altar baths", 1: "altar pawnshop", 2: "altar theater"}
    state = position(hands=hands, age=3, turn=5)
    turn(state)
    assert state.hands[1] == [number_of("baths")]


def test_the_card_left_after_turn_6_goes_to_the_pile_without_money():
    hands = {0: "altar baths", 1: "altar pawnshop", 2: "altar theater"}
    state = position(hands=hands, turn=6)
    facts = turn(state)
    assert coins_of(state) == [3, 3, 3]
    assert [LABELS[card] for card in state.pile] == [
        "altar", "altar", "altar", "baths", "pawnshop", "theater",
    ]  # fmt: skip
    assert told(facts, "left_over", 1) == [(0,), (1, number_of("pawnshop")), (2,)]


def test_an_age_has_six_turns():
    state = position()
    for number in range(2, 7):
        turn(state)
        assert (state.age, state.number, state.turn()) == (1, number, number)
    turn(state)
    assert (state.age, state.number, state.turn()) == (2, 1, 7)


def test_coins_of_this_turn_cannot_be_spent_on_this_turn():
    # seat 1 receives 2 coins from seat 0 and 5 from the Tavern, but has none to pay with
    state = position(
        boards="rhodes-a giza-a alexandria-a",
        hands={0: "baths", 1: "timber-yard tavern"},
        turn=6,
        coins={0: 2},
    )
    assert not ids(state, 1, "build:timber-yard")
    answer(state, 0, "build:baths:left-2:right-0")
    assert not ids(state, 1, "build:timber-yard")


def test_goods_that_a_neighbour_builds_on_this_turn_cannot_be_bought_on_it():
    state = position(
        boards="rhodes-a alexandria-a babylon-a",
        hands={0: "baths", 1: "stone-pit"},
        turn=6,
        coins={0: 9},
    )
    answer(state, 1, "build:stone-pit:left-0:right-0")
    assert not ids(state, 0, "build:baths")


def test_discount_and_chain_of_a_card_help_from_the_next_turn_on():
    state = position(
        boards="rhodes-a giza-a alexandria-a",
        hands={0: "west-trading-post altar", 2: "baths altar"},
        turn=5,
        coins={0: 2},
    )
    answer(state, 0, "build:west-trading-post:left-0:right-0")
    answer(state, 1, "sell:altar")
    answer(state, 2, "sell:altar")
    assert ids(state, 0, "build:baths") == ["build:baths:left-1:right-0"]


def test_neighbours_are_paid_by_all_who_buy_before_coins_are_counted():
    state = position(
        boards="rhodes-a giza-a alexandria-a",
        hands={0: "baths", 2: "baths", 1: "tavern"},
        turn=6,
        coins={0: 2, 2: 2},
    )
    facts = turn(
        state,
        "build:baths:left-2:right-0",
        "build:tavern:left-0:right-0",
        "build:baths:left-0:right-2",
    )
    assert coins_of(state) == [0, 2 + 2 + 5, 0]
    assert told(facts, "paid") == [(0, 1, 2), (2, 1, 2)]


def test_vineyard_counts_brown_cards_that_neighbours_build_on_the_same_turn():
    # own Sawmill, left Quarry, right builds a Lumber Yard now
    state = position(
        cities={0: "sawmill", 1: "quarry"},
        hands={0: "vineyard", 2: "lumber-yard"},
        age=2,
        turn=6,
    )
    turn(state, "build:vineyard:left-0:right-0", "sell:altar", "build:lumber-yard:left-0:right-0")
    assert coins_of(state)[0] == 3


def test_vineyard_does_not_count_them_under_the_option():
    state = position(
        cities={0: "sawmill", 1: "quarry"},
        hands={0: "vineyard", 2: "lumber-yard"},
        age=2,
        turn=6,
        same_turn_counts=False,
    )
    turn(state, "build:vineyard:left-0:right-0", "sell:altar", "build:lumber-yard:left-0:right-0")
    assert coins_of(state)[0] == 2


def test_bazaar_pays_two_coins_a_grey_card_of_three_cities():
    state = position(
        cities={0: "loom-1", 1: "press-1 glassworks-1", 2: "press-1"},
        hands={0: "bazaar"},
        age=2,
        turn=6,
    )
    turn(state, "build:bazaar:left-0:right-0")
    assert coins_of(state)[0] == 8


def test_lighthouse_counts_itself_among_the_yellow_cards():
    state = position(cities={0: "caravansery tavern"}, hands={0: "lighthouse"}, age=3, turn=6)
    turn(state, "build:lighthouse:left-0:right-0")
    assert coins_of(state)[0] == 3


def test_haven_chamber_and_arena_pay_for_brown_grey_and_stages():
    for card, after, coins in (("haven", "forum", 2), ("arena", "dispensary", 3)):
        state = position(
            cities={0: f"{after} sawmill quarry"}, stages={0: 1}, hands={0: card}, age=3, turn=6
        )
        turn(state, f"build:{card}:left-0:right-0")
        assert coins_of(state)[0] == coins
    state = position(
        boards="ephesus-a rhodes-a giza-a",
        cities={0: "loom-1 press-1 brickyard"},
        hands={0: "chamber-of-commerce"},
        age=3,
        turn=6,
    )
    turn(state, "build:chamber-of-commerce:left-0:right-0")
    assert coins_of(state)[0] == 2 * 2


def test_ludus_of_the_second_edition_pays_three_coins_a_red_card():
    state = position(
        boards="giza-a rhodes-a babylon-a",
        cities={0: "barracks walls ore-vein"},
        hands={0: "ludus"},
        age=3,
        turn=6,
        edition="second",
    )
    turn(state, "build:ludus:left-0:right-0")
    assert coins_of(state)[0] == 6


def test_answers_are_told_to_nobody_else_until_all_have_come():
    state = position(hands={0: "altar baths", 1: "altar baths", 2: "altar baths"}, turn=6)
    answer(state, 1, "build:altar:left-0:right-0")
    assert state.to_act() == [0, 2]
    assert state.determinize(0, 5).to_act() == [0, 1, 2]
    assert state.determinize(1, 5).to_act() == [0, 2]
    assert state.block() == 0
