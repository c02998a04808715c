"""Facts of Splendor as sentences."""

from __future__ import annotations

from ludarena.core.trace import Fact
from ludarena.core.view import Viewpoint
from ludarena.games.splendor import facts
from ludarena.games.splendor.gems import TOKENS
from ludarena.games.splendor.words import card_text, counts_text, noble_text


def sentence_of(fact: Fact, at: Viewpoint) -> str:
    """Return the fact as one sentence; the viewpoint's own seat is called "You"."""
    kind, arguments = fact.kind, fact.arguments
    if kind == facts.CARD_SHOWN:
        return f"{card_text(arguments[0])} is turned face up."
    if kind == facts.NOBLE_SHOWN:
        return f"On the table is {noble_text(arguments[0])}."
    if kind == facts.PLACE_EMPTY:
        return f"The level {arguments[0] + 1} deck is empty: a place in its row stays empty."
    if kind == facts.ENDED:
        return "The turn limit is reached: the match ends." if arguments[0] else "The match ends."
    if kind == facts.VISITED:
        who = "You are" if arguments[0] == at else f"Seat {arguments[0]} is"
        return f"{who} visited by {noble_text(arguments[1])}."
    verb, rest = _deed(fact)
    if arguments[0] == at:
        return f"You {verb} {rest}."
    ending = "es" if verb.endswith(("s", "h")) else "s"
    return f"Seat {arguments[0]} {verb}{ending} {rest}."


def _deed(fact: Fact) -> tuple[str, str]:
    """Return the verb and the rest of the sentence about what a player did."""
    kind, arguments = fact.kind, fact.arguments[1:]
    if kind == facts.TOOK:
        return "take", counts_text(arguments)
    if kind == facts.RESERVED:
        return "reserve", card_text(arguments[0])
    if kind == facts.RESERVED_BLIND:
        drawn = f": {card_text(fact.secret[0])}" if fact.secret else ""
        return "reserve", f"the top card of the level {arguments[0] + 1} deck{drawn}"
    if kind == facts.TOOK_GOLD:
        return "take", "1 gold"
    if kind == facts.BOUGHT:
        return "buy", f"{card_text(arguments[0])}{' from the reserve' if arguments[1] else ''}"
    if kind == facts.PAID:
        return "pay", counts_text(arguments)
    if kind == facts.RETURNED:
        return "return", f"1 {TOKENS[arguments[0]]}"
    if kind == facts.TARGET_MET:
        return "reach", f"the target, with {arguments[0]} points"
    return "pass", "without another action"
