"""`run` and `demo`, and what looks at their folders."""

import shutil
import sqlite3

import pytest

from ludarena.cli import demo as demo_module
from ludarena.cli import main
from ludarena.core.errors import MissingExtra
from tests.cli.run import run

EXPERIMENT = """\
seed = 5

[[games]]
id = "azul"
seats = [2, 3]
options = { round_limit = 3 }

[[participants]]
type = "heuristic"

[[participants]]
type = "random"

[design]
rounds = 2
"""
MATCHES = 2 * (2 + 6)


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "experiment.toml"
    path.write_text(EXPERIMENT)
    return path


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "run"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Return the folder of a run that was played whole; it must not be changed."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "experiment.toml").write_text(EXPERIMENT)
    with pytest.raises(SystemExit) as left:
        main(["run", str(folder / "experiment.toml"), "--out", str(folder / "run"), "--json"])
    assert left.value.code == 0
    return folder / "run"


@pytest.fixture
def finished(played, folder):
    """Return a copy of the run that was played whole."""
    shutil.copytree(played, folder)
    return folder


# --- run, status, show ------------------------------------------------------------------------


def test_run_plays_the_whole_schedule(capsys, experiment, folder):
    ran = run(capsys, "run", experiment, "--out", folder, "--json")
    assert ran.code == 0
    assert (ran.json["planned"], ran.json["finished"], ran.json["played"]) == (MATCHES,) * 3


def test_finished_run_says_that_nothing_is_left_and_succeeds(capsys, experiment, finished):
    ran = run(capsys, "run", experiment, "--out", finished)
    assert ran.code == 0
    assert f"all {MATCHES} matches are finished; nothing is left to play" in ran.err
    assert run(capsys, "run", experiment, "--out", finished, "--json").json["played"] == 0


def test_changed_file_is_refused_with_what_changed(capsys, experiment, finished):
    experiment.write_text(EXPERIMENT.replace("seed = 5", "seed = 6"))
    ran = run(capsys, "run", experiment, "--out", finished)
    assert (ran.code, ran.out) == (2, "")
    assert "holds another experiment; what changed: seed was 5, is 6" in ran.err
    experiment.write_text(EXPERIMENT + "# a comment changes nothing\n")
    assert run(capsys, "run", experiment, "--out", finished).code == 0


def test_bad_experiment_makes_no_folder(capsys, experiment, folder):
    experiment.write_text(EXPERIMENT.replace("random", "randon"))
    ran = run(capsys, "run", experiment, "--out", folder)
    assert ran.code == 2
    assert f"{experiment}:12: participants[1].type: no agent type is called 'randon'" in ran.err
    assert not folder.exists()


def test_missing_experiment_is_told(capsys, tmp_path):
    ran = run(capsys, "run", tmp_path / "none.toml", "--out", tmp_path / "run")
    assert ran.code == 2
    assert "none.toml: cannot be read: No such file or directory" in ran.err


def test_run_into_a_file_is_refused(capsys, experiment):
    ran = run(capsys, "run", experiment, "--out", experiment)
    assert ran.code == 2
    assert "is a file; name a folder for the run" in ran.err


def test_run_into_a_folder_that_cannot_be_made_fails(capsys, experiment):
    ran = run(capsys, "run", experiment, "--out", experiment / "run")
    assert ran.code == 1
    assert f"cannot write to {experiment / 'run'}: Not a directory" in ran.err


@pytest.mark.parametrize("command", ["status", "show", "leaderboard", "verify", "export"])
def test_folder_without_a_run_is_told(capsys, tmp_path, command):
    ran = run(capsys, command, tmp_path / "none")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"error: no run is stored in {tmp_path / 'none'}; name the folder given to `--out`\n"
    )


@pytest.mark.parametrize("command", ["status", "show", "leaderboard", "verify", "export"])
def test_file_that_is_no_database_is_told(capsys, finished, command):
    (finished / "run.sqlite").write_bytes(b"this is no database, but a text" * 100)
    ran = run(capsys, command, finished)
    assert (ran.code, ran.out) == (1, "")
    assert "is damaged or no store of ludarena" in ran.err


def test_status_counts_matches_by_state(capsys, finished):
    found = run(capsys, "status", finished, "--json").json
    assert (found["planned"], found["finished"], found["complete"]) == (MATCHES, MATCHES, True)
    table = run(capsys, "status", finished).out.splitlines()
    assert [line.split() for line in table if line.startswith("azul/")] == [
        ["azul/2", "4", "4", "0", "0", "0"],
        ["azul/3", "12", "12", "0", "0", "0"],
    ]


def test_show_lists_all_matches(capsys, finished):
    listed = run(capsys, "show", finished, "--json").json
    assert [one["number"] for one in listed] == list(range(MATCHES))
    assert len(run(capsys, "show", finished).out.splitlines()) == 1 + MATCHES


def test_show_finds_a_match_by_number_id_and_beginning_of_its_id(capsys, finished):
    match = run(capsys, "show", finished, "--json").json[1]["match"]
    shown = [run(capsys, "show", finished, name).out for name in (1, match, match[:10])]
    assert shown[0] == shown[1] == shown[2]
    assert match[:12] in shown[0]


def test_show_tells_a_seat_neither_the_seed_nor_ids_of_other_seats(capsys, finished):
    everything = run(capsys, "show", finished, 0, "--json").json
    seat = run(capsys, "show", finished, 0, "--as", 1, "--json").json
    assert "seed" in everything
    assert "seed" not in seat
    assert {one["seat"] for one in seat["entries"] if one["action"]} == {1}
    assert str(everything["seed"]) not in run(capsys, "show", finished, 0, "--as", "public").out


def test_match_of_other_rules_is_shown_and_exported_but_not_verified(capsys, finished):
    with sqlite3.connect(finished / "run.sqlite") as store:
        store.execute("UPDATE match SET rules_version = 'older' WHERE cell = 0")
    store.close()
    shown = run(capsys, "show", finished, 0)
    assert shown.code == 0
    assert "played under rules version older" in shown.err
    assert "draft:" in shown.out
    assert run(capsys, "export", finished).code == 0
    verified = run(capsys, "verify", finished, "--json")
    assert verified.code == 1
    assert "played under azul rules version older" in verified.json["refused"][0]["what"]


def test_show_prints_turns_and_the_result(capsys, finished):
    out = run(capsys, "show", finished, 0).out
    assert "Turn 1" in out
    assert out.splitlines()[-2].split()[0] == "1"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((99,), "no match is called '99'"),
        (("zzz",), "no match is called 'zzz'"),
        ((0, "--as", 2), "--as: '2' is no viewpoint: give a seat from 0 to 1, public or all"),
        ((0, "--as", "me"), "--as: 'me' is no viewpoint"),
    ],
)
def test_show_tells_what_it_cannot_show(capsys, finished, arguments, message):
    ran = run(capsys, "show", finished, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


# --- leaderboard ------------------------------------------------------------------------------


def test_leaderboard_has_the_heuristic_above_chance(capsys, finished):
    found = run(capsys, "leaderboard", finished, "--json").json
    (overall, azul) = found["boards"]
    assert (overall["game"], azul["game"], found["matches"]) == (None, "azul", MATCHES)
    first, last = azul["standings"]
    assert (first["participant"], last["participant"]) == ("heuristic", "random")
    assert first["score"] + last["score"] == pytest.approx(1)
    assert 0 <= last["low"] <= last["score"] <= last["high"] <= 1


def test_leaderboard_warns_of_few_matches(capsys, finished):
    ran = run(capsys, "leaderboard", finished)
    assert f"azul: {MATCHES} matches" in ran.out
    assert "intervals from fewer than 20 matches are too narrow to be trusted" in ran.err


def test_leaderboard_as_csv(capsys, finished):
    lines = run(capsys, "leaderboard", finished, "--csv").out.splitlines()
    assert lines[0] == "game,participant,score,low,high,matches,appearances,firsts"
    assert [line.split(",")[:2] for line in lines[1:]] == [
        ["*", "heuristic"],
        ["*", "random"],
        ["azul", "heuristic"],
        ["azul", "random"],
    ]


def test_leaderboard_keeps_matches_under_other_options_apart(capsys, experiment, folder):
    other = '[[games]]\nid = "azul"\nseats = 2\noptions = { round_limit = 2 }\n'
    experiment.write_text(EXPERIMENT + other)
    assert run(capsys, "run", experiment, "--out", folder).code == 0
    boards = run(capsys, "leaderboard", folder, "--json").json["boards"]
    assert [board["game"] for board in boards] == [
        None,
        "azul (round_limit=2)",
        "azul (round_limit=3)",
    ]


FAILING = """\
seed = 1
[[games]]
id = "azul"
seats = 2
options = { round_limit = 1 }
[[participants]]
type = "scripted"
replies = ["!refused"]
[[participants]]
type = "random"
[protocol]
rethinks = 0
"""


def test_leaderboard_counts_matches_that_a_failure_decided(capsys, experiment, folder):
    experiment.write_text(FAILING + 'on_failure = "forfeit"\n')
    assert run(capsys, "run", experiment, "--out", folder).code == 0
    ran = run(capsys, "leaderboard", folder, "--json")
    assert (ran.json["decided_by_failure"], ran.json["matches"]) == (2, 2)
    assert "a failure decided 2 matches; they are counted" in ran.err
    without = run(capsys, "leaderboard", folder, "--without-failures", "--json").json
    assert (without["decided_by_failure"], without["matches"], without["boards"]) == (2, 0, [])


def test_matches_that_were_set_aside_are_incomplete_work(capsys, experiment, folder):
    experiment.write_text(FAILING + "attempts = 2\n")
    ran = run(capsys, "run", experiment, "--out", folder, "--json")
    assert ran.code == 1
    assert (ran.json["set_aside"], ran.json["complete"]) == (2, False)
    assert "2 of 2 matches were set aside after failures" in ran.err
    assert [one["match"][:12] in ran.err for one in ran.json["aside"]] == [True, True]
    assert "seat 0: refused (as scripted)" in ran.err
    assert "2 matches failed too often" in run(capsys, "status", folder).out


# --- verify, export ---------------------------------------------------------------------------


def test_verify_passes_on_what_was_played(capsys, finished):
    ran = run(capsys, "verify", finished)
    assert ran.code == 0
    assert ran.out.startswith(f"{MATCHES} matches, {MATCHES} attempts, ")
    found = run(capsys, "verify", finished, "--json").json
    assert (found["ok"], found["problems"]) == (True, [])


def change_one_byte_of_one_action(folder):
    """Change the last character of the id of one stored action."""
    with sqlite3.connect(folder / "run.sqlite") as store:
        attempt, number, action = store.execute(
            "SELECT attempt, number, action_id FROM event WHERE act = 'action' AND number = 5"
        ).fetchone()
        other = action[:-1] + ("1" if action[-1] != "1" else "2")
        store.execute(
            "UPDATE event SET action_id = ? WHERE attempt = ? AND number = ?",
            (other, attempt, number),
        )
    store.close()


def test_verify_fails_loudly_after_one_byte_of_one_action_changed(capsys, finished):
    change_one_byte_of_one_action(finished)
    ran = run(capsys, "verify", finished)
    assert ran.code == 1
    assert "PROBLEMS" in ran.out.splitlines()[0]
    found = run(capsys, "verify", finished, "--json")
    assert found.code == 1
    assert found.json["ok"] is False
    assert {problem["event"] for problem in found.json["problems"]} == {5}


def test_export_goes_to_stdout_or_whole_into_a_file(capsys, finished, tmp_path):
    out = run(capsys, "export", finished).out
    file = tmp_path / "run.jsonl"
    ran = run(capsys, "export", finished, "--to", file, "--json")
    assert file.read_text() == out
    assert ran.json == {"file": str(file), "lines": len(out.splitlines())}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "run.jsonl"]


def test_export_into_a_folder_is_refused(capsys, finished):
    ran = run(capsys, "export", finished, "--to", finished)
    assert ran.code == 2
    assert "is a folder; name a file" in ran.err


def test_canonical_exports_of_two_runs_are_equal(capsys, experiment, finished, tmp_path):
    other = tmp_path / "other"
    assert run(capsys, "run", experiment, "--out", other, "--concurrency", 3).code == 0
    exports = [run(capsys, "export", folder, "--canonical").out for folder in (finished, other)]
    assert exports[0] == exports[1]
    assert run(capsys, "export", finished).out != run(capsys, "export", other).out


# --- demo -------------------------------------------------------------------------------------


@pytest.fixture
def short_demo(monkeypatch):
    monkeypatch.setattr(demo_module, "GAMES", ("azul",))
    monkeypatch.setattr(demo_module, "APPEARANCES", 3)


@pytest.mark.usefixtures("short_demo")
def test_demo_plays_shows_a_board_and_names_what_to_look_at(capsys, folder):
    ran = run(capsys, "demo", "--no-model", "--out", folder)
    assert ran.code == 0
    assert "95 % interval" in ran.out
    for page in (folder / "match-0.html", folder / "report" / "report.html"):
        assert f"in a browser: {page}" in ran.out
        assert page.is_file()
    for command in ("show", "verify", "leaderboard"):
        assert f"ludarena {command} {folder}" in ran.out
    assert (folder / "experiment.toml").is_file()


@pytest.mark.usefixtures("short_demo")
def test_demo_goes_on_where_no_report_can_be_drawn(capsys, folder, monkeypatch):
    def missing():
        raise MissingExtra("a figure", "report")

    monkeypatch.setattr("ludarena.report.study.report.require_extra", missing)
    ran = run(capsys, "demo", "--no-model", "--out", folder)
    assert ran.code == 0
    assert "no report is drawn" in ran.err
    assert "ludarena[report]" in ran.err
    assert f"in a browser: {folder / 'match-0.html'}" in ran.out


@pytest.mark.usefixtures("short_demo")
def test_demo_again_plays_nothing(capsys, folder):
    first = run(capsys, "demo", "--no-model", "--out", folder, "--json").json
    again = run(capsys, "demo", "--no-model", "--out", folder, "--json").json
    assert first["played"] == first["planned"] > 0
    assert again["played"] == 0
    assert again["complete"] is True


@pytest.mark.usefixtures("short_demo")
def test_file_of_the_demo_is_its_experiment(capsys, folder):
    run(capsys, "demo", "--no-model", "--out", folder, "--json")
    (folder / "experiment.toml").write_text(demo_module.experiment_text(1), "utf-8")
    ran = run(capsys, "run", folder / "experiment.toml", "--out", folder, "--json")
    assert (ran.code, ran.json["played"]) == (0, 0)


def test_viewpoint_of_thousands_of_digits_is_bad_input(capsys, finished):
    ran = run(capsys, "show", finished, 0, "--as", "9" * 5000)
    assert (ran.code, ran.out) == (2, "")
    assert "is no viewpoint" in ran.err


def test_export_that_fails_leaves_no_part_of_a_file(capsys, finished, tmp_path, monkeypatch):
    def failing(reader, out, **settings):
        out.write("a line")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ludarena.arena.export.export", failing)
    ran = run(capsys, "export", finished, "--to", tmp_path / "all.jsonl")
    assert (ran.code, ran.err) == (1, "error: No space left on device\n")
    assert list(tmp_path.glob("all*")) == []


def test_leaderboard_is_csv_or_json_and_not_both(capsys, finished):
    ran = run(capsys, "leaderboard", finished, "--csv", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert "--csv: contradicts --json" in ran.err
