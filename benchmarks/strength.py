"""Does ISMCTS beat the heuristic, and the heuristic random play? In every game, with intervals.

    python -P -m benchmarks.strength [--games azul splendor] [--workers 2] [--json]

One focal player meets the other kind in all other seats, at the smallest seat count, and moves
through the seats in turn. The stopping rule is fixed: look after 40 matches (the heuristic: 200)
and after every further 40, at most 400; stop when the interval of the focal player's mean pairwise
placement excludes one half. The interval is Wilson's score interval (JASA 22, 1927), at 99.5 % for
each of at most ten looks, so that all looks together hold 95 % (Bonferroni). A placement lies
between 0 and 1, so its variance is at most that of a win or a loss with the same mean: the
interval is never too narrow, also when every match was won.
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
NORMAL_POINT = 2.807
"""The two-sided 99.5 % point of the standard normal distribution."""

Player = tuple[str, dict[str, object]]

PAIRS: tuple[tuple[str, Player, Player, int], ...] = (
    ("heuristic against random", ("heuristic", {}), ("random", {}), 200),
    (
        "ISMCTS 1,024 against heuristic",
        ("ismcts", {"simulations": 1024}),
        ("heuristic", {}),
        LOOK_EVERY,
    ),
)
"""Each question, the focal player, the others, and the matches before the first look."""


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


def judge(
    game: str, question: str, focal: Player, others: Player, least: int, play: Play
) -> Verdict:
    """Play under the stopping rule and return the verdict."""
    seats = ludarena.load_game(game).seats.start
    found: list[float] = []
    while True:
        more = LOOK_EVERY if found else least
        seeds = range(len(found), len(found) + more)
        found += play([(game, seats, seed, focal, others) for seed in seeds])
        mean, low, high = interval(found)
        if low > 0.5 or high < 0.5 or len(found) >= MOST_MATCHES:
            return Verdict(game, seats, question, len(found), mean, low, high)


def interval(values: list[float]) -> tuple[float, float, float]:
    """Return the mean and its 99.5 % score interval."""
    matches, mean = len(values), statistics.fmean(values)
    weight = NORMAL_POINT**2 / matches
    centre = (mean + weight / 2) / (1 + weight)
    half = sqrt(weight * mean * (1 - mean) + weight**2 / 4) / (1 + weight)
    return mean, centre - half, centre + half


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
            for question, focal, others, least in PAIRS:
                verdict = judge(
                    game,
                    question,
                    focal,
                    others,
                    least,
                    lambda jobs: list(pool.map(play_job, jobs)),
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
