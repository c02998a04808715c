"""A city: what one seat has built, owns and may do."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted
from ludarena.core.codec import Packer
from ludarena.games.seven_wonders.goods import (
    MADE_SETS,
    NO_WAY,
    RAW_SETS,
    coins_paid,
    together,
    units_bought,
)
from ludarena.games.seven_wonders.tables import (
    AGES,
    COLOUR,
    DISCOUNT_PRICE,
    EARLY_BIT,
    FREE_BUILD,
    LATE_BIT,
    MADE_LEFT,
    MADE_RIGHT,
    PER_DEFEAT,
    PER_STAGE,
    PRICE,
    RAW_LEFT,
    RAW_RIGHT,
    VICTORY,
    Edition,
)


class City:
    """Wonder, cards, coins and tokens of one seat.

    Production, prices, shields and fixed points follow from `board`, `stages` and the cards; they
    are kept for speed.
    """

    def __init__(self, wonder: i64, under: list[int], under_when: list[int]) -> None:
        self.wonder: i64 = wonder
        self.side: i64 = -1  # 0 for a, 1 for b, -1 before it is named
        self.stages: i64 = 0  # stages built
        self.early: i64 = 0  # mask of cards of ages I and II
        self.late: i64 = 0  # mask of cards of age III
        self.coins: i64 = 0
        self.victories: i64 = 0  # tally of victory tokens by age
        self.defeats: i64 = 0
        self.free_build: i64 = 0  # 1 while the power of Olympia can be used in this age
        self.copied: i64 = -1  # guild copied at the end
        self.chosen: i64 = 0  # tally of symbols chosen at the end
        self.under = under  # cards under the wonder, by stage; hidden from others
        self.under_when = under_when  # 8 * age + turn of each of them
        # what follows from board, stages and cards
        self.colours: i64 = 0  # tally of cards by colour
        self.trade_raw: i64 = 0  # what neighbours can buy, as fields of sets
        self.trade_made: i64 = 0
        self.own_raw: i64 = 0  # what the city makes for itself
        self.own_made: i64 = 0
        self.discounts: i64 = 0
        self.shields: i64 = 0
        self.symbols: i64 = 0  # tally of science symbols
        self.wilds: i64 = 0  # symbols of choice
        self.wonder_points: i64 = 0
        self.civilian_points: i64 = 0
        self.powers: i64 = 0

    def board(self) -> i64:
        """Return the number of the board: `2 * wonder + side`."""
        return 2 * self.wonder + self.side

    def clone(self) -> City:
        copy = City(self.wonder, self.under.copy(), self.under_when.copy())
        copy.side = self.side
        copy.stages = self.stages
        copy.early = self.early
        copy.late = self.late
        copy.coins = self.coins
        copy.victories = self.victories
        copy.defeats = self.defeats
        copy.free_build = self.free_build
        copy.copied = self.copied
        copy.chosen = self.chosen
        copy.colours = self.colours
        copy.trade_raw = self.trade_raw
        copy.trade_made = self.trade_made
        copy.own_raw = self.own_raw
        copy.own_made = self.own_made
        copy.discounts = self.discounts
        copy.shields = self.shields
        copy.symbols = self.symbols
        copy.wilds = self.wilds
        copy.wonder_points = self.wonder_points
        copy.civilian_points = self.civilian_points
        copy.powers = self.powers
        return copy

    def pack(self, packer: Packer) -> None:
        """Put all that does not follow from something else."""
        packer.put(self.wonder)
        packer.put(self.side)
        packer.put(self.stages)
        packer.put(self.early)
        packer.put(self.late)
        packer.put(self.coins)
        packer.put(self.victories)
        packer.put(self.defeats)
        packer.put(self.free_build)
        packer.put(self.copied)
        packer.put(self.chosen)
        packer.put_list(self.under)
        packer.put_list(self.under_when)

    # --- building ---------------------------------------------------------------------------

    def name_side(self, side: i64, edition: Edition) -> None:
        """Settle the side of the wonder and take its start good into the production."""
        self.side = side
        self.trade_raw = edition.start_raw[self.board()]
        self.trade_made = edition.start_made[self.board()]
        self.own_raw = self.trade_raw
        self.own_made = self.trade_made

    def holds(self, early: i64, late: i64) -> bool:
        """Return whether a card of one of the masks stands here."""
        return self.early & early != 0 or self.late & late != 0

    def add_card(self, card: i64, edition: Edition) -> None:
        """Let a card stand here; what it pays at once is not counted."""
        early: i64 = EARLY_BIT[card]
        late: i64 = LATE_BIT[card]
        self.early |= early
        self.late |= late
        self.colours += counted(COLOUR[card], 1)
        points: i64 = edition.points[card]
        self.civilian_points += points
        self._last(card, edition)

    def add_stage(self, row: i64, edition: Edition) -> None:
        """Let the next stage stand here, whose row it is; what it pays at once is not counted."""
        self.stages += 1
        points: i64 = edition.points[row]
        self.wonder_points += points
        power: i64 = edition.power[row]
        self.powers |= power
        if power & FREE_BUILD != 0:
            self.free_build = 1
        self._last(row, edition)

    def _last(self, row: i64, edition: Edition) -> None:
        """Take in what lasts of a card or stage: production, discounts, shields, symbols."""
        makes_raw: i64 = edition.makes_raw[row]
        makes_made: i64 = edition.makes_made[row]
        if makes_raw != 0 or makes_made != 0:
            self.own_raw = together(self.own_raw, makes_raw)
            self.own_made = together(self.own_made, makes_made)
            if edition.tradable[row] != 0:
                self.trade_raw = together(self.trade_raw, makes_raw)
                self.trade_made = together(self.trade_made, makes_made)
        discount: i64 = edition.discount[row]
        self.discounts |= discount
        shields: i64 = edition.shields[row]
        self.shields += shields
        symbol: i64 = edition.symbol[row]
        if symbol >= 0:
            self.symbols += counted(symbol, 1)
        wild: i64 = edition.wild[row]
        self.wilds += wild

    # --- paying -----------------------------------------------------------------------------

    def price(self, discount: i64) -> i64:
        """Return the coins for a unit of a class from a neighbour, by the discount that helps."""
        return DISCOUNT_PRICE if self.discounts & discount != 0 else PRICE

    def ways_to_pay(self, row: i64, edition: Edition, left: City, right: City) -> i64:
        """Return for 0 to 14 coins to the left the fewest to the right that buy a row's goods.

        The result is a row of four bits each, 15 where there is no way (R5).
        """
        raw: i64 = units_bought(
            self.own_raw, left.trade_raw, right.trade_raw, edition.raw[row], RAW_SETS
        )
        if raw == NO_WAY:
            return NO_WAY
        made: i64 = units_bought(
            self.own_made, left.trade_made, right.trade_made, edition.made[row], MADE_SETS
        )
        if made == NO_WAY:
            return NO_WAY
        return coins_paid(
            raw,
            self.price(RAW_LEFT),
            self.price(RAW_RIGHT),
            made,
            self.price(MADE_LEFT),
            self.price(MADE_RIGHT),
        )

    # --- counting ---------------------------------------------------------------------------

    def number_of(self, what: i64) -> i64:
        """Return how many of the things of a mask are here: cards by colour, stages, defeats."""
        result: i64 = cards_of(self.colours, what)
        if what & PER_STAGE != 0:
            result += self.stages
        if what & PER_DEFEAT != 0:
            result += self.defeats
        return result

    def military_points(self) -> i64:
        """Return the points of victory tokens less the defeats."""
        result: i64 = -self.defeats
        for age in range(1, AGES + 1):
            points: i64 = VICTORY[age]
            result += points * count_in(self.victories, age)
        return result


def cards_of(colours: i64, what: i64) -> i64:
    """Return how many cards of a tally by colour have one of the colours of a mask."""
    result: i64 = 0
    colour: i64 = 0
    while colour < 7:
        if (what >> colour) & 1:
            result += count_in(colours, colour)
        colour += 1
    return result
