"""Rules of cards: drawing, tucking, discarding, bonus cards (sections 4.4, 7 and 10)."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.trace import only
from ludarena.games.wingspan.actions import (
    DECLINE,
    DISCARD,
    DRAW,
    DRAW_DECK,
    KEEP_BONUS,
    TUCK,
)
from ludarena.games.wingspan.facts import (
    BONUS_RESHUFFLED,
    DECK_RESHUFFLED,
    DISCARDED,
    DREW_BONUS,
    DREW_FROM_DECK,
    DREW_FROM_TRAY,
    KEPT_BONUS,
    TRAY_FILLED,
    TUCKED,
    TUCKED_FROM_DECK,
)
from ludarena.games.wingspan.frames import (
    FROM_DECK,
    IN_POWER,
    KEEP_DRAWN_BONUS,
    MAY_DECLINE,
    Frame,
)
from ludarena.games.wingspan.pieces import insert_sorted
from ludarena.games.wingspan.rules.feeder import FeederRules


class CardRules(FeederRules):
    """Cards on their way between deck, tray, hands, birds and discard pile."""

    def draw_options(self, frame: Frame) -> list[int]:
        """Return the cards of the tray, and the deck, that may be drawn (R4.4)."""
        options: list[int] = []
        if not frame.has(FROM_DECK):
            for bird in self.cards.tray:
                options.append(DRAW + bird)
        if self.cards.can_draw():
            options.append(DRAW_DECK)
        if options and frame.has(MAY_DECLINE):
            options.append(DECLINE)
        return options

    def draw_card(self, frame: Frame, action: i64) -> None:
        """Draw one card; what is drawn of a power can no longer be undone by declining."""
        if frame.number > 1:
            flags = frame.flags - (frame.flags & IN_POWER)
            self.replace_top(
                Frame(frame.kind, frame.seat, frame.slot, frame.number - 1, flags=flags)
            )
        else:
            self.pop()
        if action == DRAW_DECK:
            self.draw_from_deck(frame.seat)
        else:
            self.draw_from_tray(frame.seat, action - DRAW)

    def draw_from_tray(self, seat: i64, bird: i64) -> None:
        player = self.players[seat]
        self.cards.tray.remove(bird)
        insert_sorted(player.hand, bird)
        insert_sorted(player.known, bird)
        trace = self.trace
        if trace is not None:
            trace.note(DREW_FROM_TRAY, [seat, bird])

    def draw_from_deck(self, seat: i64) -> None:
        """Draw the top card of the deck if there is one."""
        if not self.cards.can_draw():
            return
        bird = self.top_card()
        insert_sorted(self.players[seat].hand, bird)
        trace = self.trace
        if trace is not None:
            trace.note_secret(DREW_FROM_DECK, [seat], [bird], only(seat))

    def top_card(self) -> i64:
        """Take the top card of the deck, reshuffled if it is empty (R10); there is a card."""
        if not self.cards.deck:
            trace = self.trace
            if trace is not None:
                trace.note(DECK_RESHUFFLED, [len(self.cards.discard)])
            self.cards.reshuffle()
        return self.cards.draw()

    def fill_tray(self) -> None:
        """Fill the tray with what there is (R4.5.4, R10)."""
        drawn: list[int] = []
        while self.tray_space() > 0 and self.cards.can_draw():
            bird = self.top_card()
            drawn.append(bird)
            insert_sorted(self.cards.tray, bird)
        trace = self.trace
        if drawn and trace is not None:
            trace.note(TRAY_FILLED, drawn)

    # --- cards leave the hand ---------------------------------------------------------------

    def tuck_options(self, frame: Frame) -> list[int]:
        options: list[int] = []
        for bird in self.players[frame.seat].hand:
            options.append(TUCK + bird)
        if frame.has(MAY_DECLINE):
            options.append(DECLINE)
        return options

    def tuck_card(self, frame: Frame, action: i64) -> None:
        """Tuck a card of the hand; the others see that, not which one (R7.2)."""
        self.pop()
        player = self.players[frame.seat]
        bird = action - TUCK
        self.tuck_from_hand(frame.seat, bird)
        player.tucked[frame.slot] += 1
        trace = self.trace
        if trace is not None:
            under: i64 = player.slots[frame.slot]
            trace.note_secret(TUCKED, [frame.seat, under], [bird], only(frame.seat))

    def tuck_from_deck(self, seat: i64, slot: i64, number: i64) -> None:
        """Tuck top cards of the deck unseen (R7.4)."""
        player = self.players[seat]
        tucked: i64 = 0
        while tucked < number and self.cards.can_draw():
            insert_sorted(self.cards.buried, self.top_card())
            tucked += 1
        player.tucked[slot] += tucked
        trace = self.trace
        if trace is not None:
            trace.note(TUCKED_FROM_DECK, [seat, player.slots[slot], tucked])

    def discard_options(self, frame: Frame) -> list[int]:
        """Return the cards that may be discarded next; of several the codes ascend."""
        options: list[int] = []
        hand = self.players[frame.seat].hand
        last: i64 = len(hand) - frame.number
        for place in range(len(hand)):
            if hand[place] >= frame.mark and place <= last:
                options.append(DISCARD + hand[place])
        return options

    def discard_card(self, frame: Frame, action: i64) -> None:
        bird = action - DISCARD
        if frame.number > 1:
            self.replace_top(frame.counted(frame.number - 1).marked(bird))
        else:
            self.pop()
        self.discard_from_hand(frame.seat, bird)

    def discard_from_hand(self, seat: i64, bird: i64) -> None:
        """Put a card of a hand on the discard pile, face up."""
        self.take_from_hand(seat, bird)
        insert_sorted(self.cards.discard, bird)
        trace = self.trace
        if trace is not None:
            trace.note(DISCARDED, [seat, bird])

    # --- bonus cards ------------------------------------------------------------------------

    def draw_bonus(self, seat: i64, number: i64) -> None:
        """Draw bonus cards of which one is to be kept (R7.1)."""
        player = self.players[seat]
        drawn: list[int] = []
        while len(drawn) < number and self._bonus_left():
            card = self.bonus.draw()
            drawn.append(card)
            player.offered.put(card, self.bonus.number)
        trace = self.trace
        if trace is not None:
            trace.note_secret(DREW_BONUS, [seat, len(drawn)], drawn, only(seat))
        if drawn:
            self.push(Frame(KEEP_DRAWN_BONUS, seat))

    def _bonus_left(self) -> bool:
        """Return whether a bonus card can be drawn; make a new stack of the shed cards if need be.

        A card drawn of the new stack beside one of the old makes both count as of the old one, as
        nobody else can tell which of them is kept.
        """
        if self.bonus.cards:
            return True
        self.bonus.number += 1
        for player in self.players:
            for card in player.shed.cards:
                player.floors[card] = self.bonus.number
                insert_sorted(self.bonus.cards, card)
            player.shed.clear()
        trace = self.trace
        if self.bonus.cards and trace is not None:
            trace.note(BONUS_RESHUFFLED, [len(self.bonus.cards)])
        return len(self.bonus.cards) > 0

    def bonus_options(self, frame: Frame) -> list[int]:
        options: list[int] = []
        for card in sorted(self.players[frame.seat].offered.cards):
            options.append(KEEP_BONUS + card)
        return options

    def keep_bonus(self, seat: i64, kept: i64) -> list[int]:
        """Keep one of the bonus cards offered, shed the others; return the others."""
        player = self.players[seat]
        oldest: i64 = player.offered.born[0]
        shed: list[int] = []
        for card in player.offered.cards:
            if card == kept:
                player.bonus.put(card, oldest)
            else:
                player.shed.put(card, oldest)
                shed.append(card)
        player.offered.clear()
        return shed

    def keep_drawn_bonus(self, frame: Frame, action: i64) -> None:
        self.pop()
        kept = action - KEEP_BONUS
        shed = self.keep_bonus(frame.seat, kept)
        trace = self.trace
        if trace is not None:
            trace.note_secret(KEPT_BONUS, [frame.seat], [kept] + shed, only(frame.seat))
