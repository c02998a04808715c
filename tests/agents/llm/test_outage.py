"""A provider that refuses connections in mid-match, for a while or for good."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import replace

import pytest

from ludarena.arena.participant import built_in
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store
from ludarena.models.retry import RetryPolicy
from ludarena.testing.provider import ScriptedProvider
from tests.agents.llm.table import first_listed, model_at, plan_of, services

PATIENT = RetryPolicy(tries=10_000, seconds=60.0, first_pause_s=0.01, longest_pause_s=0.02)
HASTY = RetryPolicy(tries=3, seconds=10.0, first_pause_s=0.01, longest_pause_s=0.02)
LAST_BEFORE = 3
"""The request after which the provider goes away."""


class Falling:
    """A provider that goes away after some requests, and comes back when told to, if ever."""

    def __init__(self):
        self.last_answered = threading.Event()
        self.back = threading.Event()
        self.left = False
        self.first = ScriptedProvider(self._answer)
        self.second = None
        self.keeper = threading.Thread(target=self._keep)
        self.keeper.start()

    def _answer(self, asked):
        if asked.number == LAST_BEFORE:
            self.last_answered.set()
        return first_listed(asked)

    def _keep(self):
        self.last_answered.wait(60)
        self.first.served()  # waits for the answer that is on its way
        self.first.close()
        self.back.wait(60)
        if not self.left:
            port = int(self.first.url.rpartition(":")[2])
            self.second = ScriptedProvider(self._later, port=port)

    def _later(self, asked):
        return replace(first_listed(asked), response_id=f"later-{asked.number}")

    def served(self):
        """Return the ids of all replies that left whole, before the outage and after it."""
        both = [self.first, *([self.second] if self.second else [])]
        return {one.response_id for each in both for one in each.served() if one.sent == "whole"}

    @contextlib.contextmanager
    def running(self):
        try:
            yield self
        finally:
            self.left = self.second is None
            self.last_answered.set()
            self.back.set()
            self.keeper.join(60)
            if self.second is not None:
                self.second.close()


def two_matches(fallen, steady, **protocol):
    """Return a plan of a match at the provider that falls, and one of another provider's model."""
    people = [
        model_at(fallen.first, "fallen"),
        model_at(steady, "steady"),
        built_in("heuristic", "heuristic"),
    ]
    plan = plan_of([people[0], people[2]], **protocol)
    beside = replace(plan.cells[0], index=1, roster=("steady", "heuristic"))
    return replace(plan, participants=tuple(people), cells=(plan.cells[0], beside))


class Seen:
    """What the store holds of a match."""

    def __init__(self, reader, index):
        match = reader.matches()[index]
        attempts = reader.attempts(match)
        self.statuses = [one.status for one in attempts]
        self.failed = [one for each in attempts for one in reader.failed_tries(each.key)]
        self.rows = [one for each in attempts for one in reader.responses(each.key)]
        current = reader.current_attempt(match)
        self.answers = reader.answers(current.key) if current else []
        self.results = reader.seat_results(current.key) if current else []
        self.extra = {
            call["id"]: call["extra"] for call in reader.calls() if call["match"] == match.id
        }


def played(folder, plan, retries, *, progress=None):
    with open_store(folder) as store:
        store.freeze(plan)
        report = run_matches(
            store, services=services(retries=retries), concurrency=2, progress=progress
        )
        return report, Seen(store.reader, 0), Seen(store.reader, 1)


def test_provider_that_is_away_for_a_while_costs_nothing_but_time(tmp_path):
    """It is away until the match beside is over, however long that takes."""
    with Falling().running() as fallen, ScriptedProvider(first_listed) as steady:

        def progress(tick):
            if tick.finished:
                fallen.back.set()

        plan = two_matches(fallen, steady, rethinks=0)
        report, hit, beside = played(tmp_path, plan, PATIENT, progress=progress)
        served = fallen.served()
    assert report.complete
    assert hit.failed == beside.failed == []
    assert hit.statuses == beside.statuses == ["finished"]
    assert {row["id"] for row in hit.rows if row["status"] == "ok"} == served
    assert all(not one.stand_in and one.tries == 1 for one in hit.answers)
    waited = [one for one in hit.extra.values() if one["tries"] > 1]
    assert len(waited) == 1, "one call was tried until the provider was back"
    assert all(one["tries"] == 1 for one in beside.extra.values())


@pytest.mark.parametrize("policy", ["void", "forfeit", "stand_in"])
def test_provider_that_never_comes_back_is_a_failure_in_its_class(tmp_path, policy):
    with Falling().running() as fallen, ScriptedProvider(first_listed) as steady:
        plan = two_matches(fallen, steady, rethinks=0, on_failure=policy, attempts=2)
        report, hit, beside = played(tmp_path, plan, HASTY)
        served = fallen.served()
    assert beside.statuses == ["finished"] and beside.failed == []
    assert {row["id"] for row in hit.rows if row["status"] == "ok"} == served
    assert {one.kind for one in hit.failed} == {"provider_error"}
    assert all("is unavailable: " in one.detail for one in hit.failed)
    assert "unreachable" in {row["status"] for row in hit.rows}
    if policy == "void":
        assert (report.set_aside, report.finished) == (1, 1)
        assert hit.statuses == ["void", "void"]
        return
    assert report.complete
    seat = hit.results[0]
    assert seat.forfeited == (policy == "forfeit")
    assert len(hit.failed) == (1 if policy == "forfeit" else seat.stand_in_decisions)


def test_match_that_an_outage_set_aside_is_played_when_more_attempts_are_allowed(tmp_path):
    with Falling().running() as fallen, ScriptedProvider(first_listed) as steady:
        plan = two_matches(fallen, steady, rethinks=0, on_failure="void", attempts=1)
        report, *_ = played(tmp_path, plan, HASTY)
        assert (report.set_aside, report.finished) == (1, 1)
        before = len(steady.served())
        fallen.back.set()
        fallen.keeper.join(60)
        with open_store(tmp_path) as store:
            again = run_matches(store, services=services(), more_attempts=1)
            hit = Seen(store.reader, 0)
        assert again.complete
        assert hit.statuses == ["void", "finished"]
        assert {row["id"] for row in hit.rows if row["status"] == "ok"} == fallen.served()
        assert len(steady.served()) == before, "what is finished is not paid twice"


def test_default_policy_outlasts_a_minute(monkeypatch):
    policy = RetryPolicy()
    monkeypatch.setattr("secrets.randbelow", lambda below: 0)  # the shortest pauses
    pauses = [policy.pause(failures, None) for failures in range(1, policy.tries)]
    assert sum(pauses) > 60
    monkeypatch.setattr("secrets.randbelow", lambda below: below - 1)
    pauses = [policy.pause(failures, None) for failures in range(1, policy.tries)]
    assert sum(pauses) < policy.seconds
