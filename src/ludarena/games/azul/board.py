"""The board of one seat: pattern lines, wall, floor line and score."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted, popcount
from ludarena.games.azul.scoring import placement_points
from ludarena.games.azul.tables import (
    COLOURS,
    FLOOR_LOSS,
    FLOOR_SPACES,
    FULL,
    LINES,
    MARKER,
    ROW,
    square,
)


class PlayerBoard:
    """Pattern lines, wall, floor line and score of one seat.

    Two attributes follow from the others and are kept for speed: `open_lines` and `wall`.
    """

    def __init__(
        self,
        line_count: i64,
        line_colour: i64,
        open_lines: i64,
        tiles: list[int],
        wall: i64,
        floor: i64,
        floor_count: i64,
        score: i64,
        placed: i64,
    ) -> None:
        self.line_count: i64 = line_count  # tally: tiles in each pattern line
        self.line_colour: i64 = line_colour  # tally: colour + 1 of each pattern line, 0 if empty
        self.open_lines: i64 = open_lines  # bit 5 * colour + line: the line takes the colour
        self.tiles = tiles  # mask of the wall's squares with each colour
        self.wall: i64 = wall  # mask of the wall's squares with a tile
        self.floor: i64 = floor  # tally: what lies on each floor space, see `MARKER`
        self.floor_count: i64 = floor_count
        self.score: i64 = score
        self.placed: i64 = placed  # points of tiles placed on the wall, floor losses not taken off

    def clone(self) -> PlayerBoard:
        return PlayerBoard(
            self.line_count,
            self.line_colour,
            self.open_lines,
            self.tiles.copy(),
            self.wall,
            self.floor,
            self.floor_count,
            self.score,
            self.placed,
        )

    # --- pattern lines ----------------------------------------------------------------------

    def in_line(self, line: i64) -> i64:
        """Return the number of tiles in a pattern line."""
        return count_in(self.line_count, line)

    def colour_in_line(self, line: i64) -> i64:
        """Return the colour of a pattern line, -1 if it is empty."""
        return count_in(self.line_colour, line) - 1

    def is_full(self, line: i64) -> bool:
        return count_in(self.line_count, line) == line + 1

    def row_holds(self, row: i64, colour: i64) -> bool:
        """Return whether the wall's row holds a tile of the colour."""
        mask: i64 = self.tiles[colour]
        row_mask: i64 = ROW[row]
        return mask & row_mask != 0

    def is_open(self, line: i64, colour: i64) -> bool:
        """Return whether a pattern line takes tiles of the colour (R2.5)."""
        return (self.open_lines >> square(colour, line)) & 1 == 1

    def fill_line(self, line: i64, colour: i64, tiles: i64) -> i64:
        """Put tiles into an open line, as many as fit; return how many did not (R2.6)."""
        space: i64 = line + 1 - self.in_line(line)
        added: i64 = tiles if tiles < space else space
        if self.in_line(line) == 0:
            self.line_colour += counted(line, colour + 1)
        self.line_count += counted(line, added)
        self._close_line(line)
        if added < space:
            one: i64 = 1
            self.open_lines |= one << square(colour, line)
        return tiles - added

    def empty_line(self, line: i64) -> i64:
        """Take all tiles out of a pattern line and return their number."""
        tiles: i64 = self.in_line(line)
        self.line_count -= counted(line, tiles)
        self.line_colour -= counted(line, count_in(self.line_colour, line))
        self.reopen_line(line)
        return tiles

    def reopen_line(self, line: i64) -> None:
        """Open an empty line to every colour that its row of the wall does not hold (R2.5)."""
        one: i64 = 1
        for colour in range(COLOURS):
            if not self.row_holds(line, colour):
                self.open_lines |= one << square(colour, line)

    def _close_line(self, line: i64) -> None:
        one: i64 = 1
        for colour in range(COLOURS):
            self.open_lines &= ~(one << square(colour, line))

    # --- floor line -------------------------------------------------------------------------

    def put_on_floor(self, colour: i64, tiles: i64) -> i64:
        """Put tiles on the floor line; return how many found no space (R2.7)."""
        while tiles > 0 and self.floor_count < FLOOR_SPACES:
            self.floor += counted(self.floor_count, colour + 1)
            self.floor_count += 1
            tiles -= 1
        return tiles

    def put_marker_on_floor(self) -> i64:
        """Put the marker on the next floor space; return it, from 1, or 0 for none (R2.3)."""
        if self.floor_count == FLOOR_SPACES:
            return 0
        self.floor += counted(self.floor_count, MARKER)
        self.floor_count += 1
        return self.floor_count

    def replace_last_on_floor(self) -> i64:
        """Put the marker on the last space of a full floor; return the colour that lay there."""
        last: i64 = FLOOR_SPACES - 1
        colour: i64 = count_in(self.floor, last) - 1
        self.floor += counted(last, MARKER) - counted(last, colour + 1)
        return colour

    def floor_tiles(self) -> i64:
        """Return the tally of the floor's tiles by colour, the marker left out."""
        tally: i64 = 0
        for space in range(self.floor_count):
            content: i64 = count_in(self.floor, space)
            if content != MARKER:
                tally += counted(content - 1, 1)
        return tally

    def lose_floor(self) -> i64:
        """Take off the loss of the floor line, not below 0, clear it; return the loss (R3.4)."""
        loss: i64 = FLOOR_LOSS[self.floor_count]
        if loss > self.score:
            loss = self.score
        self.score -= loss
        self.floor = 0
        self.floor_count = 0
        return loss

    # --- wall -------------------------------------------------------------------------------

    def free_columns(self, row: i64, colour: i64) -> i64:
        """Return the mask of columns of a grey wall's row that may take the colour (R3.5)."""
        free: i64 = FULL & ~(self.wall >> (LINES * row))
        mask: i64 = self.tiles[colour]
        for other in range(LINES):
            free &= ~(mask >> (LINES * other))
        return free

    def place(self, row: i64, column: i64, colour: i64) -> i64:
        """Put a tile on the wall; return and add its points (R3.3)."""
        one: i64 = 1
        bit: i64 = one << square(row, column)
        mask: i64 = self.tiles[colour]
        self.tiles[colour] = mask | bit
        self.wall |= bit
        points: i64 = placement_points(self.wall, row, column)
        self.score += points
        self.placed += points
        return points

    def tile_count(self) -> i64:
        """Return the number of tiles on the wall."""
        return popcount(self.wall)


def board_of(
    line_count: i64, line_colour: i64, tiles: list[int], floor: i64, score: i64, placed: i64
) -> PlayerBoard:
    """Return a board from what its other attributes follow from."""
    wall: i64 = 0
    for mask in tiles:
        wall |= mask
    floor_count: i64 = 0
    while floor_count < FLOOR_SPACES and count_in(floor, floor_count) != 0:
        floor_count += 1
    board = PlayerBoard(line_count, line_colour, 0, tiles, wall, floor, floor_count, score, placed)
    one: i64 = 1
    for line in range(LINES):
        if board.in_line(line) == 0:
            board.reopen_line(line)
        elif not board.is_full(line):
            board.open_lines |= one << square(board.colour_in_line(line), line)
    return board


def empty_board() -> PlayerBoard:
    """Return the board of a seat at the beginning."""
    return board_of(0, 0, [0] * COLOURS, 0, 0, 0)
