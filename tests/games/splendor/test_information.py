"""R7: who knows which card."""

import pytest

from ludarena.core.bits import popcount
from ludarena.core.sight import filtered, sight, story
from ludarena.games.splendor import SPLENDOR
from ludarena.games.splendor.game import splendor
from tests.games.splendor.positions import CARD_CODES, Hand, facts_of, play, position

BLIND = Hand(blind=["l1-black-8", "l3-black-4"])


def reserved_of(state, at, seat):
    player = sight(SPLENDOR, state, at).view.players[seat]
    return [(card.level, card.blind, card.card and card.card.card) for card in player.reserved]


def test_a_card_reserved_from_the_row_stays_known_to_all():
    state = position(Hand(), Hand(), market=["l2-red-3"])
    play(state, "reserve:l2-red-3")
    for at in (0, 1, "public", "all"):
        assert reserved_of(state, at, 0) == [(2, False, "l2-red-3")]


def test_a_card_reserved_blind_is_known_to_its_owner_alone():
    state = position(BLIND, Hand())
    known = [(1, True, "l1-black-8"), (3, True, "l3-black-4")]
    hidden = [(1, True, None), (3, True, None)]
    assert reserved_of(state, 0, 0) == known
    assert reserved_of(state, 1, 0) == hidden
    assert reserved_of(state, "public", 0) == hidden
    assert reserved_of(state, "all", 0) == known


def test_option_all_public_opens_blind_reservations():
    state = position(BLIND, Hand(), reserved_visible="all_public")
    known = [(1, True, "l1-black-8"), (3, True, "l3-black-4")]
    assert reserved_of(state, 1, 0) == reserved_of(state, "public", 0) == known
    assert state.determinize(1, 7).boards[0].blind == state.boards[0].blind


@pytest.mark.parametrize("option", ["as_seen", "all_public"])
def test_the_fact_of_a_blind_reservation_shows_the_card_to_those_who_see_it(option):
    state = position(Hand(), Hand(), decks={3: ["l3-black-4"]}, reserved_visible=option)
    play(state, "reserve-deck:3")
    facts = facts_of(state)
    assert "You reserve the top card of the level 3 deck: l3-black-4 (black bonus, 5 points)." in (
        story(SPLENDOR, facts, 0)
    )
    opened = "Seat 0 reserves the top card of the level 3 deck: l3-black-4 (black bonus, 5 points)."
    closed = "Seat 0 reserves the top card of the level 3 deck."
    for at in (1, "public"):
        assert story(SPLENDOR, facts, at)[0] == (opened if option == "all_public" else closed)
        secrets = [fact.secret for fact in filtered(facts, at)]
        assert (secrets[0] == ()) == (option == "as_seen")


def test_a_bought_card_is_open_to_all():
    state = position(Hand({"blue": 3}, blind=["l1-white-2"]), Hand())
    play(state, "buy:l1-white-2:no-gold")
    assert SPLENDOR.view(state.determinize(1, 0), 1).players[0].bought == ("l1-white-2",)


def test_a_redraw_deals_others_blind_cards_with_the_deck_of_their_level():
    state = position(BLIND, Hand(), decks={3: ["l3-black-3"]})
    seen = set()
    for seed in range(40):
        redrawn = state.determinize(1, seed)
        [low, high] = redrawn.boards[0].blind
        assert low < 40
        deck = redrawn.decks[2].codes()
        assert sorted([high, *deck]) == sorted(CARD_CODES[c] for c in ("l3-black-3", "l3-black-4"))
        seen.add(high)
    assert len(seen) == 2


def test_a_redraw_leaves_own_and_open_cards():
    state = position(Hand(blind=["l1-black-8"], reserved=["l2-red-3"]), BLIND_OF_1)
    redrawn = state.determinize(0, 3)
    assert redrawn.boards[0].blind == state.boards[0].blind
    assert redrawn.boards[0].reserved == state.boards[0].reserved
    assert redrawn.market == state.market


BLIND_OF_1 = Hand(blind=["l1-black-7"])


def test_a_bystander_knows_no_blind_card():
    state = position(Hand(blind=["l1-black-8"]), BLIND_OF_1)
    hands = [(s.boards[0].blind[0], s.boards[1].blind[0]) for s in map_redraws(state, -1)]
    assert len(set(hands)) > 10
    assert all(one != other for one, other in hands)


def map_redraws(state, seat):
    return [state.determinize(seat, seed) for seed in range(20)]


def test_a_card_bought_from_a_blind_reserve_is_in_no_redraw_while_the_other_stays_hidden():
    state = position(Hand({"blue": 3}, blind=["l1-white-2", "l1-black-8"]), Hand())
    play(state, "buy:l1-white-2:no-gold")
    bought = CARD_CODES["l1-white-2"]
    for seat in (1, -1):
        redraws = map_redraws(state, seat)
        assert all(other.boards[0].bought() == [bought] for other in redraws)
        assert all(bought not in other.decks[0].codes() for other in redraws)
        assert len({other.boards[0].blind[0] for other in redraws} - {bought}) > 5
    assert {other.boards[0].blind[0] for other in map_redraws(state, 0)} == {
        CARD_CODES["l1-black-8"]
    }


def test_blind_cards_of_an_empty_deck_are_redrawn_among_themselves():
    black, red = CARD_CODES["l3-black-4"], CARD_CODES["l3-red-4"]
    state = position(Hand(blind=["l3-black-4"]), Hand(blind=["l3-red-4"]), Hand(), decks={3: []})
    for seat in (2, -1):
        hands = {
            (other.boards[0].blind[0], other.boards[1].blind[0])
            for other in map_redraws(state, seat)
        }
        assert hands == {(black, red), (red, black)}
    for seat in (0, 1):
        for other in map_redraws(state, seat):
            assert (other.boards[0].blind, other.boards[1].blind) == ([black], [red])


def test_hidden_cards_are_equally_likely_in_redraws():
    """Of the blind card and four in the deck each is in hand in a fifth of 1,000 redraws."""
    deck = ["l3-white-1", "l3-white-2", "l3-white-3", "l3-white-4"]
    state = position(Hand(blind=["l3-black-4"]), Hand(), decks={3: deck})
    found = [state.determinize(1, seed).boards[0].blind[0] for seed in range(1000)]
    assert all(150 < found.count(CARD_CODES[card]) < 250 for card in (*deck, "l3-black-4"))


def test_under_all_public_a_bystanders_redraw_changes_the_cards_to_come_alone():
    state = position(BLIND, Hand(), reserved_visible="all_public")
    for other in map_redraws(state, -1):
        assert other.boards[0].blind == state.boards[0].blind
        assert [deck.cards for deck in other.decks] == [deck.cards for deck in state.decks]
    assert len({other.decks[0].draw() for other in map_redraws(state, -1)}) > 5


def test_a_redraw_keeps_the_number_of_cards_of_every_place():
    state = position(BLIND, Hand(blind=["l1-black-7", "l1-black-6"]))
    for redrawn in map_redraws(state, -1):
        assert SPLENDOR.components(redrawn) == SPLENDOR.components(state)
        assert [deck.size() for deck in redrawn.decks] == [deck.size() for deck in state.decks]
        assert [len(board.blind) for board in redrawn.boards] == [2, 2]


def test_the_next_card_of_a_deck_differs_between_redraws():
    state = position(Hand(), Hand())
    shown = set()
    for redrawn in map_redraws(state, 0):
        shown.add(redrawn.decks[0].draw())
    assert len(shown) > 5


def test_the_original_is_untouched_by_a_redraw():
    state = position(BLIND, Hand())
    before = state.encode()
    state.determinize(1, 9)
    assert state.encode() == before


def test_metrics_count_blind_cards_without_looking_at_them():
    state = position(BLIND, Hand())
    expected = SPLENDOR.metrics(state, 0)
    assert expected["reserved"] == 2.0
    assert all(SPLENDOR.metrics(other, 0) == expected for other in map_redraws(state, 1))


def test_unused_nobles_are_nowhere_in_the_state():
    state = splendor(SPLENDOR.new(seats=2, seed=4))
    assert popcount(state.nobles) == 3
    assert SPLENDOR.components(state)["nobles"] == 3
