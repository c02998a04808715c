"""Action codes and ids: a bijection that needs no state."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarena.core.actions import ActionKind, ActionTable, Argument, form
from ludarena.core.errors import UnreadableAction

GEM = Argument("gem", ("red", "blue", "green"))
LEVEL = Argument("level", ("1", "2"))
TABLE = ActionTable(
    ActionKind("pass"), ActionKind("take", (GEM, LEVEL)), ActionKind("drop", (GEM,))
)

LABELS = st.text("abcdefgh123-+", min_size=1, max_size=4)
ARGUMENTS = st.builds(
    lambda name, labels: Argument(name, tuple(labels)),
    st.sampled_from(["row", "card", "place"]),
    st.lists(LABELS, min_size=1, max_size=5, unique=True),
)


@st.composite
def tables(draw):
    names = draw(st.lists(LABELS, min_size=1, max_size=4, unique=True))
    arguments = st.lists(ARGUMENTS, max_size=3)
    return ActionTable(*(ActionKind(name, tuple(draw(arguments))) for name in names))


def test_codes_follow_the_table_with_the_last_argument_fastest():
    ids = [TABLE.id_of(code) for code in range(TABLE.size)]
    assert ids == [
        "pass",
        "take:red:1",
        "take:red:2",
        "take:blue:1",
        "take:blue:2",
        "take:green:1",
        "take:green:2",
        "drop:red",
        "drop:blue",
        "drop:green",
    ]
    assert TABLE.bases == (0, 1, 7)


def test_code_and_parts_of_a_kind_with_two_arguments():
    # take begins at 1; blue is 1 of three, level 2 is 1 of two: 1 + 1 * 2 + 1.
    assert TABLE.code("take", 1, 1) == 4
    assert TABLE.parts(4) == (1, (1, 1))
    assert TABLE.labels(4) == ("blue", "2")


@given(tables())
def test_ids_and_codes_are_a_bijection(table):
    ids = [table.id_of(code) for code in range(table.size)]
    assert len(set(ids)) == table.size
    assert [table.code_of(name) for name in ids] == list(range(table.size))


@given(tables())
def test_parts_and_codes_are_a_bijection(table):
    for code in range(table.size):
        row, indices = table.parts(code)
        assert table.code(table.kinds[row].name, *indices) == code


@pytest.mark.parametrize("code", [-1, 10, 1 << 70])
def test_code_outside_the_table_has_no_id(code):
    with pytest.raises(ValueError, match="codes are 0 to 9"):
        TABLE.id_of(code)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tak:red:1", "did you mean 'take'"),
        ("", "kinds: pass, take, drop"),
        ("take:red", "the form is take:<gem>:<level>"),
        ("pass:red", "the form is pass"),
        ("take:rde:1", "gem cannot be 'rde' (did you mean 'red'?)"),
        ("Take:red:1", "no action begins with 'Take'"),
        ("take:red:1 ", "level cannot be '1 '"),
    ],
)
def test_text_that_is_no_id_is_refused_with_its_reason(text, reason):
    with pytest.raises(UnreadableAction) as caught:
        TABLE.code_of(text)
    assert reason in caught.value.reason
    assert caught.value.text == text


def test_argument_out_of_range_is_refused():
    with pytest.raises(ValueError, match="level has no value 2"):
        TABLE.code("take", 0, 2)


@pytest.mark.parametrize(
    "labels", [(), ("red", "red"), ("Red",), ("dark red",), ("red:blue",), ("",)], ids=repr
)
def test_labels_must_be_distinct_lower_case_words(labels):
    with pytest.raises(ValueError, match=r"labels must be|is no label"):
        Argument("gem", labels)


def test_kinds_must_have_distinct_names():
    with pytest.raises(ValueError, match="distinct names"):
        ActionTable(ActionKind("pass"), ActionKind("pass", (GEM,)))


def test_form_of_a_kind_names_its_arguments():
    assert form(TABLE.kinds[1]) == "take:<gem>:<level>"
