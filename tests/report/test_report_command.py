"""`ludarena report`: what it writes, prints, and refuses."""

import pytest

from ludarena.arena.protocol import Protocol
from ludarena.report.figures.style import Pictures
from tests.arena.helpers import HEURISTIC, RANDOM, plan
from tests.arena.helpers import run as play
from tests.cli.run import run

QUICK = ("--draws", "100")


@pytest.fixture
def folder(tmp_path):
    play(tmp_path / "one", plan([[HEURISTIC, RANDOM]] * 3))
    return tmp_path / "one"


def test_report_stands_in_the_folder_of_the_run_and_says_so(capsys, folder, monkeypatch):
    drawn = Pictures(svg="<svg/>", narrow="<svg/>", png=b"")  # how they look is tested elsewhere
    monkeypatch.setattr("ludarena.report.study.report.rendered", lambda drawing: drawn)
    ran = run(capsys, "report", folder, *QUICK)
    assert ran.code == 0
    assert ran.out == ""
    assert f"wrote {folder / 'report' / 'report.html'}" in ran.err
    again = run(capsys, "report", folder, *QUICK, "--json", "--title", "A study")
    assert again.json["page"] == str(folder / "report" / "report.html")
    assert str(folder / "report" / "tables" / "placements.csv") in again.json["files"]
    assert again.json["gaps"] == []
    page = (folder / "report" / "report.html").read_text("utf-8")
    assert "<h1>A study</h1>" in page and "the percentiles of 2,000 resamples" in page
    assert run(capsys, "report", folder, *QUICK, "--intervals", "score").code == 0
    page = (folder / "report" / "report.html").read_text("utf-8")
    assert "of placements score intervals under the schedule" in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--contrast", "heur"), "'heur' is not of the form A,B"),
        (("--contrast", "heur,nobody"), "no participant is called 'nobody'"),
        (("--group", "SP="), "SP="),
        (("--out", __file__), "is a file; name a folder"),
    ],
)
def test_wrong_argument_is_refused(capsys, folder, arguments, words):
    ran = run(capsys, "report", folder, *QUICK, *arguments)
    assert ran.code == 2
    assert words in ran.err


def test_runs_that_cannot_be_compared_are_refused(capsys, folder, tmp_path):
    play(tmp_path / "two", plan([[HEURISTIC, RANDOM]], protocol=Protocol(rethinks=5)))
    ran = run(capsys, "report", folder, tmp_path / "two", *QUICK)
    assert ran.code == 2
    assert "these runs are no one cohort: they have 2 protocols" in ran.err
    assert "--mix" in ran.err


def test_database_needs_a_folder_for_the_report(capsys):
    ran = run(capsys, "report", "postgresql://somebody@nowhere.example/games")
    assert ran.code == 2
    assert "--out: is missing" in ran.err


@pytest.mark.parametrize("missing", ["matplotlib", "pyarrow"])
def test_missing_library_names_the_extra(capsys, folder, monkeypatch, missing):
    for module in ("figures.style", "study.report"):
        monkeypatch.setattr(
            f"ludarena.report.{module}.find_spec", lambda name: None if name == missing else name
        )
    ran = run(capsys, "report", folder, *QUICK)
    assert ran.code == 1
    assert "pip install 'ludarena[report]'" in ran.err
