"""A game: the fixed facts of a title and everything that is said about its states in words."""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import ClassVar, Literal

from ludarena.core import reading
from ludarena.core.actions import ActionTable
from ludarena.core.errors import IllegalAction, InvalidSeats, InvalidSeed, MatchOver, OutOfTurn
from ludarena.core.options import Option, OptionValue, resolve
from ludarena.core.profile import Profile
from ludarena.core.reading import Reading
from ludarena.core.spec import spec_of
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import Json, View, Viewpoint


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A kind of decision.

    `question` asks it in words. `sealed`: answered at the same time as other seats. `secret`:
    others may not learn that the seat decides. `always_asked`: asked although one action is left.
    """

    name: str
    question: str
    sealed: bool = False
    secret: bool = False
    always_asked: bool = False


@dataclass(frozen=True, slots=True)
class FactKind:
    """A kind of fact: names of its public and secret arguments, and whether chance made it.

    The last name of either may begin with `*` and then takes all that is left.
    """

    name: str
    arguments: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()
    chance: bool = False


@dataclass(frozen=True, slots=True)
class RankKey:
    """A number of the final `PlayerView` that decides places; earlier keys decide first."""

    name: str
    higher_wins: bool = True


@dataclass(frozen=True, slots=True)
class Traits:
    """What a search or a study wants to know before the first match."""

    hidden_information: bool
    simultaneous: bool
    chance: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that a seat owes, in words.

    `cause` says what called for it when it is not the main choice of a turn; `steps` are the ids
    already answered of a choice that is made in several steps.
    """

    kind: str
    question: str
    cause: str | None = None
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match, one entry a seat.

    `ranks` begin with 1; equal ranks are ties that the rules leave. `tie_breaks` holds the values
    of the rank keys after the score.
    """

    scores: tuple[int, ...]
    tie_breaks: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    payoffs: tuple[float, ...]
    ended_by: Literal["rules", "cap"]


class Game(ABC):
    """Base of every game; see docs/concepts/game.md for the contract.

    The arena hands a seat's `determinize(seat, 0)` to `view`, `describe`, `pending`, `why_not`
    and `read`, never the true state: go through `ludarena.core.sight`.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    edition: ClassVar[str]
    rules_version: ClassVar[str]
    group: ClassVar[Literal["capacity", "spatial", "coordination"]]
    tier: ClassVar[Literal["introductory", "intermediate", "advanced"]]
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    traits: ClassVar[Traits]
    profile: ClassVar[Profile]
    references: ClassVar[tuple[str, ...]] = ()
    decisions: ClassVar[tuple[DecisionKind, ...]]
    facts: ClassVar[tuple[FactKind, ...]]
    ranking: ClassVar[tuple[RankKey, ...]]
    actions: ClassVar[ActionTable]

    # --- set-up, copies ---------------------------------------------------------------------

    def new(
        self,
        *,
        seats: int,
        seed: int,
        options: Mapping[str, OptionValue] | None = None,
        trace: Trace | None = None,
    ) -> State:
        """Return a new match; facts of its set-up go to `trace`, which stays attached.

        Raises `InvalidSeats`, `InvalidSeed`, `UnknownOption` and `InvalidOption`.
        """
        if type(seats) is not int or seats not in self.seats:
            raise InvalidSeats(self.id, seats, self.seats)
        if type(seed) is not int or seed < 0:
            raise InvalidSeed(seed)
        return self.setup(seats, seed, resolve(self.id, self.options, options or {}), trace)

    @abstractmethod
    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        """Return a new match from arguments that `new` has checked and completed."""

    @abstractmethod
    def decode(self, data: bytes) -> State:
        """Return the state that `State.encode` wrote; raise `CorruptState` for other bytes."""

    @abstractmethod
    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return a number of decisions that no match exceeds, caps included."""

    # --- actions ----------------------------------------------------------------------------

    def action_id(self, action: int) -> str:
        """Return the stable readable id of a code; raise `ValueError` when there is none."""
        return self.actions.id_of(action)

    def action_code(self, text: str) -> int:
        """Return the code of an id, spelt exactly; raise `UnreadableAction` otherwise."""
        return self.actions.code_of(text)

    def read(self, state: State, seat: int, text: str) -> Reading:
        """Return the one action that `text` plainly names, and the repairs that it needed.

        The action may be illegal. Raises `UnreadableAction` where reading it would be a guess.
        """
        return reading.read_id(self.actions, text)

    @abstractmethod
    def describe(self, state: State, seat: int, action: int) -> str:
        """Return one sentence that says what the action does; it may be illegal now."""

    @abstractmethod
    def pending(self, state: State, seat: int) -> Decision | None:
        """Return the decision that the seat owes in words, or None."""

    def why_not(self, state: State, seat: int, action: int) -> str | None:
        """Return why the action is illegal for the seat now, or None when it is legal."""
        legal = state.legal_actions(seat)
        if action in legal:
            return None
        if not legal:
            return "this seat owes no decision now"
        if not 0 <= action < self.actions.size:
            return f"{action} is no action of {self.title}"
        return self.reason(state, seat, action)

    @abstractmethod
    def reason(self, state: State, seat: int, action: int) -> str:
        """Return the rule that an action breaks which is illegal for this owing seat."""

    def play(self, state: State, seat: int, action: int) -> None:
        """Apply an action that may be illegal.

        Raises `MatchOver`, `OutOfTurn` or `IllegalAction` and then leaves the state untouched.
        """
        to_act = state.to_act()
        if not to_act:
            raise MatchOver(seat)
        if seat not in to_act:
            raise OutOfTurn(seat, to_act)
        if action not in state.legal_actions(seat):
            reason = self.why_not(state.determinize(seat, 0), seat, action)
            known = 0 <= action < self.actions.size
            name = self.action_id(action) if known else str(action)
            raise IllegalAction(seat, name, reason or "it is not offered now")
        state.apply(seat, action)

    # --- what is known, in data and in words ------------------------------------------------

    @abstractmethod
    def view(self, state: State, at: Viewpoint) -> View:
        """Return what the viewpoint may know."""

    @abstractmethod
    def view_text(self, view: View) -> str:
        """Return the view as Markdown that a model or a person can play from."""

    @abstractmethod
    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        """Return the fact as one sentence for a viewpoint that is in its audience.

        None for facts that are not worth a sentence. The arena cuts the fact first
        (`sight.filtered`): `fact.secret` is empty where the viewpoint does not see it.
        """

    @abstractmethod
    def metrics(self, state: State, seat: int) -> dict[str, float]:
        """Return named numbers of a seat's position, from public knowledge only."""

    @abstractmethod
    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        """Return the points of a seat by where they came from; at the end, for `all`, they add
        up to its score."""

    @abstractmethod
    def components(self, state: State) -> dict[str, int]:
        """Return counts of the game's components that no action changes."""

    def outcome(self, state: State) -> Outcome:
        """Return the result of a finished match, by `ranking` over the final view."""
        rows: list[tuple[int, ...]] = [
            tuple(getattr(player, key.name) for key in self.ranking)
            for player in self.view(state, "all").players
        ]
        signs = [1 if key.higher_wins else -1 for key in self.ranking]
        strengths = [tuple(s * v for s, v in zip(signs, row, strict=True)) for row in rows]
        return Outcome(
            scores=tuple(row[0] for row in rows),
            tie_breaks=tuple(row[1:] for row in rows),
            ranks=tuple(1 + sum(other > own for other in strengths) for own in strengths),
            payoffs=tuple(state.payoffs()),
            ended_by="cap" if state.capped() else "rules",
        )

    # --- rules ------------------------------------------------------------------------------

    def spec(self) -> dict[str, Json]:
        """Return what is observed, which actions exist, and how placement and reward are
        computed, as JSON data generated from this class."""
        return spec_of(self)

    def rules_numbers(self) -> dict[str, object]:
        """Return what fills the `{{names}}` of the game's `rules.md`."""
        return {}

    def rules_text(self) -> str:
        """Return the rules in Markdown, numbers filled in from the tables."""
        package = sys.modules[type(self).__module__].__package__ or ""
        text = resources.files(package).joinpath("rules.md").read_text(encoding="utf-8")
        numbers = self.rules_numbers()
        return re.sub(r"\{\{(\w+)\}\}", lambda match: str(numbers[match[1]]), text)
