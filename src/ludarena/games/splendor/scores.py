"""The heuristic: how good an action looks to its player, and how well each seat stands.

These features of the position enter: what a card is worth (its points, the demand for its bonus
while the match is young, the nobles it brings nearer), how many gems are missing for it, which gems
of the supply close such gaps, what gold could do, the token limit, and how near opponents are to a
noble. Weights were tuned by play against earlier versions of the same scores.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted, members
from ludarena.games.splendor.actions import (
    BUY,
    NOBLE,
    PASS,
    RESERVE,
    RESERVE_DECK,
    RETURN,
    TAKE_TWO,
)
from ludarena.games.splendor.gems import (
    GEM_COLOURS,
    GEMS,
    GOLD,
    GOLD_SHIFT,
    covers,
    gem_total,
    lacking,
    token_total,
)
from ludarena.games.splendor.state import PlayerBoard, SplendorTable
from ludarena.games.splendor.tables import (
    BONUS,
    COST,
    NOBLE_POINTS,
    NOBLE_WANTS,
    PAYMENT,
    PAYMENTS,
    POINTS,
    TAKE_SETS,
    TOKEN_LIMIT,
)

POINT_WORTH: Final[i64] = 12
"""Worth of a point of victory; the scale of the worths of cards."""
NOBLE_PULL: Final[i64] = 72
"""Worth of the last bonus that a noble wants; shared among all that are missing."""
GOLD_WORTH: Final[i64] = 10
"""What a payment in gold takes off the score of a purchase, a token."""
DEMAND: Final[i64] = 10
"""How much demand for a colour makes its bonus worth one more for each point left to go."""
SURE: Final[i64] = 4
"""Weight of the worth of a card that is bought."""
BUY_FIRST: Final[i64] = 100_000
"""Puts purchases before other actions."""
WIN: Final[i64] = 1_000_000
"""Puts a purchase that meets the target before all others."""

STEEPNESS: Final[float] = 0.6
"""Turns a lead in strength into a standing: twice the fitted 0.3, since that searches better."""

NEARNESS: Final[list[int]] = [64, 36, 22, 14, 9, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1]
"""Weight of a card by the number of gems missing for it."""


class Outlook:
    """What one player wants: the worth of bonuses, and of one more gem of each colour."""

    def __init__(self, table: SplendorTable, seat: i64) -> None:
        board = table.boards[seat]
        self.bonus_worth = bonus_worth(table, board)
        self.wanted: list[int] = [0, 0, 0, 0, 0]  # worth of one more gem of a colour
        self.wanted_twice: list[int] = [0, 0, 0, 0, 0]  # worth of a second one
        self.needed: list[int] = [0, 0, 0, 0, 0]  # loss by giving one away
        for card in table.market:
            self._weigh(board, card)
        for card in board.reserved:
            self._weigh(board, card)
        for card in board.blind:
            self._weigh(board, card)

    def worth(self, card: i64) -> i64:
        """Return what owning the card is worth."""
        points: i64 = POINTS[card]
        bonus: i64 = self.bonus_worth[BONUS[card]]
        return points * POINT_WORTH + bonus

    def pull(self, board: PlayerBoard, card: i64) -> i64:
        """Return the worth of a card, less the more gems are missing for it."""
        cost: i64 = COST[card]
        missing = lacking(lacking(cost, board.bonuses), board.tokens & GEMS)
        gap: i64 = gem_total(missing) - (board.tokens >> GOLD_SHIFT)
        nearness: i64 = NEARNESS[max(0, min(gap, 15))]
        return self.worth(card) * nearness

    def _weigh(self, board: PlayerBoard, card: i64) -> None:
        """Add what the card makes of each colour."""
        cost: i64 = COST[card]
        price = lacking(cost, board.bonuses)
        gems: i64 = board.tokens & GEMS
        missing = lacking(price, gems)
        spare = lacking(gems, price)
        pull = self.pull(board, card)
        for colour in range(GEM_COLOURS):
            gap = count_in(missing, colour)
            if gap > 0:
                self.wanted[colour] += pull
            if gap > 1:
                self.wanted_twice[colour] += pull
            if count_in(price, colour) > 0 and count_in(spare, colour) == 0:
                self.needed[colour] += pull


def bonus_worth(table: SplendorTable, board: PlayerBoard) -> list[int]:
    """Return what one more bonus of each colour is worth: discounts to come, and nobles."""
    best: i64 = 0
    for other in table.boards:
        best = max(best, other.points)
    left: i64 = max(0, table.variant.target - best)
    result: list[int] = []
    demand = _demand(table, board)
    for colour in range(GEM_COLOURS):
        worth: i64 = 2 + left + demand[colour] * left // DEMAND
        for noble in members(table.nobles):
            wants: i64 = NOBLE_WANTS[noble]
            gap = lacking(wants, board.bonuses)
            if count_in(gap, colour) > 0:
                worth += NOBLE_PULL // (1 + gem_total(gap))
        result.append(worth)
    return result


def _demand(table: SplendorTable, board: PlayerBoard) -> list[int]:
    """Return how much cards ask for each colour after bonuses; points count for more."""
    result: list[int] = [0, 0, 0, 0, 0]
    for card in table.market + board.reserved + board.blind:
        cost: i64 = COST[card]
        price = lacking(cost, board.bonuses)
        points: i64 = POINTS[card]
        for colour in range(GEM_COLOURS):
            if count_in(price, colour) > 0:
                result[colour] += 1 + points
    return result


def action_scores(table: SplendorTable, seat: i64, actions: list[int]) -> list[int]:
    """Return a score for each action; reads what `seat` may know."""
    board = table.boards[seat]
    outlook = Outlook(table, seat)
    result: list[int] = []
    for action in actions:
        result.append(_score(table, board, outlook, seat, action))
    return result


def _score(
    table: SplendorTable, board: PlayerBoard, outlook: Outlook, seat: i64, action: i64
) -> i64:
    if action < RESERVE:
        return _take_score(board, outlook, action)
    if action < RESERVE_DECK:
        return _reserve_score(table, board, outlook, action - RESERVE)
    if action < BUY:
        return _gold_worth(table, outlook) // 2
    if action < RETURN:
        return _buy_score(table, board, outlook, action - BUY)
    if action < NOBLE:
        token: i64 = action - RETURN
        lost: i64 = WIN if token == GOLD else outlook.needed[token]
        return -lost
    if action < PASS:
        return -_rival_gap(table, seat, action - NOBLE)
    return 0


def _take_score(board: PlayerBoard, outlook: Outlook, action: i64) -> i64:
    """Return what the gems would close of the gaps, less what would be over the limit."""
    worth: i64 = 0
    taken: i64 = 0
    if action >= TAKE_TWO:
        taken = 2
        worth += outlook.wanted[action - TAKE_TWO]
        worth += outlook.wanted_twice[action - TAKE_TWO]
    else:
        for colour in TAKE_SETS[action]:
            taken += 1
            worth += outlook.wanted[colour]
    over: i64 = token_total(board.tokens) + taken - TOKEN_LIMIT
    if over > 0:
        worth -= worth * over // (taken + 1)
    return worth


def _gold_worth(table: SplendorTable, outlook: Outlook) -> i64:
    """Return the worth of a gold token: that of the gem wanted most, if gold is left."""
    if table.supply >> GOLD_SHIFT == 0:
        return 0
    best: i64 = 0
    for wanted in outlook.wanted:
        best = max(best, wanted)
    return best


def _reserve_score(table: SplendorTable, board: PlayerBoard, outlook: Outlook, card: i64) -> i64:
    """Return the worth of gold and of keeping a good card from others."""
    points: i64 = POINTS[card]
    return _gold_worth(table, outlook) + outlook.pull(board, card) * points // 8


def _buy_score(table: SplendorTable, board: PlayerBoard, outlook: Outlook, code: i64) -> i64:
    """Return the worth of a card, of the noble it brings, less that of the gold it costs."""
    card: i64 = code // PAYMENTS
    gold: i64 = PAYMENT[code % PAYMENTS]
    cost: i64 = COST[card]
    price = lacking(cost, board.bonuses)
    after = board.bonuses + counted(BONUS[card], 1)
    points: i64 = POINTS[card]
    for noble in members(table.nobles):
        wants: i64 = NOBLE_WANTS[noble]
        if covers(after, wants):
            points += NOBLE_POINTS[noble]
            break
    worth = (outlook.worth(card) + (points - POINTS[card]) * POINT_WORTH) * SURE
    worth -= gem_total(gold) * GOLD_WORTH + gem_total(price)
    if board.points + points >= table.variant.target:
        worth += WIN
    return BUY_FIRST + worth


def _rival_gap(table: SplendorTable, seat: i64, noble: i64) -> i64:
    """Return how many bonuses the nearest opponent lacks for a noble."""
    nearest: i64 = 99
    wants: i64 = NOBLE_WANTS[noble]
    for other in range(table.seats):
        if other != seat:
            nearest = min(nearest, gem_total(lacking(wants, table.boards[other].bonuses)))
    return nearest


def progress(table: SplendorTable) -> float:
    """Return the larger part of the target and of the turn limit that has been used."""
    best: i64 = 0
    for board in table.boards:
        best = max(best, board.points)
    by_points = float(best) / float(table.variant.target)
    by_turns = float(table.turns) / float(table.variant.turn_limit * table.seats)
    return min(1.0, max(by_points, by_turns))


def strength(table: SplendorTable, board: PlayerBoard, left: float) -> float:
    """Return the points of a player and a guess at those still to come.

    `left` is the part of the match to come, in which bought cards will save gems. The weights
    were fitted (logistic regression on the winner of pairs) to heuristic play with 2 and 4 seats.
    """
    near = 0.0
    for noble in members(table.nobles):
        wants: i64 = NOBLE_WANTS[noble]
        near += 1.0 / float(1 + gem_total(lacking(wants, board.bonuses)))
    result = float(board.points) + 1.8 * left * float(board.cards())
    return result + 0.3 * float(token_total(board.tokens)) + 7.0 * near + next_points(table, board)


def next_points(table: SplendorTable, board: PlayerBoard) -> float:
    """Return the most points of a card, each divided by one more than the gems it lacks."""
    best = 0.0
    gems: i64 = board.tokens & GEMS
    gold: i64 = board.tokens >> GOLD_SHIFT
    for card in table.market + board.reserved + board.blind:
        points: i64 = POINTS[card]
        if points:
            cost: i64 = COST[card]
            gap = gem_total(lacking(lacking(cost, board.bonuses), gems)) - gold
            best = max(best, float(points) / float(1 + max(0, gap)))
    return best


def values(table: SplendorTable) -> list[float]:
    """Return the standing of each seat: a logistic mean of its leads over the others, 0 to 1."""
    left = 1.0 - progress(table)
    strengths: list[float] = [strength(table, board, left) for board in table.boards]
    result: list[float] = []
    for own in range(table.seats):
        value = 0.0
        for other in range(table.seats):
            if other != own:
                value += 1.0 / (1.0 + exp(STEEPNESS * (strengths[other] - strengths[own])))
        result.append(value / float(table.seats - 1))
    return result
