"""A planned match, and what all kinds of design make of their settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludarena.arena.design_panel import in_turn

Fault = tuple[str | None, str]
"""The key at fault and what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A planned match: the number of its stratum, and the participant of each seat.

    Matches of a stratum and part with one `scenario`, counted from 1, share a set-up, whose seed
    is `seed` or derived; with scenario 0 a match has its own. `part` and `focal` are those of
    `Cell`.
    """

    stratum: int
    roster: tuple[str, ...]
    scenario: int = 0
    part: str = ""
    focal: int | None = None
    seed: int | None = None


def not_multiple(key: str, given: int, step: int, why: str) -> Fault | None:
    """Return the fault of a number that must be a multiple of `step`, with the nearest ones."""
    if given % step == 0:
        return None
    below, above = given - given % step, given - given % step + step
    nearest = f"{below} or {above}" if below else f"{above}"
    return key, f"must be a multiple of {step}, {why}, not {given}; nearest: {nearest}"


def interleaved(planned: Sequence[Sequence[Sequence[Planned]]]) -> list[Planned]:
    """Return the matches of all strata, scenario by scenario, so that all end together."""
    turns = in_turn([len(blocks) for blocks in planned])
    return [match for stratum, number in turns for match in planned[stratum][number]]


def named(names: Sequence[str], roster: Sequence[int]) -> tuple[str, ...]:
    """Return the names of numbered participants."""
    return tuple(names[one] for one in roster)


def listed(seats: Sequence[int]) -> str:
    """Return numbers of seats in words.

    >>> listed([3, 2, 3])
    '2 and 3'
    """
    return " and ".join(str(number) for number in sorted(set(seats)))
