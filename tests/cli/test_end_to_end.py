"""A run that is killed and stopped, continued, verified, ranked and exported, as a user does it."""

import json
import signal
import subprocess
import sys
import time

import pytest

from ludarena.arena.errors import StoreError
from ludarena.arena.store import open_store, read_store

EXPERIMENT = """\
seed = 77
[[games]]
id = "azul"
seats = [2, 3]
[[participants]]
type = "heuristic"
[[participants]]
type = "random"
[design]
rounds = 16
"""
MATCHES = 16 * (2 + 6)

PROGRAM = "from ludarena.cli import main; main()"


def command(*arguments):
    return [sys.executable, "-c", PROGRAM, *map(str, arguments)]


def ludarena(*arguments):
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False)


def finished_matches(folder):
    """Return how many matches are finished; 0 while the folder cannot be read yet."""
    try:
        with read_store(folder) as reader:
            return reader.progress().finished
    except StoreError:
        return 0


def interrupt(experiment, folder, number):
    """Begin or continue the run and signal it when it stored more; return exit code and stderr."""
    before = finished_matches(folder)
    with subprocess.Popen(
        command("run", experiment, "--out", folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while finished_matches(folder) == before and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    return process.returncode, err


@pytest.fixture(scope="module")
def experiment(tmp_path_factory):
    path = tmp_path_factory.mktemp("end-to-end") / "experiment.toml"
    path.write_text(EXPERIMENT)
    return path


@pytest.fixture(scope="module")
def interrupted(experiment):
    """Return the folder of a run that was killed, stopped and then played to its end."""
    folder = experiment.parent / "interrupted"
    code, _ = interrupt(experiment, folder, signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert 0 < finished_matches(folder) < MATCHES
    code, err = interrupt(experiment, folder, signal.SIGINT)
    assert code == 130
    assert f"continue with: ludarena run {experiment} --out {folder}" in err
    assert finished_matches(folder) < MATCHES
    done = ludarena("run", experiment, "--out", folder, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["played"] < report["finished"] == MATCHES
    return folder


def test_interrupted_run_verifies(interrupted):
    done = ludarena("verify", interrupted)
    assert done.returncode == 0, done.stdout


def test_interrupted_run_has_a_leaderboard_of_all_matches(interrupted):
    board = json.loads(ludarena("leaderboard", interrupted, "--json").stdout)
    assert board["matches"] == MATCHES
    assert board["boards"][1]["standings"][0]["participant"] == "heuristic"


def test_interrupted_run_exports_the_bytes_of_one_never_interrupted(experiment, interrupted):
    whole = experiment.parent / "whole"
    assert ludarena("run", experiment, "--out", whole).returncode == 0
    exports = [
        subprocess.run(
            command("export", folder, "--canonical"), capture_output=True, check=True
        ).stdout
        for folder in (interrupted, whole)
    ]
    assert exports[0] == exports[1]
    assert exports[0].count(b"\n") > MATCHES


def test_same_command_on_the_finished_run_plays_nothing(experiment, interrupted):
    done = ludarena("run", experiment, "--out", interrupted)
    assert done.returncode == 0
    assert f"all {MATCHES} matches are finished; nothing is left to play" in done.stderr
    assert done.stdout == ""


def test_second_writer_of_a_folder_is_refused(experiment, interrupted):
    with open_store(interrupted):
        done = ludarena("run", experiment, "--out", interrupted)
    assert done.returncode == 1
    assert "is being written by process" in done.stderr


def test_pipe_that_is_closed_early_is_no_traceback(interrupted):
    with subprocess.Popen(
        command("export", interrupted), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
    assert "Traceback" not in err
