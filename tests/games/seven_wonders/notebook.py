"""What one seat can know of cards face down, kept in a notebook from what it was told alone.

The notebook follows each hand by who was dealt it. It shares no code with the engine's labels: it
crosses cards off lists, as a careful person with a pencil would.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from ludarena.core.sight import filtered
from ludarena.core.trace import Fact
from ludarena.games.seven_wonders.tables import LAST_CARD, Edition
from ludarena.games.seven_wonders.view import WondersView
from tests.games.seven_wonders.positions import GAME, LABELS

Key = tuple[int, int, int]
"""Age, hand (who was dealt it; -1 for cards never seen) and the turn on which it was last seen."""

NEVER = -1


class Notebook:
    """Lists of a seat: cards by where they were last seen, and how many of them lie where."""

    def __init__(self, seat: int, seats: int, edition: Edition) -> None:
        self.seat = seat
        self.seats = seats
        self.edition = edition
        self.age = 0
        self.turn = 0
        self.last = False  # whether Babylon's last card is being played
        self.seen: dict[int, int] = {}  # the turn on which each hand of the age was last held
        self.lists: defaultdict[Key, Counter[int]] = defaultdict(Counter)
        self.under: defaultdict[Key, Counter[tuple[str, int | None]]] = defaultdict(Counter)
        self.pile: list[tuple[Key | None, int, tuple[int, int, int]]] = []

    # --- writing ----------------------------------------------------------------------------

    def write(self, facts: Sequence[Fact]) -> None:
        """Take in what the seat is told of these facts."""
        for fact in filtered(facts, self.seat):
            kind = GAME.facts[fact.kind].name
            mine = fact.arguments[:1] == (self.seat,)
            if kind == "age_began":
                self._begin(fact.arguments[0])
            elif kind in ("hand_dealt", "hand_came") and mine:
                self._hold(fact.secret)
            elif kind == "built":
                self._cross_off(self._key(fact.arguments[0]), fact.arguments[1])
            elif kind in ("stage_built", "sold", "left_over"):
                self._lay_down(kind, fact.arguments[0], fact.secret)
            elif kind == "pile_seen" and fact.secret:
                self._look_through(fact.secret)
            elif kind == "taken":
                self._take(fact.arguments)

    def _begin(self, age: int) -> None:
        self.age, self.turn, self.seen = age, 0, {}
        guilds = self.edition.guilds if age == 3 else []
        self.lists[age, NEVER, 0] = Counter([*self.edition.deck(age, self.seats), *guilds])

    def _hand_of(self, seat: int, turn: int) -> int:
        """Return which hand a seat holds on a turn."""
        steps = turn - 1
        return (seat + steps if self.age == 2 else seat - steps) % self.seats

    def _key(self, seat: int) -> Key:
        """Return the list of the cards that a seat holds now."""
        hand = self._hand_of(seat, self.turn)
        seen = self.seen.get(hand, 0)
        return (self.age, hand if seen else NEVER, seen)

    def _hold(self, cards: Sequence[int]) -> None:
        """Take up a hand: of its old list those cards are left that vanished from it."""
        self.turn += 1
        self.lists[self._key(self.seat)] -= Counter(cards)
        hand = self._hand_of(self.seat, self.turn)
        self.seen[hand] = self.turn
        self.lists[self.age, hand, self.turn] = Counter(cards)

    def _cross_off(self, key: Key, card: int) -> None:
        assert self.lists[key][card] > 0, f"{LABELS[card]} is not on the list {key}"
        self.lists[key] -= Counter([card])

    def _lay_down(self, kind: str, seat: int, card: Sequence[int]) -> None:
        """Follow a card face down: under a wonder or to the pile."""
        key = self._key(seat)
        if card:
            self._cross_off(key, card[0])
        if kind != "stage_built":
            turn = LAST_CARD if self.last or kind == "left_over" else self.turn
            known = card[0] if card else -1
            self.pile.append((None if card else key, known, (seat, self.age, turn)))
        elif not card:
            self.under[key]["under the wonder", seat] += 1

    def _look_through(self, cards: Sequence[int]) -> None:
        for place, (card, (key, known, when)) in enumerate(zip(cards, self.pile, strict=True)):
            assert key is not None or known == card
            if key is not None:
                self._cross_off(key, card)
            self.pile[place] = (None, card, when)

    def _take(self, arguments: Sequence[int]) -> None:
        _, card, *when = arguments
        (place,) = [at for at, row in enumerate(self.pile) if row[2] == tuple(when)]
        key, known, _ = self.pile.pop(place)
        assert key is not None or known == card
        if key is not None:
            self._cross_off(key, card)

    # --- reading ----------------------------------------------------------------------------

    def pile_cards(self) -> list[str | None]:
        return [None if key is not None else LABELS[card] for key, card, _ in self.pile]

    def groups(
        self, view: WondersView
    ) -> dict[tuple[object, ...], Counter[tuple[str, int | None]]]:
        """Return the lists that hold cards, by age, turn last seen and cards, with their places."""
        places: defaultdict[Key, Counter[tuple[str, int | None]]] = defaultdict(Counter)
        for key, counts in self.under.items():
            places[key] += counts
        for key_or_none, _, (seat, *_) in self.pile:
            if key_or_none is not None:
                places[key_or_none]["discard pile", seat] += 1
        for player in view.players:
            if player.seat != self.seat:
                places[self._key(player.seat)]["hand", player.seat] += player.hand_size
        if self.age == 3:
            out = len(self.edition.guilds) - self.seats - 2
            places[3, NEVER, 0]["out of play", None] += out
        own = self._key(self.seat)
        return {
            (key[0], key[2], tuple(sorted(LABELS[card] for card in cards.elements()))): +places[key]
            for key, cards in self.lists.items()
            if key != own and cards
        }
