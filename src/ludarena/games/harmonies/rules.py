"""The rules of Harmonies as a state: what is legal, and what an action does."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted, popcount, total
from ludarena.core.trace import only
from ludarena.games.harmonies import facts, scores, scoring
from ludarena.games.harmonies.actions import CARD, CUBE, END, PLACE, SPIRIT, TAKE
from ludarena.games.harmonies.grid import BIT, HEXES
from ludarena.games.harmonies.state import (
    CHOOSE_SPIRIT,
    FINISH,
    OVER,
    PLACE_TOKENS,
    TURN,
    HarmoniesTable,
    PlayerBoard,
    put_in_order,
)
from ludarena.games.harmonies.tables import (
    ANIMALS,
    CARD_LIMIT,
    COLOUR_COUNT,
    CUBES,
    EMPTY_LIMIT,
    FACE_UP,
    GROUP_SIZE,
    GROUP_TALLY,
    GROUPS,
    LADDER,
)


class HarmoniesState(HarmoniesTable):
    """A match of Harmonies; rule numbers are those of `rules.md`."""

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
        actions: list[int] = []
        if self.owed == CHOOSE_SPIRIT:
            for card in board.offered:
                actions.append(SPIRIT + card - ANIMALS)
            return actions
        if self.owed == TURN:
            self._list_groups(actions)
        elif self.owed == PLACE_TOKENS:
            self._list_placements(board, actions)
        self._list_cards(board, actions)
        self._list_cubes(board, actions)
        if self.owed == FINISH:
            actions.append(END)
        return actions

    def _list_groups(self, actions: list[int]) -> None:
        """Add the groups of tokens on the central board, equal ones once (R2.2)."""
        last: i64 = -1
        for group in self.spaces:
            row: i64 = group
            if row != last:
                actions.append(TAKE + row)
            last = row

    def _list_placements(self, board: PlayerBoard, actions: list[int]) -> None:
        """Add where each colour in hand can be placed (R3)."""
        for colour in range(COLOUR_COUNT):
            if count_in(self.hand, colour):
                base: i64 = PLACE + colour * HEXES
                _list_hexes(board.land.open_to(colour), base, actions)

    def _list_cards(self, board: PlayerBoard, actions: list[int]) -> None:
        """Add the animal cards that can be taken (R2.3)."""
        if not self.may_take_card(board):
            return
        left: i64 = self.cubes_left() if self.variant.scarce else 6
        for card in self.row:
            if CUBES[card] <= left:
                actions.append(CARD + card)

    def may_take_card(self, board: PlayerBoard) -> bool:
        """Return whether the seat has taken no card in this turn and has a free place for one."""
        return not self.card_taken and len(board.cards) < CARD_LIMIT

    def _list_cubes(self, board: PlayerBoard, actions: list[int]) -> None:
        """Add where a cube of each card above the board can be placed (R4)."""
        for entry in board.cards:
            card: i64 = entry
            card >>= 3
            _list_hexes(board.land.homes(card), CUBE + card * HEXES, actions)

    # --- what actions do ------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        self.answers += 1
        board = self.boards[seat]
        if action < PLACE:
            self._take(seat, action - TAKE)
        elif action < CARD:
            self._place(seat, board, action - PLACE)
        elif action < CUBE:
            self._take_card(seat, board, action - CARD)
        elif action < SPIRIT:
            self._place_cube(seat, board, action - CUBE)
        elif action < END:
            self._keep_spirit(seat, board, ANIMALS + action - SPIRIT)
        else:
            self._end_turn(seat, board)
            return
        self._go_on(seat, board)

    def _go_on(self, seat: i64, board: PlayerBoard) -> None:
        """Make the steps that leave no choice, up to the next decision."""
        while self.owed == PLACE_TOKENS:
            if self.hand == 0:
                self.owed = FINISH
            elif popcount(board.land.empty()) > 1:
                return
            else:
                actions = self.legal_actions(seat)
                if len(actions) > 1:
                    return
                self._place(seat, board, actions[0] - PLACE)
        if self.owed == FINISH and len(self.legal_actions(seat)) == 1:
            self._end_turn(seat, board)

    def _take(self, seat: i64, group: i64) -> None:
        """Take the three tokens of a central space (R2.2)."""
        for place in range(len(self.spaces)):
            if self.spaces[place] == group:
                self.spaces.pop(place)
                break
        self.hand = GROUP_TALLY[group]
        self.owed = PLACE_TOKENS
        if self.trace is not None:
            self.trace.note(facts.TOOK, [seat] + list(GROUPS[group]))

    def _place(self, seat: i64, board: PlayerBoard, code: i64) -> None:
        """Put a token on a hex (R3)."""
        colour: i64 = code // HEXES
        at: i64 = BIT[code % HEXES]
        board.land.place(colour, at)
        self.hand -= counted(colour, 1)
        if self.trace is not None:
            height = board.land.height(at)
            self.trace.note(facts.PLACED, [seat, colour, code % HEXES, height])

    def _take_card(self, seat: i64, board: PlayerBoard, card: i64) -> None:
        """Put a face-up animal card above the board, with cubes on it (R2.3)."""
        for place in range(len(self.row)):
            if self.row[place] == card:
                self.row.pop(place)
                break
        put_in_order(board.cards, 8 * card)
        self.card_taken = True
        if self.trace is not None:
            self.trace.note(facts.CARD_TAKEN, [seat, card])

    def _place_cube(self, seat: i64, board: PlayerBoard, code: i64) -> None:
        """Put the lowest cube of a card on a hex; a card without cubes is complete (R4)."""
        card: i64 = code // HEXES
        at: i64 = BIT[code % HEXES]
        board.land.cubes |= at
        if card >= ANIMALS:
            board.land.spirit_cube = at
        place = board.place_of(card)
        entry: i64 = board.cards[place]
        placed: i64 = (entry & 7) + 1
        if self.trace is not None:
            points: i64 = LADDER[6 * card + placed]
            self.trace.note(facts.CUBE_PLACED, [seat, card, code % HEXES, points])
        if placed < CUBES[card]:
            board.cards[place] = entry + 1
            return
        board.cards.pop(place)
        put_in_order(board.complete, card)
        if self.trace is not None:
            self.trace.note(facts.CARD_COMPLETED, [seat, card])

    def _keep_spirit(self, seat: i64, board: PlayerBoard, card: i64) -> None:
        """Keep one of two spirits, return the other one unseen (R1.4)."""
        returned: i64 = board.offered[0]
        if returned == card:
            returned = board.offered[1]
        board.offered = []
        board.spirit = card
        board.returned = returned
        put_in_order(board.cards, 8 * card)
        self.owed = TURN
        if self.trace is not None:
            self.trace.note_secret(facts.SPIRIT_KEPT, [seat, card], [returned], only(seat))

    # --- end of a turn --------------------------------------------------------------------------

    def _end_turn(self, seat: i64, board: PlayerBoard) -> None:
        """Refill, check for the end, and pass the turn on (R2.5, R5)."""
        if self.trace is not None:
            self.trace.note(facts.TURN_ENDED, [seat])
        self.refill_space()
        self.refill_row()
        empty = popcount(board.land.empty())
        if empty <= EMPTY_LIMIT:
            self.ending = True
            if self.trace is not None:
                self.trace.note(facts.BOARD_FULL, [seat, empty])
        self.turns += 1
        self.card_taken = False
        if self.ending and self.turns % self.seats == 0:
            self.owed = OVER
            if self.trace is not None:
                self.trace.note(facts.ENDED, [])
        elif self.boards[self.turns % self.seats].offered:
            self.owed = CHOOSE_SPIRIT
        else:
            self.owed = TURN

    def refill_space(self) -> None:
        """Put three tokens on the empty space; if the pouch has none, the end comes (R5.2)."""
        if total(self.pouch) < GROUP_SIZE:
            self.ending = True
            if self.trace is not None:
                self.trace.note(facts.POUCH_EMPTY, [])
            return
        group = self.draw_tokens()
        put_in_order(self.spaces, group)
        if self.trace is not None:
            self.trace.note(facts.TOKENS_DRAWN, list(GROUPS[group]))

    def refill_row(self) -> None:
        """Turn cards of the deck face up until five lie open (R2.5)."""
        while len(self.row) < FACE_UP and self.deck:
            card = self.draw_card()
            put_in_order(self.row, card)
            if self.trace is not None:
                self.trace.note(facts.CARD_SHOWN, [card])

    # --- copies, scores -------------------------------------------------------------------------

    def clone(self) -> HarmoniesState:
        return HarmoniesState(
            self.seats,
            self.variant,
            self.pouch,
            self.pouch_chance,
            self.deck,
            self.deck_chance,
            self.spaces.copy(),
            self.row.copy(),
            [board.clone() for board in self.boards],
            self.owed,
            self.turns,
            self.answers,
            self.hand,
            self.card_taken,
            self.ending,
        )

    def determinize(self, seat: i64, seed: i64) -> HarmoniesState:
        copy = self.clone()
        copy.redraw_hidden(seat, seed)
        return copy

    def action_scores(self, seat: i64, actions: list[int]) -> list[int]:
        return scores.action_scores(self, seat, actions)

    def turn(self) -> i64:
        """Return the number of player turns completed, all seats together."""
        return self.turns

    def progress(self) -> float:
        return scores.progress(self)

    def values(self) -> list[float]:
        return scores.values(self)

    def standings(self) -> list[int]:
        """Return 100 times the points plus the cubes that decide ties (R6.8)."""
        result: list[int] = []
        for board in self.boards:
            points = scoring.points_of(board, self.variant)
            result.append(100 * points + scoring.tie_cubes(board, self.variant))
        return result


def _list_hexes(mask: i64, base: i64, actions: list[int]) -> None:
    """Add an action for each hex of a mask."""
    if mask == 0:
        return
    for number in range(HEXES):
        bit: i64 = BIT[number]
        if mask & bit:
            actions.append(base + number)
