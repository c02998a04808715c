"""The true state of one match and the log that is made of it, one event at a time.

The match loop, resuming and verification all go through `Execution`, so that what was played
and what is checked cannot drift apart.
"""

from __future__ import annotations

from dataclasses import fields

from ludarena.arena.cells import MatchSetup
from ludarena.arena.digests import digest_bytes
from ludarena.arena.errors import CorruptLog, EngineFault
from ludarena.arena.record import NOBODY, SYSTEM_ACTS, Act, Event, SystemAct
from ludarena.core.errors import RulesError
from ludarena.core.game import Game
from ludarena.core.trace import Trace

SNAPSHOT_EVERY = 50
"""A snapshot of the state is kept with every event whose number this divides."""


class Execution:
    """A match being executed.

    `state` is the true state. `answered` counts the actions of each seat, `forfeited` says who
    gave up or failed out. `events` is the number of events so far and `digest` the last one's.
    """

    def __init__(self, game: Game, setup: MatchSetup) -> None:
        self.game = game
        self._trace = Trace()
        self.state = game.new(
            seats=setup.seats, seed=setup.seed, options=setup.options, trace=self._trace
        )
        self.answered = [0] * setup.seats
        self.forfeited = [False] * setup.seats
        self.events = 0
        self.digest = b""
        self._decisions_left = game.max_decisions(setup.seats, setup.options)

    @property
    def over(self) -> bool:
        """Return whether nobody owes a decision."""
        return not self.state.to_act()

    def begin(self) -> Event:
        """Return event 0, the set-up with its facts."""
        return self._event("setup", NOBODY, block=0)

    def act(self, seat: int, action: int, *, stand_in: bool = False) -> Event:
        """Apply an action that is known to be legal; return its event.

        Raises `EngineFault` when the match outlasts the game's own bound.
        """
        if self._decisions_left <= 0:
            raise EngineFault(self.game.id, "a match has more decisions than its stated maximum")
        self._decisions_left -= 1
        block = self.state.block()
        self.state.apply(seat, action)
        self.answered[seat] += 1
        return self._event("action", seat, block=block, action=action, stand_in=stand_in)

    def play(self, seat: int, action: int, *, stand_in: bool = False) -> Event:
        """Do as `act` does, after checking the action.

        Raises `MatchOver`, `OutOfTurn` or `IllegalAction` and then changes nothing.
        """
        to_act = self.state.to_act()
        if seat not in to_act or action not in self.state.legal_actions(seat):
            self.game.play(self.state, seat, action)  # raises the error that says why
        return self.act(seat, action, stand_in=stand_in)

    def system(self, act: SystemAct, seat: int, reason: str | None = None) -> Event:
        """Record an act of the arena; the state stays as it is."""
        if act in ("forfeit", "resign"):
            self.forfeited[seat] = True
        return self._event(act, seat, block=self.state.block(), reason=reason)

    def _event(
        self,
        act: Act,
        seat: int,
        *,
        block: int,
        action: int | None = None,
        stand_in: bool = False,
        reason: str | None = None,
    ) -> Event:
        action_id = None if action is None else self.game.action_id(action)
        line = f"{self.events}|{block}|{seat}|{act}|{action_id}|{int(stand_in)}|{reason}|"
        self.digest = digest_bytes(self.digest + line.encode() + self.state.encode())
        event = Event(
            number=self.events,
            block=block,
            seat=seat,
            act=act,
            action=action,
            action_id=action_id,
            stand_in=stand_in,
            reason=reason,
            facts=tuple(self._trace.take()),
            digest=self.digest,
        )
        self.events += 1
        return event


def replayed(execution: Execution, match: str, stored: Event) -> Event:
    """Execute a stored event again; return it.

    Raises `CorruptLog` when it cannot be executed, or when executing it gives another event.
    """
    if stored.number != execution.events:
        raise CorruptLog(match, execution.events, f"the log goes on with event {stored.number}")
    if (stored.act == "setup") != (stored.number == 0):
        raise CorruptLog(match, stored.number, f"{stored.act!r} cannot stand here")
    event = _executed(execution, match, stored)
    for field in fields(Event):
        found, expected = getattr(stored, field.name), getattr(event, field.name)
        if found != expected:
            raise CorruptLog(
                match,
                stored.number,
                f"{field.name.replace('_', ' ')}: stored is {_shown(found)}, "
                f"executing it again gives {_shown(expected)}",
            )
    return event


def _executed(execution: Execution, match: str, stored: Event) -> Event:
    if stored.act == "setup":
        return execution.begin()
    if stored.act not in SYSTEM_ACTS and stored.act != "action":
        raise CorruptLog(match, stored.number, f"{stored.act!r} is no act")
    if not NOBODY <= stored.seat < len(execution.answered):
        raise CorruptLog(match, stored.number, f"there is no seat {stored.seat}")
    if stored.act != "action":
        return execution.system(stored.act, stored.seat, stored.reason)
    if stored.action is None:
        raise CorruptLog(match, stored.number, "it holds no action")
    try:
        return execution.play(stored.seat, stored.action, stand_in=stored.stand_in)
    except RulesError as error:
        raise CorruptLog(match, stored.number, f"it cannot be played ({error})") from error


def _shown(value: object) -> str:
    text = value.hex() if isinstance(value, bytes) else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
