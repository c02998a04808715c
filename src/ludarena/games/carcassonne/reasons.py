"""Why an action of Carcassonne is illegal: the rule that it breaks, in words."""

from __future__ import annotations

from ludarena.core.bits import tally_list
from ludarena.core.text import listed
from ludarena.games.carcassonne.actions import (
    FIELD_SPOT,
    MEEPLE,
    MONASTERY_SPOT,
    SPOT_NAMES,
    SPOT_OF,
    rotation_of,
    segment_at,
    square_of,
)
from ludarena.games.carcassonne.landscape import LaidTile
from ludarena.games.carcassonne.phrases import spot_words, square_words
from ludarena.games.carcassonne.rules import CarcassonneState
from ludarena.games.carcassonne.state import PLACING
from ludarena.games.carcassonne.tables import (
    AT_HALF,
    AT_SIDE,
    EDGES,
    ROTATIONS,
    SIDE_WORDS,
    TILE_KINDS,
    x_of,
    y_of,
)
from ludarena.games.carcassonne.view import EDGE_NAMES, name_of
from ludarena.games.carcassonne.words import CLAIM_FORM, PLACE_FORM


def reason(state: CarcassonneState, seat: int, action: int) -> str:
    """Return the rule that an illegal action breaks, for a seat that owes a decision."""
    if action < MEEPLE:
        return _against_place(state, square_of(action), rotation_of(action))
    if state.phase == PLACING:
        return f"the drawn tile is laid first: {PLACE_FORM} (R2.1)"
    return _against_spot(state, action - MEEPLE)


def _against_place(state: CarcassonneState, square: int, rotation: int) -> str:
    if state.phase != PLACING:
        return f"the tile is laid already; place a meeple, {CLAIM_FORM}, or none: no-meeple (R3.1)"
    where = square_words(x_of(square), y_of(square))
    land = state.land
    if not land.is_free(square):
        if any(laid.square == square for laid in land.tiles):
            return f"{where} has a tile already (R2.2)"
        return f"{where} touches no side of a laid tile (R2.2)"
    turns = ROTATIONS[state.drawn]
    if rotation >= turns:
        same = 90 * (rotation % turns)
        return f"tile {TILE_KINDS[state.drawn].id} looks the same turned {same}; use that (R2.5)"
    return f"at {where} {_mismatches(state, square, 4 * state.drawn + rotation)} (R2.2)"


def _mismatches(state: CarcassonneState, square: int, oriented: int) -> str:
    """Return the sides at which an oriented tile does not match its neighbours."""
    place = state.land.free[state.land.free_index(square)]
    clauses: list[str] = []
    for side, word in enumerate(SIDE_WORDS):
        wanted, shown = place.edges >> 2 * side & 3, EDGES[oriented] >> 2 * side & 3
        if wanted not in (0, shown):
            shows = EDGE_NAMES[shown]
            clauses.append(
                f"the {word} side must show {EDGE_NAMES[wanted]}, the tile shows {shows}"
            )
    return listed(clauses)


def _against_spot(state: CarcassonneState, spot: int) -> str:
    laid = state.land.tiles[state.last_tile()]
    kind = TILE_KINDS[laid.oriented >> 2]
    segment = segment_at(laid.oriented, spot)
    if segment < 0:
        return _misnamed(laid, spot, kind.id)
    if FIELD_SPOT <= spot < MONASTERY_SPOT and not state.terms.fields:
        return "this match is played without farmers (option fields: off)"
    feature = state.land.feature_of(laid.first + segment)
    seats = [seat for seat, number in enumerate(tally_list(feature.meeples, 5)) if number]
    part = spot_words(SPOT_NAMES[spot])
    return (
        f"{part} belongs to {name_of(feature)}, which is claimed already by "
        f"{listed(f'seat {other}' for other in seats)} (R3.2)"
    )


def _misnamed(laid: LaidTile, spot: int, kind: str) -> str:
    """Return why a spot names no part of the tile, or which name the part has instead."""
    name = SPOT_NAMES[spot]
    other = _part_at(laid, spot)
    if other >= 0:
        proper = SPOT_NAMES[SPOT_OF[8 * laid.oriented + other]]
        if proper.partition("-")[0] == name.partition("-")[0]:
            return f"that part of the tile is called {proper} (R3.1)"
    return f"tile {kind} as it lies has no {spot_words(name)} (R3.1)"


def _part_at(laid: LaidTile, spot: int) -> int:
    """Return the segment at the side or half side of a spot, -1 for none."""
    if spot >= MONASTERY_SPOT:
        return -1
    if spot >= FIELD_SPOT:
        return AT_HALF[8 * laid.oriented + spot - FIELD_SPOT]
    return AT_SIDE[4 * laid.oriented + spot % 4]
