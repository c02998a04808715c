"""The searches as functions: limits checked, results in plain data."""

from __future__ import annotations

from time import perf_counter
from typing import Literal

from ludarena.core.rng import MASK63, Stream, mix
from ludarena.core.state import State
from ludarena.search.errors import SearchError
from ludarena.search.ismcts import MAX_N, PARANOID, Searcher
from ludarena.search.result import SearchResult, most_visited, principal_line
from ludarena.search.rollout import guided_choice, uniform_choice
from ludarena.search.tree import Node

Rollout = Literal["uniform", "guided"]
Backup = Literal["max-n", "paranoid"]

_CLOCK_EVERY = 8


def ismcts(
    state: State,
    seat: int,
    *,
    simulations: int = 1024,
    steps: int = 18,
    seconds: float | None = None,
    seed: int = 0,
    rollout: Rollout = "guided",
    epsilon: float = 0.1,
    exploration: float = 0.7,
    backup: Backup = "max-n",
    rollout_steps_only: bool = False,
    widening: float = 0.0,
    tree: Node | None = None,
) -> SearchResult:
    """Search by single-observer information-set MCTS and return the most visited action.

    One search step is one decision applied in a simulation, in the tree and in the rollout
    together (`rollout_steps_only` leaves the tree out); when `steps` are used up, `State.values`
    is backed up, at the end of the match `State.payoffs`. With the same state, settings and seed
    the result is the same unless `seconds` cut it. `widening` w > 0 lets a node have at most
    w * sqrt(visits) children. `tree` is a subtree of an earlier result to go on with.

    Raises `SearchError` for a finished match, a seat that owes nothing, and limits below 1.
    """
    _check(state, seat, simulations, steps, seconds)
    _check_share("epsilon", epsilon)
    if exploration < 0 or widening < 0:
        raise SearchError("exploration and widening must be 0 or more")
    root = tree if tree is not None else Node(-1, -1)
    searcher = Searcher(
        root,
        state.determinize(seat, 0),
        seat,
        seed & MASK63,
        steps=steps,
        rollout_steps_only=rollout_steps_only,
        guided=_choice("rollout", rollout, ("uniform", "guided")) == "guided",
        epsilon=epsilon,
        exploration=exploration,
        backup=PARANOID if _choice("backup", backup, ("max-n", "paranoid")) != "max-n" else MAX_N,
        widening=widening,
    )
    began = perf_counter()
    done = 0
    cut = False
    while done < simulations and not cut:
        searcher.simulate(done)
        done += 1
        if seconds is not None and done % _CLOCK_EVERY == 0:
            cut = perf_counter() - began > seconds and done < simulations
    # In a sealed block every lane is open again to the seat, also those that closed in truth.
    bandit = root.lane(seat) if len(searcher.state.to_act()) > 1 else root
    legal = set(state.legal_actions(seat))
    tried = [node for node in bandit.children if node.seat == seat and node.action in legal]
    best = most_visited(tried)
    return SearchResult(
        action=int(best.action),
        visits={int(node.action): int(node.visits) for node in tried},
        values={int(node.action): node.mean() for node in tried},
        line=((seat, int(best.action)), *principal_line(best)),
        simulations=done,
        steps=int(searcher.taken),
        seconds=perf_counter() - began,
        cut=cut,
        tree=root,
    )


def flat_monte_carlo(
    state: State,
    seat: int,
    *,
    simulations: int = 1024,
    steps: int = 18,
    seconds: float | None = None,
    seed: int = 0,
    rollout: Rollout = "guided",
    epsilon: float = 0.1,
) -> SearchResult:
    """Try every legal action equally often with rollouts; return the one of greatest mean.

    Arguments and errors are those of `ismcts`; the first action of a simulation is a step too.
    """
    _check(state, seat, simulations, steps, seconds)
    _check_share("epsilon", epsilon)
    guided = _choice("rollout", rollout, ("uniform", "guided")) == "guided"
    legal = state.legal_actions(seat)
    visits = dict.fromkeys(legal, 0)
    sums = dict.fromkeys(legal, 0.0)
    began = perf_counter()
    done = taken = 0
    cut = False
    while done < simulations and not cut:
        action = legal[done % len(legal)]
        copy = state.determinize(seat, mix(seed & MASK63, 2 * done))
        stream = Stream(mix(seed & MASK63, 2 * done + 1))
        copy.apply(seat, action)
        taken += 1 + _roll_out(copy, steps - 1, guided, epsilon, stream)
        visits[action] += 1
        sums[action] += _reward(copy, seat)
        done += 1
        cut = seconds is not None and perf_counter() - began > seconds and done < simulations
    values = {action: sums[action] / visits[action] for action in legal if visits[action]}
    best = max(values, key=lambda action: (values[action], -action))
    tried = {action: visits[action] for action in values}
    return SearchResult(
        best, tried, values, ((seat, best),), done, taken, perf_counter() - began, cut
    )


def greedy(state: State, seat: int, *, samples: int = 8, seed: int = 0) -> SearchResult:
    """Return the action after which `State.values` is greatest, averaged over determinizations.

    Raises `SearchError` for a finished match, a seat that owes nothing, and `samples` below 1.
    """
    legal_count = len(state.legal_actions(seat))
    _check(state, seat, samples, 1, None)
    return flat_monte_carlo(
        state, seat, simulations=samples * legal_count, steps=1, seed=seed, rollout="uniform"
    )


def _roll_out(state: State, steps: int, guided: bool, epsilon: float, stream: Stream) -> int:
    taken = 0
    while taken < steps:
        owing = state.to_act()
        if not owing:
            break
        seat = owing[0]
        legal = state.legal_actions(seat)
        if guided:
            action = guided_choice(state, seat, legal, epsilon, stream)
        else:
            action = uniform_choice(legal, stream)
        state.apply(seat, action)
        taken += 1
    return taken


def _reward(state: State, seat: int) -> float:
    return (state.values() if state.to_act() else state.payoffs())[seat]


def _check(state: State, seat: int, simulations: int, steps: int, seconds: float | None) -> None:
    owing = state.to_act()
    if not owing:
        raise SearchError("the match is over: there is nothing to search")
    if seat not in owing:
        raise SearchError(f"seat {seat} owes no decision; search for one of {owing}")
    for name, limit in (("simulations", simulations), ("steps", steps)):
        if limit < 1:
            raise SearchError(f"{name} must be 1 or more, not {limit}")
    if seconds is not None and not seconds > 0:
        raise SearchError(f"seconds must be above 0, not {seconds}: no simulation would be run")


def _check_share(name: str, share: float) -> None:
    if not 0.0 <= share <= 1.0:
        raise SearchError(f"{name} must be 0 to 1, not {share}")


def _choice(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise SearchError(f"{name} cannot be {value!r}; it takes {' or '.join(allowed)}")
    return value
