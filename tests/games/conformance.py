"""What every game must pass; a game's own test file calls these for what it wants to add.

`tests/games/test_conformance.py` asks all of it of every installed game.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import NamedTuple

from ludarena.core.game import Game
from ludarena.core.options import ChoiceOption, IntegerOption, OptionValue
from ludarena.testing import check_game, fuzz_actions
from ludarena.testing.policy import PolicyName
from tests.goldens import FOLDER, REMEDY, perft_table, playthrough_of


class Amount(NamedTuple):
    """How many matches a policy plays with every number of seats, from which seed on.

    In the first `closely` of them the laws of knowledge look at every viewpoint at every node.
    Caps are lowered to `cap`.
    """

    policy: PolicyName
    matches: int
    closely: int
    seed: int
    cap: int


AMOUNTS = (
    Amount("random", 2, 2, 0, 1000),
    Amount("random", 8, 0, 2, 60),
    Amount("heuristic", 3, 1, 1000, 1000),
)
"""A heuristic match of the longest game has 45 turns a seat; random ones may go on far longer."""
WRONG_INPUTS = 2000


def keeps_the_laws(game: Game, seats: int) -> None:
    """Check every law at every node of ten random and three heuristic matches."""
    for policy, matches, closely, seed, cap in AMOUNTS:
        check_game(
            game,
            seats=seats,
            policy=policy,
            matches=matches,
            closely=closely,
            seed=seed,
            options=lowered_caps(game, cap),
        )


def lowered_caps(game: Game, cap: int) -> dict[str, OptionValue]:
    """Return options that keep each cap of a game from being higher than `cap`."""
    limits = [option for option in game.options if isinstance(option, IntegerOption)]
    return {
        option.name: max(option.low, cap)
        for option in limits
        if option.cap and option.default > cap
    }


def keeps_the_laws_under(game: Game, options: dict[str, OptionValue]) -> None:
    """Check the laws at a sample of nodes of a match with the fewest and the most seats."""
    for seats in sorted({game.seats[0], game.seats[-1]}):
        check_game(game, matches=1, seats=seats, options=options, seed=2000, nodes="sampled")


def other_settings(game: Game) -> list[dict[str, OptionValue]]:
    """Return one setting for every value of an option that is not its default.

    Of an integer option the ends of its range are taken; caps are checked with every match
    anyway.
    """
    settings: list[dict[str, OptionValue]] = []
    for option in game.options:
        values: list[OptionValue] = []
        if isinstance(option, ChoiceOption):
            values = list(option.values)
        elif not option.cap:
            values = [option.low, option.high]
        settings += [{option.name: value} for value in values if value != option.default]
    return settings


def refuses_wrong_input(game: Game) -> None:
    """Try 2,000 wrong codes, texts, seats and set-ups; every kind of refusal must occur."""
    met = fuzz_actions(game, WRONG_INPUTS, seed=1)
    assert sum(met.values()) >= WRONG_INPUTS
    kinds = {"IllegalAction", "UnreadableAction", "OutOfTurn", "MatchOver", "InvalidSetup"}
    assert kinds <= set(met), f"only {dict(met)} occurred"


def plays_as_written(game: Game, seats: int) -> None:
    """Compare a whole match with its golden text."""
    _same(FOLDER / game.id / "golden" / f"playthrough-{seats}.md", playthrough_of(game, seats))


def counts_as_written(game: Game) -> None:
    """Compare counted trees from five positions with their golden numbers."""
    _same(FOLDER / game.id / "golden" / "perft.txt", perft_table(game))


def _same(path: Path, text: str) -> None:
    assert path.exists(), f"{path.name} of this game was never written; {REMEDY}"
    written = path.read_text("utf-8")
    changes = difflib.unified_diff(written.splitlines(), text.splitlines(), "golden", "now", n=2)
    assert text == written, "\n".join([*list(changes)[:40], REMEDY])
