"""Points of a board: landscapes, water by side, animals and the spirit (R6)."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import popcount
from ludarena.games.harmonies.grid import group_of, longest_path, number_of_groups, spread
from ludarena.games.harmonies.landscape import Landscape
from ludarena.games.harmonies.state import PlayerBoard, Variant
from ludarena.games.harmonies.tables import (
    ANIMALS,
    BUILDING,
    BUILDING_POINTS,
    FIELD_POINTS,
    ISLAND_POINTS,
    RIVER,
    RIVER_BEYOND,
    SPIRIT_COUNTS_GROUPS,
    SPIRIT_LANDSCAPE,
    SPIRIT_POINTS,
)


def tree_points(land: Landscape) -> i64:
    """Return 1, 3 or 7 for each tree by its height (R6.1)."""
    return popcount(land.tree1) + 3 * popcount(land.tree2) + 7 * popcount(land.tree3)


def mountain_points(land: Landscape) -> i64:
    """Return 1, 3 or 7 for each mountain by its height, if another one is next to it (R6.2)."""
    near = spread(land.mountains())
    high = 3 * popcount(land.gray2 & near) + 7 * popcount(land.gray3 & near)
    return popcount(land.gray1 & near) + high


def field_points(land: Landscape) -> i64:
    """Return 5 for each group of two or more fields (R6.3)."""
    return FIELD_POINTS * number_of_groups(land.field, 2)


def lively(land: Landscape) -> i64:
    """Return the hexes that have at least three different colours around them (R6.4)."""
    one: i64 = 0
    two: i64 = 0
    three: i64 = 0
    tops: list[int] = [
        land.mountains(),
        land.water,
        land.trunk1 | land.trunk2,
        land.trees(),
        land.field,
        land.red | land.building,
    ]
    for top in tops:
        near = spread(top)
        three |= two & near
        two |= one & near
        one |= near
    return three


def building_points(land: Landscape) -> i64:
    """Return 5 for each building with three colours around it (R6.4)."""
    if land.building == 0:
        return 0
    return BUILDING_POINTS * popcount(land.building & lively(land))


def river_length(water: i64, from_ends: bool) -> i64:
    """Return the tokens of the longest of the shortest ways along a river (R6.5).

    `from_ends`: only ways that begin at a token with at most one neighbour, where a river has
    such tokens.
    """
    best: i64 = 0
    rest = water
    while rest:
        river = group_of(rest & -rest, rest)
        rest ^= river
        if popcount(river) <= best:
            continue
        starts = river
        if from_ends:
            ends = _ends(river)
            if ends:
                starts = ends
        while starts:
            start: i64 = starts & -starts
            starts ^= start
            best = max(best, longest_path(start, river))
    return best


def _ends(river: i64) -> i64:
    """Return the tokens of a river with at most one neighbour."""
    ends: i64 = 0
    rest = river
    while rest:
        token: i64 = rest & -rest
        rest ^= token
        if popcount(spread(token) & river) <= 1:
            ends |= token
    return ends


def river_points(length: i64) -> i64:
    """Return the points of a river by its length (R6.5)."""
    if length <= 6:
        return RIVER[length]
    return RIVER[6] + RIVER_BEYOND * (length - 6)


def water_points(land: Landscape, variant: Variant) -> i64:
    """Return the points of the best river, or of the islands on side B (R6.5)."""
    if variant.side == 1:
        return ISLAND_POINTS * number_of_groups(land.board & ~land.water, 1)
    return river_points(river_length(land.water, variant.from_ends))


def spirit_points(land: Landscape, card: i64) -> i64:
    """Return what a spirit scores on a board, its cube being placed (R6.7)."""
    row = card - ANIMALS
    kind: i64 = SPIRIT_LANDSCAPE[row]
    one: i64 = SPIRIT_POINTS[3 * row]
    two: i64 = SPIRIT_POINTS[3 * row + 1]
    three: i64 = SPIRIT_POINTS[3 * row + 2]
    if SPIRIT_COUNTS_GROUPS[row]:
        return _group_points(land.landscape(kind), one, two, three)
    if kind <= BUILDING:
        return one * popcount(land.landscape(kind))
    low = one * popcount(land.landscape(kind)) + two * popcount(land.landscape(kind + 1))
    return low + three * popcount(land.landscape(kind + 2))


def _group_points(mask: i64, one: i64, two: i64, three: i64) -> i64:
    points: i64 = 0
    while mask:
        group = group_of(mask & -mask, mask)
        mask ^= group
        size = popcount(group)
        if size == 1:
            points += one
        elif size == 2:
            points += two
        else:
            points += three
    return points


def land_points(land: Landscape, variant: Variant) -> i64:
    """Return the points of all landscapes, water included."""
    stacks = tree_points(land) + mountain_points(land) + building_points(land)
    return stacks + field_points(land) + water_points(land, variant)


def card_points(board: PlayerBoard) -> i64:
    """Return the points of animal cards and of the spirit, if its cube is placed."""
    points = board.animal_points()
    if board.land.spirit_cube:
        points += spirit_points(board.land, board.spirit)
    return points


def points_of(board: PlayerBoard, variant: Variant) -> i64:
    """Return the score of a board as it stands."""
    return land_points(board.land, variant) + card_points(board)


def tie_cubes(board: PlayerBoard, variant: Variant) -> i64:
    """Return the cubes on the board that decide between equal scores (R6.8)."""
    if variant.spirit_in_ties:
        return popcount(board.land.cubes)
    return board.animal_cubes()
