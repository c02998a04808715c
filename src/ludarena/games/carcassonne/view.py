"""What a viewpoint may know of a match of Carcassonne: everything but the order of the stack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ludarena.core.bits import tally_list
from ludarena.core.view import PlayerView, View, Viewpoint
from ludarena.games.carcassonne.actions import SPOT_NAMES, SPOT_OF
from ludarena.games.carcassonne.landscape import Feature, FreeSquare, LaidTile, Landscape
from ludarena.games.carcassonne.rules import CarcassonneState
from ludarena.games.carcassonne.scoring import (
    cities_supplied,
    city_worth,
    complete_points,
    unfinished_points,
)
from ludarena.games.carcassonne.state import CLAIMING, FIRST_EDITION, NO_TILE, OVER, PLACING
from ludarena.games.carcassonne.tables import (
    AT_HALF,
    AT_SIDE,
    CITY,
    FEATURE_NAMES,
    FIELD,
    MOST_SEGMENTS,
    SEGMENTS,
    TILE_KINDS,
    TILES,
    x_of,
    y_of,
)

PHASES = {PLACING: "lay a tile", CLAIMING: "place a meeple", OVER: "over"}
FIELD_SCORINGS = ("per_field_3", "second_edition", "first_edition")
EDGE_NAMES = ("nothing", "city", "road", "field")
LETTERS = "CRFM"

NAMES = [[f"{letter}{number + 1}" for number in range(TILES * MOST_SEGMENTS)] for letter in LETTERS]

_REMEMBERED = 4096
"""How many parts of views are kept: tiles, features and free squares never change, so what is
said of one object stays true."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """A number of tiles of one kind."""

    tile: str
    copies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TileOnMap:
    """A tile of the map, in the order of laying.

    `x` grows to the east and `y` to the south; `rotation` is in degrees clockwise. `seat` laid it
    (None: the start tile). `claim` is the spot of the tile on which that seat placed a meeple, and
    `meeple` whether it still stands there. `features` names the feature of each segment of the
    kind, cities first, then roads, fields and monastery.
    """

    x: int
    y: int
    tile: str
    rotation: int
    seat: int | None
    claim: str | None
    meeple: bool
    features: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureOnMap:
    """A city, road, field or monastery as far as the map shows it.

    `open` counts open sides of a city or road and empty squares around a monastery. `tiles` of a
    monastery counts those around it too. `meeples` is a number a seat. `cities` are the complete
    and `open_cities` the incomplete cities that a field touches. `points` is what each
    owner gets if the feature stays as it is; for a complete one, what its owners got.
    """

    name: str
    kind: str
    complete: bool
    tiles: int
    pennants: int
    open: int
    meeples: tuple[int, ...]
    cities: tuple[str, ...]
    open_cities: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededSide:
    """What a side must show, and the feature that it would be joined to there."""

    shows: str
    feature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeSquareOnMap:
    """An empty square beside the map and what its sides must show; None where anything goes."""

    x: int
    y: int
    north: NeededSide | None
    east: NeededSide | None
    south: NeededSide | None
    west: NeededSide | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CarcassonnePlayer(PlayerView):
    """Score and meeples of a seat; the last five numbers are points and add up to the score."""

    score: int
    supply: int
    on_map: int
    cities: int
    roads: int
    monasteries: int
    unfinished: int
    fields: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CarcassonneView(View):
    """A match of Carcassonne as everybody sees it.

    `you` is the seat of the viewpoint, None for bystanders. `to_act` owes a decision, None at the
    end. `drawn` is the tile in hand, None while there is none. `stack` are the face-down tiles.
    """

    you: int | None
    fields: bool
    field_scoring: str
    two_tile_city: str
    unplaceable: str
    meeples: int
    phase: str
    to_act: int | None
    drawn: str | None
    stack: tuple[Copies, ...]
    removed: tuple[Copies, ...]
    tiles: tuple[TileOnMap, ...]
    features: tuple[FeatureOnMap, ...]
    free: tuple[FreeSquareOnMap, ...]
    players: tuple[CarcassonnePlayer, ...]


def view_of(state: CarcassonneState, at: Viewpoint) -> CarcassonneView:
    """Return the view of a viewpoint; all see the same but for `you`."""
    terms, land = state.terms, state.land
    return CarcassonneView(
        you=at if isinstance(at, int) else None,
        fields=terms.fields,
        field_scoring=FIELD_SCORINGS[terms.field_scoring],
        two_tile_city="two" if terms.small_city_scores_half else "four",
        unplaceable="reshuffle" if terms.reshuffle else "discard_redraw",
        meeples=terms.meeples,
        phase=PHASES[state.phase],
        to_act=None if state.phase == OVER else state.seat,
        drawn=None if state.drawn == NO_TILE else TILE_KINDS[state.drawn].id,
        stack=_copies(state.stack),
        removed=_copies(state.removed),
        tiles=tuple(_tile(state, number) for number in range(len(land.tiles))),
        features=_features(state),
        free=tuple(_free(land, place) for place in land.free),
        players=tuple(_player(state, seat) for seat in range(state.seats)),
    )


def name_of(feature: Feature) -> str:
    """Return the name of a feature: `C1` is the one with the city segment laid first."""
    return NAMES[feature.kind][feature.number]


def cities_of(land: Landscape) -> list[Feature]:
    """Return all cities by number."""
    return [feature for feature in all_features(land) if feature.kind == CITY]


def touched(field: Feature, cities: list[Feature], *, complete: bool) -> tuple[str, ...]:
    """Return the names of the complete, or of the incomplete, cities that a field touches."""
    return tuple(
        name_of(city)
        for city in cities
        if city.cities & field.cities and city.is_complete() == complete
    )


def _copies(counts: list[int]) -> tuple[Copies, ...]:
    return tuple(
        Copies(tile=kind.id, copies=copies)
        for kind, copies in zip(TILE_KINDS, counts, strict=True)
        if copies
    )


def _tile(state: CarcassonneState, number: int) -> TileOnMap:
    land = state.land
    laid = land.tiles[number]
    features = [
        land.feature_of(segment)
        for segment in range(laid.first, laid.first + SEGMENTS[laid.oriented >> 2])
    ]
    seat = None if number == 0 else (number - 1) % state.seats
    meeple = laid.claim >= 0 and features[laid.claim].meeples > 0
    return _tile_as(laid, seat, meeple, tuple(map(name_of, features)))


@lru_cache(maxsize=_REMEMBERED)
def _tile_as(laid: LaidTile, seat: int | None, meeple: bool, names: tuple[str, ...]) -> TileOnMap:
    return TileOnMap(
        x=x_of(laid.square),
        y=y_of(laid.square),
        tile=TILE_KINDS[laid.oriented >> 2].id,
        rotation=90 * (laid.oriented & 3),
        seat=seat,
        claim=claim_name(laid),
        meeple=meeple,
        features=names,
    )


def claim_name(laid: LaidTile) -> str | None:
    """Return the spot of a tile on which a meeple was placed, None for none."""
    return None if laid.claim < 0 else SPOT_NAMES[SPOT_OF[8 * laid.oriented + laid.claim]]


def all_features(land: Landscape) -> list[Feature]:
    """Return all features, by kind and number."""
    found = [land.features[segment] for segment, link in enumerate(land.links) if link == segment]
    return sorted(found, key=lambda feature: (feature.kind, feature.number))


def _features(state: CarcassonneState) -> tuple[FeatureOnMap, ...]:
    found = all_features(state.land)
    cities = [feature for feature in found if feature.kind == CITY]
    return tuple(_feature(state, feature, cities) for feature in found)


def _feature(state: CarcassonneState, feature: Feature, cities: list[Feature]) -> FeatureOnMap:
    done: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()
    if feature.kind == FIELD:
        done = touched(feature, cities, complete=True)
        begun = touched(feature, cities, complete=False)
    return _feature_as(feature, state.seats, done, begun, points_of(state, feature))


@lru_cache(maxsize=_REMEMBERED)
def _feature_as(
    feature: Feature, seats: int, done: tuple[str, ...], begun: tuple[str, ...], points: int
) -> FeatureOnMap:
    return FeatureOnMap(
        name=name_of(feature),
        kind=FEATURE_NAMES[feature.kind],
        complete=feature.is_complete(),
        tiles=feature.tiles(),
        pennants=feature.pennants,
        open=feature.lacking,
        meeples=tuple(tally_list(feature.meeples, seats)),
        cities=done,
        open_cities=begun,
        points=points,
    )


def points_of(state: CarcassonneState, feature: Feature) -> int:
    """Return what an owner gets for a feature if it stays as it is."""
    terms = state.terms
    if feature.kind == FIELD:
        first_edition = terms.field_scoring == FIRST_EDITION
        return city_worth(first_edition) * cities_supplied(feature, state.land)
    if feature.is_complete():
        return complete_points(feature, terms.small_city_scores_half)
    return unfinished_points(feature)


def _free(land: Landscape, place: FreeSquare) -> FreeSquareOnMap:
    names = [
        None if place.neighbour(side) < 0 else name_of(feature_beyond(land, place, side))
        for side in range(4)
    ]
    return _free_as(place, *names)


def feature_beyond(land: Landscape, place: FreeSquare, side: int) -> Feature:
    """Return the city, road or field in the middle of the side that a neighbour shows."""
    laid = land.tiles[place.neighbour(side)]
    opposite = (side + 2) % 4
    segment = AT_SIDE[4 * laid.oriented + opposite]
    if segment < 0:
        segment = AT_HALF[8 * laid.oriented + 2 * opposite]
    return land.feature_of(laid.first + segment)


@lru_cache(maxsize=_REMEMBERED)
def _free_as(
    place: FreeSquare, north: str | None, east: str | None, south: str | None, west: str | None
) -> FreeSquareOnMap:
    sides = [
        None
        if name is None
        else NeededSide(shows=EDGE_NAMES[place.edges >> 2 * side & 3], feature=name)
        for side, name in enumerate((north, east, south, west))
    ]
    return FreeSquareOnMap(
        x=x_of(place.square),
        y=y_of(place.square),
        north=sides[0],
        east=sides[1],
        south=sides[2],
        west=sides[3],
    )


def _player(state: CarcassonneState, seat: int) -> CarcassonnePlayer:
    player = state.players[seat]
    return CarcassonnePlayer(
        seat=seat,
        score=player.score(),
        supply=player.supply,
        on_map=state.terms.meeples - player.supply,
        cities=player.cities,
        roads=player.roads,
        monasteries=player.monasteries,
        unfinished=player.unfinished,
        fields=player.fields,
    )
