"""What stands on one personal board: stacks by kind as masks of hexes, and the cubes."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.codec import Packer
from ludarena.games.harmonies.grid import moved
from ludarena.games.harmonies.tables import (
    BLUE,
    BROWN,
    BUILDING,
    CUBE_LANDSCAPE,
    FIELD,
    GRAY,
    GREEN,
    MOUNTAIN,
    OTHER_CELLS,
    PATTERN,
    TREE,
    WATER,
    YELLOW,
)


class Landscape:
    """The stacks of one board; every hex with tokens is in exactly one of the masks of stacks."""

    def __init__(
        self,
        board: i64,
        gray1: i64,
        gray2: i64,
        gray3: i64,
        trunk1: i64,
        trunk2: i64,
        tree1: i64,
        tree2: i64,
        tree3: i64,
        water: i64,
        field: i64,
        red: i64,
        building: i64,
        on_brown: i64,
        on_red: i64,
        cubes: i64,
        spirit_cube: i64,
    ) -> None:
        self.board: i64 = board  # the hexes of this side
        self.gray1: i64 = gray1  # mountains by height
        self.gray2: i64 = gray2
        self.gray3: i64 = gray3
        self.trunk1: i64 = trunk1  # brown alone, no landscape
        self.trunk2: i64 = trunk2
        self.tree1: i64 = tree1  # trees by height
        self.tree2: i64 = tree2
        self.tree3: i64 = tree3
        self.water: i64 = water
        self.field: i64 = field
        self.red: i64 = red  # red alone, no landscape
        self.building: i64 = building
        self.on_brown: i64 = on_brown  # buildings that stand on brown
        self.on_red: i64 = on_red  # buildings that stand on red; the others stand on gray
        self.cubes: i64 = cubes  # hexes with a cube, the spirit's included
        self.spirit_cube: i64 = spirit_cube

    def clone(self) -> Landscape:
        return Landscape(
            self.board,
            self.gray1,
            self.gray2,
            self.gray3,
            self.trunk1,
            self.trunk2,
            self.tree1,
            self.tree2,
            self.tree3,
            self.water,
            self.field,
            self.red,
            self.building,
            self.on_brown,
            self.on_red,
            self.cubes,
            self.spirit_cube,
        )

    def mountains(self) -> i64:
        """Return the hexes with gray on top."""
        return self.gray1 | self.gray2 | self.gray3

    def trees(self) -> i64:
        """Return the hexes with green on top."""
        return self.tree1 | self.tree2 | self.tree3

    def empty(self) -> i64:
        """Return the hexes without a token."""
        taken = self.mountains() | self.trunk1 | self.trunk2 | self.trees()
        return self.board & ~(taken | self.water | self.field | self.red | self.building)

    def landscape(self, kind: i64) -> i64:
        """Return the hexes that carry a landscape of `LANDSCAPE_NAMES`."""
        if kind == WATER:
            return self.water
        if kind == FIELD:
            return self.field
        if kind == BUILDING:
            return self.building
        if kind < MOUNTAIN:
            return self.tree(kind - TREE + 1)
        return self.mountain(kind - MOUNTAIN + 1)

    def tree(self, height: i64) -> i64:
        """Return the hexes with a tree of this height (1 to 3)."""
        if height == 1:
            return self.tree1
        return self.tree2 if height == 2 else self.tree3

    def mountain(self, height: i64) -> i64:
        """Return the hexes with a mountain of this height (1 to 3)."""
        if height == 1:
            return self.gray1
        return self.gray2 if height == 2 else self.gray3

    def open_to(self, colour: i64) -> i64:
        """Return the hexes on which a token of the colour may be placed (R3)."""
        tops: i64 = 0
        if colour == GRAY:
            tops = self.gray1 | self.gray2
        elif colour == BROWN:
            tops = self.trunk1
        elif colour == GREEN:
            tops = self.trunk1 | self.trunk2
        elif colour != BLUE and colour != YELLOW:
            tops = self.gray1 | self.trunk1 | self.red
        return self.empty() | (tops & ~self.cubes)

    def place(self, colour: i64, at: i64) -> None:
        """Put a token on the hex of the mask `at`, which is open to it."""
        if colour == GRAY:
            self._place_gray(at)
        elif colour == BLUE:
            self.water |= at
        elif colour == BROWN:
            self._place_brown(at)
        elif colour == GREEN:
            self._place_green(at)
        elif colour == YELLOW:
            self.field |= at
        else:
            self._place_red(at)

    def _place_gray(self, at: i64) -> None:
        if at & self.gray1:
            self.gray1 ^= at
            self.gray2 |= at
        elif at & self.gray2:
            self.gray2 ^= at
            self.gray3 |= at
        else:
            self.gray1 |= at

    def _place_brown(self, at: i64) -> None:
        if at & self.trunk1:
            self.trunk1 ^= at
            self.trunk2 |= at
        else:
            self.trunk1 |= at

    def _place_green(self, at: i64) -> None:
        if at & self.trunk1:
            self.trunk1 ^= at
            self.tree2 |= at
        elif at & self.trunk2:
            self.trunk2 ^= at
            self.tree3 |= at
        else:
            self.tree1 |= at

    def _place_red(self, at: i64) -> None:
        if at & self.gray1:
            self.gray1 ^= at
            self.building |= at
        elif at & self.trunk1:
            self.trunk1 ^= at
            self.building |= at
            self.on_brown |= at
        elif at & self.red:
            self.red ^= at
            self.building |= at
            self.on_red |= at
        else:
            self.red |= at

    def height(self, at: i64) -> i64:
        """Return the number of tokens on a hex."""
        if at & (self.gray3 | self.tree3):
            return 3
        if at & (self.gray2 | self.trunk2 | self.tree2 | self.building):
            return 2
        return 0 if at & self.empty() else 1

    def homes(self, card: i64) -> i64:
        """Return the hexes that may receive a cube of the card (R4.1 to R4.3)."""
        spots: i64 = self.landscape(CUBE_LANDSCAPE[card]) & ~self.cubes
        if spots == 0:
            return 0
        pattern = PATTERN[card]
        others: i64 = OTHER_CELLS[card]
        found: i64 = 0
        place: i64 = 0
        end: i64 = len(pattern)
        while place < end:
            fitting = spots
            for _ in range(others):
                fitting &= moved(self.landscape(pattern[place + 1]), pattern[place])
                place += 2
            found |= fitting
        return found

    def pack(self, packer: Packer) -> None:
        packer.put(self.gray1)
        packer.put(self.gray2)
        packer.put(self.gray3)
        packer.put(self.trunk1)
        packer.put(self.trunk2)
        packer.put(self.tree1)
        packer.put(self.tree2)
        packer.put(self.tree3)
        packer.put(self.water)
        packer.put(self.field)
        packer.put(self.red)
        packer.put(self.building)
        packer.put(self.on_brown)
        packer.put(self.on_red)
        packer.put(self.cubes)
        packer.put(self.spirit_cube)


def bare(board: i64) -> Landscape:
    """Return a board without tokens."""
    return Landscape(board, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
