"""Ids, questions, descriptions, reasons, the view in words, rules text."""

import dataclasses
import re
from typing import Any

import pytest

from ludarena.core.errors import UnreadableAction
from ludarena.core.sight import sight
from ludarena.core.view import canonical_json, plain
from ludarena.games.azul import AZUL
from ludarena.games.azul.state import IN_CENTRE

from .positions import Board, legal, play, position

# --- ids ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (0, "draft:factory-1:blue:line-1"),
        (5, "draft:factory-1:blue:floor"),
        (6, "draft:factory-1:yellow:line-1"),
        (30, "draft:factory-2:blue:line-1"),
        (269, "draft:factory-9:white:floor"),
        (270, "draft:centre:blue:line-1"),
        (299, "draft:centre:white:floor"),
        (300, "tile:column-1"),
        (304, "tile:column-5"),
    ],
)
def test_codes_and_ids_are_fixed(code, text):
    assert AZUL.action_id(code) == text
    assert AZUL.action_code(text) == code


def test_there_are_three_hundred_drafts_and_five_columns():
    ids = [AZUL.action_id(code) for code in range(305)]
    assert len(set(ids)) == AZUL.actions.size == 305
    assert [AZUL.action_code(text) for text in ids] == list(range(305))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("draft:factory-1:green:line-1", "colour cannot be 'green'"),
        ("draft:factory-10:blue:line-1", "source cannot be 'factory-10'"),
        ("draft:centre:blue:line-6", "line cannot be 'line-6'"),
        ("draft:centre:blue", "the form is draft:<source>:<colour>:<line>"),
        ("take:centre:blue:line-1", "no action begins with 'take'"),
        ("", "no action begins with ''"),
    ],
)
def test_unreadable_ids_say_what_is_wrong(text, reason):
    with pytest.raises(UnreadableAction, match=re.escape(reason)):
        AZUL.read(position(), 0, text)


def test_reading_repairs_case_and_spaces_and_says_so():
    reading = AZUL.read(position(), 0, " Draft: centre :BLUE:line-1. ")
    assert AZUL.action_id(reading.action) == "draft:centre:blue:line-1"
    assert reading.repairs == ("spaces", "punctuation", "case")


# --- questions ----------------------------------------------------------------------------------


def test_question_of_a_draft_gives_the_form_and_the_marker_while_it_is_in_the_centre():
    state = position(offer={"centre": "red blue"})
    decision = AZUL.pending(state, 0)
    assert decision is not None
    assert decision.kind == "draft"
    assert "draft:<source>:<colour>:<line>" in decision.question
    assert "starting-player marker" in decision.question
    assert "grey" not in decision.question
    assert AZUL.pending(state, 1) is None


def test_question_does_not_speak_of_a_marker_that_is_taken():
    decision = AZUL.pending(position(offer={"centre": "red blue"}, marker=1), 0)
    assert decision is not None
    assert "marker" not in decision.question


def test_question_of_a_draft_says_that_the_wall_is_grey():
    decision = AZUL.pending(position(wall="grey"), 0)
    assert decision is not None
    assert "you choose columns when your full lines are tiled" in decision.question


# --- descriptions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (
            "draft:factory-1:red:line-3",
            "Pick 2 red tiles from factory 1; put 2 into line 3, which then holds 2 of 3.",
        ),
        (
            "draft:factory-1:red:line-1",
            "Pick 2 red tiles from factory 1; put 1 into line 1, which is then full; 1 tile to "
            "the floor line; the floor line then costs 2 more, 6 in all.",
        ),
        (
            "draft:factory-1:blue:line-2",
            "Pick 1 blue tile from factory 1; put 1 into line 2, which is then full.",
        ),
        (
            "draft:centre:white:floor",
            "Pick 5 white tiles from the centre and take the starting-player marker; 3 tiles to "
            "the floor line; 2 tiles to the lid, the floor being full; the floor line then costs "
            "10 more, 14 in all.",
        ),
        (
            "draft:centre:black:line-4",
            "Pick 1 black tile from the centre and take the starting-player marker; put 1 into "
            "line 4, which then holds 1 of 4; the floor line then costs 2 more, 6 in all.",
        ),
    ],
)
def test_draft_is_described_with_what_fits_falls_and_costs(action, sentence):
    """The floor holds three tiles, which cost 4."""
    state = position(
        Board(lines={2: "blue"}, floor="red red red"),
        offer={"factory-1": "red red blue white", "centre": "white white white white white black"},
    )
    assert AZUL.describe(state, 0, AZUL.action_code(action)) == sentence


def test_marker_that_replaces_the_last_tile_is_described():
    state = position(
        Board(floor="red red red red red red red"),
        offer={"centre": "white"},
        marker_on_full_floor="replace_last",
    )
    assert AZUL.describe(state, 0, AZUL.action_code("draft:centre:white:line-1")) == (
        "Pick 1 white tile from the centre and take the starting-player marker; put 1 into line "
        "1, which is then full; the marker replaces the last tile of the full floor line; the "
        "floor line then costs 0 more, 14 in all."
    )


def test_every_code_is_described_in_one_sentence_legal_or_not():
    state = position(wall="grey")
    for code in range(AZUL.actions.size):
        sentence = AZUL.describe(state, 1, code)
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert "; ." not in sentence


def test_draft_of_a_colour_that_its_source_lacks_is_described_as_such():
    state = position(offer={"factory-1": "red red blue white"})
    for target in ("line-3", "floor"):
        code = AZUL.action_code(f"draft:factory-1:black:{target}")
        assert AZUL.describe(state, 0, code) == (
            "Pick black tiles from factory 1, which holds none now."
        )


# --- reasons ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (
            "draft:factory-6:red:line-3",
            "factory 6 is not in play; 2 seats use factories 1 to 5 (R1.1)",
        ),
        ("draft:factory-2:red:line-3", "factory 2 has no tiles (R2.2)"),
        (
            "draft:factory-1:white:line-3",
            "factory 1 has no white tile; it has blue and red (R2.2)",
        ),
        ("draft:centre:blue:line-3", "the centre has no blue tile; it has black (R2.2)"),
        ("draft:factory-1:red:line-1", "line 1 is full (R2.5)"),
        ("draft:factory-1:red:line-2", "line 2 holds blue tiles and takes no red (R2.5)"),
        (
            "draft:factory-1:red:line-4",
            "row 4 of your wall has red already, so line 4 takes no red (R2.5)",
        ),
        (
            "tile:column-1",
            "tiles are drafted now: draft:<source>:<colour>:<line>; the coloured wall fixes the "
            "square of each tile (R3.2)",
        ),
    ],
)
def test_illegal_action_is_explained_by_the_rule_it_breaks(action, reason):
    state = position(
        Board(lines={1: "yellow", 2: "blue"}, wall={4: "red"}),
        offer={"factory-1": "red red blue blue", "centre": "black"},
    )
    assert AZUL.why_not(state, 0, AZUL.action_code(action)) == reason


def test_column_during_the_offer_of_a_grey_wall_is_explained():
    reason = AZUL.why_not(position(wall="grey"), 0, AZUL.action_code("tile:column-1"))
    assert reason is not None
    assert reason.endswith("columns are chosen in the wall-tiling (R3.5)")


def test_draft_during_the_tiling_of_a_grey_wall_is_explained():
    state = position(Board(lines={2: "red red"}), seat=1, marker=1, wall="grey")
    play(state, "draft:centre:blue:line-5")
    assert AZUL.why_not(state, 0, AZUL.action_code("draft:centre:blue:line-5")) == (
        "the factory offer is over; choose a column for line 2: tile:<column> (R3.5)"
    )


def test_seat_that_owes_nothing_and_codes_that_do_not_exist_are_explained():
    state = position()
    assert AZUL.why_not(state, 1, 0) == "this seat owes no decision now"
    assert AZUL.why_not(state, 0, 305) == "305 is no action of Azul"


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_action_is_explained_exactly_when_it_is_illegal(wall):
    state = position(
        Board(lines={3: "red"}, wall={4: "red"}),
        offer={"factory-1": "red red blue blue", "centre": "black"},
        wall=wall,
    )
    legal = state.legal_actions(0)
    for code in range(AZUL.actions.size):
        assert (AZUL.why_not(state, 0, code) is None) == (code in legal)


# --- the view -----------------------------------------------------------------------------------


def test_text_of_a_seat_shows_all_that_it_plays_from():
    state = position(
        Board(lines={3: "red red"}, wall={1: "blue"}, floor="white", score=6),
        Board(lines={2: "black black"}, score=3),
        offer={"factory-2": "red red blue white", "centre": "black"},
        bag="red red yellow",
        lid="blue",
        round_number=4,
        starter=1,
    )
    text = sight(AZUL, state, 0).text
    for part in (
        "# Azul, round 4 (round limit 50): factory offer",
        "You are seat 0 of 2",
        "You have to draft tiles.",
        "Seat 1 began this round. The starting-player marker lies in the centre",
        "Score: seat 0 6, seat 1 3.",
        "| factory-1 | empty |",
        "| factory-2 | 1 blue, 2 red, 1 white |",
        "| centre | marker, 1 black |",
        "Bag: 3 tiles (1 yellow, 2 red). Lid: 1 tile (1 blue).",
        "## Seat 0 (you): 6 points",
        "| line 1 | empty, takes 1 | [blue] | yellow | red | black | white |",
        "| line 3 | 2 red, takes 1 more | black | white | blue | yellow | red |",
        "Floor line: white; costs 1 so far; the next spaces cost -1, -2, -2, -2, -3, -3.",
        "## Seat 1: 3 points",
        "| line 2 | 2 black, full | white | blue | yellow | red | black |",
    ):
        assert part in text


def test_text_of_the_grey_wall_shows_free_squares_without_a_colour():
    state = position(Board(wall={2: "- red - - -"}), wall="grey")
    text = sight(AZUL, state, 1).text
    assert "| line 2 | empty, takes 2 | - | [red] | - | - | - |" in text
    assert "no colour may stand twice in a row or in a column" in text


def test_text_of_a_seat_begins_with_its_own_board():
    headings = [
        line for line in sight(AZUL, position(seats=3), 1).text.splitlines() if "## Seat" in line
    ]
    assert headings == ["## Seat 1 (you): 0 points", "## Seat 2: 0 points", "## Seat 0: 0 points"]


def test_full_floor_says_that_it_is_full():
    state = position(Board(floor="marker red red red red red red"), marker=0)
    assert "Floor line: marker, red, red, red, red, red, red; costs 14 so far; it is full." in (
        sight(AZUL, state, 0).text
    )


IN_THE_CENTRE = (
    "The starting-player marker lies in the centre: who first picks from the centre takes it "
    "to the floor line"
)


@pytest.mark.parametrize(
    ("marker", "limit", "sentence"),
    [
        (IN_CENTRE, 50, f"{IN_THE_CENTRE} and begins the next round."),
        (1, 50, "Seat 1 took the starting-player marker and will begin the next round."),
        (IN_CENTRE, 3, f"{IN_THE_CENTRE}."),
        (1, 3, "Seat 1 took the starting-player marker."),
    ],
)
def test_marker_begins_no_round_after_the_last(marker, limit, sentence):
    state = position(marker=marker, round_number=3, round_limit=limit)
    assert f"\nSeat 0 began this round. {sentence}\n" in sight(AZUL, state, 0).text


@pytest.mark.parametrize(
    ("limit", "then"), [(50, ", so seat 0 will begin the next round"), (1, "")]
)
def test_tiling_after_an_offer_in_which_nobody_took_the_marker(limit, then):
    board = Board(lines={1: "red"})
    offer = {"factory-1": "red red red red"}
    state = position(board, offer=offer, wall="grey", round_limit=limit)
    play(state, "draft:factory-1:red:line-4")
    nobody = f"Seat 0 began this round. Nobody took the starting-player marker{then}.\n"
    assert nobody in sight(AZUL, state, 0).text


def test_end_after_an_offer_in_which_nobody_took_the_marker():
    state = position(offer={"factory-1": "red red"}, round_limit=1)
    play(state, "draft:factory-1:red:line-2")
    text = sight(AZUL, state, 0).text
    assert "The match is over.\nSeat 0 began this round. Nobody took the starting-player" in text


def test_rules_text_shows_how_actions_are_written():
    """Every example is an id, and legal in a fitting position of any number of seats."""
    examples = re.findall(r"^- `((?:draft|tile):[^`]+)`", AZUL.rules_text(), re.MULTILINE)
    assert examples == ["draft:factory-3:blue:line-2", "draft:centre:red:floor", "tile:column-4"]
    for seats in (2, 3, 4):
        offer = {"factory-3": "blue red", "centre": "red"}
        assert set(examples[:2]) <= set(legal(position(seats=seats, offer=offer)))


def test_bystander_owes_nothing_and_is_nobody():
    shown = sight(AZUL, position(), "public")
    assert (shown.decision, shown.choices) == (None, ())
    assert "You watch a match of 2 seats." in shown.text


VARIANTS: dict[str, dict[str, Any]] = {
    "round": {"round_number": 2},
    "starter": {"starter": 1},
    "seat": {"seat": 1},
    "marker": {"marker": 1},
    "limit": {"round_limit": 49},
    "wall": {"wall": "grey"},
    "marker rule": {"marker_on_full_floor": "replace_last"},
    "centre": {"offer": {"centre": "red"}},
    "factory": {"offer": {"factory-1": "blue"}},
    "lid": {"bag": "red"},
    "bag": {"lid": "red", "bag": "red"},
    "seats": {"seats": 3},
}
BOARDS = {
    "line": Board(lines={2: "red"}),
    "line count": Board(lines={2: "red red"}),
    "wall tile": Board(wall={1: "blue"}),
    "other wall tile": Board(wall={1: "red"}),
    "floor": Board(floor="blue"),
    "floor order": Board(floor="blue red"),
    "other floor order": Board(floor="red blue"),
    "score": Board(score=1),
}


def test_views_that_differ_have_texts_that_differ():
    states = [position(), *(position(**change) for change in VARIANTS.values())]
    states += [position(board) for board in BOARDS.values()]
    shown = [sight(AZUL, state, at) for state in states for at in (0, 1, "public")]
    assert len({one.view_json() for one in shown}) == len(shown)
    assert len({one.text for one in shown}) == len(shown)


def test_view_is_plain_data_in_words():
    view = AZUL.view(position(Board(lines={2: "red"}, floor="blue")), 0)
    assert dataclasses.is_dataclass(view)
    text = canonical_json(plain(view))
    assert '"lines":[{"capacity":1,"colour":null,"tiles":0},{"capacity":2,"colour":"red"' in text
    assert '"floor":["blue"]' in text


# --- rules text ---------------------------------------------------------------------------------


def test_rules_text_is_filled_in_from_the_tables():
    text = AZUL.rules_text()
    assert "{{" not in text
    for part in (
        "Two seats use 5 factories, three use 7, four use 9.",
        "The bag holds 100 tiles, 20 of each colour: blue, yellow, red, black and white.",
        "the spaces cost 1, 1, 2, 2, 2, 3 and 3, from the left",
        "| 2 | white | blue | yellow | red | black |",
        "2 points for each complete row, 7 for each complete",
        "default 50",
    ):
        assert part in text


def test_every_rule_named_in_a_reason_is_in_the_rules_text():
    text = AZUL.rules_text()
    for number in ("R1.1", "R2.2", "R2.5", "R3.2", "R3.5"):
        assert f"**{number}**" in text
