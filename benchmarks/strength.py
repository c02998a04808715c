"""Does ISMCTS beat the heuristic, and the heuristic random play? In every game, with intervals.

    python -P -m benchmarks.strength [--games azul splendor] [--workers 2] [--json]

One focal player meets the other kind in all other seats, at the smallest seat count, and moves
through the seats in turn. The stopping rule is fixed: look after 40 matches and after every
further 40, at most 400; stop when the interval of the focal player's mean pairwise placement
excludes one half. The interval is Student's, at 99.5 % for each of the ten looks, so that all
looks together hold 95 % (Bonferroni).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import sqrt
from multiprocessing import get_context

import ludarena
from benchmarks.machine import machine
from ludarena.agents.controller import Controller, Request
from ludarena.agents.registry import build_agent
from ludarena.core.rng import mix

LOOK_EVERY = 40
MOST_MATCHES = 400
# Student's two-sided 99.5 % point by degrees of freedom from 39 on, read from tables; the value
# for the next smaller row is used, so intervals are never too narrow.
STUDENT = ((39, 2.976), (79, 2.891), (119, 2.864), (199, 2.839), (399, 2.823))

Player = tuple[str, dict[str, object]]

PAIRS: tuple[tuple[str, Player, Player], ...] = (
    ("heuristic against random", ("heuristic", {}), ("random", {})),
    ("ISMCTS 1,024 against heuristic", ("ismcts", {"simulations": 1024}), ("heuristic", {})),
)


@dataclass(frozen=True)
class Verdict:
    """Mean pairwise placement of the focal player with its interval, 0 to 1."""

    game: str
    seats: int
    question: str
    matches: int
    mean: float
    low: float
    high: float


def placement(game: str, seats: int, seed: int, focal: Player, others: Player) -> float:
    """Play one match and return the focal player's pairwise placement, 0 to 1."""
    rules = ludarena.load_game(game)
    state = rules.new(seats=seats, seed=seed)
    focal_seat = seed % seats
    players: list[Controller] = [
        build_agent(*(focal if seat == focal_seat else others)) for seat in range(seats)
    ]
    counts = [0] * seats
    while owing := state.to_act():
        seat = owing[0]
        request = Request(
            game=rules,
            position=state.determinize(seat, 0),
            seat=seat,
            number=counts[seat],
            seed=mix(mix(seed, seat), counts[seat]),
            legal_actions=state.legal_actions(seat),
        )
        reply = asyncio.run(players[seat].decide(request))
        if reply.action is None:
            raise RuntimeError(f"{game}: seat {seat} gave no action")
        state.apply(seat, reply.action)
        counts[seat] += 1
    return state.payoffs()[focal_seat]


def judge(game: str, question: str, focal: Player, others: Player, play: Play) -> Verdict:
    """Play under the stopping rule and return the verdict."""
    seats = ludarena.load_game(game).seats.start
    found: list[float] = []
    while True:
        seeds = range(len(found), len(found) + LOOK_EVERY)
        found += play([(game, seats, seed, focal, others) for seed in seeds])
        mean, low, high = interval(found)
        if low > 0.5 or high < 0.5 or len(found) >= MOST_MATCHES:
            return Verdict(game, seats, question, len(found), mean, low, high)


def interval(values: list[float]) -> tuple[float, float, float]:
    """Return the mean and its 99.5 % Student interval."""
    freedom = len(values) - 1
    point = [value for least, value in STUDENT if least <= freedom][-1]
    mean = statistics.fmean(values)
    half = point * statistics.stdev(values) / sqrt(len(values))
    return mean, mean - half, mean + half


Job = tuple[str, int, int, Player, Player]
Play = Callable[[list[Job]], list[float]]


def play_job(job: Job) -> float:
    return placement(*job)


def main() -> None:
    parser = argparse.ArgumentParser(description="compare ISMCTS, heuristic and random play")
    parser.add_argument("--games", nargs="*", default=ludarena.game_ids())
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    verdicts: list[Verdict] = []
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        for game in arguments.games:
            for question, focal, others in PAIRS:
                verdict = judge(
                    game, question, focal, others, lambda jobs: list(pool.map(play_job, jobs))
                )
                verdicts.append(verdict)
                print(
                    f"{game:16s} {verdict.seats} seats  {question:32s} {verdict.matches:4d} matches"
                    f"  {verdict.mean:.3f} [{verdict.low:.3f}, {verdict.high:.3f}]",
                    file=sys.stderr if arguments.json else sys.stdout,
                    flush=True,
                )
    if arguments.json:
        rows = [asdict(verdict) for verdict in verdicts]
        json.dump({"machine": machine(), "verdicts": rows}, sys.stdout)
    if any(verdict.low <= 0.5 for verdict in verdicts):
        sys.exit(1)


if __name__ == "__main__":
    main()
