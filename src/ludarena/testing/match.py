"""One match that is played while its laws are checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import ParamSpec

from ludarena.core.game import Game
from ludarena.core.options import resolve
from ludarena.core.rng import stream
from ludarena.core.trace import Fact, Trace
from ludarena.testing import actions, blocks, copies, end, hidden, joint, replay, told
from ludarena.testing.blocks import Unseen
from ludarena.testing.copies import OlderCopies, PlaysOn
from ludarena.testing.end import Components
from ludarena.testing.errors import LawBroken
from ludarena.testing.joint import JointWalk
from ludarena.testing.knowledge import Chance, Taught, Texts, generators
from ludarena.testing.node import Move, Node, Setup, Step, probe_of
from ludarena.testing.policy import choose
from ludarena.testing.replay import Log

SAMPLED = 8
"""Of how many nodes one is checked when they are sampled, beside the first and the last."""

P = ParamSpec("P")
NodeLaw = Callable[[Node], str | None]
FactsLaw = Callable[[Game, Sequence[Fact], int], str | None]

NODE_LAWS: tuple[tuple[str, tuple[NodeLaw, ...]], ...] = (
    ("actions", actions.LAWS),
    ("copies", copies.LAWS),
    ("end", end.AT_NODES),
    ("hidden", hidden.LAWS),
)
FACTS_LAWS: tuple[FactsLaw, ...] = told.LAWS


class Match:
    """A test match: its position, what is remembered of it, and how often laws were asked."""

    def __init__(self, setup: Setup, chance: Chance, taught: Taught) -> None:
        self.setup = setup
        self.sampled = setup.nodes == "sampled"
        self.chance = chance
        self.taught = taught
        self.stored = PlaysOn()
        self.older = OlderCopies()
        self.components = Components()
        self.twins = JointWalk()
        self.unseen = Unseen()
        self.texts = Texts()
        name = f"{setup.policy}:{setup.seats}"
        self.play_stream = stream(setup.seed, f"testing:play:{name}")
        self.law_stream = stream(setup.seed, f"testing:laws:{name}")
        self.trace = Trace()
        self.live = setup.new(self.trace)
        self.moves: list[Move] = []
        self.answers: dict[int, list[int]] = {}
        options = resolve(setup.game.id, setup.game.options, setup.options)
        self.bound = setup.game.max_decisions(setup.seats, options)
        self.checked = True
        self.nodes = 0
        self.longest_list = 0
        self.asked: Counter[str] = Counter()

    def run(self) -> Log:
        """Play to the end; return the log. Raises `LawBroken`."""
        facts = self.trace.take()
        node = self._node(None)
        encoded = [node.encoded]
        digests = [replay.digest(node.encoded, facts)]
        self._facts(facts)
        self._law("joint.walk", self.twins.begin, node)
        self.unseen.begin(node)
        self._at(node, None)
        while self.live.to_act():
            step = self._move(node)
            node = step.after
            encoded.append(node.encoded)
            digests.append(replay.digest(node.encoded, step.facts))
        self._law("copies.older", self.older.end)
        for law in end.AT_END:
            self._law(f"end.{law.__name__}", law, node)
        log = Log(self.setup, tuple(self.moves), tuple(digests))
        self._law("replay.traced", replay.traced, log)
        self._law("replay.untraced", replay.untraced, log, encoded)
        return log

    def _node(self, before: Node | None) -> Node:
        """Return the present node; inside a block the same questions are asked of every node."""
        state = self.live.clone()
        if before is not None and before.state.block() == state.block():
            probe = before.probe
        else:
            probe = probe_of(self.setup.game, self.law_stream)
        encoded = self.live.encode()
        return Node(self.setup, state, len(self.moves), self.law_stream, encoded, probe)

    def _move(self, node: Node) -> Step:
        """Make one move, check the laws of the step and of the node it leads to."""
        to_act = self.live.to_act()
        seat = to_act[self.play_stream.below(len(to_act))]
        action = choose(self.setup.policy, self.live, seat, self.play_stream)
        self.answers.setdefault(seat, []).append(action)
        self.live.apply(seat, action)
        self.moves.append(Move(seat, action))
        step = Step(node, self.moves[-1], self.trace.take(), self._node(node), self.answers)
        self._law("end.bound", self._within_bound)
        self._law("copies.older", self.older.step, step)
        self._law("end.counters", end.counters, step)
        self._law("blocks.silence", blocks.silence, step)
        self._facts(step.facts)
        self._law("copies.plays_on", self.stored.step, step)
        self._law("hidden.generators", generators, step)
        self._law("hidden.chance", self.chance.step, step, self.taught)
        self._law("joint.walk", self.twins.step, step)
        if self.checked:
            self._ahead(node)
            self._law("blocks.unseen", self.unseen.before, step)
        self.unseen.step(step)
        self._at(step.after, step)
        if step.closes:
            self.answers = {}
        return step

    def _within_bound(self) -> str | None:
        if len(self.moves) > self.bound:
            return f"the match goes on after {self.bound} decisions, its max_decisions"
        return None

    def _facts(self, facts: Sequence[Fact]) -> None:
        for law in FACTS_LAWS:
            self._law(f"told.{law.__name__}", law, self.setup.game, facts, self.setup.seats)

    def _at(self, node: Node, step: Step | None) -> None:
        """Check the laws of a node: of every node, or of a sample with the first and the last."""
        inside = bool(node.state.to_act()) and node.number > 0
        self.checked = not (self.sampled and inside and self.law_stream.below(SAMPLED))
        if not self.checked:
            return
        self.nodes += 1
        if step is not None and not self.sampled:
            node.unaffected = blocks.others(step)
        for seat in node.asked:
            self.longest_list = max(self.longest_list, len(node.legal(seat)))
        for family, laws in NODE_LAWS:
            for law in laws:
                self._law(f"{family}.{law.__name__}", law, node)
        self._law("end.components", self.components.at, node)
        self._law("joint.walk", self.twins.at, node)
        self._law("hidden.texts", self.texts.at, node)

    def _ahead(self, node: Node) -> None:
        """Check the laws that look ahead of a node, once those of the true step hold."""
        if sum(map(len, self.answers.values())) == 1 and blocks.is_sealed(node):
            self._law("blocks.interleavings", blocks.interleavings, node)
        self._law("joint.moves", joint.moves, node)
        self._law("hidden.taught", self.taught.at, node)

    def _law(
        self, name: str, law: Callable[P, str | None], *asked: P.args, **more: P.kwargs
    ) -> None:
        """Ask a law; raise `LawBroken` for what it says and for every error of the game."""
        self.asked[name] += 1
        number = len(self.moves)
        try:
            said = law(*asked, **more)
        except Exception as error:  # a law that cannot be asked is broken too
            words = f"the game raises {type(error).__name__}: {error}"
            raise reported(name, self.setup, number, words) from error
        if said is not None:
            raise reported(name, self.setup, number, said)


def reported(law: str, setup: Setup, number: int, said: str, *, matches: int = 1) -> LawBroken:
    """Return the error of a broken law, with the line that meets it again."""
    kind = type(setup.game)
    parts = [f"{kind.__name__}()", f"matches={matches}", f"seats={setup.seats}"]
    parts.append(f"seed={setup.seed}")
    if setup.options:
        parts.append(f"options={dict(setup.options)!r}")
    if setup.policy != "random":
        parts.append(f"policy={setup.policy!r}")
    if setup.nodes == "sampled":
        parts.append("nodes='sampled'")
    if not setup.closely:
        parts.append("closely=0")
    return LawBroken(
        law=law,
        game=setup.game.id,
        seats=setup.seats,
        seed=setup.seed,
        number=number,
        explanation=said,
        again=f"from {kind.__module__} import {kind.__name__}; check_game({', '.join(parts)})",
        options=setup.options,
    )
