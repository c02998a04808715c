"""Laws of the end: matches end in time, nobody owes, places and points agree, nothing is lost."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludarena.core.errors import MatchOver
from ludarena.core.game import Outcome
from ludarena.testing.node import Node, Step


def bounded(node: Node) -> str | None:
    """`values` and `progress` are within 0..1, `values` with one number a seat."""
    values, progress = node.state.values(), node.state.progress()
    if len(values) != node.setup.seats or not all(0 <= value <= 1 for value in values):
        return f"values are {values}, not {node.setup.seats} numbers of 0 to 1"
    if not 0 <= progress <= 1:
        return f"progress is {progress}, not 0 to 1"
    return None


def nobody_owes(node: Node) -> str | None:
    """In a finished match no seat has a decision, and every answer raises `MatchOver`."""
    for seat in range(node.setup.seats):
        if node.state.decision(seat) != -1 or node.state.legal_actions(seat):
            return f"the match is over, but seat {seat} still owes a decision"
        try:
            node.game.play(node.state, seat, 0)
        except MatchOver:
            continue
        return f"the match is over, but an answer of seat {seat} is taken"
    return None


def places(node: Node) -> str | None:
    """Ranks, standings and payoffs order the seats alike; ranks are places with ties shared."""
    outcome = node.game.outcome(node.state)
    standings = node.state.standings()
    lengths = {len(outcome.ranks), len(outcome.payoffs), len(outcome.scores), len(standings)}
    if lengths != {node.setup.seats}:
        return f"the outcome does not hold one entry a seat: {outcome}, standings {standings}"
    if not all(0 <= payoff <= 1 for payoff in outcome.payoffs):
        return f"payoffs leave 0..1: {outcome.payoffs}"
    expected = tuple(1 + sum(rank < own for rank in outcome.ranks) for own in outcome.ranks)
    if outcome.ranks != expected:
        return f"ranks {outcome.ranks} are no places with shared ties"
    return _order(outcome, standings)


def _order(outcome: Outcome, standings: list[int]) -> str | None:
    for one in range(len(standings)):
        for other in range(len(standings)):
            better = outcome.ranks[one] < outcome.ranks[other]
            if better != (standings[one] > standings[other]):
                return f"ranks {outcome.ranks} disagree with standings {standings}"
            if better != (outcome.payoffs[one] > outcome.payoffs[other]):
                return f"ranks {outcome.ranks} disagree with payoffs {outcome.payoffs}"
    return None


def ended_by(node: Node) -> str | None:
    """The outcome says `cap` exactly for a match that its cap ended."""
    said = node.game.outcome(node.state).ended_by
    if (said == "cap") != node.state.capped():
        return f"the outcome is ended by {said!r}, but capped() is {node.state.capped()}"
    return None


def routes(node: Node) -> str | None:
    """At the end the routes of a seat add up to its score, seen by `all`."""
    scores = node.game.outcome(node.state).scores
    for seat in range(node.setup.seats):
        parts = node.game.score_routes(node.state, seat, "all")
        if sum(parts.values()) != scores[seat]:
            return f"seat {seat} scored {scores[seat]}, but its routes are {parts}"
    return None


@dataclass(slots=True)
class Components:
    """Nothing is lost: components, also of redrawn copies, stay as they were at set-up."""

    counts: dict[str, int] = field(default_factory=dict)

    def at(self, node: Node) -> str | None:
        counts = node.game.components(node.state)
        if node.number == 0:
            self.counts = counts
        if counts != self.counts:
            return f"components were {self.counts} at set-up and are {counts} now"
        at = node.in_turn
        redrawn = node.game.components(node.redraw(at).state)
        if redrawn != self.counts:
            return f"redrawn for viewpoint {at}, components are {redrawn}, not {self.counts}"
        return None


def counters(step: Step) -> str | None:
    """The turn never falls; the block rises by one when a block closes, else it stands."""
    before, after = step.before.state, step.after.state
    if after.turn() < before.turn():
        return f"turn fell from {before.turn()} to {after.turn()}"
    rise = after.block() - before.block()
    if not step.sealed and rise != 1:
        return f"block rose by {rise} with an ordinary decision, which is a block of one"
    if step.sealed:
        left = [seat for seat in before.to_act() if seat != step.move.seat]
        if rise not in (0, 1) or (rise == 1 and left):
            return f"block rose by {rise} while seats {left} still owed sealed answers"
        if rise == 0 and not after.to_act():
            return "the sealed block was left open, but nobody owes a decision"
    return None


AT_NODES = (bounded,)
AT_END = (nobody_owes, places, ended_by, routes)
