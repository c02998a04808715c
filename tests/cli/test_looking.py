"""`games`, `rules`, `init` and `doctor`: looking around and beginning."""

import shutil
import sqlite3
from collections import namedtuple

from ludarena.arena.experiment import read_experiment
from ludarena.cli import doctor
from ludarena.core.mode import StaleBuild
from tests.cli.run import run


def test_games_shows_a_line_a_game(capsys):
    ran = run(capsys, "games")
    assert ran.code == 0
    line = next(line for line in ran.out.splitlines() if line.startswith("azul"))
    assert "Azul" in line
    assert "2-4" in line
    assert "round_limit" in line


def test_games_as_json_lists_options_with_defaults(capsys):
    azul = next(game for game in run(capsys, "games", "--json").json if game["id"] == "azul")
    assert azul["seats"] == [2, 3, 4]
    option = next(option for option in azul["options"] if option["name"] == "round_limit")
    assert (option["default"], option["takes"]) == (50, "an integer from 1 to 100")


def test_rules_are_markdown_without_unfilled_numbers(capsys):
    ran = run(capsys, "rules", "azul")
    assert ran.code == 0
    assert ran.out.startswith("#")
    assert "{{" not in ran.out


def test_rules_as_json_name_edition_and_version(capsys):
    found = run(capsys, "rules", "azul", "--json").json
    assert found["id"] == "azul"
    assert set(found) == {"id", "title", "edition", "rules_version", "rules"}


def test_agents_shows_types_with_their_settings(capsys):
    ran = run(capsys, "agents")
    assert ran.code == 0
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["epsilon", "0.1"] in [words[:2] for words in lines]
    found = {kind["type"]: kind for kind in run(capsys, "agents", "--json").json}
    assert found["human"]["at_the_terminal"] is True
    assert found["random"]["settings"] == []


def test_init_writes_an_experiment_that_reads_without_complaint(capsys, tmp_path):
    file = tmp_path / "experiment.toml"
    ran = run(capsys, "init", file)
    assert ran.code == 0
    assert ran.err == f"wrote {file}; next: ludarena run {file} --out runs/experiment\n"
    experiment = read_experiment(file)
    assert [one.name for one in experiment.participants] == ["heuristic", "careful", "random"]
    # per round 3 line-ups of two in 2 seats, and 1 of three in 3 seats; 4 rounds
    assert experiment.matches == 4 * (3 * 2 + 1 * 3)


def test_init_shows_the_true_defaults_of_the_protocol(tmp_path, capsys):
    from ludarena.arena.protocol import Protocol

    run(capsys, "init", tmp_path / "e.toml")
    assert read_experiment(tmp_path / "e.toml").protocol == Protocol()


def test_init_replaces_nothing_unless_forced(capsys, tmp_path):
    file = tmp_path / "e.toml"
    file.write_text("mine")
    ran = run(capsys, "init", file)
    assert (ran.code, file.read_text()) == (2, "mine")
    assert ran.err.endswith("exists already; choose another name or give --force\n")
    assert run(capsys, "init", file, "--force", "--json").json == {"file": str(file)}
    assert file.read_text() != "mine"


def test_init_refuses_a_folder(capsys, tmp_path):
    ran = run(capsys, "init", tmp_path)
    assert ran.code == 2
    assert ran.err.endswith("is a folder; name a file\n")


def test_doctor_is_content_with_this_machine(capsys):
    ran = run(capsys, "doctor")
    assert ran.code == 0
    assert "PROBLEM" not in ran.out


def test_doctor_as_json_names_everything(capsys):
    found = run(capsys, "doctor", "--json").json
    for name in ("ludarena", "python", "engines", "sqlite", "folder", "terminal", "extra analysis"):
        assert name in found
    assert found["engines"]["value"] in ("compiled", "interpreted", "mixed")


def test_doctor_finds_compiled_files_that_are_stale(capsys, monkeypatch):
    def stale():
        raise StaleBuild(["core/state.py was changed after it was compiled"])

    monkeypatch.setattr("ludarena.core.mode.check_build", stale)
    ran = run(capsys, "doctor", "--json")
    assert ran.code == 1
    assert ran.json["engines"]["good"] is False


def test_doctor_finds_an_old_sqlite(capsys, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 7, 0))
    ran = run(capsys, "doctor")
    assert ran.code == 1
    assert any(line.startswith("PROBLEM") and "sqlite" in line for line in ran.out.splitlines())


def test_doctor_finds_a_full_disk(monkeypatch, tmp_path):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(100, 99, 1))
    folder = next(one for one in doctor.findings() if one.name == "folder")
    assert folder.good is False


def test_doctor_names_what_each_extra_needs():
    extras = doctor.extras()
    assert extras["analysis"] == ["numpy"]
    assert not {"dev", "docs"} & set(extras)


def test_doctor_takes_a_missing_extra_for_no_problem(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "extras", lambda: {"magic": ["no-such-package"]})
    ran = run(capsys, "doctor")
    assert ran.code == 0
    line = next(line for line in ran.out.splitlines() if "extra magic" in line)
    assert "absent (no-such-package)" in line
    assert "pip install 'ludarena[magic]'" in line
