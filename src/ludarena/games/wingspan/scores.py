"""The heuristic of the slice: the worth of actions, in hundredths of a point.

A bird is worth its points, the eggs it can still get, its power by the turns that are left, and
its part in own bonus cards and in the goal, less the food and eggs that it costs. A row action is
worth what it yields - food by what the hand still needs, eggs by the room for them, cards by how
few are in hand - and the brown powers that it sets off. The game's page explains the choice.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in, total
from ludarena.games.wingspan import actions as act
from ludarena.games.wingspan.frames import PAY_EGGS
from ludarena.games.wingspan.payments import PAYMENTS, covers
from ludarena.games.wingspan.pieces import Player
from ludarena.games.wingspan.scoring import bonus_points, counts_for, goal_items
from ludarena.games.wingspan.state import WingspanTable
from ludarena.games.wingspan.tables import COLOUR, COST, EGG_LIMIT, ONE_OF, POINTS, WILD
from ludarena.games.wingspan.words import (
    BROWN,
    COLUMNS,
    EGG_COST,
    EITHER,
    FOREST,
    GRASSLAND,
    INVERTEBRATE,
    ROUND_TURNS,
    SEED,
    SLOTS,
    WHITE,
    YIELD,
    slot_at,
)

POINT: Final[i64] = 100
FOOD: Final[i64] = 45
"""Worth of a token; a token that a bird of the hand lacks is worth NEEDED more."""
NEEDED: Final[i64] = 90
CARD: Final[i64] = 25
"""Worth of a card, less FULL_HAND for each card already in hand."""
FULL_HAND: Final[i64] = 9
POWER_TURN: Final[list[int]] = [0, 12, 0, 8]
"""Worth of a power for each turn that is left, by colour; white ones are worth WHITE_POWER."""
WHITE_POWER: Final[i64] = 60
BROWN_POWER: Final[i64] = 70
"""Worth of a brown power that a row action sets off."""
NEW_BIRD: Final[i64] = 110
"""Worth of a card that is drawn while there is time to play it, less FULL_HAND as above."""
ROOM: Final[i64] = 30
"""Worth of room for an egg on a bird that is played, while turns to lay are left."""
GOAL: Final[i64] = 60
"""Worth of one more item of the goal."""


def turns_left(table: WingspanTable) -> i64:
    """Return the turns that each player still begins after the one now."""
    seats: i64 = table.seats
    begun = (table.turns + seats - 1) // seats
    return ROUND_TURNS - begun if begun > 0 else ROUND_TURNS


def score_actions(table: WingspanTable, seat: i64, actions: list[int]) -> list[int]:
    """Return the worth of each action for a seat, from what the seat knows."""
    player = table.players[seat]
    left = turns_left(table)
    needs = _needs(player, _birds_to_pay(table, seat), 0 if table.lanes is None else 1)
    scores: list[int] = []
    for action in actions:
        scores.append(_score(table, player, action, left, needs))
    return scores


def _score(table: WingspanTable, player: Player, action: i64, left: i64, needs: list[int]) -> i64:
    if action < act.KEEP_NO_MORE:
        return _keep_worth(player, action - act.KEEP)
    if act.PAY <= action < act.KEEP_BONUS:
        return -_food_worth(PAYMENTS[action - act.PAY], needs)
    if act.KEEP_BONUS <= action < act.PLAY:
        return _bonus_worth(player, action - act.KEEP_BONUS)
    if act.PLAY <= action < act.GAIN_FOOD:
        play = action - act.PLAY
        return _play_worth(table, player, play // 3, play % 3, left)
    if act.GAIN_FOOD <= action <= act.DRAW_CARDS:
        return _row_worth(table, player, action - act.GAIN_FOOD, left, needs)
    return _small_worth(table, player, action, left, needs)


def _small_worth(
    table: WingspanTable, player: Player, action: i64, left: i64, needs: list[int]
) -> i64:
    """Return the worth of an answer inside an action."""
    if act.EGG_FROM <= action < act.DISCARD:
        worth = -_egg_worth(table, player, action - act.EGG_FROM)
        return worth + 2 * CARD if table.stack[len(table.stack) - 1].kind != PAY_EGGS else worth
    if act.DISCARD <= action < act.SPEND:
        return FOOD - _card_worth(player, action - act.DISCARD, left)
    if act.SPEND <= action < act.TAKE:
        food: i64 = needs[action - act.SPEND]
        return POINT - FOOD - food
    if act.TAKE <= action < act.REROLL:
        return FOOD + needs[food_of_die(action - act.TAKE)]
    if act.DRAW <= action < act.DRAW_DECK:
        return _card_worth(player, action - act.DRAW, left)
    if act.LAY <= action < act.TUCK:
        return _egg_worth(table, player, action - act.LAY)
    if act.TUCK <= action < act.TRADE:
        return POINT + CARD - _card_worth(player, action - act.TUCK, left)
    if act.TRADE <= action < act.MOVE:
        given, got = (action - act.TRADE) // 5, (action - act.TRADE) % 5
        return needs[got] - needs[given]
    if act.GAIN <= action < act.CACHE:
        return FOOD + needs[action - act.GAIN]
    return _word_worth(action, left)


def _word_worth(action: i64, left: i64) -> i64:
    """Return the worth of answers that are one word."""
    if action == act.CACHE:
        return POINT - 8 * left
    if action == act.TO_SUPPLY:
        return FOOD
    if action == act.DRAW_DECK:
        return CARD
    if action == act.KEEP_NO_MORE:
        return 40
    if action == act.DECLINE or action == act.REROLL:
        return 0
    if act.MOVE <= action < act.REPEAT:
        return -10
    return 50


def food_of_die(die: i64) -> i64:
    """Return the food that a way of taking a die gives."""
    if die < EITHER:
        return die
    return INVERTEBRATE if die == act.EITHER_AS_INVERTEBRATE else SEED


def _birds_to_pay(table: WingspanTable, seat: i64) -> list[int]:
    """Return the hand, or at set-up the birds that the seat has kept so far."""
    lanes = table.lanes
    if lanes is None:
        return table.players[seat].hand
    return [answer for answer in lanes.answers[seat] if answer < act.KEEPS_END]


def _needs(player: Player, birds: list[int], spare: i64) -> list[int]:
    """Return for each food what one more token of it is worth, or costs, for birds in hand.

    `spare` tokens of each food are counted as already spent.
    """
    needs: list[int] = [0, 0, 0, 0, 0]
    for bird in birds:
        cost: i64 = COST[bird]
        one_of: i64 = ONE_OF[bird]
        for food in range(5):
            owned = count_in(player.food, food)
            if count_in(cost, food) > owned - spare:
                needs[food] += NEEDED
            elif (one_of >> food) & 1 and owned <= spare:
                needs[food] += NEEDED // 2
    return [need if need < 3 * NEEDED else 3 * NEEDED for need in needs]


def _food_worth(tally: i64, needs: list[int]) -> i64:
    worth: i64 = 0
    for food in range(5):
        need: i64 = needs[food]
        worth += count_in(tally, food) * (FOOD + need // 2)
    return worth


def _power_worth(bird: i64, left: i64) -> i64:
    colour: i64 = COLOUR[bird]
    if colour == WHITE:
        return WHITE_POWER
    worth: i64 = POWER_TURN[colour]
    return worth * left


def _cost_worth(bird: i64) -> i64:
    tokens = total(COST[bird]) + WILD[bird] + (1 if ONE_OF[bird] else 0)
    return tokens * FOOD


def _card_worth(player: Player, bird: i64, left: i64) -> i64:
    """Return the worth of a card in hand: a part of what playing it will bring."""
    if left <= 0:
        return 0
    worth = POINTS[bird] * POINT + _power_worth(bird, left) - 2 * _cost_worth(bird)
    crowd: i64 = len(player.hand)
    return CARD + worth // 6 - FULL_HAND * crowd


def _keep_worth(player: Player, bird: i64) -> i64:
    return POINTS[bird] * 20 + _power_worth(bird, ROUND_TURNS) // 2 - _cost_worth(bird)


def _bonus_worth(player: Player, card: i64) -> i64:
    """Return what a bonus card pays, and by how many birds of mat and hand it counts."""
    worth = bonus_points(player, card) * POINT
    for bird in player.hand:
        worth += counts_for(card, bird) * FOOD
    return worth


def _egg_worth(table: WingspanTable, player: Player, bird: i64) -> i64:
    """Return the worth of an egg on a bird: its point and its part in the goal."""
    slot = player.slot_of(bird)
    if slot < 0:
        return 0
    items = goal_items(player, table.goal)
    player.add_eggs(slot, 1)
    more = goal_items(player, table.goal) - items
    player.add_eggs(slot, -1)
    return POINT + more * GOAL


def _play_worth(table: WingspanTable, player: Player, bird: i64, row: i64, left: i64) -> i64:
    """Return the worth of playing a bird into a row now."""
    eggs: i64 = EGG_COST[player.birds_in(row)]
    room: i64 = EGG_LIMIT[bird]
    worth = POINTS[bird] * POINT + _power_worth(bird, left) - _cost_worth(bird) - eggs * POINT
    worth += (room if room < left else left) * ROOM
    worth += left * 8
    slot = player.next_slot(row)
    before = goal_items(player, table.goal)
    player.slots[slot] = bird
    player.filled += 1 << (6 * row)
    worth += (goal_items(player, table.goal) - before) * GOAL
    for card in player.bonus.cards:
        worth += bonus_points(player, card) * 20
    player.slots[slot] = -1
    player.filled -= 1 << (6 * row)
    return worth


def _row_worth(table: WingspanTable, player: Player, row: i64, left: i64, needs: list[int]) -> i64:
    """Return the worth of a row action: its yield and the brown powers of the row."""
    birds = player.birds_in(row)
    number: i64 = YIELD[birds]
    worth: i64 = 0
    for column in range(COLUMNS):
        bird: i64 = player.slots[slot_at(row, column)]
        if bird >= 0 and COLOUR[bird] == BROWN:
            worth += BROWN_POWER
    if row == FOREST:
        return worth + _food_action_worth(table, player, number, left, needs)
    if row == GRASSLAND:
        space: i64 = 0
        for slot in range(SLOTS):
            space += player.room_at(slot)
        eggs = number + 1 if number + 1 < space else space
        return worth + eggs * POINT
    held: i64 = len(player.hand)
    new_bird: i64 = NEW_BIRD if left >= 3 else 0
    return worth + number * (new_bird - FULL_HAND * held if left > 0 else 0)


def _food_action_worth(
    table: WingspanTable, player: Player, number: i64, left: i64, needs: list[int]
) -> i64:
    """Return what food brings: the best bird of the hand, by the turns until it can be played."""
    if left <= 0:
        return 1
    best: i64 = number * FOOD
    for bird in player.hand:
        turns = (missing_tokens(player, bird) + number - 1) // number
        if 0 < turns <= left:
            worth = POINTS[bird] * POINT + _power_worth(bird, left - turns) + 2 * ROOM
            if worth // (turns + 1) > best:
                best = worth // (turns + 1)
    on_offer = table.feeder.foods()
    for food in range(5):
        if needs[food] and (on_offer >> food) & 1:
            return best
    return best * 2 // 3


def missing_tokens(player: Player, bird: i64) -> i64:
    """Return how many tokens a supply lacks to pay for a bird, pairs of others counted as one."""
    if covers(bird, player.food):
        return 0
    if ONE_OF[bird]:
        return 1
    cost: i64 = COST[bird]
    lacking: i64 = WILD[bird]
    spare = total(player.food)
    for food in range(5):
        listed = count_in(cost, food)
        owned = count_in(player.food, food)
        matched = owned if owned < listed else listed
        lacking += listed - matched
        spare -= matched
    lacking -= spare // 2
    return lacking if lacking > 0 else 1
