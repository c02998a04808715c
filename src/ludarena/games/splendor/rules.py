"""The rules of Splendor as a state: what is legal, and what an action does."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted, members, tally_list
from ludarena.core.trace import EVERYBODY, only
from ludarena.games.splendor import facts, scores
from ludarena.games.splendor.actions import (
    BUY,
    NOBLE,
    PASS,
    RESERVE,
    RESERVE_DECK,
    RETURN,
    TAKE,
    TAKE_TWO,
)
from ludarena.games.splendor.gems import (
    GEM_COLOURS,
    GEMS,
    GOLD,
    GOLD_SHIFT,
    TOPS,
    colours_in,
    covers,
    gem_total,
    lacking,
    token_total,
)
from ludarena.games.splendor.state import (
    CHOOSE_NOBLE,
    OVER,
    RETURN_TOKENS,
    TURN,
    PlayerBoard,
    SplendorTable,
    put_in_order,
)
from ludarena.games.splendor.tables import (
    COST,
    LEVELS,
    NOBLE_POINTS,
    NOBLE_WANTS,
    PAYMENT,
    PAYMENT_FIRST,
    PAYMENTS,
    RESERVE_LIMIT,
    TAKE_TALLY,
    TAKE_TWO_PILE,
    TAKES_FORCED,
    TAKES_FREE,
    TOKEN_LIMIT,
    level_of,
)


class SplendorState(SplendorTable):
    """A match of Splendor; rule numbers are those of `rules.md`."""

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
        if self.owed == TURN:
            return self._turn_actions(self.boards[seat])
        if self.owed == RETURN_TOKENS:
            return self._returns(self.boards[seat])
        return [NOBLE + noble for noble in members(self._visitors(self.boards[seat]))]

    def _turn_actions(self, board: PlayerBoard) -> list[int]:
        """Return the main actions of a turn (R2); passing is one only if there is no other."""
        actions: list[int] = []
        self._list_takes(actions)
        if board.reserves() < RESERVE_LIMIT:
            self._list_reserves(actions)
        self._list_purchases(board, actions)
        if not actions:
            actions.append(PASS)
        return actions

    def _list_takes(self, actions: list[int]) -> None:
        """Add the ways to take gems (R3.1, R3.2)."""
        open_piles = colours_in(self.supply)
        sets = TAKES_FREE[open_piles] if self.variant.free_take else TAKES_FORCED[open_piles]
        for row in sets:
            actions.append(TAKE + row)
        for colour in range(GEM_COLOURS):
            if count_in(self.supply, colour) >= TAKE_TWO_PILE:
                actions.append(TAKE_TWO + colour)

    def _list_reserves(self, actions: list[int]) -> None:
        """Add the cards and decks that can be reserved from (R3.3)."""
        for card in self.market:
            actions.append(RESERVE + card)
        for level in range(LEVELS):
            if self.decks[level].cards:
                actions.append(RESERVE_DECK + level)

    def _list_purchases(self, board: PlayerBoard, actions: list[int]) -> None:
        """Add the cards that can be bought, with each way to pay (R4.1 to R4.3)."""
        cards = self.market
        if board.reserved or board.blind:
            cards = cards + board.reserved + board.blind
            cards.sort()
        gems: i64 = board.tokens & GEMS
        gold: i64 = board.tokens >> GOLD_SHIFT
        bonuses: i64 = board.bonuses
        for card in cards:
            cost: i64 = COST[card]
            price = lacking(cost, bonuses)
            missing = lacking(price, gems)
            needed = gem_total(missing)
            if needed <= gold:
                self._list_payments(card, price, missing, needed, gold, actions)

    def _list_payments(
        self, card: i64, price: i64, missing: i64, needed: i64, gold: i64, actions: list[int]
    ) -> None:
        """Add the ways to pay: gold for each missing gem, and for others if that is an option."""
        most: i64 = needed
        if self.variant.choose_payment:
            most = min(gold, gem_total(price))
        if most == 0:
            actions.append(BUY + card * PAYMENTS)
            return
        end: i64 = PAYMENT_FIRST[most + 1]
        for row in range(PAYMENT_FIRST[needed], end):
            paid: i64 = PAYMENT[row]
            if ((paid | TOPS) - missing) & ((price | TOPS) - paid) & TOPS == TOPS:
                actions.append(BUY + card * PAYMENTS + row)

    def _returns(self, board: PlayerBoard) -> list[int]:
        """Return the tokens that can be returned next (R5.1).

        Tokens are named in ascending order: none before the last one named, and none that
        leaves too few behind it to come down to the limit.
        """
        surplus = token_total(board.tokens) - TOKEN_LIMIT
        last: i64 = 0
        for token in range(GOLD + 1):
            if count_in(self.returned, token):
                last = token
        actions: list[int] = []
        left: i64 = 0
        token = GOLD
        while token >= last:
            held = count_in(board.tokens, token)
            left += held
            if held and left >= surplus:
                actions.append(RETURN + token)
            token -= 1
        actions.reverse()
        return actions

    def _visitors(self, board: PlayerBoard) -> i64:
        """Return the mask of nobles whose wishes the player's bonuses meet (R5.2)."""
        mask: i64 = 0
        one: i64 = 1
        for noble in members(self.nobles):
            wants: i64 = NOBLE_WANTS[noble]
            if covers(board.bonuses, wants):
                mask |= one << noble
        return mask

    # --- what actions do ------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        self.answers += 1
        board = self.boards[seat]
        if action >= RETURN:
            self._answer_late(seat, board, action)
            return
        if action < TAKE_TWO:
            gems: i64 = TAKE_TALLY[action - TAKE]
            self._take(seat, board, gems)
        elif action < RESERVE:
            self._take(seat, board, counted(action - TAKE_TWO, 2))
        elif action < RESERVE_DECK:
            self._reserve(seat, board, action - RESERVE)
        elif action < BUY:
            self._reserve_blind(seat, board, action - RESERVE_DECK)
        else:
            code: i64 = action - BUY
            gold: i64 = PAYMENT[code % PAYMENTS]
            self._buy(seat, board, code // PAYMENTS, gold)
        self._settle_tokens(seat, board)

    def _answer_late(self, seat: i64, board: PlayerBoard, action: i64) -> None:
        """Act on a pass, or on an answer to the end-of-turn steps."""
        if action == PASS:
            if self.trace is not None:
                self.trace.note(facts.PASSED, [seat])
            self._settle_tokens(seat, board)
        elif action >= NOBLE:
            self._visit(seat, board, action - NOBLE)
            self._finish_turn(seat)
        else:
            self._return_token(seat, board, action - RETURN)
            self._settle_tokens(seat, board)

    def _take(self, seat: i64, board: PlayerBoard, gems: i64) -> None:
        """Take gems from the supply (R3.1, R3.2)."""
        self.supply -= gems
        board.tokens += gems
        if self.trace is not None:
            self.trace.note(facts.TOOK, [seat] + tally_list(gems, GEM_COLOURS))

    def _reserve(self, seat: i64, board: PlayerBoard, card: i64) -> None:
        """Take a face-up card in hand, and a gold token (R3.3)."""
        put_in_order(board.reserved, card)
        if self.trace is not None:
            self.trace.note(facts.RESERVED, [seat, card])
        self._take_gold(seat, board)
        self._replace(card)

    def _reserve_blind(self, seat: i64, board: PlayerBoard, level: i64) -> None:
        """Take the top card of a deck in hand unseen by others, and a gold token (R3.3)."""
        card = self.decks[level].draw()
        put_in_order(board.blind, card)
        if self.trace is not None:
            seers: i64 = EVERYBODY if self.variant.all_public else only(seat)
            self.trace.note_secret(facts.RESERVED_BLIND, [seat, level], [card], seers)
        self._take_gold(seat, board)

    def _take_gold(self, seat: i64, board: PlayerBoard) -> None:
        """Take a gold token, if one is left (R3.3)."""
        if self.supply >> GOLD_SHIFT == 0:
            return
        gold = counted(GOLD, 1)
        self.supply -= gold
        board.tokens += gold
        if self.trace is not None:
            self.trace.note(facts.TOOK_GOLD, [seat])

    def _buy(self, seat: i64, board: PlayerBoard, card: i64, gold: i64) -> None:
        """Pay a card's price and put it into the tableau (R4); `gold` stands for these gems."""
        cost: i64 = COST[card]
        paid = lacking(cost, board.bonuses) - gold + counted(GOLD, gem_total(gold))
        board.tokens -= paid
        self.supply += paid
        face_up = self.is_face_up(card)
        if self.trace is not None:
            self.trace.note(facts.BOUGHT, [seat, card, 0 if face_up else 1])
            if paid:
                self.trace.note(facts.PAID, [seat] + tally_list(paid, GOLD + 1))
        board.add_bought(card)
        if face_up:
            self._replace(card)
        elif card in board.blind:
            board.blind.remove(card)
        else:
            board.reserved.remove(card)

    def _replace(self, card: i64) -> None:
        """Take a card out of its row and show the next one of its deck, if any (R3.4)."""
        self.market.remove(card)
        level = level_of(card)
        if self.decks[level].cards == 0:
            if self.trace is not None:
                self.trace.note(facts.PLACE_EMPTY, [level])
            return
        shown = self.decks[level].draw()
        put_in_order(self.market, shown)
        if self.trace is not None:
            self.trace.note(facts.CARD_SHOWN, [shown])

    # --- the end of a turn ----------------------------------------------------------------------

    def _settle_tokens(self, seat: i64, board: PlayerBoard) -> None:
        """See to it that the player holds no more tokens than allowed (R5.1)."""
        while token_total(board.tokens) > TOKEN_LIMIT:
            options = self._returns(board)
            if len(options) > 1:
                self.owed = RETURN_TOKENS
                return
            forced: i64 = options[0]
            self._return_token(seat, board, forced - RETURN)
        self._settle_nobles(seat, board)

    def _return_token(self, seat: i64, board: PlayerBoard, token: i64) -> None:
        one = counted(token, 1)
        board.tokens -= one
        self.supply += one
        self.returned += one
        if self.trace is not None:
            self.trace.note(facts.RETURNED, [seat, token])

    def _settle_nobles(self, seat: i64, board: PlayerBoard) -> None:
        """Let one noble visit, or ask which of several (R5.2)."""
        visitors = self._visitors(board)
        if visitors == 0:
            self._finish_turn(seat)
        elif visitors & (visitors - 1):
            self.owed = CHOOSE_NOBLE
        else:
            noble: i64 = members(visitors)[0]
            self._visit(seat, board, noble)
            self._finish_turn(seat)

    def _visit(self, seat: i64, board: PlayerBoard, noble: i64) -> None:
        one: i64 = 1
        points: i64 = NOBLE_POINTS[noble]
        self.nobles ^= one << noble
        board.nobles |= one << noble
        board.points += points
        if self.trace is not None:
            self.trace.note(facts.VISITED, [seat, noble, points])

    def _finish_turn(self, seat: i64) -> None:
        """Pass the turn on, or end the match (R6)."""
        self._report_target(seat)
        self.turns += 1
        self.returned = 0
        self.owed = TURN
        last_seat = seat == self.seats - 1
        by_rules = (last_seat or not self.variant.equal_turns) and self.target_met()
        if by_rules or self.turns == self.variant.turn_limit * self.seats:
            self.owed = OVER
            if self.trace is not None:
                self.trace.note(facts.ENDED, [0 if by_rules else 1])

    def _report_target(self, seat: i64) -> None:
        """Report that a player is the first to reach the target (R6.1)."""
        if self.trace is None:
            return
        target = self.variant.target
        for other in range(self.seats):
            if other != seat and self.boards[other].points >= target:
                return
        points = self.boards[seat].points
        if points >= target:
            self.trace.note(facts.TARGET_MET, [seat, points])

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> SplendorState:
        return SplendorState(
            self.seats,
            self.variant,
            self.supply,
            self.nobles,
            self.market.copy(),
            [deck.clone() for deck in self.decks],
            [board.clone() for board in self.boards],
            self.owed,
            self.turns,
            self.answers,
            self.returned,
        )

    def determinize(self, seat: i64, seed: i64) -> SplendorState:
        copy = self.clone()
        copy.redraw_hidden(seat, seed)
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
        """Return points first, then fewest bought cards (R6.3)."""
        result: list[int] = []
        for board in self.boards:
            result.append(board.points * 128 + 127 - board.cards())
        return result

    def capped(self) -> bool:
        return self.owed == OVER and not self.target_met()
