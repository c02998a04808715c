"""The kinds of fact that a match of Harmonies reports, and their rows."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.game import FactKind

CARD_SHOWN: Final[i64] = 0
TOKENS_DRAWN: Final[i64] = 1
SPIRITS_DEALT: Final[i64] = 2
SPIRIT_KEPT: Final[i64] = 3
TOOK: Final[i64] = 4
PLACED: Final[i64] = 5
CARD_TAKEN: Final[i64] = 6
CUBE_PLACED: Final[i64] = 7
CARD_COMPLETED: Final[i64] = 8
TURN_ENDED: Final[i64] = 9
BOARD_FULL: Final[i64] = 10
POUCH_EMPTY: Final[i64] = 11
ENDED: Final[i64] = 12

FACTS: Final = (
    FactKind("card_shown", ("card",), chance=True),
    FactKind("tokens_drawn", ("first", "second", "third"), chance=True),
    FactKind("spirits_dealt", ("seat",), ("first", "second"), chance=True),
    FactKind("spirit_kept", ("seat", "card"), ("returned",)),
    FactKind("took", ("seat", "first", "second", "third")),
    FactKind("placed", ("seat", "colour", "hex", "height")),
    FactKind("card_taken", ("seat", "card")),
    FactKind("cube_placed", ("seat", "card", "hex", "points")),
    FactKind("card_completed", ("seat", "card")),
    FactKind("turn_ended", ("seat",)),
    FactKind("board_full", ("seat", "empty")),
    FactKind(
        "pouch_empty",
    ),
    FactKind(
        "ended",
    ),
)
