"""Operations of powers that are done at one stroke: hunting, moving, trading (section 7.2)."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import count_in
from ludarena.games.wingspan.actions import DECLINE, MOVE, TRADE
from ludarena.games.wingspan.effects import Effect
from ludarena.games.wingspan.facts import HUNTED_DECK, HUNTED_DICE, MOVED, SPENT_FOOD, TRADED
from ludarena.games.wingspan.frames import REACTIONS, Frame
from ludarena.games.wingspan.pieces import face_gives, insert_sorted
from ludarena.games.wingspan.rules.feeder import faces_of
from ludarena.games.wingspan.rules.play import PlayRules
from ludarena.games.wingspan.tables import WINGSPAN
from ludarena.games.wingspan.words import DICE, FACES, HUNTED, column_of, row_of, slot_at


def lowest_food(mask: i64) -> i64:
    """Return the first food of a mask that is not empty."""
    food: i64 = 0
    while not (mask >> food) & 1:
        food += 1
    return food


class OperationRules(PlayRules):
    """Hunting, moving, trading and spending."""

    # --- hunting ----------------------------------------------------------------------------

    def hunt_dice(self, seat: i64, slot: i64, effect: Effect) -> None:
        """Roll the dice outside the feeder; on a hit cache one token (R7.2)."""
        thrown = self.feeder.roll(DICE - self.feeder.inside())
        hit = False
        for face in range(FACES):
            if count_in(thrown, face) and face_gives(face, effect.foods):
                hit = True
        trace = self.trace
        if trace is not None:
            hunter: i64 = self.players[seat].slots[slot]
            trace.note(HUNTED_DICE, [seat, hunter, 1 if hit else 0] + faces_of(thrown))
        if hit:
            self.push(Frame(REACTIONS, seat, limit=HUNTED, mark=1))
            self.cache(seat, slot, lowest_food(effect.foods))

    def hunt_deck(self, seat: i64, slot: i64, effect: Effect) -> None:
        """Turn the top card; below the limit it is tucked, otherwise discarded (R7.2)."""
        player = self.players[seat]
        prey = self.top_card()
        hit = WINGSPAN[prey] < effect.number
        trace = self.trace
        if trace is not None:
            trace.note(HUNTED_DECK, [seat, player.slots[slot], prey, 1 if hit else 0])
        if not hit:
            insert_sorted(self.cards.discard, prey)
            return
        insert_sorted(self.cards.shown, prey)
        player.tucked[slot] += 1
        self.push(Frame(REACTIONS, seat, limit=HUNTED, mark=1))

    def rows_to_move_to(self, seat: i64, slot: i64) -> list[int]:
        """Return the rows with a free slot to which the bird may move, being rightmost."""
        player = self.players[seat]
        own = row_of(slot)
        rows: list[int] = []
        if column_of(slot) != player.birds_in(own) - 1:
            return rows
        for row in range(3):
            if row != own and not player.is_full(row):
                rows.append(row)
        return rows

    def move_options(self, frame: Frame) -> list[int]:
        options = [MOVE + row for row in self.rows_to_move_to(frame.seat, frame.slot)]
        options.append(DECLINE)
        return options

    def move_bird(self, frame: Frame, action: i64) -> None:
        """Move a bird with all that lies on it to the leftmost free slot of a row (R7.2)."""
        self.pop()
        player = self.players[frame.seat]
        row = action - MOVE
        here, there = frame.slot, slot_at(row, player.birds_in(row))
        player.slots[there], player.slots[here] = player.slots[here], -1
        player.cached[there], player.cached[here] = player.cached[here], 0
        player.tucked[there], player.tucked[here] = player.tucked[here], 0
        eggs = player.eggs_at(here)
        player.add_eggs(here, -eggs)
        player.add_eggs(there, eggs)
        player.refile(row_of(here), row)
        trace = self.trace
        if trace is not None:
            trace.note(MOVED, [frame.seat, player.slots[there], row])

    def trade_options(self, frame: Frame) -> list[int]:
        owned = self.players[frame.seat].foods_owned()
        options: list[int] = []
        for given in range(5):
            for got in range(5):
                if got != given and (owned >> given) & 1:
                    options.append(TRADE + 5 * given + got)
        options.append(DECLINE)
        return options

    def trade_food(self, frame: Frame, action: i64) -> None:
        """Give one token and take one of another type."""
        self.pop()
        given, got = (action - TRADE) // 5, (action - TRADE) % 5
        player = self.players[frame.seat]
        player.gain(given, -1)
        player.gain(got, 1)
        trace = self.trace
        if trace is not None:
            trace.note(TRADED, [frame.seat, given, got])

    def spend_food(self, seat: i64, food: i64) -> None:
        self.players[seat].gain(food, -1)
        trace = self.trace
        if trace is not None:
            trace.note(SPENT_FOOD, [seat, food])
