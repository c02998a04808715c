"""Laws about what moves teach: knowledge follows the facts shown, texts follow the views."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludarena.core.rng import Stream
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import View
from ludarena.testing.following import close_block, shown
from ludarena.testing.node import Node, Step
from ludarena.testing.policy import sample
from ludarena.testing.surface import Knower, seat_of

ALTERNATIVES = 4
"""How many moves are tried beside one another at a node."""

REDRAWS = 16
"""How many redraws must not all show the same chance."""

ENOUGH = 5
"""How many observations a law about a whole check needs before it complains."""


@dataclass(slots=True)
class Texts:
    """(f) Two views of one viewpoint that differ have texts that differ."""

    seen: dict[tuple[Knower, str], View] = field(default_factory=dict)

    def at(self, node: Node) -> str | None:
        """Take in the views of a node."""
        for at in node.knowers:
            surface = node.surface(at)
            said = self._met(at, surface.text, surface.view)
            if said:
                return said
        return None

    def after(self, node: Node, states: list[State]) -> str | None:
        """Take in views after several moves from one node, for the viewpoints in rotation."""
        at = node.knowers[node.number % len(node.knowers)]
        for state in states:
            view = node.game.view(state, at)
            said = self._met(at, node.game.view_text(view), view)
            if said:
                return said
        return None

    def _met(self, at: Knower, text: str, view: View) -> str | None:
        other = self.seen.setdefault((at, text), view)
        if other != view:
            parts = [name for name in _names(view) if getattr(view, name) != getattr(other, name)]
            return f"two views of {at} have one text, but differ in {', '.join(parts)}"
        return None


def _names(view: View) -> list[str]:
    return list(type(view).__dataclass_fields__)


@dataclass(slots=True)
class _Tally:
    """How often facts of one kind differed, and how often knowledge differed with them."""

    differed: int = 0
    followed: int = 0


@dataclass(slots=True)
class Knowledge:
    """What a viewpoint knows is a function of the facts it is shown, and every fact teaches.

    After two moves of others that show it the same facts, its redraws are equal. A kind of fact
    whose content differs time and again, while the redraws never do, shows more than is known.
    """

    tallies: dict[tuple[int, bool], _Tally] = field(default_factory=dict)

    def after(self, node: Node) -> tuple[str | None, list[State]]:
        """Try several moves of one seat; return what is wrong, and the states they led to."""
        to_act = node.state.to_act()
        if not to_act:
            return None, []
        seat = to_act[node.stream.below(len(to_act))]
        worlds = [
            _played(node.state, seat, action)
            for action in sample(node.state.legal_actions(seat), ALTERNATIVES, node.stream)
        ]
        for at in node.knowers:
            if at != seat:
                said = self._compare(node, at, worlds)
                if said:
                    return f"seat {seat} has moves after which {said}", []
        return None, [state for state, _ in worlds]

    def _compare(
        self, node: Node, at: Knower, worlds: list[tuple[State, list[Fact]]]
    ) -> str | None:
        seed = node.seed()
        known = [state.determinize(seat_of(at), seed).encode() for state, _ in worlds]
        told = [shown(facts, at) for _, facts in worlds]
        for other in range(1, len(worlds)):
            if told[other] == told[0] and known[other] != known[0]:
                return f"viewpoint {at} is shown the same facts, but its redraws differ"
        true = [state.encode() for state, _ in worlds]
        self.learn(at, -1, told, known, true)
        return None

    def learn(
        self,
        at: Knower,
        actor: int,
        told: list[list[Fact]],
        known: list[bytes],
        true: list[bytes],
    ) -> None:
        """Count, for pairs of worlds that differ in one kind of fact, whether knowledge follows.

        Worlds with equal true states teach nothing: what the facts said has no effect.
        """
        for other in range(1, len(told)):
            kinds = _differing(told[0], told[other])
            if len(kinds) == 1 and true[0] != true[other]:
                tally = self.tallies.setdefault((kinds.pop(), at == actor), _Tally())
                tally.differed += 1
                tally.followed += known[0] != known[other]

    def useless(self) -> list[int]:
        """Return the kinds of fact that differed often enough and never taught anything."""
        return sorted(
            kind
            for (kind, _), tally in self.tallies.items()
            if tally.differed >= ENOUGH and not tally.followed
        )


def _played(state: State, seat: int, action: int) -> tuple[State, list[Fact]]:
    copy = state.clone()
    copy.trace = trace = Trace()
    copy.apply(seat, action)
    copy.trace = None
    return copy, trace.take()


def _differing(one: list[Fact], other: list[Fact]) -> set[int]:
    kinds = {fact.kind for fact in one} | {fact.kind for fact in other}
    return {
        kind
        for kind in kinds
        if [f for f in one if f.kind == kind] != [f for f in other if f.kind == kind]
    }


@dataclass(slots=True)
class Chance:
    """(d) Chance ahead varies: over 16 redraws, the same move meets other chance.

    Judged over a whole check: a single chance may be forced (the last card of a deck).
    """

    true: dict[int, set[tuple[Fact, ...]]] = field(default_factory=dict)
    seen: dict[tuple[int, bool], int] = field(default_factory=dict)
    varied: set[tuple[int, bool]] = field(default_factory=set)

    def step(self, step: Step, knowledge: Knowledge) -> None:
        """Let the move of a step that met chance be made in 16 redraws of every viewpoint."""
        game = step.before.game
        kinds = {fact.kind for fact in step.facts if game.facts[fact.kind].chance}
        for kind in kinds:
            found = tuple(fact for fact in step.facts if fact.kind == kind)
            self.true.setdefault(kind, set()).add(found)
        if not kinds:
            return
        for at in step.before.knowers:
            worlds = self._worlds(step, at)
            for kind in kinds:
                told = {tuple(f for f in facts if f.kind == kind) for _, facts in worlds}
                if len(worlds) > 1 and any(told):
                    key = (kind, isinstance(at, int))
                    self.seen[key] = self.seen.get(key, 0) + 1
                    if len(told) > 1:
                        self.varied.add(key)
            seed = step.before.seed()
            knowledge.learn(
                at,
                step.move.seat,
                [shown(facts, at) for _, facts in worlds],
                [state.determinize(seat_of(at), seed).encode() for state, _ in worlds],
                [state.encode() for state, _ in worlds],
            )

    def _worlds(self, step: Step, at: Knower) -> list[tuple[State, list[Fact]]]:
        worlds: list[tuple[State, list[Fact]]] = []
        for _ in range(REDRAWS):
            copy = step.before.redrawn(at, step.before.seed())
            copy.trace = trace = Trace()
            if _repeat(copy, step, at, step.before.stream):
                copy.trace = None
                worlds.append((copy, trace.take()))
        return worlds

    def constant(self) -> list[int]:
        """Return the kinds of chance facts that varied in truth and never in redraws."""
        return sorted(
            {
                kind
                for (kind, seated), times in self.seen.items()
                if times >= ENOUGH
                and len(self.true[kind]) > 1
                and (kind, seated) not in self.varied
            }
        )


def _repeat(copy: State, step: Step, at: Knower, chance: Stream) -> bool:
    """Make the step's move in a redraw of the node before, if it is legal there."""
    seat, action = step.move
    if step.sealed:
        close_block(copy, step, at, chance, truly=True)
        return copy.block() != step.before.state.block()
    if action not in copy.legal_actions(seat):
        return False
    copy.apply(seat, action)
    return True
