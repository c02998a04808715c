"""What a table would notice in Carcassonne: the kinds of fact, rows by name."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.game import FactKind

SET_UP: Final[i64] = 0
DRAWN: Final[i64] = 1
REMOVED: Final[i64] = 2
SET_ASIDE: Final[i64] = 3
RETURNED: Final[i64] = 4
LAID: Final[i64] = 5
MEEPLE_PLACED: Final[i64] = 6
COMPLETED: Final[i64] = 7
SCORED: Final[i64] = 8
CAME_HOME: Final[i64] = 9
COUNTED: Final[i64] = 10
FARMED: Final[i64] = 11
ENDED: Final[i64] = 12

FACTS: Final = (
    FactKind("set_up", ("seats", "meeples", "tiles_in_stack")),
    FactKind("drawn", ("seat", "tile", "tiles_in_stack"), chance=True),
    FactKind("removed", ("tile",)),
    FactKind("set_aside", ("tile",)),
    FactKind("returned", ("*tiles",)),
    FactKind("laid", ("seat", "tile", "x", "y", "rotation")),
    FactKind("meeple_placed", ("seat", "x", "y", "spot", "supply")),
    FactKind("completed", ("feature", "x", "y", "spot", "tiles", "pennants")),
    FactKind("scored", ("seat", "feature", "points", "score")),
    FactKind("came_home", ("seat", "feature", "meeples", "supply")),
    FactKind("counted", ("seat", "feature", "tiles", "pennants", "points", "score")),
    FactKind("farmed", ("seat", "cities", "points", "score")),
    FactKind("ended", ("tiles_laid", "*scores")),
)
"""Tiles are rows of the table of kinds, features rows of `FEATURE_NAMES`, spots those of
`SPOT_NAMES`, rotations quarter turns. `counted` and `farmed` are the scoring at the end: an
unfinished feature, and a number of cities that a farmer supplies."""
