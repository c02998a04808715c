"""What a user's own agent is handed for one decision: data only, no way back to the match."""

from __future__ import annotations

from dataclasses import dataclass

from ludarena.core.view import Json


@dataclass(frozen=True, slots=True)
class Action:
    """A legal action: its id, and one sentence that says what it does."""

    id: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One decision that the agent owes.

    - `game` is the game's id, `seat` the agent's seat, `number` counts its decisions from 0.
    - `view` is what the seat may know as JSON data; `ludarena spec GAME --schema` says its form.
      `text` is the same in words.
    - `question` asks for the decision; `actions` lists every legal action, or is empty when the
      protocol hides the list.
    - `story` tells what happened since the agent's last decision; `rules` are the rules in words,
      given with the first decision only.
    - `feedback` is what the arena says of a failed reply to this decision, if it says anything.
    """

    game: str
    seat: int
    number: int
    view: dict[str, Json]
    text: str
    question: str
    actions: tuple[Action, ...]
    story: tuple[str, ...]
    rules: str
    feedback: str | None
