"""Codes and ids of the actions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.games.century.cubes import COLOURS
from ludarena.games.century.tables import (
    FIRST_TRADE,
    GAINS,
    MARKET,
    MERCHANT_ROWS,
    MOST_RETURNED,
    MOST_TIMES,
    POINT_ROWS,
    START_GAIN,
    START_UPGRADE,
    UPGRADE_3,
    UPGRADE_SETS,
    upgrade_label,
)

PLAY: Final[i64] = 0
UPGRADE: Final[i64] = 9
TRADE: Final[i64] = 49
ACQUIRE: Final[i64] = 763
CLAIM: Final[i64] = 806
REST: Final[i64] = 842
PAY: Final[i64] = 843
RETURN: Final[i64] = 847
"""The first code of each kind of action."""

TIMES: Final[i64] = 21
"""Codes of a trade card: 0 to 20 times."""

_IDS: Final = tuple(card.id for card in MERCHANT_ROWS)
_COLOUR: Final = Argument("colour", COLOURS)

ACTIONS: Final = ActionTable(
    ActionKind("play", (Argument("card", (*_IDS[:GAINS], _IDS[START_GAIN])),)),
    ActionKind(
        "upgrade",
        (
            Argument("card", (_IDS[UPGRADE_3], _IDS[START_UPGRADE])),
            Argument("steps", tuple(upgrade_label(steps) for steps in UPGRADE_SETS)),
        ),
    ),
    ActionKind(
        "trade",
        (
            Argument("card", _IDS[FIRST_TRADE:MARKET]),
            Argument("times", tuple(str(times) for times in range(MOST_TIMES + 1))),
        ),
    ),
    ActionKind("acquire", (Argument("card", _IDS[:MARKET]),)),
    ActionKind("claim", (Argument("card", tuple(card.id for card in POINT_ROWS)),)),
    ActionKind("rest"),
    ActionKind("pay", (_COLOUR,)),
    ActionKind(
        "return",
        (_COLOUR, Argument("number", tuple(str(n + 1) for n in range(MOST_RETURNED)))),
    ),
)

if ACTIONS.bases != (PLAY, UPGRADE, TRADE, ACQUIRE, CLAIM, REST, PAY, RETURN):
    raise ValueError("the constants of actions.py are not the bases of its table")
