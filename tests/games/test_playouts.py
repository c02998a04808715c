"""The benchmark of the engines runs, and says what it measured and how."""

import json

import pytest

from benchmarks import playouts


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(playouts, "SECONDS", 0.001)
    monkeypatch.setattr(playouts, "SAMPLED_MATCHES", 2)


def test_json_names_mode_and_every_measurement(hurried, capsys):
    playouts.main(["azul", "--seats", "2", "5", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["mode"] in ("compiled", "interpreted", "mixed")
    (speed,) = report["speeds"]
    assert (speed["game"], speed["seats"]) == ("azul", 2)
    assert min(value for key, value in speed.items() if key.endswith(("rate", "_us"))) > 0
    assert 5 < speed["list_median"] <= speed["list_p99"] <= speed["list_longest"] <= 120


def test_table_has_a_line_for_every_number_of_seats(hurried, capsys):
    playouts.main(["azul", "--seats", "3", "4"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[-2:]] == [["azul", "3"], ["azul", "4"]]
