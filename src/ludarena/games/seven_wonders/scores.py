"""The heuristic of 7 Wonders: the worth of actions and the standing of seats.

All numbers are hundredths of a point. A card is worth its points, what its shields change against
both neighbours, what its symbol adds, its coins, and what its goods, discounts, chains and powers
promise for the turns to come; from that the coins paid are taken off, and a little more where
they go to a neighbour. A card put under a wonder or sold also keeps it from the next seat. The
game's page explains the choice of the constants.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import counted
from ludarena.games.seven_wonders.actions import (
    COPY,
    FIRST_GUILD,
    SELL,
    SIDE,
    STAGE,
    SYMBOL,
    TAKE,
    TAKE_NOTHING,
    plan_of,
)
from ludarena.games.seven_wonders.city import City
from ludarena.games.seven_wonders.goods import field
from ludarena.games.seven_wonders.scoring import (
    around,
    best_symbols,
    card_points,
    left_of,
    right_of,
    science_points,
    wilds_of,
)
from ludarena.games.seven_wonders.state import OVER, SevenWondersTable
from ludarena.games.seven_wonders.tables import (
    AGES,
    CARD_COUNT,
    COPY_GUILD,
    EARLY_NAME,
    FREE_BUILD,
    FROM_DISCARD,
    LATE_NAME,
    MADE_LEFT,
    MADE_RIGHT,
    RAW_LEFT,
    RAW_RIGHT,
    SALE,
    SEVENTH,
    TURNS,
    VICTORY,
    stage_row,
)

POINT: Final[i64] = 100

COIN: Final[list[int]] = [0, 45, 42, 34]
"""Worth of a coin by age."""

TO_NEIGHBOUR: Final[i64] = 12
"""What a coin costs besides when a neighbour receives it."""

LATER_CONFLICT: Final[list[int]] = [100, 45, 30]
"""Per cent of a conflict's points that count now, by ages until it."""

SPARE_SHIELD: Final[i64] = 15
"""Worth of a shield that changes nothing now."""

SYMBOL_TO_COME: Final[list[int]] = [0, 150, 80, 0]
"""Worth of a science symbol for later symbols, by age."""

FIRST_GOOD: Final[list[int]] = [0, 260, 170, 15]
SECOND_GOOD: Final[list[int]] = [0, 90, 90, 10]
THIRD_GOOD: Final[i64] = 10
"""Worth of a unit of a good by age, by what the city makes of it already."""

CHAIN: Final[list[int]] = [0, 45, 45, 0]
"""Worth of each later card that a card lets build free."""

DISCOUNT: Final[list[int]] = [0, 22, 16, 3]
"""Worth of a discount for each unit that the neighbour sells."""

POWER_WORTH: Final[list[int]] = [0, 330, 230, 130]
"""Worth of a power that acts once an age, by age."""

PICK_WORTH: Final[list[int]] = [0, 200, 330, 450]
"""Worth of a pick from the discard pile, by age."""

COPY_WORTH: Final[i64] = 420

DENIED: Final[i64] = 15
"""Per cent of a card's worth for the next seat that counts for keeping it away."""

STAGE_BONUS: Final[i64] = 30
"""Worth of a built stage beside its effects: the next one comes nearer."""

EVEN: Final = 8.0
"""Lead in points that lifts a standing half way from even to certain."""


def card_scores(table: SevenWondersTable, seat: i64, actions: list[int]) -> list[int]:
    """Return the worth of each way to play a card."""
    city = table.cities[seat]
    coin: i64 = COIN[table.age]
    stage: i64 = 0
    if city.stages < table.terms.table.stages[city.board()]:
        stage = STAGE_BONUS + worth(table, seat, stage_row(city.board(), city.stages))
    result: list[int] = []
    last_card: i64 = -1
    last_worth: i64 = 0
    for action in actions:
        plan = plan_of(seat, action)
        score: i64 = 0
        if plan.mode == SELL:
            score = SALE * coin + denied(table, seat, plan.card)
        elif plan.mode == STAGE:
            score = stage + denied(table, seat, plan.card)
        else:
            if plan.card != last_card:
                last_card = plan.card
                last_worth = worth(table, seat, plan.card)
            score = last_worth
            if plan.left + plan.right == 0 and action < STAGE and not chained(table, city, action):
                bank: i64 = table.terms.table.coins[plan.card]
                score -= coin * bank
        score -= (coin + TO_NEIGHBOUR) * (plan.left + plan.right)
        result.append(score)
    return result


def chained(table: SevenWondersTable, city: City, action: i64) -> bool:
    chain: i64 = table.terms.table.chain[plan_of(0, action).card]
    return city.early & chain != 0


def denied(table: SevenWondersTable, seat: i64, card: i64) -> i64:
    """Return the worth of not passing a card on."""
    if table.number == TURNS:
        return 0
    receiver: i64 = left_of(seat, table.seats)
    if table.age == 2:
        receiver = right_of(seat, table.seats)
    if table.cities[receiver].holds(EARLY_NAME[card], LATE_NAME[card]):
        return 0
    share: i64 = DENIED * worth(table, receiver, card)
    return share // 100


def worth(table: SevenWondersTable, seat: i64, row: i64) -> i64:
    """Return what a card or stage is worth to a seat, its price left out."""
    city = table.cities[seat]
    edition = table.terms.table
    age: i64 = table.age
    points: i64 = edition.points[row]
    result: i64 = POINT * points
    shields: i64 = edition.shields[row]
    if shields > 0:
        result += shields_worth(table, seat, shields)
    symbol: i64 = edition.symbol[row]
    if symbol >= 0:
        result += science_worth(city, counted(symbol, 1), 0, age)
    elif edition.wild[row] != 0:
        result += science_worth(city, 0, 1, age)
    coins: i64 = edition.gain[row]
    rate: i64 = edition.coin_rate[row]
    if rate != 0:
        coins += rate * around(table.cities, seat, edition.coin_what[row], edition.coin_where[row])
    coin: i64 = COIN[age]
    result += coin * coins
    if row < CARD_COUNT:
        result += POINT * card_points(table.cities, seat, row, edition)
        chains: i64 = edition.chains_to[row]
        chain: i64 = CHAIN[age]
        result += chains * chain
    result += goods_worth(city.own_raw, edition.makes_raw[row], 4, age)
    result += goods_worth(city.own_made, edition.makes_made[row], 3, age)
    discount: i64 = edition.discount[row]
    if discount != 0:
        result += discount_worth(table, seat, discount & ~city.discounts)
    power: i64 = edition.power[row]
    if power != 0:
        result += power_worth(power, age)
    return result


def shields_worth(table: SevenWondersTable, seat: i64, shields: i64) -> i64:
    """Return what more shields change against both neighbours, in this age and later."""
    own: i64 = table.cities[seat].shields
    left: i64 = table.cities[left_of(seat, table.seats)].shields
    right: i64 = table.cities[right_of(seat, table.seats)].shields
    result: i64 = SPARE_SHIELD * shields
    for age in range(table.age, AGES + 1):
        share: i64 = LATER_CONFLICT[age - table.age]
        gain: i64 = conflict(own + shields - left, age) - conflict(own - left, age)
        gain += conflict(own + shields - right, age) - conflict(own - right, age)
        result += share * gain
    return result


def conflict(lead: i64, age: i64) -> i64:
    """Return the points of a conflict with a neighbour, by the lead in shields."""
    if lead == 0:
        return 0
    if lead < 0:
        return -1
    points: i64 = VICTORY[age]
    return points


def science_worth(city: City, symbols: i64, wilds: i64, age: i64) -> i64:
    """Return what more symbols add now, and what they promise."""
    now: i64 = science_points(city.symbols + best_symbols(city.symbols, city.wilds))
    after: i64 = city.symbols + symbols
    then: i64 = science_points(after + best_symbols(after, city.wilds + wilds))
    promise: i64 = SYMBOL_TO_COME[age]
    return POINT * (then - now) + promise


def goods_worth(own: i64, made: i64, goods: i64, age: i64) -> i64:
    """Return what production is worth, by what the city makes already."""
    if made == 0:
        return 0
    best: i64 = 0
    others: i64 = 0
    for good in range(goods):
        one: i64 = 1
        place: i64 = (one << good) - 1
        units: i64 = field(made, place)
        if units > 0:
            gain: i64 = unit_worth(field(own, place), age)
            if units > 1:
                gain += unit_worth(field(own, place) + 1, age)
            if gain > best:
                others += best
                best = gain
            else:
                others += gain
    return best + others // 4


def unit_worth(units: i64, age: i64) -> i64:
    """Return what one more unit of a good is worth when a city makes so many of it."""
    if units == 0:
        return FIRST_GOOD[age]
    if units == 1:
        return SECOND_GOOD[age]
    return THIRD_GOOD


def discount_worth(table: SevenWondersTable, seat: i64, discounts: i64) -> i64:
    """Return what new discounts are worth, by what the neighbours have to sell."""
    left = table.cities[left_of(seat, table.seats)]
    right = table.cities[right_of(seat, table.seats)]
    units: i64 = 0
    if discounts & RAW_LEFT != 0:
        units += field(left.trade_raw, 14)
    if discounts & RAW_RIGHT != 0:
        units += field(right.trade_raw, 14)
    if discounts & MADE_LEFT != 0:
        units += field(left.trade_made, 6)
    if discounts & MADE_RIGHT != 0:
        units += field(right.trade_made, 6)
    each: i64 = DISCOUNT[table.age]
    return each * (units + 2)


def power_worth(power: i64, age: i64) -> i64:
    """Return what a power of a stage is worth."""
    if power & (SEVENTH | FREE_BUILD) != 0:
        return POWER_WORTH[age]
    if power & FROM_DISCARD != 0:
        return PICK_WORTH[age]
    if power & COPY_GUILD != 0:
        return COPY_WORTH
    return 0


def pick_scores(table: SevenWondersTable, seat: i64, actions: list[int]) -> list[int]:
    """Return the worth of each card of the pile, side, guild to copy or symbol."""
    city = table.cities[seat]
    edition = table.terms.table
    result: list[int] = []
    for action in actions:
        score: i64 = 0
        if action >= SYMBOL:
            score = POINT * science_points(city.symbols + city.chosen + counted(action - SYMBOL, 1))
        elif action >= COPY:
            guild: i64 = action - COPY + FIRST_GUILD
            score = POINT * card_points(table.cities, seat, guild, edition)
            wilds: i64 = wilds_of(city, guild, edition)
            score += POINT * science_points(city.symbols + best_symbols(city.symbols, wilds))
        elif action >= SIDE:
            score = side_worth(table, 2 * city.wonder + action - SIDE)
        elif action != TAKE_NOTHING:
            score = worth(table, seat, action - TAKE)
        result.append(score)
    return result


def side_worth(table: SevenWondersTable, board: i64) -> i64:
    """Return points, shields, coins and powers of all stages of a board, taken together."""
    edition = table.terms.table
    result: i64 = 0
    stages: i64 = edition.stages[board]
    for stage in range(stages):
        row: i64 = stage_row(board, stage)
        points: i64 = edition.points[row]
        shields: i64 = edition.shields[row]
        coins: i64 = edition.gain[row]
        wild: i64 = edition.wild[row]
        makes: i64 = edition.makes_raw[row] + edition.makes_made[row]
        result += POINT * (points + 2 * shields + 4 * wild) + COIN[2] * coins
        result += power_worth(edition.power[row], 2)
        if makes != 0:
            result += FIRST_GOOD[1]
        if edition.discount[row] != 0:
            result += DISCOUNT[1] * 8
    return result


def standing_of_seats(table: SevenWondersTable) -> list[float]:
    """Return 0 to 1 a seat: the mean over opponents of how far its outlook leads theirs."""
    outlooks: list[float] = []
    for seat in range(table.seats):
        outlooks.append(outlook(table, seat))
    result: list[float] = []
    for seat in range(table.seats):
        standing: float = 0.0
        for other in range(table.seats):
            if other != seat:
                lead: float = outlooks[seat] - outlooks[other]
                standing += 0.5 + 0.5 * lead / (abs(lead) + EVEN)
        result.append(standing / float(table.seats - 1))
    return result


def outlook(table: SevenWondersTable, seat: i64) -> float:
    """Return the points of a seat now, and what goods, shields and symbols promise."""
    points: float = float(table.points(seat))
    city = table.cities[seat]
    if table.phase == OVER or table.age == 0:
        return points + 0.01 * float(city.coins)
    ahead: i64 = 0
    for age in range(table.age, AGES + 1):
        left: i64 = city.shields - table.cities[left_of(seat, table.seats)].shields
        right: i64 = city.shields - table.cities[right_of(seat, table.seats)].shields
        share: i64 = LATER_CONFLICT[age - table.age]
        ahead += share * (conflict(left, age) + conflict(right, age))
    first: i64 = FIRST_GOOD[table.age]
    ahead += first * (goods_made(city.own_raw, 4) + goods_made(city.own_made, 3)) // 2
    return points + float(ahead) / float(POINT)


def goods_made(own: i64, goods: i64) -> i64:
    """Return how many different goods a city can make."""
    result: i64 = 0
    for good in range(goods):
        one: i64 = 1
        if field(own, (one << good) - 1) > 0:
            result += 1
    return result
