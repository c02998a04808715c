"""Questions, descriptions, reasons, narration and texts."""

import pytest

from ludarena.core.errors import IllegalAction
from ludarena.core.sight import read, sight, story, why_not
from ludarena.core.trace import Trace
from tests.games.seven_wonders.positions import (
    GAME,
    answer,
    give_victory,
    ids,
    new_match,
    number_of,
    position,
    turn,
)


def described(state, name, seat=0):
    return GAME.describe(state, seat, GAME.action_code(name))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("build:tavern:left-0:right-0", "Build Tavern, paying nothing (5 coins)."),
        (
            "build:mine:left-0:right-0",
            "Build Mine, paying 1 coin to the bank (makes stone or ore (one a build)).",
        ),
        ("sell:tavern", "Discard Tavern for 3 coins."),
        (
            "stage:tavern:left-2:right-0",
            "Put Tavern under the wonder for stage 1, paying 2 coins to seat 1 on the left for "
            "1 stone (3 points).",
        ),
        (
            "build-free:baths",
            "Build Baths for no cost, by the power of Olympia (3 points).",
        ),
        ("take:altar", "Build Altar from the pile for no cost (2 points)."),
        ("take-nothing", "Leave the discard pile as it is."),
        ("symbol:gear", "Count one more gear."),
        (
            "copy:spies-guild",
            "Copy the Spies Guild (1 point at the end for each red card in both neighbours' "
            "cities).",
        ),
        (
            "side:b",
            "Play side B, with the stages 2 wood: 3 points; 3 stone: 5 points; 3 clay: 5 points; "
            "4 stone and 1 papyrus: 7 points.",
        ),
    ],
)
def test_descriptions_say_what_an_action_does(name, said):
    state = position(boards="giza-a giza-b rhodes-a", hands={0: "tavern mine"}, turn=6)
    assert described(state, name) == said


def test_description_of_a_chain():
    state = position(cities={0: "baths"}, hands={0: "aqueduct altar"}, age=2, turn=6)
    said = described(state, "build:aqueduct:left-0:right-0")
    assert said == "Build Aqueduct, free by its chain (5 points)."


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("take:altar", "answers another question"),
        ("side:a", "answers another question"),
        ("symbol:gear", "answers another question"),
        ("copy:spies-guild", "answers another question"),
        ("sell:palace", "palace is not in your hand; you hold altar, baths and walls"),
        ("build:walls:left-0:right-0", "cannot make all the goods"),
        ("build:baths:left-14:right-14", "you have 0 coins"),
        ("build-free:baths", "no free build"),
        ("stage:altar:left-0:right-0", "cost more than your 0 coins"),
    ],
)
def test_reasons_name_the_rule_that_is_broken(name, reason):
    state = position(boards="giza-a giza-b rhodes-a", hands={0: "altar baths walls"}, turn=5)
    assert reason in (why_not(GAME, state, 0, GAME.action_code(name)) or "")
    with pytest.raises(IllegalAction, match=reason.split(";")[0]):
        answer(state, 0, name)


def test_reason_against_a_payment_names_those_that_are_offered():
    state = position(boards="giza-a giza-b rhodes-a", hands={0: "baths"}, turn=6, coins={0: 2})
    said = why_not(GAME, state, 0, GAME.action_code("build:baths:left-2:right-0"))
    assert said == "this payment is not offered for it; offered: left-0:right-0 (R5.5)"


def test_free_build_is_refused_for_a_card_that_costs_nothing_anyway():
    state = position(
        boards="olympia-a giza-a rhodes-a", stages={0: 2}, hands={0: "altar baths"}, turn=5
    )
    code = GAME.action_code("build-free:altar")
    assert "costs nothing anyway" in (why_not(GAME, state, 0, code) or "")


def test_question_of_a_turn_names_all_forms_of_answers():
    state = position(boards="olympia-a giza-a rhodes-a", stages={0: 2}, turn=5)
    pending = GAME.pending(state, 0)
    assert pending is not None
    for form in ("build:<card>", "stage:<card>", "sell:<card>", "build-free:<card>"):
        assert form in pending.question
    other = GAME.pending(state, 1)
    assert other is not None
    assert "build-free" not in other.question


def test_a_text_is_read_with_named_repairs():
    reading = read(GAME, new_match(seats=3, seed=1), 0, " Sell:Altar. ")
    assert GAME.action_id(reading.action) == "sell:altar"
    assert reading.repairs == ("spaces", "punctuation", "case")


def test_story_tells_each_seat_what_it_may_know():
    state = position(
        boards="rhodes-a giza-a alexandria-a",
        hands={0: "baths altar", 1: "palace altar", 2: "theater altar"},
        cities={1: "stone-pit"},
        turn=5,
        coins={0: 2},
    )
    facts = turn(state, "build:baths:left-2:right-0", "stage:palace:left-0:right-0", "sell:theater")
    assert story(GAME, facts, 1) == [
        "Chosen in secret: stage:palace:left-0:right-0.",
        "Seat 0 built Baths for 2 coins to the left.",
        "You built stage 1 of the Pyramids of Giza without paying anybody, Palace under it.",
        "Seat 2 sold a card for 3 coins.",
        "Seat 0 paid 2 coins to you.",
        "You took up the hand of seat 0: Altar.",
    ]
    assert "Palace" not in " ".join(story(GAME, facts, "public"))


def test_story_of_a_conflict_names_winner_loser_and_shields():
    state = position(
        boards="giza-a rhodes-a babylon-a alexandria-a", cities={1: "walls", 2: "walls"}, turn=6
    )
    said = story(GAME, turn(state), 0)
    assert "Seat 1 won 1 point against you, who lost 1, with 2 shields to 0." in said
    assert "Seat 1 and seat 2 drew the conflict with 2 shields to 2." in said
    assert "You and seat 3 drew" not in " ".join(said)


def test_story_of_powers_and_of_the_end():
    state = position(
        boards="halicarnassus-b olympia-b giza-a",
        cities={0: "foundry scientists-guild"},
        stages={1: 3},
        hands={0: "palace altar"},
        age=3,
        turn=6,
    )
    state.pile.append(number_of("tavern"))
    state.pile_when.append(2 * (64 * 2 + 8 * 1 + 3))
    facts = turn(state, "stage:palace:left-0:right-0")
    assert "You looked at the 6 cards of the pile" in " ".join(story(GAME, facts, 0))
    assert "Seat 0 looked at the 6 cards of the pile." in story(GAME, facts, 1)
    state.trace = Trace()
    answer(state, 0, "take:tavern")
    said = story(GAME, state.trace.take(), 2)
    assert (
        "Seat 0 built Tavern from the discard pile, which you put there in age I, turn 3." in said
    )
    assert "Seat 0 received 5 coins from Tavern." in said
    assert "Seat 1 copied the Scientists Guild." in said
    assert "Seat 1 counts 1 compass as science of choice." in said
    assert said[-1].startswith("The match ended: seat 0 ")


def test_text_shows_hand_neighbours_stock_and_what_is_known():
    state = position(
        cities={0: "quarry tavern apothecary", 1: "west-trading-post"},
        stages={0: 1},
        hands={0: "walls aqueduct altar"},
        coins={0: 4},
        age=2,
        turn=5,
    )
    give_victory(state, 0, 1)
    text = sight(GAME, state, 0).text
    for line in (
        "You are seat 0 of 3 (counted from 0); your left neighbour is seat 1, your right neighbour "
        "seat 2.",
        "After this turn hands go to the right neighbour (yours to seat 2); conflicts at the end "
        "of the age give the stronger 3 points, the weaker -1.",
        "| aqueduct | Aqueduct | blue | 3 stone | Baths | 5 points |  |",
        "- Stage 1 (built, altar under it): 3 points",
        "- Stage 2 (costs 3 wood): 5 points",
        "- 4 coins, 0 shields; victory tokens: 1 of 1; defeat tokens: 0; science: 1 compass; 3 "
        "cards in hand; score 6",  # 3 of the stage, 1 victory, 1 science, 1 coins
        "- Makes and sells: 1 stone, 2 stone",
        "- Pays for a unit: raw 2 to the left, 2 to the right; manufactured 2 to the left",
        "- Pays for a unit: raw 1 to the left, 2 to the right",
        "- Cards: brown: quarry; yellow: tavern; green: apothecary",
        "Discard pile: empty.",
    ):
        assert line in text


def test_text_of_the_last_turn_says_how_the_age_ends():
    text = sight(GAME, position(age=3, turn=6), 0).text
    assert (
        "This is the last turn of the age: the cards left over are discarded; conflicts at the end "
        "of the age give the stronger 5 points, the weaker -1." in text
    )


def test_text_shows_later_cards_that_a_card_makes_free():
    text = sight(GAME, position(hands={0: "scriptorium"}, turn=6), 0).text
    assert "| science symbol: tablet | Courthouse and Library |" in text


def test_text_says_that_an_answer_waits():
    state = position(hands={0: "altar baths"}, turn=6)
    answer(state, 0, "sell:baths")
    assert "You have chosen sell:baths; it waits for the others." in sight(GAME, state, 0).text
    assert "sell:baths" not in sight(GAME, state, 1).text


def test_text_names_options_that_are_not_the_default():
    state = new_match(seats=3, seed=1, options={"edition": "second", "tie_break": "none"})
    text = sight(GAME, state, "public").text
    assert "Second edition." in text
    assert "Options: tie_break = none." in text


def test_rules_fill_every_number_and_list_every_card():
    text = GAME.rules_text()
    assert "{{" not in text
    for part in ("| altar | blue | free |", "scientists-guild", "| Pyramids of Giza | side B |"):
        assert part in text


def test_every_id_of_a_whole_turn_is_listed_once_and_described():
    state = new_match(seats=7, seed=3)
    names = ids(state, 6)
    assert len(names) == len(set(names)) == len(sight(GAME, state, 6).choices)
