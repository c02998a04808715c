"""Positions of Carcassonne in words.

A tile is written as "E 0,-1 180" (kind, square, rotation), with a meeple as "E 0,-1 180 1:city-s"
(seat and spot). The start tile D lies at 0,0, not turned.
"""

from __future__ import annotations

from ludarena.core.bits import counted
from ludarena.core.options import OptionValue
from ludarena.core.sight import why_not
from ludarena.core.trace import Trace
from ludarena.core.view import View
from ludarena.games.carcassonne import CARCASSONNE
from ludarena.games.carcassonne.actions import SPOT_NAMES, segment_at
from ludarena.games.carcassonne.game import carcassonne
from ludarena.games.carcassonne.landscape import Feature
from ludarena.games.carcassonne.rules import CarcassonneState
from ludarena.games.carcassonne.state import PLACING
from ludarena.games.carcassonne.tables import COPIES, TILE_KINDS, square_at
from ludarena.games.carcassonne.view import CarcassonneView, name_of, view_of

KIND_ROWS = {kind.id: row for row, kind in enumerate(TILE_KINDS)}


def position(
    *tiles: str,
    draw: str = "V",
    stack: str | None = None,
    seats: int = 2,
    seat: int = 0,
    supply: dict[int, int] | None = None,
    seed: int = 1,
    **options: OptionValue,
) -> CarcassonneState:
    """Return a table on which the tiles lie and a seat holds the tile `draw`, with a trace.

    Features that the tiles complete are scored as they are laid. The stack holds the kinds of
    `stack`, or every tile that is nowhere else.
    """
    state = carcassonne(CARCASSONNE.new(seats=seats, seed=seed, options=options))
    for text in tiles:
        _lay(state, text)
    state.phase, state.seat, state.drawn = PLACING, seat, KIND_ROWS[draw]
    state.stack = _rest(state) if stack is None else counts(stack)
    for player, meeples in (supply or {}).items():
        state.players[player].supply = meeples
    state.trace = Trace()
    return state


def _lay(state: CarcassonneState, text: str) -> None:
    kind, square, rotation, *claim = text.split()
    x, y = map(int, square.split(","))
    oriented = 4 * KIND_ROWS[kind] + int(rotation) // 90
    place = state.land.free[state.land.free_index(square_at(x, y))]
    assert place.square == square_at(x, y), f"{text}: no free square"
    assert place.takes(oriented), f"{text}: it does not match"
    state.land.lay(square_at(x, y), oriented)
    for part in claim:
        seat, _, spot = part.partition(":")
        segment = segment_at(oriented, SPOT_NAMES.index(spot))
        assert segment >= 0, f"{text}: no such spot"
        root = state.land.root(state.land.tiles[-1].first + segment)
        meeples = state.land.features[root].meeples + counted(int(seat), 1)
        state.land.put_meeples(root, meeples)
        state.land.claim(state.last_tile(), segment)
        state.players[int(seat)].supply -= 1
    state.close_turn()


def _rest(state: CarcassonneState) -> list[int]:
    left = list(COPIES)
    for laid in state.land.tiles:
        left[laid.oriented >> 2] -= 1
    left[state.drawn] -= 1
    assert min(left) >= 0, "a position with too many tiles of a kind"
    return left


def counts(kinds: str) -> list[int]:
    """Return the copies by kind of tiles written as "E E V"."""
    names = kinds.split()
    return [names.count(kind.id) for kind in TILE_KINDS]


def play(state: CarcassonneState, *ids: str) -> None:
    """Play actions by their ids, each for the seat that owes a decision."""
    for text in ids:
        CARCASSONNE.play(state, state.to_act()[0], CARCASSONNE.action_code(text))


def legal(state: CarcassonneState) -> list[str]:
    """Return the ids that the seat to act may play."""
    return [CARCASSONNE.action_id(action) for action in state.legal_actions(state.to_act()[0])]


def refusal(state: CarcassonneState, text: str) -> str | None:
    """Return why the seat to act may not play an id."""
    return why_not(CARCASSONNE, state, state.to_act()[0], CARCASSONNE.action_code(text))


def scores(state: CarcassonneState) -> list[int]:
    return list(state.standings())


def supplies(state: CarcassonneState) -> list[int]:
    return [player.supply for player in state.players]


def public(state: CarcassonneState) -> CarcassonneView:
    return view_of(state, "public")


def feature(state: CarcassonneState, x: int, y: int, spot: str) -> Feature:
    """Return the feature at a spot of the tile on a square."""
    for laid in state.land.tiles:
        if laid.square == square_at(x, y):
            segment = segment_at(laid.oriented, SPOT_NAMES.index(spot))
            assert segment >= 0, f"no {spot} at {x}, {y}"
            return state.land.feature_of(laid.first + segment)
    raise AssertionError(f"no tile at {x}, {y}")


def name(state: CarcassonneState, x: int, y: int, spot: str) -> str:
    return name_of(feature(state, x, y, spot))


def story(state: CarcassonneState) -> list[str]:
    """Return what a bystander was told since the last call."""
    assert state.trace is not None
    return [CARCASSONNE.narrate(fact, "public") or "" for fact in state.trace.take()]


def text(view: View) -> str:
    return CARCASSONNE.view_text(view)
