"""Cards, stages and goods of 7 Wonders in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from ludarena.core.text import counted_noun, listed
from ludarena.games.seven_wonders.cards import (
    CARD_IDS,
    CARDS,
    EDITIONS,
    GOODS,
    LATEST,
    SIDES,
    WONDER_IDS,
    WONDERS,
    Card,
    Printed,
    Wonder,
)
from ludarena.games.seven_wonders.tables import CARD_COUNT, MOST_STAGES

CARD_NAMES: Final = tuple(LATEST[card].name for card in CARD_IDS)
LABELS: Final = tuple(LATEST[card].label for card in CARD_IDS)

ROMAN: Final = ("", "I", "II", "III")


def card_of(edition: int, card: int) -> Card:
    """Return a card as an edition prints it; as the other does where it is not in this one."""
    card_id = CARD_IDS[card]
    return CARDS[EDITIONS[edition]].get(card_id, LATEST[card_id])


def later_cards(edition: int, card_id: str) -> tuple[str, ...]:
    """Return the names of the cards that are free after a card."""
    cards = CARDS[EDITIONS[edition]].values()
    return tuple(card.name for card in cards if card_id in card.chain_from)


def wonder_of(edition: int, board: int) -> Wonder:
    """Return a side of a wonder, by `2 * wonder + side`."""
    return WONDERS[EDITIONS[edition]][WONDER_IDS[board // 2], SIDES[board % 2]]


def wonder_name(wonder: int) -> str:
    return WONDERS["first"][WONDER_IDS[wonder], SIDES[0]].name


def row_words(edition: int, row: int) -> str:
    """Return the name of a card or a stage, by its row."""
    if row < CARD_COUNT:
        return CARD_NAMES[row]
    stage = (row - CARD_COUNT) % MOST_STAGES
    return f"stage {stage + 1} of the wonder"


def side_words(edition: int, side: int) -> str:
    """Return the name of a side; the second edition calls them day and night."""
    letter = SIDES[side].upper()
    return f"side {letter}" if edition == 0 else f"side {letter} ({('day', 'night')[side]})"


# --- costs ------------------------------------------------------------------------------------


def goods_words(numbers: Iterable[int]) -> str:
    """Return a row of goods in words, empty for none."""
    return listed(f"{number} {good}" for number, good in zip(numbers, GOODS) if number)


@cache
def cost_words(printed: Printed) -> str:
    """Return what a card or stage costs."""
    coins = counted_noun(printed.coins, "coin") if printed.coins else ""
    goods = goods_words(printed.cost)
    return listed(part for part in (coins, goods) if part) or "free"


# --- effects ----------------------------------------------------------------------------------


def _makes(words: tuple[str, ...]) -> str:
    return f"makes {words[2]} {words[1]}"


def _one(words: tuple[str, ...]) -> str:
    return f"makes {listed(words[2:], 'or')} (one a build)"


def _own(words: tuple[str, ...]) -> str:
    return f"makes {listed(words[3:], 'or')} (one a build; neighbours cannot buy it)"


def _number(noun: str) -> Callable[[tuple[str, ...]], str]:
    return lambda words: counted_noun(int(words[1]), noun)


def _science(words: tuple[str, ...]) -> str:
    if words[1] == "any":
        return "one science symbol of your choice at the end"
    return f"science symbol: {words[1]}"


def _discount(words: tuple[str, ...]) -> str:
    goods = "raw materials" if words[1] == "raw" else "manufactured goods"
    sides = "both neighbours" if len(words) > 3 else f"your {words[2]} neighbour"
    return f"{goods} from {sides} cost 1 coin a unit"


def _things(words: str) -> str:
    names = {"wonder_stage": "wonder stage", "defeat_token": "defeat token"}
    things = words.split("+")
    if things[0] in names:
        return names[things[0]]
    return f"{listed(things)} card"


def _cities(words: str) -> str:
    return {
        "self": "in your city",
        "left+right": "in both neighbours' cities",
        "self+left+right": "in your city and both neighbours'",
    }[words]


def _coins_per(words: tuple[str, ...]) -> str:
    coins = counted_noun(int(words[1]), "coin")
    return f"{coins} at once for each {_things(words[2])} {_cities(words[3])}"


def _vp_per(words: tuple[str, ...]) -> str:
    points = counted_noun(int(words[1]), "point")
    return f"{points} at the end for each {_things(words[2])} {_cities(words[3])}"


_POWERS: Final = {
    "seventh": "play the seventh card of each age too",
    "free_build": "once an age build a card for no cost",
    "discard": "build one card of the discard pile free",
    "copy": "at the end copy a guild of a neighbour",
}


def _power(words: tuple[str, ...]) -> str:
    return _POWERS[words[1]]


_WORDS: Final[dict[str, Callable[[tuple[str, ...]], str]]] = {
    "makes": _makes,
    "one": _one,
    "own": _own,
    "vp": _number("point"),
    "coins": _number("coin"),
    "shields": _number("shield"),
    "science": _science,
    "discount": _discount,
    "coins_per": _coins_per,
    "vp_per": _vp_per,
    "power": _power,
}


@cache
def effect_words(printed: Printed) -> str:
    """Return what a card or stage does."""
    return "; ".join(_WORDS[effect[0]](effect) for effect in printed.effects)


@cache
def source_words(printed: Printed) -> str:
    """Return what a card or stage makes, such as `2 ore` or `wood/clay`; empty for nothing."""
    for effect in printed.effects:
        if effect[0] == "makes":
            return f"{effect[2]} {effect[1]}"
        if effect[0] in ("one", "own"):
            return "/".join(effect[effect.index("of") + 1 :])
    return ""


def is_tradable(printed: Printed) -> bool:
    """Return whether neighbours can buy what a card or stage makes."""
    return printed.effects[0][0] in ("makes", "one")
