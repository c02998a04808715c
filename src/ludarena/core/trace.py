"""Facts: what a table would notice, recorded by the rules while they act."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i64

EVERYBODY: Final = -1
"""Mask of all seats and of bystanders."""

BYSTANDER: Final = 15
"""Bit of a mask that stands for the `public` viewpoint; seats are bits 0 to 14."""


def only(seat: i64) -> i64:
    """Return the mask of one seat."""
    one: i64 = 1
    return one << seat


class Fact(NamedTuple):
    """One noticed thing; `kind` is a row of the game's table of fact kinds.

    `sees` is the mask of those who see the secret part, `audience` of those who see it at all.
    """

    kind: int
    arguments: tuple[int, ...]
    secret: tuple[int, ...] = ()
    sees: int = 0
    audience: int = EVERYBODY


class Trace:
    """Recorder of facts; a state without one records nothing."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []

    def note(self, kind: i64, arguments: list[int], audience: int = EVERYBODY) -> None:
        """Record a fact without a secret part."""
        self.facts.append(Fact(kind, tuple(arguments), (), 0, audience))

    def note_secret(
        self,
        kind: i64,
        arguments: list[int],
        secret: list[int],
        sees: int,
        audience: int = EVERYBODY,
    ) -> None:
        """Record a fact whose `secret` arguments reach the seats of the mask `sees` alone."""
        self.facts.append(Fact(kind, tuple(arguments), tuple(secret), sees, audience))

    def take(self) -> list[Fact]:
        """Return the facts recorded since the last call and forget them."""
        facts = self.facts
        self.facts = []
        return facts
