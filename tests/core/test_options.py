"""Named options: values, defaults, and what a command line's text means."""

import pytest

from ludarena.core.errors import InvalidOption, UnknownOption
from ludarena.core.options import ChoiceOption, IntegerOption, read_option, resolve

WALL = ChoiceOption("wall", ("coloured", "grey"), "which wall")
OPEN = ChoiceOption("open", (False, True), "whether hands are open")
LIMIT = IntegerOption("round_limit", 1, 100, 50, "rounds")
OPTIONS = (WALL, OPEN, LIMIT)


def test_missing_options_take_their_defaults_in_the_order_of_the_game():
    assert list(resolve("g", OPTIONS, {}).items()) == [
        ("wall", "coloured"),
        ("open", False),
        ("round_limit", 50),
    ]


def test_given_options_are_kept():
    found = resolve("g", OPTIONS, {"round_limit": 1, "open": True})
    assert found == {"wall": "coloured", "open": True, "round_limit": 1}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"wall": "gray"}, "it takes coloured or grey"),
        ({"open": 1}, "it takes false or true"),
        ({"open": "true"}, "it takes false or true"),
        ({"round_limit": 0}, "an integer from 1 to 100"),
        ({"round_limit": 101}, "an integer from 1 to 100"),
        ({"round_limit": True}, "an integer from 1 to 100"),
        ({"round_limit": 5.0}, "an integer from 1 to 100"),
    ],
    ids=str,
)
def test_value_that_an_option_does_not_take_is_refused(given, words):
    with pytest.raises(InvalidOption, match=words):
        resolve("g", OPTIONS, given)


def test_unknown_option_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownOption, match="did you mean 'wall'"):
        resolve("g", OPTIONS, {"wal": "grey"})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("wall", "GREY", "grey"),
        ("open", "true", True),
        ("open", "False", False),
        ("round_limit", "7", 7),
    ],
)
def test_text_of_a_command_line_is_read(name, text, value):
    found = read_option("g", OPTIONS, name, text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("wall", "blue"),
        ("open", "1"),
        ("round_limit", "seven"),
        ("round_limit", "-7"),
        ("wall", ""),
    ],
)
def test_text_that_means_no_value_is_refused(name, text):
    with pytest.raises(InvalidOption, match="it takes"):
        read_option("g", OPTIONS, name, text)


def test_text_for_an_unknown_option_is_refused():
    with pytest.raises(UnknownOption):
        read_option("g", OPTIONS, "floor", "1")


@pytest.mark.parametrize("text", ["--5", "5-", "٣", "1_0", "9" * 5000, "", "-"], ids=repr)
def test_text_that_is_no_plain_number_is_refused(text):
    with pytest.raises(InvalidOption, match="an integer from 1 to 100"):
        read_option("g", OPTIONS, "round_limit", text)
