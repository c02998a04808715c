"""Laws of copies: clones are independent, questions change nothing, stored states play on."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludarena.core.errors import CorruptState
from ludarena.core.state import State
from ludarena.core.trace import Trace
from ludarena.testing.node import Node, Step
from ludarena.testing.policy import choose
from ludarena.testing.surface import difference, first_bytes

AHEAD = 20
"""For how many decisions a state that was stored and read back is played beside the original."""

LONG_EVERY = 5
"""At every how many nodes such a state is played on so far; at the others, for one decision."""

WRONG_EVERY = 3
"""At every how many nodes wrong bytes are read."""

MOVES_ON_CLONE = 3
"""How many moves are made on a clone of each node, more where several seats owe one at once."""


def clone(node: Node) -> str | None:
    """A clone has equal bytes and no trace, and playing on it leaves the original alone."""
    state = node.state
    state.trace = Trace()
    copy = state.clone()
    state.trace = None
    if copy.trace is not None:
        return "the clone of a state with a trace has a trace"
    if copy.encode() != node.encoded:
        return f"a clone differs: {first_bytes(node.encoded, copy.encode())}"
    moves = 0
    while moves < MOVES_ON_CLONE and copy.to_act():
        for seat in copy.to_act():
            if copy.decision(seat) != -1:
                copy.apply(seat, choose("random", copy, seat, node.stream))
                moves += 1
    if state.encode() != node.encoded:
        return f"moves on a clone changed it: {first_bytes(node.encoded, state.encode())}"
    return None


def queries(node: Node) -> str | None:
    """Asking a state changes nothing."""
    state = node.state
    for at in node.affected:
        node.surface(at)
    for seat in range(node.setup.seats):
        node.game.metrics(state, seat)
    if node.number % 4 == 0:
        node.game.view(state, "all")
    state.progress(), state.values()
    if state.encode() != node.encoded:
        return f"questions changed the state: {first_bytes(node.encoded, state.encode())}"
    return None


def decode(node: Node) -> str | None:
    """`decode` gives back a state of equal bytes, surfaces, turn and block; no others."""
    try:
        copy = node.game.decode(node.encoded)
    except CorruptState as error:
        return f"decode refuses what encode wrote: {error}"
    if copy.encode() != node.encoded:
        return f"decode and encode differ: {first_bytes(node.encoded, copy.encode())}"
    if (copy.turn(), copy.block()) != (node.state.turn(), node.state.block()):
        return "turn or block differ after decode"
    at = node.asked[0] if node.asked else node.in_turn
    found = difference(node.surface(at), node.surface_of(copy, at))
    if found:
        return f"after decode, viewpoint {at} sees another {found}"
    node.decoded = copy
    return _takes_wrong_bytes(node) if node.number % WRONG_EVERY == 0 else None


def _takes_wrong_bytes(node: Node) -> str | None:
    """Bytes that are cut or too many are refused; one kind a node, all in turn."""
    kinds = (node.encoded[:-8], node.encoded + bytes(8), node.encoded[:-1])
    wrong = kinds[node.number // WRONG_EVERY % len(kinds)]
    try:
        node.game.decode(wrong)
    except CorruptState:
        return None
    return f"decode accepts {len(wrong)} bytes, encode wrote {len(node.encoded)}"


@dataclass(slots=True)
class _Stored:
    state: State
    since: int
    until: int


@dataclass(slots=True)
class PlaysOn:
    """States read back from bytes go on like the original, some for the next 20 decisions."""

    stored: list[_Stored] = field(default_factory=list)

    def step(self, step: Step) -> str | None:
        """Move every stored state along; start one at every node."""
        before, after = step.before, step.after
        ahead = AHEAD if before.number % LONG_EVERY == 0 else 1
        copy = before.decoded or before.game.decode(before.encoded)
        self.stored.append(_Stored(copy, before.number, before.number + ahead))
        legal = before.legal(step.move.seat)
        for other in self.stored:
            said = self._follow(other, step, legal)
            if said:
                return f"the state read back from bytes after {other.since} decisions: {said}"
        self.stored = [other for other in self.stored if after.number < other.until]
        return None

    def _follow(self, other: _Stored, step: Step, legal: list[int]) -> str | None:
        seat, action = step.move
        state, true = other.state, step.after.state
        if state.legal_actions(seat) != legal:
            return f"seat {seat} has other legal actions"
        state.trace = Trace()
        state.apply(seat, action)
        if state.trace.take() != list(step.facts):
            return "the same move causes other facts"
        if state.encode() != step.after.encoded:
            return f"{first_bytes(step.after.encoded, state.encode())} after the same move"
        if (state.turn(), state.block(), state.to_act()) != (
            true.turn(),
            true.block(),
            true.to_act(),
        ):
            return "turn, block or to_act differ"
        return None


@dataclass(slots=True)
class OlderCopies:
    """Copies taken at earlier nodes keep their bytes while the match goes on."""

    nodes: list[Node] = field(default_factory=list)

    def step(self, step: Step) -> str | None:
        self.nodes.append(step.before)
        return self._changed(self.nodes[-1:])

    def end(self) -> str | None:
        """Compare every copy of the match once more."""
        return self._changed(self.nodes)

    def _changed(self, nodes: list[Node]) -> str | None:
        for node in nodes:
            now = node.state.encode()
            if now != node.encoded:
                return f"the copy of node {node.number} changed: {first_bytes(node.encoded, now)}"
        return None


LAWS = (queries, clone, decode)
