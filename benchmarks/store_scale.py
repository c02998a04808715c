"""How long a large store takes to be read, and in how much memory.

    python -m benchmarks.store_scale [--matches N] [--folder FOLDER] [--json]

It writes a run of N matches (100,000) through the store's writer: twelve participants at three
seats, results drawn from strengths, three events and decisions a seat and a response for each
tenth match. Then every command that reads a whole run is called in a process of its own: seconds
and the most memory of that process, the start of Python included. With `--folder` the run is kept
and found again. Exit code 1 when the commands of an analysis miss the goal.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.machine import machine, seconds
from ludarena.agents.controller import ModelResponse
from ludarena.arena.cells import Cell, MatchSetup, Plan
from ludarena.arena.participant import built_in
from ludarena.arena.protocol import Protocol
from ludarena.arena.record import Answer, Event, MatchResult, SeatResult, StoredMatch
from ludarena.arena.store import Store, open_store
from ludarena.core.options import resolve
from ludarena.core.registry import load_game

MATCHES = 100_000
SEATS = 3
TURNS = 3
GAMES = ("azul", "century", "splendor", "harmonies")

SECONDS_GOAL = 120.0
"""Of the processor, for the leaderboard and the ratings of 100,000 matches."""

BYTES_GOAL = 2e9

COMMANDS: dict[str, tuple[str, ...]] = {
    "status": ("status",),
    "leaderboard": ("leaderboard",),
    "ratings": ("leaderboard", "--ratings"),
    "failures": ("failures",),
    "usage": ("usage",),
}
ANALYSIS = ("leaderboard", "ratings")

_CALL = """
import json, resource, sys, time
began, used = time.perf_counter(), time.process_time()
from ludarena.cli import main
try:
    main(sys.argv[1:])
except SystemExit as left:
    code = left.code
took, used = time.perf_counter() - began, time.process_time() - used
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([code or 0, took, used, peak]), file=sys.stderr)
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """One command: seconds by the clock and of the processor, and most memory in bytes."""

    command: str
    seconds: float
    processor: float
    bytes: int


def plan(matches: int) -> Plan:
    """Return a plan of twelve participants that meet at random."""
    chance = random.Random(1)
    people = tuple(built_in(f"player-{one:02}", "random") for one in range(12))
    setups = []
    for name in GAMES:
        game = load_game(name)
        options = resolve(game.id, game.options, {})
        setups.append((game.id, game.rules_version, options))
    cells = []
    for index in range(matches):
        game_id, version, options = setups[index % len(setups)]
        roster = chance.sample([one.name for one in people], SEATS)
        cells.append(
            Cell(
                index=index,
                setup=MatchSetup(
                    game=game_id, rules_version=version, seats=SEATS, options=options, seed=index
                ),
                roster=tuple(roster),
                stratum=f"{game_id}/{SEATS}",
            )
        )
    return Plan(
        name="scale",
        design={"kind": "list", "matches": matches},
        participants=people,
        protocol=Protocol(),
        cells=tuple(cells),
    )


def write(folder: Path, matches: int) -> None:
    """Write a run in which every match is finished."""
    chance = random.Random(2)
    with open_store(folder) as store:
        store.freeze(plan(matches))
        for number, match in enumerate(store.reader.matches()):
            strengths = [int(name[-2:]) + chance.gauss(0, 6) for name in match.cell.roster]
            _write_match(store, match, strengths, number)
            if number % 500 == 0:
                store.flush()
        store.flush()


def _write_match(store: Store, match: StoredMatch, strengths: Sequence[float], number: int) -> None:
    log = store.begin_with(match, [_event(0, -1)], {})
    for turn in range(TURNS):
        for seat in range(SEATS):
            log.answer(_answer(seat, turn))
            log.event(_event(1 + turn * SEATS + seat, seat))
    if number % 10 == 0:
        response = ModelResponse(
            provider="none",
            id=str(number),
            model="model",
            status="ok",
            input_tokens=900,
            cached_tokens=100,
            cache_written_tokens=0,
            output_tokens=50,
            reasoning_tokens=10,
        )
        log.responses(0, 0, 0, [response])
    log.finish(_result(strengths))


def _event(number: int, seat: int) -> Event:
    return Event(
        number=number,
        block=number,
        seat=seat,
        act="setup" if seat < 0 else "action",
        action=None if seat < 0 else number,
        action_id=None if seat < 0 else f"take:{number}",
        stand_in=False,
        reason=None,
        facts=(),
        digest=number.to_bytes(16),
    )


def _answer(seat: int, number: int) -> Answer:
    return Answer(
        seat=seat,
        number=number,
        block=number,
        kind="take",
        choices=20,
        action=number,
        act=None,
        reason=None,
        stand_in=False,
        tries=1,
        repairs=(),
        text=None,
        reasoning="",
        rationale=None,
        tool_calls={},
        seconds=0.0,
    )


def _result(strengths: Sequence[float]) -> MatchResult:
    seats = []
    for seat, own in enumerate(strengths):
        rank = 1 + sum(other > own for other in strengths)
        seats.append(
            SeatResult(
                seat=seat,
                score=int(50 + own),
                tie_breaks=(),
                rank=rank,
                payoff=(SEATS - rank) / (SEATS - 1),
                rules_rank=rank,
                forfeited=False,
                routes={"tiles": int(50 + own)},
                engine_decisions=TURNS,
                controller_decisions=TURNS,
                stand_in_decisions=0,
                tool_calls={},
                model_responses=0,
                failed_tries=0,
                repairs=0,
                seconds=0.0,
            )
        )
    return MatchResult(seats=tuple(seats), ended_by="rules", turns=TURNS)


def read(folder: Path, command: str) -> Reading:
    """Return what a command took in a process of its own; raise where it fails."""
    name, *switches = COMMANDS[command]
    done = subprocess.run(
        [sys.executable, "-c", _CALL, name, str(folder), *switches],
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stderr.strip().splitlines()
    code, took, used, peak = json.loads(said[-1]) if said else (1, 0.0, 0.0, 0)
    if code:
        raise RuntimeError(f"{command} left with {code}: {done.stderr}")
    return Reading(command, took, used, peak)


def measure(folder: Path, matches: int) -> tuple[float, list[Reading]]:
    """Return the seconds of writing, 0 for a run that is there, and what reading took."""
    writing = 0.0
    if not (folder / "run.sqlite").exists():
        writing = seconds(lambda: write(folder, matches))
    return writing, [read(folder, command) for command in COMMANDS]


def goals_missed(found: Sequence[Reading], matches: int) -> list[str]:
    """Return the stated goals that were missed, in words; they are for 100,000 matches."""
    return [
        f"{one.command}: {one.processor:.0f} s and {one.bytes / 1e9:.1f} GB for {matches:,} matches"
        for one in found
        if one.command in ANALYSIS
        and matches <= MATCHES
        and (one.processor > SECONDS_GOAL or one.bytes > BYTES_GOAL)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return the exit code."""
    parser = argparse.ArgumentParser(description="Measure the reading of a large store.")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        writing, found = measure(chosen.folder or Path(name) / "run", chosen.matches)
    missed = goals_missed(found, chosen.matches)
    if chosen.json:
        rows = [asdict(one) for one in found]
        print(json.dumps({"machine": machine(), "writing": writing, "reading": rows}, indent=1))
    else:
        print(", ".join(f"{key} {value}" for key, value in machine().items()))
        print(f"{chosen.matches:,} matches, written in {writing:.0f} s")
        print("command        seconds    MB")
        for one in found:
            print(f"{one.command:<12} {one.seconds:>9.1f} {one.bytes / 1e6:>5.0f}")
        for line in missed:
            print(f"missed: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
