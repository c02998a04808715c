"""The actions of Azul: drafting tiles, and choosing a column of the grey wall."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.games.azul.tables import CENTRE, COLOUR_NAMES, COLOURS, FLOOR

SOURCE_STEP: Final[i64] = 30
"""Codes of one source: 5 colours by 6 targets."""

COLOUR_STEP: Final[i64] = 6
"""Codes of one colour of a source: 5 pattern lines and the floor line."""

TILE: Final[i64] = 300
"""Code of the first column; smaller codes are drafts."""

SOURCES: Final = Argument("source", (*(f"factory-{n}" for n in range(1, 10)), "centre"))
COLOUR: Final = Argument("colour", COLOUR_NAMES)
TARGET: Final = Argument("line", (*(f"line-{n}" for n in range(1, 6)), "floor"))
COLUMNS: Final = Argument("column", tuple(f"column-{n}" for n in range(1, 6)))

ACTIONS: Final = ActionTable(
    ActionKind("draft", (SOURCES, COLOUR, TARGET)),
    ActionKind("tile", (COLUMNS,)),
)


def source_of(action: i64) -> i64:
    """Return the source of a draft; `CENTRE` is the last one."""
    return action // SOURCE_STEP


def colour_of(action: i64) -> i64:
    """Return the colour of a draft."""
    return action // COLOUR_STEP % COLOURS


def target_of(action: i64) -> i64:
    """Return the target of a draft: a pattern line, or `FLOOR`."""
    return action % COLOUR_STEP


def source_words(source: int) -> str:
    """Return the name of a source in a sentence."""
    return "the centre" if source == CENTRE else f"factory {source + 1}"


def target_words(target: int) -> str:
    """Return the name of a target in a sentence."""
    return "the floor line" if target == FLOOR else f"line {target + 1}"
