"""Rules of eggs: laying them and paying with them (sections 4.1, 4.3 and 7.4)."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.games.wingspan.actions import DECLINE, EGG_FROM, LAY
from ludarena.games.wingspan.effects import ANY_NEST
from ludarena.games.wingspan.facts import LAID, PAID_EGG
from ludarena.games.wingspan.frames import EACH_ANOTHER, LAY_EGG, MAY_DECLINE, Frame
from ludarena.games.wingspan.pieces import Player, insert_sorted
from ludarena.games.wingspan.rules.cards import CardRules
from ludarena.games.wingspan.words import SLOTS


class EggRules(CardRules):
    """Laying and discarding eggs; in several steps the cards of the birds ascend."""

    def ask_to_lay(self, seat: i64, number: i64, nest: i64, but_for: i64, flags: i64) -> None:
        """Let a seat lay up to `number` eggs on birds of a nest class, not in slot `but_for`.

        Eggs that do not fit are lost (R4.3).
        """
        frame = Frame(LAY_EGG, seat, but_for, number, nest, 0, flags)
        space = self.egg_space(frame, 0)
        if space > 0:
            self.push(frame.counted(number if number < space else space))

    def egg_space(self, frame: Frame, least: i64) -> i64:
        """Return how many eggs fit on the birds of a frame whose cards are `least` or later."""
        player = self.players[frame.seat]
        space: i64 = 0
        for slot in range(SLOTS):
            if player.slots[slot] >= least and may_lay(player, frame, slot):
                space += 1 if frame.has(EACH_ANOTHER) else player.room_at(slot)
        return space

    def lay_options(self, frame: Frame) -> list[int]:
        """Return the birds that may get the next egg."""
        player = self.players[frame.seat]
        birds: list[int] = []
        for slot in range(SLOTS):
            bird: i64 = player.slots[slot]
            if bird >= frame.mark and may_lay(player, frame, slot):
                insert_sorted(birds, bird)
        options: list[int] = []
        free = frame.has(MAY_DECLINE)
        for bird in birds:
            if free or self.egg_space(frame, bird) >= frame.number:
                options.append(LAY + bird)
        if options and free:
            options.append(DECLINE)
        return options

    def lay_egg(self, frame: Frame, action: i64) -> None:
        bird = action - LAY
        if frame.number > 1:
            least = bird + 1 if frame.has(EACH_ANOTHER) else bird
            self.replace_top(frame.counted(frame.number - 1).marked(least))
        else:
            self.pop()
        self.lay_on(frame.seat, self.players[frame.seat].slot_of(bird))

    def lay_on(self, seat: i64, slot: i64) -> None:
        """Lay one egg on the bird of a slot if it has room (R7.4)."""
        player = self.players[seat]
        if player.room_at(slot) <= 0:
            return
        player.add_eggs(slot, 1)
        trace = self.trace
        if trace is not None:
            trace.note(LAID, [seat, player.slots[slot]])

    def lay_on_each(self, seat: i64, nest: i64) -> None:
        """Lay one egg on each own bird of a nest class (R7.1)."""
        player = self.players[seat]
        for slot in range(SLOTS):
            if player.nests_like(slot, nest):
                self.lay_on(seat, slot)

    def can_lay(self, seat: i64, nest: i64, but_for: i64) -> bool:
        """Return whether an egg fits on a bird of a nest class, not in slot `but_for`."""
        return self.egg_space(Frame(LAY_EGG, seat, but_for, 1, nest), 0) > 0

    # --- paying with eggs -------------------------------------------------------------------

    def egg_options(self, frame: Frame) -> list[int]:
        """Return the birds that may give the next egg to be discarded."""
        player = self.players[frame.seat]
        birds: list[int] = []
        for slot in range(SLOTS):
            if slot != frame.slot and player.eggs_at(slot) and player.slots[slot] >= frame.mark:
                insert_sorted(birds, player.slots[slot])
        options: list[int] = []
        later: i64 = 0
        for place in range(len(birds) - 1, -1, -1):
            later += player.eggs_at(player.slot_of(birds[place]))
            if later >= frame.number:
                options.append(EGG_FROM + birds[place])
        options.reverse()
        if frame.has(MAY_DECLINE):
            options.append(DECLINE)
        return options

    def pay_egg(self, frame: Frame, action: i64) -> None:
        bird = action - EGG_FROM
        if frame.number > 1:
            self.replace_top(frame.counted(frame.number - 1).marked(bird))
        else:
            self.pop()
        self.discard_egg(frame.seat, bird)

    def discard_egg(self, seat: i64, bird: i64) -> None:
        player = self.players[seat]
        player.add_eggs(player.slot_of(bird), -1)
        trace = self.trace
        if trace is not None:
            trace.note(PAID_EGG, [seat, bird])


def may_lay(player: Player, frame: Frame, slot: i64) -> bool:
    """Return whether a frame allows an egg on the bird of a slot."""
    if slot == frame.slot or player.room_at(slot) <= 0:
        return False
    return frame.limit == ANY_NEST or player.nests_like(slot, frame.limit)
