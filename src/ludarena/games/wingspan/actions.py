"""The table of actions of Wingspan and the codes that the rules use."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.games.wingspan.payments import PAYMENT_LABELS
from ludarena.games.wingspan.tables import BIRD_LABELS, BIRDS, BONUS_LABELS
from ludarena.games.wingspan.words import FOODS, MOST_SEATS, ROWS

_BIRD = Argument("bird", BIRD_LABELS)
_FOOD = Argument("food", FOODS)
_ROW = Argument("row", ROWS)
_DIE = Argument("die", (*FOODS, "either-as-invertebrate", "either-as-seed"))
_SEAT = Argument("seat", tuple(f"seat-{seat}" for seat in range(MOST_SEATS)))

ACTIONS = ActionTable(
    ActionKind("keep", (_BIRD,)),
    ActionKind("keep-no-more"),
    ActionKind("pay", (Argument("foods", PAYMENT_LABELS),)),
    ActionKind("keep-bonus", (Argument("bonus", BONUS_LABELS),)),
    ActionKind("play", (_BIRD, _ROW)),
    ActionKind("gain-food"),
    ActionKind("lay-eggs"),
    ActionKind("draw-cards"),
    ActionKind("egg-from", (_BIRD,)),
    ActionKind("discard", (_BIRD,)),
    ActionKind("spend", (_FOOD,)),
    ActionKind("take", (_DIE,)),
    ActionKind("reroll"),
    ActionKind("draw", (_BIRD,)),
    ActionKind("draw-deck"),
    ActionKind("lay", (_BIRD,)),
    ActionKind("tuck", (_BIRD,)),
    ActionKind("trade", (_FOOD, Argument("for", FOODS))),
    ActionKind("move", (_ROW,)),
    ActionKind("repeat", (_BIRD,)),
    ActionKind("react", (_BIRD,)),
    ActionKind("first", (_SEAT,)),
    ActionKind("gain", (_FOOD,)),
    ActionKind("cache"),
    ActionKind("to-supply"),
    ActionKind("use"),
    ActionKind("decline"),
)


def _base(kind: str) -> int:
    names = [row.name for row in ACTIONS.kinds]
    return ACTIONS.bases[names.index(kind)]


KEEP: Final[i64] = _base("keep")
KEEP_NO_MORE: Final[i64] = _base("keep-no-more")
PAY: Final[i64] = _base("pay")
KEEP_BONUS: Final[i64] = _base("keep-bonus")
PLAY: Final[i64] = _base("play")
GAIN_FOOD: Final[i64] = _base("gain-food")
LAY_EGGS: Final[i64] = _base("lay-eggs")
DRAW_CARDS: Final[i64] = _base("draw-cards")
EGG_FROM: Final[i64] = _base("egg-from")
DISCARD: Final[i64] = _base("discard")
SPEND: Final[i64] = _base("spend")
TAKE: Final[i64] = _base("take")
REROLL: Final[i64] = _base("reroll")
DRAW: Final[i64] = _base("draw")
DRAW_DECK: Final[i64] = _base("draw-deck")
LAY: Final[i64] = _base("lay")
TUCK: Final[i64] = _base("tuck")
TRADE: Final[i64] = _base("trade")
MOVE: Final[i64] = _base("move")
REPEAT: Final[i64] = _base("repeat")
REACT: Final[i64] = _base("react")
FIRST: Final[i64] = _base("first")
GAIN: Final[i64] = _base("gain")
CACHE: Final[i64] = _base("cache")
TO_SUPPLY: Final[i64] = _base("to-supply")
USE: Final[i64] = _base("use")
DECLINE: Final[i64] = _base("decline")

KEEPS_END: Final[i64] = BIRDS
"""Codes below this one keep a bird at set-up."""

EITHER_AS_INVERTEBRATE: Final[i64] = 5
EITHER_AS_SEED: Final[i64] = 6
"""Arguments of `take` for the two-food face; 0 to 4 take a face of one food."""
