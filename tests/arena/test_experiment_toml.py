"""Reading TOML: lines of keys, and complaints that name file, line and key."""

import tomllib

import pytest

from ludarena.arena.toml_lines import key_lines
from ludarena.arena.toml_table import InvalidExperiment, parse_toml, read_toml
from ludarena.cli.demo import experiment_text
from ludarena.cli.init import example

TEXT = '''\
# a comment with = and [brackets]
name = "first # no comment"   # a comment
seed = 3
"quoted key" = 1
a.b.c = 2
text = """
not = "a key"
[not.a.table]
"""
raw = \'\'\'
also = "no key" \'\'\'

[[games]]
id = "azul"
seats = [
  2,   # two
  3,
]
[games.options]
variant = true

[[games]]
id = "splendor"
options = { first = 1, second = { third = [1, 2] } }

[design]
kind = 'round-robin'
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("seed",), 3),
        (("quoted key",), 4),
        (("a", "b", "c"), 5),
        (("a", "b"), 5),
        (("text",), 6),
        (("raw",), 10),
        (("games",), 13),
        (("games", 0), 13),
        (("games", 0, "id"), 14),
        (("games", 0, "seats"), 15),
        (("games", 0, "seats", 1), 17),
        (("games", 0, "options"), 19),
        (("games", 0, "options", "variant"), 20),
        (("games", 1, "id"), 23),
        (("games", 1, "options", "second", "third"), 24),
        (("design",), 26),
        (("design", "kind"), 27),
    ],
)
def test_line_of_each_key(path, line):
    assert key_lines(TEXT)[path] == line


def test_nothing_inside_texts_is_taken_for_a_key():
    assert {path[0] for path in key_lines(TEXT)} == {
        "name", "seed", "quoted key", "a", "text", "raw", "games", "design",
    }  # fmt: skip


def paths(value, path=()):
    """Yield the path of every table, key and item of parsed TOML."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(inner, (*path, key))


@pytest.mark.parametrize("text", [TEXT, example(), experiment_text(seed=1)])
def test_everything_that_is_parsed_has_a_line_that_holds_its_name(text):
    lines = key_lines(text)
    for path in paths(tomllib.loads(text)):
        name = next(part for part in reversed(path) if isinstance(part, str))
        if isinstance(path[-1], str):
            assert name in text.splitlines()[lines[path] - 1]
        else:
            assert path in lines


@pytest.mark.parametrize("text", ["", "= 1", "[", "a = [1, 2", "a = {b = ", 'a = "', "é = 1", "]]"])
def test_scan_ends_on_any_text(text):
    assert isinstance(key_lines(text), dict)


def complaint(text, read):
    table = parse_toml("file.toml", text)
    with pytest.raises(InvalidExperiment) as caught:
        read(table)
    return str(caught.value)


def test_broken_toml_names_the_line():
    with pytest.raises(InvalidExperiment) as caught:
        parse_toml("file.toml", "seed = 1\nname = \n")
    assert str(caught.value) == "file.toml:2: no valid TOML: Invalid value"


def test_text_that_ends_inside_a_value_names_the_last_line():
    with pytest.raises(InvalidExperiment, match=r"^file.toml:2: no valid TOML: "):
        parse_toml("file.toml", 'seed = 1\nname = [1, "a"\n')


def test_missing_file_says_so(tmp_path):
    with pytest.raises(InvalidExperiment, match=r"cannot be read: No such file .*ludarena init"):
        read_toml(tmp_path / "none.toml")


def test_file_that_is_no_utf_8_says_so(tmp_path):
    (tmp_path / "bad.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(InvalidExperiment, match="is not UTF-8 text"):
        read_toml(tmp_path / "bad.toml")


def test_wrong_types_name_line_key_and_expectation():
    assert (
        complaint("\nseed = '1'", lambda table: table.integer("seed", 0, 9))
        == "file.toml:2: seed: must be an integer from 0 to 9, not '1'"
    )
    assert (
        complaint("seed = true", lambda table: table.integer("seed", 0, 9))
        == "file.toml:1: seed: must be an integer from 0 to 9, not true"
    )
    assert (
        complaint("name = ''", lambda table: table.string("name"))
        == "file.toml:1: name: must be a text that is not empty, not ''"
    )
    assert (
        complaint("a = 1", lambda table: table.table("a"))
        == "file.toml:1: a: must be a table, written [a], not 1"
    )
    assert (
        complaint("a = [1]", lambda table: table.tables("a"))
        == "file.toml:1: a: must be written as tables [[a]], not [1]"
    )


def test_missing_key_names_its_table():
    assert (
        complaint("[[a]]\n[[a]]\nb = 1", lambda table: table.tables("a")[0].string("b"))
        == "file.toml:1: a[0]: lacks 'b': give a text"
    )


def test_unknown_key_suggests_the_nearest():
    def read(table):
        table.integer("seed", 0, 9)
        table.string("name", "x")
        table.finish()

    assert (
        complaint("seed = 1\nnmae = 'a'", read)
        == "file.toml:2: nmae: is not known here (did you mean 'name'?); known: seed, name"
    )


def test_choice_suggests_the_nearest():
    assert (
        complaint("kind = 'panle'", lambda table: table.choice("kind", ["panel", "robin"], ""))
        == "file.toml:1: kind: cannot be 'panle' (did you mean 'panel'?); one of 'panel', 'robin'"
    )


def test_byte_order_mark_and_windows_ends_of_lines_are_read(tmp_path):
    file = tmp_path / "e.toml"
    file.write_bytes(b"\xef\xbb\xbfseed = 1\r\nname = 'a'\r\n")
    table = read_toml(file)
    assert (table.integer("seed", 0, 9), table.string("name")) == (1, "a")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seed = " + "9" * 5000, "e.toml: a number in it has too many digits"),
        ("x = " + "[" * 5000 + "]" * 5000, "e.toml: it is nested too deep"),
    ],
)
def test_numbers_and_nesting_beyond_reason_are_told(text, words):
    with pytest.raises(InvalidExperiment, match=words):
        parse_toml("e.toml", text)


def test_a_date_is_shown_as_it_was_written():
    table = parse_toml("e.toml", "seed = 1979-05-27")
    with pytest.raises(InvalidExperiment, match="not 1979-05-27"):
        table.integer("seed", 0, 9)
