"""Laws of facts: they have the declared shape and can be told to everyone who sees them."""

from __future__ import annotations

from collections.abc import Sequence

from ludarena.core.game import Game
from ludarena.core.sight import filtered
from ludarena.core.trace import Fact
from ludarena.core.view import Viewpoint
from ludarena.testing.surface import knowers


def shape(game: Game, facts: Sequence[Fact], seats: int) -> str | None:
    """Facts have a declared kind and its number of arguments; who sees a secret is told of it."""
    for fact in facts:
        if not 0 <= fact.kind < len(game.facts):
            return f"{fact} has no row in the table of facts"
        kind = game.facts[fact.kind]
        if not _fits(fact.arguments, kind.arguments) or not _fits(fact.secret, kind.secret):
            return f"{fact} does not fit {kind}"
        if fact.sees & ~fact.audience:
            return f"{fact} of kind {kind.name!r} shows its secret to seats outside its audience"
    return None


def _fits(values: Sequence[int], names: Sequence[str]) -> bool:
    if names and names[-1].startswith("*"):
        return len(values) >= len(names) - 1
    return len(values) == len(names)


def narration(game: Game, facts: Sequence[Fact], seats: int) -> str | None:
    """Every viewpoint in a fact's audience can be told of it, in one sentence or silence."""
    viewpoints: list[Viewpoint] = [*knowers(seats), "all"]
    for at in viewpoints:
        for fact in filtered(facts, at):
            sentence = game.narrate(fact, at)
            if sentence is not None and (not sentence.strip() or "\n" in sentence):
                kind = game.facts[fact.kind].name
                return f"fact {kind!r} is told to {at} as {sentence!r}, which is no sentence"
    return None


LAWS = (shape, narration)
