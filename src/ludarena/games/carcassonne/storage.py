"""Bytes back to a match of Carcassonne: the laid tiles are played again, checked."""

from __future__ import annotations

from ludarena.core.codec import Unpacker
from ludarena.core.errors import CorruptState
from ludarena.core.rng import MASK63, Stream
from ludarena.games.carcassonne.actions import BY_SPOT
from ludarena.games.carcassonne.landscape import empty_landscape
from ludarena.games.carcassonne.player import Player
from ludarena.games.carcassonne.rules import CarcassonneState
from ludarena.games.carcassonne.state import (
    CLAIMING,
    FIRST_EDITION,
    MEEPLE_BITS,
    NO_TILE,
    ORIENTED_BITS,
    OVER,
    PER_FIELD,
    PLACING,
    Terms,
)
from ludarena.games.carcassonne.tables import (
    COPIES,
    KINDS,
    MOST_MEEPLES,
    ORIGIN,
    ROTATIONS,
    START_KIND,
    TILES,
)

_START = (int(ORIGIN) << int(ORIENTED_BITS) | 4 * int(START_KIND)) << int(MEEPLE_BITS)


def decode(game: str, data: bytes) -> CarcassonneState:
    """Return the state that `CarcassonneState.encode` wrote; raise `CorruptState` for others."""
    unpacker = Unpacker(game, data)
    terms = Terms(
        unpacker.take_within("the number of seats", 2, 5),
        unpacker.take_within("the option of fields", 0, 1) == 1,
        unpacker.take_within("the scoring of fields", PER_FIELD, FIRST_EDITION),
        unpacker.take_within("the scoring of small cities", 0, 1) == 1,
        unpacker.take_within("the rule of unplaceable tiles", 0, 1) == 1,
        unpacker.take_within("the number of meeples", 1, MOST_MEEPLES),
    )
    phase = unpacker.take_within("the phase", PLACING, OVER)
    drawn = unpacker.take_within("the drawn tile", NO_TILE, KINDS - 1)
    blocks = unpacker.take_within("the number of blocks", 0, 2 * TILES)
    draws = Stream(unpacker.take_within("the generator", 0, MASK63))
    stack = unpacker.take_list()
    removed = unpacker.take_list()
    tiles = unpacker.take_list()
    unpacker.finish()
    _check_counts(game, stack, removed, drawn, tiles)
    if (phase == PLACING) != (drawn != NO_TILE):
        raise CorruptState(game, "a tile is in hand exactly while it is to be laid")
    if phase == OVER and any(stack):
        raise CorruptState(game, "the match is over, but tiles are left in the stack")
    state = CarcassonneState(
        terms, empty_landscape(ORIGIN), [], stack, removed, draws, PLACING, 0, drawn, blocks
    )
    state.players = [Player(terms.meeples, 0, 0, 0, 0, 0) for _ in range(terms.seats)]
    _replay(game, state, tiles, phase)
    return state


def _check_counts(
    game: str, stack: list[int], removed: list[int], drawn: int, tiles: list[int]
) -> None:
    """Raise `CorruptState` unless every tile of the game is somewhere, once."""
    if len(stack) != KINDS or len(removed) != KINDS or min(*stack, *removed) < 0:
        raise CorruptState(game, f"stack and removed tiles must be {KINDS} counts")
    if not tiles or tiles[0] != _START:
        raise CorruptState(game, "the map must begin with the start tile")
    found = [down + out for down, out in zip(stack, removed, strict=True)]
    if drawn != NO_TILE:
        found[drawn] += 1
    for packed in tiles:
        kind = packed >> MEEPLE_BITS + 2 & 31
        if packed < 0 or kind >= KINDS:
            raise CorruptState(game, f"{packed} is no tile on the map")
        found[kind] += 1
    if found != COPIES:
        raise CorruptState(game, "the tiles are not those of the game")


def _replay(game: str, state: CarcassonneState, tiles: list[int], phase: int) -> None:
    """Lay all tiles with their claims again, up to the stored phase."""
    for number, packed in enumerate(tiles):
        _lay(game, state, packed >> MEEPLE_BITS)
        segment = (packed & (1 << MEEPLE_BITS) - 1) - 1
        if segment >= 0:
            _claim(game, state, segment)
        if number > 0 and (number < len(tiles) - 1 or phase != CLAIMING):
            state.close_turn()
    if phase == OVER:
        state.close_match()
    elif phase == CLAIMING:
        if not state.claimable() or state.players[state.seat].supply == 0:
            raise CorruptState(game, "there is no choice of a meeple")
        state.phase = CLAIMING
    elif not state.land.has_place_for(state.drawn):
        raise CorruptState(game, "the drawn tile fits nowhere")


def _lay(game: str, state: CarcassonneState, place: int) -> None:
    square, oriented = place >> ORIENTED_BITS, place & (1 << ORIENTED_BITS) - 1
    land = state.land
    if not land.is_free(square) or not land.free[land.free_index(square)].takes(oriented):
        raise CorruptState(game, f"tile {len(land.tiles)} does not fit where it lies")
    if oriented & 3 >= ROTATIONS[oriented >> 2]:
        raise CorruptState(game, f"tile {len(land.tiles)} is turned further than needed")
    land.lay(square, oriented)


def _claim(game: str, state: CarcassonneState, segment: int) -> None:
    laid = state.land.tiles[state.last_tile()]
    if state.last_tile() == 0 or segment not in BY_SPOT[laid.oriented]:
        raise CorruptState(game, f"tile {state.last_tile()} has no segment {segment} to claim")
    if state.players[state.seat].supply == 0 or not state.may_claim(segment):
        raise CorruptState(game, f"no meeple may stand on tile {state.last_tile()}")
    state.place_meeple(segment)
