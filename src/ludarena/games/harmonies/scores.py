"""The heuristic: how good an action looks to its player, and how well each seat stands.

These features of the position enter, in tenths of a point: what a token adds to its landscape
(height, neighbours, lone fields and river ends, colours around buildings), what it makes possible
(trunks for trees, isolated mountains, room kept free), the habitats of own cards that it completes
or brings nearer, by what the next cube is worth, how well the three tokens of a space go together,
and how near a card on offer is to its first cube.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in, popcount
from ludarena.games.harmonies.actions import CARD, CUBE, END, PLACE, SPIRIT, TAKE
from ludarena.games.harmonies.grid import BIT, HEXES, moved, number_of_groups, spread
from ludarena.games.harmonies.landscape import Landscape
from ludarena.games.harmonies.scoring import lively, points_of
from ludarena.games.harmonies.state import HarmoniesTable, PlayerBoard
from ludarena.games.harmonies.tables import (
    ANIMALS,
    BLUE,
    BROWN,
    BUILDING,
    COLOUR_COUNT,
    CUBE_LANDSCAPE,
    CUBES,
    EMPTY_LIMIT,
    FIELD,
    GRAY,
    GREEN,
    GROUP_TALLY,
    LADDER,
    MOST_TURNS,
    MOUNTAIN,
    OTHER_CELLS,
    PATTERN,
    RED,
    TREE,
    WATER,
    YELLOW,
)

CUBE_FIRST: Final[i64] = 200_000
"""Puts cubes before everything else."""
CARD_FIRST: Final[i64] = 100_000
"""Puts a card that is wanted before tokens, which are then chosen for it."""
ROOM: Final[i64] = 6
"""What an empty hex is worth while it is kept."""
KINDS: Final[i64] = 9
"""Kinds of landscape that habitats ask for."""
SPIRIT_GAIN: Final[i64] = 12
"""A guess at the points that the cube of a spirit brings."""


class Wishes:
    """The landscapes that own cards lack: how much each is worth on each hex."""

    def __init__(self) -> None:
        self.table: list[int] = [0] * (KINDS * HEXES)  # at HEXES * landscape + hex
        self.total: i64 = 0  # sum of the table

    def add(self, mask: i64, kind: i64, weight: i64) -> None:
        """Add what making a landscape on any hex of a mask is worth."""
        if mask == 0:
            return
        base: i64 = HEXES * kind
        for number in range(HEXES):
            bit: i64 = BIT[number]
            if mask & bit:
                before: i64 = self.table[base + number]
                self.table[base + number] = before + weight
                self.total += weight

    def worth(self, number: i64, kind: i64) -> i64:
        """Return what making a landscape on a hex is worth to the cards."""
        return self.table[HEXES * kind + number]


def next_gain(card: i64, placed: i64) -> i64:
    """Return the points that the next cube of a card uncovers."""
    if card >= ANIMALS:
        return SPIRIT_GAIN
    low: i64 = LADDER[6 * card + placed]
    high: i64 = LADDER[6 * card + placed + 1]
    return high - low


def add_wishes(wishes: Wishes, land: Landscape, card: i64, worth: i64) -> None:
    """Add where one hex, or in part two hexes, of a card's habitat are missing."""
    pattern = PATTERN[card]
    others: i64 = OTHER_CELLS[card]
    spots: i64 = land.landscape(CUBE_LANDSCAPE[card]) & ~land.cubes
    near: list[int] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
    far: list[int] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
    start: i64 = 0
    while start < len(pattern):
        _look_at_way(land, card, start, spots, near, far)
        start += 2 * others
    for kind in range(KINDS):
        wishes.add(near[kind], kind, 10 * worth)
        if others > 1:
            wishes.add(far[kind], kind, worth)


def _look_at_way(
    land: Landscape, card: i64, start: i64, spots: i64, near: list[int], far: list[int]
) -> None:
    """Add, for one way in which a habitat can lie, where each landscape is what is missing.

    `near`: all other hexes are there; `far`: at least one of them is.
    """
    pattern = PATTERN[card]
    others: i64 = OTHER_CELLS[card]
    fit: list[int] = [spots]
    for number in range(others):
        place: i64 = start + 2 * number
        fit.append(moved(land.landscape(pattern[place + 1]), pattern[place]))
    for missing in range(others + 1):
        every: i64 = land.board
        some: i64 = 0
        for number in range(others + 1):
            if number != missing:
                mask: i64 = fit[number]
                every &= mask
                some |= mask & land.board
        step: i64 = 0
        kind: i64 = CUBE_LANDSCAPE[card]
        if missing > 0:
            step = pattern[start + 2 * missing - 2]
            kind = pattern[start + 2 * missing - 1]
        whole: i64 = near[kind]
        part: i64 = far[kind]
        near[kind] = whole | moved(every, -step)
        far[kind] = part | moved(some & ~every, -step)


class Outlook:
    """What one player wants: the worth of each colour on each hex."""

    def __init__(self, table: HarmoniesTable, seat: i64) -> None:
        board = table.boards[seat]
        self.land = board.land
        self.side: i64 = table.variant.side
        self.empty: i64 = board.land.empty()
        self.near_mountain: i64 = spread(board.land.mountains())
        self.lively: i64 = lively(board.land)
        lone: i64 = board.land.field & ~spread(board.land.field)
        self.near_lone: i64 = spread(lone)
        self.near_pair: i64 = spread(board.land.field & ~lone)
        self.near_water: i64 = spread(board.land.water)
        self.wishes = Wishes()
        for entry in board.cards:
            held: i64 = entry
            gain = next_gain(held >> 3, held & 7)
            add_wishes(self.wishes, board.land, held >> 3, gain)

    def worth(self, colour: i64, number: i64) -> i64:
        """Return the worth of a token on a hex that is open to it."""
        at: i64 = BIT[number]
        room: i64 = ROOM if self.empty & at else 0
        if colour == GRAY:
            return self._gray(at, number) - room
        if colour == BLUE:
            return self._blue(at) + self.wishes.worth(number, WATER) - room
        if colour == BROWN:
            return self._brown(at, number) - room
        if colour == GREEN:
            return self._green(at, number) - room
        if colour == YELLOW:
            return self._yellow(at) + self.wishes.worth(number, FIELD) - room
        return self._red(at, number) - room

    def best(self, colour: i64) -> i64:
        """Return the worth of a token on its best hex."""
        open_hexes = self.land.open_to(colour)
        result: i64 = -1000
        for number in range(HEXES):
            at: i64 = BIT[number]
            if open_hexes & at:
                result = max(result, self.worth(colour, number))
        return result

    def _gray(self, at: i64, number: i64) -> i64:
        near: i64 = 10 if self.near_mountain & at else 5
        if at & self.land.gray1:
            return 2 * near + self.wishes.worth(number, MOUNTAIN + 1)
        if at & self.land.gray2:
            return 4 * near + self.wishes.worth(number, MOUNTAIN + 2)
        later = self.wishes.worth(number, MOUNTAIN + 1) + self.wishes.worth(number, MOUNTAIN + 2)
        return near + self.wishes.worth(number, MOUNTAIN) + later // 4

    def _blue(self, at: i64) -> i64:
        if self.side == 1:
            whole = self.land.board & ~self.land.water
            more = number_of_groups(whole & ~at, 1) - number_of_groups(whole, 1)
            return 50 * more + (8 if self.near_water & at else 2)
        touching = popcount(spread(at) & self.land.water)
        if touching == 1:
            return 30
        return 12 if touching == 0 and self.land.water == 0 else 4

    def _brown(self, at: i64, number: i64) -> i64:
        if at & self.land.trunk1:
            return (
                18
                + self.wishes.worth(number, TREE + 2) // 2
                - self.wishes.worth(number, TREE + 1) // 2
            )
        later = self.wishes.worth(number, TREE + 1) + self.wishes.worth(number, TREE + 2)
        return 12 + later // 3 + self.wishes.worth(number, BUILDING) // 4

    def _green(self, at: i64, number: i64) -> i64:
        if at & self.land.trunk1:
            return 20 + self.wishes.worth(number, TREE + 1)
        if at & self.land.trunk2:
            return 60 + self.wishes.worth(number, TREE + 2)
        return 8 + self.wishes.worth(number, TREE)

    def _yellow(self, at: i64) -> i64:
        if at & self.near_lone:
            return 20 if at & self.near_pair else 45
        return 3 if at & self.near_pair else 14

    def _red(self, at: i64, number: i64) -> i64:
        if at & self.empty:
            return 4 + self.wishes.worth(number, BUILDING) // 3
        lost: i64 = 10 if at & self.land.gray1 else 0
        gain: i64 = 50 if at & self.lively else 20
        return gain + self.wishes.worth(number, BUILDING) - lost


def action_scores(table: HarmoniesTable, seat: i64, actions: list[int]) -> list[int]:
    """Return a score for each action; reads what is public, and `seat`'s own spirits."""
    board = table.boards[seat]
    outlook = Outlook(table, seat)
    best: list[int] = []
    result: list[int] = []
    for action in actions:
        code: i64 = action
        if code < PLACE:
            if not best:
                for colour in range(COLOUR_COUNT):
                    best.append(outlook.best(colour))
            result.append(group_worth(best, GROUP_TALLY[code - TAKE]))
        elif code < CARD:
            place: i64 = code - PLACE
            result.append(outlook.worth(place // HEXES, place % HEXES))
        else:
            result.append(_card_score(board, code))
    return result


def group_worth(best: list[int], tally: i64) -> i64:
    """Return the worth of three tokens: each on its best hex, and what they make together."""
    worth: i64 = 0
    for colour in range(COLOUR_COUNT):
        number = count_in(tally, colour)
        if number:
            single: i64 = best[colour]
            worth += single + (number - 1) * single * 2 // 3
    green = count_in(tally, GREEN)
    brown = count_in(tally, BROWN)
    red = count_in(tally, RED)
    if green and brown:
        worth += 15 + 25 * (brown - 1)
    if red and (brown or count_in(tally, GRAY) or red > 1):
        worth += 15
    return worth


def _card_score(board: PlayerBoard, code: i64) -> i64:
    """Return the score of an answer that is about cards, cubes, spirits or the end of a turn."""
    if code < CUBE:
        worth = card_worth(board, code - CARD)
        return CARD_FIRST + worth if worth > 0 else worth
    if code < SPIRIT:
        return _cube_score(board, code - CUBE)
    if code < END:
        return spirit_worth(ANIMALS + code - SPIRIT)
    return 0


def _cube_score(board: PlayerBoard, code: i64) -> i64:
    """Return what the cube uncovers, less what the stack under it could still have become."""
    card: i64 = code // HEXES
    at: i64 = BIT[code % HEXES]
    score = CUBE_FIRST + 10 * next_gain(card, board.placed_of(card))
    if at & (board.land.gray1 | board.land.gray2):
        score -= 3
    for entry in board.cards:
        other: i64 = entry
        other >>= 3
        if other != card and board.land.homes(other) & at:
            score -= 2
    return score


def card_worth(board: PlayerBoard, card: i64) -> i64:
    """Return what taking a card promises; 0 or less if it would only take up a place."""
    wishes = Wishes()
    add_wishes(wishes, board.land, card, 1)
    homes = popcount(board.land.homes(card))
    near: i64 = wishes.total
    top: i64 = LADDER[6 * card + CUBES[card]]
    worth = 60 * min(homes, 2) + min(near, 60) + 10 * top // (1 + CUBES[card])
    if OTHER_CELLS[card] == 1:
        worth += 20
    room = popcount(board.land.empty())
    if room < 9 and homes == 0:
        worth -= 15 * (9 - room)
    if len(board.cards) >= 3 and homes == 0:
        worth -= 60
    return worth


def spirit_worth(card: i64) -> i64:
    """Return how easily a spirit's habitat is built: tall stacks and many hexes make it hard."""
    worth: i64 = 20 - 3 * OTHER_CELLS[card]
    start: i64 = 0
    while start < 2 * OTHER_CELLS[card]:
        worth -= _tokens_of(PATTERN[card][start + 1])
        start += 2
    return worth - _tokens_of(CUBE_LANDSCAPE[card])


def _tokens_of(kind: i64) -> i64:
    """Return how many tokens a landscape needs."""
    if kind >= MOUNTAIN:
        return kind - MOUNTAIN + 1
    if kind >= TREE:
        return kind - TREE + 1
    return 2 if kind == BUILDING else 1


def progress(table: HarmoniesTable) -> float:
    """Return the larger part of a board that is filled and of the turns that tokens allow."""
    if table.owed < 0:
        return 1.0
    least: i64 = 99
    whole: i64 = popcount(table.boards[0].land.board) - EMPTY_LIMIT
    for board in table.boards:
        least = min(least, max(0, popcount(board.land.empty()) - EMPTY_LIMIT))
    by_board = 1.0 - float(least) / float(whole)
    by_turns = float(table.turns) / float(MOST_TURNS)
    return min(1.0, max(by_board, by_turns))


def strength(table: HarmoniesTable, board: PlayerBoard) -> float:
    """Return the points of a board and a guess at those that its cards and trunks promise."""
    result = float(points_of(board, table.variant))
    if table.owed < 0:
        return result
    for entry in board.cards:
        held: i64 = entry
        card: i64 = held >> 3
        if board.land.homes(card):
            result += 0.8 * float(next_gain(card, held & 7))
        else:
            result += 0.2 * float(next_gain(card, held & 7))
    trunks = popcount(board.land.trunk1) + 2 * popcount(board.land.trunk2)
    lone = popcount(board.land.field & ~spread(board.land.field))
    return result + 1.0 * float(trunks) + 1.5 * float(lone)


STEEPNESS: Final[float] = 0.15
"""Turns a lead in strength into a standing: a lead of 10 points is worth 0.8."""


def values(table: HarmoniesTable) -> list[float]:
    """Return the standing of each seat: a logistic mean of its leads over the others, 0 to 1."""
    strengths: list[float] = [strength(table, board) for board in table.boards]
    result: list[float] = []
    for own in range(table.seats):
        value = 0.0
        for other in range(table.seats):
            if other != own:
                value += 1.0 / (1.0 + exp(STEEPNESS * (strengths[other] - strengths[own])))
        result.append(value / float(table.seats - 1))
    return result
