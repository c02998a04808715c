"""Building positions of the slice in a few lines, and playing on by ids."""

from __future__ import annotations

from ludarena.core.bits import counted
from ludarena.core.rng import Stream
from ludarena.core.trace import Trace
from ludarena.games.wingspan import WINGSPAN_SLICE as GAME
from ludarena.games.wingspan.facts import FACTS
from ludarena.games.wingspan.frames import END_TURN, TURN, Frame
from ludarena.games.wingspan.pieces import Player
from ludarena.games.wingspan.rules.turns import WingspanState
from ludarena.games.wingspan.tables import BIRD_LABELS, BONUS_LABELS, EGG_LIMIT, GOAL_NAMES
from ludarena.games.wingspan.words import FOODS, ROWS

TRAY = ("cassins-finch", "cerulean-warbler", "chestnut-collared-longspur")
FACES = (*FOODS, "either")


def bird(label: str) -> int:
    return BIRD_LABELS.index(label)


def put(player: Player, number: int, row: int, eggs: int = 0) -> int:
    """Put a bird that lies nowhere into the next place of a row; return its slot."""
    slot = player.next_slot(row)
    player.slots[slot] = number
    player.filled += counted(row, 1)
    player.add_eggs(slot, min(eggs, EGG_LIMIT[number]))
    return slot


def new(seats: int = 2, *, seed: int = 5, trace: Trace | None = None) -> WingspanState:
    """Return a match at its set-up choice."""
    state = GAME.new(seats=seats, seed=seed, trace=trace)
    assert isinstance(state, WingspanState)
    return state


class Table:
    """A match in its first turn, seat 0 to move, with bare mats, no food and no hands.

    All birds that are not placed lie in the deck, but for three in the tray.
    """

    def __init__(self, seats: int = 2, *, seed: int = 1, goal: str = "all-birds", **options):
        self.trace = Trace()
        state = GAME.new(seats=seats, seed=seed, options=options, trace=self.trace)
        assert isinstance(state, WingspanState)
        self.state = state
        state.lanes = None
        state.goal = GOAL_NAMES.index(goal)
        state.turns = 1
        state.stack = [Frame(END_TURN, 0), Frame(TURN, 0)]
        state.cards.deck = list(range(len(BIRD_LABELS)))
        state.cards.tray = []
        self.tray(*TRAY)
        for player in state.players:
            player.hand = []
            player.food = 0
            for card in player.offered.cards:
                state.bonus.cards.append(card)
            player.offered.clear()
        state.bonus.cards.sort()
        self.feeder("seed", "seed", "fish", "fruit", "rodent")

    # --- set-up -----------------------------------------------------------------------------

    def _lift(self, label: str) -> int:
        number = bird(label)
        self.state.cards.deck.remove(number)
        return number

    def mat(self, seat: int, row: str, *labels: str, eggs: int = 0) -> Table:
        for label in labels:
            put(self.state.players[seat], self._lift(label), ROWS.index(row), eggs)
        return self.look()

    def hand(self, seat: int, *labels: str) -> Table:
        self.state.players[seat].hand = sorted(self._lift(label) for label in labels)
        return self.look()

    def tray(self, *labels: str) -> Table:
        self.state.cards.deck = sorted([*self.state.cards.deck, *self.state.cards.tray])
        self.state.cards.tray = sorted(self._lift(label) for label in labels)
        return self.look()

    def deck(self, *labels: str) -> Table:
        """Leave these birds alone in the deck; the others go to the discard pile."""
        kept = sorted(bird(label) for label in labels)
        rest = [number for number in self.state.cards.deck if number not in kept]
        self.state.cards.deck = kept
        self.state.cards.discard = sorted([*self.state.cards.discard, *rest])
        return self.look()

    def no_discard(self) -> Table:
        """Put the discard pile out of the way, under birds, known to all."""
        self.state.cards.shown = sorted([*self.state.cards.shown, *self.state.cards.discard])
        self.state.cards.discard = []
        return self.look()

    def food(self, seat: int, **tokens: int) -> Table:
        self.state.players[seat].food = sum(
            counted(FOODS.index(food), number) for food, number in tokens.items()
        )
        return self.look()

    def feeder(self, *faces: str) -> Table:
        self.state.feeder.dice = sum(counted(FACES.index(face), 1) for face in faces)
        return self.look()

    def throws(self, *faces: str) -> Table:
        """Write down the faces of the dice that will be rolled next."""
        self.state.feeder.stream = Scripted(*(FACES.index(face) for face in faces))
        return self

    def deck_gives(self, *labels: str) -> Table:
        """Write down which birds of the deck will be drawn next."""
        deck = self.state.cards.deck.copy()
        places = []
        for label in labels:
            places.append(deck.index(bird(label)))
            deck.remove(bird(label))
        self.state.cards.stream = Scripted(*places)
        return self

    def bonus(self, seat: int, *labels: str) -> Table:
        for label in labels:
            card = BONUS_LABELS.index(label)
            self.state.bonus.cards.remove(card)
            self.state.players[seat].bonus.put(card, 0)
        return self.look()

    def look(self) -> Table:
        self.state.look_again()
        return self

    # --- play -------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        (owing,) = self.state.to_act()
        return owing

    def legal(self) -> list[str]:
        return [GAME.action_id(action) for action in self.state.legal_actions(self.seat)]

    def kind(self) -> str:
        return GAME.decisions[self.state.decision(self.seat)].name

    def play(self, *ids: str) -> Table:
        for text in ids:
            GAME.play(self.state, self.seat, GAME.action_code(text))
        return self

    def facts(self) -> list[str]:
        """Return the kinds of the facts since the last call."""
        return [FACTS[fact.kind].name for fact in self.trace.take()]

    # --- what is there ----------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def slot(self, seat: int, label: str) -> int:
        return self.player(seat).slot_of(bird(label))

    def eggs(self, seat: int, label: str) -> int:
        return self.player(seat).eggs_at(self.slot(seat, label))

    def cached(self, seat: int, label: str) -> int:
        return self.player(seat).cached[self.slot(seat, label)]

    def tucked(self, seat: int, label: str) -> int:
        return self.player(seat).tucked[self.slot(seat, label)]

    def supply(self, seat: int) -> dict[str, int]:
        """Return the foods of which a seat has some."""
        tally = self.player(seat).food
        counts = {food: tally >> 6 * row & 63 for row, food in enumerate(FOODS)}
        return {food: number for food, number in counts.items() if number}

    def cards(self, seat: int) -> list[str]:
        return [BIRD_LABELS[number] for number in self.player(seat).hand]


class Scripted(Stream):
    """A generator that gives what a test wrote down: faces of dice, or positions in a deck."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(0)
        self.numbers = list(numbers)

    def below(self, bound: int) -> int:
        number = self.numbers.pop(0)
        assert 0 <= number < bound
        return number
