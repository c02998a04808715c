"""The table of Wingspan: everything that changes in a match, its bytes, and who knows what.

Where cards are and who knows it:

- a card taken from the tray into a hand stays known to everybody (`Player.known`);
- when a hidden card of that hand is tucked, it is known to be in the hand or tucked
  (`Player.either`);
- a deck is a set; after a reshuffle everybody knows which cards it was made of (`seen_in`), and a
  deck never mixes cards of two reshuffles, so the number of such cards in each hand is public;
- a bonus card that a seat shed may come back with a later stack: the seat knows that it lies in no
  place that was filled before (`Player.floors`, `BonusPile.born`).
"""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.codec import Packer
from ludarena.core.hidden import redeal
from ludarena.core.lanes import Lanes
from ludarena.core.rng import Stream, mix
from ludarena.core.state import State
from ludarena.games.wingspan.frames import Frame
from ludarena.games.wingspan.hidden import redeal_since
from ludarena.games.wingspan.pieces import BirdCards, Birdfeeder, BonusStack, Player, insert_sorted
from ludarena.games.wingspan.words import ROUND_TURNS, TRAY_SIZE


class Terms:
    """What is agreed for a match and never changes: seats and options. Copies share it."""

    def __init__(self, seats: i64, blue_goals: bool, spent_by_trigger: bool) -> None:
        self.seats: i64 = seats
        self.blue_goals = blue_goals
        self.spent_by_trigger = spent_by_trigger


class WingspanTable(State):
    """Players, cards, feeder, goal, and the stack of what is pending."""

    def __init__(
        self,
        terms: Terms,
        players: list[Player],
        cards: BirdCards,
        bonus: BonusStack,
        feeder: Birdfeeder,
        stack: list[Frame],
        lanes: Lanes | None,
        goal: i64,
        blocks: i64,
        turns: i64,
        rodents: i64,
        discards_due: i64,
    ) -> None:
        super().__init__(terms.seats)
        self.terms = terms
        self.players = players
        self.cards = cards
        self.bonus = bonus
        self.feeder = feeder
        self.stack = stack
        self.lanes = lanes  # the sealed set-up choice, while it is open
        self.goal: i64 = goal
        self.blocks: i64 = blocks
        self.turns: i64 = turns  # turns begun
        self.rodents: i64 = rodents  # 1: the action of this turn gained a rodent
        self.discards_due: i64 = discards_due  # at the end of this turn
        self.offered: list[int] = []  # follows from the rest: legal actions of the top frame

    # --- what is pending --------------------------------------------------------------------

    def top(self) -> Frame:
        return self.stack[len(self.stack) - 1]

    def push(self, frame: Frame) -> None:
        self.stack.append(frame)

    def pop(self) -> None:
        self.stack.pop()

    def replace_top(self, frame: Frame) -> None:
        self.stack[len(self.stack) - 1] = frame

    def is_over(self) -> bool:
        return self.lanes is None and not self.stack

    def to_act(self) -> list[int]:
        lanes = self.lanes
        if lanes is not None:
            return lanes.open_seats()
        if not self.stack:
            return []
        return [self.top().seat]

    def block(self) -> i64:
        return self.blocks

    def turn(self) -> i64:
        return self.turns

    def progress(self) -> float:
        if self.is_over():
            return 1.0
        begun: float = float(self.turns)
        return begun / float(ROUND_TURNS * self.seats + 1)

    def seat_after(self, seat: i64, steps: i64) -> i64:
        """Return the seat that many places clockwise."""
        return (seat + steps) % self.seats

    def tray_space(self) -> i64:
        return TRAY_SIZE - len(self.cards.tray)

    # --- knowledge --------------------------------------------------------------------------

    def take_from_hand(self, seat: i64, bird: i64) -> None:
        """Take a card out of a hand before everybody's eyes."""
        player = self.players[seat]
        player.hand.remove(bird)
        if bird in player.known:
            player.known.remove(bird)
        if bird in player.either:
            player.either.remove(bird)
        self._conclude(player)

    def tuck_from_hand(self, seat: i64, bird: i64) -> None:
        """Move a card of a hand under a bird; only its owner sees which one."""
        player = self.players[seat]
        player.hand.remove(bird)
        insert_sorted(player.tucks, bird)
        for card in player.known:
            insert_sorted(player.either, card)
        player.known = []
        self._conclude(player)

    def _conclude(self, player: Player) -> None:
        """Let everybody conclude, when a hand is empty, that its other known cards are tucked."""
        if player.hand or not player.either:
            return
        for card in player.either:
            player.tucks.remove(card)
            insert_sorted(self.cards.shown, card)
        player.either = []

    def redrawn(self, seat: i64, seed: i64) -> None:
        """Redraw, in place, all that `seat` cannot know, and every generator."""
        stream = Stream(mix(seed, 0))
        self._redraw_birds(seat, stream)
        self._redraw_bonus(seat, stream)
        self.cards.stream = Stream(mix(seed, 1))
        self.bonus.stream = Stream(mix(seed, 2))
        self.feeder.stream = Stream(mix(seed, 3))
        lanes = self.lanes
        if lanes is not None:
            self.lanes = lanes.seen_by(seat, 0)

    def _redraw_birds(self, seat: i64, stream: Stream) -> None:
        places: list[list[int]] = [self.cards.deck, self.cards.buried]
        for other in range(self.seats):
            if other != seat:
                places.append(_unknown_cards(self.players[other]))
        labels: list[list[int]] = []
        for place in places:
            labels.append([self.cards.seen_in[card] for card in place])
        redeal(places, labels, stream)
        at: i64 = 2
        for other in range(self.seats):
            if other != seat:
                _split_hand(self.players[other], places[at], stream)
                at += 1

    def _redraw_bonus(self, seat: i64, stream: Stream) -> None:
        floors: list[int] = [0] * len(self.players[0].floors)
        if seat >= 0:
            floors = self.players[seat].floors
        places: list[list[int]] = [self.bonus.cards]
        born: list[list[int]] = [[self.bonus.number] * len(self.bonus.cards)]
        for other in range(self.seats):
            if other == seat:
                continue
            player = self.players[other]
            player.floors = [0] * len(floors)
            if not self.is_over():
                places.append(player.bonus.cards)
                born.append(player.bonus.born)
            places.append(player.offered.cards)
            born.append(player.offered.born)
            places.append(player.shed.cards)
            born.append(player.shed.born)
        redeal_since(places, born, floors, stream)

    # --- bytes ------------------------------------------------------------------------------

    def encode(self) -> bytes:
        packer = Packer()
        packer.put(self.seats)
        packer.put(1 if self.terms.blue_goals else 0)
        packer.put(1 if self.terms.spent_by_trigger else 0)
        for player in self.players:
            player.pack(packer)
        self.cards.pack(packer)
        self.bonus.pack(packer)
        packer.put(self.feeder.dice)
        packer.put(self.feeder.stream.state)
        packer.put(len(self.stack))
        for frame in self.stack:
            frame.pack(packer)
        lanes = self.lanes
        packer.put(0 if lanes is None else 1)
        if lanes is not None:
            lanes.pack(packer)
        packer.put(self.goal)
        packer.put(self.blocks)
        packer.put(self.turns)
        packer.put(self.rodents)
        packer.put(self.discards_due)
        return packer.finish()


def _unknown_cards(player: Player) -> list[int]:
    """Return the cards in a player's hand or tucked from it that only the player knows."""
    result: list[int] = []
    for card in player.hand:
        if card not in player.known and card not in player.either:
            insert_sorted(result, card)
    for card in player.tucks:
        if card not in player.either:
            insert_sorted(result, card)
    return result


def _split_hand(player: Player, unknown: list[int], stream: Stream) -> None:
    """Deal unknown cards, and those known to be in either place, to tucked cards and hand."""
    cards = unknown.copy()
    for card in player.either:
        insert_sorted(cards, card)
    stream.shuffle(cards)
    tucked: i64 = len(player.tucks)
    player.tucks = sorted(cards[:tucked])
    player.hand = sorted(cards[tucked:] + player.known)
