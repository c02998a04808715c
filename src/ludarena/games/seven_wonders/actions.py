"""The actions of 7 Wonders and their codes.

A turn is one code: card, what is done with it, and the coins paid to either neighbour.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.games.seven_wonders.cards import CARD_IDS, LATEST, SYMBOLS
from ludarena.games.seven_wonders.tables import COLOUR, PURPLE

PAYMENTS: Final[i64] = 15
"""Coins to one neighbour: 0 to 14, since a card needs at most seven goods at 2 coins."""

CARD_STEP: Final[i64] = 225
"""Codes of one card: coins to the left by coins to the right."""

BUILD: Final[i64] = 0
STAGE: Final[i64] = 18225
FREE: Final[i64] = 36450
SELL: Final[i64] = 36531
TAKE: Final[i64] = 36612
TAKE_NOTHING: Final[i64] = 36693
SIDE: Final[i64] = 36694
COPY: Final[i64] = 36696
SYMBOL: Final[i64] = 36706
"""First codes of the kinds of action, in the order of the table."""

FIRST_GUILD: Final[i64] = 71
"""Number of the first guild; guilds are the last cards."""

_CARD = Argument("card", tuple(LATEST[card].label for card in CARD_IDS))
_GUILD = Argument("guild", _CARD.labels[FIRST_GUILD:])
_LEFT = Argument("left", tuple(f"left-{coins}" for coins in range(PAYMENTS)))
_RIGHT = Argument("right", tuple(f"right-{coins}" for coins in range(PAYMENTS)))

ACTIONS: Final = ActionTable(
    ActionKind("build", (_CARD, _LEFT, _RIGHT)),
    ActionKind("stage", (_CARD, _LEFT, _RIGHT)),
    ActionKind("build-free", (_CARD,)),
    ActionKind("sell", (_CARD,)),
    ActionKind("take", (_CARD,)),
    ActionKind("take-nothing"),
    ActionKind("side", (Argument("side", ("a", "b")),)),
    ActionKind("copy", (_GUILD,)),
    ActionKind("symbol", (Argument("symbol", SYMBOLS),)),
)

if ACTIONS.bases != (BUILD, STAGE, FREE, SELL, TAKE, TAKE_NOTHING, SIDE, COPY, SYMBOL):
    raise ValueError("the constants of actions.py do not fit its table")
if COLOUR.index(PURPLE) != FIRST_GUILD:
    raise ValueError("guilds must be the last cards")


class Plan:
    """What a seat does with a card: its code taken apart, and the coins it costs.

    `mode` is the first code of its kind of action; `bank` are the coins that go to the bank.
    """

    def __init__(self, seat: i64, mode: i64, card: i64, left: i64, right: i64) -> None:
        self.seat: i64 = seat
        self.mode: i64 = mode
        self.card: i64 = card
        self.left: i64 = left
        self.right: i64 = right
        self.bank: i64 = 0
        self.chained = False


def plan_of(seat: i64, action: i64) -> Plan:
    """Return the plan of an action that plays a card: build, stage, build-free or sell."""
    if action >= SELL:
        return Plan(seat, SELL, action - SELL, 0, 0)
    if action >= FREE:
        return Plan(seat, FREE, action - FREE, 0, 0)
    mode: i64 = BUILD if action < STAGE else STAGE
    rest: i64 = action - mode
    paid: i64 = rest % CARD_STEP
    return Plan(seat, mode, rest // CARD_STEP, paid // PAYMENTS, paid % PAYMENTS)


def card_code(mode: i64, card: i64) -> i64:
    """Return the code of a build or stage with a card and no payment; add `payment_code`."""
    return mode + CARD_STEP * card


def payment_code(left: i64, right: i64) -> i64:
    return PAYMENTS * left + right
