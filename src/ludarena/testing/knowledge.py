"""Laws about what moves teach: chance varies, facts are known, texts follow the views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludarena.core.rng import MASK32, MASK63, Stream
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import View
from ludarena.testing.following import close_block, shown
from ludarena.testing.node import Node, Step, World
from ludarena.testing.surface import Knower, seat_of

REDRAWS = 16
"""How many redraws must not all show the same chance."""

ENOUGH = 6
"""How many observations a law about a whole check needs before it complains."""

LONGEST_DRAW = 64
"""After how many steps a generator is looked for in the bytes that follow a move."""


@dataclass(slots=True)
class Texts:
    """(f) Two views of one viewpoint that differ have texts that differ."""

    seen: dict[tuple[Knower, str], View] = field(default_factory=dict)

    def at(self, node: Node) -> str | None:
        """Take in the views of a node, and of one viewpoint after two moves from it."""
        for at in node.affected:
            surface = node.surface(at)
            said = self._met(at, surface.text, surface.view)
            if said:
                return said
        at = node.in_turn
        for world in node.worlds()[: 2 if node.setup.closely else 1]:
            view = node.game.view(world.state, at)
            said = self._met(at, node.game.view_text(view), view)
            if said:
                return said
        return None

    def _met(self, at: Knower, text: str, view: View) -> str | None:
        other = self.seen.setdefault((at, text), view)
        if other != view:
            names = type(view).__dataclass_fields__
            parts = [name for name in names if getattr(view, name) != getattr(other, name)]
            return f"two views of {at} have one text, but differ in {', '.join(parts)}"
        return None


class _Lesson(NamedTuple):
    """A fact as two worlds share it: None stands for an argument in which they differ."""

    at: Knower
    kind: int
    shared: tuple[int | None, ...]

    def covers(self, at: Knower, fact: Fact) -> bool:
        """Return whether the fact is one of these, as the viewpoint is shown it."""
        return (
            (self.at, self.kind) == (at, fact.kind)
            and len(self.shared) == len(fact.arguments)
            and all(own in (None, a) for own, a in zip(self.shared, fact.arguments, strict=True))
        )


@dataclass(slots=True)
class _Tally:
    """How often a fact differed, and how often knowledge differed with it."""

    differed: int = 0
    followed: int = 0


@dataclass(slots=True)
class Taught:
    """What is told is known: facts that differ leave redraws that differ.

    A fact whose content differs time and again between two worlds, while the redraws of a
    viewpoint that sees it never do, shows more than is known. Judged over a whole check.
    """

    tallies: dict[_Lesson, _Tally] = field(default_factory=dict)

    def at(self, node: Node) -> None:
        """Compare the worlds of a node, for everyone but the seat that moves."""
        for at in node.knowers:
            if node.worlds() and node.worlds()[0].seat != at:
                self.learn(node, at, node.worlds())

    def learn(self, node: Node, at: Knower, worlds: Sequence[World]) -> None:
        """Count pairs of worlds in which the viewpoint is told another content of one fact.

        Worlds with equal true states teach nothing: what the facts said has no effect.
        """
        told = [shown(world.facts, at) for world in worlds]
        seed = node.seed()
        for other in range(1, len(worlds)):
            lesson = _lesson(at, told[0], told[other])
            if lesson is None or (lesson in self.tallies and self.tallies[lesson].followed):
                continue
            pair = (worlds[0], worlds[other])
            if pair[0].encoded != pair[1].encoded:
                known = [one.state.determinize(seat_of(at), seed).encode() for one in pair]
                tally = self.tallies.setdefault(lesson, _Tally())
                tally.differed += 1
                tally.followed += known[0] != known[1]

    def teaches(self, at: Knower, fact: Fact) -> bool:
        """Return whether another content of such a fact has taught the viewpoint something."""
        return any(
            tally.followed and lesson.covers(at, fact) for lesson, tally in self.tallies.items()
        )

    def useless(self) -> list[int]:
        """Return the kinds of fact that differed often enough and never taught anything."""
        return sorted(
            {
                lesson.kind
                for lesson, tally in self.tallies.items()
                if tally.differed >= ENOUGH and not tally.followed
            }
        )


def _lesson(at: Knower, one: list[Fact], other: list[Fact]) -> _Lesson | None:
    """Return what two tellings share of the only fact in which they differ, if it is one."""
    if len(one) != len(other):
        return None
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    if len(pairs) != 1 or pairs[0][0].kind != pairs[0][1].kind:
        return None
    left, right = pairs[0]
    shared = tuple(
        a if a == b else None for a, b in zip(left.arguments, right.arguments, strict=False)
    )
    return _Lesson(at, left.kind, shared)


def _of(facts: Sequence[Fact], kind: int) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.kind == kind)


@dataclass(slots=True)
class Chance:
    """(d) Chance ahead varies: over 16 redraws, the same move meets other chance.

    Judged over a whole check, as a single chance may be forced (the last card of a deck).
    """

    true: dict[int, set[tuple[Fact, ...]]] = field(default_factory=dict)
    seen: dict[tuple[int, bool], int] = field(default_factory=dict)
    varied: set[tuple[int, bool]] = field(default_factory=set)

    def step(self, step: Step, taught: Taught) -> None:
        """Let the move of a step that met chance be made in 16 redraws of every viewpoint.

        A viewpoint for which this chance was seen to vary and to teach is asked in turn only.
        """
        game = step.before.game
        kinds = {fact.kind for fact in step.facts if game.facts[fact.kind].chance}
        for kind in kinds:
            self.true.setdefault(kind, set()).add(_of(step.facts, kind))
        in_turn = step.before.knowers[step.before.number % len(step.before.knowers)]
        for at in step.before.knowers if kinds else ():
            if at != in_turn and self._settled(step, at, kinds, taught):
                continue
            worlds = self._worlds(step, at, kinds)
            taught.learn(step.before, at, worlds)
            for kind in kinds:
                met = {_of(world.facts, kind) for world in worlds}
                if len(worlds) > 1 and any(met):
                    key = (kind, isinstance(at, int))
                    self.seen[key] = self.seen.get(key, 0) + 1
                    if len(met) > 1:
                        self.varied.add(key)

    def _settled(self, step: Step, at: Knower, kinds: set[int], taught: Taught) -> bool:
        told = (fact for fact in shown(step.facts, at) if fact.kind in kinds)
        varied = all((kind, isinstance(at, int)) in self.varied for kind in kinds)
        return varied and all(taught.teaches(at, fact) for fact in told)

    def _worlds(self, step: Step, at: Knower, kinds: set[int]) -> list[World]:
        """Return what redraws meet: as many as it takes to see other chance, at most 16."""
        worlds: list[World] = []
        for _ in range(REDRAWS):
            copy = step.before.redrawn(at, step.before.seed())
            copy.trace = trace = Trace()
            if _repeat(copy, step, at, step.before.stream):
                copy.trace = None
                worlds.append(World(step.move.seat, copy, copy.encode(), trace.take()))
            if all(len({_of(world.facts, kind) for world in worlds}) > 1 for kind in kinds):
                break
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


def generators(step: Step) -> str | None:
    """(d) No redraw keeps a generator of the true match.

    A generator is known by its bytes: after the move they hold the number that stepping it gives.
    """
    after = set(_words(step.after.encoded))
    before = step.before
    for word in set(_words(before.encoded)) - after:
        if MASK32 < word <= MASK63 and _leads_to(word, after):
            for at in before.viewpoints:
                if word in _words(before.redraw(at).encoded):
                    return f"a redraw for viewpoint {at} keeps the generator in state {word:x}"
    return None


def _words(encoded: bytes) -> list[int]:
    return [
        int.from_bytes(encoded[place : place + 8], "little")
        for place in range(0, len(encoded) - 7, 8)
    ]


def _leads_to(word: int, after: set[int]) -> bool:
    generator = Stream(word)
    for _ in range(LONGEST_DRAW):
        generator.next32()
        if generator.state in after:
            return True
    return False
