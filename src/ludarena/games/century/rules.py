"""The rules of Century: Spice Road as a state: what is legal, and what an action does."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import popcount
from ludarena.games.century import facts, scores
from ludarena.games.century.actions import (
    ACQUIRE,
    CLAIM,
    PAY,
    PLAY,
    REST,
    RETURN,
    TIMES,
    TRADE,
    UPGRADE,
)
from ludarena.games.century.cubes import (
    SPICES,
    colours_in,
    count_of,
    covers,
    cube_list,
    cube_total,
    cubes_of,
)
from ludarena.games.century.state import (
    OVER,
    PAY_CUBE,
    RETURN_CUBES,
    TURN,
    CenturyTable,
    PlayerBoard,
)
from ludarena.games.century.tables import (
    COST,
    FIRST_TRADE,
    GAINS,
    GET,
    GIVE,
    MARKET,
    MOST_RETURNED,
    MOST_TIMES,
    POINTS,
    START_GAIN,
    START_UPGRADE,
    STEPS,
    UPGRADE_3,
    UPGRADE_CHANGE,
    UPGRADE_END,
    UPGRADE_NEED,
    UPGRADE_SETS,
    UPGRADES,
)


class CenturyState(CenturyTable):
    """A match of Century: Spice Road; rule numbers are those of `rules.md`."""

    # --- who decides, and what is legal ---------------------------------------------------------

    def to_act(self) -> list[int]:
        return [] if self.owed == OVER else [self.active()]

    def block(self) -> i64:
        return self.answers

    def decision(self, seat: i64) -> i64:
        return self.owed if self.owed != OVER and seat == self.active() else -1

    def legal_actions(self, seat: i64) -> list[int]:
        if self.owed == OVER or seat != self.active():
            return []
        board = self.boards[seat]
        if self.owed == TURN:
            return self._turn_actions(board)
        if self.owed == PAY_CUBE:
            return [PAY + colour for colour in colours_in(board.caravan)]
        return self._returns(board)

    def _turn_actions(self, board: PlayerBoard) -> list[int]:
        """Return the main actions of a turn (R2)."""
        actions: list[int] = []
        self._list_gains(board, actions)
        self._list_upgrades(board, UPGRADE_3, UPGRADE, actions)
        self._list_upgrades(board, START_UPGRADE, UPGRADE + UPGRADES, actions)
        self._list_trades(board, actions)
        self._list_cards_to_acquire(board, actions)
        self._list_claims(board, actions)
        if board.played or self.variant.rest_without_played:
            actions.append(REST)
        return actions

    def _list_gains(self, board: PlayerBoard, actions: list[int]) -> None:
        """Add the gain cards in hand (R3.1)."""
        for card in range(GAINS):
            if board.hand >> card & 1:
                actions.append(PLAY + card)
        if board.hand >> START_GAIN & 1:
            actions.append(PLAY + GAINS)

    def _list_upgrades(self, board: PlayerBoard, card: i64, first: i64, actions: list[int]) -> None:
        """Add the ways to use an upgrade card, if it is in hand (R3.2)."""
        if not board.hand >> card & 1:
            return
        start: i64 = 0 if self.variant.empty_play else 1
        end: i64 = UPGRADE_END[STEPS[card]]
        for way in range(start, end):
            need: i64 = UPGRADE_NEED[way]
            if covers(board.caravan, need):
                actions.append(first + way)

    def _list_trades(self, board: PlayerBoard, actions: list[int]) -> None:
        """Add the trade cards in hand with how often each can be done (R3.3)."""
        hand: i64 = board.hand >> FIRST_TRADE
        card = FIRST_TRADE
        while card < MARKET and hand:
            if hand & 1:
                code = TRADE + (card - FIRST_TRADE) * TIMES
                if self.variant.empty_play:
                    actions.append(code)
                for times in range(1, self.most_times(board.caravan, card) + 1):
                    actions.append(code + times)
            hand >>= 1
            card += 1

    def most_times(self, caravan: i64, card: i64) -> i64:
        """Return how often a trade can be repeated; what it gives may pay for the next (R3.3)."""
        give: i64 = GIVE[card]
        change: i64 = GET[card] - give
        times: i64 = 0
        while times < MOST_TIMES and covers(caravan, give):
            caravan += change
            times += 1
        return times

    def _list_cards_to_acquire(self, board: PlayerBoard, actions: list[int]) -> None:
        """Add the cards of the row for which there are cubes enough to pass the others (R4.1)."""
        reach: i64 = min(cube_total(board.caravan) + 1, len(self.row))
        codes: list[int] = []
        for position in range(reach):
            codes.append(ACQUIRE + self.row[position])
        codes.sort()
        actions.extend(codes)

    def _list_claims(self, board: PlayerBoard, actions: list[int]) -> None:
        """Add the point cards that the caravan pays for (R5.1)."""
        codes: list[int] = []
        for card in self.points:
            cost: i64 = COST[card]
            if covers(board.caravan, cost):
                codes.append(CLAIM + card)
        if len(codes) > 1:
            codes.sort()
        actions.extend(codes)

    def _returns(self, board: PlayerBoard) -> list[int]:
        """Return the cubes that can be returned next, a colour and its number (R6.1).

        Colours are named in ascending order, each once, so none up to the last one named and
        none that leaves too few of later colours to come down to the limit.
        """
        surplus = cube_total(board.caravan) - self.variant.caravan_limit
        actions: list[int] = []
        later = cube_total(board.caravan)
        for colour in range(SPICES):
            held = count_of(board.caravan, colour)
            later -= held
            if self.returned >> (8 * colour) == 0:
                fewest: i64 = max(1, surplus - later)
                for number in range(fewest, min(held, surplus) + 1):
                    actions.append(RETURN + colour * MOST_RETURNED + number - 1)
        return actions

    # --- what actions do ------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        self.answers += 1
        board = self.boards[seat]
        if action < ACQUIRE:
            self._play(seat, board, action)
            self._settle_caravan(seat, board)
        elif action < CLAIM:
            self._begin_acquiring(seat, board, action - ACQUIRE)
        elif action < REST:
            self._claim(seat, board, action - CLAIM)
            self._finish_turn(seat)
        elif action == REST:
            self._rest(seat, board)
            self._finish_turn(seat)
        elif action < RETURN:
            self._pay_cube(seat, board, action - PAY)
            self._go_on_acquiring(seat, board)
        else:
            code: i64 = action - RETURN
            self._return(seat, board, code // MOST_RETURNED, code % MOST_RETURNED + 1)
            self._settle_caravan(seat, board)

    def _play(self, seat: i64, board: PlayerBoard, action: i64) -> None:
        """Play a merchant card from the hand (R3)."""
        one: i64 = 1
        if action < UPGRADE:
            card: i64 = action if action < GAINS else START_GAIN
            self._gain(seat, board, card)
        elif action < TRADE:
            way: i64 = (action - UPGRADE) % UPGRADES
            card = UPGRADE_3 if action < UPGRADE + UPGRADES else START_UPGRADE
            self._upgrade(seat, board, card, way)
        else:
            code: i64 = action - TRADE
            card = FIRST_TRADE + code // TIMES
            self._trade(seat, board, card, code % TIMES)
        board.hand ^= one << card
        board.played |= one << card

    def _gain(self, seat: i64, board: PlayerBoard, card: i64) -> None:
        """Take the cubes that the card shows (R3.1)."""
        board.caravan += GET[card]
        if self.trace is not None:
            self.trace.note(facts.GAINED, [seat, card])

    def _upgrade(self, seat: i64, board: PlayerBoard, card: i64, way: i64) -> None:
        """Raise cubes by single steps (R3.2)."""
        board.caravan += UPGRADE_CHANGE[way]
        if self.trace is not None:
            self.trace.note(facts.UPGRADED, [seat, card] + list(UPGRADE_SETS[way]))

    def _trade(self, seat: i64, board: PlayerBoard, card: i64, times: i64) -> None:
        """Give and get cubes so many times (R3.3)."""
        change: i64 = GET[card] - GIVE[card]
        board.caravan += change * times
        if self.trace is not None:
            self.trace.note(facts.TRADED, [seat, card, times])

    def _begin_acquiring(self, seat: i64, board: PlayerBoard, card: i64) -> None:
        """Choose a card of the row and begin to pay for passing others (R4.1)."""
        self.target = self.position_of(card)
        self.paid = 0
        if self.trace is not None:
            self.trace.note(facts.ACQUIRING, [seat, card, self.target])
        self._go_on_acquiring(seat, board)

    def position_of(self, card: i64) -> i64:
        """Return the place of a card in the merchant row, -1 when it is not there."""
        for position in range(len(self.row)):
            if self.row[position] == card:
                return position
        return -1

    def _go_on_acquiring(self, seat: i64, board: PlayerBoard) -> None:
        """Ask for the next cube if there is a choice; take the card when all is paid (R4.2)."""
        while self.paid < self.target:
            colours = colours_in(board.caravan)
            if len(colours) > 1:
                self.owed = PAY_CUBE
                return
            forced: i64 = colours[0]
            self._pay_cube(seat, board, forced)
        self._take_card(seat, board)
        self._settle_caravan(seat, board)

    def _pay_cube(self, seat: i64, board: PlayerBoard, colour: i64) -> None:
        """Put a cube onto the leftmost card that has none of this payment (R4.2)."""
        one = cubes_of(colour, 1)
        board.caravan -= one
        self.row_cubes[self.paid] += one
        if self.trace is not None:
            self.trace.note(facts.PAID, [seat, colour, self.row[self.paid]])
        self.paid += 1

    def _take_card(self, seat: i64, board: PlayerBoard) -> None:
        """Take the card in hand and the cubes on it, fill the row up (R4.3, R4.4)."""
        one: i64 = 1
        card: i64 = self.row.pop(self.target)
        cubes: i64 = self.row_cubes.pop(self.target)
        board.hand |= one << card
        board.caravan += cubes
        self.target = -1
        self.paid = 0
        if self.trace is not None:
            self.trace.note(facts.ACQUIRED, [seat, card] + cube_list(cubes))
        if self.merchant_deck.cards:
            shown = self.merchant_deck.draw()
            self.row.append(shown)
            self.row_cubes.append(0)
            if self.trace is not None:
                self.trace.note(facts.MERCHANT_SHOWN, [shown])

    def _rest(self, seat: i64, board: PlayerBoard) -> None:
        """Take all played cards back in hand (R2.3)."""
        if self.trace is not None:
            self.trace.note(facts.RESTED, [seat, popcount(board.played)])
        board.hand |= board.played
        board.played = 0

    def _claim(self, seat: i64, board: PlayerBoard, card: i64) -> None:
        """Pay for a point card and take it, a coin if its place has one (R5)."""
        one: i64 = 1
        cost: i64 = COST[card]
        board.caravan -= cost
        board.claimed |= one << card
        if self.trace is not None:
            self.trace.note(facts.CLAIMED, [seat, card, POINTS[card]])
        position: i64 = self.points.index(card)
        self._take_coin(seat, board, self.coin_at(position))
        self.points.pop(position)
        if self.point_deck.cards:
            shown = self.point_deck.draw()
            self.points.append(shown)
            if self.trace is not None:
                self.trace.note(facts.POINT_CARD_SHOWN, [shown])

    def _take_coin(self, seat: i64, board: PlayerBoard, coin: i64) -> None:
        """Take the coin of the place (R5.2); with the last gold one the silver pile moves."""
        if coin == 0:
            return
        if coin == 2:
            self.gold -= 1
            board.gold += 1
        else:
            self.silver -= 1
            board.silver += 1
        if self.trace is not None:
            self.trace.note(facts.TOOK_COIN, [seat, coin - 1])
            if coin == 2 and self.gold == 0 and self.silver > 0:
                self.trace.note(facts.SILVER_MOVED, [self.silver])

    # --- the end of a turn ----------------------------------------------------------------------

    def _settle_caravan(self, seat: i64, board: PlayerBoard) -> None:
        """See to it that the caravan holds no more cubes than allowed (R6.1)."""
        while cube_total(board.caravan) > self.variant.caravan_limit:
            options = self._returns(board)
            if len(options) > 1:
                self.owed = RETURN_CUBES
                return
            code: i64 = options[0] - RETURN
            self._return(seat, board, code // MOST_RETURNED, code % MOST_RETURNED + 1)
        self._finish_turn(seat)

    def _return(self, seat: i64, board: PlayerBoard, colour: i64, number: i64) -> None:
        cubes = cubes_of(colour, number)
        board.caravan -= cubes
        self.returned += cubes
        if self.trace is not None:
            self.trace.note(facts.RETURNED, [seat, colour, number])

    def _finish_turn(self, seat: i64) -> None:
        """Pass the turn on, or end the match (R7.1)."""
        self._report_last_round(seat)
        self.turns += 1
        self.returned = 0
        self.owed = TURN
        if seat != self.seats - 1:
            return
        by_rules = self.end_cards_reached()
        if by_rules or self.turns == self.variant.turn_limit * self.seats:
            self.owed = OVER
            if self.trace is not None:
                self.trace.note(facts.ENDED, [0 if by_rules else 1])

    def _report_last_round(self, seat: i64) -> None:
        """Report that a player is the first to have the cards that end the match (R7.1)."""
        if self.trace is None:
            return
        for other in range(self.seats):
            if other != seat and self.boards[other].claims() >= self.variant.end_cards:
                return
        claims = self.boards[seat].claims()
        if claims >= self.variant.end_cards:
            self.trace.note(facts.LAST_ROUND, [seat, claims])

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> CenturyState:
        return CenturyState(
            self.seats,
            self.variant,
            self.row.copy(),
            self.row_cubes.copy(),
            self.points.copy(),
            self.merchant_deck.clone(),
            self.point_deck.clone(),
            self.gold,
            self.silver,
            [board.clone() for board in self.boards],
            self.owed,
            self.turns,
            self.answers,
            self.target,
            self.paid,
            self.returned,
        )

    def determinize(self, seat: i64, seed: i64) -> CenturyState:
        copy = self.clone()
        copy.redraw_hidden(seed)
        return copy

    # --- standings ------------------------------------------------------------------------------

    def turn(self) -> i64:
        """Return the number of player turns completed."""
        return self.turns

    def progress(self) -> float:
        return scores.progress(self)

    def values(self) -> list[float]:
        return scores.values(self)

    def action_scores(self, seat: i64, actions: list[int]) -> list[int]:
        return scores.action_scores(self, seat, actions)

    def standings(self) -> list[int]:
        """Return the score first, then the seat: the later one is placed higher (R7.3)."""
        result: list[int] = []
        for seat in range(self.seats):
            late: i64 = seat if self.variant.latest_wins else 0
            result.append(self.boards[seat].score() * 8 + late)
        return result

    def capped(self) -> bool:
        return self.owed == OVER and not self.end_cards_reached()
