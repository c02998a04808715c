"""Tools for authors of games: the laws every game must keep, and readable records of play.

`check_game` plays matches and checks the contract at their nodes; see docs/concepts/testing.md.
"""

from __future__ import annotations

from ludarena.testing.check import Report, check_game
from ludarena.testing.errors import LawBroken
from ludarena.testing.fuzz import fuzz_actions
from ludarena.testing.playthrough import playthrough
from ludarena.testing.policy import choose
from ludarena.testing.walk import perft, positions, walk

__all__ = [
    "LawBroken",
    "Report",
    "check_game",
    "choose",
    "fuzz_actions",
    "perft",
    "playthrough",
    "positions",
    "walk",
]
