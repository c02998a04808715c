"""`branch`, and `play --from`: playing on from a stored decision."""

import io

import pytest

from ludarena.cli import main
from tests.cli.run import run

LIMIT = ("--option", "round_limit=2")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Return the folder of a finished match of Azul; it must not be changed."""
    folder = tmp_path_factory.mktemp("played") / "match"
    players = ("--players", "heuristic,random", "--seed", "3")
    with pytest.raises(SystemExit) as left:
        main(["match", "azul", *players, *LIMIT, "--out", str(folder)])
    assert left.value.code == 0
    return folder


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "branch"


def actions(capsys, folder):
    entries = run(capsys, "show", folder, 0, "--json").json["entries"]
    return [entry["action"] for entry in entries]


def test_branch_keeps_what_was_before_and_tells_where_it_begins(capsys, played, folder):
    arguments = ("--from", 9, "--players", "random,heuristic", "--out", folder)
    ran = run(capsys, "branch", played, 0, *arguments)
    assert ran.code == 0
    assert ": seat 0 is to decide" in ran.err or ": seat 1 is to decide" in ran.err
    assert "branch of match" in ran.err
    assert actions(capsys, folder)[:9] == actions(capsys, played)[:9]
    assert run(capsys, "verify", folder).code == 0


def test_branch_without_players_is_played_by_those_who_sat_there(capsys, played, folder):
    assert run(capsys, "branch", played, 0, "--from", 9, "--out", folder).code == 0
    assert actions(capsys, folder) == actions(capsys, played)


def test_branch_without_a_folder_is_stored_under_runs(capsys, played, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run(capsys, "branch", played, 0, "--from", 9, "--json")
    assert ran.json["folder"].startswith("runs/branch/azul-3-")
    assert ran.json["complete"] is True


def test_stored_match_is_not_touched(capsys, played, folder):
    before = (played / "run.sqlite").read_bytes()
    run(capsys, "branch", played, 0, "--from", 9, "--players", "random,random", "--out", folder)
    assert (played / "run.sqlite").read_bytes() == before


# --- a person ---------------------------------------------------------------------------------


def play(capsys, monkeypatch, typed, *arguments):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run(capsys, "play", *arguments)


def test_person_takes_over_the_seat_that_is_to_decide(capsys, monkeypatch, played, folder):
    arguments = (played, 0, "--from", 9, "--out", folder, "--json")
    ran = play(capsys, monkeypatch, "1\ny\n" * 40, *arguments)
    assert ran.code == 0
    names = [one["participant"] for one in ran.json["result"]]
    entry = run(capsys, "show", played, 0, "--json").json["entries"][9]
    assert names[entry["seat"]] == "you"
    assert names[1 - entry["seat"]] == ["heuristic", "random"][1 - entry["seat"]]


def test_person_takes_over_a_seat_of_choice_against_others(capsys, monkeypatch, played, folder):
    arguments = (played, 0, "--from", 9, "--as", 1, "--against", "random", "--out", folder)
    ran = play(capsys, monkeypatch, "1\ny\n" * 40, *arguments, "--json")
    assert [one["participant"] for one in ran.json["result"]] == ["random", "you"]


def test_branch_that_a_person_left_is_continued_by_the_command_it_names(
    capsys, monkeypatch, played, folder
):
    arguments = (played, 0, "--from", 9, "--as", 0, "--out", folder)
    ran = play(capsys, monkeypatch, "1\ny\nquit\n", *arguments)
    assert ran.code == 130
    again = ran.err.splitlines()[-1].split("continue with: ludarena ")[1].split()
    monkeypatch.setattr("sys.stdin", io.StringIO("1\ny\n" * 40))
    assert run(capsys, *again).code == 0


# --- bad input --------------------------------------------------------------------------------

BAD = {
    "no run": (("branch", "{empty}", 0, "--from", 1), "no run is stored in"),
    "no match": (("branch", "{run}", "ffff", "--from", 1), "no match is called 'ffff'"),
    "decision 0": (("branch", "{run}", 0, "--from", 0), "has no decision 0: its decisions are 1"),
    "decision beyond": (("branch", "{run}", 0, "--from", 999), "has no decision 999"),
    "players": (
        ("branch", "{run}", 0, "--from", 5, "--players", "random"),
        "--players: names 1 players for 2 seats",
    ),
    "person in branch": (
        ("branch", "{run}", 0, "--from", 5, "--players", "human,random"),
        "--players: seat 0 would be played by a person; name programs for it",
    ),
    "same folder": (
        ("branch", "{run}", 0, "--from", 5, "--out", "{run}"),
        "holds the stored match; name another folder",
    ),
    "from without match": (
        ("play", "azul", "--from", 5),
        "--from: play on with: play FOLDER MATCH --from N",
    ),
    "match without from": (
        ("play", "{run}", 0),
        "--from: play on with: play FOLDER MATCH --from N",
    ),
    "seed": (
        ("play", "{run}", 0, "--from", 5, "--seed", 3),
        "--seed: belongs to a new match; a stored one has its own",
    ),
    "seat": (("play", "{run}", 0, "--from", 5, "--as", 2), "--as: 2 is no seat; give 0 to 1"),
    "against": (
        ("play", "{run}", 0, "--from", 5, "--against", "random,random"),
        "--against: names 2 players for 1 other seats",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_of_a_branch_are_told_and_store_nothing(
    case, capsys, monkeypatch, played, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    arguments, message = BAD[case]
    places = {"{run}": played, "{empty}": tmp_path / "empty"}
    ran = run(capsys, *(places.get(str(one), one) for one in arguments))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert not (tmp_path / "runs").exists()


def test_match_that_has_not_begun_is_told(capsys, monkeypatch, played, tmp_path):
    from ludarena.arena.store import open_store
    from tests.arena.helpers import RANDOM, plan

    with open_store(tmp_path / "planned") as store:
        store.freeze(plan([[RANDOM, RANDOM]], game="azul"))
    ran = run(capsys, "branch", tmp_path / "planned", 0, "--from", 1)
    assert ran.code == 2
    assert "has not begun; play it first, `ludarena run` does" in ran.err


def test_person_cannot_sit_in_two_seats(capsys, monkeypatch, played, folder, tmp_path):
    play(capsys, monkeypatch, "1\ny\n" * 40, played, 0, "--from", 9, "--as", 0, "--out", folder)
    arguments = (folder, 0, "--from", 10, "--as", 1, "--out", tmp_path / "second")
    ran = play(capsys, monkeypatch, "", *arguments)
    assert ran.code == 2
    assert "--against: seat 0 would be played by a person" in ran.err
