"""The pieces on the table: bird cards, bonus cards, the birdfeeder, and a player's things."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted, total
from ludarena.core.codec import Packer
from ludarena.core.rng import Stream
from ludarena.games.wingspan.effects import ANY_NEST
from ludarena.games.wingspan.tables import BONUS_CARDS, EGG_LIMIT, NEST
from ludarena.games.wingspan.words import (
    ANY_FOOD,
    COLUMNS,
    DICE,
    EITHER,
    FACES,
    INVERTEBRATE,
    SEED,
    SLOTS,
    STAR,
    slot_at,
)


def insert_sorted(cards: list[int], card: i64) -> None:
    """Put a card into an ascending list."""
    place: i64 = len(cards)
    while place > 0 and cards[place - 1] > card:
        place -= 1
    cards.insert(place, card)


class BirdCards:
    """All bird cards that no player holds: deck, discard pile, tray, and cards tucked for good.

    Every list is ascending. `seen_in[bird]` is the number of the last reshuffle that put the bird
    into the deck before everybody's eyes, 0 for none; the list is replaced, never changed.
    """

    def __init__(
        self,
        deck: list[int],
        discard: list[int],
        tray: list[int],
        buried: list[int],
        shown: list[int],
        seen_in: list[int],
        reshuffles: i64,
        stream: Stream,
    ) -> None:
        self.deck = deck
        self.discard = discard
        self.tray = tray
        self.buried = buried  # tucked from the deck, seen by nobody
        self.shown = shown  # tucked, known to everybody
        self.seen_in = seen_in
        self.reshuffles: i64 = reshuffles
        self.stream = stream

    def can_draw(self) -> bool:
        return len(self.deck) > 0 or len(self.discard) > 0

    def draw(self) -> i64:
        """Take a card of the deck, which is not empty."""
        bird: i64 = self.deck.pop(self.stream.below(len(self.deck)))
        return bird

    def reshuffle(self) -> None:
        """Make the discard pile the new deck (section 10)."""
        self.reshuffles += 1
        seen_in = self.seen_in.copy()
        for bird in self.discard:
            seen_in[bird] = self.reshuffles
        self.seen_in = seen_in
        self.deck = self.discard
        self.discard = []

    def clone(self) -> BirdCards:
        return BirdCards(
            self.deck.copy(),
            self.discard.copy(),
            self.tray.copy(),
            self.buried.copy(),
            self.shown.copy(),
            self.seen_in,
            self.reshuffles,
            self.stream.clone(),
        )

    def pack(self, packer: Packer) -> None:
        packer.put_list(self.deck)
        packer.put_list(self.discard)
        packer.put_list(self.tray)
        packer.put_list(self.buried)
        packer.put_list(self.shown)
        packer.put_list(self.seen_in)
        packer.put(self.reshuffles)
        packer.put(self.stream.state)


class BonusPile:
    """Bonus cards that lie together; `born`, parallel, says in which stack each one was drawn.

    The first stack is number 0; each reshuffle makes the next one. Ordered by (born, card).
    """

    def __init__(self, cards: list[int], born: list[int]) -> None:
        self.cards = cards
        self.born = born

    def put(self, card: i64, born: i64) -> None:
        place: i64 = len(self.cards)
        while place > 0 and (
            self.born[place - 1] > born
            or (self.born[place - 1] == born and self.cards[place - 1] > card)
        ):
            place -= 1
        self.cards.insert(place, card)
        self.born.insert(place, born)

    def clear(self) -> None:
        self.cards = []
        self.born = []

    def clone(self) -> BonusPile:
        return BonusPile(self.cards.copy(), self.born.copy())

    def pack(self, packer: Packer) -> None:
        packer.put_list(self.cards)
        packer.put_list(self.born)


class BonusStack:
    """The face-down bonus cards, a set, and the number of the stack."""

    def __init__(self, cards: list[int], number: i64, stream: Stream) -> None:
        self.cards = cards
        self.number: i64 = number
        self.stream = stream

    def draw(self) -> i64:
        """Take a card of the stack, which is not empty."""
        card: i64 = self.cards.pop(self.stream.below(len(self.cards)))
        return card

    def clone(self) -> BonusStack:
        return BonusStack(self.cards.copy(), self.number, self.stream.clone())

    def pack(self, packer: Packer) -> None:
        packer.put_list(self.cards)
        packer.put(self.number)
        packer.put(self.stream.state)


class Birdfeeder:
    """The dice inside the feeder, a tally by face, and the generator of the dice."""

    def __init__(self, dice: i64, stream: Stream) -> None:
        self.dice: i64 = dice
        self.stream = stream

    def inside(self) -> i64:
        return total(self.dice)

    def roll(self, number: i64) -> i64:
        """Return the tally of faces of a throw of dice."""
        thrown: i64 = 0
        for _ in range(number):
            thrown += counted(self.stream.below(FACES), 1)
        return thrown

    def refill(self) -> None:
        """Roll all dice into the feeder."""
        self.dice = self.roll(DICE)

    def all_same(self) -> bool:
        """Return whether all dice inside, one or more, show one face (section 6)."""
        for face in range(FACES):
            inside = count_in(self.dice, face)
            if inside:
                return inside == total(self.dice)
        return False

    def foods(self) -> i64:
        """Return the mask of foods that a die inside can give."""
        mask: i64 = 0
        one: i64 = 1
        for face in range(EITHER):
            if count_in(self.dice, face):
                mask |= one << face
        if count_in(self.dice, EITHER):
            mask |= 3
        return mask

    def clone(self) -> Birdfeeder:
        return Birdfeeder(self.dice, self.stream.clone())


class Player:
    """Hand, food, mat and bonus cards of one seat."""

    def __init__(
        self,
        hand: list[int],
        known: list[int],
        either: list[int],
        tucks: list[int],
        slots: list[int],
        cached: list[int],
        tucked: list[int],
        filled: i64,
        eggs: i64,
        food: i64,
        spent: i64,
        goal_points: i64,
        bonus: BonusPile,
        offered: BonusPile,
        shed: BonusPile,
        floors: list[int],
    ) -> None:
        self.hand = hand
        self.known = known  # cards of the hand that everybody knows to be there
        self.either = either  # cards known to be in the hand or tucked from it
        self.tucks = tucks  # tucked from the hand, known to this seat alone
        self.slots = slots  # bird in each slot, -1 for none
        self.cached = cached  # food tokens on the bird of each slot
        self.tucked = tucked  # cards under the bird of each slot
        self.filled: i64 = filled  # tally: birds in each row
        self.eggs: i64 = eggs  # four bits a slot
        self.food: i64 = food  # tally by food
        self.spent: i64 = spent  # one bit a slot: pink power used since the last own turn
        self.goal_points: i64 = goal_points
        self.bonus = bonus
        self.offered = offered  # bonus cards of which some are to be kept
        self.shed = shed  # bonus cards discarded by this seat, known to it alone
        self.floors = floors  # by bonus card: the last stack into which this seat shed it

    def birds_in(self, row: i64) -> i64:
        return count_in(self.filled, row)

    def birds(self) -> i64:
        return total(self.filled)

    def eggs_at(self, slot: i64) -> i64:
        return (self.eggs >> (4 * slot)) & 15

    def add_eggs(self, slot: i64, number: i64) -> None:
        self.eggs += number << (4 * slot)

    def room_at(self, slot: i64) -> i64:
        """Return how many more eggs the bird of a slot can hold; 0 for an empty slot."""
        bird: i64 = self.slots[slot]
        if bird < 0:
            return 0
        return EGG_LIMIT[bird] - self.eggs_at(slot)

    def all_eggs(self) -> i64:
        result: i64 = 0
        eggs = self.eggs
        while eggs > 0:
            result += eggs & 15
            eggs >>= 4
        return result

    def slot_of(self, bird: i64) -> i64:
        """Return the slot of a bird on the mat, or -1."""
        for slot in range(SLOTS):
            if self.slots[slot] == bird:
                return slot
        return -1

    def next_slot(self, row: i64) -> i64:
        """Return the leftmost free slot of a row, which is not full."""
        return slot_at(row, self.birds_in(row))

    def is_full(self, row: i64) -> bool:
        return self.birds_in(row) == COLUMNS

    def refile(self, before: i64, after: i64) -> None:
        """Count a bird that moved from one row to another."""
        self.filled += counted(after, 1) - counted(before, 1)

    def nests_like(self, slot: i64, nest: i64) -> bool:
        """Return whether the bird of a slot counts as a nest class (stars count for each)."""
        bird: i64 = self.slots[slot]
        if bird < 0:
            return False
        own: i64 = NEST[bird]
        return nest == ANY_NEST or own == nest or (own == STAR and nest > 0)

    def gain(self, food: i64, number: i64) -> None:
        self.food += counted(food, number)

    def foods_owned(self) -> i64:
        """Return the mask of foods in the supply."""
        mask: i64 = 0
        one: i64 = 1
        for food in range(5):
            if count_in(self.food, food):
                mask |= one << food
        return mask & ANY_FOOD

    def clone(self) -> Player:
        return Player(
            self.hand.copy(),
            self.known.copy(),
            self.either.copy(),
            self.tucks.copy(),
            self.slots.copy(),
            self.cached.copy(),
            self.tucked.copy(),
            self.filled,
            self.eggs,
            self.food,
            self.spent,
            self.goal_points,
            self.bonus.clone(),
            self.offered.clone(),
            self.shed.clone(),
            self.floors.copy(),
        )

    def pack(self, packer: Packer) -> None:
        packer.put_list(self.hand)
        packer.put_list(self.known)
        packer.put_list(self.either)
        packer.put_list(self.tucks)
        packer.put_list(self.slots)
        packer.put_list(self.cached)
        packer.put_list(self.tucked)
        packer.put(self.eggs)
        packer.put(self.food)
        packer.put(self.spent)
        packer.put(self.goal_points)
        self.bonus.pack(packer)
        self.offered.pack(packer)
        self.shed.pack(packer)
        packer.put_list(self.floors)


def new_player() -> Player:
    """Return a player with an empty mat and one token of each food."""
    food: i64 = 0
    for kind in range(5):
        food += counted(kind, 1)
    return Player(
        [],
        [],
        [],
        [],
        [-1] * 15,
        [0] * 15,
        [0] * 15,
        0,
        0,
        food,
        0,
        0,
        BonusPile([], []),
        BonusPile([], []),
        BonusPile([], []),
        [0] * BONUS_CARDS,
    )


def face_gives(face: i64, foods: i64) -> bool:
    """Return whether a face can give one of the foods of a mask."""
    if face == EITHER:
        return (foods & ((1 << INVERTEBRATE) | (1 << SEED))) != 0
    return ((foods >> face) & 1) != 0
