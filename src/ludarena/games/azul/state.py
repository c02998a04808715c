"""The table of Azul: everything that changes in a match, its bytes, and what can be read off it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted, total
from ludarena.core.codec import Packer
from ludarena.core.rng import Stream
from ludarena.core.state import State
from ludarena.games.azul.board import PlayerBoard
from ludarena.games.azul.scoring import bonus_points, complete_rows
from ludarena.games.azul.tables import COLOURS, FACTORIES, LINES, TILES_PER_FACTORY

OFFER: Final[i64] = 0
"""Phase: tiles are drafted (R2)."""

TILING: Final[i64] = 1
"""Phase: a seat chooses a column of its grey wall (R3.5)."""

OVER: Final[i64] = 2
"""Phase: the match has ended."""

DRAFT_DECISION: Final[i64] = 0
TILE_DECISION: Final[i64] = 1

IN_CENTRE: Final[i64] = -1
"""Place of the marker while nobody has picked from the centre in this round."""


class Terms:
    """What is agreed for a match and never changes: seats and options. Copies share it."""

    def __init__(self, seats: i64, grey_wall: bool, replace_last: bool, round_limit: i64) -> None:
        self.seats: i64 = seats
        self.factories: i64 = FACTORIES[seats]
        self.grey_wall = grey_wall
        self.replace_last = replace_last
        self.round_limit: i64 = round_limit


class AzulTable(State):
    """Factories, centre, bag, lid and boards, and whose decision is owed.

    `offered` follows from `sources` and is kept for speed.
    """

    def __init__(
        self,
        terms: Terms,
        boards: list[PlayerBoard],
        sources: list[int],
        offered: i64,
        bag: i64,
        lid: i64,
        draws: Stream,
        phase: i64,
        round_number: i64,
        starter: i64,
        marker: i64,
        seat: i64,
        line: i64,
        blocks: i64,
        turns: i64,
    ) -> None:
        super().__init__(terms.seats)
        self.terms = terms
        self.boards = boards
        self.sources = sources  # tallies of the nine factories and of the centre
        self.offered: i64 = offered  # tiles left in factories and centre
        self.bag: i64 = bag  # tally
        self.lid: i64 = lid  # tally
        self.draws = draws  # chance of what leaves the bag
        self.phase: i64 = phase
        self.round_number: i64 = round_number
        self.starter: i64 = starter  # seat that began this round
        self.marker: i64 = marker  # seat that took the marker in this round, or IN_CENTRE
        self.seat: i64 = seat  # seat that owes the decision
        self.line: i64 = line  # line that is being tiled
        self.blocks: i64 = blocks
        self.turns: i64 = turns  # drafts made

    # --- what is owed -----------------------------------------------------------------------

    def to_act(self) -> list[int]:
        return [] if self.phase == OVER else [self.seat]

    def block(self) -> i64:
        return self.blocks

    def decision(self, seat: i64) -> i64:
        if self.phase == OVER or seat != self.seat:
            return -1
        return DRAFT_DECISION if self.phase == OFFER else TILE_DECISION

    def turn(self) -> i64:
        """Return the number of drafts made; choices of a column are no turns."""
        return self.turns

    # --- the end ----------------------------------------------------------------------------

    def some_row_is_complete(self) -> bool:
        """Return whether a wall holds a complete row, which ends the match (R5.1)."""
        for board in self.boards:
            if complete_rows(board.wall) > 0:
                return True
        return False

    def capped(self) -> bool:
        return self.phase == OVER and not self.some_row_is_complete()

    def standings(self) -> list[int]:
        """Return score and, for ties, complete rows as one number a seat (R5.4)."""
        result: list[int] = []
        for board in self.boards:
            result.append(10 * board.score + complete_rows(board.wall))
        return result

    def floor_losses(self, seat: i64) -> i64:
        """Return the points that a seat has lost to its floor line so far."""
        board = self.boards[seat]
        bonus: i64 = bonus_points(board.wall, board.tiles) if self.phase == OVER else 0
        return board.placed + bonus - board.score

    # --- how far, how well ------------------------------------------------------------------

    def progress(self) -> float:
        """Return the length of the longest row, this round's tiles counted in, or the rounds'
        share of their limit if that is more."""
        if self.phase == OVER:
            return 1.0
        offer: i64 = TILES_PER_FACTORY * self.terms.factories
        done: float = 1.0 - float(self.offered) / float(offer)
        longest: i64 = 0
        for board in self.boards:
            for row in range(LINES):
                length: i64 = row_length(board, row)
                if length > longest:
                    longest = length
        by_rows: float = (float(longest) + done) / float(LINES)
        by_rounds: float = (float(self.round_number - 1) + done) / float(self.terms.round_limit)
        return min(1.0, max(by_rows, by_rounds))

    # --- bytes ------------------------------------------------------------------------------

    def encode(self) -> bytes:
        packer = Packer()
        packer.put(self.terms.seats)
        packer.put(1 if self.terms.grey_wall else 0)
        packer.put(1 if self.terms.replace_last else 0)
        packer.put(self.terms.round_limit)
        packer.put(self.phase)
        packer.put(self.round_number)
        packer.put(self.starter)
        packer.put(self.marker)
        packer.put(self.seat)
        packer.put(self.line)
        packer.put(self.blocks)
        packer.put(self.turns)
        packer.put(self.draws.state)
        packer.put(self.bag)
        packer.put(self.lid)
        packer.put_list(self.sources)
        for board in self.boards:
            packer.put(board.line_count)
            packer.put(board.line_colour)
            packer.put_list(board.tiles)
            packer.put(board.floor)
            packer.put(board.score)
            packer.put(board.placed)
        return packer.finish()

    def tiles_everywhere(self) -> i64:
        """Return the tally of all tiles by colour, wherever they lie; it never changes."""
        tally: i64 = self.bag + self.lid
        for source in range(len(self.sources)):
            offer: i64 = self.sources[source]
            tally += offer
        for board in self.boards:
            tally += tiles_on_board(board)
        return tally


def row_length(board: PlayerBoard, row: i64) -> i64:
    """Return the number of tiles in a row of the wall."""
    length: i64 = 0
    for colour in range(COLOURS):
        if board.row_holds(row, colour):
            length += 1
    return length


def tiles_on_board(board: PlayerBoard) -> i64:
    """Return the tally of a board's tiles by colour: lines, wall and floor."""
    tally: i64 = board.floor_tiles()
    for line in range(LINES):
        if board.in_line(line) > 0:
            tally += counted(board.colour_in_line(line), board.in_line(line))
    for colour in range(COLOURS):
        for row in range(LINES):
            if board.row_holds(row, colour):
                tally += counted(colour, 1)
    return tally


def tiles_offered(sources: list[int]) -> i64:
    """Return the number of tiles in factories and centre."""
    offered: i64 = 0
    for source in range(len(sources)):
        offered += total(sources[source])
    return offered


def colours_in(tally: i64) -> list[int]:
    """Return the colours of a tally's tiles, ascending, each as often as it is there."""
    result: list[int] = []
    for colour in range(COLOURS):
        for _ in range(count_in(tally, colour)):
            result.append(colour)
    return result


def nth_tile(tally: i64, number: i64) -> i64:
    """Return the colour of a tally's tile, counted from 0 in the order of colours."""
    colour: i64 = 0
    while number >= count_in(tally, colour):
        number -= count_in(tally, colour)
        colour += 1
    return colour
