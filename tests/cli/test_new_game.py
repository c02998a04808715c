"""`new-game`: a package with a tiny game whose tests pass."""

import importlib
import re
import subprocess
import sys
import tomllib

import pytest

from ludarena.cli.new_game import template_files
from ludarena.testing import check_game
from tests.cli.run import run


def test_folder_holds_package_rules_tests_and_entry_point(capsys, tmp_path):
    ran = run(capsys, "new-game", "dice_duel", "--out", tmp_path / "made")
    assert (ran.code, ran.out) == (0, "")
    files = {
        str(path.relative_to(tmp_path / "made"))
        for path in (tmp_path / "made").rglob("*")
        if path.is_file()
    }
    assert files == {
        "README.md",
        "pyproject.toml",
        "src/dice_duel/__init__.py",
        "src/dice_duel/game.py",
        "src/dice_duel/rules.md",
        "src/dice_duel/state.py",
        "tests/test_dice_duel.py",
    }
    project = tomllib.loads((tmp_path / "made" / "pyproject.toml").read_text("utf-8"))
    entries = project["project"]["entry-points"]["ludarena.games"]
    assert entries == {"dice_duel": "dice_duel:DICE_DUEL"}
    assert project["project"]["name"] == "dice-duel"


def test_name_stands_everywhere_in_the_fitting_form():
    files = template_files("dice_duel")
    whole = "\n".join(files.values())
    assert re.findall(r"my.?game", whole, re.IGNORECASE) == []
    assert "class DiceDuelState(State):" in whole
    assert 'title = "Dice Duel"' in whole


def test_new_game_is_in_the_current_folder_without_out(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run(capsys, "new-game", "dice_duel", "--json")
    assert ran.json["folder"] == "dice_duel"
    assert (tmp_path / "dice_duel" / "pyproject.toml").is_file()
    assert "ludarena match dice_duel --players heuristic,random" in ran.err


def test_tests_of_a_new_game_pass(tmp_path, capsys):
    run(capsys, "new-game", "dice_duel", "--out", tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "src"), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_new_game_keeps_the_laws_with_a_heuristic_too(tmp_path, capsys, monkeypatch):
    run(capsys, "new-game", "made_for_laws", "--out", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "src"))  # for the replay elsewhere
    game = importlib.import_module("made_for_laws").MADE_FOR_LAWS
    assert check_game(game, matches=1, seats=2, policy="heuristic").complete


@pytest.mark.parametrize("name", ["Dice", "2dice", "dice-duel", "dice duel", "class", "", "dicé"])
def test_name_that_cannot_be_an_id_is_told(name, capsys, tmp_path):
    ran = run(capsys, "new-game", name, "--out", tmp_path / "made")
    assert (ran.code, ran.out) == (2, "")
    assert f"NAME: {name!r} cannot be the id of a game: begin with a small letter" in ran.err
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("azul", "NAME: a game called 'azul' is installed already"),
        ("json", "NAME: Python has a module called 'json' already"),
    ],
)
def test_name_that_is_taken_is_told(name, told, capsys, tmp_path):
    ran = run(capsys, "new-game", name, "--out", tmp_path / "made")
    assert ran.code == 2
    assert told in ran.err


def test_new_game_replaces_nothing(capsys, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    ran = run(capsys, "new-game", "dice_duel", "--out", tmp_path)
    assert ran.code == 2
    assert "exists already and is not empty; choose another --out" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
