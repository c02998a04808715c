"""Rules of the sealed choice at set-up (section 2): birds, food and one bonus card to keep."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.lanes import Lanes
from ludarena.core.trace import only
from ludarena.games.wingspan.actions import KEEP, KEEP_BONUS, KEEP_NO_MORE, KEEPS_END, PAY
from ludarena.games.wingspan.facts import DISCARDED, KEPT
from ludarena.games.wingspan.frames import KEEP_BIRDS, KEEP_FIRST_BONUS, KEEP_FOOD
from ludarena.games.wingspan.payments import OF_ONE_EACH, PAYMENTS
from ludarena.games.wingspan.pieces import insert_sorted
from ludarena.games.wingspan.rules.rows import RowRules
from ludarena.games.wingspan.words import DEALT_BIRDS


def kept_birds(lane: list[int]) -> list[int]:
    """Return the birds that the answers of a lane keep, ascending."""
    return [answer - KEEP for answer in lane if answer < KEEPS_END]


def payment_of(lane: list[int]) -> i64:
    """Return the payment that the answers of a lane imply: keeping all birds costs all food."""
    for answer in lane:
        if PAY <= answer < KEEP_BONUS:
            return answer - PAY
    kept: i64 = len(kept_birds(lane))
    row: i64 = OF_ONE_EACH[kept][0]
    return row


class SetupRules(RowRules):
    """The lanes of the set-up choice: birds one by one, the food for them, a bonus card."""

    def setup_step(self, seat: i64, lane: list[int]) -> i64:
        """Return the kind of decision that comes next in a lane."""
        last: i64 = lane[len(lane) - 1] if lane else -1
        if last < KEEPS_END and self._birds_after(seat, last):
            return KEEP_BIRDS
        kept = len(kept_birds(lane))
        if last <= KEEP_NO_MORE and 0 < kept < DEALT_BIRDS:
            return KEEP_FOOD
        return KEEP_FIRST_BONUS

    def _birds_after(self, seat: i64, last: i64) -> list[int]:
        return [bird for bird in self.players[seat].hand if bird > last]

    def setup_options(self, seat: i64, lane: list[int]) -> list[int]:
        """Return the next answers of a lane; birds are kept in ascending order."""
        step = self.setup_step(seat, lane)
        options: list[int] = []
        if step == KEEP_BIRDS:
            last: i64 = lane[len(lane) - 1] if lane else -1
            for bird in self._birds_after(seat, last):
                options.append(KEEP + bird)
            options.append(KEEP_NO_MORE)
        elif step == KEEP_FOOD:
            for row in OF_ONE_EACH[len(kept_birds(lane))]:
                options.append(PAY + row)
        else:
            for card in self.players[seat].offered.cards:
                options.append(KEEP_BONUS + card)
        return options

    def answer_setup(self, lanes: Lanes, seat: i64, action: i64) -> bool:
        """Append to a lane; return whether this closed the last one."""
        lanes.append(seat, action)
        if action >= KEEP_BONUS:
            lanes.close(seat)
        return lanes.all_closed()

    def resolve_setup(self, lanes: Lanes) -> None:
        """Carry out the choices of all seats, in turn order (R2.4)."""
        self.lanes = None
        for seat in range(self.seats):
            self._keep(seat, lanes.answers[seat])

    def _keep(self, seat: i64, lane: list[int]) -> None:
        player = self.players[seat]
        kept = kept_birds(lane)
        payment = payment_of(lane)
        player.food -= PAYMENTS[payment]
        dropped = [bird for bird in player.hand if bird not in kept]
        player.hand = kept
        for bird in dropped:
            insert_sorted(self.cards.discard, bird)
        bonus: i64 = lane[len(lane) - 1] - KEEP_BONUS
        shed = self.keep_bonus(seat, bonus)
        trace = self.trace
        if trace is not None:
            secret = [bonus] + shed + kept
            trace.note_secret(KEPT, [seat, len(kept), payment], secret, only(seat))
            trace.note(DISCARDED, [seat] + dropped)
