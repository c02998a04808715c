"""Rules of the birdfeeder (section 6): taking dice, rerolls, refills."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted
from ludarena.games.wingspan.actions import (
    CACHE,
    DECLINE,
    EITHER_AS_INVERTEBRATE,
    EITHER_AS_SEED,
    GAIN,
    REROLL,
    TAKE,
    TO_SUPPLY,
)
from ludarena.games.wingspan.facts import CACHED, FEEDER_FILLED, GAINED, REROLLED, TOOK_DIE
from ludarena.games.wingspan.frames import FOR_ACTION, MAY_CACHE, MAY_DECLINE, STORE, Frame
from ludarena.games.wingspan.state import WingspanTable
from ludarena.games.wingspan.words import EITHER, FACES, INVERTEBRATE, RODENT, SEED


def faces_of(dice: i64) -> list[int]:
    """Return the faces of a tally of dice, ascending."""
    faces: list[int] = []
    for face in range(FACES):
        for _ in range(count_in(dice, face)):
            faces.append(face)
    return faces


class FeederRules(WingspanTable):
    """Taking food out of the feeder and out of the supply."""

    def take_options(self, frame: Frame) -> list[int]:
        """Return the dice that may be taken for the foods of the frame (R6.3)."""
        options: list[int] = []
        dice = self.feeder.dice
        for food in range(EITHER):
            if count_in(dice, food) and (frame.limit >> food) & 1:
                options.append(TAKE + food)
        if count_in(dice, EITHER):
            if (frame.limit >> INVERTEBRATE) & 1:
                options.append(TAKE + EITHER_AS_INVERTEBRATE)
            if (frame.limit >> SEED) & 1:
                options.append(TAKE + EITHER_AS_SEED)
        if self.feeder.all_same():
            options.append(REROLL)
        if frame.has(MAY_DECLINE):
            options.append(DECLINE)
        return options

    def take_die(self, frame: Frame, action: i64) -> None:
        """Take one die and its food, or have it stored; reroll when that was the answer."""
        if action == REROLL:
            self.reroll(frame.seat)
            return
        die = action - TAKE
        face = die if die < EITHER else EITHER
        food = die
        if die == EITHER_AS_INVERTEBRATE:
            food = INVERTEBRATE
        elif die == EITHER_AS_SEED:
            food = SEED
        if frame.number > 1:
            self.replace_top(frame.counted(frame.number - 1))
        else:
            self.pop()
        self.lift_die(frame.seat, face, food)
        if frame.has(FOR_ACTION) and food == RODENT:
            self.rodents = 1
        if frame.has(MAY_CACHE):
            self.push(Frame(STORE, frame.seat, frame.slot, limit=food))
        else:
            self.players[frame.seat].gain(food, 1)
        self.refill_if_empty()

    def lift_die(self, seat: i64, face: i64, food: i64) -> None:
        """Put a die of the feeder outside, for one token of a food."""
        self.feeder.dice -= counted(face, 1)
        trace = self.trace
        if trace is not None:
            trace.note(TOOK_DIE, [seat, face, food])

    def refill_if_empty(self) -> None:
        """Roll all dice into an empty feeder (R6.1)."""
        if self.feeder.dice == 0:
            self.fill_feeder()

    def fill_feeder(self) -> None:
        self.feeder.refill()
        trace = self.trace
        if trace is not None:
            trace.note(FEEDER_FILLED, faces_of(self.feeder.dice))

    def reroll(self, seat: i64) -> None:
        """Reroll all dice when those inside show one face (R6.2)."""
        trace = self.trace
        if trace is not None:
            trace.note(REROLLED, [seat])
        self.fill_feeder()

    def gain_all(self, seat: i64, foods: i64) -> None:
        """Take all dice that can give a food; the feeder is refilled afterwards (R6.4)."""
        for food in range(EITHER):
            if (foods >> food) & 1:
                self._lift_all(seat, food, food)
                if food <= SEED:
                    self._lift_all(seat, EITHER, food)
        self.refill_if_empty()

    def _lift_all(self, seat: i64, face: i64, food: i64) -> None:
        for _ in range(count_in(self.feeder.dice, face)):
            self.lift_die(seat, face, food)
            self.players[seat].gain(food, 1)

    def store(self, frame: Frame, action: i64) -> None:
        """Put the token that was taken on the bird or into the supply."""
        self.pop()
        if action == CACHE:
            self.cache(frame.seat, frame.slot, frame.limit)
        else:
            self.players[frame.seat].gain(frame.limit, 1)

    def store_options(self) -> list[int]:
        return [CACHE, TO_SUPPLY]

    def cache(self, seat: i64, slot: i64, food: i64) -> None:
        """Put a token of a food on the bird of a slot."""
        player = self.players[seat]
        player.cached[slot] += 1
        trace = self.trace
        if trace is not None:
            trace.note(CACHED, [seat, player.slots[slot], food])

    def gain_supply(self, seat: i64, food: i64, number: i64) -> None:
        """Gain tokens from the supply."""
        self.players[seat].gain(food, number)
        trace = self.trace
        if trace is not None:
            trace.note(GAINED, [seat, food, number])

    def food_options(self, frame: Frame) -> list[int]:
        """Return the foods to gain of the supply, in ascending order over several tokens."""
        options: list[int] = []
        for food in range(EITHER):
            if (frame.limit >> food) & 1 and food >= frame.mark:
                options.append(GAIN + food)
        return options

    def choose_food(self, frame: Frame, action: i64) -> None:
        """Gain one token of the food that was chosen."""
        food = action - GAIN
        if frame.number > 1:
            self.replace_top(frame.counted(frame.number - 1).marked(food))
        else:
            self.pop()
        self.gain_supply(frame.seat, food, 1)
