"""How fast matches are played into a store, checked and read, and how much room they take.

    python -m benchmarks.store [GAME ...] [--matches N] [--json]

Per game, at three seats (or the nearest number it has), random and heuristic players in turn:
`played` is events a second of a whole run, engine and disk included; `settled` the same for
players that are stored before and after every call, as models are; `verified` events a second of
`verify`; bytes a match are those of the closed database. Wall-clock times on a disk in use: read
them as an order of magnitude. Exit code 1 when a stated goal is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.machine import machine, seconds
from ludarena.agents import Controller, Reply, Request, build_agent
from ludarena.arena.cells import Cell, MatchSetup, Plan
from ludarena.arena.participant import built_in
from ludarena.arena.protocol import Protocol
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.arena.verify import verify
from ludarena.core.options import resolve
from ludarena.core.registry import game_ids, load_game

PLAYED_GOAL = 2_000
"""Events a second that built-in players must reach."""

BYTES_GOAL = 60_000
"""Bytes that a stored match of three seats of Azul may take."""


@dataclass(frozen=True, slots=True)
class StoreSpeed:
    """One game: rates in events a second, sizes in bytes and events a match."""

    game: str
    seats: int
    events: float
    played: float
    settled: float
    verified: float
    bytes: float


class Settled:
    """A player whose every answer is stored at once, as a model's is."""

    immediate = False

    def __init__(self, inner: Controller) -> None:
        self._inner = inner

    async def decide(self, request: Request) -> Reply:
        return await self._inner.decide(request)

    async def close(self) -> None:
        await self._inner.close()


def settled(kind: str, settings: Mapping[str, object]) -> Controller:
    """Return a built-in player that is stored call by call."""
    return Settled(build_agent(kind, settings))


def plan(game_id: str, matches: int) -> Plan:
    """Return a plan of random and heuristic players in turn."""
    game = load_game(game_id)
    seats = min(max(3, game.seats.start), game.seats.stop - 1)
    names = ("random", "heuristic")
    return Plan(
        name="benchmark",
        design={},
        participants=tuple(built_in(name, name) for name in names),
        protocol=Protocol(),
        cells=tuple(
            Cell(
                index=index,
                setup=MatchSetup(
                    game=game.id,
                    rules_version=game.rules_version,
                    seats=seats,
                    options=resolve(game.id, game.options, {}),
                    seed=index,
                ),
                roster=tuple(names[(index + seat) % 2] for seat in range(seats)),
            )
            for index in range(matches)
        ),
    )


def measure(game: str, matches: int) -> StoreSpeed:
    """Return the speeds and sizes of one game."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        played = timed_run(folder / "played", plan(game, matches), build_agent)
        slow = timed_run(folder / "settled", plan(game, max(2, matches // 10)), settled)
        with read_store(folder / "played") as reader:
            events = reader.progress().events
            checking = seconds(lambda: verify(reader))
        size = (folder / "played" / "run.sqlite").stat().st_size
    return StoreSpeed(
        game=game,
        seats=plan(game, 1).cells[0].setup.seats,
        events=events / matches,
        played=played,
        settled=slow,
        verified=events / checking,
        bytes=size / matches,
    )


def timed_run(
    folder: Path, of: Plan, build: Callable[[str, Mapping[str, object]], Controller]
) -> float:
    """Play a plan into a new store; return the events stored a second."""
    with open_store(folder) as store:
        store.freeze(of)
        took = seconds(lambda: run_matches(store, build=build))
        return store.reader.progress().events / took


def goals_missed(found: Sequence[StoreSpeed]) -> list[str]:
    """Return the stated goals that were missed, in words."""
    missed = [
        f"{one.game}: {one.played:.0f} events/s, {PLAYED_GOAL} are the goal"
        for one in found
        if one.played < PLAYED_GOAL and one.game == "azul"
    ]
    return missed + [
        f"{one.game}: {one.bytes:.0f} bytes a match, {BYTES_GOAL} are the goal"
        for one in found
        if one.bytes > BYTES_GOAL and one.game == "azul"
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return the exit code."""
    parser = argparse.ArgumentParser(description="Measure the store.")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    found = [measure(game, chosen.matches) for game in chosen.games or game_ids()]
    missed = goals_missed(found)
    if chosen.json:
        rows = [asdict(one) for one in found]
        print(json.dumps({"machine": machine(), "store": rows, "missed": missed}, indent=1))
    else:
        print(", ".join(f"{name} {value}" for name, value in machine().items()))
        print("game       seats  events/match  played/s  settled/s  verified/s  bytes/match")
        for one in found:
            print(
                f"{one.game:<10} {one.seats:>5} {one.events:>13.0f} {one.played:>9.0f} "
                f"{one.settled:>10.0f} {one.verified:>11.0f} {one.bytes:>12.0f}"
            )
        for line in missed:
            print(f"missed: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
