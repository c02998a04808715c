"""Laws of sealed blocks: the order in which answers arrive reaches nothing and nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import factorial, prod
from typing import NamedTuple

from ludarena.core.rng import Stream
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace, only
from ludarena.testing.following import shown
from ludarena.testing.node import Node, Step
from ludarena.testing.surface import Knower, difference, first_bytes, knowers

ALL_ORDERS = 24
"""Up to how many orders of arrival are all tried; of more, half as many are drawn."""


class Answer(NamedTuple):
    """A sealed answer and what the seat was offered for it."""

    action: int
    offered: tuple[int, ...]


def is_sealed(node: Node) -> bool:
    """Return whether sealed answers are owed at a node."""
    kinds = [node.state.decision(seat) for seat in node.state.to_act()]
    return any(node.game.decisions[kind].sealed for kind in kinds)


def silence(step: Step) -> str | None:
    """While a block is open, an answer causes facts for its own seat only."""
    if step.sealed and not step.closes:
        for fact in step.facts:
            if fact.audience & ~only(step.move.seat):
                kind = step.before.game.facts[fact.kind].name
                return (
                    f"a sealed answer of seat {step.move.seat} in an open block shows "
                    f"fact {kind!r} to others (audience mask {fact.audience})"
                )
    return None


def others(step: Step) -> frozenset[Knower]:
    """Return the viewpoints that may not notice a step: all but its seat in an open block."""
    if not step.sealed or step.closes:
        return frozenset()
    return frozenset(at for at in step.before.knowers if at != step.move.seat)


@dataclass(slots=True)
class Unseen:
    """Answers in an open block change nothing that others are shown, nor their redraws.

    `since` holds the node at which each viewpoint was last affected. A seat is looked at before
    each of its own answers, everybody before the block closes.
    """

    since: dict[Knower, Node] = field(default_factory=dict)

    def begin(self, node: Node) -> None:
        """Begin a block."""
        self.since = dict.fromkeys(node.knowers, node)

    def step(self, step: Step) -> None:
        """Take in a move."""
        if step.sealed and not step.closes:
            self.since[step.move.seat] = step.after
        else:
            self.begin(step.after)

    def before(self, step: Step) -> str | None:
        """Compare what was shown before the answer with what was shown earlier in the block."""
        lean = not step.before.setup.closely
        if not step.sealed or (lean and not step.closes and step.before.number % 2):
            return None
        for at in step.before.viewpoints if step.closes else [step.move.seat]:
            said = _changed(self.since[at], step.before, at)
            if said:
                return said
        return None


def _changed(earlier: Node, now: Node, at: Knower) -> str | None:
    if earlier is now:
        return None
    answers = f"the sealed answers of others since decision {earlier.number}"
    found = difference(earlier.surface(at), now.surface(at))
    if found:
        return f"{answers} change for viewpoint {at} {found}"
    known = earlier.redraw(at)
    redrawn = now.redrawn(at, known.seed).encode()
    if known.encoded != redrawn:
        return (
            f"{answers} change the redraws for viewpoint {at}: "
            f"{first_bytes(known.encoded, redrawn)}"
        )
    return None


def interleavings(node: Node) -> str | None:
    """Every order of arrival of the same answers ends in equal bytes and shows the same facts.

    What a seat is offered inside the block does not depend on what others answered. Asked at
    nodes at which a block begins.
    """
    script = _script(node)
    results: list[tuple[list[int], bytes, list[Fact]]] = []
    for order in _orders(node, {seat: len(answers) for seat, answers in script.items()}):
        copy = node.state.clone()
        copy.trace = Trace()
        said = _arrive(copy, order, script)
        if said:
            return said
        facts = copy.trace.take()
        results.append((order, copy.encode(), facts))
        if copy.encode() != results[0][1]:
            return (
                f"answers arriving in the orders {results[0][0]} and {order} end in different "
                f"states: {first_bytes(results[0][1], copy.encode())}"
            )
        for at in knowers(node.setup.seats):
            if shown(facts, at) != shown(results[0][2], at):
                return f"orders {results[0][0]} and {order} show viewpoint {at} other facts"
    return None


def _script(node: Node) -> dict[int, list[Answer]]:
    """Return random answers of every owing seat until the block closes, seat by seat."""
    copy = node.state.clone()
    block = copy.block()
    script: dict[int, list[Answer]] = {}
    for seat in copy.to_act():
        script[seat] = []
        while copy.block() == block and copy.decision(seat) != -1:
            offered = copy.legal_actions(seat)
            action = offered[node.stream.below(len(offered))]
            script[seat].append(Answer(action, tuple(offered)))
            copy.apply(seat, action)
    return script


def _arrive(state: State, order: list[int], script: dict[int, list[Answer]]) -> str | None:
    block = state.block()
    given = dict.fromkeys(script, 0)
    for place, seat in enumerate(order):
        if state.block() != block:
            return f"the block closed after {place} of {len(order)} answers, order {order}"
        answer = script[seat][given[seat]]
        offered = state.legal_actions(seat)
        if tuple(offered) != answer.offered:
            return (
                f"what seat {seat} is offered depends on the answers of others: "
                f"{offered} against {list(answer.offered)}"
            )
        state.apply(seat, answer.action)
        given[seat] += 1
    if state.block() != block + 1:
        return f"all answers came in the order {order}, but the block did not close"
    return None


def _orders(node: Node, counts: dict[int, int]) -> Iterator[list[int]]:
    """Yield orders of arrival: all when they are few, otherwise drawn ones."""
    total = factorial(sum(counts.values())) // prod(factorial(n) for n in counts.values())
    if total <= ALL_ORDERS:
        yield from _all_orders(counts)
        return
    flat = [seat for seat, number in counts.items() for _ in range(number)]
    yield flat
    yield flat[::-1]
    for _ in range(ALL_ORDERS // 2 - 2):
        yield _shuffled(flat, node.stream)


def _shuffled(items: list[int], stream: Stream) -> list[int]:
    order = items.copy()
    stream.shuffle(order)
    return order


def _all_orders(counts: dict[int, int]) -> Iterator[list[int]]:
    if not any(counts.values()):
        yield []
    for seat, number in counts.items():
        if number:
            for rest in _all_orders({**counts, seat: number - 1}):
                yield [seat, *rest]
