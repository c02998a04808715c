"""Sets of games by their mechanism profile: expressions such as `SP=2 & HI=0`.

A comparison names a mechanism (EC, SP, AS, OC, HI, SC), compares by =, !=, <, <=, > or >=, and ends
with 0, 1 or 2. Comparisons are joined by `&` (and), `|` (or) and `!` (not), which binds most; then
comes `&`, then `|`. Parentheses group.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields

from ludarena.core.errors import LudarenaError, suggestion
from ludarena.core.profile import Profile
from ludarena.core.registry import load_game

MECHANISMS = tuple(field.name for field in fields(Profile))

Term = Callable[[Profile], bool]
"""What an expression says of a profile."""

_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_TOKEN = re.compile(r"\s*(?:([A-Za-z_]+)|([0-9]+)|(!=|<=|>=|[=<>&|!()])|(\S))")


class UnreadableTerm(LudarenaError):
    """An expression on the profile that cannot be read; `position` counts characters from 1."""

    def __init__(self, text: str, position: int, reason: str) -> None:
        super().__init__(
            f"cannot read the games {text!r} at character {position}: {reason}; "
            "write it like SP=2 & (HI=0 | OC>=1)"
        )
        self.text = text
        self.position = position
        self.reason = reason


class NoSuchGames(LudarenaError):
    """An expression that no game fulfils, or all do where some should not."""


def parse_term(text: str) -> Term:
    """Return what an expression says of a profile; raise `UnreadableTerm`."""
    return _Parser(text).whole()


def games_where(text: str, profiles: Mapping[str, Profile]) -> tuple[str, ...]:
    """Return the games whose profile fulfils an expression, in the order of `profiles`.

    Raises `UnreadableTerm`.
    """
    holds = parse_term(text)
    return tuple(game for game, profile in profiles.items() if holds(profile))


def profiles_of(games: Sequence[str]) -> dict[str, Profile]:
    """Return the profile of each installed game by its label, such as `azul (wall=grey)`.

    Raises `UnknownGame`.
    """
    return {game: load_game(game.partition(" ")[0]).profile for game in games}


class _Parser:
    """Reads an expression from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, int]] = []
        for found in _TOKEN.finditer(text):
            group = found.lastindex or 0
            if group == 4:
                raise UnreadableTerm(
                    text, found.start(group) + 1, f"{found[group]!r} means nothing"
                )
            self._tokens.append((found[group], found.start(group) + 1))
        self._next = 0

    def whole(self) -> Term:
        term = self._either()
        if self._peek():
            raise self._error(f"{self._peek()!r} is not expected after a whole expression")
        return term

    def _either(self) -> Term:
        terms = [self._both()]
        while self._take("|"):
            terms.append(self._both())
        return terms[0] if len(terms) == 1 else lambda profile: any(t(profile) for t in terms)

    def _both(self) -> Term:
        terms = [self._one()]
        while self._take("&"):
            terms.append(self._one())
        return terms[0] if len(terms) == 1 else lambda profile: all(t(profile) for t in terms)

    def _one(self) -> Term:
        if self._take("!"):
            term = self._one()
            return lambda profile: not term(profile)
        if self._take("("):
            term = self._either()
            if not self._take(")"):
                raise self._error("a closing parenthesis is missing")
            return term
        return self._comparison()

    def _comparison(self) -> Term:
        name = self._expected(MECHANISMS, "a mechanism")
        compare = _COMPARISONS[self._expected(tuple(_COMPARISONS), "a comparison")]
        value = int(self._expected(("0", "1", "2"), "a value"))
        return lambda profile: compare(getattr(profile, name).value, value)

    def _expected(self, allowed: Sequence[str], what: str) -> str:
        found = self._peek()
        if found not in allowed:
            said = f"found {found!r}{suggestion(found, allowed)}" if found else "it ends"
            raise self._error(f"{what} is expected, one of {' '.join(allowed)}, but {said}")
        self._next += 1
        return found

    def _peek(self) -> str:
        return self._tokens[self._next][0] if self._next < len(self._tokens) else ""

    def _take(self, token: str) -> bool:
        taken = self._peek() == token
        self._next += taken
        return taken

    def _error(self, reason: str) -> UnreadableTerm:
        ended = self._next >= len(self._tokens)
        position = len(self._text) + 1 if ended else self._tokens[self._next][1]
        return UnreadableTerm(self._text, position, reason)
