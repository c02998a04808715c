"""Rules of the three row actions and of reactions (sections 4.2 to 4.5 and 7.3)."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.games.wingspan.actions import DECLINE, DISCARD, EGG_FROM, REACT, SPEND
from ludarena.games.wingspan.effects import ANY_NEST
from ludarena.games.wingspan.facts import REACTED, ROW_USED
from ludarena.games.wingspan.frames import (
    ACTIVATE_ROW,
    DRAW_CARD,
    EXCHANGE,
    FOR_ACTION,
    REACT_WITH,
    REACTIONS,
    RUN_POWER,
    TAKE_DICE,
    Frame,
)
from ludarena.games.wingspan.pieces import insert_sorted
from ludarena.games.wingspan.rules.powers import PowerRules
from ludarena.games.wingspan.tables import COLOUR, TRIGGER
from ludarena.games.wingspan.words import (
    ANY_FOOD,
    BROWN,
    FOREST,
    GAINED_FOOD,
    GRASSLAND,
    LAID_EGGS,
    SLOTS,
    YIELD,
    slot_at,
)


class RowRules(PowerRules):
    """Gain food, lay eggs, draw cards: mat amount, exchange, reactions, brown powers."""

    def use_row(self, seat: i64, row: i64) -> None:
        """Begin a row action; what is pushed last comes first (R4.5)."""
        birds = self.players[seat].birds_in(row)
        trace = self.trace
        if trace is not None:
            trace.note(ROW_USED, [seat, row])
        self.push(Frame(ACTIVATE_ROW, seat, -1, birds - 1, row))
        if row == FOREST:
            self.push(Frame(REACTIONS, seat, limit=GAINED_FOOD, mark=1))
        elif row == GRASSLAND:
            self.push(Frame(REACTIONS, seat, limit=LAID_EGGS, mark=1))
        if birds % 2 == 1:
            self.push(Frame(EXCHANGE, seat, limit=row))
        number: i64 = YIELD[birds]
        self._take_from_mat(seat, row, number + 1 if row == GRASSLAND else number)

    def _take_from_mat(self, seat: i64, row: i64, number: i64) -> None:
        if row == FOREST:
            self.push(Frame(TAKE_DICE, seat, -1, number, ANY_FOOD, flags=FOR_ACTION))
        elif row == GRASSLAND:
            self.ask_to_lay(seat, number, ANY_NEST, -1, 0)
        else:
            self.push(Frame(DRAW_CARD, seat, -1, number))

    # --- the exchange of the mat ------------------------------------------------------------

    def exchange_options(self, frame: Frame) -> list[int]:
        """Return what may be given for one more: a card, a food or an egg, by row."""
        player = self.players[frame.seat]
        options: list[int] = []
        if frame.limit == FOREST:
            for bird in player.hand:
                options.append(DISCARD + bird)
        elif frame.limit == GRASSLAND:
            for food in range(5):
                if (player.foods_owned() >> food) & 1:
                    options.append(SPEND + food)
        else:
            birds: list[int] = []
            for slot in range(SLOTS):
                if player.eggs_at(slot):
                    insert_sorted(birds, player.slots[slot])
            for bird in birds:
                options.append(EGG_FROM + bird)
        if options:
            options.append(DECLINE)
        return options

    def exchange(self, frame: Frame, action: i64) -> None:
        """Give what was chosen and take one die, egg or card more."""
        self.pop()
        self._take_from_mat(frame.seat, frame.limit, 1)
        if frame.limit == FOREST:
            self.discard_from_hand(frame.seat, action - DISCARD)
        elif frame.limit == GRASSLAND:
            self.spend_food(frame.seat, action - SPEND)
        else:
            self.discard_egg(frame.seat, action - EGG_FROM)

    # --- brown powers -----------------------------------------------------------------------

    def activate_row(self, frame: Frame) -> None:
        """Go on from right to left: use the next brown power that can do anything (R4.5.3)."""
        column = frame.number
        if column < 0:
            self.pop()
            return
        self.replace_top(frame.counted(column - 1))
        slot = slot_at(frame.limit, column)
        bird: i64 = self.players[frame.seat].slots[slot]
        one: i64 = 1
        chain = one << slot
        if bird >= 0 and COLOUR[bird] == BROWN and self.is_usable(frame.seat, slot, chain):
            self.push(Frame(RUN_POWER, frame.seat, slot, mark=chain))

    # --- pink powers ------------------------------------------------------------------------

    def call_reactions(self, frame: Frame) -> None:
        """Ask the next seat clockwise that can react to an event (R7.3)."""
        if frame.limit == GAINED_FOOD and not self.rodents:
            self.pop()
            return
        for steps in range(frame.mark, self.seats):
            seat = self.seat_after(frame.seat, steps)
            if self.reacting(seat, frame.limit):
                self.replace_top(frame.marked(steps))
                self.push(Frame(REACT_WITH, seat, limit=frame.limit))
                return
        self.pop()

    def reacting(self, seat: i64, event: i64) -> list[int]:
        """Return the birds of a seat that may react to an event now, ascending."""
        player = self.players[seat]
        birds: list[int] = []
        for slot in range(SLOTS):
            if self._waits_for(seat, slot, event):
                if self.is_usable(seat, slot, 0):
                    insert_sorted(birds, player.slots[slot])
                elif self.terms.spent_by_trigger:
                    self._spend(seat, slot)
        return birds

    def _waits_for(self, seat: i64, slot: i64, event: i64) -> bool:
        player = self.players[seat]
        bird: i64 = player.slots[slot]
        return bird >= 0 and TRIGGER[bird] == event and not (player.spent >> slot) & 1

    def _spend(self, seat: i64, slot: i64) -> None:
        one: i64 = 1
        self.players[seat].spent |= one << slot

    def reaction_options(self, frame: Frame) -> list[int]:
        options: list[int] = []
        player = self.players[frame.seat]
        birds: list[int] = []
        for slot in range(SLOTS):
            if self._waits_for(frame.seat, slot, frame.limit) and self.is_usable(
                frame.seat, slot, 0
            ):
                insert_sorted(birds, player.slots[slot])
        for bird in birds:
            options.append(REACT + bird)
        options.append(DECLINE)
        return options

    def react(self, frame: Frame, action: i64) -> None:
        """Use a pink power: once between two turns of its owner."""
        self.pop()
        seat = frame.seat
        slot = self.players[seat].slot_of(action - REACT)
        self._spend(seat, slot)
        trace = self.trace
        if trace is not None:
            trace.note(REACTED, [seat, action - REACT])
        self.push(Frame(RUN_POWER, seat, slot))

    def decline_reaction(self, frame: Frame) -> None:
        """Pass on to the next seat; a trigger that is let go may count as a use (option)."""
        self.pop()
        if self.terms.spent_by_trigger:
            for slot in range(SLOTS):
                if self._waits_for(frame.seat, slot, frame.limit):
                    self._spend(frame.seat, slot)
        asked = self.top()
        self.replace_top(asked.marked(asked.mark + 1))
