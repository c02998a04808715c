"""What is read, told and shown of Harmonies."""

import pytest

from ludarena.core.errors import CorruptState, UnreadableAction
from ludarena.core.sight import sight, story
from ludarena.games.harmonies import HARMONIES
from ludarena.games.harmonies.phrases import habitat_text
from ludarena.games.harmonies.tables import CARD_ROWS
from tests.games.harmonies.positions import Seat, facts_of, play, position, reason


def code(text):
    return HARMONIES.action_code(text)


def test_tokens_in_another_order_are_read_with_a_repair():
    state = position(Seat(), Seat())
    reading = HARMONIES.read(state, 0, "take:red+green+gray")
    assert HARMONIES.action_id(reading.action) == "take:gray+green+red"
    assert reading.repairs == ("order",)


def test_an_unknown_hex_is_unreadable():
    with pytest.raises(UnreadableAction):
        HARMONIES.read(position(Seat(), Seat()), 0, "place:red:h9")


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("take:gray+gray+red", "Take 2 gray and 1 red from the central board, to be placed now."),
        ("place:blue:c1", "Place blue on c1."),
        (
            "place:green:a1",
            "Place green on a1, on top of brown+brown, for a tree of height 3.",
        ),
        ("place:red:a2", "Place red on a2, on top of gray, for a building."),
        ("place:gray:a2", "Place gray on a2, on top of gray, for a mountain of height 2."),
        (
            "place:brown:a3",
            "Place brown on a3, on top of brown, for a trunk for a tree of height 3.",
        ),
        (
            "card:frog",
            "Take the frog: 2, 4, 6, 10, 15 points; habitat: **water** - tree of height 1, next to "
            "each other.",
        ),
        (
            "cube:duck:b1",
            "Place a cube of the duck on b1: the card is then worth 4, with 2 cubes left on it.",
        ),
        ("cube:owl:b1", "Place the cube of the spirit owl on b1: it will score."),
        ("end", "End your turn."),
    ],
)
def test_actions_are_described(action, sentence):
    seat = Seat({"a1": "TT", "a2": "M", "a3": "T"}, cards={"duck": 1})
    state = position(seat, Seat(), spaces="MMB")
    assert HARMONIES.describe(state, 0, code(action)) == sentence


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("crocodile", "**water** - water - tree of height 3 in a straight line"),
        ("fish", "**water** - mountain of height 3, next to each other"),
        ("hedgehog", "**building** and two trees of height 2, each next to both others"),
        ("dragonfly", "tree of height 2 - **water** - tree of height 2 in a straight line"),
        ("raccoon", "**field** with three waters next to it, in a row going round it"),
    ],
)
def test_habitats_are_told_in_words(card, text):
    assert habitat_text([row.id for row in CARD_ROWS].index(card)) == text


def test_a_turn_is_narrated():
    state = position(Seat({"a1": "W", "a2": "L"}), Seat(), row="frog", spaces="MMB")
    play(state, "card:frog", "cube:frog:a1", "take:gray+gray+red")
    play(state, "place:gray:c1", "place:red:c1", "place:gray:e1")
    told = story(HARMONIES, facts_of(state), 1)
    assert told[:6] == [
        "Seat 0 takes the frog (2, 4, 6, 10, 15).",
        "Seat 0 places a cube of the frog on a1, now worth 2 points.",
        "Seat 0 takes 2 gray and 1 red.",
        "Seat 0 places gray on c1.",
        "Seat 0 places red on c1, height 2.",
        "Seat 0 places gray on e1.",
    ]
    assert told[6].startswith("A central space is filled with ")


@pytest.mark.parametrize(
    ("under", "letter", "told"),
    [
        ("M", "M", "gray on a1, height 2"),
        ("MM", "M", "gray on a1, height 3"),
        ("T", "T", "brown on a1, height 2"),
        ("T", "L", "green on a1, height 2"),
        ("TT", "L", "green on a1, height 3"),
        ("B", "B", "red on a1, height 2"),
        ("", "B", "red on a1"),
    ],
)
def test_the_height_of_a_stack_is_told(under, letter, told):
    stacks = {"a1": under} if under else {}
    state = position(Seat(stacks), Seat(), hand=f"{letter}W")
    play(state, f"place:{told.split()[0]}:a1")
    assert story(HARMONIES, facts_of(state), 1) == [f"Seat 0 places {told}."]


def test_the_text_shows_stacks_cubes_and_what_lies_around():
    state = position(Seat({"b1": "TL"}, cubes="b1", cards={"boar": 1}), Seat({"a1": "MM"}))
    text = sight(HARMONIES, state, 0).text
    assert "| b1 | brown+green, animal cube | - c1 c2 b2 a2 a1 |" in text
    assert "- boar: 1 of 3 cubes placed, 4 points now, with the next ones 8, 13;" in text
    assert "- a1 gray+gray; a2 empty" in text


def test_the_text_names_the_homes_of_a_card():
    state = position(Seat({"a1": "W", "a2": "L"}, cards={"frog": 0}), Seat())
    assert "next to each other; a cube fits on a1" in sight(HARMONIES, state, 0).text


def test_the_question_tells_what_is_in_hand_and_what_else_can_be_done():
    state = position(Seat(), Seat(), row="frog")
    play(state, "take:brown+brown+green", "place:brown:a1")
    decision = HARMONIES.pending(state, 0)
    assert decision is not None
    assert decision.question.startswith("Place a token; still in hand: 1 brown and 1 green.")
    assert "you may take one animal card" in decision.question


def test_reasons_outside_their_time_are_given():
    state = position(Seat(), Seat(), row="frog", spaces="MMB")
    assert reason(state, "place:gray:a1") == "first take the tokens of a central space"
    assert reason(state, "take:blue+blue+blue") == "no central space holds 3 blue"
    assert reason(state, "card:bee") == "the bee does not lie face up"
    assert reason(state, "spirit:owl") == "there is no spirit to choose now"
    state = position(Seat(offered=["cat", "owl"]), Seat())
    assert reason(state, "end") == "first choose the spirit that you keep"
    assert reason(state, "spirit:lion") == "the lion was not dealt to you"


def test_the_rules_text_has_all_its_numbers():
    rules = HARMONIES.rules_text()
    assert "{{" not in rules
    assert "23 gray, 23 blue, 21 brown, 19 green, 19 yellow and 15 red" in rules
    assert rules.count("in a straight line |") == 13


def test_a_doubled_card_is_no_state():
    state = position(Seat(cards={"frog": 0}), Seat(), row="frog")
    with pytest.raises(CorruptState, match="an animal card is missing, doubled"):
        HARMONIES.decode(state.encode())


def test_a_missing_token_is_no_state():
    state = position(Seat(), Seat())
    state.pouch -= 1
    with pytest.raises(CorruptState, match="there are 22 gray tokens"):
        HARMONIES.decode(state.encode())


def test_routes_of_a_position_are_those_of_its_view():
    state = position(Seat({"a1": "TL", "c1": "F", "c2": "F"}), Seat())
    routes = HARMONIES.score_routes(state, 0, "public")
    assert routes == {
        "trees": 3,
        "mountains": 0,
        "fields": 5,
        "buildings": 0,
        "water": 0,
        "animals": 0,
        "spirit": 0,
    }
    assert HARMONIES.metrics(state, 0)["points"] == 8.0
