"""`show --html` and `export --match`: one match as a file of its own."""

import json
import sqlite3

import pytest

from ludarena.cli import main
from tests.cli.run import run


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a finished match of Azul of one round."""
    arguments = ("--players", "heuristic,random", "--seed", "3", "--option", "round_limit=1")
    with pytest.raises(SystemExit) as left:
        main(["match", "azul", *arguments, "--out", str(tmp_path / "run")])
    assert left.value.code == 0
    return tmp_path / "run"


def events_of(capsys, folder):
    return run(capsys, "show", folder, 0, "--json").json["entries"]


# --- show --html ------------------------------------------------------------------------------


def test_page_is_written_whole_and_nothing_beside_it(capsys, folder, tmp_path):
    ran = run(capsys, "show", folder, 0, "--html", tmp_path / "match.html")
    assert (ran.code, ran.out) == (0, "")
    assert f"wrote {tmp_path / 'match.html'}" in ran.err
    page = (tmp_path / "match.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.html", "run"]


def test_page_as_json_says_what_was_written(capsys, folder, tmp_path):
    ran = run(capsys, "show", folder, 0, "--html", tmp_path / "m.html", "--as", 1, "--json")
    assert ran.json["bytes"] == (tmp_path / "m.html").stat().st_size
    assert ran.json["viewpoint"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--html", "m.html"), "--html: shows one match; name it"),
        ((0, "--html", "."), "--html: . is a folder; name a file"),
        ((9, "--html", "m.html"), "no match is called '9'; the store holds 1 matches"),
        ((0, "--html", "m.html", "--as", 2), "--as: '2' is no viewpoint"),
    ],
)
def test_page_that_cannot_be_written_is_told(
    arguments, message, capsys, folder, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    ran = run(capsys, "show", folder, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert not (tmp_path / "m.html").exists()


def test_page_and_export_of_a_match_that_has_not_begun_are_refused(capsys, tmp_path):
    from ludarena.arena.store import open_store
    from tests.arena.helpers import RANDOM, plan

    with open_store(tmp_path / "run") as store:
        store.freeze(plan([[RANDOM, RANDOM]], game="azul"))
    for words in (("show", tmp_path / "run", 0, "--html"), ("export", tmp_path / "run", "--to")):
        more = ("--match", 0) if words[0] == "export" else ()
        ran = run(capsys, *words, tmp_path / "file", *more)
        assert ran.code == 2
        assert "has not begun; play it first" in ran.err
        assert not (tmp_path / "file").exists()


# --- export --match ---------------------------------------------------------------------------


def test_export_of_a_match_holds_position_facts_and_sentences_of_every_event(capsys, folder):
    ran = run(capsys, "export", folder, "--match", 0)
    assert ran.code == 0
    data = ran.json
    told = events_of(capsys, folder)
    assert [event["event"] for event in data["events"]] == [entry["number"] for entry in told]
    assert [event["narration"] for event in data["events"]] == [one["sentences"] for one in told]
    assert data["checks"]["problems"] == []
    assert data["events"][-1]["to_act"] == []
    last = data["events"][-1]["view"]["players"]
    assert [player["score"] for player in last] == [one["score"] for one in data["results"]]
    assert data["experiment"]["games"][0]["game"] == "azul"


def test_first_position_of_an_export_is_the_set_up(capsys, folder):
    first = run(capsys, "export", folder, "--match", 0).json["events"][0]
    assert (first["act"], first["seat"], first["to_act"]) == ("setup", None, [0])
    assert [player["score"] for player in first["view"]["players"]] == [0, 0]


def test_export_of_a_match_into_a_file_is_the_same_value(capsys, folder, tmp_path):
    ran = run(capsys, "export", folder, "--match", 0, "--to", tmp_path / "m.json", "--json")
    assert ran.json["bytes"] == (tmp_path / "m.json").stat().st_size
    printed = run(capsys, "export", folder, "--match", 0).json
    assert json.loads((tmp_path / "m.json").read_text("utf-8")) == printed


def test_export_of_an_unfinished_match_says_so(capsys, tmp_path):
    from ludarena.arena.protocol import Protocol
    from tests.arena.helpers import RANDOM, plan, scripted
    from tests.arena.helpers import run as play

    refuses = scripted("refuser", "!first", "!refused")
    play(
        tmp_path,
        plan([[refuses, RANDOM]], game="azul", protocol=Protocol(rethinks=0, attempts=1)),
    )
    ran = run(capsys, "export", tmp_path, "--match", 0)
    assert ran.code == 0
    assert ran.json["match"]["status"] == "set_aside"
    assert ran.json["results"] == []
    assert "this match is set aside: it is written as far as it goes" in ran.err


def test_changed_result_is_listed_and_the_exit_code_says_so(capsys, folder):
    with sqlite3.connect(folder / "run.sqlite") as database:
        database.execute("update outcome set score = score + 1 where seat = 0")
    ran = run(capsys, "export", folder, "--match", 0)
    assert ran.code == 1
    (problem,) = ran.json["checks"]["problems"]
    assert "score of seat 0 is stored as" in problem
    assert problem in ran.err


def test_changed_action_gives_no_export(capsys, folder):
    with sqlite3.connect(folder / "run.sqlite") as database:
        database.execute("update event set block = block + 1 where number = 4")
    ran = run(capsys, "export", folder, "--match", 0)
    assert (ran.code, ran.out) == (1, "")
    assert "event 4: block: stored is" in ran.err


def test_canonical_form_is_for_runs(capsys, folder):
    ran = run(capsys, "export", folder, "--match", 0, "--canonical")
    assert ran.code == 2
    assert "--canonical: is for whole runs; leave it out with --match" in ran.err
