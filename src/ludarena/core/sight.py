"""The one door through which a seat sees a match: never the true state, always its redraw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludarena.core.game import Decision, Game
from ludarena.core.reading import Reading
from ludarena.core.state import State
from ludarena.core.trace import Fact
from ludarena.core.view import View, Viewpoint, canonical_json, knower, plain, sees


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action as it is offered: its code, id and one sentence."""

    action: int
    id: str
    description: str


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a viewpoint is shown: the view, its text, the decision owed and its choices.

    `decision` and `choices` are empty for bystanders and for seats that owe nothing.
    """

    view: View
    text: str
    decision: Decision | None
    choices: tuple[Choice, ...]

    def view_json(self) -> str:
        """Return the view as canonical JSON."""
        return canonical_json(plain(self.view))


def sight(game: Game, state: State, at: Viewpoint) -> Sight:
    """Return what the viewpoint is shown of the state.

    Everything is made from `state.determinize(seat, 0)`, so a careless game shows nonsense, not
    the truth. Only the viewpoint `all` is made from the state itself.
    """
    shown = state if at == "all" else state.determinize(knower(at), 0)
    view = game.view(shown, at)
    if not isinstance(at, int):
        return Sight(view, game.view_text(view), None, ())
    choices = tuple(
        Choice(action, game.action_id(action), game.describe(shown, at, action))
        for action in shown.legal_actions(at)
    )
    return Sight(view, game.view_text(view), game.pending(shown, at), choices)


def why_not(game: Game, state: State, seat: int, action: int) -> str | None:
    """Return why the action is illegal, from what the seat may know; None when it is legal."""
    return game.why_not(state.determinize(seat, 0), seat, action)


def read(game: Game, state: State, seat: int, text: str) -> Reading:
    """Return the action that a seat's text names; raise `UnreadableAction` otherwise."""
    return game.read(state.determinize(seat, 0), seat, text)


def filtered(facts: Iterable[Fact], at: Viewpoint) -> list[Fact]:
    """Return the facts in whose audience the viewpoint is, secret parts cut where unseen.

    The masks are cut too: a seat does not learn who else saw a fact.
    """
    kept: list[Fact] = []
    for fact in facts:
        if at == "all":
            kept.append(fact)
        elif sees(fact.audience, at):
            shown = sees(fact.sees, at)
            kept.append(Fact(fact.kind, fact.arguments, fact.secret if shown else (), 0, 0))
    return kept


def story(game: Game, facts: Iterable[Fact], at: Viewpoint) -> list[str]:
    """Return the sentences that the viewpoint hears of the facts."""
    told = (game.narrate(fact, at) for fact in filtered(facts, at))
    return [sentence for sentence in told if sentence is not None]
