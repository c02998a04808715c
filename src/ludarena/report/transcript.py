"""A stored match as text, turn by turn, from any viewpoint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludarena.arena.cells import MatchSetup
from ludarena.arena.execution import Execution
from ludarena.arena.record import NOBODY, Event
from ludarena.core.errors import LudarenaError
from ludarena.core.game import Game
from ludarena.core.sight import story
from ludarena.core.view import Viewpoint


@dataclass(frozen=True, slots=True)
class Entry:
    """What a viewpoint is told of one event.

    `turn` is the game's own turn counter when the event began, None where the match cannot be
    executed again. `number` and other seats' `action` are None for a viewpoint that may not know
    them. `act` is "action" or what the arena did, for the cause `reason`.
    """

    number: int | None
    turn: int | None
    seat: int | None
    act: str
    action: str | None
    reason: str | None
    sentences: tuple[str, ...]


def transcript(
    game: Game, setup: MatchSetup, events: Sequence[Event], at: Viewpoint
) -> list[Entry]:
    """Return what the viewpoint noticed, event by event; events without any trace are left out.

    Sentences are made of the stored facts, so a log shows what was stored, not what an engine
    would do today. A match of another rules version has neither turns nor sentences, since the
    installed game's words need not fit its facts.
    """
    same_rules = setup.rules_version == game.rules_version
    turns = _turns(game, setup, events) if same_rules else [None] * len(events)
    entries: list[Entry] = []
    for event, turn in zip(events, turns):
        sentences = tuple(story(game, event.facts, at)) if same_rules else ()
        knows_action = at in ("all", event.seat)
        if event.act == "action" and not knows_action and not sentences:
            continue
        entries.append(
            Entry(
                number=event.number if at == "all" else None,
                turn=turn,
                seat=None if event.seat == NOBODY else event.seat,
                act=event.act,
                action=event.action_id if knows_action else None,
                reason=event.reason,
                sentences=sentences,
            )
        )
    return entries


def _turns(game: Game, setup: MatchSetup, events: Sequence[Event]) -> list[int | None]:
    """Return the turn in which each event began, from executing the match again."""
    turns: list[int | None] = []
    try:
        execution = Execution(game, setup)
        for event in events:
            turns.append(execution.state.turn())
            if event.action is not None:
                execution.play(event.seat, event.action)
    except LudarenaError:
        pass  # the log was changed; `verify` says where and why
    return turns + [None] * (len(events) - len(turns))


def transcript_lines(entries: Sequence[Entry], names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a transcript, with a heading a turn; `names` has one name a seat."""
    turn: int | None = None
    for entry in entries:
        if entry.act == "setup":
            yield "Set-up"
        elif entry.turn is not None and entry.turn != turn:
            turn = entry.turn
            yield ""
            yield f"Turn {turn}"
        heading = _heading(entry, names)
        if heading:
            yield f"  {heading}"
        indent = "    " if heading else "  "
        yield from (f"{indent}{sentence}" for sentence in entry.sentences)


def _heading(entry: Entry, names: Sequence[str]) -> str:
    number = "" if entry.number is None else f"{entry.number:>4}  "
    who = "" if entry.seat is None else f"seat {entry.seat} {names[entry.seat]}: "
    if entry.act == "setup":
        return ""
    if entry.act != "action":
        cause = f" ({entry.reason})" if entry.reason else ""
        return f"{number}{who}{entry.act.replace('_', ' ')}{cause}"
    return f"{number}{who}{entry.action}" if entry.action else ""
