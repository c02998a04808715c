"""Playing a plan: progress, people at the terminal, and stopping."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from ludarena.agents import build_agent
from ludarena.agents.human import HumanAgent
from ludarena.arena.participant import built_in
from ludarena.arena.runner import Tick, run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.arena.verify import verify
from tests.arena.helpers import HEURISTIC, RANDOM, log_of, plan, run
from tests.arena.postgres import RunUrl

PERSON = built_in("person", "human")


def at_terminal(ask: Callable[[str], str]):
    """Return a builder whose people type what `ask` returns."""

    def build(kind, settings):
        return (
            HumanAgent(ask, lambda text: None) if kind == "human" else build_agent(kind, settings)
        )

    return build


def test_progress_is_told_after_every_match(tmp_path: Path) -> None:
    told: list[Tick] = []
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]] * 3))
        report = run_matches(store, progress=told.append)
        decisions = store.reader.progress().events - 3
    assert sorted({one.finished for one in told}) in ([0, 1, 2, 3], [1, 2, 3])
    assert (told[-1].planned, told[-1].set_aside, told[-1].decisions) == (3, 0, decisions)
    assert (report.played, report.complete, report.interrupted) == (3, True, False)


def test_a_person_plays_a_match_against_built_in_players(place: Path | RunUrl) -> None:
    lines = iter(["1", "y"] * 100)
    report = run(
        place, plan([[PERSON, RANDOM]], game="drafts"), build=at_terminal(lambda _: next(lines))
    )
    assert report.complete
    with read_store(place) as reader:
        assert verify(reader).ok
        own = [one.action_id for one in log_of(reader) if one.seat == 0]
    assert len(own) == 4
    assert all(one is not None and one.startswith("keep:") for one in own)


@pytest.mark.parametrize("way", ["quit", "end of input", "Ctrl-C"])
def test_a_person_who_stops_can_go_on_later(place: Path | RunUrl, way: str) -> None:
    of = plan([[PERSON, RANDOM]], game="echoes")
    lines = iter(["1", "y"])

    def ask(_prompt: str) -> str:
        line = next(lines, None)
        if line is not None:
            return line
        if way == "Ctrl-C":
            signal.raise_signal(signal.SIGINT)
        if way == "end of input":
            raise EOFError
        return "quit"

    report = run(place, of, build=at_terminal(ask))
    assert (report.interrupted, report.complete) == (True, False)
    with read_store(place) as reader:
        assert [one.seat for one in log_of(reader)].count(0) == 1
        assert reader.find("0").status == "unfinished"
    more = iter(["1", "y"] * 100)
    assert run(place, of, build=at_terminal(lambda _: next(more))).complete
    with read_store(place) as reader:
        assert verify(reader).ok


def test_more_attempts_can_be_allowed_later(place: Path | RunUrl) -> None:
    of = plan([[built_in("broken", "scripted", replies=["x"]), RANDOM]])
    assert run(place, of).set_aside == 1
    with open_store(place) as store:
        assert store.reader.find("0").attempts == 3
        assert run_matches(store, more_attempts=2).set_aside == 1
        assert store.reader.find("0").attempts == 5
        mended = run_matches(store, more_attempts=3, build=lambda *_: build_agent("random", {}))
        assert mended.complete
        assert store.reader.find("0").attempts == 6


def test_the_handlers_of_signals_are_put_back(place: Path | RunUrl) -> None:
    before = (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM))
    run(place, plan([[RANDOM, HEURISTIC]]))
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
