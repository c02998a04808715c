"""Budgets of participants, matches at a time by provider, and what a run says of itself."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path

import pytest

from ludarena.agents import Controller, Reply, Request, StopRun, build_agent
from ludarena.arena.experiment import Experiment, experiment_from
from ludarena.arena.lanes import Lanes
from ludarena.arena.participant import built_in
from ludarena.arena.protocol import Protocol
from ludarena.arena.runner import RunReport, Tick, run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store, read_store
from ludarena.arena.toml_table import InvalidExperiment, parse_toml
from ludarena.models.errors import InvalidPrices
from ludarena.models.limits import Limits
from ludarena.models.pace import PaceSettings
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run, scripted

FIRST = built_in("first", "llm", model="scripted:first")
LAST = built_in("last", "llm", model="scripted:last")
ROSTERS = [[FIRST, RANDOM], [RANDOM, LAST], [LAST, FIRST], [RANDOM, HEURISTIC]]


def played(folder: Path, concurrency: int = 1, **personal: Limits) -> RunReport:
    with open_store(folder) as store:
        store.freeze(plan(ROSTERS))
        services = Services(personal=personal)
        return run_matches(store, services=services, concurrency=concurrency)


def statuses(folder: Path) -> list[str]:
    with read_store(folder) as reader:
        return [match.status for match in reader.matches()]


# --- budgets of participants ------------------------------------------------------------------


@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_participant_whose_budget_is_used_up_leaves_the_others_playing(
    tmp_path: Path, concurrency: int
) -> None:
    report = played(tmp_path, concurrency, first=Limits(requests=2))
    # the match that ran out is kept, the other one of `first` is not begun or kept too
    assert (report.finished, report.set_aside, report.interrupted) == (2, 0, False)
    assert "the budget of participant first is used up: 2 of 2 requests are spent" in report.stopped
    kinds = statuses(tmp_path)
    assert (kinds[1], kinds[3]) == ("finished", "finished")
    assert kinds[0] == "unfinished" and kinds[2] in ("planned", "unfinished")
    with read_store(tmp_path) as reader:
        spent = Counter(str(call["participant"]) for call in reader.calls())
    assert spent["first"] == 2


def test_a_raised_budget_goes_on_and_loses_nothing(tmp_path: Path) -> None:
    played(tmp_path, first=Limits(requests=2))
    again = played(tmp_path, first=Limits(requests=2))
    assert (again.played, again.finished) == (0, 2)
    rest = played(tmp_path, first=Limits(requests=10_000))
    assert (rest.finished, rest.stopped) == (4, "")
    played(tmp_path / "whole")
    with read_store(tmp_path) as reader, read_store(tmp_path / "whole") as other:
        assert len(reader.calls()) == len(other.calls())  # nothing was asked twice
        assert [one.ranks for one in reader.results()] == [one.ranks for one in other.results()]
        assert all(match.attempts == 1 for match in reader.matches())


def test_a_participants_limit_in_money_needs_prices(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    asked = built_in("asked", "llm", model="openai:gpt-5")
    with open_store(tmp_path) as store:
        store.freeze(plan([[asked, RANDOM]]))
        services = Services(personal={"asked": Limits(money=Decimal(1))})
        with pytest.raises(InvalidPrices, match="a limit in money needs the prices of 'openai:gpt"):
            run_matches(store, services=services)


# --- matches at a time by provider ------------------------------------------------------------


def test_lanes_play_the_first_match_that_may_be_played(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]] * 5))
        matches = store.reader.matches()
    providers = [{"a"}, {"a"}, {"a", "b"}, {"b"}, set()]
    of = {match.id: frozenset(names) for match, names in zip(matches, providers, strict=True)}

    async def take() -> list[int]:
        lanes = Lanes(matches, {"a": 1}, lambda match: of[match.id])
        first, free, last = await lanes.next(), await lanes.next(), await lanes.next()
        assert first and free and last
        waiting = asyncio.create_task(lanes.next())
        await asyncio.sleep(0)
        assert not waiting.done()
        lanes.done(first)
        second = await waiting
        assert second
        lanes.done(second)
        third = await lanes.next()
        assert third and await lanes.next() is None
        return [one.cell.index for one in (first, free, last, second, third)]

    assert asyncio.run(take()) == [0, 3, 4, 1, 2]


def test_a_provider_plays_no_more_matches_at_a_time_than_it_may(
    tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr("ludarena.arena.runner.providers_of", lambda one: {one.type} - {"random"})
    ticks: list[Tick] = []
    with open_store(tmp_path) as store:
        store.freeze(plan([[FIRST, RANDOM]] * 6 + [[RANDOM, HEURISTIC]] * 2))
        report = run_matches(store, concurrency=8, lanes={"llm": 2}, progress=ticks.append)
    assert report.complete
    assert max(one.running for one in ticks) <= 2 + 2


# --- pausing ----------------------------------------------------------------------------------


class Slow:
    """A player that needs a moment for each decision and may send a signal meanwhile."""

    immediate = False

    def __init__(self, seconds: float, signals: list[signal.Signals]) -> None:
        self._seconds = seconds
        self._signals = signals
        self.begun = self.made = 0

    async def decide(self, request: Request) -> Reply:
        self.begun += 1
        if self._signals and self.begun == 3:
            signal.raise_signal(self._signals.pop(0))
        await asyncio.sleep(self._seconds)
        if self._signals and self.begun == 3:
            signal.raise_signal(self._signals.pop(0))
            await asyncio.sleep(60)
        self.made += 1
        return Reply(action=request.legal_actions[0])

    async def close(self) -> None: ...


def stopped(folder: Path, *signals: signal.Signals) -> tuple[RunReport, list[Slow], list[int]]:
    """Play two matches at a time of slow players until the first of them sends signals."""
    players = [Slow(0.01, list(signals)), Slow(0.05, [])]
    waiting = iter(players)
    told: list[int] = []

    def build(kind: str, settings: Mapping[str, object]) -> Controller:
        return build_agent(kind, settings) if kind != "random" else next(waiting)

    with open_store(folder) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]] * 2))
        return run_matches(store, concurrency=2, build=build, pausing=told.append), players, told


def decided(folder: Path) -> int:
    """Return how many decisions of the slow players are stored."""
    with read_store(folder) as reader:
        attempts = [one.key for match in reader.matches() for one in reader.attempts(match)]
        return sum(one.seat == 0 for key in attempts for one in reader.answers(key))


def test_a_pause_waits_for_the_decisions_in_hand_and_keeps_them(tmp_path: Path) -> None:
    report, players, told = stopped(tmp_path, signal.SIGINT)
    assert (report.interrupted, report.finished, report.stopped) == (True, 0, "")
    assert told == [2]
    assert all(one.made == one.begun for one in players)
    assert decided(tmp_path) == sum(one.made for one in players)
    assert run(tmp_path, plan([[RANDOM, HEURISTIC]] * 2)).complete


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM])
def test_a_second_ctrl_c_or_sigterm_does_not_wait(tmp_path: Path, first: signal.Signals) -> None:
    signals = [first] if first == signal.SIGTERM else [first, signal.SIGINT]
    report, players, told = stopped(tmp_path, *signals)
    assert report.interrupted
    assert len(told) == (first == signal.SIGINT)
    assert players[0].made == players[0].begun - 1 == 2
    assert decided(tmp_path) == sum(one.made for one in players)


class Stopper:
    """A player whose second decision ends the whole run."""

    immediate = False

    def __init__(self) -> None:
        self.begun = 0

    async def decide(self, request: Request) -> Reply:
        self.begun += 1
        await asyncio.sleep(0.01)
        if self.begun == 2:
            raise StopRun("the budget of the whole run is used up")
        return Reply(action=request.legal_actions[0])

    async def close(self) -> None: ...


def test_a_run_that_stops_by_itself_keeps_the_decisions_in_hand(tmp_path: Path) -> None:
    slow = Slow(0.1, [])
    waiting: Iterator[Controller] = iter([Stopper(), slow])

    def build(kind: str, settings: Mapping[str, object]) -> Controller:
        return build_agent(kind, settings) if kind != "random" else next(waiting)

    told: list[int] = []
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]] * 3))
        report = run_matches(store, concurrency=2, build=build, pausing=told.append)
    assert (report.stopped, report.interrupted) == ("the budget of the whole run is used up", False)
    assert slow.made == slow.begun == 1
    assert decided(tmp_path) == 2
    assert told == [1]


# --- what a run says of itself ----------------------------------------------------------------


def test_ticks_tell_matches_use_and_failures(tmp_path: Path) -> None:
    failing = scripted("silent", "nothing", "nothing")
    ticks: list[Tick] = []
    with open_store(tmp_path) as store:
        store.freeze(plan([[FIRST, RANDOM], [failing, RANDOM]], protocol=Protocol(attempts=1)))
        run_matches(store, progress=ticks.append)
        calls = store.reader.calls()
    last = ticks[-1]
    assert (last.planned, last.finished, last.played, last.set_aside) == (2, 1, 1, 1)
    assert last.running == 0
    assert last.failures == {"silent": 2}
    assert last.spent.requests == len(calls) > 0
    assert last.currency == ""


def test_workers_tell_failures_too(tmp_path: Path) -> None:
    failing = scripted("silent", "nothing", "nothing")
    ticks: list[Tick] = []
    with open_store(tmp_path) as store:
        of = plan([[failing, RANDOM]] * 2, game="azul", protocol=Protocol(attempts=1))
        store.freeze(of)
        run_matches(store, workers=2, progress=ticks.append)
    assert ticks[-1].failures == {"silent": 4}
    assert ticks[-1].running == 0


# --- files ------------------------------------------------------------------------------------

FILE = """\
seed = 1
[[games]]
id = "echoes"
seats = 2
[[participants]]
type = "random"
[[participants]]
type = "llm"
name = "asked"
model = "openai:gpt-5"
"""


def read(text: str) -> Experiment:
    return experiment_from(parse_toml("e.toml", FILE + text), default_name="e")


def test_budgets_and_matches_at_a_time_from_a_file() -> None:
    experiment = read(
        "[budget]\nhours = 2\nmoney = 5\n[budget.participants.asked]\ntokens = 900\nseconds = 30\n"
        "[running]\nmatches = 16\nproviders = { openai = 4 }\n"
        "[running.rates.openai]\nrequests_per_minute = 500\n"
    )
    assert experiment.pacing.rates == {"openai": PaceSettings(requests_per_minute=500)}
    assert experiment.spending.limits == Limits(money=Decimal(5), seconds=7200.0)
    assert experiment.spending.personal == {"asked": Limits(tokens=900, seconds=30.0)}
    assert (experiment.pacing.matches, dict(experiment.pacing.providers)) == (16, {"openai": 4})
    assert read("").pacing.matches == 1
    assert read("[protocol]\npreset = 'dece'\n").pacing.matches == 32
    # how it is played is no part of the plan
    assert experiment.plan() == read("").plan()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[budget]\nhours = 1\nseconds = 3600\n",
         "e.toml:12: budget.hours: says the same as seconds: give one of the two"),
        ("[budget.participants.aske]\ntokens = 1\n",
         "budget.participants.aske: 'aske' is no participant (did you mean 'asked'?)"),
        ("[budget.participants.asked]\ntoken = 1\n",
         "budget.participants.asked.token: is not known here (did you mean 'tokens'?)"),
        ("[budget.participants.asked]\nhours = 0\n", "must be a number above 0, not 0"),
        ("[running]\nmatches = 0\n", "running.matches: must be an integer from 1 to 256, not 0"),
        ("[running.providers]\nanthropic = 2\n", "running.providers.anthropic: no participant "
         "calls the provider 'anthropic'; there are: openai"),
        ("[running.rates.google]\ntokens_per_minute = 2\n", "running.rates.google: no participant "
         "calls the provider 'google'; there are: openai"),
        ("[running.rates.openai]\nrequests = 2\n", "running.rates.openai.requests: is not known "
         "here; known: requests_per_minute, tokens_per_minute"),
        ("[running.rates.openai]\nrequests_per_minute = 0\n", "must be an integer from 1"),
    ],
)  # fmt: skip
def test_wrong_budgets_and_numbers_are_told(text: str, message: str) -> None:
    with pytest.raises(InvalidExperiment) as caught:
        read(text)
    assert message in str(caught.value)


def test_a_file_without_models_has_no_providers() -> None:
    text = FILE.replace(
        'type = "llm"\nname = "asked"\nmodel = "openai:gpt-5"', 'type = "heuristic"'
    )
    with pytest.raises(InvalidExperiment, match="calls the provider 'openai'; nobody calls one"):
        experiment_from(parse_toml("e.toml", text + "[running.providers]\nopenai = 1\n"), "e")


def test_a_run_without_models_is_played_as_before(tmp_path: Path) -> None:
    assert run(tmp_path, plan([[RANDOM, HEURISTIC]])).complete
