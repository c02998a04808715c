"""What the tiny games share: a profile, and the id of a number."""

from __future__ import annotations

from ludarena.core.profile import Mechanism, Profile

NONE = Mechanism(0, "A tiny game for tests has next to none of it.")
TINY = Profile(EC=NONE, SP=NONE, AS=NONE, OC=NONE, HI=NONE, SC=NONE)


def numerals(low: int, high: int) -> tuple[str, ...]:
    """Return the labels of the numbers from `low` to `high`."""
    return tuple(str(number) for number in range(low, high + 1))
