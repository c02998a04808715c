"""The table of 7 Wonders: all that changes in a match, its bytes, what can be read off it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.codec import Packer
from ludarena.core.lanes import Lanes
from ludarena.core.rng import Stream
from ludarena.core.state import State
from ludarena.games.seven_wonders.city import City
from ludarena.games.seven_wonders.scoring import points_of
from ludarena.games.seven_wonders.tables import AGES, TABLES, TURNS, Edition

CHOOSE_SIDE: Final[i64] = 0
PLAY_CARD: Final[i64] = 1
PLAY_LAST: Final[i64] = 2
PICK_DISCARD: Final[i64] = 3
COPY_A_GUILD: Final[i64] = 4
NAME_SYMBOL: Final[i64] = 5
OVER: Final[i64] = 6
"""Phases; all but the last are the decision owed in them. The first two are sealed."""

NOBODY: Final[i64] = -1

STANDING_STEP: Final[i64] = 1 << 20
"""Above any number of coins: standings are points, then coins."""


class Terms:
    """What is agreed for a match and never changes: seats and options. Copies share it."""

    def __init__(self, seats: i64, edition: i64, switches: list[int]) -> None:
        self.seats: i64 = seats
        self.edition: i64 = edition
        self.table: Edition = TABLES[edition]
        self.switches = switches
        self.sides: i64 = switches[0]  # 0 random, 1 all a, 2 all b, 3 choose
        self.cheapest = switches[1] == 1
        self.same_turn = switches[2] == 0
        self.open_pile = switches[3] == 1
        self.pick_optional = switches[4] == 0
        self.best_at_end = switches[5] == 0
        self.by_name = switches[6] == 0
        self.needless = switches[7] == 1
        self.coins_break_ties = switches[8] == 0


SWITCHES: Final = (
    ("wonder_sides", ("random", "all_a", "all_b", "choose")),
    ("payment_choice", ("pareto", "cheapest")),
    ("same_turn_counts", (True, False)),
    ("discard_pile_public", (False, True)),
    ("discard_pick_optional", (True, False)),
    ("auto_best_end_choices", (True, False)),
    ("duplicate_name_scope", ("by_name", "by_id")),
    ("allow_needless_purchase", (False, True)),
    ("tie_break", ("coins", "none")),
)
"""Options after the edition, in the order of `Terms.switches`, which holds places of values."""


class SevenWondersTable(State):
    """Cities, hands, discard pile, lanes, and whose decision is owed.

    The pile lies in the order in which its cards came. `pile_when` tells of each who put it there
    and when, which everybody saw: `2 * (64 * seat + 8 * age + turn)`, where the turn of a last card
    is 7, plus 1 if the owner of Halicarnassus has looked at it since.
    """

    def __init__(
        self,
        terms: Terms,
        cities: list[City],
        hands: list[list[int]],
        pile: list[int],
        pile_when: list[int],
        box: list[int],
        lanes: Lanes,
        deals: Stream,
        guild_draw: Stream,
    ) -> None:
        super().__init__(terms.seats)
        self.terms = terms
        self.cities = cities
        self.hands = hands  # ascending
        self.pile = pile
        self.pile_when = pile_when
        self.box = box  # guilds that are not in play, once age III has begun
        self.lanes = lanes
        self.deals = deals  # chance of the deals
        self.guild_draw = guild_draw  # chance of which guilds are in play
        self.phase: i64 = CHOOSE_SIDE
        self.age: i64 = 0
        self.number: i64 = 0  # turn of the age, 1 to 6
        self.active: i64 = NOBODY  # seat that owes an open decision
        self.picker: i64 = NOBODY  # seat that may yet take a card from the pile this turn
        self.blocks: i64 = 0

    # --- what is owed -----------------------------------------------------------------------

    def sealed(self) -> bool:
        return self.phase <= PLAY_CARD

    def to_act(self) -> list[int]:
        if self.phase == OVER:
            return []
        return self.lanes.open_seats() if self.sealed() else [self.active]

    def block(self) -> i64:
        return self.blocks

    def decision(self, seat: i64) -> i64:
        if self.phase == OVER:
            return -1
        owes: bool = self.lanes.is_open(seat) if self.sealed() else seat == self.active
        return self.phase if owes else -1

    def turn(self) -> i64:
        """Return the number of the turn of the match, 1 to 18; 0 while sides are named."""
        return TURNS * (self.age - 1) + self.number if self.age > 0 else 0

    # --- the end ----------------------------------------------------------------------------

    def points(self, seat: i64) -> i64:
        """Return the points of a seat, at the end or as if the match ended now (R10)."""
        return points_of(self.cities, seat, self.terms.table)

    def standings(self) -> list[int]:
        """Return points and, for ties, coins as one number a seat (R10.8)."""
        result: list[int] = []
        for seat in range(self.seats):
            coins: i64 = self.cities[seat].coins if self.terms.coins_break_ties else 0
            result.append(STANDING_STEP * (self.points(seat) + 100) + coins)
        return result

    def progress(self) -> float:
        """Return the share of the turns that are done."""
        if self.phase == OVER:
            return 1.0
        done: i64 = self.turn() - 1 if self.phase <= PLAY_CARD else self.turn()
        if done < 0:
            done = 0
        return float(done) / float(AGES * TURNS + 1)

    # --- copies and bytes -------------------------------------------------------------------

    def copy_onto(self, copy: SevenWondersTable) -> None:
        """Give a copy what the constructor does not take."""
        copy.phase = self.phase
        copy.age = self.age
        copy.number = self.number
        copy.active = self.active
        copy.picker = self.picker
        copy.blocks = self.blocks

    def encode(self) -> bytes:
        packer = Packer()
        packer.put(self.terms.seats)
        packer.put(self.terms.edition)
        packer.put_list(self.terms.switches)
        packer.put(self.phase)
        packer.put(self.age)
        packer.put(self.number)
        packer.put(self.active)
        packer.put(self.picker)
        packer.put(self.blocks)
        packer.put(self.deals.state)
        packer.put(self.guild_draw.state)
        packer.put_list(self.box)
        packer.put_list(self.pile)
        packer.put_list(self.pile_when)
        for seat in range(self.seats):
            packer.put_list(self.hands[seat])
            self.cities[seat].pack(packer)
        self.lanes.pack(packer)
        return packer.finish()


def put_there(seat: i64, age: i64, turn: i64) -> i64:
    """Return the mark of a card that a seat puts on the pile."""
    return 2 * (64 * seat + 8 * age + turn)


def seat_of_mark(mark: i64) -> i64:
    return mark // 128


def age_of_mark(mark: i64) -> i64:
    return mark // 16 % 8


def turn_of_mark(mark: i64) -> i64:
    return mark // 2 % 8
