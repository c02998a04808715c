"""What lies on the table in a match of Splendor: decks, face-up cards, supply, players."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import members, nth_member, popcount
from ludarena.core.codec import Packer, Unpacker
from ludarena.core.rng import Stream, mix
from ludarena.core.state import State
from ludarena.games.splendor.gems import gem_total
from ludarena.games.splendor.tables import (
    BONUS,
    LEVELS,
    POINTS,
    TARGET_HIGH,
    TARGET_LOW,
    level_of,
)

TURN: Final[i64] = 0
RETURN_TOKENS: Final[i64] = 1
CHOOSE_NOBLE: Final[i64] = 2
OVER: Final[i64] = -1
"""The kinds of decision, rows of the game's table, and the sign of the end."""


class Variant:
    """The options of a match; never changes, shared by all copies of a state."""

    def __init__(
        self,
        free_take: bool,
        choose_payment: bool,
        all_public: bool,
        equal_turns: bool,
        target: i64,
        turn_limit: i64,
    ) -> None:
        self.free_take = free_take  # 1 or 2 different gems although 3 piles are open
        self.choose_payment = choose_payment  # gold may stand for a gem that the player has
        self.all_public = all_public  # cards reserved blind are shown to all
        self.equal_turns = equal_turns  # the round in which the target is met is played out
        self.target: i64 = target
        self.turn_limit: i64 = turn_limit  # turns a seat

    def pack(self, packer: Packer) -> None:
        packer.put(int(self.free_take))
        packer.put(int(self.choose_payment))
        packer.put(int(self.all_public))
        packer.put(int(self.equal_turns))
        packer.put(self.target)
        packer.put(self.turn_limit)


def unpack_variant(unpacker: Unpacker) -> Variant:
    """Return the options that `Variant.pack` put."""
    free_take = bool(unpacker.take_within("free_take", 0, 1))
    choose_payment = bool(unpacker.take_within("choose_payment", 0, 1))
    all_public = bool(unpacker.take_within("all_public", 0, 1))
    equal_turns = bool(unpacker.take_within("equal_turns", 0, 1))
    target = unpacker.take_within("target_points", TARGET_LOW, TARGET_HIGH)
    turn_limit = unpacker.take_within("turn_limit", 1, 1_000)
    return Variant(free_take, choose_payment, all_public, equal_turns, target, turn_limit)


class Deck:
    """A face-down deck: the set of its cards and its generator; no order is stored."""

    def __init__(self, first: i64, cards: i64, chance: i64) -> None:
        self.first: i64 = first  # code of the card of bit 0
        self.cards: i64 = cards
        self.chance: i64 = chance  # state of the generator

    def size(self) -> i64:
        return popcount(self.cards)

    def draw(self) -> i64:
        """Take a random card out of the deck, which is not empty; return its code."""
        stream = Stream(self.chance)
        position = nth_member(self.cards, stream.below(popcount(self.cards)))
        self.chance = stream.state
        one: i64 = 1
        self.cards ^= one << position
        return self.first + position

    def put_back(self, card: i64) -> None:
        one: i64 = 1
        self.cards |= one << (card - self.first)

    def codes(self) -> list[int]:
        """Return the cards of the deck, ascending."""
        return [self.first + position for position in members(self.cards)]

    def clone(self) -> Deck:
        return Deck(self.first, self.cards, self.chance)


def put_in_order(cards: list[int], card: i64) -> None:
    """Put a card into an ascending list."""
    place: i64 = len(cards)
    cards.append(card)
    while place > 0 and cards[place - 1] > card:
        cards[place] = cards[place - 1]
        place -= 1
    cards[place] = card


class PlayerBoard:
    """Tokens, bought and reserved cards and nobles of one seat."""

    def __init__(
        self,
        tokens: i64,
        bonuses: i64,
        points: i64,
        nobles: i64,
        bought_low: i64,
        bought_high: i64,
        reserved: list[int],
        blind: list[int],
    ) -> None:
        self.tokens: i64 = tokens  # tally: five gem colours and gold
        self.bonuses: i64 = bonuses  # tally: bought cards by bonus
        self.points: i64 = points
        self.nobles: i64 = nobles  # mask
        self.bought_low: i64 = bought_low  # mask of bought cards of level 1
        self.bought_high: i64 = bought_high  # mask of bought cards of levels 2 and 3
        self.reserved = reserved  # cards reserved from the row, ascending; known to all
        self.blind = blind  # cards reserved from a deck, ascending; known to the owner

    def clone(self) -> PlayerBoard:
        return PlayerBoard(
            self.tokens,
            self.bonuses,
            self.points,
            self.nobles,
            self.bought_low,
            self.bought_high,
            self.reserved.copy(),
            self.blind.copy(),
        )

    def reserves(self) -> i64:
        """Return the number of reserved cards."""
        return len(self.reserved) + len(self.blind)

    def cards(self) -> i64:
        """Return the number of bought cards: each has one bonus."""
        return gem_total(self.bonuses)

    def add_bought(self, card: i64) -> None:
        """Put a card into the tableau; its bonus and points count from now on (R4.4)."""
        one: i64 = 1
        bonus: i64 = BONUS[card]
        points: i64 = POINTS[card]
        if card < 40:
            self.bought_low |= one << card
        else:
            self.bought_high |= one << (card - 40)
        self.bonuses += one << (6 * bonus)
        self.points += points

    def bought(self) -> list[int]:
        """Return the bought cards, ascending."""
        cards = members(self.bought_low)
        for position in members(self.bought_high):
            cards.append(40 + position)
        return cards

    def pack(self, packer: Packer) -> None:
        packer.put(self.tokens)
        packer.put(self.nobles)
        packer.put_list(self.bought())
        packer.put_list(self.reserved)
        packer.put_list(self.blind)


class SplendorTable(State):
    """Everything on the table; the rules that move it are in `rules.py`."""

    def __init__(
        self,
        seats: i64,
        variant: Variant,
        supply: i64,
        nobles: i64,
        market: list[int],
        decks: list[Deck],
        boards: list[PlayerBoard],
        owed: i64,
        turns: i64,
        answers: i64,
        returned: i64,
    ) -> None:
        super().__init__(seats)
        self.variant = variant
        self.supply: i64 = supply  # tally of tokens
        self.nobles: i64 = nobles  # mask of the nobles still on the table
        self.market = market  # face-up cards, ascending
        self.decks = decks  # by level
        self.boards = boards  # by seat
        self.owed: i64 = owed  # kind of decision that is owed, -1 when the match is over
        self.turns: i64 = turns  # player turns completed
        self.answers: i64 = answers  # decisions answered
        self.returned: i64 = returned  # tally of tokens returned in this turn

    def active(self) -> i64:
        """Return the seat whose turn it is; the last one to move when the match is over."""
        if self.owed < 0:
            return (self.turns - 1) % self.seats
        return self.turns % self.seats

    def is_face_up(self, card: i64) -> bool:
        for other in self.market:
            if other == card:
                return True
        return False

    def face_up_on(self, level: i64) -> list[int]:
        """Return the face-up cards of a level (0 to 2), ascending."""
        result: list[int] = []
        for card in self.market:
            if level_of(card) == level:
                result.append(card)
        return result

    def target_met(self) -> bool:
        """Return whether a player has the points that end the match (R6.1)."""
        for board in self.boards:
            if board.points >= self.variant.target:
                return True
        return False

    def redraw_hidden(self, seat: i64, seed: i64) -> None:
        """Draw anew, in place, what `seat` cannot know: decks and blind reserves of others.

        Cards keep their level, which their backs show: each player keeps as many blind cards of
        each level as before.
        """
        for level in range(LEVELS):
            counts: list[int] = []
            if not self.variant.all_public:
                counts = self._collect_blind(level, seat)
            self.decks[level].chance = mix(seed, level)
            for other in range(len(counts)):
                for _ in range(counts[other]):
                    put_in_order(self.boards[other].blind, self.decks[level].draw())

    def _collect_blind(self, level: i64, seat: i64) -> list[int]:
        """Put others' blind cards of a level back into the deck; return how many by seat."""
        counts: list[int] = []
        for other in range(self.seats):
            count = 0
            if other != seat:
                blind = self.boards[other].blind
                kept: list[int] = []
                for card in blind:
                    if level_of(card) == level:
                        self.decks[level].put_back(card)
                        count += 1
                    else:
                        kept.append(card)
                if count:
                    self.boards[other].blind = kept
            counts.append(count)
        return counts

    def encode(self) -> bytes:
        packer = Packer()
        packer.put(self.seats)
        self.variant.pack(packer)
        packer.put(self.owed)
        packer.put(self.turns)
        packer.put(self.answers)
        packer.put(self.returned)
        packer.put(self.supply)
        packer.put(self.nobles)
        packer.put_list(self.market)
        for deck in self.decks:
            packer.put(deck.cards)
            packer.put(deck.chance)
        for board in self.boards:
            board.pack(packer)
        return packer.finish()
