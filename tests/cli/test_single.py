"""`match` and `play`: one match between programs, or with a person."""

import io

import pytest

from ludarena.cli.arguments import read_players
from tests.cli.run import run


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "run"


# --- match ------------------------------------------------------------------------------------


def test_match_tells_the_result_and_how_to_look_at_it(capsys, folder):
    ran = run(
        capsys, "match", "azul", "--players", "heuristic,random", "--seed", 3, "--out", folder
    )
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].split()[:4] == ["rank", "seat", "participant", "score"]
    assert {line.split()[2] for line in lines[1:]} == {"heuristic", "random"}
    assert f"seed 3; look at it with: ludarena show {folder} 0" in ran.err


def test_match_of_the_same_seed_is_the_same_match(capsys, tmp_path):
    def play(name):
        arguments = ("--players", "heuristic,random", "--seed", 3, "--out", tmp_path / name)
        return run(capsys, "match", "azul", *arguments, "--json").json

    first, second = play("a"), play("b")
    assert first["result"] == second["result"]
    assert first["match"] == second["match"]
    assert first["complete"] is True


def test_match_without_a_folder_is_stored_under_runs(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run(capsys, "match", "azul", "--players", "random,random", "--json")
    assert ran.code == 0
    assert ran.json["folder"].startswith("runs/match/azul-")
    assert (tmp_path / ran.json["folder"]).is_dir()


def test_matches_that_differ_in_settings_alone_have_folders_of_their_own(
    capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for players in ("heuristic:0,random", "heuristic:1,random"):
        assert run(capsys, "match", "azul", "--players", players, "--seed", 1).code == 0
    assert len(list((tmp_path / "runs" / "match").iterdir())) == 2


def test_match_seats_one_participant_twice_and_names_other_settings_apart(capsys, folder):
    players = "heuristic:epsilon=0,heuristic,heuristic:epsilon=0"
    ran = run(capsys, "match", "azul", "--players", players, "--seed", 1, "--out", folder, "--json")
    assert [one["participant"] for one in ran.json["result"]] == [
        "heuristic",
        "heuristic-2",
        "heuristic",
    ]


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("heuristic:0.3", {"epsilon": 0.3}),
        ("heuristic:epsilon=0.3", {"epsilon": 0.3}),
        ("python:my_agent.py:Agent", {"path": "my_agent.py:Agent"}),
        ("python:path=my_agent.py:Agent:seconds=5", {"path": "my_agent.py:Agent", "seconds": 5}),
    ],
)
def test_settings_of_a_player_follow_colons(text, settings):
    (player,) = read_players(text, "--players")
    assert {name: player.settings[name] for name in settings} == settings


BAD_MATCHES = {
    "game": (("azull", "--players", "random,random"), "no game is called 'azull'"),
    "seats": (
        ("azul", "--players", "random"),
        "azul cannot be played with 1 seats; choose 2 to 4",
    ),
    "option": (
        ("azul", "--players", "random,random", "--option", "colour=1"),
        "azul has no option 'colour'",
    ),
    "value": (
        ("azul", "--players", "random,random", "--option", "round_limit=many"),
        "azul: option 'round_limit' cannot be 'many'; it takes an integer from 1 to 100",
    ),
    "option form": (
        ("azul", "--players", "random,random", "--option", "round_limit"),
        "--option: 'round_limit' is not of the form NAME=VALUE",
    ),
    "option twice": (
        ("azul", "--players", "random,random", *("--option", "round_limit=2") * 2),
        "--option: 'round_limit' is given twice",
    ),
    "participant": (
        ("azul", "--players", "random,randon"),
        "no agent type is called 'randon' (did you mean 'random'?)",
    ),
    "setting": (
        ("azul", "--players", "random,heuristic:epsilom=0"),
        "agent type 'heuristic' has no setting 'epsilom' (did you mean 'epsilon'?)",
    ),
    "setting value": (
        ("azul", "--players", "random,heuristic:epsilon=much"),
        "agent type 'heuristic': setting 'epsilon' cannot be 'much'",
    ),
    "setting form": (
        ("azul", "--players", "random:0.5,heuristic"),
        "--players: '0.5' is not of the form setting=value",
    ),
    "empty player": (("azul", "--players", "random,"), "--players: a player is empty"),
    "person": (
        ("azul", "--players", "random,human"),
        "--players: 'human' needs a terminal; use ludarena play",
    ),
}


@pytest.mark.parametrize("case", BAD_MATCHES)
def test_bad_arguments_of_a_match_are_told_and_play_nothing(case, capsys, folder):
    arguments, message = BAD_MATCHES[case]
    ran = run(capsys, "match", *arguments, "--out", folder)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {message}")
    assert not folder.exists()


# --- play -------------------------------------------------------------------------------------


def play(capsys, monkeypatch, typed, *arguments):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run(capsys, "play", "azul", "--seed", 3, "--option", "round_limit=1", *arguments)


def test_person_plays_a_match_to_its_end(capsys, monkeypatch, folder):
    ran = play(capsys, monkeypatch, "1\ny\n" * 30, "--out", folder)
    assert ran.code == 0
    assert "You are seat 0 of 2" in ran.out
    assert any(line.split()[2:3] == ["you"] for line in ran.out.splitlines())


def test_person_sits_where_asked_among_the_others(capsys, monkeypatch, folder):
    others = ("--against", "heuristic,random", "--seat", 1)
    ran = play(capsys, monkeypatch, "1\ny\n" * 30, *others, "--out", folder, "--json")
    assert ran.code == 0
    assert [one["participant"] for one in ran.json["result"]] == ["heuristic", "you", "random"]


def test_match_that_a_person_left_is_continued_by_the_same_command(capsys, monkeypatch, folder):
    ran = play(capsys, monkeypatch, "1\ny\nquit\n", "--out", folder)
    assert ran.code == 130
    again = ran.err.splitlines()[-1].split("continue with: ludarena ")[1].split()
    monkeypatch.setattr("sys.stdin", io.StringIO("1\ny\n" * 30))
    assert run(capsys, *again).code == 0
    shown = run(capsys, "show", folder, 0, "--json").json
    assert shown["status"] == "finished"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seat", 2), "--seat: 2 is no seat; give 0 to 1"),
        (
            ("--seats", 4, "--against", "random,random"),
            "--against: names 2 players for 3 other seats",
        ),
        (("--against", "human"), "--against: only one person can sit at a terminal"),
        (("--seats", 7), "azul cannot be played with 7 seats; choose 2 to 4"),
    ],
)
def test_bad_arguments_of_play_are_told(capsys, monkeypatch, folder, arguments, message):
    ran = play(capsys, monkeypatch, "", *arguments, "--out", folder)
    assert ran.code == 2
    assert message in ran.err
    assert not folder.exists()


@pytest.mark.parametrize(
    "value", ["[" * 9000, "9" * 9000, '["\\ud800"]', "NaN"], ids=lambda v: v[:9]
)
def test_settings_that_cannot_be_stored_are_bad_input(capsys, folder, value):
    players = f"scripted:replies={value},random"
    ran = run(capsys, "match", "azul", "--players", players, "--out", folder)
    assert (ran.code, ran.out) == (2, "")
    assert "setting 'replies' cannot be" in ran.err


def test_folder_whose_name_is_no_unicode_is_played_into(capsys, tmp_path):
    folder = f"{tmp_path}/run-\udcff"
    ran = run(capsys, "match", "azul", "--players", "random,random", "--out", folder, "--json")
    assert ran.code == 0
    assert ran.json["folder"] == folder
