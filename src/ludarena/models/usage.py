"""Tokens of one model response in one normal form, whatever API reported them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludarena.models.errors import InvalidUsage


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one response, or the sum over several.

    `input` is all input; `cached` (read from a cache) and `cache_write` (written to one) are parts
    of it that do not overlap. `output` is all output; `reasoning` is a part of it, None when the
    provider does not tell.

    >>> Usage(input=100, cached=60, output=20) + Usage(input=5, output=1, reasoning=1)
    Usage(input=105, output=21, cached=60, cache_write=0, reasoning=None)
    """

    input: int
    output: int
    cached: int = 0
    cache_write: int = 0
    reasoning: int | None = None

    def __post_init__(self) -> None:
        """Raise `InvalidUsage` when a part is larger than its whole, or negative."""
        if min(self.input, self.output, self.cached, self.cache_write, self.reasoning or 0) < 0:
            raise InvalidUsage(f"{self} has a negative count")
        if self.cached + self.cache_write > self.input:
            raise InvalidUsage(f"{self} has more cached and written input than input")
        if self.reasoning is not None and self.reasoning > self.output:
            raise InvalidUsage(f"{self} has more reasoning than output")

    def __add__(self, other: Usage) -> Usage:
        known = self.reasoning is not None and other.reasoning is not None
        return Usage(
            input=self.input + other.input,
            output=self.output + other.output,
            cached=self.cached + other.cached,
            cache_write=self.cache_write + other.cache_write,
            reasoning=(self.reasoning or 0) + (other.reasoning or 0) if known else None,
        )

    @property
    def total(self) -> int:
        """All tokens: input and output."""
        return self.input + self.output


NOTHING = Usage(input=0, output=0, reasoning=0)


def total(usages: Iterable[Usage]) -> Usage:
    """Return the sum; reasoning is unknown as soon as one summand's is."""
    return sum(usages, NOTHING)
