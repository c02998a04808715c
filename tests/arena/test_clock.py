"""The hours of a run by the clock: it stops in time, keeps everything, and goes on with more."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ludarena.agents import build_agent
from ludarena.arena.clock import played_seconds
from ludarena.arena.experiment import experiment_from
from ludarena.arena.runner import run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store, read_store
from ludarena.arena.toml_table import InvalidExperiment, parse_toml
from ludarena.arena.verify import verify
from tests.arena.helpers import HEURISTIC, RANDOM, Waiting, canonical, plan, run
from tests.arena.postgres import RunUrl
from tests.cli.run import run as ludarena

EXPERIMENT = """\
seed = 3
[[games]]
id = "azul"
seats = 2
[games.options]
round_limit = 1
[[participants]]
type = "random"
[[participants]]
type = "heuristic"
[design]
kind = "round-robin"
[budget]
wall_hours = {hours}
"""


class Leap:
    """A clock that leaps ahead by an hour at a request, and the players that let it."""

    def __init__(self, request: int, *, waiting: bool) -> None:
        self._left = request
        self._waiting = waiting
        self._ahead = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self._ahead

    def build(self, kind, settings):
        return Told(build_agent(kind, settings), self._asked, immediate=not self._waiting)

    def _asked(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._ahead = 3600.0


class Told:
    """A player that calls a function before it answers."""

    def __init__(self, inner, asked, *, immediate) -> None:
        self._inner = inner
        self._asked = asked
        self.immediate = immediate

    async def decide(self, request):
        self._asked()
        return await self._inner.decide(request)

    async def close(self):
        await self._inner.close()


@pytest.mark.parametrize("waiting", [True, False])
def test_run_whose_hours_are_used_up_stops_and_goes_on_with_more(
    place: Path | RunUrl, tmp_path: Path, monkeypatch, waiting
) -> None:
    leap = Leap(5, waiting=waiting)
    monkeypatch.setattr("ludarena.arena.clock.time", leap)
    of = plan([[RANDOM, HEURISTIC, RANDOM]] * 3, game="drafts")
    with open_store(place / "run") as store:
        store.freeze(of)
        report = run_matches(store, build=leap.build, services=Services(wall_seconds=3600))
        assert (report.complete, report.interrupted) == (False, False)
        assert report.stopped == (
            "the 1 hours that this run may be played are used up; "
            "raise wall_hours in [budget] to go on"
        )
        assert verify(store.reader).ok
        assert answers(store.reader) == 5
        again = run_matches(store, services=Services(wall_seconds=1e-9))
        assert again.stopped
        assert answers(store.reader) <= 6  # a decision may be in hand when it begins
        assert run_matches(store, services=Services(wall_seconds=7200)).complete
    run(tmp_path / "whole", of)
    assert canonical(place / "run") == canonical(tmp_path / "whole")


def answers(reader) -> int:
    attempts = [one for match in reader.matches() for one in reader.attempts(match)]
    return sum(len(reader.answers(one.key)) for one in attempts)


def test_what_is_waited_for_at_the_end_is_kept(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]], game="echoes"))
        slow = lambda kind, settings: Waiting(build_agent(kind, settings), lambda _: 0.5)  # noqa: E731
        report = run_matches(store, build=slow, services=Services(wall_seconds=0.1))
        assert report.stopped
        assert answers(store.reader) <= 1


def test_finished_run_is_not_stopped_by_its_hours(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]]))
        assert run_matches(store).complete
        report = run_matches(store, services=Services(wall_seconds=1e-9))
        assert (report.complete, report.stopped) == (True, "")


def test_seconds_count_once_however_many_matches_and_what_lies_between_not(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]] * 2))
        run_matches(store)
    import sqlite3

    connection = sqlite3.connect(tmp_path / "run.sqlite")
    connection.execute("UPDATE decision SET at = 1000, seconds = 0.5")
    connection.execute("UPDATE decision SET at = 2000, seconds = 9.5 WHERE attempt = 2")
    connection.execute(
        "UPDATE decision SET at = 1996, seconds = 1 WHERE attempt = 2 AND number = 1"
    )
    connection.commit()
    connection.close()
    with read_store(tmp_path) as reader:
        assert played_seconds(reader) == 2 + 11


@pytest.mark.parametrize("hours", [0, -1, '"two"'])
def test_wrong_hours_are_told(hours) -> None:
    with pytest.raises(InvalidExperiment, match=r"budget.wall_hours: must be a number above 0"):
        experiment_from(parse_toml("e.toml", EXPERIMENT.format(hours=hours)), default_name="e")


def test_hours_of_a_participant_by_the_clock_are_unknown() -> None:
    text = EXPERIMENT.format(hours=1) + "[budget.participants.random]\nwall_hours = 1\n"
    with pytest.raises(InvalidExperiment, match=r"random.wall_hours: is not known here"):
        experiment_from(parse_toml("e.toml", text), default_name="e")


@pytest.mark.parametrize("workers", [1, 2])
def test_command_stops_in_time_and_the_same_command_goes_on(
    tmp_path: Path, capsys, workers
) -> None:
    file, out = tmp_path / "e.toml", tmp_path / "run"
    play = ("run", file, "--out", out, "--workers", workers)
    file.write_text(EXPERIMENT.format(hours=1e-12))
    ran = ludarena(capsys, *play)
    assert ran.code == 1
    assert "stopped with 0 of 2 matches: the 1e-12 hours that this run may be played" in ran.err
    assert "nothing is lost; continue with: ludarena run" in ran.err
    file.write_text(EXPERIMENT.format(hours=1))
    assert ludarena(capsys, *play).code == 0
