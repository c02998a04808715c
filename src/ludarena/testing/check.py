"""`check_game`: play matches of a game and check every law of the contract at their nodes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ludarena.core.game import Game
from ludarena.core.options import IntegerOption, OptionValue
from ludarena.testing import replay
from ludarena.testing.errors import LawBroken
from ludarena.testing.knowledge import Chance, Taught
from ludarena.testing.match import Match, reported
from ludarena.testing.node import Setup
from ludarena.testing.policy import PolicyName
from ludarena.testing.replay import Log

Nodes = Literal["all", "sampled"]


@dataclass(slots=True)
class Report:
    """What a check did: how many matches and nodes, and how often each law was asked.

    `agreed` counts the moves that an imagined twin could follow; `complete` is False when the
    time was up before all matches were played.
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
    check = _Check(game, nodes, seed, time.monotonic(), seconds)
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
    seed: int
    began: float
    seconds: float | None
    report: Report = field(init=False)

    def __post_init__(self) -> None:
        self.report = Report(self.game.id)

    def play(
        self, seats: int, settings: Sequence[Mapping[str, OptionValue]], policy: PolicyName
    ) -> None:
        """Play and check one match for every setting; then judge them together."""
        chance, taught, logs = Chance(), Taught(), list[Log]()
        for row, options in enumerate(settings):
            if self.seconds is not None and time.monotonic() - self.began > self.seconds:
                self.report.complete = False
                break
            setup = Setup(self.game, seats, self.seed + row, options, policy)
            match = Match(setup, chance, taught, sampled=self.nodes == "sampled")
            logs.append(match.run())
            self._count(match)
        if logs:
            self._together(logs, chance, taught)

    def _count(self, match: Match) -> None:
        report = self.report
        report.matches += 1
        report.decisions += len(match.moves)
        report.nodes += match.nodes
        report.agreed += match.twins.agreed
        report.longest_list = max(report.longest_list, match.longest_list)
        report.laws += match.asked

    def _together(self, logs: Sequence[Log], chance: Chance, taught: Taught) -> None:
        """Ask the laws that judge all matches of one number of seats together."""
        setup = logs[0].setup
        for law in ("replay.elsewhere", "hidden.taught", "hidden.chance"):
            self.report.laws[law] += 1
        found = replay.elsewhere(logs)
        if found is not None:
            row, said = found
            raise self._broken("replay.elsewhere", logs[row].setup, said, 1)
        names = [kind.name for kind in self.game.facts]
        for kind in taught.useless():
            said = f"facts {names[kind]!r} show what the redraws of those who see them do not know"
            raise self._broken("hidden.taught", setup, said, len(logs))
        for kind in chance.constant():
            said = f"chance ahead is known: facts {names[kind]!r} are equal in all redraws"
            raise self._broken("hidden.chance", setup, said, len(logs))

    def _broken(self, law: str, setup: Setup, said: str, matches: int) -> LawBroken:
        return reported(law, setup, 0, said, matches=matches, sampled=self.nodes == "sampled")
