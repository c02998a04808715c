"""What the native loop adds to model calls: `python -m benchmarks.llm_overhead`.

Matches of language models at a scripted provider, many at once, in one process; the provider runs
in another and answers after a fixed pause. The overhead of a call is the time of its decision, as
the arena measures it, less the pause: it holds prompt, gateway, HTTP both ways, reading and the
write to the store. The store is compared with what the provider counted.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import platform
import re
import resource
import statistics
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

from ludarena.arena.cells import Cell, MatchSetup, Plan
from ludarena.arena.participant import built_in
from ludarena.arena.presets import preset, protocol_for
from ludarena.arena.runner import RunReport, run_matches
from ludarena.arena.schedule import stratum
from ludarena.arena.services import Services
from ludarena.arena.store import open_store
from ludarena.core.options import resolve
from ludarena.core.registry import load_game
from ludarena.models.pace import PaceSettings
from ludarena.testing.provider import Asked, Reply, ScriptedProvider

_LISTED = re.compile(r"^- (\S+:\S+): ", re.MULTILINE)


def provide(pipe: Connection, pause: float) -> None:
    """Serve a scripted provider in this process until the pipe says otherwise."""

    def script(asked: Asked) -> Reply:
        time.sleep(pause)
        found = _LISTED.search(asked.user.rpartition("# Your decision")[2])
        return Reply(text=f"The first one.\nFinal Answer: {found[1] if found else 'pass'}")

    with ScriptedProvider(script) as provider:
        pipe.send(provider.url)
        pipe.recv()
        tokens = provider.tokens()
        pipe.send((len(provider.served()), tokens.input, tokens.output, provider.most_in_flight))


def plan_of(url: str, matches: int) -> Plan:
    """Return matches of Azul with two seats, both language models, under the preset `dece`."""
    game = load_game("azul")
    options = resolve(game.id, game.options, {"round_limit": 2})
    people = [
        built_in(name, "llm", model="openai-compatible:scripted-1", base_url=f"{url}/v1")
        if name == "first"
        else built_in(
            name, "llm", model="openai-compatible:scripted-1", base_url=f"{url}/v1", memory="log"
        )
        for name in ("first", "second")
    ]
    setups = [
        MatchSetup(
            game=game.id, rules_version=game.rules_version, seats=2, options=options, seed=seed
        )
        for seed in range(matches)
    ]
    return Plan(
        name="overhead",
        design={"kind": "benchmark", "matches": matches},
        participants=tuple(people),
        protocol=protocol_for(people, preset("dece").settings),
        cells=tuple(
            Cell(index=index, setup=setup, roster=("first", "second"), stratum=stratum(setup))
            for index, setup in enumerate(setups)
        ),
    )


def measure(matches: int, at_once: int, pause: float) -> dict[str, object]:
    """Play the matches; return times in milliseconds, counts and the most memory in MB."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    provider = multiprocessing.get_context("spawn").Process(target=provide, args=(theirs, pause))
    provider.start()
    url = str(ours.recv())
    settings = PaceSettings(start=at_once, most=2 * at_once)
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder)) as store:
        store.freeze(plan_of(url, matches))
        started, cpu = time.monotonic(), time.process_time()
        report: RunReport = run_matches(
            store,
            concurrency=at_once,
            services=Services(pace={"openai-compatible": settings}),
        )
        seconds, cpu = time.monotonic() - started, time.process_time() - cpu
        reader = store.reader
        calls = reader.calls()
        answers = [
            answer.seconds
            for match in reader.matches()
            for attempt in reader.attempts(match)
            for answer in reader.answers(attempt.key)
        ]
    ours.send("stop")
    served, tokens_in, tokens_out, in_flight = ours.recv()
    provider.join()
    overhead = sorted((one - pause) * 1000 for one in answers)
    return {
        "matches": matches,
        "at_once": at_once,
        "pause_ms": pause * 1000,
        "calls": len(calls),
        "most_in_flight": in_flight,
        "complete": report.complete,
        "lost": served - len(calls),
        "tokens_agree": (tokens_in, tokens_out)
        == (sum(c["input_tokens"] for c in calls), sum(c["output_tokens"] for c in calls)),  # type: ignore[misc]
        "overhead_median_ms": round(statistics.median(overhead), 2),
        "overhead_p95_ms": round(overhead[int(len(overhead) * 0.95)], 2),
        "cpu_ms_a_call": round(cpu * 1000 / max(1, len(calls)), 2),
        "calls_a_second": round(len(calls) / seconds, 1),
        "most_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=32)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds a model takes to answer")
    asked = parser.parse_args()
    results = [measure(8, 1, 0.0), measure(asked.matches, 32, asked.pause)]
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    json.dump({"machine": machine, "results": results}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
