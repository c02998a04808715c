"""Wrong input: codes, texts, seats and set-ups that a game must refuse in clear words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from ludarena.core.errors import (
    IllegalAction,
    InvalidSetup,
    LudarenaError,
    MatchOver,
    OutOfTurn,
    UnreadableAction,
)
from ludarena.core.game import Game
from ludarena.core.rng import Stream, stream
from ludarena.core.state import State
from ludarena.testing.errors import LawBroken
from ludarena.testing.policy import choose

PER_NODE = 8
"""How many wrong inputs are tried at one node of a match."""

ODD = (
    "",
    " ",
    ":",
    "::::",
    "null",
    "-1",
    "0",
    "999999999999999999999",
    "pass pass",
    '{"action": 1}',
    "I would rather not.",
    "\u0000",
    "\u202eabc",
    "ÄÖÜ:ß",
    "\n\n",
    "a" * 5000,
    "🎲",
)
"""Texts that no game reads as an action."""


def fuzz_actions(game: Game, n: int, seed: int) -> Counter[str]:
    """Try `n` wrong codes, texts, seats and set-ups; return how often each error was raised.

    Each is met in a random match and must raise `IllegalAction`, `UnreadableAction`, `OutOfTurn`,
    `MatchOver` or `InvalidSetup`, with a message, and leave the state as it was; a text may also
    read as a legal action. Raises `LawBroken` otherwise.
    """
    fuzz = _Fuzz(game, n, seed)
    while sum(fuzz.met.values()) < n:
        fuzz.match()
    return fuzz.met


class _Fuzz:
    """A running test with wrong input."""

    def __init__(self, game: Game, n: int, seed: int) -> None:
        self.game = game
        self.n = n
        self.seed = seed
        self.chance = stream(seed, "testing:fuzz")
        self.met: Counter[str] = Counter()
        self.number = 0
        self.seats = game.seats.start

    def match(self) -> None:
        """Play one random match and try wrong input at its nodes, at its end in any case."""
        self.seats = self.game.seats[self.chance.below(len(self.game.seats))]
        self._set_up()
        state = self.game.new(seats=self.seats, seed=self.chance.below(1 << 30))
        self.number = 0
        while to_act := state.to_act():
            if sum(self.met.values()) < self.n:
                self._node(state)
            seat = to_act[self.chance.below(len(to_act))]
            state.apply(seat, choose("random", state, seat, self.chance))
            self.number += 1
        self._node(state)

    def _set_up(self) -> None:
        new = self.game.new
        self._refused(partial(new, seats=self.game.seats.stop, seed=1), InvalidSetup)
        negative = -1 - self.chance.below(9)
        self._refused(partial(new, seats=self.seats, seed=negative), InvalidSetup)
        odd = {"no such option": self.chance.below(9)}
        self._refused(partial(new, seats=self.seats, seed=1, options=odd), InvalidSetup)
        for option in self.game.options:
            value = {option.name: "no such value"}
            self._refused(partial(new, seats=self.seats, seed=1, options=value), InvalidSetup)

    def _node(self, state: State) -> None:
        before = state.encode()
        for _ in range(PER_NODE):
            if self.chance.below(2):
                self._code(state)
            else:
                self._text(state)
            if state.encode() != before:
                raise self._broken("wrong input changed the state")

    def _code(self, state: State) -> None:
        """Answer with a code that is not legal, or for a seat that owes nothing."""
        game = self.game
        seat = self.chance.below(self.seats + 2) - 1
        code = self._wrong_code()
        expected: type[LudarenaError] = IllegalAction
        if not state.to_act():
            expected = MatchOver
        elif seat not in state.to_act():
            expected = OutOfTurn
        elif code in state.legal_actions(seat):
            code = -1
        self._refused(lambda: game.play(state, seat, code), expected)

    def _wrong_code(self) -> int:
        size = self.game.actions.size
        kind = self.chance.below(6)
        if kind == 0:
            return (-1, -size, size, size + 1, 1 << 40)[self.chance.below(5)]
        return self.chance.below(size)

    def _text(self, state: State) -> None:
        """Read a text that is no id, or an id with something wrong."""
        seat = self.chance.below(self.seats)
        text = self._wrong_text()
        try:
            reading = self.game.read(state, seat, text)
        except UnreadableAction as error:
            self._message(error)
            self.met["UnreadableAction"] += 1
            return
        except Exception as error:
            raise self._broken(f"reading {text[:80]!r} raises {error!r}") from error
        if not 0 <= reading.action < self.game.actions.size:
            raise self._broken(f"{text[:80]!r} reads as {reading.action}, which is no code")
        if not state.to_act():
            self._refused(lambda: self.game.play(state, seat, reading.action), MatchOver)
        elif seat not in state.to_act():
            self._refused(lambda: self.game.play(state, seat, reading.action), OutOfTurn)
        elif reading.action in state.legal_actions(seat):
            self.met["read as a legal action"] += 1
        else:
            self._refused(lambda: self.game.play(state, seat, reading.action), IllegalAction)

    def _wrong_text(self) -> str:
        kind = self.chance.below(4)
        if kind == 0:
            return ODD[self.chance.below(len(ODD))]
        name = self.game.action_id(self.chance.below(self.game.actions.size))
        if kind == 1:
            return name
        return _mutilated(name, self.chance)

    def _refused(self, act: Callable[[], object], expected: type[LudarenaError]) -> None:
        try:
            act()
        except expected as error:
            self._message(error)
            self.met[expected.__name__] += 1
            return
        except Exception as error:
            raise self._broken(f"{error!r} was raised, not {expected.__name__}") from error
        raise self._broken(f"wrong input was taken, {expected.__name__} was due")

    def _message(self, error: LudarenaError) -> None:
        if not str(error).strip():
            raise self._broken(f"{type(error).__name__} has no message")

    def _broken(self, said: str) -> LawBroken:
        kind = type(self.game)
        again = f"from {kind.__module__} import {kind.__name__}; "
        return LawBroken(
            law="fuzz.refused",
            game=self.game.id,
            seats=self.seats,
            seed=self.seed,
            number=self.number,
            explanation=said,
            again=again + f"fuzz_actions({kind.__name__}(), n={self.n}, seed={self.seed})",
            options={},
        )


def _mutilated(name: str, chance: Stream) -> str:
    """Return an id with one thing wrong: a letter, a part, the case, something around it."""
    place = chance.below(len(name))
    kind = chance.below(7)
    if kind == 0:
        return name[:place] + chr(97 + chance.below(26)) + name[place + 1 :]
    if kind == 1:
        return name[:place] + name[place + 1 :]
    if kind == 2:
        return name[: place + 1] + name[place:]
    if kind == 3:
        return name.upper()
    if kind == 4:
        return f" `{name}`. "
    if kind == 5:
        return f"{name}:{name}"
    return f"I play {name}, thank you"
