"""`check_game`: play matches of a game and check every law of the contract at their nodes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ludarena.core.game import Game
from ludarena.core.options import IntegerOption, OptionValue
from ludarena.testing import replay
from ludarena.testing.knowledge import Chance, Taught
from ludarena.testing.match import Match, reported
from ludarena.testing.node import Nodes, Setup
from ludarena.testing.policy import PolicyName
from ludarena.testing.replay import Log


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
    closely: int | None = None,
) -> Report:
    """Play `matches` matches with every number of seats and check all laws; return what was done.

    Match k of a number of seats has the seed `seed + k`. `seconds` is a time limit after which
    no new match begins. For an integer option that is a `cap` one more match is played with its
    lowest value. In the first `closely` matches of a number of seats (None: in all) the laws of
    knowledge look at every viewpoint at every node, in the others at two, in turn. The game's
    class must be importable and take no arguments, since logs are also replayed in another
    process.

    Raises `LawBroken` at the first breach, and the errors of `Game.new` for a wrong set-up.
    """
    counts = [seats] if isinstance(seats, int) else list(game.seats if seats is None else seats)
    check = _Check(game, time.monotonic(), seconds)
    chosen = dict(options or {})
    for number in counts:
        setups = [
            Setup(game, number, seed + row, chosen, policy, nodes, closely is None or row < closely)
            for row in range(matches)
        ]
        if number == counts[0]:
            first = Setup(game, number, seed, chosen, policy, nodes)
            setups += [replace(first, options={**chosen, **cap}) for cap in _lowest_caps(game)]
        check.play(setups)
    check.report.seconds = time.monotonic() - check.began
    return check.report


def _lowest_caps(game: Game) -> list[dict[str, OptionValue]]:
    """Return each cap of the game at its lowest value."""
    return [
        {option.name: option.low}
        for option in game.options
        if isinstance(option, IntegerOption) and option.cap
    ]


@dataclass(slots=True)
class _Check:
    """A running check: what to do, what was done."""

    game: Game
    began: float
    seconds: float | None
    report: Report = field(init=False)

    def __post_init__(self) -> None:
        self.report = Report(self.game.id)

    def play(self, setups: Sequence[Setup]) -> None:
        """Play and check a match for every set-up; then judge them together."""
        chance, taught, logs = Chance(), Taught(), list[Log]()
        for setup in setups:
            if self.seconds is not None and time.monotonic() - self.began > self.seconds:
                self.report.complete = False
                break
            match = Match(setup, chance, taught)
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
            raise reported("replay.elsewhere", logs[row].setup, 0, said)
        names = [kind.name for kind in self.game.facts]
        alike = sum(log.setup.options == setup.options for log in logs)
        for kind in taught.useless():
            said = f"facts {names[kind]!r} show what the redraws of those who see them do not know"
            raise reported("hidden.taught", setup, 0, said, matches=alike)
        for kind in chance.constant():
            said = f"chance ahead is known: facts {names[kind]!r} are equal in all redraws"
            raise reported("hidden.chance", setup, 0, said, matches=alike)
