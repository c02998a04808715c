"""The error tree of the package: one class a meaning, fields beside the message.

Every message says what was wrong, what was expected, and what the reader can do.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class LudarenaError(Exception):
    """Base of every error that ludarena raises on purpose."""


class RulesError(LudarenaError):
    """Base of errors about an action, a seat or a set-up of one game."""


class IllegalAction(RulesError):
    """An action that the rules forbid to this seat now."""

    def __init__(self, seat: int, action: str, reason: str) -> None:
        super().__init__(f"seat {seat} may not play {action!r}: {reason}")
        self.seat = seat
        self.action = action
        self.reason = reason


class UnreadableAction(RulesError):
    """A text from which no action can be read without guessing."""

    def __init__(self, text: str, reason: str) -> None:
        shown = text if len(text) <= 80 else text[:77] + "..."
        super().__init__(f"cannot read {shown!r} as an action: {reason}")
        self.text = text
        self.reason = reason


class OutOfTurn(RulesError):
    """A seat answered although it owes no decision."""

    def __init__(self, seat: int, to_act: Iterable[int]) -> None:
        owing = ", ".join(str(other) for other in to_act)
        super().__init__(f"seat {seat} owes no decision now; owed by: seat {owing}")
        self.seat = seat


class MatchOver(RulesError):
    """An answer to a match that has ended."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} answered, but the match is over; nobody owes a decision")
        self.seat = seat


class InvalidSetup(RulesError):
    """Base of errors about how a match is set up."""


class InvalidSeats(InvalidSetup):
    """A number of seats that the game does not have."""

    def __init__(self, game: str, seats: object, allowed: range) -> None:
        super().__init__(
            f"{game} cannot be played with {seats!r} seats; "
            f"choose {allowed.start} to {allowed.stop - 1}"
        )
        self.game = game
        self.seats = seats


class InvalidSeed(InvalidSetup):
    """A seed that is no integer of 0 or more."""

    def __init__(self, seed: object) -> None:
        super().__init__(f"{seed!r} is no seed; give an integer of 0 or more")
        self.seed = seed


class UnknownOption(InvalidSetup):
    """An option that the game does not have."""

    def __init__(self, game: str, option: str, known: Iterable[str]) -> None:
        names = sorted(known)
        super().__init__(
            f"{game} has no option {option!r}{suggestion(option, names)}; "
            f"it has: {', '.join(names) or 'none'}"
        )
        self.game = game
        self.option = option


class InvalidOption(InvalidSetup):
    """A value that an option does not take."""

    def __init__(self, game: str, option: str, value: object, expected: str) -> None:
        super().__init__(f"{game}: option {option!r} cannot be {value!r}; it takes {expected}")
        self.game = game
        self.option = option
        self.value = value


class UnknownGame(LudarenaError):
    """A game id that no installed package provides."""

    def __init__(self, game: str, known: Iterable[str]) -> None:
        names = sorted(known)
        super().__init__(
            f"no game is called {game!r}{suggestion(game, names)}; installed: {', '.join(names)}"
        )
        self.game = game


class CorruptState(LudarenaError):
    """Bytes that are no encoded state of this game and rules version."""

    def __init__(self, game: str, reason: str) -> None:
        super().__init__(f"these bytes are no state of {game}: {reason}")
        self.game = game
        self.reason = reason


class MissingExtra(LudarenaError):
    """An optional dependency that is needed here is not installed."""

    def __init__(self, purpose: str, extra: str) -> None:
        super().__init__(f"{purpose} needs an extra: pip install 'ludarena[{extra}]'")
        self.extra = extra


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return `" (did you mean 'azul'?)"`, or nothing when no known word is near.

    >>> suggestion("azull", ["azul", "splendor"])
    " (did you mean 'azul'?)"
    """
    near = get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
