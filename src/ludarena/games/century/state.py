"""What lies on the table in a match of Century: rows, decks, coins, and what players have."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import members, nth_member, popcount
from ludarena.core.codec import Packer
from ludarena.core.rng import Stream, mix
from ludarena.core.state import State
from ludarena.games.century.cubes import count_of
from ludarena.games.century.tables import GOLD_POINTS, POINTS, SILVER_POINTS

TURN: Final[i64] = 0
PAY_CUBE: Final[i64] = 1
RETURN_CUBES: Final[i64] = 2
OVER: Final[i64] = -1
"""The kinds of decision, rows of the game's table, and the sign of the end."""


class Variant:
    """The options of a match; never changes, shared by all copies of a state."""

    def __init__(
        self,
        hands_public: bool,
        claimed_public: bool,
        empty_play: bool,
        rest_without_played: bool,
        latest_wins: bool,
        end_cards: i64,
        caravan_limit: i64,
        turn_limit: i64,
    ) -> None:
        self.hands_public = hands_public  # cards in hand are shown
        self.claimed_public = claimed_public  # claimed point cards and running scores are shown
        self.empty_play = empty_play  # a trade of no times and an upgrade of no steps are legal
        self.rest_without_played = rest_without_played
        self.latest_wins = latest_wins  # of equal scores the later seat is placed higher
        self.end_cards: i64 = end_cards  # point cards that end the match
        self.caravan_limit: i64 = caravan_limit
        self.turn_limit: i64 = turn_limit  # turns a seat

    def pack(self, packer: Packer) -> None:
        packer.put(int(self.hands_public))
        packer.put(int(self.claimed_public))
        packer.put(int(self.empty_play))
        packer.put(int(self.rest_without_played))
        packer.put(int(self.latest_wins))
        packer.put(self.end_cards)
        packer.put(self.caravan_limit)
        packer.put(self.turn_limit)


class Deck:
    """A face-down deck: the set of its cards and its generator; no order is stored."""

    def __init__(self, cards: i64, chance: i64) -> None:
        self.cards: i64 = cards  # mask
        self.chance: i64 = chance  # state of the generator

    def size(self) -> i64:
        return popcount(self.cards)

    def draw(self) -> i64:
        """Take a random card out of the deck, which is not empty; return its code."""
        stream = Stream(self.chance)
        card = nth_member(self.cards, stream.below(popcount(self.cards)))
        self.chance = stream.state
        one: i64 = 1
        self.cards ^= one << card
        return card

    def clone(self) -> Deck:
        return Deck(self.cards, self.chance)


class PlayerBoard:
    """Caravan, merchant cards, point cards and coins of one seat."""

    def __init__(
        self, caravan: i64, hand: i64, played: i64, claimed: i64, gold: i64, silver: i64
    ) -> None:
        self.caravan: i64 = caravan  # cubes
        self.hand: i64 = hand  # mask of merchant cards
        self.played: i64 = played  # mask of merchant cards
        self.claimed: i64 = claimed  # mask of point cards
        self.gold: i64 = gold
        self.silver: i64 = silver

    def claims(self) -> i64:
        """Return the number of claimed point cards."""
        return popcount(self.claimed)

    def card_points(self) -> i64:
        """Return the points of the claimed cards."""
        points: i64 = 0
        for card in members(self.claimed):
            points += POINTS[card]
        return points

    def coin_points(self) -> i64:
        return GOLD_POINTS * self.gold + SILVER_POINTS * self.silver

    def cube_points(self) -> i64:
        """Return a point for each cube that is not yellow (R7.2)."""
        return count_of(self.caravan, 1) + count_of(self.caravan, 2) + count_of(self.caravan, 3)

    def score(self) -> i64:
        """Return what the player would have if the match ended now (R7.2)."""
        return self.card_points() + self.coin_points() + self.cube_points()

    def clone(self) -> PlayerBoard:
        return PlayerBoard(
            self.caravan, self.hand, self.played, self.claimed, self.gold, self.silver
        )

    def pack(self, packer: Packer) -> None:
        packer.put(self.caravan)
        packer.put(self.hand)
        packer.put(self.played)
        packer.put(self.claimed)
        packer.put(self.gold)
        packer.put(self.silver)


class CenturyTable(State):
    """Everything on the table; the rules that move it are in `rules.py`."""

    def __init__(
        self,
        seats: i64,
        variant: Variant,
        row: list[int],
        row_cubes: list[int],
        points: list[int],
        merchant_deck: Deck,
        point_deck: Deck,
        gold: i64,
        silver: i64,
        boards: list[PlayerBoard],
        owed: i64,
        turns: i64,
        answers: i64,
        target: i64,
        paid: i64,
        returned: i64,
    ) -> None:
        super().__init__(seats)
        self.variant = variant
        self.row = row  # face-up merchant cards by position
        self.row_cubes = row_cubes  # cubes on each of them
        self.points = points  # face-up point cards by position
        self.merchant_deck = merchant_deck
        self.point_deck = point_deck
        self.gold: i64 = gold  # coins in the piles
        self.silver: i64 = silver
        self.boards = boards  # by seat
        self.owed: i64 = owed  # kind of decision that is owed, -1 when the match is over
        self.turns: i64 = turns  # player turns completed
        self.answers: i64 = answers  # decisions answered
        self.target: i64 = target  # position of the card being acquired, -1 for none
        self.paid: i64 = paid  # cubes already put onto cards for it
        self.returned: i64 = returned  # cubes returned in this turn

    def active(self) -> i64:
        """Return the seat whose turn it is; the last one to move when the match is over."""
        if self.owed < 0:
            return (self.turns - 1) % self.seats
        return self.turns % self.seats

    def end_cards_reached(self) -> bool:
        """Return whether a player has the point cards that end the match (R7.1)."""
        for board in self.boards:
            if board.claims() >= self.variant.end_cards:
                return True
        return False

    def coin_at(self, position: i64) -> i64:
        """Return the coin of a position in the point row: 2 gold, 1 silver, 0 none (R5.2)."""
        if position == 0:
            if self.gold > 0:
                return 2
            return 1 if self.silver > 0 else 0
        return 1 if position == 1 and self.gold > 0 and self.silver > 0 else 0

    def redraw_hidden(self, seed: i64) -> None:
        """Draw anew, in place, what nobody knows: the order of the decks."""
        self.merchant_deck.chance = mix(seed, 0)
        self.point_deck.chance = mix(seed, 1)

    def encode(self) -> bytes:
        packer = Packer()
        packer.put(self.seats)
        self.variant.pack(packer)
        packer.put(self.owed)
        packer.put(self.turns)
        packer.put(self.answers)
        packer.put(self.target)
        packer.put(self.paid)
        packer.put(self.returned)
        packer.put(self.gold)
        packer.put(self.silver)
        packer.put_list(self.row)
        packer.put_list(self.row_cubes)
        packer.put_list(self.points)
        packer.put(self.merchant_deck.cards)
        packer.put(self.merchant_deck.chance)
        packer.put(self.point_deck.cards)
        packer.put(self.point_deck.chance)
        for board in self.boards:
            board.pack(packer)
        return packer.finish()
