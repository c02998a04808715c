"""The one error of the conformance laws: a law is broken, where, and how to see it again."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.errors import LudarenaError
from ludarena.core.options import OptionValue


class LawBroken(LudarenaError):
    """A game breaks a law of its contract.

    `law` is the name that docs/concepts/testing.md lists, such as `hidden.surfaces`; `number` is
    how many decisions had been made; `again` is a Python line that meets the breach again.
    """

    def __init__(
        self,
        *,
        law: str,
        game: str,
        seats: int,
        seed: int,
        number: int,
        explanation: str,
        again: str,
        options: Mapping[str, OptionValue],
    ) -> None:
        setting = "".join(f", {name}={value}" for name, value in options.items())
        super().__init__(
            f"law {law} broken by {game} with {seats} seats, seed {seed}{setting}, "
            f"after {number} decisions:\n  {explanation}\nto see it again:\n  {again}"
        )
        self.law = law
        self.game = game
        self.seats = seats
        self.seed = seed
        self.number = number
        self.explanation = explanation
        self.again = again
