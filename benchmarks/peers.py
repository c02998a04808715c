"""Connect four and interface overhead against peers, in one run on the same work.

    python -P -m benchmarks.peers [--json]

Needs the `bench` extra (OpenSpiel, PettingZoo, RLCard) and a compiled build. Each figure is the
median of five rounds in which the contestants alternate; only ratios within one run mean much.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from importlib.metadata import version
from time import perf_counter
from typing import Any

import pyspiel
import rlcard
from pettingzoo.classic import connect_four_v3

from benchmarks.connect_four import CONNECT_FOUR
from benchmarks.machine import alternating_medians, machine
from ludarena.core.mode import require
from ludarena.core.rng import Stream
from ludarena.core.sight import sight
from ludarena.search import ismcts
from ludarena.search.rollout import playout

MATCHES = 2_000
SIMULATIONS = 10_000
SPIEL_GAME = pyspiel.load_game("connect_four")


def our_native_loop() -> float:
    """Return random decisions a second, loop and rules compiled."""
    stream = Stream(1)
    decisions = 0
    began = perf_counter()
    for seed in range(MATCHES):
        decisions += playout(CONNECT_FOUR.new(seats=2, seed=seed), stream)
    return decisions / (perf_counter() - began)


def mean_length() -> float:
    """Return the mean number of decisions of a random match, the same game for both."""
    stream = Stream(2)
    return sum(playout(CONNECT_FOUR.new(seats=2, seed=s), stream) for s in range(5_000)) / 5_000


def spiel_native_loop(length: float) -> Callable[[], float]:
    """Return the rate of OpenSpiel's native random rollouts: one search of one simulation whose
    evaluator rolls out many times."""

    def rate() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(MATCHES, 1)
        bot = pyspiel.MCTSBot(SPIEL_GAME, evaluator, 1.4, 1, 1000, False, 1, False)
        state = SPIEL_GAME.new_initial_state()
        began = perf_counter()
        bot.step(state)
        return MATCHES * length / (perf_counter() - began)

    return rate


def our_python_loop() -> float:
    """Return decisions a second of a Python loop over the compiled engine."""
    draw = random.Random(1).random
    decisions = 0
    began = perf_counter()
    for seed in range(MATCHES):
        state = CONNECT_FOUR.new(seats=2, seed=seed)
        while owing := state.to_act():
            seat = owing[0]
            legal = state.legal_actions(seat)
            state.apply(seat, legal[int(draw() * len(legal))])
            decisions += 1
    return decisions / (perf_counter() - began)


def spiel_python_loop() -> float:
    """Return decisions a second of the same Python loop over OpenSpiel."""
    draw = random.Random(1).random
    decisions = 0
    began = perf_counter()
    for _ in range(MATCHES):
        state = SPIEL_GAME.new_initial_state()
        while not state.is_terminal():
            _seat = state.current_player()
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            decisions += 1
    return decisions / (perf_counter() - began)


def our_search() -> float:
    """Return simulations a second of ISMCTS, uniform rollouts to the end."""
    state = CONNECT_FOUR.new(seats=2, seed=1)
    result = ismcts(state, 0, simulations=SIMULATIONS, steps=42, rollout="uniform")
    return result.simulations / result.seconds


def spiel_search() -> float:
    """Return simulations a second of OpenSpiel's MCTS, uniform rollouts to the end."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(SPIEL_GAME, evaluator, 1.4, SIMULATIONS, 1000, False, 1, False)
    state = SPIEL_GAME.new_initial_state()
    began = perf_counter()
    bot.step(state)
    return SIMULATIONS / (perf_counter() - began)


def our_interface_loop() -> float:
    """Return decisions a second when every decision is shown in full: view, text, choices."""
    draw = random.Random(1).random
    decisions = 0
    began = perf_counter()
    for seed in range(20):
        state = CONNECT_FOUR.new(seats=2, seed=seed)
        while owing := state.to_act():
            choices = sight(CONNECT_FOUR, state, owing[0]).choices
            CONNECT_FOUR.play(state, owing[0], choices[int(draw() * len(choices))].action)
            decisions += 1
    return decisions / (perf_counter() - began)


def pettingzoo_loop() -> float:
    """Return decisions a second of PettingZoo's connect four, with observation and mask."""
    draw = random.Random(1).random
    env: Any = connect_four_v3.env()
    decisions = 0
    began = perf_counter()
    for seed in range(20):
        env.reset(seed=seed)
        for _agent in env.agent_iter():
            observation, _reward, ended, cut, _info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = observation["action_mask"]
            legal = [action for action in range(7) if mask[action]]
            env.step(legal[int(draw() * len(legal))])
            decisions += 1
    return decisions / (perf_counter() - began)


def rlcard_loop() -> float:
    """Return decisions a second of RLCard's limit hold'em, with state dictionaries."""
    draw = random.Random(1).random
    env: Any = rlcard.make("limit-holdem", config={"seed": 1})
    decisions = 0
    began = perf_counter()
    for _ in range(200):
        state, _player = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _player = env.step(legal[int(draw() * len(legal))])
            decisions += 1
    return decisions / (perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description="compare connect four with peers")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    require("compiled")
    medians = alternating_medians(
        {
            "native loop: ludarena": our_native_loop,
            "native loop: OpenSpiel": spiel_native_loop(mean_length()),
            "Python loop: ludarena": our_python_loop,
            "Python loop: OpenSpiel": spiel_python_loop,
            "search: ludarena ISMCTS": our_search,
            "search: OpenSpiel MCTS": spiel_search,
            "full interface: ludarena": our_interface_loop,
            "full interface: PettingZoo": pettingzoo_loop,
            "full interface: RLCard (limit hold'em)": rlcard_loop,
        }
    )
    peers = {name: version(name) for name in ("open_spiel", "pettingzoo", "rlcard")}
    if arguments.json:
        json.dump({"machine": machine(), "peers": peers, "per_second": medians}, sys.stdout)
        return
    print(" ".join(f"{name}={value}" for name, value in {**machine(), **peers}.items()))
    for name, rate in medians.items():
        print(f"{name:42s} {rate:14,.0f} a second")


if __name__ == "__main__":
    main()
