"""Rules of powers (section 7): one small method for each operation of a power's row."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.games.wingspan.actions import (
    DECLINE,
    FIRST,
    REPEAT,
    REROLL,
    USE,
)
from ludarena.games.wingspan.effects import (
    BONUS,
    CACHE,
    DISCARD_LATER,
    DRAW,
    EVERYONE,
    GAIN,
    GAIN_ALL,
    HUNT_DECK,
    HUNT_DICE,
    LAY,
    LAY_EACH,
    OWNER,
    PAY_EGG,
    PAY_FOOD,
    PLAY_BIRD,
    SAME_ROW,
    TAKE_DIE,
    THIS_BIRD,
    TUCK,
    TUCK_DECK,
    Effect,
)
from ludarena.games.wingspan.effects import MOVE as MOVES
from ludarena.games.wingspan.effects import REPEAT as REPEATS
from ludarena.games.wingspan.effects import TRADE as TRADES
from ludarena.games.wingspan.facts import (
    NAMED_FIRST,
    REPEATED,
    USED,
)
from ludarena.games.wingspan.frames import (
    CHOOSE_FOOD,
    DRAW_CARD,
    EACH_ANOTHER,
    FROM_DECK,
    IN_POWER,
    MAY_CACHE,
    MAY_DECLINE,
    MOVE_BIRD,
    NAME_FIRST,
    PAY_EGGS,
    PLAY_ANOTHER,
    REPEAT_POWER,
    RUN_POWER,
    TAKE_DICE,
    TRADE_FOOD,
    TUCK_CARD,
    USE_POWER,
    Frame,
)
from ludarena.games.wingspan.pieces import insert_sorted
from ludarena.games.wingspan.rules.operations import OperationRules, lowest_food
from ludarena.games.wingspan.tables import COLOUR, POWER, SIGN
from ludarena.games.wingspan.words import (
    BROWN,
    COLUMNS,
    DICE,
    PINK,
    PREDATOR,
    row_of,
    slot_at,
)


class PowerRules(OperationRules):
    """Running the steps of a power, with a program counter in its frame."""

    def run_power(self, frame: Frame) -> None:
        """Go on with a power: its next step, or its end."""
        bird: i64 = self.players[frame.seat].slots[frame.slot]
        steps = POWER[bird] if bird >= 0 else []
        if frame.number >= len(steps):
            self.pop()
            return
        self.replace_top(frame.counted(frame.number + 1))
        self._begin(frame, steps[frame.number], self._declining(bird))

    def _declining(self, bird: i64) -> i64:
        """Return the flags of a question of a power; who reacted has already said yes."""
        return 0 if COLOUR[bird] == PINK else MAY_DECLINE | IN_POWER

    def _begin(self, frame: Frame, effect: Effect, flags: i64) -> None:
        """Do a step, or ask what has to be asked first."""
        seat, slot = frame.seat, frame.slot
        operation = effect.operation
        if self._asks_first(effect):
            self.push(Frame(USE_POWER, seat, slot, frame.number, flags=flags))
        elif operation == GAIN:
            self._gain(seat, slot, effect)
        elif operation == CACHE:
            self.cache(seat, slot, lowest_food(effect.foods))
        elif operation == TAKE_DIE:
            self._ask_for_die(seat, slot, effect, flags)
        elif operation == DRAW:
            if effect.flag:
                flags |= FROM_DECK
            self.push(Frame(DRAW_CARD, seat, slot, effect.number, flags=flags))
        elif operation == DISCARD_LATER:
            self.discards_due += effect.number
        elif operation == TUCK:
            if self.players[seat].hand:
                self.push(Frame(TUCK_CARD, seat, slot, flags=flags))
        elif operation == TUCK_DECK:
            self.tuck_from_deck(seat, slot, effect.number)
        elif operation == LAY:
            self._lay(seat, slot, effect, flags)
        elif operation == LAY_EACH:
            self.lay_on_each(seat, effect.nest)
        else:
            self._begin_rare(frame, effect, flags)

    def _begin_rare(self, frame: Frame, effect: Effect, flags: i64) -> None:
        seat, slot = frame.seat, frame.slot
        operation = effect.operation
        if operation == PAY_EGG:
            but_for: i64 = slot if effect.flag else -1
            self.push(Frame(PAY_EGGS, seat, but_for, 1, flags=flags))
        elif operation == MOVES:
            self.push(Frame(MOVE_BIRD, seat, slot, flags=flags))
        elif operation == REPEATS:
            limit: i64 = 1 if effect.flag else 0
            self.push(Frame(REPEAT_POWER, seat, slot, 0, limit, frame.mark, flags))
        elif operation == TRADES:
            self.push(Frame(TRADE_FOOD, seat, slot, flags=flags))
        elif operation == BONUS:
            self.draw_bonus(seat, 2)
        elif operation == PLAY_BIRD:
            self._ask_to_play(seat, slot, effect)

    def _asks_first(self, effect: Effect) -> bool:
        """Return whether a step is asked for as a whole: it may do harm or serve others too.

        What only gives to its owner is not asked for: nobody would decline.
        """
        operation = effect.operation
        if operation in (GAIN, LAY):
            return effect.who == EVERYONE
        if operation == DRAW:
            return effect.who != OWNER
        return operation in (GAIN_ALL, HUNT_DICE, HUNT_DECK, PAY_FOOD)

    # --- whether a power can do anything ----------------------------------------------------

    def is_usable(self, seat: i64, slot: i64, chain: i64) -> bool:
        """Return whether the first step of a power can be done; public things decide this.

        `chain` is the mask of slots that the chain of repeats has come through.
        """
        player = self.players[seat]
        effect = POWER[player.slots[slot]][0]
        operation = effect.operation
        if operation == TUCK:
            return len(player.hand) > 0
        if operation == PAY_FOOD:
            return (player.foods_owned() & effect.foods) != 0
        if operation == PAY_EGG:
            own = player.eggs_at(slot) if effect.flag else 0
            return player.all_eggs() > own
        if operation == LAY:
            return self._can_use_lay(seat, slot, effect)
        if operation == TAKE_DIE:
            fits = (self.feeder.foods() & effect.foods) != 0
            return fits or self.feeder.all_same()
        if operation == HUNT_DICE:
            return self.feeder.inside() < DICE
        if operation == HUNT_DECK:
            return self.cards.can_draw()
        if operation == DRAW:
            return self.cards.can_draw() or (len(self.cards.tray) > 0 and not effect.flag)
        if operation == MOVES:
            return len(self.rows_to_move_to(seat, slot)) > 0
        if operation == REPEATS:
            return len(self.repeatable(seat, slot, effect.flag, chain)) > 0
        if operation == TRADES:
            return player.food > 0
        return True

    def _can_use_lay(self, seat: i64, slot: i64, effect: Effect) -> bool:
        if effect.nest == THIS_BIRD:
            return self.players[seat].room_at(slot) > 0
        if effect.who == EVERYONE:
            return True
        return self.can_lay(seat, effect.nest, slot if effect.flag else -1)

    # --- the operations ---------------------------------------------------------------------

    def _gain(self, seat: i64, slot: i64, effect: Effect) -> None:
        food = lowest_food(effect.foods)
        if (effect.foods & (effect.foods - 1)) == 0:
            self.gain_supply(seat, food, effect.number)
        else:
            self.push(Frame(CHOOSE_FOOD, seat, slot, effect.number, effect.foods))

    def _ask_for_die(self, seat: i64, slot: i64, effect: Effect, flags: i64) -> None:
        if effect.who == OWNER:
            if effect.flag:
                flags |= MAY_CACHE
            self.push(Frame(TAKE_DICE, seat, slot, 1, effect.foods, flags=flags))
            return
        self.push(Frame(NAME_FIRST, seat, slot, 0, self._gaining(effect), effect.foods, flags))

    def _gaining(self, effect: Effect) -> i64:
        """Return the mask of seats that a power serves (R7.2: ties for the fewest all gain)."""
        one: i64 = 1
        if effect.who == EVERYONE:
            return (one << self.seats) - 1
        fewest: i64 = COLUMNS
        mask: i64 = 0
        for seat in range(self.seats):
            birds = self.players[seat].birds_in(effect.row)
            if birds < fewest:
                fewest = birds
                mask = 0
            if birds == fewest:
                mask |= one << seat
        return mask

    def name_first_options(self, frame: Frame) -> list[int]:
        options: list[int] = []
        for seat in range(self.seats):
            if (frame.limit >> seat) & 1:
                options.append(FIRST + seat)
        options.append(DECLINE)
        return options

    def name_first(self, frame: Frame, action: i64) -> None:
        """Let the seats served take a die each, clockwise from the one named."""
        self.pop()
        first = action - FIRST
        trace = self.trace
        if trace is not None:
            trace.note(NAMED_FIRST, [frame.seat, first])
        for steps in range(self.seats - 1, -1, -1):
            seat = self.seat_after(first, steps)
            if (frame.limit >> seat) & 1:
                self.push(Frame(TAKE_DICE, seat, frame.slot, 1, frame.mark, flags=MAY_DECLINE))

    def _lay(self, seat: i64, slot: i64, effect: Effect, flags: i64) -> None:
        if effect.nest == THIS_BIRD:
            self.lay_on(seat, slot)
            return
        but_for: i64 = slot if effect.flag else -1
        self.ask_to_lay(seat, effect.number, effect.nest, but_for, flags)

    def _ask_to_play(self, seat: i64, slot: i64, effect: Effect) -> None:
        """Ask for another bird; whether there is one to play is the hand's secret."""
        player = self.players[seat]
        row = row_of(slot) if effect.row == SAME_ROW else effect.row
        if player.hand and not player.is_full(row):
            self.push(Frame(PLAY_ANOTHER, seat, slot, limit=row))

    def use_options(self, frame: Frame) -> list[int]:
        options: list[int] = []
        effect = self._effect_of(frame)
        if effect.operation == GAIN_ALL and self.feeder.all_same():
            options.append(REROLL)
        options.append(USE)
        options.append(DECLINE)
        return options

    def _effect_of(self, frame: Frame) -> Effect:
        return POWER[self.players[frame.seat].slots[frame.slot]][frame.number]

    def use_power(self, frame: Frame, action: i64) -> None:
        """Do what was asked for, or reroll before all of a food is taken (R6.4)."""
        if action == REROLL:
            self.reroll(frame.seat)
            return
        self.pop()
        seat, slot = frame.seat, frame.slot
        effect = self._effect_of(frame)
        trace = self.trace
        if trace is not None:
            trace.note(USED, [seat, self.players[seat].slots[slot]])
        operation = effect.operation
        if operation == GAIN_ALL:
            self.gain_all(seat, effect.foods)
        elif operation == HUNT_DICE:
            self.hunt_dice(seat, slot, effect)
        elif operation == HUNT_DECK:
            self.hunt_deck(seat, slot, effect)
        elif operation == PAY_FOOD:
            self.spend_food(seat, lowest_food(effect.foods))
        else:
            self._serve_all(seat, effect)

    def _serve_all(self, seat: i64, effect: Effect) -> None:
        """Give to everyone, or to those with the fewest birds, clockwise from the owner."""
        if effect.operation == LAY or effect.who != EVERYONE:
            self._ask_all(seat, effect)
            return
        for steps in range(self.seats):
            other = self.seat_after(seat, steps)
            if effect.operation == GAIN:
                self.gain_supply(other, lowest_food(effect.foods), effect.number)
            else:
                self.draw_from_deck(other)

    def _ask_all(self, seat: i64, effect: Effect) -> None:
        """Ask those whom a power serves, the owner first; the owner may lay on a second bird."""
        served = self._gaining(effect)
        for steps in range(self.seats - 1, -1, -1):
            other = self.seat_after(seat, steps)
            if not (served >> other) & 1:
                continue
            if effect.operation == LAY:
                eggs: i64 = 2 if steps == 0 else 1
                self.ask_to_lay(other, eggs, effect.nest, -1, EACH_ANOTHER | MAY_DECLINE)
            else:
                self.push(Frame(DRAW_CARD, other, -1, effect.number, flags=MAY_DECLINE))

    # --- repeating ----------------------------------------------------------------------------

    def repeatable(self, seat: i64, slot: i64, predators: bool, chain: i64) -> list[int]:
        """Return the birds of the row, ascending, whose brown power can be repeated (R7.2)."""
        player = self.players[seat]
        one: i64 = 1
        birds: list[int] = []
        for column in range(COLUMNS):
            other = slot_at(row_of(slot), column)
            bird: i64 = player.slots[other]
            if bird < 0 or other == slot or (chain >> other) & 1 or COLOUR[bird] != BROWN:
                continue
            if predators and not SIGN[bird] & PREDATOR:
                continue
            if self.is_usable(seat, other, chain | (one << slot)):
                insert_sorted(birds, bird)
        return birds

    def repeat_options(self, frame: Frame) -> list[int]:
        birds = self.repeatable(frame.seat, frame.slot, frame.limit == 1, frame.mark)
        options = [REPEAT + bird for bird in birds]
        options.append(DECLINE)
        return options

    def repeat_power(self, frame: Frame, action: i64) -> None:
        """Run the power of another bird; what it caches or tucks stays with that bird."""
        self.pop()
        player = self.players[frame.seat]
        other = action - REPEAT
        one: i64 = 1
        trace = self.trace
        if trace is not None:
            trace.note(REPEATED, [frame.seat, player.slots[frame.slot], other])
        chain = frame.mark | (one << frame.slot)
        self.push(Frame(RUN_POWER, frame.seat, player.slot_of(other), mark=chain))
