"""What may be done in 7 Wonders: plays with their payments, picks, choices at the end."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.games.seven_wonders.actions import (
    BUILD,
    COPY,
    FIRST_GUILD,
    FREE,
    PAYMENTS,
    SELL,
    SIDE,
    STAGE,
    SYMBOL,
    TAKE,
    TAKE_NOTHING,
    card_code,
    payment_code,
)
from ludarena.games.seven_wonders.city import City
from ludarena.games.seven_wonders.goods import (
    MADE_SETS,
    NO_WAY,
    NOTHING,
    RAW_SETS,
    WANTING,
    exactly,
    field,
)
from ludarena.games.seven_wonders.scoring import guilds_to_copy, left_of, right_of
from ludarena.games.seven_wonders.state import (
    CHOOSE_SIDE,
    COPY_A_GUILD,
    NAME_SYMBOL,
    PICK_DISCARD,
    PLAY_CARD,
    PLAY_LAST,
    SevenWondersTable,
)
from ludarena.games.seven_wonders.tables import (
    EARLY_BIT,
    EARLY_NAME,
    LATE_BIT,
    LATE_NAME,
    MADE_LEFT,
    MADE_RIGHT,
    RAW_LEFT,
    RAW_RIGHT,
    stage_row,
)


class SevenWondersPlays(SevenWondersTable):
    """A table of 7 Wonders and what may be done at it."""

    # --- decisions --------------------------------------------------------------------------

    def legal_actions(self, seat: i64) -> list[int]:
        kind: i64 = self.decision(seat)
        if kind in (PLAY_CARD, PLAY_LAST):
            return self._legal_plays(seat)
        if kind == CHOOSE_SIDE:
            return [SIDE, SIDE + 1]
        if kind == PICK_DISCARD:
            return self._legal_picks(seat)
        if kind == COPY_A_GUILD:
            result: list[int] = []
            for guild in guilds_to_copy(self.cities, seat):
                result.append(COPY + guild - FIRST_GUILD)
            return result
        if kind == NAME_SYMBOL:
            return [SYMBOL, SYMBOL + 1, SYMBOL + 2]
        return []

    def _legal_plays(self, seat: i64) -> list[int]:
        """Return all ways to play each card of the hand, payments included (R4)."""
        city = self.cities[seat]
        cards = distinct(self.hands[seat])
        result: list[int] = []
        free: list[int] = []
        for card in cards:
            if not self.name_stands(city, card):
                before: i64 = len(result)
                self._add_builds(seat, card, result)
                if self.may_use_power(city) and not self._costless(city, result, before, card):
                    free.append(FREE + card)
        self._add_stages(seat, cards, result)
        result.extend(free)
        for card in cards:
            result.append(SELL + card)
        return result

    def name_stands(self, city: City, card: i64) -> bool:
        """Return whether a card of the same name stands in a city (R4.1)."""
        if self.terms.by_name:
            return city.holds(EARLY_NAME[card], LATE_NAME[card])
        return city.holds(EARLY_BIT[card], LATE_BIT[card])

    def is_chained(self, city: City, card: i64) -> bool:
        """Return whether a card can be built free since an earlier one stands here (R4.2)."""
        chain: i64 = self.terms.table.chain[card]
        return city.early & chain != 0

    def may_use_power(self, city: City) -> bool:
        """Return whether a card may be built by the power of Olympia now (R8.2)."""
        return city.free_build != 0 and self.phase == PLAY_CARD

    def _costless(self, city: City, result: list[int], before: i64, card: i64) -> bool:
        """Return whether the first way found to build a card costs nothing."""
        if len(result) == before or result[before] != card_code(BUILD, card):
            return False
        return self.bank_cost(card) == 0 or self.is_chained(city, card)

    def bank_cost(self, row: i64) -> i64:
        coins: i64 = self.terms.table.coins[row]
        return coins

    def _add_builds(self, seat: i64, card: i64, result: list[int]) -> None:
        """Append the ways to build a card by chain or payment (R4.1, R4.2, R5)."""
        city = self.cities[seat]
        if self.is_chained(city, card):
            result.append(card_code(BUILD, card))
            return
        budget: i64 = city.coins - self.bank_cost(card)
        if budget >= 0:
            for paid in self.payments(seat, card, budget):
                result.append(card_code(BUILD, card) + paid)

    def _add_stages(self, seat: i64, cards: list[int], result: list[int]) -> None:
        """Append the ways to put each card under the wonder (R4.3)."""
        row: i64 = self.next_stage(seat)
        if row < 0:
            return
        budget: i64 = self.cities[seat].coins - self.bank_cost(row)
        if budget < 0:
            return
        payments = self.payments(seat, row, budget)
        for card in cards:
            for paid in payments:
                result.append(card_code(STAGE, card) + paid)

    def next_stage(self, seat: i64) -> i64:
        """Return the row of the next stage of a seat's wonder, -1 when all stand."""
        city = self.cities[seat]
        number: i64 = self.terms.table.stages[city.board()]
        return stage_row(city.board(), city.stages) if city.stages < number else -1

    def _legal_picks(self, seat: i64) -> list[int]:
        """Return the cards of the pile that may be built, and declining (R8.3)."""
        city = self.cities[seat]
        pile = self.pile.copy()
        pile.sort()
        result: list[int] = []
        for card in distinct(pile):
            if not self.name_stands(city, card):
                result.append(TAKE + card)
        if self.terms.pick_optional or len(result) == 0:
            result.append(TAKE_NOTHING)
        return result

    # --- R5, trade --------------------------------------------------------------------------

    def ways_to_pay(self, seat: i64, row: i64) -> i64:
        """Return for 0 to 14 coins to the left the fewest to the right; see `City`."""
        left = self.cities[left_of(seat, self.seats)]
        right = self.cities[right_of(seat, self.seats)]
        return self.cities[seat].ways_to_pay(row, self.terms.table, left, right)

    def payments(self, seat: i64, row: i64, budget: i64) -> list[int]:
        """Return the payments offered for a row, as parts of codes, ascending (R5.5)."""
        ways: i64 = self.ways_to_pay(seat, row)
        if ways == NO_WAY:
            return []
        if self.terms.cheapest:
            return cheapest_way(ways, budget)
        if self.terms.needless:
            return self._all_ways(seat, row, budget)
        return best_ways(ways, budget)

    def _all_ways(self, seat: i64, row: i64, budget: i64) -> list[int]:
        """Return every payment with which the goods can be had, own goods bought too (R5.6)."""
        city = self.cities[seat]
        left = self.cities[left_of(seat, self.seats)]
        right = self.cities[right_of(seat, self.seats)]
        raw = unit_pairs(
            city.own_raw, left.trade_raw, right.trade_raw, self.terms.table.raw[row], RAW_SETS
        )
        made = unit_pairs(
            city.own_made, left.trade_made, right.trade_made, self.terms.table.made[row], MADE_SETS
        )
        found = [False] * (PAYMENTS * PAYMENTS)
        for of_raw in raw:
            for of_made in made:
                to_left: i64 = of_raw // 8 * city.price(RAW_LEFT)
                to_left += of_made // 8 * city.price(MADE_LEFT)
                to_right: i64 = of_raw % 8 * city.price(RAW_RIGHT)
                to_right += of_made % 8 * city.price(MADE_RIGHT)
                if to_left + to_right <= budget:
                    found[payment_code(to_left, to_right)] = True
        result: list[int] = []
        for paid in range(PAYMENTS * PAYMENTS):
            if found[paid]:
                result.append(paid)
        return result


def distinct(cards: list[int]) -> list[int]:
    """Return the cards of an ascending list, each once."""
    result: list[int] = []
    last: i64 = -1
    for card in cards:
        if card != last:
            result.append(card)
            last = card
    return result


def best_ways(ways: i64, budget: i64) -> list[int]:
    """Return the payments within the budget that no other undercuts at both neighbours (R5.5)."""
    if ways == NOTHING:
        return [0]
    result: list[int] = []
    fewest: i64 = WANTING
    for left in range(PAYMENTS):
        right: i64 = field(ways, left)
        if right < fewest:
            fewest = right
            if left + right <= budget:
                result.append(payment_code(left, right))
    return result


def cheapest_way(ways: i64, budget: i64) -> list[int]:
    """Return the payment of fewest coins, of equal ones that with least to the right (R5.5)."""
    best: i64 = -1
    least: i64 = budget + 1
    for left in range(PAYMENTS):
        right: i64 = field(ways, left)
        if right < WANTING and (left + right < least or (left + right == least and best >= 0)):
            least = left + right
            best = payment_code(left, right)
    return [best] if best >= 0 else []


def unit_pairs(own: i64, left: i64, right: i64, need: i64, sets: i64) -> list[int]:
    """Return, as 8 * left + right, how many units can be bought from both neighbours."""
    units: i64 = field(need, sets - 1)
    result: list[int] = []
    for from_left in range(units + 1):
        for from_right in range(units - from_left + 1):
            if exactly(own, left, right, need, sets, from_left, from_right):
                result.append(8 * from_left + from_right)
    return result
