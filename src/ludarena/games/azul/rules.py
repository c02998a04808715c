"""The rules of Azul, one method a rule; numbers refer to `rules.md`."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import (
    SLOT_BITS,
    SLOT_MASK,
    count_in,
    counted,
    members,
    nth_member,
    popcount,
    tally_list,
    total,
)
from ludarena.core.rng import Stream, mix
from ludarena.core.trace import Trace
from ludarena.games.azul import facts
from ludarena.games.azul.actions import (
    COLOUR_STEP,
    SOURCE_STEP,
    TILE,
    colour_of,
    source_of,
    target_of,
)
from ludarena.games.azul.board import PlayerBoard, empty_board
from ludarena.games.azul.scores import draft_scores, standing_of_seats, tile_scores
from ludarena.games.azul.scoring import (
    complete_colours,
    complete_columns,
    complete_rows,
)
from ludarena.games.azul.state import (
    IN_CENTRE,
    OFFER,
    OVER,
    TILING,
    AzulTable,
    Terms,
    colours_in,
    nth_tile,
)
from ludarena.games.azul.tables import (
    CENTRE,
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMN_OF,
    FIRST_ROUND,
    FLOOR,
    FLOOR_LOSS,
    FULL,
    LINES,
    ROW_BONUS,
    TARGETS,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
)


class AzulState(AzulTable):
    """A match of Azul: what may be done, and what follows."""

    # --- copies -----------------------------------------------------------------------------

    def clone(self) -> AzulState:
        boards: list[PlayerBoard] = []
        for board in self.boards:
            boards.append(board.clone())
        return AzulState(
            self.terms,
            boards,
            self.sources.copy(),
            self.offered,
            self.bag,
            self.lid,
            Stream(self.draws.state),
            self.phase,
            self.round_number,
            self.starter,
            self.marker,
            self.seat,
            self.line,
            self.blocks,
            self.turns,
        )

    def determinize(self, seat: i64, seed: i64) -> AzulState:
        """Return a copy whose draws to come are drawn anew; all else is public in Azul."""
        copy = self.clone()
        copy.draws = Stream(mix(seed, 0))
        return copy

    # --- decisions --------------------------------------------------------------------------

    def legal_actions(self, seat: i64) -> list[int]:
        if seat != self.seat or self.phase == OVER:
            return []
        if self.phase == TILING:
            return self._legal_columns()
        return self._legal_drafts()

    def apply(self, seat: i64, action: i64) -> None:
        self.blocks += 1
        if action < TILE:
            self._draft(seat, source_of(action), colour_of(action), target_of(action))
        else:
            self._tile_wall(seat, self.line, action - TILE)
            self.line += 1
            self._tile_walls()

    def _legal_drafts(self) -> list[int]:
        """Return all picks with all their targets (R2.2, R2.4, R2.5)."""
        open_lines: i64 = self.boards[self.seat].open_lines
        result: list[int] = []
        for source in range(CENTRE + 1):
            offer: i64 = self.sources[source]
            code: i64 = source * SOURCE_STEP
            lines: i64 = open_lines
            while offer > 0:
                if offer & SLOT_MASK > 0:
                    for target in TARGETS[lines & FULL]:
                        result.append(code + target)
                offer >>= SLOT_BITS
                lines >>= LINES
                code += COLOUR_STEP
        return result

    def _legal_columns(self) -> list[int]:
        board = self.boards[self.seat]
        free: i64 = board.free_columns(self.line, board.colour_in_line(self.line))
        return [TILE + column for column in members(free)]

    # --- R2, the factory offer --------------------------------------------------------------

    def _draft(self, seat: i64, source: i64, colour: i64, target: i64) -> None:
        """Pick tiles and place them; then the next seat, or the end of the phase (R2.8)."""
        self.turns += 1
        tiles: i64 = count_in(self.sources[source], colour)
        if self.trace is not None:
            self.trace.note(facts.PICKED, [seat, source, colour, tiles, target])
        if source == CENTRE:
            self._pick_from_centre(seat, colour)
        else:
            self._pick_from_factory(source, colour)
        self.offered -= tiles
        if target == FLOOR:
            self._floor_tiles(seat, colour, tiles)
        else:
            self._fill_line(seat, target, colour, tiles)
        self.seat = self._after(seat)
        if self.offered == 0:
            self._begin_tiling()

    def _pick_from_factory(self, factory: i64, colour: i64) -> None:
        """Take a colour from a factory, push its other tiles to the centre (R2.2)."""
        offer: i64 = self.sources[factory]
        others: i64 = offer - counted(colour, count_in(offer, colour))
        centre: i64 = self.sources[CENTRE]
        self.sources[factory] = 0
        self.sources[CENTRE] = centre + others
        if self.trace is not None and others > 0:
            self.trace.note(facts.PUSHED, [factory, *colours_in(others)])

    def _pick_from_centre(self, seat: i64, colour: i64) -> None:
        """Take a colour from the centre; the first to do so takes the marker first (R2.3)."""
        offer: i64 = self.sources[CENTRE]
        self.sources[CENTRE] = offer - counted(colour, count_in(offer, colour))
        if self.marker == IN_CENTRE:
            self._take_marker(seat)

    def _take_marker(self, seat: i64) -> None:
        """Take the starting-player marker to the floor line (R2.3)."""
        self.marker = seat
        board = self.boards[seat]
        space: i64 = board.put_marker_on_floor()
        replaced: i64 = -1
        if space == 0 and self.terms.replace_last:
            replaced = board.replace_last_on_floor()
            self.lid += counted(replaced, 1)
            space = board.floor_count
        if self.trace is not None:
            self.trace.note(facts.MARKER_TAKEN, [seat, space, replaced])

    def _fill_line(self, seat: i64, line: i64, colour: i64, tiles: i64) -> None:
        """Put the tiles into one pattern line, the overflow on the floor (R2.4, R2.6)."""
        board = self.boards[seat]
        over: i64 = board.fill_line(line, colour, tiles)
        if self.trace is not None:
            self.trace.note(
                facts.LINE_FILLED, [seat, line, colour, tiles - over, board.in_line(line)]
            )
        if over > 0:
            self._floor_tiles(seat, colour, over)

    def _floor_tiles(self, seat: i64, colour: i64, tiles: i64) -> None:
        """Put tiles on the floor line; those without a space go to the lid (R2.7)."""
        over: i64 = self.boards[seat].put_on_floor(colour, tiles)
        self.lid += counted(colour, over)
        if self.trace is not None:
            self.trace.note(facts.FLOORED, [seat, colour, tiles - over, over])

    def _after(self, seat: i64) -> i64:
        """Return the seat to the left."""
        return seat + 1 if seat + 1 < self.seats else 0

    # --- R3, wall-tiling --------------------------------------------------------------------

    def _begin_tiling(self) -> None:
        """Tile the walls, beginning with the seat that began the round (R3.1)."""
        self.phase = TILING
        self.seat = self.starter
        self.line = 0
        self._tile_walls()

    def _tile_walls(self) -> None:
        """Tile on, line by line and seat by seat, until a seat has a choice or all are done."""
        while self._tile_lines():
            self._clear_floor(self.seat)
            self.line = 0
            self.seat = self._after(self.seat)
            if self.seat == self.starter:
                self._end_round()
                return

    def _tile_lines(self) -> bool:
        """Tile the seat's lines from `line` on; return False if it has to choose (R3.2)."""
        board = self.boards[self.seat]
        while self.line < LINES:
            if board.is_full(self.line):
                if not self.terms.grey_wall:
                    colour: i64 = board.colour_in_line(self.line)
                    self._tile_wall(self.seat, self.line, COLUMN_OF[LINES * self.line + colour])
                elif not self._tile_grey(self.seat, self.line):
                    return False
            self.line += 1
        return True

    def _tile_grey(self, seat: i64, line: i64) -> bool:
        """Tile a line that has at most one column; return False if it has several (R3.5)."""
        board = self.boards[seat]
        free: i64 = board.free_columns(line, board.colour_in_line(line))
        if popcount(free) > 1:
            return False
        if free == 0:
            self._drop_line(seat, line)
        else:
            self._tile_wall(seat, line, nth_member(free, 0))
        return True

    def _tile_wall(self, seat: i64, line: i64, column: i64) -> None:
        """Move one tile of a full line to the wall, the others to the lid; score (R3.2, R3.3)."""
        board = self.boards[seat]
        colour: i64 = board.colour_in_line(line)
        points: i64 = board.place(line, column, colour)
        rest: i64 = board.empty_line(line) - 1
        self.lid += counted(colour, rest)
        if self.trace is not None:
            self.trace.note(facts.TILED, [seat, line, column, colour, points, rest])

    def _drop_line(self, seat: i64, line: i64) -> None:
        """Drop a full line that no column takes to the floor line (R3.6)."""
        board = self.boards[seat]
        colour: i64 = board.colour_in_line(line)
        tiles: i64 = board.empty_line(line)
        over: i64 = board.put_on_floor(colour, tiles)
        self.lid += counted(colour, over)
        if self.trace is not None:
            self.trace.note(facts.NO_COLUMN, [seat, line, colour, tiles - over, over])

    def _clear_floor(self, seat: i64) -> None:
        """Take off the loss of the floor line; its tiles go to the lid (R3.4)."""
        board = self.boards[seat]
        spaces: i64 = board.floor_count
        if spaces == 0:
            return
        self.lid += board.floor_tiles()
        lost: i64 = board.lose_floor()
        if self.trace is not None:
            self.trace.note(
                facts.FLOOR_CLEARED, [seat, spaces, FLOOR_LOSS[spaces], lost, board.score]
            )

    # --- R4, the next round -----------------------------------------------------------------

    def _end_round(self) -> None:
        """End the match (R5) or begin the next round (R4)."""
        if self.some_row_is_complete():
            self._end(facts.ENDED_BY_ROW)
        elif self.round_number == self.terms.round_limit:
            self._end(facts.ENDED_BY_LIMIT)
        elif self.bag == 0 and self.lid == 0:
            self._end(facts.ENDED_WITHOUT_TILES)
        else:
            self.round_number += 1
            if self.marker != IN_CENTRE:
                self.starter = self.marker
            self.begin_round()

    def begin_round(self) -> None:
        """Lay the marker in the centre and fill the factories (R1.3, R1.4, R4.1, R4.2)."""
        self.phase = OFFER
        self.marker = IN_CENTRE
        self.seat = self.starter
        if self.trace is not None:
            self.trace.note(facts.ROUND_BEGAN, [self.round_number, self.starter])
        for factory in range(self.terms.factories):
            self._fill_factory(factory)

    def _fill_factory(self, factory: i64) -> None:
        """Draw four tiles; an empty bag takes back the lid, at need in the middle (R4.3, R4.4)."""
        left: i64 = total(self.bag)
        tiles: i64 = 0
        drawn: i64 = 0
        while drawn < TILES_PER_FACTORY:
            if left == 0:
                self._return_lid()
                left = total(self.bag)
                if left == 0:
                    break
            colour: i64 = nth_tile(self.bag, self.draws.below(left))
            self.bag -= counted(colour, 1)
            tiles += counted(colour, 1)
            left -= 1
            drawn += 1
        self.sources[factory] = tiles
        self.offered += drawn
        if self.trace is not None and drawn > 0:
            self.trace.note(facts.FACTORY_FILLED, [factory, *colours_in(tiles)])

    def _return_lid(self) -> None:
        """Put all tiles of the lid into the bag (R4.3)."""
        if self.trace is not None and self.lid > 0:
            self.trace.note(facts.LID_RETURNED, tally_list(self.lid, COLOURS))
        self.bag = self.lid
        self.lid = 0

    # --- R5, the end ------------------------------------------------------------------------

    def _end(self, reason: i64) -> None:
        """Give the bonuses to all seats and close the match (R5.3)."""
        scores: list[int] = []
        for seat in range(self.seats):
            self._give_bonuses(seat)
            scores.append(self.boards[seat].score)
        self.phase = OVER
        if self.trace is not None:
            self.trace.note(facts.ENDED, [reason, self.round_number, *scores])

    def _give_bonuses(self, seat: i64) -> None:
        """Add the points of complete rows, columns and colours (R5.3)."""
        board = self.boards[seat]
        rows: i64 = complete_rows(board.wall)
        columns: i64 = complete_columns(board.wall)
        colours: i64 = complete_colours(board.tiles)
        self._give_bonus(seat, facts.BONUS_ROWS, rows, ROW_BONUS * rows)
        self._give_bonus(seat, facts.BONUS_COLUMNS, columns, COLUMN_BONUS * columns)
        self._give_bonus(seat, facts.BONUS_COLOURS, colours, COLOUR_BONUS * colours)

    def _give_bonus(self, seat: i64, kind: i64, number: i64, points: i64) -> None:
        if number == 0:
            return
        board = self.boards[seat]
        board.score += points
        if self.trace is not None:
            self.trace.note(facts.BONUS, [seat, kind, number, points, board.score])

    # --- standing and heuristic -------------------------------------------------------------

    def action_scores(self, seat: i64, actions: list[int]) -> list[int]:
        """Return the worth of each action in hundredths of a point; see `scores.py`."""
        if self.phase == TILING:
            return tile_scores(self, seat, actions)
        return draft_scores(self, seat, actions)

    def values(self) -> list[float]:
        return standing_of_seats(self)


def new_match(terms: Terms, draws: Stream, trace: Trace | None) -> AzulState:
    """Return a match in its first round, factories filled (R1)."""
    boards: list[PlayerBoard] = []
    for _ in range(terms.seats):
        boards.append(empty_board())
    bag: i64 = 0
    for colour in range(COLOURS):
        bag += counted(colour, TILES_PER_COLOUR)
    state = AzulState(
        terms, boards, [0] * (CENTRE + 1), 0, bag, 0, draws, OFFER, FIRST_ROUND, 0, IN_CENTRE,
        0, 0, 0, 0,
    )  # fmt: skip
    state.trace = trace
    if trace is not None:
        trace.note(facts.SET_UP, [terms.seats, terms.factories, 0])
    state.begin_round()
    return state
