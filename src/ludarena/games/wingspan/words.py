"""The words of Wingspan: foods, faces, rows, nests and the constants that stand for them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

INVERTEBRATE: Final[i64] = 0
SEED: Final[i64] = 1
FISH: Final[i64] = 2
FRUIT: Final[i64] = 3
RODENT: Final[i64] = 4
FOODS = ("invertebrate", "seed", "fish", "fruit", "rodent")
ANY_FOOD: Final[i64] = 31
"""Mask of all foods."""

DICE: Final[i64] = 5
FACES: Final[i64] = 6
EITHER: Final[i64] = 5
"""The face that shows invertebrate and seed; faces 0 to 4 show one food."""

FOREST: Final[i64] = 0
GRASSLAND: Final[i64] = 1
WETLAND: Final[i64] = 2
ROWS = ("forest", "grassland", "wetland")
COLUMNS: Final[i64] = 5
SLOTS: Final[i64] = 15

NO_NEST: Final[i64] = 0
STAR: Final[i64] = 5
NESTS = ("none", "bowl", "cavity", "ground", "platform", "star")

NO_POWER: Final[i64] = 0
BROWN: Final[i64] = 1
WHITE: Final[i64] = 2
PINK: Final[i64] = 3
COLOURS = ("none", "brown", "white", "pink")

PREDATOR: Final[i64] = 1
FLOCKING: Final[i64] = 2
SIGNS = ("predator", "flocking")

PLAYED_IN_FOREST: Final[i64] = 0
PLAYED_IN_GRASSLAND: Final[i64] = 1
PLAYED_IN_WETLAND: Final[i64] = 2
LAID_EGGS: Final[i64] = 3
GAINED_FOOD: Final[i64] = 4
HUNTED: Final[i64] = 5
EVENTS = (
    "play-forest",
    "play-grassland",
    "play-wetland",
    "lay-eggs",
    "gain-rodent",
    "predator",
)
"""What pink powers react to; playing into row r is event r."""

ROUND_TURNS: Final[i64] = 8
TRAY_SIZE: Final[i64] = 3
DEALT_BIRDS: Final[i64] = 5
DEALT_BONUS: Final[i64] = 2
MOST_SEATS: Final[i64] = 5

YIELD: Final[list[int]] = [1, 1, 2, 2, 3, 3]
"""Dice or cards of the mat by the number of birds in the row; eggs are one more."""
EGG_COST: Final[list[int]] = [0, 1, 1, 2, 2]
"""Eggs to pay for a bird by the column where it goes."""
GREEN_GOAL: Final[list[int]] = [4, 1, 0, 0, 0]
"""Points for the places of the first round's goal on the ranking side of the board."""
BLUE_GOAL_MOST: Final[i64] = 5


def slot_at(row: i64, column: i64) -> i64:
    """Return the slot of a row and column."""
    return row * COLUMNS + column


def row_of(slot: i64) -> i64:
    return slot // COLUMNS


def column_of(slot: i64) -> i64:
    return slot % COLUMNS
