"""The protocol: what the arena shows and enforces; results compare only under the same one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Literal, get_args

from ludarena.arena.digests import digest_of
from ludarena.arena.errors import InvalidProtocol
from ludarena.core.view import Json

RulesShown = Literal["full", "none"]
Feedback = Literal["nothing", "illegal", "reason"]
FailurePolicy = Literal["void", "forfeit", "stand_in"]
CallSpan = Literal["decision", "turn"]

POLICY = ("on_failure", "attempts", "stand_in")
"""The settings that say what follows a failure; they alone may change while a run is played."""

MAX_TRIES = 1_000
MAX_SECONDS = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """What every participant of an experiment is shown and held to.

    - `rules`: the rules text is shown whole, or not at all.
    - `listing`: whether the legal actions are listed.
    - `rethinks`: further tries after a reply that failed; `feedback` is what is then told.
    - `repairs`: whether readings that needed a repair (case, quotes, spaces) are accepted.
    - `decision_seconds`: time of one decision, all its tries together; None for no limit.
    - `seat_seconds`: time of one seat in one match; None for no limit.
    - `call`: what one call of an agent program may answer: one `decision`, or a whole `turn`.
    - `on_failure`: what follows when the tries are used up: `void` sets the match aside and plays
      it again, at most `attempts` times in all; `forfeit` puts the seat last while the agent type
      `stand_in` finishes its moves; `stand_in` lets it answer that one decision.
    - `tools`: digest of the texts of the tools that are offered, empty for none.
    """

    rules: RulesShown = "full"
    listing: bool = True
    rethinks: int = 1
    feedback: Feedback = "reason"
    repairs: bool = True
    decision_seconds: float | None = None
    seat_seconds: float | None = None
    call: CallSpan = "decision"
    on_failure: FailurePolicy = "void"
    attempts: int = 3
    stand_in: str = "random"
    tools: str = ""

    def __post_init__(self) -> None:
        choices = {
            "rules": get_args(RulesShown),
            "feedback": get_args(Feedback),
            "call": get_args(CallSpan),
            "on_failure": get_args(FailurePolicy),
        }
        for name, allowed in choices.items():
            if getattr(self, name) not in allowed:
                raise InvalidProtocol(name, getattr(self, name), f"one of {', '.join(allowed)}")
        for name, low in (("rethinks", 0), ("attempts", 1)):
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= MAX_TRIES:
                raise InvalidProtocol(name, value, f"an integer from {low} to {MAX_TRIES}")
        for name in ("decision_seconds", "seat_seconds"):
            value = getattr(self, name)
            if value is not None and (
                type(value) not in (int, float) or not 0 < value <= MAX_SECONDS
            ):
                what = f"a number of seconds above 0, at most {MAX_SECONDS}"
                raise InvalidProtocol(name, value, what)
        for name in ("listing", "repairs"):
            if type(getattr(self, name)) is not bool:
                raise InvalidProtocol(name, getattr(self, name), "true or false")

    def as_json(self) -> dict[str, Json]:
        """Return all settings as JSON data; `Protocol(**data)` is the way back."""
        return asdict(self)

    @property
    def id(self) -> str:
        """Return the digest of all settings."""
        return digest_of(self.as_json())


def protocol_from(data: Mapping[str, Json]) -> Protocol:
    """Return the protocol that `as_json` wrote; raise `InvalidProtocol` or `TypeError`."""
    return Protocol(**data)  # type: ignore[arg-type]  # it checks its values


def protocol_settings() -> tuple[str, ...]:
    """Return the names of the settings, in order."""
    return tuple(field.name for field in fields(Protocol))
