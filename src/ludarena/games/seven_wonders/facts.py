"""What a table would notice in 7 Wonders: the kinds of fact, rows by name."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.game import FactKind

WONDER_DEALT: Final[i64] = 0
SIDE_NAMED: Final[i64] = 1
CHOSEN: Final[i64] = 2
AGE_BEGAN: Final[i64] = 3
HAND_DEALT: Final[i64] = 4
HAND_CAME: Final[i64] = 5
BUILT: Final[i64] = 6
STAGE_BUILT: Final[i64] = 7
SOLD: Final[i64] = 8
PAID: Final[i64] = 9
EARNED: Final[i64] = 10
LEFT_OVER: Final[i64] = 11
PILE_SEEN: Final[i64] = 12
TAKEN: Final[i64] = 13
NOTHING_TAKEN: Final[i64] = 14
CONFLICT: Final[i64] = 15
GUILD_COPIED: Final[i64] = 16
SYMBOL_NAMED: Final[i64] = 17
SYMBOLS_COUNTED: Final[i64] = 18
SCORED: Final[i64] = 19
ENDED: Final[i64] = 20

PLAINLY: Final[i64] = 0
BY_CHAIN: Final[i64] = 1
BY_POWER: Final[i64] = 2
"""How a card was built: paid for or free of cost, by a free chain, by the power of Olympia."""

FACTS: Final = (
    FactKind("wonder_dealt", ("seat", "wonder", "side"), chance=True),
    FactKind("side_named", ("seat", "wonder", "side")),
    FactKind("chosen", ("action",)),
    FactKind("age_began", ("age",)),
    FactKind("hand_dealt", ("seat", "age"), ("*cards",), chance=True),
    FactKind("hand_came", ("seat", "from_seat"), ("*cards",)),
    FactKind("built", ("seat", "card", "way", "bank", "left", "right")),
    FactKind("stage_built", ("seat", "board", "stage", "left", "right"), ("card",)),
    FactKind("sold", ("seat", "coins"), ("card",)),
    FactKind("paid", ("from_seat", "to_seat", "coins")),
    FactKind("earned", ("seat", "coins", "row")),
    FactKind("left_over", ("seat",), ("card",)),
    FactKind("pile_seen", ("seat", "number"), ("*cards",)),
    FactKind("taken", ("seat", "card", "from_seat", "age", "turn")),
    FactKind("nothing_taken", ("seat",)),
    FactKind("conflict", ("age", "seat", "other", "shields", "other_shields")),
    FactKind("guild_copied", ("seat", "card")),
    FactKind("symbol_named", ("seat", "symbol")),
    FactKind("symbols_counted", ("seat", "compass", "tablet", "gear")),
    FactKind(
        "scored",
        ("seat", "military", "coins", "wonder", "civilian", "commerce", "guilds", "science"),
    ),
    FactKind("ended", ("*scores",)),
)
"""Cards, wonders, boards (2 x wonder + side) and seats are numbers from 0, stages, ages and turns
from 1. A `side` is 0, 1, or -1 where it will be named. The `row` of coins earned is a card or a
stage of `tables.stage_row`."""
