"""The kinds of fact that a match of Century reports, and their rows."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.game import FactKind

STARTED: Final[i64] = 0
MERCHANT_SHOWN: Final[i64] = 1
POINT_CARD_SHOWN: Final[i64] = 2
GAINED: Final[i64] = 3
UPGRADED: Final[i64] = 4
TRADED: Final[i64] = 5
ACQUIRING: Final[i64] = 6
PAID: Final[i64] = 7
ACQUIRED: Final[i64] = 8
CLAIMED: Final[i64] = 9
TOOK_COIN: Final[i64] = 10
SILVER_MOVED: Final[i64] = 11
RESTED: Final[i64] = 12
RETURNED: Final[i64] = 13
LAST_ROUND: Final[i64] = 14
ENDED: Final[i64] = 15

_CUBES: Final = ("yellow", "red", "green", "brown")

FACTS: Final = (
    FactKind("started", ("seat", *_CUBES)),
    FactKind("merchant_shown", ("card",), chance=True),
    FactKind("point_card_shown", ("card",), chance=True),
    FactKind("gained", ("seat", "card")),
    FactKind("upgraded", ("seat", "card", "from_yellow", "from_red", "from_green")),
    FactKind("traded", ("seat", "card", "times")),
    FactKind("acquiring", ("seat", "card", "price")),
    FactKind("paid", ("seat", "colour", "card")),
    FactKind("acquired", ("seat", "card", *_CUBES)),
    FactKind("claimed", ("seat", "card", "points")),
    FactKind("took_coin", ("seat", "gold")),
    FactKind("silver_moved", ("coins",)),
    FactKind("rested", ("seat", "cards")),
    FactKind("returned", ("seat", "colour", "number")),
    FactKind("last_round", ("seat", "cards")),
    FactKind("ended", ("by_cap",)),
)
