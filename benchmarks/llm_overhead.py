"""What the native loop adds to a model call: `python -m benchmarks.llm_overhead`.

Matches of language models at a scripted provider in another process, one match at a time. Gross is
the time from a seat being asked to its action being there, as the arena measures it: prompt, client
library, gateway, HTTP to the provider and back, the provider's own work, the durable write to the
store, and reading. Net is gross less what the same exchange takes by a bare HTTP client: after each
round the very bodies that the provider got are sent to it again, one after another over one
connection, by `http.client` of the standard library, which reads each reply to its end and does
nothing with it. The store is compared with what the provider counted.
"""

from __future__ import annotations

import argparse
import http.client
import inspect
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.llm_provider import Given, Manner, Provider
from benchmarks.machine import machine
from ludarena.agents.llm.access import MeteredLine, Till
from ludarena.agents.llm.prompting import Prompter
from ludarena.arena.cells import Cell, MatchSetup, Plan
from ludarena.arena.participant import built_in
from ludarena.arena.presets import preset, protocol_for
from ludarena.arena.runner import run_matches
from ludarena.arena.schedule import stratum
from ludarena.arena.store import open_store
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.core.view import Json
from ludarena.models.gateway.within import Within

_PARTS = (
    ("prompt", Prompter, "messages"),
    ("asking", MeteredLine, "ask"),
    ("carrying", Within, "__call__"),
    ("storing", Till, "keep"),
)


def plan_of(url: str, matches: int) -> Plan:
    """Return matches of Azul with two seats, both language models, under the preset `dece`."""
    game = load_game("azul")
    options = resolve(game.id, game.options, {"round_limit": 2})
    model = "openai-compatible:scripted-1"
    people = (
        built_in("first", "llm", model=model, base_url=f"{url}/v1"),
        built_in("second", "llm", model=model, base_url=f"{url}/v1", memory="log"),
    )
    setups = [
        MatchSetup(
            game=game.id, rules_version=game.rules_version, seats=2, options=options, seed=seed
        )
        for seed in range(matches)
    ]
    return Plan(
        name="overhead",
        design={"kind": "benchmark", "matches": matches},
        participants=people,
        protocol=protocol_for(people, preset("dece").settings),
        cells=tuple(
            Cell(index=index, setup=setup, roster=("first", "second"), stratum=stratum(setup))
            for index, setup in enumerate(setups)
        ),
    )


class Clock:
    """Takes the times of all calls of some methods, in milliseconds by name."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {name: [] for name, *_ in _PARTS}
        for name, owner, method in _PARTS:
            setattr(owner, method, self._clocked(name, getattr(owner, method)))

    def forget(self) -> None:
        """Begin anew."""
        for times in self.times.values():
            times.clear()

    @contextmanager
    def _running(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.times[name].append((time.perf_counter() - began) * 1000)

    def _clocked(self, name: str, method: Any) -> Any:
        def plain(*given: Any, **named: Any) -> Any:
            with self._running(name):
                return method(*given, **named)

        async def waiting(*given: Any, **named: Any) -> Any:
            with self._running(name):
                return await method(*given, **named)

        return waiting if inspect.iscoroutinefunction(method) else plain


def bare(url: str, given: list[Given]) -> list[float]:
    """Return how long each exchange takes a bare client, in milliseconds."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    connection.connect()
    headers = {"content-type": "application/json", "authorization": "Bearer none"}
    times = []
    for one in given:
        began = time.perf_counter()
        connection.request("POST", "/v1/chat/completions", one.body, headers)
        connection.getresponse().read()
        times.append((time.perf_counter() - began) * 1000)
    connection.close()
    return times


@dataclass(slots=True)
class Round:
    """What matches one after another took, in milliseconds a call, and what the store counted."""

    gross: list[float]
    exchange: list[float]
    tokens: dict[str, tuple[int, int]]
    cpu: float


def play(url: str, matches: int) -> Round:
    """Play the matches and read what the store has of them."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder)) as store:
        store.freeze(plan_of(url, matches))
        began = time.process_time()
        run_matches(store)
        cpu = time.process_time() - began
        reader = store.reader
        calls = reader.calls()
        answers = [
            answer
            for match in reader.matches()
            for attempt in reader.attempts(match)
            for answer in reader.answers(attempt.key)
        ]
    return Round(
        gross=[one.seconds * 1000 for one in answers],
        exchange=[float(str(one["seconds"])) * 1000 for one in calls],
        tokens={str(one["id"]): tokens_of(one) for one in calls},
        cpu=cpu * 1000 / len(calls),
    )


def tokens_of(row: Mapping[str, Json]) -> tuple[int, int]:
    """Return input and output of a stored call."""
    return int(str(row["input_tokens"])), int(str(row["output_tokens"]))


def measure(matches: int, rounds: int, manner: Manner) -> dict[str, object]:
    """Return medians in milliseconds over all rounds; the first round is only to get warm."""
    gross: list[float] = []
    exchange: list[float] = []
    plain: list[float] = []
    cpu: list[float] = []
    nets: list[float] = []
    agree = True
    with Provider(manner) as provider:
        clock, seen = Clock(), 0
        for number in range(rounds + 1):
            one = play(provider.url, matches)
            given = provider.given()[seen:]
            agree &= one.tokens == {each.response: each.tokens for each in given}
            times = bare(provider.url, given)
            seen += 2 * len(given)
            if not number:
                clock.forget()
                continue
            gross += one.gross
            exchange += one.exchange
            plain += times
            cpu.append(one.cpu)
            nets.append(statistics.median(one.gross) - statistics.median(times))
    return {
        "calls": len(gross),
        "store_agrees_with_provider": agree,
        "gross": spread(gross),
        "bare": spread(plain),
        "net_median": round(statistics.median(gross) - statistics.median(plain), 2),
        "net_median_by_round": [round(one, 2) for one in nets],
        "parts": parts(clock.times, exchange),
        "cpu_a_call": round(statistics.median(cpu), 2),
        "most_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def spread(times: list[float]) -> dict[str, float]:
    """Return median and 95th percentile."""
    ordered = sorted(times)
    return {
        "median": round(statistics.median(ordered), 2),
        "p95": round(ordered[int(len(ordered) * 0.95)], 2),
    }


def parts(times: dict[str, list[float]], exchange: list[float]) -> dict[str, float]:
    """Return the medians of the parts of which gross is made, `storing` lying within `gateway`.

    `exchange` is HTTP from the gateway to the provider and back, as the ledger has it.
    """
    asking, carrying = statistics.median(times["asking"]), statistics.median(times["carrying"])
    found = {
        "prompt": statistics.median(times["prompt"]),
        "library": asking - carrying,
        "exchange": statistics.median(exchange),
        "gateway": carrying - statistics.median(exchange),
        "storing": statistics.median(times["storing"]),
    }
    return {name: round(time, 2) for name, time in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    load_game("azul")
    figures = {"machine": machine(), **measure(asked.matches, asked.rounds, Manner())}
    json.dump(figures, sys.stdout, indent=2)
    print()
    if not figures["store_agrees_with_provider"]:
        sys.exit("the store does not agree with what the provider counted")


if __name__ == "__main__":
    main()
