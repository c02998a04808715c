"""The kinds of fact that a match of Splendor reports, and their rows."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.game import FactKind

CARD_SHOWN: Final[i64] = 0
NOBLE_SHOWN: Final[i64] = 1
PLACE_EMPTY: Final[i64] = 2
TOOK: Final[i64] = 3
RESERVED: Final[i64] = 4
RESERVED_BLIND: Final[i64] = 5
TOOK_GOLD: Final[i64] = 6
BOUGHT: Final[i64] = 7
PAID: Final[i64] = 8
RETURNED: Final[i64] = 9
VISITED: Final[i64] = 10
PASSED: Final[i64] = 11
TARGET_MET: Final[i64] = 12
ENDED: Final[i64] = 13

FACTS: Final = (
    FactKind("card_shown", ("card",), chance=True),
    FactKind("noble_shown", ("noble",), chance=True),
    FactKind("place_empty", ("level",)),
    FactKind("took", ("seat", "white", "blue", "green", "red", "black")),
    FactKind("reserved", ("seat", "card")),
    FactKind("reserved_blind", ("seat", "level"), ("card",), chance=True),
    FactKind("took_gold", ("seat",)),
    FactKind("bought", ("seat", "card", "from_reserve")),
    FactKind("paid", ("seat", "white", "blue", "green", "red", "black", "gold")),
    FactKind("returned", ("seat", "token")),
    FactKind("visited", ("seat", "noble", "points")),
    FactKind("passed", ("seat",)),
    FactKind("target_met", ("seat", "points")),
    FactKind("ended", ("by_cap",)),
)
