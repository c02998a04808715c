"""A stored match as a row of frames, one an event: what was seen, asked, answered and caused.

Frames are made by executing the stored match again. They hold what one viewpoint may know, so a
page made of them shows a seat no more than it could notice during the match.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ludarena.arena.cells import MatchSetup
from ludarena.arena.errors import NothingPlayed
from ludarena.arena.execution import Execution, replayed
from ludarena.arena.record import Answer, Event, FailedTry, StoredAttempt, StoredMatch
from ludarena.arena.store import Reader
from ludarena.core.errors import LudarenaError
from ludarena.core.game import Game
from ludarena.core.sight import Sight, sight, story
from ludarena.core.state import State
from ludarena.core.trace import Fact
from ludarena.core.view import Json, Viewpoint, knower


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One event of a match as a viewpoint may know it.

    - `number` is the event's number, None for a seat and for bystanders.
    - `sight` is what was shown before the event, after it for the set-up: to the acting seat when
      the viewpoint is `all`, else to the viewpoint. None where the match cannot be executed again.
    - `own` says that the decision itself may be shown: what was asked, chosen and reasoned.
    - `before` is the story that the acting seat had been told since its own last decision,
      `after` what the viewpoint is told of the event.
    - `measures` has the named numbers of each seat after the event.
    """

    number: int | None
    event: Event
    turn: int | None
    own: bool
    sight: Sight | None
    before: tuple[str, ...]
    after: tuple[str, ...]
    answer: Answer | None
    failures: tuple[FailedTry, ...]
    responses: tuple[dict[str, Json], ...]
    measures: tuple[dict[str, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """All frames of one attempt, and the position at their end.

    `trouble` says why frames lack what needs the match to be executed again; None when they are
    complete.
    """

    frames: tuple[Frame, ...]
    end: Sight | None
    trouble: str | None


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """What is stored of one attempt beside its events."""

    events: Sequence[Event]
    answers: Sequence[Answer] = ()
    failures: Sequence[FailedTry] = ()
    responses: Sequence[dict[str, Json]] = ()


def stored_play(reader: Reader, match: StoredMatch) -> tuple[StoredAttempt, StoredPlay]:
    """Return the attempt that counts, or the last one, and what is stored of it.

    Raises `NothingPlayed` before the first event.
    """
    attempt = reader.current_attempt(match)
    events = reader.events(attempt.key) if attempt else []
    if attempt is None or not events:
        raise NothingPlayed(match.id)
    return attempt, StoredPlay(
        events,
        reader.answers(attempt.key),
        reader.failed_tries(attempt.key),
        reader.responses(attempt.key),
    )


def film(game: Game, match: str, setup: MatchSetup, play: StoredPlay, at: Viewpoint) -> Film:
    """Return the frames of what is stored of a match; `at` is whose knowledge they hold.

    A match of another rules version, or one whose log was changed, still gives a frame for each
    event, from there on without positions and sentences.
    """
    return _Filming(game, match, setup, play, at).film()


class _Filming:
    def __init__(
        self, game: Game, match: str, setup: MatchSetup, play: StoredPlay, at: Viewpoint
    ) -> None:
        self._game = game
        self._match = match
        self._seats = setup.seats
        self._play = play
        self._at = at
        self._trouble: str | None = None
        self._execution: Execution | None = None
        if game.rules_version == setup.rules_version:
            self._execution = Execution(game, setup)
        else:
            self._trouble = (
                f"played under rules version {setup.rules_version}, installed is "
                f"{game.rules_version}: told by its actions alone"
            )
        self._answered = [0] * setup.seats
        self._told: list[list[Fact]] = [[] for _ in range(setup.seats)]
        self._answers = {(one.seat, one.number): one for one in play.answers}
        self._failures: dict[tuple[int, int], list[FailedTry]] = defaultdict(list)
        for failed in play.failures:
            self._failures[failed.seat, failed.number].append(failed)
        self._responses: dict[tuple[int, int], list[dict[str, Json]]] = defaultdict(list)
        for response in play.responses:
            place = (int(str(response["seat"])), int(str(response["number"])))
            self._responses[place].append(response)

    def film(self) -> Film:
        frames = [frame for frame in map(self._frame, self._play.events) if self._known(frame)]
        end = None
        if self._execution is not None:
            end = sight(self._game, self._execution.state, self._at)
        return Film(frames=tuple(frames), end=end, trouble=self._trouble)

    def _known(self, frame: Frame) -> bool:
        """Return whether the viewpoint noticed anything of the event."""
        return frame.event.act != "action" or frame.own or bool(frame.after)

    def _frame(self, event: Event) -> Frame:
        seat = event.seat
        own = self._at in ("all", seat)
        turn, seen, before = self._before(event, own)
        place = (seat, self._answered[seat]) if seat in range(self._seats) else None
        self._advance(event)
        after = self._after(event)
        decides = own and place is not None
        answer = self._answers.get(place) if decides and event.act == "action" and place else None
        fails = decides and (answer is not None or event.act == "void")
        return Frame(
            number=event.number if self._at == "all" else None,
            event=event,
            turn=turn,
            own=own,
            sight=seen,
            before=before,
            after=after,
            answer=answer,
            failures=tuple(self._failures[place]) if fails and place else (),
            responses=tuple(self._responses[place]) if fails and place else (),
            measures=self._measures(),
        )

    def _before(self, event: Event, own: bool) -> tuple[int | None, Sight | None, tuple[str, ...]]:
        """Return turn, sight and story before an event."""
        if self._execution is None:
            return None, None, ()
        state = self._execution.state
        if event.act == "setup":
            return None, sight(self._game, state, self._at), ()
        decides = event.act == "action" and event.seat in range(self._seats)
        viewer: Viewpoint = event.seat if decides and self._at == "all" else self._at
        before: tuple[str, ...] = ()
        if decides and own:
            before = tuple(story(self._game, self._told[event.seat], event.seat))
        return int(state.turn()), sight(self._game, state, viewer), before

    def _advance(self, event: Event) -> None:
        """Execute an event; stop executing for good when it cannot be."""
        if self._execution is not None:
            try:
                replayed(self._execution, self._match, event)
            except LudarenaError as error:
                self._trouble = str(error)
                self._execution = None
        if event.act == "action" and event.seat in range(self._seats):
            self._answered[event.seat] += 1
            self._told[event.seat] = []
        for told in self._told:
            told.extend(event.facts)

    def _after(self, event: Event) -> tuple[str, ...]:
        if self._execution is None:
            return ()
        return tuple(story(self._game, event.facts, self._at))

    def _measures(self) -> tuple[dict[str, float], ...]:
        if self._execution is None:
            return ()
        known: State = self._execution.state
        if self._at != "all":
            known = known.determinize(knower(self._at), 0)
        return tuple(
            {
                "points so far": float(
                    sum(self._game.score_routes(known, seat, self._at).values())
                ),
                **self._game.metrics(known, seat),
            }
            for seat in range(self._seats)
        )
