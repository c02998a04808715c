"""Bytes back to a match of Azul, checked."""

from __future__ import annotations

from ludarena.core.bits import SLOT_BITS, count_in, popcount
from ludarena.core.codec import Unpacker
from ludarena.core.errors import CorruptState
from ludarena.core.rng import MASK63, Stream
from ludarena.games.azul.board import PlayerBoard, board_of
from ludarena.games.azul.rules import AzulState
from ludarena.games.azul.state import IN_CENTRE, OFFER, OVER, TILING, Terms, tiles_offered
from ludarena.games.azul.tables import (
    CENTRE,
    COLOURS,
    COLUMN,
    FIRST_ROUND,
    FLOOR_SPACES,
    LINES,
    MARKER,
    MOST_ROUNDS,
    ROW,
    TILES_PER_COLOUR,
)

_MOST = 1 << 31
_TALLY_OF_COLOURS = (1 << SLOT_BITS * COLOURS) - 1
_ALL_SQUARES = (1 << LINES * LINES) - 1


def decode(game: str, data: bytes) -> AzulState:
    """Return the state that `AzulState.encode` wrote; raise `CorruptState` for other bytes."""
    unpacker = Unpacker(game, data)
    terms = Terms(
        unpacker.take_within("the number of seats", 2, 4),
        unpacker.take_within("the side of the wall", 0, 1) == 1,
        unpacker.take_within("the rule of the full floor", 0, 1) == 1,
        unpacker.take_within("the round limit", FIRST_ROUND, MOST_ROUNDS),
    )
    last = terms.seats - 1
    phase = unpacker.take_within("the phase", OFFER, OVER)
    round_number = unpacker.take_within("the round", FIRST_ROUND, terms.round_limit)
    starter = unpacker.take_within("the starter", 0, last)
    marker = unpacker.take_within("the marker", IN_CENTRE, last)
    seat = unpacker.take_within("the seat to act", 0, last)
    line = unpacker.take_within("the line to tile", 0, LINES)
    blocks = unpacker.take_within("the number of blocks", 0, _MOST)
    turns = unpacker.take_within("the number of turns", 0, blocks)
    draws = Stream(unpacker.take_within("the generator", 0, MASK63))
    bag = unpacker.take_within("the bag", 0, _TALLY_OF_COLOURS)
    lid = unpacker.take_within("the lid", 0, _TALLY_OF_COLOURS)
    sources = _masks(unpacker, game, "sources", CENTRE + 1, _TALLY_OF_COLOURS)
    boards = [_board(unpacker, game) for _ in range(terms.seats)]
    unpacker.finish()
    state = AzulState(
        terms, boards, sources, tiles_offered(sources), bag, lid, draws, phase, round_number,
        starter, marker, seat, line, blocks, turns,
    )  # fmt: skip
    _check(game, state)
    return state


def _masks(unpacker: Unpacker, game: str, what: str, length: int, most: int) -> list[int]:
    items = unpacker.take_list()
    if len(items) != length or not all(0 <= item <= most for item in items):
        raise CorruptState(game, f"{what} must be {length} numbers of 0 to {most}")
    return items


def _board(unpacker: Unpacker, game: str) -> PlayerBoard:
    line_count = unpacker.take_within("the lines", 0, _TALLY_OF_COLOURS)
    line_colour = unpacker.take_within("the colours of the lines", 0, _TALLY_OF_COLOURS)
    tiles = _masks(unpacker, game, "colours of a wall", COLOURS, _ALL_SQUARES)
    floor = unpacker.take_within("the floor line", 0, (1 << SLOT_BITS * FLOOR_SPACES) - 1)
    score = unpacker.take_within("a score", 0, _MOST)
    placed = unpacker.take_within("the points of placed tiles", 0, _MOST)
    for line in range(LINES):
        tiles_in_line, colour = count_in(line_count, line), count_in(line_colour, line)
        if tiles_in_line > line + 1 or colour > COLOURS or (colour > 0) != (tiles_in_line > 0):
            raise CorruptState(game, f"line {line + 1} holds {tiles_in_line} of colour {colour}")
    if sum(popcount(mask) for mask in tiles) != popcount(_union(tiles)):
        raise CorruptState(game, "a square of a wall holds two tiles")
    if any(popcount(mask & row) > 1 for mask in tiles for row in (*ROW, *COLUMN)):
        raise CorruptState(game, "a row or column of a wall holds a colour twice")
    if any(count_in(floor, space) > MARKER for space in range(FLOOR_SPACES)):
        raise CorruptState(game, "a floor space holds no tile that exists")
    board = board_of(line_count, line_colour, tiles, floor, score, placed)
    if floor >> SLOT_BITS * board.floor_count:
        raise CorruptState(game, "the floor line has a gap")
    return board


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _check(game: str, state: AzulState) -> None:
    """Raise `CorruptState` for a table that no match reaches."""
    everywhere = state.tiles_everywhere()
    if any(count_in(everywhere, colour) != TILES_PER_COLOUR for colour in range(COLOURS)):
        raise CorruptState(game, f"each colour must have {TILES_PER_COLOUR} tiles")
    if (state.phase == OFFER) != (state.offered > 0):
        raise CorruptState(game, "tiles are on offer exactly in the factory offer")
    if state.phase == TILING and not _has_choice(state):
        raise CorruptState(game, "nobody has a column to choose")


def _has_choice(state: AzulState) -> bool:
    """Return whether the seat to act has to choose a column of a grey wall."""
    board = state.boards[state.seat]
    if not state.terms.grey_wall or state.line == LINES or not board.is_full(state.line):
        return False
    return popcount(board.free_columns(state.line, board.colour_in_line(state.line))) > 1
