"""How fast the engines are: random and guided play, copies, bytes, per game and seat count.

    python -m benchmarks.playouts [GAME ...] [--seats N ...] [--expect MODE] [--json]

With the compiled build use `python -P`, so that the sources in the current folder are not found.

Times are CPU times, so that other programs disturb little. `random` is decisions a second of
uniform play in the loop that search uses (asking who acts, listing, choosing, applying; set-up
not counted), `Python loop` the same work in a plain Python loop, `guided` greedy play by action
scores in a plain loop. Copies are timed at states spread over whole matches. Each rate is the
median of five rounds; decisions a match and the lengths of lists of actions come from the same
random matches.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import process_time

from benchmarks.machine import machine
from ludarena.core.game import Game
from ludarena.core.mode import require
from ludarena.core.registry import game_ids, load_game
from ludarena.core.rng import Stream
from ludarena.core.state import State
from ludarena.search.rollout import best_choice, playout

ROUNDS = 5
SECONDS = 0.4  # aimed at for one round of one measurement
SAMPLED_MATCHES = 20


@dataclass(frozen=True, slots=True)
class Speed:
    """One game at one number of seats; rates in decisions a second, copies in microseconds."""

    game: str
    seats: int
    random_rate: float
    python_rate: float
    guided_rate: float
    clone_us: float
    determinize_us: float
    encode_us: float
    decisions_median: float
    list_median: float
    list_p99: int
    list_longest: int


@dataclass(frozen=True, slots=True)
class Walks:
    """Random matches: states on the way, their numbers of decisions, lengths of their lists."""

    states: tuple[State, ...]
    decisions: tuple[int, ...]
    lengths: tuple[int, ...]


def walks(game: Game, seats: int) -> Walks:
    """Play random matches and keep every tenth state."""
    states: list[State] = []
    decisions: list[int] = []
    lengths: list[int] = []
    for seed in range(SAMPLED_MATCHES):
        state = game.new(seats=seats, seed=seed)
        chance = Stream(seed)
        number = 0
        while owing := state.to_act():
            if number % 10 == 0:
                states.append(state.clone())
            actions = state.legal_actions(owing[0])
            lengths.append(len(actions))
            state.apply(owing[0], actions[chance.below(len(actions))])
            number += 1
        decisions.append(number)
    return Walks(tuple(states), tuple(decisions), tuple(lengths))


def python_playout(state: State, chance: Stream) -> int:
    """Play uniformly to the end in a plain loop; return the number of decisions."""
    decisions = 0
    while owing := state.to_act():
        actions = state.legal_actions(owing[0])
        state.apply(owing[0], actions[chance.below(len(actions))])
        decisions += 1
    return decisions


def guided_playout(state: State, chance: Stream) -> int:
    """Play greedily by action scores to the end; return the number of decisions."""
    decisions = 0
    while owing := state.to_act():
        seat = owing[0]
        actions = state.legal_actions(seat)
        state.apply(seat, best_choice(state.action_scores(seat, actions), actions, chance))
        decisions += 1
    return decisions


def rate(game: Game, seats: int, play: Callable[[State, Stream], int]) -> float:
    """Return the median of decisions a second; a round takes about `SECONDS`."""
    number = _repeats(lambda: play(game.new(seats=seats, seed=0), Stream(0)))
    found: list[float] = []
    for turn in range(ROUNDS):
        chance = Stream(turn)
        states = [game.new(seats=seats, seed=seed) for seed in range(number)]
        began = process_time()
        decisions = sum(play(state, chance) for state in states)
        found.append(decisions / (process_time() - began))
    return statistics.median(found)


def microseconds(states: Sequence[State], act: Callable[[State], object]) -> float:
    """Return the median time of one call over the states."""

    def over_all() -> None:
        for state in states:
            act(state)

    number = _repeats(over_all)
    found: list[float] = []
    for _ in range(ROUNDS):
        began = process_time()
        for _ in range(number):
            over_all()
        found.append((process_time() - began) / (number * len(states)))
    return 1e6 * statistics.median(found)


def _repeats(action: Callable[[], object]) -> int:
    """Return how often an action fits into a round, at least once; it runs once to warm up."""
    action()
    began = process_time()
    action()
    return max(1, round(SECONDS / max(process_time() - began, 1e-6)))


def speed(game: Game, seats: int) -> Speed:
    """Measure a game at one number of seats."""
    sample = walks(game, seats)
    lengths = sorted(sample.lengths)
    return Speed(
        game=game.id,
        seats=seats,
        random_rate=rate(game, seats, playout),
        python_rate=rate(game, seats, python_playout),
        guided_rate=rate(game, seats, guided_playout),
        clone_us=microseconds(sample.states, lambda state: state.clone()),
        determinize_us=microseconds(
            sample.states, lambda state: state.determinize(state.to_act()[0], 1)
        ),
        encode_us=microseconds(sample.states, lambda state: state.encode()),
        decisions_median=statistics.median(sample.decisions),
        list_median=statistics.median(lengths),
        list_p99=lengths[len(lengths) * 99 // 100],
        list_longest=lengths[-1],
    )


def table(speeds: Sequence[Speed]) -> str:
    """Return the measurements as a table of plain text."""
    lines = [
        f"{'game':<14}{'seats':>6}{'random/s':>12}{'Python loop':>12}{'guided/s':>10}"
        f"{'clone us':>10}{'redraw us':>10}{'encode us':>10}{'decisions':>10}"
        f"{'list p50':>9}{'p99':>5}{'max':>5}"
    ]
    lines += [
        f"{one.game:<14}{one.seats:>6}{one.random_rate:>12,.0f}{one.python_rate:>12,.0f}"
        f"{one.guided_rate:>10,.0f}{one.clone_us:>10.2f}{one.determinize_us:>10.2f}"
        f"{one.encode_us:>10.2f}{one.decisions_median:>10.0f}{one.list_median:>9.0f}"
        f"{one.list_p99:>5}{one.list_longest:>5}"
        for one in speeds
    ]
    return "\n".join(lines)


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure the engines.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (default: all)")
    parser.add_argument("--seats", nargs="+", type=int, metavar="N", help="(default: all)")
    parser.add_argument("--expect", choices=("compiled", "interpreted"), help="fail otherwise")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(given)


def main(given: Sequence[str]) -> None:
    """Measure and print; raises `StaleBuild` for a mode that was not expected."""
    wanted = arguments(given)
    games = [load_game(name) for name in wanted.games or game_ids()]
    where = machine()
    if wanted.expect is not None:
        require(wanted.expect)
    speeds = [
        speed(game, seats)
        for game in games
        for seats in wanted.seats or game.seats
        if seats in game.seats
    ]
    if wanted.json:
        print(json.dumps({**where, "speeds": [asdict(one) for one in speeds]}, indent=1))
    else:
        print(*(f"{key}: {value}" for key, value in where.items()), sep="\n")
        print()
        print(table(speeds))


if __name__ == "__main__":
    main(sys.argv[1:])
