"""Words: views as text, questions, descriptions, narration, the rules text."""

import re

import pytest

from ludarena.core.errors import UnreadableAction
from ludarena.core.sight import sight, story
from ludarena.core.trace import Fact
from ludarena.games.splendor import SPLENDOR
from ludarena.games.splendor.actions import ACTIONS
from ludarena.games.splendor.tables import CARD_ROWS
from tests.games.splendor.positions import Hand, facts_of, legal, play, position

TABLE = position(
    Hand({"red": 2, "gold": 1}, bought=["l1-white-8"], blind=["l1-black-8"]),
    Hand(reserved=["l2-red-3"], nobles=["red-black"]),
    market=["l1-white-1", "l1-white-2", "l3-red-4"],
    nobles=["white-blue"],
)


def text_of(at):
    return sight(SPLENDOR, TABLE, at).text


def describe(action, seat=0, state=TABLE):
    return SPLENDOR.describe(state, seat, SPLENDOR.action_code(action))


def test_the_text_shows_cards_with_price_and_what_is_missing():
    text = text_of(0)
    # 2 red, 1 black: the black gem is missing, and there is 1 gold.
    assert "| l1-white-1 | white | 0 | 2 red, 1 black | 2 red, 1 black | yes, with 1 gold |" in text
    assert (
        "| l1-white-2 | white | 0 | 3 blue | 3 blue | no: 3 gems short, you hold 1 gold |" in text
    )
    # 7 green, 3 red: 7 green and 1 red are missing.
    assert (
        "| l3-red-4 | red | 5 | 7 green, 3 red | 7 green, 3 red "
        "| no: 8 gems short, you hold 1 gold |" in text
    )


def test_the_text_shows_supply_decks_nobles_and_players():
    text = text_of(0)
    assert "Supply: 4 white, 4 blue, 4 green, 2 red, 4 black, 4 gold." in text
    assert "## Level 3 (16 cards in the deck)" in text
    assert "| white-blue | 3 | 4 white, 4 blue |" in text
    assert "| 0 (you) | 1 | 1 | 0 + 1 | 0 + 0 | 0 + 0 | 2 + 0 | 0 + 0 | 1 | 3 |" in text
    assert "- Nobles: red-black" in text
    assert "- Bought: l1-white-8" in text


def test_the_text_hides_a_blind_card_from_others():
    hidden = "a level 1 card from the deck, known to its owner only"
    assert hidden in text_of(1)
    assert hidden in text_of("public")
    assert "l1-black-8 (black, 1 point, cost 4 blue, from the deck; your price 4 blue" in text_of(0)
    assert "l1-black-8" not in text_of(1)


def test_the_text_shows_a_card_reserved_from_the_row_to_all():
    for at in (0, 1, "public"):
        assert "l2-red-3 (red, 2 points, cost" in text_of(at)


def test_a_bystander_sees_no_prices():
    text = text_of("public")
    assert "| card | bonus | points | cost |" in text
    assert "your price" not in text


def test_the_text_says_who_is_to_move_and_what_ends_the_match():
    assert "You are seat 0 of 2 (seats are counted from 0).\nYou are to take a turn." in text_of(0)
    assert "Seat 0 is to take a turn." in text_of(1)
    assert "The match ends when a player has 15 points (the round is then played out)" in text_of(0)


def test_the_text_names_options_that_change_the_play():
    state = position(
        Hand(), Hand(), take_fewer="free", payment="minimal_gold", reserved_visible="all_public"
    )
    text = sight(SPLENDOR, state, 0).text
    assert text.count("Option: ") == 3
    assert "Option: " not in text_of(0)


def test_the_text_announces_the_last_round_and_the_end():
    bought = ["l3-white-4", "l3-blue-4", "l3-white-2"]
    state = position(Hand({"green": 4}, bought=bought), Hand(), market=["l1-white-8"])
    play(state, "buy:l1-white-8:no-gold")
    assert "The target is met: this is the last round." in sight(SPLENDOR, state, 1).text
    play(state, "take-two:red")
    assert "The match is over." in sight(SPLENDOR, state, 1).text


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("take:white+blue+green", "Take 1 white, 1 blue and 1 green."),
        ("take-two:red", "Take 2 red."),
        ("reserve:l3-red-4", "Reserve l3-red-4 (red bonus, 5 points) and take 1 gold."),
        (
            "reserve-deck:2",
            "Reserve the top card of the level 2 deck (unseen by others) and take 1 gold.",
        ),
        (
            "buy:l1-white-1:gold-1-black",
            "Buy l1-white-1 (white bonus, 0 points), price 2 red and 1 black, "
            "for 2 red and 1 gold (gold for 1 black).",
        ),
        ("return:gold", "Return 1 gold."),
        (
            "noble:white-blue",
            "Receive the noble white-blue (4 white and 4 blue bonuses, 3 points).",
        ),
        ("pass", "Pass: no other action is possible."),
    ],
)
def test_descriptions(action, sentence):
    assert describe(action) == sentence


def test_a_free_card_is_described_as_free():
    state = position(Hand(bought=["l1-blue-1", "l1-blue-2", "l1-blue-3"]), Hand())
    assert describe("buy:l1-white-2:no-gold", state=state) == (
        "Buy l1-white-2 (white bonus, 0 points) free of charge: your bonuses cover its cost."
    )


def test_a_reservation_without_gold_says_so():
    state = position(Hand(), Hand({"gold": 5}), market=["l3-red-4"])
    assert describe("reserve:l3-red-4", state=state).endswith("; there is no gold left to take.")


def test_a_blind_reservation_that_all_will_see_is_not_called_unseen():
    state = position(Hand(), Hand(), reserved_visible="all_public")
    assert describe("reserve-deck:2", state=state) == (
        "Reserve the top card of the level 2 deck (seen by all) and take 1 gold."
    )


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (
            "take:white+blue+green",
            "Take 1 white, 1 blue and 1 green; then return 2 tokens, as 10 is the limit.",
        ),
        ("take-two:red", "Take 2 red; then return 1 token, as 10 is the limit."),
        ("reserve:l3-red-4", "Reserve l3-red-4 (red bonus, 5 points) and take 1 gold."),
    ],
)
def test_taking_more_than_ten_tokens_is_described_with_what_must_go_back(action, sentence):
    nine = Hand({"white": 3, "blue": 3, "green": 3})
    state = position(nine, Hand(), Hand(), Hand(), market=["l3-red-4"])
    assert describe(action, state=state) == sentence


def test_reserving_with_ten_tokens_is_described_with_the_token_that_must_go_back():
    ten = Hand({"white": 3, "blue": 3, "green": 3, "red": 1})
    state = position(ten, Hand(), Hand(), Hand(), market=["l3-red-4"])
    assert describe("reserve:l3-red-4", state=state) == (
        "Reserve l3-red-4 (red bonus, 5 points) and take 1 gold; "
        "then return 1 token, as 10 is the limit."
    )


def test_gold_for_a_free_card_is_described_in_a_whole_sentence():
    state = position(Hand(bought=["l1-blue-1", "l1-blue-2", "l1-blue-3"]), Hand())
    assert describe("buy:l1-white-2:gold-1-blue", state=state) == (
        "Buy l1-white-2 (white bonus, 0 points), price nothing, for 1 gold (gold for 1 blue)."
    )


def test_the_question_of_a_turn_and_of_a_forced_pass():
    decision = sight(SPLENDOR, TABLE, 0).decision
    assert decision is not None
    assert (decision.kind, decision.cause, decision.steps) == ("turn", None, ())
    assert decision.question == "Take gems, reserve a card, or buy a card."
    assert sight(SPLENDOR, TABLE, 1).decision is None
    full = ["l3-white-1", "l3-white-2", "l3-white-3"]
    rich = dict.fromkeys(("white", "blue", "green", "red", "black"), 4)
    stuck = position(Hand(reserved=full), Hand(rich))
    decision = sight(SPLENDOR, stuck, 0).decision
    assert decision is not None
    assert decision.question == "You can neither take, nor reserve, nor buy: you must pass."


def test_the_question_says_when_the_reserve_is_full():
    state = position(Hand(reserved=["l3-white-1", "l3-white-2", "l3-white-3"]), Hand())
    decision = sight(SPLENDOR, state, 0).decision
    assert decision is not None
    assert decision.question.endswith("You hold 3 reserved cards and cannot reserve another.")


def test_a_purchase_is_told_to_its_player_and_to_others():
    state = position(
        Hand({"red": 2, "gold": 1}), Hand(), market=["l1-white-1"], decks={1: ["l1-red-8"]}
    )
    play(state, "buy:l1-white-1:gold-1-black")
    facts = facts_of(state)
    assert story(SPLENDOR, facts, 0) == [
        "You buy l1-white-1 (white bonus, 0 points).",
        "You pay 2 red and 1 gold.",
        "l1-red-8 (red bonus, 1 point) is turned face up.",
    ]
    assert story(SPLENDOR, facts, 1)[:2] == [
        "Seat 0 buys l1-white-1 (white bonus, 0 points).",
        "Seat 0 pays 2 red and 1 gold.",
    ]


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (("card_shown", (0,)), "l1-white-1 (white bonus, 0 points) is turned face up."),
        (
            ("noble_shown", (0,)),
            "On the table is the noble white-blue (4 white and 4 blue bonuses, 3 points).",
        ),
        (
            ("place_empty", (2,)),
            "The level 3 deck is empty: a place in its row stays empty.",
        ),
        (("took", (1, 0, 2, 0, 0, 0)), "Seat 1 takes 2 blue."),
        (("reserved", (1, 0)), "Seat 1 reserves l1-white-1 (white bonus, 0 points)."),
        (("took_gold", (0,)), "You take 1 gold."),
        (
            ("bought", (1, 0, 1)),
            "Seat 1 buys l1-white-1 (white bonus, 0 points) from the reserve.",
        ),
        (("returned", (0, 5)), "You return 1 gold."),
        (
            ("visited", (0, 0, 3)),
            "You are visited by the noble white-blue (4 white and 4 blue bonuses, 3 points).",
        ),
        (("passed", (1,)), "Seat 1 passes without another action."),
        (("target_met", (1, 16)), "Seat 1 reaches the target, with 16 points."),
        (("ended", (0,)), "The match ends."),
        (("ended", (1,)), "The turn limit is reached: the match ends."),
    ],
)
def test_narration(fact, sentence):
    names = [kind.name for kind in SPLENDOR.facts]
    assert SPLENDOR.narrate(Fact(names.index(fact[0]), fact[1]), 0) == sentence


def test_every_number_of_the_rules_is_filled_in():
    text = SPLENDOR.rules_text()
    assert "{{" not in text
    assert "| 3 | 5 | 5 | 4 |" in text
    assert "at least 15 points" in text
    assert all(f"| {card.id} |" in text for card in CARD_ROWS)


def test_examples_of_actions_in_the_rules_can_be_legal_with_any_number_of_players():
    section = SPLENDOR.rules_text().split("## How actions are written")[1].split("## ")[0]
    examples = re.findall(r"`([^`]+)`", section)
    for action in examples:
        SPLENDOR.action_code(action)
    late = ["return:blue", "noble:white-blue", "pass"]
    assert examples[-3:] == late
    hand = Hand({"white": 2, "blue": 2, "black": 2, "gold": 3})
    for seats in (2, 3, 4):
        others = [Hand() for _ in range(seats - 1)]
        state = position(hand, *others, market=["l2-red-3", "l2-red-1", "l1-white-4"])
        assert set(examples[:-3]) <= set(legal(state))


def test_the_card_table_of_the_rules_shows_costs_by_colour():
    text = SPLENDOR.rules_text()
    assert "| card | points | white | blue | green | red | black |" in text
    assert "| l1-white-1 | 0 |  |  |  | 2 | 1 |" in text


def test_ids_are_a_bijection_with_codes():
    assert ACTIONS.size == 25 + 5 + 90 + 3 + 90 * 252 + 6 + 10 + 1
    for code in range(0, ACTIONS.size, 7):
        assert SPLENDOR.action_code(SPLENDOR.action_id(code)) == code


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("take:blue+white", "colours cannot be 'blue\\+white'"),
        ("buy:l1-white-1", "the form is buy:<card>:<payment>"),
        ("steal:red", "no action begins with 'steal'"),
    ],
)
def test_texts_that_name_no_action_are_refused(text, words):
    with pytest.raises(UnreadableAction, match=words):
        SPLENDOR.action_code(text)


def test_reading_repairs_spaces_and_case():
    reading = SPLENDOR.read(TABLE, 0, " Take-Two: Red. ")
    assert SPLENDOR.action_id(reading.action) == "take-two:red"
    assert reading.repairs


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("take:red+white+blue", "take:white+blue+red"),
        ("buy:l1-white-1:gold-1-black+1-red", "buy:l1-white-1:gold-1-red+1-black"),
    ],
)
def test_reading_puts_colours_in_order(text, action):
    reading = SPLENDOR.read(TABLE, 0, text)
    assert SPLENDOR.action_id(reading.action) == action
    assert reading.repairs == ("order",)


@pytest.mark.parametrize("text", ["take:red+red", "take:red+gold", "take:red+mauve"])
def test_sets_that_do_not_exist_are_unreadable(text):
    with pytest.raises(UnreadableAction, match="colours cannot be"):
        SPLENDOR.read(TABLE, 0, text)
