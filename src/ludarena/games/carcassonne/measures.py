"""Numbers about a match of Carcassonne: metrics, routes, components, numbers of the rules text."""

from __future__ import annotations

from ludarena.core.bits import count_in
from ludarena.core.text import listed
from ludarena.games.carcassonne import tables
from ludarena.games.carcassonne.phrases import kind_words
from ludarena.games.carcassonne.rules import CarcassonneState
from ludarena.games.carcassonne.scoring import claimed_features, owners
from ludarena.games.carcassonne.state import NO_TILE
from ludarena.games.carcassonne.tables import FIELD, HALF_NAMES, TILE_KINDS
from ludarena.games.carcassonne.view import points_of

_METRIC_OF = (
    "meeples_in_cities",
    "meeples_on_roads",
    "meeples_on_fields",
    "meeples_in_monasteries",
)


def metrics(state: CarcassonneState, seat: int) -> dict[str, float]:
    """Return score, meeples by what they stand on, and what the features of a seat are worth."""
    player = state.players[seat]
    standing = dict.fromkeys(_METRIC_OF, 0.0)
    owned = {"worth_of_open_features": 0.0, "worth_of_fields": 0.0}
    for feature in claimed_features(state.land):
        meeples = int(count_in(feature.meeples, seat))
        standing[_METRIC_OF[feature.kind]] += meeples
        if meeples and owners(feature.meeples, state.seats) >> seat & 1:
            kind = "worth_of_fields" if feature.kind == FIELD else "worth_of_open_features"
            owned[kind] += points_of(state, feature)
    return {
        "score": float(player.score()),
        "meeples_in_supply": float(player.supply),
        **standing,
        **owned,
    }


def score_routes(state: CarcassonneState, seat: int) -> dict[str, int]:
    """Return the points of a seat so far by where they came from."""
    player = state.players[seat]
    return {
        "cities": player.cities,
        "roads": player.roads,
        "monasteries": player.monasteries,
        "unfinished": player.unfinished,
        "fields": player.fields,
    }


def components(state: CarcassonneState) -> dict[str, int]:
    """Return the tiles of each kind and the meeples of each seat, wherever they are."""
    tiles = [down + out for down, out in zip(state.stack, state.removed, strict=True)]
    for laid in state.land.tiles:
        tiles[laid.oriented >> 2] += 1
    if state.drawn != NO_TILE:
        tiles[state.drawn] += 1
    counts = {f"tiles {kind.id}": tiles[row] for row, kind in enumerate(TILE_KINDS)}
    counts["tiles"] = sum(tiles)
    for seat, player in enumerate(state.players):
        counts[f"meeples of seat {seat}"] = player.supply + state.meeples_on_map(seat)
    return counts


def rules_numbers() -> dict[str, object]:
    """Return what fills the `{{names}}` of `rules.md`, from the tables."""
    return {
        "tiles": tables.TILES,
        "kinds": tables.KINDS,
        "stack": tables.TILES - 1,
        "meeples": tables.MEEPLES,
        "most_meeples": tables.MOST_MEEPLES,
        "road_tile": tables.ROAD_TILE,
        "city_tile": tables.CITY_TILE,
        "pennant": tables.PENNANT,
        "open_city_tile": tables.OPEN_CITY_TILE,
        "open_pennant": tables.OPEN_PENNANT,
        "monastery": tables.MONASTERY_TILE * (tables.AROUND + 1),
        "around": tables.AROUND,
        "field_city": tables.FIELD_CITY,
        "old_field_city": tables.OLD_FIELD_CITY,
        "half_sides": listed(f"`{name}`" for name in HALF_NAMES),
        "kinds_table": "\n".join(
            f"| {kind.id} | {kind.copies} | {kind.name} | {kind_words(kind)} |"
            for kind in TILE_KINDS
        ),
    }
