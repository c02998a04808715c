"""What a table notices in a match of Wingspan: the kinds of facts."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.game import FactKind

FACTS = (
    FactKind("goal_drawn", ("goal",), chance=True),
    FactKind("dealt", ("seat", "birds", "bonus"), ("*cards",), chance=True),
    FactKind("feeder_filled", ("*faces",), chance=True),
    FactKind("tray_filled", ("*birds",), chance=True),
    FactKind("kept", ("seat", "birds", "payment"), ("bonus", "*others")),
    FactKind("turn_began", ("seat", "turn")),
    FactKind("row_used", ("seat", "row")),
    FactKind("playing", ("seat", "bird", "row")),
    FactKind("played", ("seat", "bird", "row")),
    FactKind("paid_food", ("seat", "payment")),
    FactKind("spent_food", ("seat", "food")),
    FactKind("paid_egg", ("seat", "bird")),
    FactKind("rerolled", ("seat",)),
    FactKind("took_die", ("seat", "face", "food")),
    FactKind("gained", ("seat", "food", "number")),
    FactKind("cached", ("seat", "bird", "food")),
    FactKind("laid", ("seat", "bird")),
    FactKind("drew_from_tray", ("seat", "bird")),
    FactKind("drew_from_deck", ("seat",), ("bird",), chance=True),
    FactKind("deck_reshuffled", ("cards",)),
    FactKind("discarded", ("seat", "*birds")),
    FactKind("tucked", ("seat", "under"), ("bird",)),
    FactKind("tucked_from_deck", ("seat", "under", "number")),
    FactKind("hunted_deck", ("seat", "hunter", "bird", "success"), chance=True),
    FactKind("hunted_dice", ("seat", "hunter", "success", "*faces"), chance=True),
    FactKind("traded", ("seat", "given", "got")),
    FactKind("moved", ("seat", "bird", "row")),
    FactKind("repeated", ("seat", "bird", "other")),
    FactKind("reacted", ("seat", "bird")),
    FactKind("named_first", ("seat", "first")),
    FactKind("used", ("seat", "bird")),
    FactKind("declined", ("seat",)),
    FactKind("drew_bonus", ("seat", "number"), ("*bonus",), chance=True),
    FactKind("kept_bonus", ("seat",), ("bonus", "*others")),
    FactKind("bonus_reshuffled", ("cards",)),
    FactKind("goal_scored", ("seat", "items", "points")),
    FactKind("bonus_shown", ("seat", "*bonus")),
    FactKind("scored", ("seat", "points", "food")),
)

GOAL_DRAWN: Final[i64] = 0
DEALT: Final[i64] = 1
FEEDER_FILLED: Final[i64] = 2
TRAY_FILLED: Final[i64] = 3
KEPT: Final[i64] = 4
TURN_BEGAN: Final[i64] = 5
ROW_USED: Final[i64] = 6
PLAYING: Final[i64] = 7
PLAYED: Final[i64] = 8
PAID_FOOD: Final[i64] = 9
SPENT_FOOD: Final[i64] = 10
PAID_EGG: Final[i64] = 11
REROLLED: Final[i64] = 12
TOOK_DIE: Final[i64] = 13
GAINED: Final[i64] = 14
CACHED: Final[i64] = 15
LAID: Final[i64] = 16
DREW_FROM_TRAY: Final[i64] = 17
DREW_FROM_DECK: Final[i64] = 18
DECK_RESHUFFLED: Final[i64] = 19
DISCARDED: Final[i64] = 20
TUCKED: Final[i64] = 21
TUCKED_FROM_DECK: Final[i64] = 22
HUNTED_DECK: Final[i64] = 23
HUNTED_DICE: Final[i64] = 24
TRADED: Final[i64] = 25
MOVED: Final[i64] = 26
REPEATED: Final[i64] = 27
REACTED: Final[i64] = 28
NAMED_FIRST: Final[i64] = 29
USED: Final[i64] = 30
DECLINED: Final[i64] = 31
DREW_BONUS: Final[i64] = 32
KEPT_BONUS: Final[i64] = 33
BONUS_RESHUFFLED: Final[i64] = 34
GOAL_SCORED: Final[i64] = 35
BONUS_SHOWN: Final[i64] = 36
SCORED: Final[i64] = 37
