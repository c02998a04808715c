"""Generators of chance: PCG-XSH-RR on 63 bits, one named stream a source of chance.

The design is O'Neill's (HMC-CS-2014-0905, section 6.3.1: a linear congruential state, output by
xorshift and random rotation), with 63 bits of state so that it fits a signed `i64` in compiled
code, and 32 bits of output. Seeds of streams are blake2b digests of (seed, name); reseeding in
search uses the splitmix finalizer (Steele, Lea and Flood, OOPSLA 2014). The battery under
`benchmarks/rng_battery.py` tests both.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from mypy_extensions import i64

MASK32: Final[i64] = 0xFFFF_FFFF
MASK63: Final[i64] = 0x7FFF_FFFF_FFFF_FFFF
TWO32: Final[i64] = 0x1_0000_0000

_MULTIPLIER: Final[i64] = 6364136223846793005
_INCREMENT: Final[i64] = 1442695040888963407

_GOLDEN: Final[i64] = 0x1E37_79B9_7F4A_7C15
_MIX1: Final[i64] = 0x3F58_476D_1CE4_E5B9
_MIX2: Final[i64] = 0x14D0_49BB_1331_11EB


class Stream:
    """One source of chance; its whole state is the integer `state`, 0 to 2**63 - 1.

    Take states from `stream` or `mix`: the first words after small numbers are small, too.
    """

    def __init__(self, state: i64) -> None:
        self.state: i64 = state & MASK63

    def next32(self) -> i64:
        """Return 32 uniform bits and step on."""
        old: i64 = self.state
        self.state = (old * _MULTIPLIER + _INCREMENT) & MASK63
        word: i64 = (((old >> 18) ^ old) >> 26) & MASK32
        turn: i64 = old >> 58
        return ((word >> turn) | (word << ((32 - turn) & 31))) & MASK32

    def below(self, bound: i64) -> i64:
        """Return a uniform integer in [0, bound); bound 1 to 2**31.

        Without bias by Lemire's rejection (ACM TOMACS 29(1), 2019).
        """
        product: i64 = self.next32() * bound
        if product & MASK32 < bound:
            threshold: i64 = (TWO32 - bound) % bound
            while product & MASK32 < threshold:
                product = self.next32() * bound
        return product >> 32

    def shuffle(self, items: list[int]) -> None:
        """Put `items` in uniformly random order, in place (Fisher-Yates)."""
        last: i64 = len(items) - 1
        while last > 0:
            other: i64 = self.below(last + 1)
            held = items[last]
            items[last] = items[other]
            items[other] = held
            last -= 1

    def clone(self) -> Stream:
        return Stream(self.state)


def stream(seed: int, name: str) -> Stream:
    """Return the generator of the source of chance `name` in a match with `seed`."""
    digest = blake2b(f"{seed}:{name}".encode(), digest_size=8).digest()
    return Stream(int.from_bytes(digest, "big") >> 1)


def mix(seed: i64, number: i64) -> i64:
    """Return a 63-bit seed for generator `number` of a redraw with `seed`."""
    z: i64 = (seed + (number + 1) * _GOLDEN) & MASK63
    z = ((z ^ (z >> 30)) * _MIX1) & MASK63
    z = ((z ^ (z >> 27)) * _MIX2) & MASK63
    return z ^ (z >> 31)
