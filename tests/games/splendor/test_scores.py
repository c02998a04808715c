"""The heuristic: what it prefers, and that it is far better than chance."""

from ludarena.core.rng import stream
from ludarena.games.splendor import SPLENDOR
from tests.games.splendor.positions import Hand, legal, play, position


def favourite(state):
    seat = state.active()
    actions = state.legal_actions(seat)
    scores = state.action_scores(seat, actions)
    return SPLENDOR.action_id(actions[scores.index(max(scores))])


def test_a_purchase_that_meets_the_target_comes_first():
    bought = ["l3-white-4", "l3-blue-4", "l3-white-2"]
    hand = Hand({"green": 4, "blue": 3}, bought=bought)
    state = position(hand, Hand(), market=["l1-white-8", "l1-white-2"])
    assert favourite(state) == "buy:l1-white-8:no-gold"


def test_gold_is_spared():
    state = position(Hand({"red": 2, "black": 1, "gold": 2}), Hand(), market=["l1-white-1"])
    scores = dict(zip(legal(state), state.action_scores(0, state.legal_actions(0)), strict=True))
    assert scores["buy:l1-white-1:no-gold"] > scores["buy:l1-white-1:gold-1-red"]
    assert scores["buy:l1-white-1:gold-1-red"] > scores["buy:l1-white-1:gold-1-red+1-black"]


def test_a_bonus_that_brings_a_noble_is_worth_more():
    cards = [f"l1-{colour}-{n}" for colour in ("white", "blue") for n in (1, 2, 3)]
    hand = Hand({"red": 3, "black": 3}, bought=[*cards, "l1-blue-4"])
    # l1-white-7 would be dear; l1-green-1 costs 3 red, l1-white-5 is covered but for 2 gems.
    state = position(hand, Hand(), market=["l1-green-1", "l1-white-4"], nobles=["white-blue"])
    scores = dict(zip(legal(state), state.action_scores(0, state.legal_actions(0)), strict=True))
    assert scores["buy:l1-white-4:no-gold"] > scores["buy:l1-green-1:no-gold"]


def test_gems_that_a_card_lacks_are_preferred():
    # Only one card is on the table, and it lacks white, blue and red.
    state = position(
        Hand({"white": 1, "blue": 1}), Hand(), market=["l1-black-7"], decks={1: [], 2: [], 3: []}
    )
    assert favourite(state) == "take:white+blue+red"


def test_tokens_that_nothing_asks_for_are_returned_first():
    # The card asks for white, blue and red; green is of no use.
    held = {"white": 2, "blue": 2, "red": 1, "green": 4}
    state = position(
        Hand(held), Hand(), market=["l1-black-7"], decks={1: [], 2: [], 3: []}, take_fewer="free"
    )
    play(state, "take-two:black")
    assert favourite(state) in ("return:green", "return:black")


def test_a_noble_that_a_rival_is_near_is_chosen():
    colours = ("white", "blue", "green")
    cards = [f"l1-{colour}-{n}" for colour in colours for n in (1, 2, 3, 4)]
    rival = Hand(bought=[f"l1-{colour}-{n}" for colour in ("blue", "green") for n in (5, 6, 7)])
    state = position(Hand(bought=cards), rival, nobles=["white-blue", "blue-green"])
    play(state, "take-two:red")
    assert favourite(state) == "noble:blue-green"


def test_scores_do_not_read_what_the_seat_cannot_know():
    state = position(Hand({"red": 2}), Hand(blind=["l1-black-8", "l2-red-1", "l3-red-1"]))
    actions = state.legal_actions(0)
    expected = state.action_scores(0, actions)
    for seed in range(10):
        assert state.determinize(0, seed).action_scores(0, actions) == expected


def placement_against_random(matches):
    """Return the mean placement score of the heuristic against a random player, 2 seats."""
    total = 0.0
    for seed in range(matches):
        state = SPLENDOR.new(seats=2, seed=seed)
        chance = stream(seed, "random player")
        own = seed % 2
        while state.to_act():
            seat = state.to_act()[0]
            actions = state.legal_actions(seat)
            choice = chance.below(len(actions))
            if seat == own:
                scores = state.action_scores(seat, actions)
                choice = scores.index(max(scores))
            state.apply(seat, actions[choice])
        total += SPLENDOR.outcome(state).payoffs[own]
    return total / matches


def test_the_heuristic_beats_random_play_in_nine_of_ten_matches():
    assert placement_against_random(200) >= 0.9
