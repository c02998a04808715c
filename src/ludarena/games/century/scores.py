"""The heuristic: how good an action looks to its player, and how well each seat stands.

These features of the position enter: how near a caravan is to each face-up point card (missing and
spare cubes by level, coins added), the worth of cubes as such, cubes over the limit, what a
merchant card does in one use and how many uses are left in the match, what passing cards costs and
what lies on the card, and what the played cards could do again after a rest.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import members, popcount
from ludarena.games.century.actions import (
    ACQUIRE,
    CLAIM,
    PAY,
    REST,
    RETURN,
    TIMES,
    TRADE,
    UPGRADE,
)
from ludarena.games.century.cubes import (
    count_of,
    covers,
    cube_total,
    cubes_of,
    lacking,
    spice_value,
)
from ludarena.games.century.state import CenturyTable, PlayerBoard
from ludarena.games.century.tables import (
    COST,
    FIRST_TRADE,
    GAINS,
    GET,
    GIVE,
    MARKET,
    MOST_RETURNED,
    POINTS,
    START_GAIN,
    STEPS,
    UPGRADE_CHANGE,
    UPGRADE_END,
    UPGRADE_NEED,
    UPGRADES,
)

CUBE_WORTH: Final[i64] = 60
"""Worth of a level of a cube, whatever the point cards ask for."""
DECAY: Final[float] = 0.955
"""What is left of the weight of a point card for each unit of effort still to come."""
USUAL_USE: Final[i64] = 90
"""What a turn brings without a card, in hundredths of a level; a card must do better."""
CROWDED_HAND: Final[i64] = 19
"""With so many merchant cards no further one is worth anything for later."""
LATER_USES: Final[i64] = 380
"""Divides what a card does better, times room in the hand, times turns left."""
REST_CARD: Final[i64] = 50
"""Worth of a rest for each card that comes back."""
REST_SHARE: Final[i64] = 80
"""Percentage of what the best play after a rest does better than the best one at hand."""
CLAIM_FIRST: Final[i64] = 100_000
"""Puts claims before other actions."""

STEEPNESS: Final[float] = 0.2
"""Turns a lead in strength into a standing; steeper than the fitted 0.12, for a clearer search."""


def _nearness() -> list[int]:
    """Return the weight of a point card by the effort that is still to come for it."""
    return [round(100 * DECAY**effort) for effort in range(64)]


def _use_worth(card: int) -> int:
    """Return what a use of a merchant card adds to a caravan, in hundredths of a level.

    Trades that ask for little are repeated more often.
    """
    if card < GAINS or card == START_GAIN:
        return 100 * int(spice_value(GET[card]))
    if STEPS[card]:
        return 100 * STEPS[card]
    give = int(spice_value(GIVE[card]))
    return 100 * (int(spice_value(GET[card])) - give) * (4 + give) // give


NEARNESS: Final[list[int]] = _nearness()
USE_WORTH: Final[list[int]] = [_use_worth(card) for card in range(len(GIVE))]


def trimmed(caravan: i64, limit: i64) -> i64:
    """Return the caravan after its cheapest cubes over the limit went back."""
    surplus: i64 = cube_total(caravan) - limit
    colour: i64 = 0
    while surplus > 0:
        gone: i64 = min(surplus, count_of(caravan, colour))
        caravan -= cubes_of(colour, gone)
        surplus -= gone
        colour += 1
    return caravan


class Outlook:
    """What one player sees: the point cards in reach and their worth, coins included."""

    def __init__(self, table: CenturyTable, board: PlayerBoard) -> None:
        self.limit: i64 = table.variant.caravan_limit
        self.cost: list[int] = []
        self.points: list[int] = []
        for position in range(len(table.points)):
            card = table.points[position]
            coin = table.coin_at(position)
            self.cost.append(COST[card])
            self.points.append(POINTS[card] + coin + coin // 2)
        self.caravan: i64 = board.caravan
        self.now: i64 = self.potential(board.caravan)

    def potential(self, caravan: i64) -> i64:
        """Return how promising a caravan is: its two nearest point cards and its cubes."""
        if cube_total(caravan) > self.limit:
            caravan = trimmed(caravan, self.limit)
        best: i64 = 0
        second: i64 = 0
        for place in range(len(self.cost)):
            cost: i64 = self.cost[place]
            gap = spice_value(lacking(cost, caravan))
            spare = spice_value(lacking(caravan, cost))
            effort: i64 = min(63, 2 * gap - min(gap, spare))
            points: i64 = self.points[place]
            worth: i64 = points * NEARNESS[effort]
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
        return 2 * best + second + CUBE_WORTH * spice_value(caravan)

    def gain(self, caravan: i64) -> i64:
        """Return how much more promising another caravan is than the present one."""
        return self.potential(caravan) - self.now

    def best_use(self, card: i64) -> i64:
        """Return the most that playing a card could gain with the present caravan, at least 0."""
        best: i64 = 0
        if card < GAINS or card == START_GAIN:
            return max(best, self.gain(self.caravan + GET[card]))
        if card < FIRST_TRADE or card >= MARKET:
            end: i64 = UPGRADE_END[STEPS[card]]
            for way in range(UPGRADE_END[STEPS[card] - 1], end):
                need: i64 = UPGRADE_NEED[way]
                if covers(self.caravan, need):
                    best = max(best, self.gain(self.caravan + UPGRADE_CHANGE[way]))
            return best
        give: i64 = GIVE[card]
        caravan: i64 = self.caravan
        while covers(caravan, give):
            caravan += GET[card] - give
            best = max(best, self.gain(caravan))
        return best


def action_scores(table: CenturyTable, seat: i64, actions: list[int]) -> list[int]:
    """Return a score for each action; everything that it reads is public."""
    board = table.boards[seat]
    outlook = Outlook(table, board)
    result: list[int] = []
    for action in actions:
        result.append(_score(table, board, outlook, action))
    return result


def _score(table: CenturyTable, board: PlayerBoard, outlook: Outlook, action: i64) -> i64:
    if action < ACQUIRE:
        return outlook.gain(_after_play(board.caravan, action))
    if action < CLAIM:
        return _acquire_score(table, board, outlook, action - ACQUIRE)
    if action < REST:
        return _claim_score(table, board, outlook, action - CLAIM)
    if action == REST:
        return _rest_score(board, outlook)
    if action < RETURN:
        colour: i64 = action - PAY
        return outlook.gain(board.caravan - cubes_of(colour, 1)) - CUBE_WORTH * colour
    code: i64 = action - RETURN
    cubes = cubes_of(code // MOST_RETURNED, code % MOST_RETURNED + 1)
    return outlook.gain(board.caravan - cubes)


def _after_play(caravan: i64, action: i64) -> i64:
    """Return the caravan after a merchant card was played."""
    card: i64 = action
    if action < UPGRADE:
        if action == GAINS:
            card = START_GAIN
        return caravan + GET[card]
    if action < TRADE:
        return caravan + UPGRADE_CHANGE[(action - UPGRADE) % UPGRADES]
    code: i64 = action - TRADE
    card = FIRST_TRADE + code // TIMES
    change: i64 = GET[card] - GIVE[card]
    return caravan + change * (code % TIMES)


def _acquire_score(table: CenturyTable, board: PlayerBoard, outlook: Outlook, card: i64) -> i64:
    """Return the worth of a card for later, at once, of the cubes on it, less the price."""
    position: i64 = table.row.index(card)
    cubes: i64 = table.row_cubes[position]
    caravan = trimmed(board.caravan, cube_total(board.caravan) - position) + cubes
    better: i64 = USE_WORTH[card] - USUAL_USE
    room: i64 = max(0, CROWDED_HAND - popcount(board.hand) - popcount(board.played))
    later = better * room * turns_left(table) // LATER_USES
    return later + outlook.best_use(card) + outlook.gain(caravan)


def turns_left(table: CenturyTable) -> i64:
    """Return a guess at the turns to come for each seat: about five a point card."""
    most: i64 = 0
    for board in table.boards:
        most = max(most, board.claims())
    return 5 * max(0, table.variant.end_cards - most)


def _claim_score(table: CenturyTable, board: PlayerBoard, outlook: Outlook, card: i64) -> i64:
    """Return the points of a card and its coin; what is left over decides between equals."""
    place: i64 = table.points.index(card)
    cost: i64 = COST[card]
    points: i64 = outlook.points[place]
    return CLAIM_FIRST + 1_000 * points + spice_value(board.caravan - cost)


def _rest_score(board: PlayerBoard, outlook: Outlook) -> i64:
    """Return how much better the best play after a rest is, and the worth of cards in hand."""
    back: i64 = 0
    for card in members(board.played):
        back = max(back, outlook.best_use(card))
    at_hand: i64 = 0
    for card in members(board.hand):
        at_hand = max(at_hand, outlook.best_use(card))
    better: i64 = max(0, back - at_hand)
    return better * REST_SHARE // 100 + REST_CARD * popcount(board.played)


def progress(table: CenturyTable) -> float:
    """Return the larger part of the point cards and of the turn limit that has been used."""
    most: i64 = 0
    for board in table.boards:
        most = max(most, board.claims())
    by_cards = float(most) / float(table.variant.end_cards)
    by_turns = float(table.turns) / float(table.variant.turn_limit * table.seats)
    return min(1.0, max(by_cards, by_turns))


def strength(table: CenturyTable, board: PlayerBoard, left: float) -> float:
    """Return the points of a player and a guess at those still to come.

    `left` is the part of the match to come, in which merchant cards will be used. The weights
    were fitted (logistic regression on the winner of pairs) to heuristic play with 2 and 4 seats;
    a claimed card is worth more than its points, since it brings the end nearer.
    """
    cards = 0.0
    for card in members(board.hand | board.played):
        if card < MARKET:
            cards += float(max(0, USE_WORTH[card] - USUAL_USE))
    points = float(board.card_points() + board.coin_points() + 4 * board.claims())
    promise = float(Outlook(table, board).now)
    return points + promise / 220.0 + left * cards / 480.0


def values(table: CenturyTable) -> list[float]:
    """Return the standing of each seat: a logistic mean of its leads over the others, 0 to 1."""
    left = 1.0 - progress(table)
    over = table.owed < 0
    strengths: list[float] = []
    for board in table.boards:
        strengths.append(float(board.score()) if over else strength(table, board, left))
    result: list[float] = []
    for own in range(table.seats):
        value = 0.0
        for other in range(table.seats):
            if other != own:
                value += 1.0 / (1.0 + exp(STEEPNESS * (strengths[other] - strengths[own])))
        result.append(value / float(table.seats - 1))
    return result
