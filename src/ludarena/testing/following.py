"""Letting an imagined match follow a true one: the machinery of the joint walk."""

from __future__ import annotations

from collections.abc import Sequence

from ludarena.core.rng import Stream
from ludarena.core.sight import filtered
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.testing.node import Step
from ludarena.testing.policy import sample
from ludarena.testing.surface import Knower

TRIES = 3
"""How many other moves are tried before the true one, when a twin looks for one that fits."""


def shown(facts: Sequence[Fact], at: Knower) -> list[Fact]:
    """Return the facts as the viewpoint sees them."""
    return filtered(facts, at)


def follow(twin: State, step: Step, at: Knower, stream: Stream) -> State | None:
    """Return an imagined match after one more move, where the viewpoint is shown the same.

    `twin` is a redraw for the viewpoint of the true match before the step, or was led there by
    earlier calls. Its own seat makes the true move. Another seat makes any legal move whose facts,
    as the viewpoint sees them, are those of the true move; None when none was found. Sealed
    answers of others wait, as nobody may learn of them, until the true block closes.
    """
    told = shown(step.facts, at)
    if step.sealed and not step.closes and step.move.seat != at:
        return twin
    if step.sealed and step.closes:
        return _closed(twin, step, at, told, stream)
    for seat, action in _candidates(twin, step, at, stream):
        after = twin.clone()
        after.trace = Trace()
        after.apply(seat, action)
        if shown(after.trace.take(), at) == told:
            after.trace = None
            return after
    return None


def _candidates(twin: State, step: Step, at: Knower, stream: Stream) -> list[tuple[int, int]]:
    """Return the moves to try, the true one last."""
    seat, action = step.move
    if seat == at:
        return [(seat, action)]
    moves: list[tuple[int, int]] = []
    for other in twin.to_act():
        if other != at:
            legal = twin.legal_actions(other)
            moves += [(other, code) for code in sample(legal, TRIES, stream) if code != action]
    if seat in twin.to_act() and action in twin.legal_actions(seat):
        moves.append((seat, action))
    return moves


def _closed(twin: State, step: Step, at: Knower, told: list[Fact], stream: Stream) -> State | None:
    for attempt in range(TRIES):
        after = twin.clone()
        after.trace = Trace()
        close_block(after, step, at, stream, truly=attempt == TRIES - 1)
        if shown(after.trace.take(), at) == told:
            after.trace = None
            return after
    return None


def close_block(state: State, step: Step, at: Knower, stream: Stream, truly: bool) -> None:
    """Close the open sealed block: others answer first, then the viewpoint's last answer comes.

    Others give their true answers where they are legal if `truly`, otherwise random ones.
    """
    block = state.block()
    for other in state.to_act():
        answers = list(step.answers.get(other, ())) if truly else []
        while other != at and state.block() == block and state.decision(other) != -1:
            legal = state.legal_actions(other)
            answer = answers.pop(0) if answers else -1
            if answer not in legal:
                answer = legal[stream.below(len(legal))]
            state.apply(other, answer)
    if step.move.seat == at and state.block() == block:
        state.apply(step.move.seat, step.move.action)
