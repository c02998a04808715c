"""Rules of playing a bird (sections 4.1 and 5)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import counted
from ludarena.games.wingspan.actions import DECLINE, PAY, PLAY
from ludarena.games.wingspan.facts import PAID_FOOD, PLAYED, PLAYING
from ludarena.games.wingspan.frames import (
    PAY_BIRD,
    PAY_EGGS,
    PLACE_BIRD,
    REACTIONS,
    RUN_POWER,
    Frame,
)
from ludarena.games.wingspan.payments import PAYMENTS, covers, payments
from ludarena.games.wingspan.pieces import insert_sorted
from ludarena.games.wingspan.rules.eggs import EggRules
from ludarena.games.wingspan.tables import COLOUR, HABITATS
from ludarena.games.wingspan.words import EGG_COST, WHITE

ANY_ROW: Final[i64] = 7
"""Mask of the three rows."""


class PlayRules(EggRules):
    """A bird leaves the hand, is paid for and goes down."""

    def play_options(self, seat: i64, rows: i64) -> list[int]:
        """Return the birds of the hand and the rows, of a mask, where they can be played."""
        player = self.players[seat]
        open_rows: i64 = 0
        eggs = player.all_eggs()
        for row in range(3):
            if (rows >> row) & 1 and not player.is_full(row):
                cost: i64 = EGG_COST[player.birds_in(row)]
                if eggs >= cost:
                    open_rows |= 1 << row
        options: list[int] = []
        if open_rows == 0:
            return options
        for bird in player.hand:
            fitting: i64 = HABITATS[bird] & open_rows
            if fitting and covers(bird, player.food):
                for row in range(3):
                    if (fitting >> row) & 1:
                        options.append(PLAY + 3 * bird + row)
        return options

    def play_another_options(self, frame: Frame) -> list[int]:
        """Return the birds that a power may play into its row (R7.1)."""
        options = self.play_options(frame.seat, 1 << frame.limit)
        options.append(DECLINE)
        return options

    def begin_play(self, seat: i64, action: i64) -> None:
        """Announce a bird; its eggs are paid first, then its food (R4.1.1, R4.1.2)."""
        bird = (action - PLAY) // 3
        row = (action - PLAY) % 3
        player = self.players[seat]
        if bird in player.either:
            player.either.remove(bird)
        if bird not in player.known:
            insert_sorted(player.known, bird)
        trace = self.trace
        if trace is not None:
            trace.note(PLAYING, [seat, bird, row])
        self.push(Frame(PLACE_BIRD, seat, limit=row, mark=bird))
        self.push(Frame(PAY_BIRD, seat, mark=bird))
        eggs: i64 = EGG_COST[player.birds_in(row)]
        if eggs:
            self.push(Frame(PAY_EGGS, seat, number=eggs))

    def payment_options(self, frame: Frame) -> list[int]:
        options: list[int] = []
        for row in payments(frame.mark, self.players[frame.seat].food):
            options.append(PAY + row)
        return options

    def pay_food(self, frame: Frame, action: i64) -> None:
        self.pop()
        paid: i64 = PAYMENTS[action - PAY]
        self.players[frame.seat].food -= paid
        trace = self.trace
        if trace is not None:
            trace.note(PAID_FOOD, [frame.seat, action - PAY])

    def place_bird(self, frame: Frame) -> None:
        """Put the bird down; its white power comes next, then reactions (R4.1.3, R4.1.4)."""
        self.pop()
        player = self.players[frame.seat]
        row, bird = frame.limit, frame.mark
        slot = player.next_slot(row)
        self.take_from_hand(frame.seat, bird)
        player.slots[slot] = bird
        player.filled += counted(row, 1)
        trace = self.trace
        if trace is not None:
            trace.note(PLAYED, [frame.seat, bird, row])
        self.push(Frame(REACTIONS, frame.seat, limit=row, mark=1))
        if COLOUR[bird] == WHITE:
            self.push(Frame(RUN_POWER, frame.seat, slot))
