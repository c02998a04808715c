"""The heuristic of Azul: the worth of actions and the standing of seats.

All numbers are hundredths of a point. A draft is worth what its tile will score when its line is
tiled, plus its part in rows, columns and colours, less what falls to the floor; a line that stays
unfinished counts in part. Little extras go to the marker and to tiles that an opponent waits for.
The game's page explains the choice of the constants.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in, popcount
from ludarena.games.azul.actions import TILE, colour_of, source_of, target_of
from ludarena.games.azul.board import PlayerBoard
from ludarena.games.azul.scoring import (
    column_of_wall,
    complete_rows,
    placement_points,
    row_of_wall,
)
from ludarena.games.azul.state import IN_CENTRE, OVER, AzulTable
from ludarena.games.azul.tables import (
    CENTRE,
    COLOURS,
    COLUMN_OF,
    COUNT,
    FLOOR,
    FLOOR_LOSS,
    FLOOR_SPACES,
    LINES,
    square,
)

POINT: Final[i64] = 100

ROW_WORTH: Final[list[int]] = [0, 10, 20, 40, 200, 0]
COLUMN_WORTH: Final[list[int]] = [20, 60, 120, 250, 700, 0]
COLOUR_WORTH: Final[list[int]] = [20, 60, 140, 350, 1000, 0]
"""Worth of one more tile for the bonus of its row, column or colour, by tiles already there."""

UNFINISHED: Final[i64] = 60
"""Per cent of its share that an unfinished line is worth while it can be finished this round."""

CARRIED: Final[i64] = 20
"""The same when too few tiles of the colour are left in this round."""

HOMELESS: Final[i64] = -250
"""Worth of a full line of the grey wall that no column would take."""

MARKER_WORTH: Final[i64] = 60
"""Worth of beginning the next round, beside the floor space that the marker costs."""

DENIED: Final[i64] = 40
"""Worth of taking exactly the tiles that finish an opponent's begun line, for each of its tiles."""

EVEN: Final = 15.0
"""Lead in points that lifts a standing half way from even to certain."""


class Outlook:
    """A wall as it will be when the full lines are tiled, and the points of tiling them."""

    def __init__(self, wall: i64, tiles: list[int]) -> None:
        self.wall: i64 = wall
        self.tiles = tiles
        self.points: i64 = 0

    def place(self, row: i64, column: i64, colour: i64) -> None:
        one: i64 = 1
        mask: i64 = self.tiles[colour]
        self.tiles[colour] = mask | (one << square(row, column))
        self.wall |= one << square(row, column)
        self.points += placement_points(self.wall, row, column)

    def worth_at(self, row: i64, column: i64, colour: i64) -> i64:
        """Return the worth of tiling a square next: its points, and steps towards bonuses."""
        one: i64 = 1
        points: i64 = placement_points(self.wall | (one << square(row, column)), row, column)
        for_row: i64 = ROW_WORTH[COUNT[row_of_wall(self.wall, row)]]
        for_column: i64 = COLUMN_WORTH[COUNT[column_of_wall(self.wall, column)]]
        for_colour: i64 = COLOUR_WORTH[popcount(self.tiles[colour])]
        return POINT * points + for_row + for_column + for_colour


def outlook_of(board: PlayerBoard, grey_wall: bool) -> Outlook:
    """Return the wall to come of a board; columns of a grey wall are chosen by their worth."""
    outlook = Outlook(board.wall, board.tiles.copy())
    for line in range(LINES):
        if board.is_full(line):
            colour: i64 = board.colour_in_line(line)
            column: i64 = best_column(outlook, line, colour, grey_wall)
            if column >= 0:
                outlook.place(line, column, colour)
    return outlook


def best_column(outlook: Outlook, row: i64, colour: i64, grey_wall: bool) -> i64:
    """Return the column where a colour will go in a row, -1 if a grey wall has none."""
    if not grey_wall:
        return COLUMN_OF[LINES * row + colour]
    best: i64 = -1
    best_worth: i64 = 0
    for column in range(LINES):
        if column_is_free(outlook, row, column, colour):
            worth: i64 = outlook.worth_at(row, column, colour)
            if best < 0 or worth > best_worth:
                best = column
                best_worth = worth
    return best


def column_is_free(outlook: Outlook, row: i64, column: i64, colour: i64) -> bool:
    """Return whether a grey wall takes the colour at a square (R3.5)."""
    one: i64 = 1
    if outlook.wall & (one << square(row, column)) != 0:
        return False
    return column_of_wall(outlook.tiles[colour], column) == 0


def tile_scores(table: AzulTable, seat: i64, actions: list[int]) -> list[int]:
    """Return the worth of each column for the line that is being tiled."""
    board = table.boards[seat]
    outlook = Outlook(board.wall, board.tiles)
    colour: i64 = board.colour_in_line(table.line)
    result: list[int] = []
    for action in actions:
        result.append(outlook.worth_at(table.line, action - TILE, colour))
    return result


def draft_scores(table: AzulTable, seat: i64, actions: list[int]) -> list[int]:
    """Return the worth of each draft."""
    board = table.boards[seat]
    left = tiles_left(table)
    line_worths = worth_of_lines(board, table.terms.grey_wall, left)
    awaited = tiles_awaited(table, seat)
    lost_now: i64 = FLOOR_LOSS[board.floor_count]
    result: list[int] = []
    for action in actions:
        source: i64 = source_of(action)
        colour: i64 = colour_of(action)
        target: i64 = target_of(action)
        tiles: i64 = count_in(table.sources[source], colour)
        worth: i64 = awaited[COLOURS * tiles + colour] if tiles <= LINES else 0
        fallen: i64 = tiles
        if target != FLOOR:
            line_worth: i64 = line_worths[COLOURS * target + colour]
            before: i64 = board.in_line(target)
            space: i64 = target + 1 - before
            remaining: i64 = left[colour]
            remaining -= tiles
            worth += share_of_line(line_worth, before, space, tiles, remaining)
            fallen = tiles - space if tiles > space else 0
        if source == CENTRE and table.marker == IN_CENTRE:
            worth += MARKER_WORTH
            fallen += 1
        spaces: i64 = board.floor_count + fallen
        lost: i64 = FLOOR_LOSS[spaces if spaces < FLOOR_SPACES else FLOOR_SPACES]
        result.append(worth - POINT * (lost - lost_now))
    return result


def share_of_line(line_worth: i64, before: i64, space: i64, tiles: i64, remaining: i64) -> i64:
    """Return what tiles add to a line with `before` tiles and `space` free.

    `remaining` tiles of the colour stay on offer. A line that is finished counts whole, less
    what its earlier tiles counted already.
    """
    capacity: i64 = before + space
    if tiles >= space:
        return line_worth - line_worth * before * CARRIED // (capacity * 100)
    rate: i64 = UNFINISHED if remaining >= space - tiles else CARRIED
    return line_worth * tiles * rate // (capacity * 100)


def worth_of_lines(board: PlayerBoard, grey_wall: bool, left: list[int]) -> list[int]:
    """Return the worth of tiling each line with each colour, by `5 * line + colour`.

    It is 0 where the line does not take the colour, or no tile of the colour is left.
    """
    outlook = outlook_of(board, grey_wall)
    result = [0] * (LINES * COLOURS)
    for colour in range(COLOURS):
        if left[colour] == 0:
            continue
        for line in range(LINES):
            if board.is_open(line, colour):
                column: i64 = best_column(outlook, line, colour, grey_wall)
                worth: i64 = HOMELESS
                if column >= 0:
                    worth = outlook.worth_at(line, column, colour)
                result[LINES * line + colour] = worth
    return result


def tiles_left(table: AzulTable) -> list[int]:
    """Return the tiles of each colour in factories and centre."""
    tally: i64 = 0
    for source in range(CENTRE + 1):
        offer: i64 = table.sources[source]
        tally += offer
    result: list[int] = []
    for colour in range(COLOURS):
        result.append(count_in(tally, colour))
    return result


def tiles_awaited(table: AzulTable, seat: i64) -> list[int]:
    """Return the worth of taking so many tiles of a colour from opponents, by `5 * n + colour`."""
    result = [0] * (COLOURS * (LINES + 1))
    for other in range(table.seats):
        if other != seat:
            board = table.boards[other]
            for line in range(LINES):
                tiles: i64 = board.in_line(line)
                if 0 < tiles <= line:
                    slot: i64 = COLOURS * (line + 1 - tiles) + board.colour_in_line(line)
                    result[slot] = DENIED * tiles
    return result


def standing_of_seats(table: AzulTable) -> list[float]:
    """Return 0 to 1 a seat: the mean over opponents of how far its outlook leads theirs."""
    outlooks: list[float] = []
    for board in table.boards:
        outlooks.append(expected_points(table, board))
    result: list[float] = []
    for seat in range(table.seats):
        standing: float = 0.0
        for other in range(table.seats):
            if other != seat:
                lead: float = outlooks[seat] - outlooks[other]
                standing += 0.5 + 0.5 * lead / (abs(lead) + EVEN)
        result.append(standing / float(table.seats - 1))
    return result


def expected_points(table: AzulTable, board: PlayerBoard) -> float:
    """Return score, full lines, floor and bonuses of a board, begun bonuses in part."""
    if table.phase == OVER:
        return float(board.score) + 0.1 * float(complete_rows(board.wall))
    outlook = outlook_of(board, table.terms.grey_wall)
    loss: i64 = FLOOR_LOSS[board.floor_count]
    sure: i64 = board.score + outlook.points - loss
    begun: i64 = 0
    for place in range(LINES):
        begun += worth_so_far(COLUMN_WORTH, COUNT[column_of_wall(outlook.wall, place)])
        begun += worth_so_far(COLOUR_WORTH, popcount(outlook.tiles[place]))
        begun += worth_so_far(ROW_WORTH, COUNT[row_of_wall(outlook.wall, place)])
    return float(sure if sure > 0 else 0) + 0.5 * float(begun) / float(POINT)


def worth_so_far(steps: list[int], number: i64) -> i64:
    """Return the sum of the first steps towards a bonus."""
    result: i64 = 0
    for step in range(number):
        worth: i64 = steps[step]
        result += worth
    return result
