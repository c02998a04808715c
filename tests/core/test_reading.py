"""Reading an action from text: named repairs and nothing more."""

import pytest

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.core.errors import UnreadableAction
from ludarena.core.reading import read_id

TABLE = ActionTable(
    ActionKind("pass"), ActionKind("take", (Argument("gem", ("red", "blue+green")),))
)


@pytest.mark.parametrize(
    ("text", "action", "repairs"),
    [
        ("take:red", 1, ()),
        (" take:red\n", 1, ("spaces",)),
        ("take : red", 1, ("spaces",)),
        ("take:red.", 1, ("punctuation",)),
        ("`take:red`", 1, ("quotes",)),
        ("Take:Red", 1, ("case",)),
        ('**"TAKE: blue+green"**.', 2, ("spaces", "punctuation", "quotes", "case")),
        ("PASS", 0, ("case",)),
    ],
)
def test_plainly_named_action_is_read_with_its_repairs(text, action, repairs):
    reading = read_id(TABLE, text)
    assert (reading.action, reading.repairs) == (action, repairs)


@pytest.mark.parametrize(
    "text", ["", "   ", "I take:red", "take:red or pass", "take:redd", "takered", "take red", "1"]
)
def test_text_that_needs_a_guess_is_unreadable(text):
    with pytest.raises(UnreadableAction):
        read_id(TABLE, text)
