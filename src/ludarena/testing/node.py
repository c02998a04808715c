"""Nodes and steps: the positions of a test match on which the laws are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ludarena.core.game import Game
from ludarena.core.options import OptionValue
from ludarena.core.rng import Stream
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.testing.policy import PolicyName, sample
from ludarena.testing.surface import Knower, Probe, Surface, knowers, seat_of, surface

ALTERNATIVES = 4
"""How many moves are tried beside one another at a node."""


class Move(NamedTuple):
    """One accepted answer of a match."""

    seat: int
    action: int


class World(NamedTuple):
    """A state that a move led to, its bytes, and the facts the move caused."""

    seat: int
    state: State
    encoded: bytes
    facts: list[Fact]


class Redraw(NamedTuple):
    """A state as a viewpoint may imagine it, drawn with a seed, and its bytes."""

    seed: int
    state: State
    encoded: bytes


Nodes = Literal["all", "sampled"]
"""At which nodes of a match the laws are asked."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a test match is begun, played and looked at.

    `closely`: at every node the laws of knowledge look at all viewpoints, not at two in turn.
    """

    game: Game
    seats: int
    seed: int
    options: Mapping[str, OptionValue]
    policy: PolicyName
    nodes: Nodes = "all"
    closely: bool = True

    def new(self, trace: Trace | None = None) -> State:
        return self.game.new(seats=self.seats, seed=self.seed, options=self.options, trace=trace)


@dataclass(slots=True)
class Node:
    """A position of a test match: a copy of the true state, and what was asked of it so far.

    `stream` is the chance of the laws themselves; it never touches how the match is played.
    `unaffected` holds the viewpoints for which nothing may have changed since an earlier node,
    where the same laws were checked. What several laws need is made once and only read;
    `decoded` is the state read back from the bytes, for the law that plays on with it.
    """

    setup: Setup
    state: State
    number: int
    stream: Stream
    encoded: bytes
    probe: Probe
    unaffected: frozenset[Knower] = frozenset()
    decoded: State | None = None
    _affected: list[Knower] | None = None
    _surfaces: dict[Knower, Surface] = field(default_factory=dict)
    _redraws: dict[Knower, Redraw] = field(default_factory=dict)
    _legal: dict[int, list[int]] = field(default_factory=dict)
    _worlds: list[World] | None = None

    @property
    def game(self) -> Game:
        return self.setup.game

    @property
    def knowers(self) -> list[Knower]:
        return knowers(self.setup.seats)

    @property
    def changed(self) -> list[Knower]:
        """Return the viewpoints for which something may have changed."""
        return [at for at in self.knowers if at not in self.unaffected]

    @property
    def affected(self) -> list[Knower]:
        """Return those of them that are looked at: all, or of a lean match two, in turn.

        These are a seat that decides and any viewpoint. The first and the last node are looked at
        by all.
        """
        if self._affected is None:
            changed, deciding = self.changed, self.state.to_act()
            self._affected = changed
            if not self.setup.closely and self.number and deciding:
                seat = deciding[self.number % len(deciding)]
                self._affected = [at for at in changed if at in (seat, self.in_turn)]
        return self._affected

    @property
    def viewpoints(self) -> list[Knower]:
        """Return the viewpoints for laws that look ahead: all, or of a lean match the same two."""
        return self.knowers if self.setup.closely else self.affected

    @property
    def seats(self) -> list[int]:
        """Return the seats looked at."""
        return [at for at in self.affected if isinstance(at, int)]

    @property
    def in_turn(self) -> Knower:
        """Return the viewpoint that is looked at more closely at this node; all take turns."""
        changed = self.changed
        return changed[self.number % len(changed)]

    @property
    def asked(self) -> list[int]:
        """Return the seats looked at that owe a decision."""
        return [seat for seat in self.state.to_act() if seat in self.affected]

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat."""
        if seat not in self._legal:
            self._legal[seat] = self.state.legal_actions(seat)
        return self._legal[seat]

    def surface(self, at: Knower) -> Surface:
        """Return what the viewpoint is shown when the game is handed the true state."""
        if at not in self._surfaces:
            self._surfaces[at] = surface(self.game, self.state, at, self.probe)
        return self._surfaces[at]

    def surface_of(self, other: State, at: Knower) -> Surface:
        """Return the same surface of another state, with the same probe."""
        return surface(self.game, other, at, self.probe, like=self.surface(at))

    def redraw(self, at: Knower) -> Redraw:
        """Return the one redraw for a viewpoint that laws share which only read it."""
        if at not in self._redraws:
            seed = self.seed()
            state = self.redrawn(at, seed)
            self._redraws[at] = Redraw(seed, state, state.encode())
        return self._redraws[at]

    def redrawn(self, at: Knower, seed: int) -> State:
        """Return the state as the viewpoint may imagine it."""
        return self.state.determinize(seat_of(at), seed)

    def worlds(self) -> list[World]:
        """Return where a few legal moves of one drawn seat lead to, side by side."""
        if self._worlds is None:
            to_act = self.state.to_act()
            self._worlds = []
            if to_act:
                seat = to_act[self.stream.below(len(to_act))]
                drawn = sample(self.legal(seat), ALTERNATIVES, self.stream)
                self._worlds = [played(self.state.clone(), seat, action) for action in drawn]
        return self._worlds

    def seed(self) -> int:
        """Return a fresh seed for a redraw."""
        return self.stream.below(1 << 31)


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a test match with the nodes around it and the facts it caused.

    `answers` holds, for an answer inside a sealed block, all answers of the block so far, by
    seat and in order, this one included.
    """

    before: Node
    move: Move
    facts: Sequence[Fact]
    after: Node
    answers: Mapping[int, Sequence[int]]

    @property
    def sealed(self) -> bool:
        kind = self.before.state.decision(self.move.seat)
        return self.before.game.decisions[kind].sealed

    @property
    def closes(self) -> bool:
        """Return whether the move closed a block."""
        return self.after.state.block() != self.before.state.block()


def played(state: State, seat: int, action: int) -> World:
    """Make a move in place and return the world it leads to."""
    state.trace = trace = Trace()
    state.apply(seat, action)
    state.trace = None
    return World(seat, state, state.encode(), trace.take())


def probe_of(game: Game, stream: Stream) -> Probe:
    """Return a few codes and a text to ask about at a node: mostly wrong ones."""
    size = game.actions.size
    codes = (*(stream.below(size) for _ in range(6)), -1, size)
    name = game.action_id(codes[0])
    texts = ("", "no such thing", name, name.upper(), f" `{name}`.", f"{name}:more")
    return Probe(codes, texts[stream.below(len(texts))])
