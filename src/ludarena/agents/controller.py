"""The contract of a player: a request for one decision, a reply, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Protocol, runtime_checkable

from ludarena.core.errors import LudarenaError
from ludarena.core.game import Game
from ludarena.core.sight import Sight, sight
from ludarena.core.state import State
from ludarena.core.trace import Fact
from ludarena.core.view import Json

FailureClass = Literal[
    "illegal",
    "unreadable",
    "empty",
    "truncated",
    "refused",
    "timeout",
    "provider_error",
    "harness_error",
    "budget_exhausted",
]
"""Why a reply failed; each failed reply has exactly one class."""


NO_REPLY = frozenset({"http", "unreachable"})
"""Statuses of calls that a provider refused or never took; they are no responses of a model."""


class StopMatch(LudarenaError):
    """An interactive player ends the session; the match stays as it is and can be continued."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            f"seat {seat} stopped playing; the match is kept, the same command continues it"
        )
        self.seat = seat


class StopRun(LudarenaError):
    """Going on would fail every match alike; all are kept as they are and can be continued."""


class StopParticipant(StopRun):
    """Going on would fail every match of one participant; all are kept, those of others go on."""

    def __init__(self, participant: str, reason: str) -> None:
        super().__init__(reason)
        self.participant = participant


@dataclass(frozen=True, slots=True)
class Failure:
    """A reply that holds no action: its class and what happened, for the log."""

    kind: FailureClass
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResponse:
    """One response of a model and what it used, in tokens.

    `input_tokens` includes `cached_tokens` and `cache_written_tokens`; `output_tokens` includes
    `reasoning_tokens`. `model` is the model string that the provider returned. `status` is `ok`
    or what went wrong. `prompt_head` is the beginning of the prompt that others share, which a
    store keeps once. `extra` holds `role`, `source`, `registered`, `drift`, `finish`, `tries`,
    `first_token_s`, `cost`, `currency`, `prices` (the digest of the tables) and `reasoning_known`
    as far as they are known.
    """

    id: str
    provider: str
    model: str
    prompt: str = ""
    prompt_head: str = ""
    reply: str = ""
    input_tokens: int = 0
    cached_tokens: int = 0
    cache_written_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    seconds: float = 0.0
    status: str = "ok"
    extra: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The answer to a request: an action code, or a text that the arena reads, or a failure.

    `reasoning` stays private to the log. `rationale` is JSON data of a search (visits, values).
    `answers` is the number of the decision that the reply was meant for, where the player keeps
    count: a reply to an earlier one is stale and counts as illegal. `resigns` gives the match up.
    `repairs` are those that it took to find `text` in what the player said.
    """

    action: int | None = None
    text: str | None = None
    failure: Failure | None = None
    answers: int | None = None
    resigns: bool = False
    reasoning: str = ""
    rationale: Json = None
    responses: tuple[ModelResponse, ...] = ()
    tool_calls: Mapping[str, int] = field(default_factory=dict)
    repairs: tuple[str, ...] = ()


Record = Callable[[ModelResponse], None]
"""Writes a model response down, durably, when it returns; a known one gets its texts."""


def _forget(_response: ModelResponse) -> None:
    """Record nothing: for requests outside the arena."""


class Request:
    """One decision that a seat is asked for; it knows nothing that the seat may not know.

    - `number` counts the seat's own decisions of this match from 0; `tries` counts the failed
      replies to this one, and `feedback` is what the seat is told of the last of them.
    - `legal_actions` are the codes of the legal actions, ascending.
    - `facts` is what the seat noticed since its own last decision, cut to its viewpoint.
    - `position` is the seat's redraw of the state, for searches; what is hidden is invented.
    - `seed` is for the chance of built-in players; it differs for each decision and is never shown.
    - `seconds_left` is the time for the reply, None without a limit.
    - `show_rules` and `show_listing` are what the protocol lets the player be shown; `call` is
      how much one call of an agent program may answer.
    - `past` is what the seat noticed before its last decision, cut to its viewpoint, and `own` its
      own earlier actions, ascending in time.
    - `record` takes every model response as it arrives, whatever becomes of the reply.
    """

    def __init__(
        self,
        *,
        game: Game,
        position: State,
        seat: int,
        number: int,
        seed: int,
        legal_actions: list[int],
        facts: tuple[Fact, ...] = (),
        tries: int = 0,
        feedback: str | None = None,
        seconds_left: float | None = None,
        show_rules: bool = True,
        show_listing: bool = True,
        call: str = "decision",
        past: Callable[[], Sequence[Fact]] = tuple,
        own: Sequence[int] = (),
        record: Record = _forget,
    ) -> None:
        self.game = game
        self.position = position
        self.seat = seat
        self.number = number
        self.seed = seed
        self.legal_actions = legal_actions
        self.facts = facts
        self.tries = tries
        self.feedback = feedback
        self.seconds_left = seconds_left
        self.show_rules = show_rules
        self.show_listing = show_listing
        self.call = call
        self.own = own
        self.record = record
        self._past = past

    @cached_property
    def sight(self) -> Sight:
        """Return the view, its text, the decision and its choices, made when first asked for."""
        return sight(self.game, self.position, self.seat)

    @cached_property
    def story(self) -> list[str]:
        """Return the facts since the seat's own last decision as sentences."""
        return self._told(self.facts)

    @cached_property
    def past(self) -> list[str]:
        """Return what the seat noticed before its last decision as sentences."""
        return self._told(self._past())

    def _told(self, facts: Sequence[Fact]) -> list[str]:
        told = (self.game.narrate(fact, self.seat) for fact in facts)
        return [sentence for sentence in told if sentence is not None]


class Controller(Protocol):
    """Whoever answers for one seat of one match.

    `immediate` controllers answer at once, without waiting for anything outside the process: the
    arena sets no timer for them and stores their answers in batches. All others are called under
    the protocol's time limits, and what came before is stored before each call.
    """

    @property
    def immediate(self) -> bool:
        """Return whether `decide` never waits."""

    async def decide(self, request: Request) -> Reply:
        """Return the reply; exceptions count as `harness_error`, except `StopMatch`."""

    async def close(self) -> None:
        """Release what the controller holds; it is not asked again."""


@runtime_checkable
class Following(Controller, Protocol):
    """A controller that wants to hear what became of its answers."""

    def accepted(self, owes: bool) -> None:
        """Hear that its last reply was accepted, and whether the seat owes another at once."""

    def replaced(self, owes: bool, out: bool) -> None:
        """Hear that a stand-in answered in its place; `out`: it will do so to the end."""

    def ended(self, result: str) -> None:
        """Hear the result of the match in words."""


@runtime_checkable
class Lingering(Following, Protocol):
    """A controller whose program may still be at work when the match ends."""

    async def finish(self) -> None:
        """Return when the program is done, soon; what it uses until then still counts."""
