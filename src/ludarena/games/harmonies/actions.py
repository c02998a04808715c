"""Codes and ids of the actions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.games.harmonies.grid import LABELS
from ludarena.games.harmonies.tables import ANIMALS, CARD_ROWS, COLOURS, GROUPS

TAKE: Final[i64] = 0
PLACE: Final[i64] = 56
CARD: Final[i64] = 236
CUBE: Final[i64] = 268
SPIRIT: Final[i64] = 1528
END: Final[i64] = 1538
"""The first code of each kind of action."""

_COLOUR: Final = Argument("colour", COLOURS)
_HEX: Final = Argument("hex", LABELS)
_NAMES: Final = tuple(card.id for card in CARD_ROWS)

ACTIONS: Final = ActionTable(
    ActionKind(
        "take",
        (
            Argument(
                "tokens", tuple("+".join(COLOURS[colour] for colour in group) for group in GROUPS)
            ),
        ),
    ),
    ActionKind("place", (_COLOUR, _HEX)),
    ActionKind("card", (Argument("animal", _NAMES[: int(ANIMALS)]),)),
    ActionKind("cube", (Argument("card", _NAMES), _HEX)),
    ActionKind("spirit", (Argument("spirit", _NAMES[int(ANIMALS) :]),)),
    ActionKind("end"),
)

if ACTIONS.bases != (TAKE, PLACE, CARD, CUBE, SPIRIT, END):
    raise ValueError("the constants of actions.py are not the bases of its table")
