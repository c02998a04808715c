"""The mechanism profile of a game: six values from 0 to 2, each with its evidence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mechanism:
    """One value of the profile and one sentence of rule evidence for it.

    `published` tells values stated in the literature from values derived here.
    """

    value: int
    evidence: str
    published: bool = False

    def __post_init__(self) -> None:
        if self.value not in (0, 1, 2) or not self.evidence.strip():
            raise ValueError("a mechanism has a value of 0, 1 or 2 and its evidence")


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Engine construction, space, action sequencing, opponents' coupling, hidden information,
    scoring complexity: the rubric of the ten-game study."""

    EC: Mechanism
    SP: Mechanism
    AS: Mechanism
    OC: Mechanism
    HI: Mechanism
    SC: Mechanism
