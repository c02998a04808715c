"""Policies that play test matches: uniformly random, and the game's own heuristic."""

from __future__ import annotations

from typing import Literal

from ludarena.core.rng import Stream
from ludarena.core.state import State

PolicyName = Literal["random", "heuristic"]

EPSILON_PERCENT = 10
"""How often the heuristic policy plays at random instead, of 100."""


def choose(policy: PolicyName, state: State, seat: int, stream: Stream) -> int:
    """Return the legal action that the policy plays for an owing seat, with chance from `stream`.

    `heuristic` plays an action of the highest score, ties drawn, and at random one time in ten.
    """
    legal = state.legal_actions(seat)
    if policy == "random" or stream.below(100) < EPSILON_PERCENT:
        return legal[stream.below(len(legal))]
    scores = state.action_scores(seat, legal)
    best = max(scores)
    top = [action for action, score in zip(legal, scores, strict=True) if score == best]
    return top[stream.below(len(top))]


def sample(items: list[int], number: int, stream: Stream) -> list[int]:
    """Return up to `number` of the items, drawn without replacement, in drawn order."""
    pool = items.copy()
    drawn: list[int] = []
    while pool and len(drawn) < number:
        drawn.append(pool.pop(stream.below(len(pool))))
    return drawn
