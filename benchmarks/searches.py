"""How long a search takes: ISMCTS a decision, and how it scales with simulations and workers.

    python -P -m benchmarks.searches [GAME ...] [--expect MODE] [--json]

An ISMCTS decision is 1,024 simulations of 18 steps; its time is the median over positions spread
over a random match, in CPU seconds. Scaling shows one mid-match position with 64 to 4,096
simulations, and a tournament of ISMCTS players with one and more workers by the clock. Memory is
the largest resident size of this process after the largest search.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.machine import machine
from ludarena.arena.cells import Cell, MatchSetup, Plan
from ludarena.arena.participant import built_in
from ludarena.arena.protocol import Protocol
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store
from ludarena.core.game import Game
from ludarena.core.mode import require
from ludarena.core.options import resolve
from ludarena.core.registry import game_ids, load_game
from ludarena.core.rng import Stream
from ludarena.core.state import State
from ludarena.search import ismcts
from ludarena.search.methods import Rollout

POSITIONS = 7
SIMULATIONS = 1024
STEPS = 18
SCALE = (64, 256, 1024, 4096)
MATCHES_BY_WORKERS = 8


@dataclass(frozen=True, slots=True)
class DecisionTime:
    """Seconds an ISMCTS decision takes in one game at one number of seats."""

    game: str
    seats: int
    uniform: float
    guided: float


def positions(game: Game, seats: int) -> list[State]:
    """Return positions spread evenly over a random match."""
    state = game.new(seats=seats, seed=1)
    chance = Stream(1)
    found: list[State] = []
    while owing := state.to_act():
        found.append(state.clone())
        legal = state.legal_actions(owing[0])
        state.apply(owing[0], legal[chance.below(len(legal))])
    step = max(1, len(found) // POSITIONS)
    return found[::step][:POSITIONS]


def decision_time(states: Sequence[State], rollout: Rollout) -> float:
    """Return the median CPU time of a decision over the positions."""
    times: list[float] = []
    for state in states:
        began = process_time()
        ismcts(state, state.to_act()[0], simulations=SIMULATIONS, steps=STEPS, rollout=rollout)
        times.append(process_time() - began)
    return statistics.median(times)


def by_simulations(game: Game) -> dict[int, float]:
    """Return CPU seconds by number of simulations, at the middle position of two seats."""
    states = positions(game, game.seats[0])
    state = states[len(states) // 2]
    found: dict[int, float] = {}
    for simulations in SCALE:
        began = process_time()
        ismcts(state, state.to_act()[0], simulations=simulations, steps=STEPS)
        found[simulations] = process_time() - began
    return found


def by_workers(game: Game) -> dict[int, float]:
    """Return matches a second of a small tournament, by number of workers."""
    seats = game.seats[0]
    people = (built_in("one", "ismcts", simulations=128), built_in("two", "heuristic"))
    cells = tuple(
        Cell(
            index=index,
            setup=MatchSetup(
                game=game.id,
                rules_version=game.rules_version,
                seats=seats,
                options=resolve(game.id, game.options, {}),
                seed=index,
            ),
            roster=tuple(people[(index + seat) % 2].name for seat in range(seats)),
        )
        for index in range(MATCHES_BY_WORKERS)
    )
    plan = Plan(name="workers", design={}, participants=people, protocol=Protocol(), cells=cells)
    found: dict[int, float] = {}
    for workers in sorted({1, os.cpu_count() or 1}):
        with tempfile.TemporaryDirectory() as folder, open_store(Path(folder)) as store:
            store.freeze(plan)
            began = perf_counter()
            run_matches(store, workers=workers)
            found[workers] = MATCHES_BY_WORKERS / (perf_counter() - began)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure searches.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (default: all)")
    parser.add_argument("--expect", choices=("compiled", "interpreted"), help="fail otherwise")
    parser.add_argument("--json", action="store_true", help="print JSON")
    wanted = parser.parse_args()
    games = [load_game(name) for name in wanted.games or game_ids()]
    if wanted.expect is not None:
        require(wanted.expect)
    where = machine()
    times = [
        DecisionTime(
            game.id,
            seats,
            decision_time(positions(game, seats), "uniform"),
            decision_time(positions(game, seats), "guided"),
        )
        for game in games
        for seats in game.seats
    ]
    simulations = {game.id: by_simulations(game) for game in games}
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    workers = {game.id: by_workers(game) for game in games}
    if wanted.json:
        rows = [asdict(one) for one in times]
        report = {"decisions": rows, "simulations": simulations, "workers": workers}
        json.dump({**where, **report, "megabytes": megabytes}, sys.stdout, indent=1)
        return
    print(*(f"{key}: {value}" for key, value in where.items()), sep="\n")
    print(f"\nISMCTS {SIMULATIONS:,} x {STEPS}, seconds a decision")
    for one in times:
        print(
            f"{one.game:<16}{one.seats} seats{one.uniform:>10.3f} uniform{one.guided:>10.3f} guided"
        )
    for name, scale in simulations.items():
        told = "  ".join(f"{n:,}: {seconds:.3f}" for n, seconds in scale.items())
        print(f"{name:<16}seconds by simulations  {told}")
    for name, rates in workers.items():
        told = "  ".join(f"{n}: {rate:.2f}" for n, rate in rates.items())
        print(f"{name:<16}matches a second by workers  {told}")
    print(f"largest resident size {megabytes:.0f} MB")


if __name__ == "__main__":
    main()
