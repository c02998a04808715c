"""What seats know: hands that were seen, cards under wonders, the pile, guilds out of play."""

from collections import Counter

import pytest

from ludarena.core.rng import stream
from ludarena.core.sight import story
from ludarena.core.trace import Trace
from ludarena.core.view import Viewpoint
from ludarena.games.seven_wonders.cards import WONDER_IDS
from ludarena.games.seven_wonders.game import own
from ludarena.games.seven_wonders.state import PLAY_LAST
from ludarena.games.seven_wonders.tables import COLOUR, PURPLE
from tests.games.seven_wonders.notebook import Notebook
from tests.games.seven_wonders.positions import (
    GAME,
    LABELS,
    answer,
    new_match,
    position,
    turn,
)

HANDS = {
    0: "altar baths barracks stockade apothecary workshop",
    1: "altar theater pawnshop tavern mine excavation",
    2: "altar loom-1 press-1 clay-pool lumber-yard stone-pit",
}


def groups_of(state, seat):
    """Return a seat's groups as {(turn seen, cards): {place: number}}."""
    view = GAME.view(state.determinize(seat, 0), seat)
    return {
        (group.seen_on, " ".join(group.cards)): {
            f"{place.place} {place.seat}": place.number for place in group.places
        }
        for group in view.groups
    }


def test_a_hand_that_was_passed_on_is_remembered_less_the_card_played():
    state = position(hands=HANDS, turn=2)
    turn(state, "sell:altar", "sell:altar", "sell:altar")
    # the hand of seat 0 went to seat 1
    cards = "baths barracks stockade apothecary workshop"
    known = groups_of(state, 0)
    (found,) = [key for key in known if key[0] == 2]
    assert sorted(found[1].split()) == sorted(cards.split())
    assert known[found] == {"hand 1": 5}


def test_a_card_that_vanishes_from_a_known_hand_is_known_not_to_be_elsewhere():
    state = position(hands=HANDS, turn=2)
    turn(state, "sell:altar", "sell:altar", "sell:altar")
    # seat 1 now sells one of the five cards; seat 0 knows that it is one of them
    turn(state, "sell:clay-pool", "sell:stockade", "sell:mine")
    known = groups_of(state, 0)
    (found,) = [key for key in known if key[0] == 2]
    assert known[found] == {"hand 2": 4, "discard pile 1": 1}


def test_a_hand_that_comes_back_tells_what_was_hidden_from_it():
    # three seats: after three passes the hand of turn 2 is back; one card of it was sold by
    # seat 1, one was built by seat 2
    state = position(hands=HANDS, turn=2)
    turn(state, "sell:altar", "sell:altar", "sell:altar")
    turn(state, "sell:clay-pool", "sell:stockade", "sell:mine")
    turn(state, "sell:excavation", "sell:loom-1", "sell:apothecary")
    known = groups_of(state, 0)
    # both sold cards of the hand are known together, not which seat sold which
    assert known[(2, "stockade apothecary")] == {"discard pile 1": 1, "discard pile 2": 1}


def test_own_sales_are_known_and_others_are_not():
    state = position(hands=HANDS, turn=2)
    turn(state, "sell:altar", "sell:theater", "sell:loom-1")
    view = GAME.view(state.determinize(1, 3), 1)
    assert [card.card for card in view.pile] == [None, "theater", None]
    assert [card.seat for card in view.pile] == [0, 1, 2]
    assert [card.card for card in GAME.view(state, "public").pile] == [None] * 3


def test_the_pile_is_open_to_all_under_the_option():
    state = position(hands=HANDS, turn=2, discard_pile_public=True)
    turn(state, "sell:altar", "sell:theater", "sell:loom-1")
    cards = [card.card for card in GAME.view(state.determinize(-1, 3), "public").pile]
    assert cards == ["altar", "theater", "loom-1"]


def test_owner_of_halicarnassus_knows_the_cards_that_it_has_looked_at():
    state = position(
        boards="halicarnassus-b rhodes-a giza-a",
        cities={0: "foundry"},
        hands={**HANDS, 0: "altar baths"},
        turn=5,
    )
    turn(state, "stage:altar:left-0:right-0", "sell:theater", "sell:loom-1")
    answer(state, 0, "take-nothing")
    assert [c.card for c in GAME.view(state.determinize(0, 9), 0).pile] == ["theater", "loom-1"]
    assert [c.card for c in GAME.view(state.determinize(1, 9), 1).pile] == ["theater", None]


def test_cards_under_a_wonder_are_known_to_their_owner():
    state = position(cities={0: "stone-pit"}, hands={0: "palace altar"}, turn=5)
    turn(state, "stage:palace:left-0:right-0")
    own = GAME.view(state.determinize(0, 1), 0).players[0].stages[0]
    other = GAME.view(state.determinize(1, 1), 1).players[0].stages[0]
    assert (own.built, own.card) == (True, "palace")
    assert (other.built, other.card) == (True, None)


@pytest.mark.parametrize("seat", [-1, 0])
def test_a_redraw_keeps_guilds_alone_out_of_play_and_every_card_in_the_match(seat):
    state = position(age=2, turn=6)
    turn(state)
    boxes = set()
    for seed in range(30):
        redrawn = state.determinize(seat, seed)
        assert all(COLOUR[card] == PURPLE for card in redrawn.box)
        held = sorted(card for place in (*redrawn.hands, redrawn.box) for card in place)
        assert held == sorted(card for place in (*state.hands, state.box) for card in place)
        boxes.add(tuple(redrawn.box))
    assert len(boxes) > 10


def test_a_redraw_keeps_the_own_hand_and_changes_those_never_seen():
    state = new_match(seats=4, seed=1)
    hands = [state.determinize(2, seed).hands for seed in range(8)]
    assert all(hand[2] == state.hands[2] for hand in hands)
    assert len({tuple(hand[0]) for hand in hands}) > 1


def test_a_seat_is_shown_no_hand_but_its_own():
    state = new_match(seats=5, seed=4)
    view = GAME.view(state.determinize(3, 0), 3)
    assert [player.hand is None for player in view.players] == [True, True, True, False, True]


def test_unseen_cards_of_age_1_are_known_together():
    state = new_match(seats=3, seed=4)
    (group,) = GAME.view(state.determinize(0, 1), 0).groups
    assert len(group.cards) == 14
    assert [(place.place, place.seat, place.number) for place in group.places] == [
        ("hand", 1, 7),
        ("hand", 2, 7),
    ]


@pytest.mark.parametrize("seats", GAME.seats)
def test_groups_hold_as_many_cards_as_their_places_on_every_turn(seats):
    state = new_match(seats=seats, seed=seats, options={"wonder_sides": "all_b"})
    chance = stream(seats, "groups")
    while owing := state.to_act():
        for observer in (-1, owing[0]):
            at: Viewpoint = "public" if observer < 0 else observer
            for group in GAME.view(state.determinize(observer, 1), at).groups:
                assert len(group.cards) == sum(place.number for place in group.places)
        actions = state.legal_actions(owing[0])
        state.apply(owing[0], actions[chance.below(len(actions))])


def test_what_a_group_says_of_hands_is_true():
    state = new_match(seats=3, seed=11, options={"wonder_sides": "all_b"})
    chance = stream(5, "truth")
    seen = 0
    for _ in range(45):
        seat = state.to_act()[0]
        actions = state.legal_actions(seat)
        state.apply(seat, actions[chance.below(len(actions))])
        for group in GAME.view(state.determinize(1, 3), 1).groups:
            for place in group.places:
                if place.place == "hand":
                    true = [LABELS[card] for card in state.hands[place.seat or 0]]
                    assert len(true) == place.number
                    assert not Counter(true) - Counter(group.cards)
                    seen += 1
    assert seen > 40


@pytest.mark.parametrize(
    ("seats", "edition"), [(3, "first"), (4, "second"), (5, "first"), (7, "first")]
)
def test_a_seat_is_told_exactly_what_a_notebook_of_its_facts_would_hold(seats, edition):
    for seed in range(3):
        trace = Trace()
        options = {"edition": edition, "wonder_sides": "all_b"}
        state = own(GAME.new(seats=seats, seed=seed, options=options, trace=trace))
        wonders = [WONDER_IDS[city.wonder] for city in state.cities]
        looker = "halicarnassus" if seed and "halicarnassus" in wonders else wonders[0]
        notebook = Notebook(wonders.index(looker), seats, state.terms.table)
        chance = stream(seed, "notebook")
        notebook.write(trace.take())
        while owing := state.to_act():
            view = GAME.view(state.determinize(notebook.seat, seed), notebook.seat)
            assert {
                (group.age, group.seen_on, tuple(sorted(group.cards))): Counter(
                    {(place.place, place.seat): place.number for place in group.places}
                )
                for group in view.groups
            } == notebook.groups(view)
            assert [card.card for card in view.pile] == notebook.pile_cards()
            notebook.last = state.phase == PLAY_LAST
            actions = state.legal_actions(owing[0])
            GAME.play(state, owing[0], actions[chance.below(len(actions))])
            notebook.write(trace.take())


def test_a_card_sold_on_turn_6_and_one_left_over_are_told_apart_in_the_pile():
    state = position(
        boards="halicarnassus-b rhodes-a giza-a",
        cities={0: "foundry"},
        hands={0: "altar baths", 1: "theater tavern", 2: "loom-1 press-1"},
        turn=6,
    )
    turn(state, "stage:altar:left-0:right-0", "sell:theater", "sell:loom-1")
    pile = GAME.view(state.determinize(1, 3), 1).pile
    assert [(card.seat, card.turn, card.card) for card in pile] == [
        (1, 6, "theater"),
        (2, 6, None),
        (0, 7, None),
        (1, 7, "tavern"),
        (2, 7, None),
    ]
    answer(state, 0, "take:tavern")
    assert "seat 1 put there in age I, as its last card." in " ".join(
        story(GAME, state.trace.take() if state.trace else [], 2)
    )
