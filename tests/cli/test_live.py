"""What is told of a run while it is played, by hand-worked numbers."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest

from ludarena.arena.runner import Tick
from ludarena.cli import live
from ludarena.cli.session import _say_pause
from ludarena.models.limits import Amount

NOW = datetime(2026, 5, 4, 23, 30)


def tick(**changed) -> Tick:
    values = {"planned": 48, "finished": 12, "set_aside": 2, "decisions": 900, "seconds": 120.0}
    more = {"match": "m", "played": 4, "running": 3}
    return Tick(**{**values, **more, **changed})


def test_matches_rate_cost_end_and_failures():
    spent = Amount(requests=500, tokens=1_234_567, money=Decimal("6"))
    told = dict(live.told(tick(spent=spent, currency="USD", failures={"b": 1, "a": 3}), NOW))
    assert told == {
        "matches": "12 of 48 finished, 3 running, 31 left, 2 set aside",
        "rate": "2.0 matches/min, 7.5 decisions/s",
        # 6.00 for twelve matches, so 23.00 for the 46 that are not set aside
        "cost": "6.00 USD so far, about 23.00 expected",
        # 34 are missing, four took two minutes
        "end": "in 0:17:00, at 23:47",
        "failed tries": "a 3, b 1",
    }


def test_without_prices_tokens_are_told_and_without_models_neither():
    told = dict(live.told(tick(spent=Amount(requests=1, tokens=1_234_567)), NOW))
    assert told["tokens"] == "1,234,567"
    assert "cost" not in told
    assert set(dict(live.told(tick(), NOW))) == {"matches", "rate", "end"}


def test_nothing_is_expected_before_the_first_match_is_finished():
    spent = Amount(requests=1, money=Decimal("0.5"))
    told = dict(live.told(tick(finished=0, played=0, spent=spent, currency="EUR"), NOW))
    assert told["cost"] == "0.50 EUR so far"
    assert "end" not in told


@pytest.mark.parametrize(
    ("seconds", "end"),
    [(480.0, "in 1:08:00, at 2026-05-05 00:38"), (4e9, None), (1e-9, "in 0:00:00, at 23:30")],
)
def test_an_end_on_another_day_has_its_date_and_a_far_one_is_not_told(seconds, end):
    assert dict(live.told(tick(seconds=seconds), NOW)).get("end") == end


def test_a_pipe_gets_a_line_now_and_then(capsys):
    with live.display(silent=False) as show:
        assert show is not None
        for seconds in (1.0, 9.0, 10.5, 12.0, 21.0):
            show(tick(seconds=seconds))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("matches: 12 of 48 finished, 3 running, 31 left, 2 set aside; rate:")


def test_a_terminal_gets_a_table(monkeypatch, capsys):
    from rich.console import Console

    monkeypatch.setattr(live, "progress", lambda: Console(stderr=True, force_terminal=True))
    with live.display(silent=False) as show:
        assert show is not None
        show(tick(failures={"a": 3}))
    shown = capsys.readouterr().err
    assert "12 of 48 finished, 3 running, 31 left, 2 set aside" in shown
    assert "a 3" in shown


def test_silence_shows_nothing():
    with live.display(silent=True) as show:
        assert show is None


def test_a_pause_says_what_is_waited_for(capsys):
    _say_pause(1)
    _say_pause(3)
    one, three = capsys.readouterr().err.splitlines()
    assert one.startswith("pausing: the decisions in hand of 1 match are still made and kept;")
    assert three.endswith("of 3 matches are still made and kept; Ctrl-C again stops without them")
