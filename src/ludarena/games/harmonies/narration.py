"""Facts of Harmonies as sentences."""

from __future__ import annotations

from ludarena.core.text import counted_noun
from ludarena.core.trace import Fact
from ludarena.core.view import Viewpoint
from ludarena.games.harmonies import facts
from ludarena.games.harmonies.grid import LABELS
from ludarena.games.harmonies.phrases import card_text, group_text
from ludarena.games.harmonies.tables import ANIMALS, CARD_ROWS, COLOURS, GROUP_AT


def sentence_of(fact: Fact, at: Viewpoint) -> str | None:
    """Return the fact as one sentence; the viewpoint's own seat is called "You"."""
    kind, arguments = fact.kind, fact.arguments
    if kind == facts.CARD_SHOWN:
        return f"{card_text(arguments[0])[0].upper()}{card_text(arguments[0])[1:]} is turned up."
    if kind == facts.TOKENS_DRAWN:
        return f"A central space is filled with {group_text(_group(arguments))}."
    if kind == facts.POUCH_EMPTY:
        return "The pouch is empty: this is the last round."
    if kind == facts.ENDED:
        return "The match ends."
    if kind == facts.TURN_ENDED:
        return None
    own = arguments[0] == at
    who = "You" if own else f"Seat {arguments[0]}"
    verb, rest = _deed(fact)
    if not own:
        verb = {"have": "has", "are": "is"}.get(verb, f"{verb}s")
    return f"{who} {verb} {rest}."


def _group(colours: tuple[int, ...]) -> int:
    first, second, third = colours
    return GROUP_AT[36 * first + 6 * second + third]


def _deed(fact: Fact) -> tuple[str, str]:
    """Return the verb and the rest of the sentence about what a player did."""
    kind, arguments = fact.kind, fact.arguments[1:]
    if kind == facts.TOOK:
        return "take", group_text(_group(arguments))
    if kind == facts.PLACED:
        colour, number, height = arguments
        on = f", height {height}" if height > 1 else ""
        return "place", f"{COLOURS[colour]} on {LABELS[number]}{on}"
    if kind == facts.CARD_TAKEN:
        return "take", card_text(arguments[0])
    if kind == facts.CUBE_PLACED:
        return "place", _cube(*arguments)
    if kind == facts.CARD_COMPLETED:
        return "complete", f"the {CARD_ROWS[arguments[0]].id}"
    if kind == facts.SPIRITS_DEALT:
        names = " and ".join(CARD_ROWS[card].id for card in fact.secret)
        return "are", f"dealt two spirits{f': {names}' if names else ''}"
    if kind == facts.SPIRIT_KEPT:
        other = f" and return the {CARD_ROWS[fact.secret[0]].id}" if fact.secret else ""
        return "keep", f"{card_text(arguments[0])}{other}"
    return "have", f"only {counted_noun(arguments[0], 'empty hex', 'empty hexes')} left: " + (
        "this is the last round"
    )


def _cube(card: int, number: int, points: int) -> str:
    name = CARD_ROWS[card].id
    if card >= ANIMALS:
        return f"the cube of the spirit {name} on {LABELS[number]}"
    return f"a cube of the {name} on {LABELS[number]}, now worth {points} points"
