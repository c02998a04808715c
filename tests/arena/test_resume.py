"""Continuing a match from every point at which it can have been left."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarena.agents import Reply, Request, StopMatch, build_agent
from ludarena.arena.errors import CorruptLog, OtherRules, StoreUnwritable
from ludarena.arena.protocol import Protocol
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.arena.verify import verify
from ludarena.core.registry import load_game
from tests.arena.helpers import (
    HEURISTIC,
    RANDOM,
    Spy,
    canonical,
    plan,
    results_of,
    run,
    scripted,
)
from tests.arena.postgres import RunUrl


class Leaves:
    """A player that ends the session at the n-th request of all players together."""

    immediate = False

    def __init__(self, inner, left: list[int]) -> None:
        self._inner = inner
        self._left = left

    async def decide(self, request: Request) -> Reply:
        self._left[0] -= 1
        if self._left[0] == 0:
            raise StopMatch(request.seat)
        return await self._inner.decide(request)

    async def close(self) -> None:
        await self._inner.close()


def leaving(after: int):
    left = [after]
    return lambda kind, settings: Leaves(build_agent(kind, settings), left)


@pytest.mark.parametrize(
    ("game", "options"), [("bids", {"round_limit": 4}), ("drafts", {}), ("echoes", {})]
)
def test_a_match_left_at_any_request_ends_as_if_it_never_was(
    place: Path | RunUrl, game: str, options: dict[str, int]
) -> None:
    of = plan([[RANDOM, HEURISTIC]], game=game, seed=5, options=options)
    run(place / "whole", of)
    expected = canonical(place / "whole")
    after, step = 0, 1 if isinstance(place, Path) else 5
    while True:
        after += step
        where = place / f"left-{after}"
        if not run(where, of, build=leaving(after)).interrupted:
            break
        with read_store(where) as reader:
            assert verify(reader).ok
            assert reader.find("0").status == "unfinished"
        assert run(where, of).complete
        assert canonical(where) == expected
    assert after > 8


def test_a_match_left_at_every_request_still_ends_the_same(place: Path | RunUrl) -> None:
    of = plan([[RANDOM, HEURISTIC, RANDOM]], game="bids", seed=5)
    run(place / "whole", of)
    sessions = 1
    # Two requests a session: the first is answered, the second ends it.
    while run(place / "parts", of, build=leaving(2)).interrupted:
        sessions += 1
    assert canonical(place / "parts") == canonical(place / "whole")
    with read_store(place / "parts") as reader:
        assert verify(reader).ok
        (attempt,) = reader.attempts(reader.find("0"))
    assert attempt.resumes == sessions - 1


def test_tries_that_failed_before_the_stop_stay_used_up(place: Path | RunUrl) -> None:
    protocol = Protocol(rethinks=1, on_failure="stand_in")
    of = plan([[scripted("a", "x"), RANDOM]], protocol=protocol)
    spied: list[Spy] = []
    assert run(place, of, build=leaving(2)).interrupted  # one failed try is stored

    def build(kind, settings):
        spied.append(Spy(build_agent(kind, settings)))
        return spied[-1]

    assert run(place, of, build=build).complete
    first = spied[0].requests[0]
    assert (first.number, first.tries) == (0, 1)
    assert first.feedback is not None
    assert spied[0].requests[1].number == 1
    with read_store(place) as reader:
        assert results_of(reader)[0].failed_tries == 2
        assert verify(reader).ok


def test_story_after_a_stop_is_that_since_the_own_last_decision(place: Path | RunUrl) -> None:
    of = plan([[RANDOM, HEURISTIC]], game="bids", seed=5)
    told: list[dict[tuple[int, int], list[str]]] = []
    for where, stops in (("whole", ()), ("parts", (4, 3, 5))):
        stories: dict[tuple[int, int], list[str]] = {}

        class Listens(Leaves):
            async def decide(self, request: Request) -> Reply:
                stories[request.seat, request.number] = list(request.story)  # noqa: B023
                return await super().decide(request)

        def listening(left: list[int]):
            return lambda kind, given: Listens(build_agent(kind, given), left)

        for stop in (*stops, 10_000):
            run(place / where, of, build=listening([stop]))
        told.append(stories)
    assert told[0] == told[1]


def test_a_forfeit_before_the_stop_is_kept(place: Path | RunUrl) -> None:
    protocol = Protocol(rethinks=0, on_failure="forfeit")
    of = plan([[scripted("a", "!first", "x"), RANDOM]], protocol=protocol)
    run(place / "whole", of)
    assert run(place / "parts", of, build=leaving(4)).interrupted
    assert run(place / "parts", of).complete
    assert canonical(place / "parts") == canonical(place / "whole")
    with read_store(place / "parts") as reader:
        assert [one.forfeited for one in results_of(reader)] == [True, False]


def test_time_used_before_the_stop_counts(place: Path | RunUrl) -> None:
    of = plan([[RANDOM, RANDOM]], protocol=Protocol(seat_seconds=100.0))
    run(place, of, build=leaving(4))
    spied: list[Spy] = []

    class Unhurried(Spy):
        immediate = False

    def build(kind, settings):
        spied.append(Unhurried(build_agent(kind, settings)))
        return spied[-1]

    run(place, of, build=build)
    left = [spy.requests[0].seconds_left for spy in spied]
    assert all(seconds is not None and 0.0 < seconds < 100.0 for seconds in left)


def test_a_finished_run_plays_nothing_again(tmp_path: Path) -> None:
    of = plan([[RANDOM, RANDOM]] * 2)
    assert run(tmp_path, of).played == 2
    before = (tmp_path / "run.sqlite").read_bytes()
    report = run(tmp_path, of)
    assert (report.played, report.finished, report.complete) == (0, 2, True)
    assert (tmp_path / "run.sqlite").read_bytes() == before


def test_only_the_matches_asked_for_are_played(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, RANDOM]] * 3))
        second = store.reader.find("1").id
        report = run_matches(store, only=[second])
        assert (report.planned, report.played) == (1, 1)
        assert [one.status for one in store.reader.matches()] == ["planned", "finished", "planned"]


def test_a_changed_log_is_not_continued(place: Path | RunUrl) -> None:
    of = plan([[RANDOM, RANDOM]], game="echoes")
    run(place, of, build=leaving(6))
    with open_store(place) as store:
        with store._connection.begin():
            store._connection.exec_driver_sql("UPDATE event SET facts = '' WHERE number = 2")
        with pytest.raises(CorruptLog, match=r"match \w+, event 2: facts: stored is \(\)"):
            run_matches(store)


def test_a_match_of_other_rules_is_not_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, plan([[RANDOM, RANDOM]]), build=leaving(6))
    monkeypatch.setattr(type(load_game("echoes")), "rules_version", "2")
    with (
        open_store(tmp_path) as store,
        pytest.raises(OtherRules, match="played under echoes rules version 1, installed is 2"),
    ):
        run_matches(store)


def test_a_disk_that_fills_up_stops_the_run_and_room_lets_it_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = plan([[RANDOM, HEURISTIC]] * 30, game="bids")
    with open_store(tmp_path) as store:
        store.freeze(of)
        with store._connection.begin():
            pages = store._connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            store._connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 8}")
        with pytest.raises(StoreUnwritable, match="database or disk is full"):
            run_matches(store)
    report = run(tmp_path, of)
    assert report.complete
    run(tmp_path / "whole", of)
    assert canonical(tmp_path) == canonical(tmp_path / "whole")


def test_a_program_fault_in_one_match_does_not_end_the_others(
    place: Path | RunUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = type(load_game("echoes").new(seats=2, seed=1))
    right = state.apply

    def broken(self, seat: int, action: int) -> None:
        if self.seats == 3:
            raise IndexError("no such token")
        right(self, seat, action)

    monkeypatch.setattr(state, "apply", broken)
    report = run(place, plan([[RANDOM] * 3, [RANDOM] * 2]))
    assert (report.finished, report.set_aside, report.complete) == (1, 1, False)
    (fault,) = report.faults
    assert fault.reason == "IndexError: no such token"
    assert "Traceback" in fault.trace
    with read_store(place) as reader:
        (attempt,) = reader.attempts(reader.find("0"))
        assert reader.find("1").status == "finished"
    assert (attempt.status, attempt.reason) == ("void", "program fault: IndexError: no such token")


def test_an_engine_that_outlasts_its_own_bound_is_a_fault(
    place: Path | RunUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(load_game("bids")), "max_decisions", lambda *_: 5)
    report = run(place, plan([[RANDOM, RANDOM]], game="bids"))
    assert "a match has more decisions than its stated maximum" in report.faults[0].reason
