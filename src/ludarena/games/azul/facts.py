"""What a table would notice in Azul: the kinds of fact, rows by name."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.game import FactKind

SET_UP: Final[i64] = 0
ROUND_BEGAN: Final[i64] = 1
LID_RETURNED: Final[i64] = 2
FACTORY_FILLED: Final[i64] = 3
PICKED: Final[i64] = 4
PUSHED: Final[i64] = 5
MARKER_TAKEN: Final[i64] = 6
LINE_FILLED: Final[i64] = 7
FLOORED: Final[i64] = 8
TILED: Final[i64] = 9
NO_COLUMN: Final[i64] = 10
FLOOR_CLEARED: Final[i64] = 11
BONUS: Final[i64] = 12
ENDED: Final[i64] = 13

BONUS_ROWS: Final[i64] = 0
BONUS_COLUMNS: Final[i64] = 1
BONUS_COLOURS: Final[i64] = 2

ENDED_BY_ROW: Final[i64] = 0
ENDED_BY_LIMIT: Final[i64] = 1
ENDED_WITHOUT_TILES: Final[i64] = 2

FACTS: Final = (
    FactKind("set_up", ("seats", "factories", "starter")),
    FactKind("round_began", ("round", "starter")),
    FactKind("lid_returned", ("blue", "yellow", "red", "black", "white")),
    FactKind("factory_filled", ("factory", "*colours"), chance=True),
    FactKind("picked", ("seat", "source", "colour", "tiles", "target")),
    FactKind("pushed", ("factory", "*colours")),
    FactKind("marker_taken", ("seat", "floor_space", "replaced_colour")),
    FactKind("line_filled", ("seat", "line", "colour", "added", "tiles")),
    FactKind("floored", ("seat", "colour", "on_floor", "in_lid")),
    FactKind("tiled", ("seat", "row", "column", "colour", "points", "in_lid")),
    FactKind("no_column", ("seat", "row", "colour", "on_floor", "in_lid")),
    FactKind("floor_cleared", ("seat", "spaces", "penalty", "lost", "score")),
    FactKind("bonus", ("seat", "kind", "number", "points", "score")),
    FactKind("ended", ("reason", "rounds", "*scores")),
)
"""Seats, sources, colours, lines, rows and columns are counted from 0; rounds, factories of
`set_up` and floor spaces from 1. A `floor_space` of 0 is none, a `replaced_colour` of -1 none."""
