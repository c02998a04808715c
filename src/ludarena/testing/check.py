"""`check_game`: play matches of a game and check every law of the contract at their nodes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ludarena.core.game import Game
from ludarena.core.options import IntegerOption, OptionValue, resolve
from ludarena.core.rng import stream
from ludarena.core.trace import Fact, Trace
from ludarena.testing import actions, blocks, copies, end, hidden, replay, told
from ludarena.testing.copies import OlderCopies, PlaysOn
from ludarena.testing.end import Components
from ludarena.testing.errors import LawBroken
from ludarena.testing.joint import JointWalk
from ludarena.testing.knowledge import Chance, Knowledge, Texts
from ludarena.testing.node import Move, Node, Setup, Step, probe_of
from ludarena.testing.policy import PolicyName, choose
from ludarena.testing.replay import Log

Nodes = Literal["all", "sampled"]

SAMPLED = 8
"""Of how many nodes one is checked with `nodes="sampled"`, beside the first and the last."""


@dataclass(slots=True)
class Report:
    """What a check did: how many matches and nodes, and how often each law was asked.

    `complete` is False when the time was up before all matches were played.
    """

    game: str
    matches: int = 0
    decisions: int = 0
    nodes: int = 0
    agreed: int = 0
    longest_list: int = 0
    seconds: float = 0.0
    complete: bool = True
    laws: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        state = "complete" if self.complete else "stopped by its time limit"
        return (
            f"{self.game}: {self.matches} matches, {self.decisions} decisions, {self.nodes} nodes, "
            f"{sum(self.laws.values())} checks of {len(self.laws)} laws in {self.seconds:.1f} s, "
            f"{state}"
        )


def check_game(
    game: Game,
    *,
    matches: int = 10,
    nodes: Nodes = "all",
    seed: int = 0,
    seconds: float | None = None,
    seats: Iterable[int] | int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    policy: PolicyName = "random",
) -> Report:
    """Play `matches` matches with every number of seats and check all laws; return what was done.

    Match k of a number of seats has the seed `seed + k`. `seconds` is a time limit after which
    no new match begins. An integer option called `*_limit` is a cap: one more match is played
    with its lowest value. The game's class must be importable and take no arguments, since logs
    are also replayed in another process.

    Raises `LawBroken` at the first breach, and the errors of `Game.new` for a wrong set-up.
    """
    counts = [seats] if isinstance(seats, int) else list(game.seats if seats is None else seats)
    check = _Check(game, nodes, matches, seed, time.monotonic(), seconds)
    chosen = dict(options or {})
    for number in counts:
        check.play(number, [chosen] * matches, policy)
    for option in game.options:
        if isinstance(option, IntegerOption) and option.name.endswith("_limit"):
            check.play(counts[0], [{**chosen, option.name: option.low}], policy)
    check.report.seconds = time.monotonic() - check.began
    return check.report


@dataclass(slots=True)
class _Check:
    """A running check: what to do, what was done."""

    game: Game
    nodes: Nodes
    matches: int
    seed: int
    began: float
    seconds: float | None
    report: Report = field(init=False)

    def __post_init__(self) -> None:
        self.report = Report(self.game.id)

    def play(
        self, seats: int, settings: Sequence[dict[str, OptionValue]], policy: PolicyName
    ) -> None:
        """Play and check one match for every setting; then judge them together."""
        knowledge, chance, logs = Knowledge(), Chance(), list[Log]()
        for row, options in enumerate(settings):
            if self.seconds is not None and time.monotonic() - self.began > self.seconds:
                self.report.complete = False
                break
            setup = Setup(self.game, seats, self.seed + row, options, policy)
            logs.append(_Match(self, setup, knowledge, chance).run())
            self.report.matches += 1
            self.report.decisions += len(logs[-1].moves)
        if logs:
            self._together(logs, knowledge, chance)

    def _together(self, logs: Sequence[Log], knowledge: Knowledge, chance: Chance) -> None:
        first = logs[0].setup
        names = [kind.name for kind in self.game.facts]
        self.report.laws["replay.elsewhere"] += len(logs)
        found = replay.elsewhere(logs)
        if found:
            raise self.broken("replay.elsewhere", logs[found[0]].setup, 0, found[1])
        self.report.laws["knowledge.taught"] += 1
        for kind in knowledge.useless():
            said = f"facts {names[kind]!r} show what the redraws of those who see them do not know"
            raise self.broken("knowledge.taught", first, 0, said, len(logs))
        self.report.laws["knowledge.chance"] += 1
        for kind in chance.constant():
            said = f"chance ahead is known: facts {names[kind]!r} are equal in all redraws"
            raise self.broken("knowledge.chance", first, 0, said, len(logs))

    def broken(
        self, law: str, setup: Setup, number: int, explanation: str, matches: int = 1
    ) -> LawBroken:
        """Return the error of a broken law with the line that meets it again."""
        kind = type(self.game)
        parts = [
            f"{kind.__name__}()",
            f"matches={matches}",
            f"seats={setup.seats}",
            f"seed={setup.seed}",
        ]
        if setup.options:
            parts.append(f"options={dict(setup.options)!r}")
        if setup.policy != "random":
            parts.append(f"policy={setup.policy!r}")
        if self.nodes != "all":
            parts.append(f"nodes={self.nodes!r}")
        return LawBroken(
            law=law,
            game=self.game.id,
            seats=setup.seats,
            seed=setup.seed,
            number=number,
            explanation=explanation,
            again=f"from {kind.__module__} import {kind.__name__}; check_game({', '.join(parts)})",
            options=setup.options,
        )


NodeLaw = Callable[[Node], str | None]
_FactsLaw = Callable[[Game, Sequence[Fact], int], str | None]


class _Match:
    """One match that is played while its laws are checked."""

    def __init__(self, check: _Check, setup: Setup, knowledge: Knowledge, chance: Chance) -> None:
        self.check = check
        self.setup = setup
        self.knowledge = knowledge
        self.knowledge_of_chance = chance
        self.stored = PlaysOn()
        self.older = OlderCopies()
        self.components = Components()
        self.twins = JointWalk()
        self.texts = Texts()
        name = f"{setup.policy}:{setup.seats}"
        self.play_stream = stream(setup.seed, f"testing:play:{name}")
        self.law_stream = stream(setup.seed, f"testing:laws:{name}")
        self.trace = Trace()
        self.live = setup.new(self.trace)
        self.moves: list[Move] = []
        self.answers: dict[int, list[int]] = {}
        resolved = resolve(setup.game.id, setup.game.options, setup.options)
        self.bound = setup.game.max_decisions(setup.seats, resolved)

    def run(self) -> Log:
        """Play to the end; return the log."""
        facts = self.trace.take()
        node = self._node()
        encoded = [node.encoded]
        digests = [replay.digest(node.encoded, facts)]
        self._facts(facts)
        self.twins.begin(node)
        self._at(node, None)
        while self.live.to_act():
            step = self._step(node)
            node = step.after
            encoded.append(node.encoded)
            digests.append(replay.digest(node.encoded, step.facts))
        self._law("copies.older", self.older.end())
        for law in end.AT_END:
            self._law(f"end.{law.__name__}", law(node))
        log = Log(self.setup, tuple(self.moves), tuple(digests))
        self._law("replay.traced", replay.traced(log))
        self._law("replay.untraced", replay.untraced(log, encoded))
        self.check.report.agreed += self.twins.agreed
        return log

    def _node(self) -> Node:
        state = self.live.clone()
        probe = probe_of(self.setup.game, state, self.law_stream)
        encoded = self.live.encode()
        return Node(self.setup, state, len(self.moves), self.law_stream, encoded, probe)

    def _step(self, node: Node) -> Step:
        """Make one move, check the laws of the step and of the node it leads to."""
        to_act = self.live.to_act()
        seat = to_act[self.play_stream.below(len(to_act))]
        action = choose(self.setup.policy, self.live, seat, self.play_stream)
        block = self.live.block()
        self.answers.setdefault(seat, []).append(action)
        self.live.apply(seat, action)
        self.moves.append(Move(seat, action))
        facts = self.trace.take()
        after = self._node()
        step = Step(node, self.moves[-1], facts, after, self.answers)
        self._law("end.bound", self._within_bound())
        self._law("copies.older", self.older.step(step))
        self._law("end.counters", end.counters(step))
        self._law("blocks.silence", blocks.silence(step))
        self._facts(facts)
        self._law("copies.plays_on", self.stored.step(step))
        self.twins.step(step)
        self.knowledge_of_chance.step(step, self.knowledge)
        self._at(after, step)
        if self.live.block() != block:
            self.answers = {}
        return step

    def _within_bound(self) -> str | None:
        if len(self.moves) > self.bound:
            return f"the match goes on after {self.bound} decisions, its max_decisions"
        return None

    def _facts(self, facts: Sequence[Fact]) -> None:
        laws: tuple[_FactsLaw, ...] = told.LAWS
        for law in laws:
            self._law(f"told.{law.__name__}", law(self.setup.game, facts, self.setup.seats))

    def _at(self, node: Node, step: Step | None) -> None:
        """Check the laws of a node, all or a sample of nodes."""
        ends = not node.state.to_act() or node.number == 0
        if self.check.nodes == "sampled" and not ends and self.law_stream.below(SAMPLED):
            return
        report = self.check.report
        report.nodes += 1
        for seat in node.state.to_act():
            report.longest_list = max(report.longest_list, len(node.state.legal_actions(seat)))
        families: tuple[tuple[str, tuple[NodeLaw, ...]], ...] = (
            ("actions", actions.LAWS),
            ("copies", copies.LAWS),
            ("end", end.AT_NODES),
            ("hidden", hidden.LAWS),
        )
        for family, laws in families:
            for law in laws:
                self._law(f"{family}.{law.__name__}", law(node))
        self._law("end.components", self.components.at(node))
        if blocks.begins_block(node, step):
            self._law("blocks.interleavings", blocks.interleavings(node))
        self._law("joint.walk", self.twins.at(node))
        self._law("hidden.texts", self.texts.at(node))
        said, states = self.knowledge.after(node)
        self._law("knowledge.facts", said)
        self._law("hidden.texts", self.texts.after(node, states))
        self._law("copies.queries", copies.queries(node))

    def _law(self, name: str, explanation: str | None) -> None:
        self.check.report.laws[name] += 1
        if explanation is not None:
            raise self.check.broken(name, self.setup, len(self.moves), explanation)
