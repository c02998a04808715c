"""Choosing actions in rollouts: uniform, or guided by a game's action scores."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.rng import Stream
from ludarena.core.state import State

_GRAIN: Final[i64] = 1_000_000


def uniform_choice(actions: list[int], stream: Stream) -> int:
    """Return one of the actions, each as likely as the others."""
    count: i64 = len(actions)
    if count == 1:
        return actions[0]
    return actions[stream.below(count)]


def best_choice(scores: list[int], actions: list[int], stream: Stream) -> int:
    """Return an action of greatest score, ties drawn with `stream`."""
    best: i64 = scores[0]
    ties: i64 = 0
    chosen: i64 = 0
    for index in range(len(scores)):
        score: i64 = scores[index]
        if score > best:
            best = score
            ties = 1
            chosen = index
        elif score == best:
            ties += 1
            if ties == 1 or stream.below(ties) == 0:
                chosen = index
    return actions[chosen]


def guided_choice(
    state: State, seat: i64, actions: list[int], epsilon: float, stream: Stream
) -> int:
    """Return a uniform action with probability `epsilon`, else one of greatest action score."""
    if len(actions) == 1:
        return actions[0]
    if float(stream.below(_GRAIN)) < epsilon * float(_GRAIN):
        return uniform_choice(actions, stream)
    return best_choice(state.action_scores(seat, actions), actions, stream)


def playout(state: State, stream: Stream) -> i64:
    """Play uniformly to the end, in place, and return the number of decisions."""
    decisions: i64 = 0
    while True:
        owing = state.to_act()
        if not owing:
            return decisions
        seat: i64 = owing[0]
        action: i64 = uniform_choice(state.legal_actions(seat), stream)
        state.apply(seat, action)
        decisions += 1
