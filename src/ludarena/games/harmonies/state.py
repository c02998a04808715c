"""What lies on the table in a match of Harmonies: pouch, central board, cards, players."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted, nth_member, popcount, total
from ludarena.core.codec import Packer, Unpacker
from ludarena.core.rng import Stream, mix
from ludarena.core.state import State
from ludarena.games.harmonies.landscape import Landscape
from ludarena.games.harmonies.tables import (
    ANIMALS,
    CARDS,
    COLOUR_COUNT,
    CUBES,
    CUBES_IN_BOX,
    GROUP_AT,
    LADDER,
)

TURN: Final[i64] = 0
PLACE_TOKENS: Final[i64] = 1
FINISH: Final[i64] = 2
CHOOSE_SPIRIT: Final[i64] = 3
OVER: Final[i64] = -1
"""The kinds of decision, rows of the game's table, and the sign of the end."""


class Variant:
    """The options of a match; never changes, shared by all copies of a state."""

    def __init__(
        self, side: i64, spirits: bool, from_ends: bool, spirit_in_ties: bool, scarce: bool
    ) -> None:
        self.side: i64 = side  # 0 is side A, 1 is side B
        self.spirits = spirits
        self.from_ends = from_ends  # rivers are measured from their ends
        self.spirit_in_ties = spirit_in_ties  # the spirit's cube counts in a tie
        self.scarce = scarce  # the cubes of the box are all there are

    def pack(self, packer: Packer) -> None:
        packer.put(self.side)
        packer.put(int(self.spirits))
        packer.put(int(self.from_ends))
        packer.put(int(self.spirit_in_ties))
        packer.put(int(self.scarce))


def unpack_variant(unpacker: Unpacker) -> Variant:
    """Return the options that `Variant.pack` put."""
    side = unpacker.take_within("side", 0, 1)
    spirits = bool(unpacker.take_within("spirits", 0, 1))
    from_ends = bool(unpacker.take_within("river_length", 0, 1))
    spirit_in_ties = bool(unpacker.take_within("spirit_cube_in_tiebreak", 0, 1))
    scarce = bool(unpacker.take_within("cube_supply", 0, 1))
    return Variant(side, spirits, from_ends, spirit_in_ties, scarce)


def put_in_order(items: list[int], item: i64) -> None:
    """Put an item into an ascending list."""
    place: i64 = len(items)
    items.append(item)
    while place > 0 and items[place - 1] > item:
        items[place] = items[place - 1]
        place -= 1
    items[place] = item


class PlayerBoard:
    """The board and the cards of one seat."""

    def __init__(
        self,
        land: Landscape,
        cards: list[int],
        complete: list[int],
        offered: list[int],
        spirit: i64,
        returned: i64,
    ) -> None:
        self.land = land
        self.cards = cards  # cards above the board, ascending, as 8 * card + cubes placed
        self.complete = complete  # cards beside the board, ascending
        self.offered = offered  # the two spirits to choose from, until the choice is made
        self.spirit: i64 = spirit  # the card of the spirit kept, -1 for none
        self.returned: i64 = returned  # the card of the spirit returned, -1 for none

    def clone(self) -> PlayerBoard:
        return PlayerBoard(
            self.land.clone(),
            self.cards.copy(),
            self.complete.copy(),
            self.offered.copy(),
            self.spirit,
            self.returned,
        )

    def place_of(self, card: i64) -> i64:
        """Return where among the cards above the board a card lies, -1 for nowhere."""
        for place in range(len(self.cards)):
            entry: i64 = self.cards[place]
            if entry >> 3 == card:
                return place
        return -1

    def placed_of(self, card: i64) -> i64:
        """Return how many cubes of a card have been placed; 0 for cards of others."""
        place = self.place_of(card)
        if place >= 0:
            entry: i64 = self.cards[place]
            return entry & 7
        for done in self.complete:
            if done == card:
                return CUBES[card]
        return 0

    def animal_cubes(self) -> i64:
        """Return the number of animal cubes on the board."""
        return popcount(self.land.cubes & ~self.land.spirit_cube)

    def animal_points(self) -> i64:
        """Return the points of animal cards (R6.6)."""
        points: i64 = 0
        for entry in self.cards:
            held: i64 = entry
            step: i64 = LADDER[6 * (held >> 3) + (held & 7)]
            points += step
        for card in self.complete:
            top: i64 = LADDER[6 * card + CUBES[card]]
            points += top
        return points

    def cubes_taken(self) -> i64:
        """Return the number of animal cubes that came with the cards of the seat."""
        number: i64 = 0
        for entry in self.cards:
            card: i64 = entry
            card >>= 3
            if card < ANIMALS:
                number += CUBES[card]
        for card in self.complete:
            if card < ANIMALS:
                number += CUBES[card]
        return number

    def pack(self, packer: Packer) -> None:
        self.land.pack(packer)
        packer.put_list(self.cards)
        packer.put_list(self.complete)
        packer.put_list(self.offered)
        packer.put(self.spirit)
        packer.put(self.returned)


class HarmoniesTable(State):
    """Everything on the table; the rules that move it are in `rules.py`."""

    def __init__(
        self,
        seats: i64,
        variant: Variant,
        pouch: i64,
        pouch_chance: i64,
        deck: i64,
        deck_chance: i64,
        spaces: list[int],
        row: list[int],
        boards: list[PlayerBoard],
        owed: i64,
        turns: i64,
        answers: i64,
        hand: i64,
        card_taken: bool,
        ending: bool,
    ) -> None:
        super().__init__(seats)
        self.variant = variant
        self.pouch: i64 = pouch  # tally of tokens by colour
        self.pouch_chance: i64 = pouch_chance  # state of the generator
        self.deck: i64 = deck  # mask of the animal cards in the deck; no order is stored
        self.deck_chance: i64 = deck_chance
        self.spaces = spaces  # rows of `GROUPS` on the central board, ascending
        self.row = row  # face-up animal cards, ascending
        self.boards = boards  # by seat
        self.owed: i64 = owed  # kind of decision that is owed, -1 when the match is over
        self.turns: i64 = turns  # player turns completed
        self.answers: i64 = answers  # decisions answered
        self.hand: i64 = hand  # tally of the tokens taken and still to be placed
        self.card_taken = card_taken  # an animal card was taken in this turn
        self.ending = ending  # this is the last round

    def active(self) -> i64:
        """Return the seat whose turn it is; the last one to move when the match is over."""
        if self.owed < 0:
            return (self.turns - 1) % self.seats
        return self.turns % self.seats

    def cubes_left(self) -> i64:
        """Return the animal cubes left in the box under the option that limits them."""
        left: i64 = CUBES_IN_BOX
        for board in self.boards:
            left -= board.cubes_taken()
        return left

    def draw_tokens(self) -> i64:
        """Take three tokens out of the pouch, which holds as many; return their group."""
        stream = Stream(self.pouch_chance)
        place: i64 = 0
        for _ in range(3):
            pick: i64 = stream.below(total(self.pouch))
            colour: i64 = 0
            while colour < COLOUR_COUNT - 1 and pick >= count_in(self.pouch, colour):
                pick -= count_in(self.pouch, colour)
                colour += 1
            self.pouch -= counted(colour, 1)
            place = 6 * place + colour
        self.pouch_chance = stream.state
        return GROUP_AT[place]

    def draw_card(self) -> i64:
        """Take an animal card out of the deck, which is not empty."""
        stream = Stream(self.deck_chance)
        card = nth_member(self.deck, stream.below(popcount(self.deck)))
        self.deck_chance = stream.state
        one: i64 = 1
        self.deck ^= one << card
        return card

    def redraw_hidden(self, seat: i64, seed: i64) -> None:
        """Draw anew, in place, what `seat` cannot know: pouch, deck and others' spirits."""
        self.pouch_chance = mix(seed, 0)
        self.deck_chance = mix(seed, 1)
        if self.variant.spirits:
            self._redraw_spirits(seat, Stream(mix(seed, 2)))

    def _redraw_spirits(self, seat: i64, stream: Stream) -> None:
        """Deal others' unseen spirits anew from all that `seat` has not seen."""
        seen: i64 = 0
        one: i64 = 1
        for owner in range(self.seats):
            board = self.boards[owner]
            if board.spirit >= 0:
                seen |= one << board.spirit
            if owner == seat:
                for card in board.offered:
                    seen |= one << card
                if board.returned >= 0:
                    seen |= one << board.returned
        unseen: list[int] = []
        for card in range(ANIMALS, CARDS):
            if seen & (one << card) == 0:
                unseen.append(card)
        stream.shuffle(unseen)
        for owner in range(self.seats):
            board = self.boards[owner]
            if owner != seat and board.offered:
                board.offered = [unseen.pop(), unseen.pop()]
                board.offered.sort()
            elif owner != seat and board.returned >= 0:
                board.returned = unseen.pop()

    def encode(self) -> bytes:
        packer = Packer()
        packer.put(self.seats)
        self.variant.pack(packer)
        packer.put(self.owed)
        packer.put(self.turns)
        packer.put(self.answers)
        packer.put(self.hand)
        packer.put(int(self.card_taken))
        packer.put(int(self.ending))
        packer.put(self.pouch)
        packer.put(self.pouch_chance)
        packer.put(self.deck)
        packer.put(self.deck_chance)
        packer.put_list(self.spaces)
        packer.put_list(self.row)
        for board in self.boards:
            board.pack(packer)
        return packer.finish()
