"""Views as plain data and canonical text; masks of viewpoints."""

from dataclasses import dataclass, field

import pytest

from ludarena.core.trace import BYSTANDER, EVERYBODY, Trace, only
from ludarena.core.view import PlayerView, View, canonical_json, knower, plain, sees


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(PlayerView):
    tiles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(View):
    players: tuple[Row, ...]
    bag: int | None = None
    share: float = 0.5
    over: bool = False
    loose: object = field(default=None)


def test_view_becomes_plain_data_field_by_field():
    view = Table(players=(Row(seat=0, tiles=("blue", "red")),), bag=3)
    assert plain(view) == {
        "players": [{"seat": 0, "tiles": ["blue", "red"]}],
        "bag": 3,
        "share": 0.5,
        "over": False,
        "loose": None,
    }


LOOSE = [[1], {"a": 1}, {1}, b"x", object(), Row]


@pytest.mark.parametrize("loose", LOOSE, ids=lambda value: type(value).__name__)
def test_view_may_hold_nothing_that_changes_or_is_no_data(loose):
    with pytest.raises(TypeError, match="a view may not hold"):
        plain(Table(players=(), loose=loose))


def test_canonical_text_sorts_keys_and_keeps_letters():
    assert canonical_json({"b": [1, None], "a": "é"}) == '{"a":"é","b":[1,null]}'


@pytest.mark.parametrize(
    ("mask", "at", "seen"),
    [
        (EVERYBODY, 0, True),
        (EVERYBODY, "public", True),
        (only(2), 2, True),
        (only(2), 1, False),
        (only(2), "public", False),
        (1 << BYSTANDER, "public", True),
        (0, 0, False),
        (0, "all", True),
    ],
)
def test_mask_holds_seats_and_bystanders(mask, at, seen):
    assert sees(mask, at) is seen


def test_bystander_is_redrawn_for_as_seat_minus_one():
    assert (knower("public"), knower(3)) == (-1, 3)


def test_all_is_never_redrawn_for():
    with pytest.raises(ValueError, match="knows everything"):
        knower("all")


def test_trace_hands_facts_over_once():
    trace = Trace()
    trace.note(2, [1, 5])
    trace.note_secret(3, [1], [9], sees=only(1), audience=only(1) | only(0))
    plain_fact, secret_fact = trace.take()
    assert plain_fact == (2, (1, 5), (), 0, EVERYBODY)
    assert secret_fact == (3, (1,), (9,), 2, 3)
    assert trace.take() == []
