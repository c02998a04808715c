"""R3.3, R3.4: reserving cards and replacing them."""

from ludarena.games.splendor.tables import level_of
from tests.games.splendor.positions import (
    Hand,
    fact_names,
    facts_of,
    ids,
    legal,
    legal_of,
    play,
    position,
    reason,
    supply,
    tokens,
)

ALL_GOLD = Hand({"gold": 5})


def test_reserving_from_the_row_gives_gold_and_replaces_the_card():
    state = position(Hand(), Hand(), market=["l2-red-3"])
    before = set(state.market)
    play(state, "reserve:l2-red-3")
    assert ids(state.boards[0].reserved) == ["l2-red-3"]
    assert tokens(state, 0) == {"gold": 1}
    assert supply(state)["gold"] == 4
    [shown] = set(state.market) - before
    assert level_of(shown) == 1
    assert [len(state.face_up_on(level)) for level in range(3)] == [4, 4, 4]
    assert fact_names(state) == ["reserved", "took_gold", "card_shown"]


def test_reserving_from_a_deck_changes_no_face_up_card():
    state = position(Hand(), Hand(), decks={3: ["l3-black-4"]})
    before = list(state.market)
    play(state, "reserve-deck:3")
    assert ids(state.boards[0].blind) == ["l3-black-4"]
    assert tokens(state, 0) == {"gold": 1}
    assert state.market == before
    assert fact_names(state) == ["reserved_blind", "took_gold"]


def test_reserving_without_gold_left_is_legal_and_gives_no_token():
    state = position(Hand(), ALL_GOLD, market=["l2-red-3"])
    play(state, "reserve:l2-red-3")
    assert ids(state.boards[0].reserved) == ["l2-red-3"]
    assert tokens(state, 0) == {}
    assert fact_names(state) == ["reserved", "card_shown"]


def test_reserving_at_ten_tokens_ends_with_returning_one():
    ten = Hand({"white": 4, "blue": 4, "red": 2})
    state = position(ten, Hand(), market=["l2-red-3"])
    play(state, "reserve:l2-red-3")
    assert state.to_act() == [0]
    assert legal(state) == ["return:white", "return:blue", "return:red", "return:gold"]
    play(state, "return:gold")
    assert tokens(state, 0) == {"white": 4, "blue": 4, "red": 2}
    assert supply(state)["gold"] == 5
    assert state.to_act() == [1]


def test_a_fourth_reserved_card_is_refused():
    full = Hand(reserved=["l1-red-1", "l2-red-1"], blind=["l3-red-1"])
    state = position(full, Hand())
    assert legal_of(state, "reserve") == []
    assert legal_of(state, "reserve-deck") == []
    assert reason(state, "reserve-deck:1") == "you hold 3 reserved cards, which is the limit"


def test_buying_a_reserved_card_opens_a_place():
    hand = Hand({"blue": 3}, reserved=["l1-white-2", "l2-red-1", "l3-red-1"])
    state = position(hand, Hand())
    play(state, "buy:l1-white-2:no-gold", "take-two:red")
    assert len(legal_of(state, "reserve")) == 12


def test_a_place_stays_taken_until_a_reserved_card_is_bought():
    hand = Hand({"blue": 3}, reserved=["l3-white-1", "l2-red-1", "l3-red-1"])
    state = position(hand, Hand(), market=["l1-white-2"])
    play(state, "buy:l1-white-2:no-gold", "take-two:red")
    assert legal_of(state, "reserve") == []


def test_a_blind_reservation_from_an_empty_deck_is_refused():
    state = position(Hand(), Hand(), decks={1: []})
    assert legal_of(state, "reserve-deck") == ["reserve-deck:2", "reserve-deck:3"]
    assert reason(state, "reserve-deck:1") == "the level 1 deck is empty"


def test_a_card_that_is_not_face_up_is_refused_in_the_same_words_wherever_it_is():
    state = position(
        Hand(bought=["l1-red-1"]),
        Hand(bought=["l1-red-2"], reserved=["l1-red-3"], blind=["l1-red-4"]),
    )
    for card in ("l1-red-1", "l1-red-2", "l1-red-3", "l1-red-4", "l1-black-8"):
        assert reason(state, f"reserve:{card}") == f"{card} is not face up"


def test_an_affordable_card_may_be_reserved():
    state = position(Hand({"blue": 3}), Hand(), market=["l1-white-2"])
    assert {"reserve:l1-white-2", "buy:l1-white-2:no-gold"} <= set(legal(state))


def test_reserved_cards_give_neither_points_nor_bonus():
    state = position(Hand(reserved=["l3-white-4"]), Hand())
    assert state.boards[0].points == 0
    assert state.boards[0].bonuses == 0


def test_an_empty_deck_leaves_a_gap_in_its_row():
    state = position(Hand(), Hand(), market=["l3-red-1", "l3-red-2"], decks={3: []})
    play(state, "reserve:l3-red-1")
    assert ids(state.face_up_on(2)) == ["l3-red-2"]
    assert fact_names(state) == ["reserved", "took_gold", "place_empty"]
    play(state, "take-two:red", "reserve:l3-red-2")
    assert state.face_up_on(2) == []
    assert reason(state, "reserve:l3-red-2") == "l3-red-2 is not face up"


def test_the_last_card_of_a_deck_fills_the_row():
    state = position(Hand(), Hand(), market=["l3-red-1"], decks={3: ["l3-blue-1"]})
    play(state, "reserve:l3-red-1")
    assert ids(state.face_up_on(2)) == ["l3-blue-1"]
    assert state.decks[2].size() == 0


def test_the_next_card_is_seen_before_tokens_are_returned():
    ten = Hand({"white": 4, "blue": 4, "red": 2})
    state = position(ten, Hand(), market=["l3-red-1"], decks={3: ["l3-blue-1"]})
    facts_of(state)
    play(state, "reserve:l3-red-1")
    assert fact_names(state) == ["reserved", "took_gold", "card_shown"]
    assert ids(state.face_up_on(2)) == ["l3-blue-1"]
    assert legal_of(state, "return")
