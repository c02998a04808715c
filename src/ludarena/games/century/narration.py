"""Facts of Century as sentences."""

from __future__ import annotations

from ludarena.core.text import counted_noun
from ludarena.core.trace import Fact
from ludarena.core.view import Viewpoint
from ludarena.games.century import facts
from ludarena.games.century.cubes import COLOURS, cube_list
from ludarena.games.century.tables import GET, GIVE, MERCHANT_ROWS
from ludarena.games.century.words import (
    counts_text,
    letters_text,
    merchant_text,
    point_card_text,
    steps_text,
)


def sentence_of(fact: Fact, at: Viewpoint) -> str | None:
    """Return the fact as one sentence; the viewpoint's own seat is called "You".

    None for the choice of a card that costs nothing: taking it is told in the next fact.
    """
    kind, arguments = fact.kind, fact.arguments
    if kind == facts.MERCHANT_SHOWN:
        return f"{merchant_text(arguments[0])} comes into the merchant row."
    if kind == facts.POINT_CARD_SHOWN:
        return f"{point_card_text(arguments[0])} comes into the row of point cards."
    if kind == facts.SILVER_MOVED:
        coins = counted_noun(arguments[0], "silver coin")
        return f"The gold coins are gone: the pile of {coins} moves to position 1."
    if kind == facts.ENDED:
        return "The turn limit is reached: the match ends." if arguments[0] else "The match ends."
    if kind == facts.ACQUIRING and not arguments[2]:
        return None
    verb, rest = _deed(fact)
    if arguments[0] == at:
        return f"You {verb} {rest}."
    return f"Seat {arguments[0]} {'has' if verb == 'have' else verb + 's'} {rest}."


def _deed(fact: Fact) -> tuple[str, str]:
    """Return the verb and the rest of the sentence about what a player did."""
    kind, arguments = fact.kind, fact.arguments[1:]
    if kind == facts.STARTED:
        return "begin", f"with {counts_text(arguments)}"
    if kind == facts.ACQUIRING:
        passed = counted_noun(arguments[1], "card")
        return "choose", f"{merchant_text(arguments[0])}, passing {passed}"
    if kind == facts.PAID:
        return "put", f"1 {COLOURS[arguments[0]]} onto {MERCHANT_ROWS[arguments[1]].id}"
    if kind == facts.ACQUIRED:
        cubes = f", and {counts_text(arguments[1:])} from it" if any(arguments[1:]) else ""
        return "acquire", f"{merchant_text(arguments[0])}{cubes}"
    if kind == facts.CLAIMED:
        return "claim", point_card_text(arguments[0])
    if kind == facts.TOOK_COIN:
        return "take", f"1 {'gold' if arguments[0] else 'silver'} coin"
    if kind == facts.RESTED:
        come = "comes" if arguments[0] == 1 else "come"
        return "rest", f"and {counted_noun(arguments[0], 'card')} {come} back in hand"
    if kind == facts.RETURNED:
        return "return", f"{arguments[1]} {COLOURS[arguments[0]]} to the supply"
    if kind == facts.LAST_ROUND:
        cards = counted_noun(arguments[0], "point card")
        return "have", f"{cards}: this is the last round"
    return "play", _played(kind, arguments)


def _played(kind: int, arguments: tuple[int, ...]) -> str:
    """Return a merchant card and what its player made of it."""
    row = MERCHANT_ROWS[arguments[0]]
    if kind == facts.GAINED:
        return f"{row.id}: gain {letters_text(row.get)}"
    if kind == facts.UPGRADED:
        return f"{row.id}: raise {steps_text(arguments[1:])}"
    times = arguments[1]
    given, got = (cube_list(cubes[arguments[0]] * times) for cubes in (GIVE, GET))
    return f"{row.id}, {counted_noun(times, 'time')}: {counts_text(given)} for {counts_text(got)}"
