"""32 matches of language models at once: `python -m benchmarks.llm_many`.

Half are Azul with two seats, half 7 Wonders with three, whose seats think at the same time. The
scripted provider runs in another process, takes from 0.4 to 4 seconds to begin, and streams its
replies in pieces, or sends them whole. The program fails unless every decision is there in time
and on its first try, the store has every response that the provider gave, to the token, and the
process stays under 1 GB.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from benchmarks.llm_overhead import spread, tokens_of
from benchmarks.llm_provider import Manner, Provider
from benchmarks.machine import machine
from ludarena.arena import services as offered
from ludarena.arena.cells import Cell, MatchSetup, Plan
from ludarena.arena.participant import built_in
from ludarena.arena.presets import preset, protocol_for
from ludarena.arena.record import Answer
from ludarena.arena.runner import RunReport, run_matches
from ludarena.arena.schedule import stratum
from ludarena.arena.services import Services
from ludarena.arena.store import open_store
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.core.view import Json
from ludarena.models.choose import open_model
from ludarena.models.limits import Amount
from ludarena.models.pace import PaceSettings
from ludarena.models.provider import Model

LIMIT_S = 20
"""What the protocol of this benchmark gives a decision: a later one is lost."""

MANNER = Manner(
    pauses=(0.4, 0.9, 1.3, 0.6, 2.1, 0.8, 4.0, 1.1), sentences=6, piece=16, piece_pause=0.03
)
TICK_S = 0.01
MOST_MB = 1000


def plan_of(url: str, matches: int, seconds: int) -> Plan:
    """Return as many matches of Azul (two rounds) as of 7 Wonders, all seats language models."""
    model = "openai-compatible:scripted-1"
    people = [
        built_in(name, "llm", model=model, base_url=f"{url}/v1", memory=memory)
        for name, memory in (("one", "own"), ("two", "log"), ("three", "none"))
    ]
    cells = []
    for index in range(matches):
        seats = 2 + index % 2
        game = load_game("seven_wonders" if index % 2 else "azul")
        given = {} if index % 2 else {"round_limit": 2}
        setup = MatchSetup(
            game=game.id,
            rules_version=game.rules_version,
            seats=seats,
            options=resolve(game.id, game.options, given),
            seed=index,
        )
        roster = ("one", "two", "three")[:seats]
        cells.append(Cell(index=index, setup=setup, roster=roster, stratum=stratum(setup)))
    settings = {**preset("dece").settings, "decision_seconds": seconds}
    return Plan(
        name="many",
        design={"kind": "benchmark", "matches": matches},
        participants=tuple(people),
        protocol=protocol_for(people, settings),
        cells=tuple(cells),
    )


class Watched(Services):
    """Services that watch how late the event loop of the run wakes a task every 10 ms."""

    def __init__(self, at_once: int) -> None:
        # A place for every call that the seats can make: three seats of each match at once.
        super().__init__(pace={"openai-compatible": PaceSettings(start=at_once, most=3 * at_once)})
        self.lags: list[float] = []
        self._ticking: asyncio.Task[None] | None = None

    def start(
        self,
        spent: Amount,
        folder: Path | None = None,
        personal: Mapping[str, Amount] | None = None,
    ) -> None:
        super().start(spent, folder, personal)
        self._ticking = asyncio.get_running_loop().create_task(self._tick())

    async def _tick(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(TICK_S)
            self.lags.append((time.perf_counter() - began - TICK_S) * 1000)

    async def close(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
        await super().close()


@dataclass(slots=True)
class Played:
    """What the store holds after the matches."""

    report: RunReport
    seconds: float
    cpu: float
    lags: list[float]
    failed: int = 0
    answers: dict[tuple[int, int, int], Answer] = field(default_factory=dict)
    calls: dict[str, dict[str, Json]] = field(default_factory=dict)


def play(url: str, matches: int, at_once: int) -> Played:
    """Play the matches and read what the store has of them."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder)) as store:
        store.freeze(plan_of(url, matches, LIMIT_S))
        watched = Watched(at_once)
        began, cpu = time.monotonic(), time.process_time()
        report = run_matches(store, concurrency=at_once, services=watched)
        cpu, seconds = time.process_time() - cpu, time.monotonic() - began
        found = Played(report, seconds, cpu, watched.lags)
        reader = store.reader
        for match in reader.matches():
            for attempt in reader.attempts(match):
                found.failed += len(reader.failed_tries(attempt.key))
                for one in reader.answers(attempt.key):
                    found.answers[attempt.key, one.seat, one.number] = one
        found.calls = {str(one["id"]): one for one in reader.calls()}
    return found


def faults_of(found: Played, tokens: Mapping[str, tuple[int, int]], most_mb: float) -> list[str]:
    """Return what went wrong, nothing when all is well."""
    stored = {key: tokens_of(row) for key, row in found.calls.items()}
    late = [one for one in found.answers.values() if one.seconds > LIMIT_S or one.stand_in]
    checks = {
        f"only {found.report.finished} matches were finished": found.report.complete,
        f"{found.failed} tries failed": not found.failed,
        f"{len(late)} decisions came late": not late,
        f"{len(found.answers)} decisions, but {len(stored)} calls": len(stored)
        == len(found.answers),
        "the store does not agree with what the provider counted": stored == tokens,
        f"the process took {most_mb:.0f} MB": most_mb < MOST_MB,
    }
    return [fault for fault, well in checks.items() if not well]


def measure(matches: int, at_once: int, manner: Manner, *, stream: bool) -> dict[str, object]:
    """Return times in milliseconds, counts, and what went wrong."""

    def open_one(*given: object, **named: object) -> Model:
        return open_model(*given, **named, stream=stream)  # type: ignore[arg-type]

    with Provider(manner) as provider, patch.object(offered, "open_model", open_one):
        found = play(provider.url, matches, at_once)
        given = {one.response: one for one in provider.given()}
    most_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    beyond = [
        (found.answers[place_of(row)].seconds - given[key].seconds) * 1000
        for key, row in found.calls.items()
        if key in given and place_of(row) in found.answers
    ]
    lags = spread(found.lags)
    return {
        "streamed": stream,
        "matches": matches,
        "at_once": at_once,
        "calls": len(found.calls),
        "most_calls_in_flight": most_in_flight(
            [(one.began, one.seconds) for one in given.values()]
        ),
        "faults": faults_of(found, {key: one.tokens for key, one in given.items()}, most_mb),
        "provider_ms": spread([one.seconds * 1000 for one in given.values()]),
        "beyond_provider_ms": spread(beyond),
        "slowest_decision_s": round(max(one.seconds for one in found.answers.values()), 1),
        "matches_a_minute": round(matches * 60 / found.seconds, 1),
        "cpu_ms_a_call": round(found.cpu * 1000 / len(found.calls), 1),
        "loop_lag_ms": {**lags, "most": round(max(found.lags), 1)},
        "most_memory_mb": round(most_mb),
    }


def place_of(row: Mapping[str, Json]) -> tuple[int, int, int]:
    """Return attempt, seat and number of the decision to which a call belongs."""
    return int(str(row["attempt"])), int(str(row["seat"])), int(str(row["number"]))


def most_in_flight(spans: list[tuple[float, float]]) -> int:
    """Return how many spans of time, begin and length, overlap at the most."""
    steps = [(began, 1) for began, _ in spans] + [(began + long, -1) for began, long in spans]
    now = most = 0
    for _, step in sorted(steps):
        now += step
        most = max(most, now)
    return most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=32)
    asked = parser.parse_args()
    for name in ("azul", "seven_wonders"):
        load_game(name)
    results = [
        measure(asked.matches, asked.matches, MANNER, stream=stream) for stream in (True, False)
    ]
    json.dump({"machine": machine(), "results": results}, sys.stdout, indent=2)
    print()
    if any(one["faults"] for one in results):
        sys.exit("decisions were lost or late, or counts differ: see faults")


if __name__ == "__main__":
    main()
