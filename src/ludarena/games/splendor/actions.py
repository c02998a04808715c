"""Codes and ids of the actions, and the sentence that describes each."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.games.splendor.gems import COLOURS, TOKENS
from ludarena.games.splendor.tables import (
    CARD_ROWS,
    NOBLE_ROWS,
    PAYMENT_SETS,
    TAKE_SETS,
)

TAKE: Final[i64] = 0
TAKE_TWO: Final[i64] = 25
RESERVE: Final[i64] = 30
RESERVE_DECK: Final[i64] = 120
BUY: Final[i64] = 123
RETURN: Final[i64] = 22803
NOBLE: Final[i64] = 22809
PASS: Final[i64] = 22819
"""The first code of each kind of action."""


def payment_label(gold: tuple[int, ...]) -> str:
    """Return the label of a payment: the gems that gold stands for.

    >>> payment_label((0, 0, 0, 2, 1))
    'gold-2-red+1-black'
    """
    parts = [f"{count}-{colour}" for count, colour in zip(gold, COLOURS, strict=True) if count]
    return f"gold-{'+'.join(parts)}" if parts else "no-gold"


_CARD: Final = Argument("card", tuple(card.id for card in CARD_ROWS))

ACTIONS: Final = ActionTable(
    ActionKind(
        "take",
        (
            Argument(
                "colours",
                tuple("+".join(COLOURS[colour] for colour in chosen) for chosen in TAKE_SETS),
            ),
        ),
    ),
    ActionKind("take-two", (Argument("colour", COLOURS),)),
    ActionKind("reserve", (_CARD,)),
    ActionKind("reserve-deck", (Argument("level", ("1", "2", "3")),)),
    ActionKind(
        "buy", (_CARD, Argument("payment", tuple(payment_label(gold) for gold in PAYMENT_SETS)))
    ),
    ActionKind("return", (Argument("token", TOKENS),)),
    ActionKind("noble", (Argument("noble", tuple(noble.id for noble in NOBLE_ROWS)),)),
    ActionKind("pass"),
)

if ACTIONS.bases != (TAKE, TAKE_TWO, RESERVE, RESERVE_DECK, BUY, RETURN, NOBLE, PASS):
    raise ValueError("the constants of actions.py are not the bases of its table")
