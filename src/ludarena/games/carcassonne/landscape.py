"""The map of Carcassonne: laid tiles, free squares, and features joined as tiles are laid.

Nothing is recomputed from the whole map: each free square knows its neighbours and what its sides
must show, and segments are linked to features by union-find. Features, tiles and free squares are
never changed but replaced, so that copies of a map share them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import popcount
from ludarena.games.carcassonne.tables import (
    AT_HALF,
    AT_SIDE,
    CITY,
    EDGES,
    FEATURE,
    FIELD,
    MATCHING_HALF,
    MONASTERY,
    MOST_SEGMENTS,
    OPEN_ENDS,
    PENNANTS,
    ROTATIONS,
    SEGMENTS,
    SPAN,
    STEP,
    TOUCHED,
)

HALF_THE_TILES: Final[i64] = 36
"""Tiles of the first mask of a feature; the others are in the second."""

SEGMENT_BITS: Final[i64] = 8
SEGMENT_MASK: Final[i64] = 255


class Feature:
    """A city, road, field or monastery as far as the map shows it.

    `lacking` counts open sides of a city or road, or empty squares around a monastery, and is 0
    for fields. `early` and `late` are masks of the tiles it lies on, of a monastery also of those
    around it. `meeples` is a tally by seat. `cities` is a mask of city segments, numbered as they
    were laid: those a city consists of, those a field touches. `number` names it among features
    of its kind: the number of its earliest segment.
    """

    def __init__(
        self,
        kind: i64,
        number: i64,
        lacking: i64,
        early: i64,
        late: i64,
        pennants: i64,
        meeples: i64,
        cities: i64,
    ) -> None:
        self.kind: i64 = kind
        self.number: i64 = number
        self.lacking: i64 = lacking
        self.early: i64 = early
        self.late: i64 = late
        self.pennants: i64 = pennants
        self.meeples: i64 = meeples
        self.cities: i64 = cities

    def tiles(self) -> i64:
        """Return on how many tiles it lies; several segments on one tile count once (R4.2)."""
        return popcount(self.early) + popcount(self.late)

    def is_complete(self) -> bool:
        return self.lacking == 0 and self.kind != FIELD

    def with_meeples(self, meeples: i64) -> Feature:
        """Return the feature with other meeples on it."""
        return self._changed(self.lacking, self.early, self.late, meeples)

    def with_tile(self, tile: i64) -> Feature:
        """Return a monastery with one more of its surrounding squares filled (R4.5)."""
        early: i64 = self.early | early_bit(tile)
        late: i64 = self.late | late_bit(tile)
        return self._changed(self.lacking - 1, early, late, self.meeples)

    def closed_by(self, sides: i64) -> Feature:
        """Return the feature with fewer open sides."""
        return self._changed(self.lacking - sides, self.early, self.late, self.meeples)

    def _changed(self, lacking: i64, early: i64, late: i64, meeples: i64) -> Feature:
        return Feature(
            self.kind, self.number, lacking, early, late, self.pennants, meeples, self.cities
        )

    def joined(self, other: Feature, sides: i64) -> Feature:
        """Return the feature that both are part of, `sides` open sides being closed."""
        return Feature(
            self.kind,
            self.number if self.number < other.number else other.number,
            self.lacking + other.lacking - sides,
            self.early | other.early,
            self.late | other.late,
            self.pennants + other.pennants,
            self.meeples + other.meeples,
            self.cities | other.cities,
        )


class LaidTile:
    """A tile on the map; its segments have the numbers from `first` on.

    `claim` is the segment of the tile on which a meeple was placed when it was laid, -1 for none.
    The meeple may have come home since.
    """

    def __init__(self, square: i64, oriented: i64, first: i64, claim: i64) -> None:
        self.square: i64 = square
        self.oriented: i64 = oriented
        self.first: i64 = first
        self.claim: i64 = claim


class FreeSquare:
    """A square beside the map: the tiles around it, -1 for none, and what its sides must show.

    `edges` is coded like `EDGES` with 0 for sides without a neighbour; `mask` covers the others.
    """

    def __init__(
        self, square: i64, edges: i64, mask: i64, north: i64, east: i64, south: i64, west: i64
    ) -> None:
        self.square: i64 = square
        self.edges: i64 = edges
        self.mask: i64 = mask
        self.north: i64 = north
        self.east: i64 = east
        self.south: i64 = south
        self.west: i64 = west

    def takes(self, oriented: i64) -> bool:
        """Return whether an oriented tile fits here (R2.2)."""
        shown: i64 = EDGES[oriented]
        return (shown ^ self.edges) & self.mask == 0

    def neighbour(self, side: i64) -> i64:
        """Return the tile beyond a side, -1 for none."""
        if side == 0:
            return self.north
        if side == 1:
            return self.east
        return self.south if side == 2 else self.west

    def beside(self, side: i64, tile: i64, edge: i64) -> FreeSquare:
        """Return the square with a new neighbour beyond a side, which shows `edge`."""
        three: i64 = 3
        return FreeSquare(
            self.square,
            self.edges | (edge << (2 * side)),
            self.mask | (three << (2 * side)),
            tile if side == 0 else self.north,
            tile if side == 1 else self.east,
            tile if side == 2 else self.south,
            tile if side == 3 else self.west,
        )


class Landscape:
    """All tiles of the map and what follows from them.

    `free` is ordered by square. `links` leads from each segment towards the segment that stands
    for its feature, at whose number `features` holds it.
    """

    def __init__(
        self,
        tiles: list[LaidTile],
        free: list[FreeSquare],
        links: list[int],
        features: list[Feature],
        monasteries: list[int],
        complete_cities: list[int],
        segments: i64,
    ) -> None:
        self.tiles = tiles
        self.free = free
        self.links = links
        self.features = features
        self.monasteries = monasteries  # tiles whose monastery is incomplete
        self.complete_cities = complete_cities  # their masks of city segments
        self.segments: i64 = segments  # segments laid so far by kind of feature, see `SEGMENT_BITS`

    def clone(self) -> Landscape:
        return Landscape(
            self.tiles.copy(),
            self.free.copy(),
            self.links.copy(),
            self.features.copy(),
            self.monasteries.copy(),
            self.complete_cities.copy(),
            self.segments,
        )

    # --- features ---------------------------------------------------------------------------

    def segments_of(self, feature: i64) -> i64:
        """Return how many city, road, field or monastery segments were laid."""
        return (self.segments >> (SEGMENT_BITS * feature)) & SEGMENT_MASK

    def root(self, segment: i64) -> i64:
        """Return the segment that stands for the feature of a segment."""
        link: i64 = self.links[segment]
        while link != segment:
            further: i64 = self.links[link]
            self.links[segment] = further
            segment = further
            link = self.links[segment]
        return segment

    def feature_of(self, segment: i64) -> Feature:
        return self.features[self.root(segment)]

    def put_meeples(self, root: i64, meeples: i64) -> None:
        """Set the tally of meeples on the feature that a segment stands for."""
        self.features[root] = self.features[root].with_meeples(meeples)

    def claim(self, tile: i64, segment: i64) -> None:
        """Remember that a meeple was placed on a segment of a tile."""
        laid = self.tiles[tile]
        self.tiles[tile] = LaidTile(laid.square, laid.oriented, laid.first, segment)

    # --- where a tile fits ------------------------------------------------------------------

    def has_place_for(self, kind: i64) -> bool:
        """Return whether a tile fits on any free square (R2.3)."""
        rotations: i64 = ROTATIONS[kind]
        for place in self.free:
            for rotation in range(rotations):
                if place.takes(4 * kind + rotation):
                    return True
        return False

    def free_index(self, square: i64) -> i64:
        """Return where a square is, or would be, in the list of free squares."""
        low: i64 = 0
        high: i64 = len(self.free)
        while low < high:
            middle: i64 = (low + high) >> 1
            if self.free[middle].square < square:
                low = middle + 1
            else:
                high = middle
        return low

    def is_free(self, square: i64) -> bool:
        """Return whether a square is empty and beside a tile."""
        index: i64 = self.free_index(square)
        return index < len(self.free) and self.free[index].square == square

    def tiles_around(self, square: i64) -> i64:
        """Return how many of the eight squares around a square have a tile."""
        number: i64 = 0
        for laid in self.tiles:
            if are_near(laid.square, square) and laid.square != square:
                number += 1
        return number

    # --- laying a tile ----------------------------------------------------------------------

    def lay(self, square: i64, oriented: i64) -> None:
        """Lay a tile on a free square that takes it; join features, update free squares."""
        tile: i64 = len(self.tiles)
        index: i64 = self.free_index(square)
        place = self.free[index]
        self.tiles.append(LaidTile(square, oriented, len(self.links), -1))
        self._add_segments(tile, oriented >> 2)
        self.free.pop(index)
        for side in range(4):
            other: i64 = place.neighbour(side)
            if other >= 0:
                self._join_side(tile, other, side)
            else:
                self._open_side(tile, square, side)
        self._fill_around_monasteries(tile, square)
        if FEATURE[MOST_SEGMENTS * (oriented >> 2) + SEGMENTS[oriented >> 2] - 1] == MONASTERY:
            self._found_monastery(tile)

    def _add_segments(self, tile: i64, kind: i64) -> None:
        """Begin a feature for each segment of a new tile."""
        first: i64 = len(self.links)
        first_city: i64 = self.segments_of(CITY)
        one: i64 = 1
        for segment in range(SEGMENTS[kind]):
            row: i64 = MOST_SEGMENTS * kind + segment
            feature: i64 = FEATURE[row]
            number: i64 = self.segments_of(feature)
            cities: i64 = TOUCHED[row] << first_city
            if feature == CITY:
                cities = one << number
            self.segments += one << (SEGMENT_BITS * feature)
            self.links.append(first + segment)
            self.features.append(
                Feature(
                    feature,
                    number,
                    OPEN_ENDS[row],
                    early_bit(tile),
                    late_bit(tile),
                    PENNANTS[row],
                    0,
                    cities,
                )
            )

    def _join_side(self, tile: i64, other: i64, side: i64) -> None:
        """Join the features of two tiles across the side between them (R2.6)."""
        new = self.tiles[tile]
        old = self.tiles[other]
        opposite: i64 = (side + 2) & 3
        segment: i64 = AT_SIDE[4 * new.oriented + side]
        if segment >= 0:
            beyond: i64 = AT_SIDE[4 * old.oriented + opposite]
            self._join(new.first + segment, old.first + beyond, 2)
        for half in range(2 * side, 2 * side + 2):
            field: i64 = AT_HALF[8 * new.oriented + half]
            if field >= 0:
                meadow: i64 = AT_HALF[8 * old.oriented + MATCHING_HALF[half]]
                self._join(new.first + field, old.first + meadow, 0)

    def _join(self, new: i64, old: i64, sides: i64) -> None:
        """Join the features of two segments, which closes `sides` open sides."""
        loser: i64 = self.root(new)
        winner: i64 = self.root(old)
        feature = self.features[winner]
        if loser == winner:
            if sides > 0:
                self.features[winner] = feature.closed_by(sides)
            return
        self.features[winner] = feature.joined(self.features[loser], sides)
        self.links[loser] = winner

    def _open_side(self, tile: i64, square: i64, side: i64) -> None:
        """Let the square beyond a side of a new tile be free, or know its new neighbour."""
        beyond: i64 = square + STEP[side]
        edge: i64 = (EDGES[self.tiles[tile].oriented] >> (2 * side)) & 3
        opposite: i64 = (side + 2) & 3
        index: i64 = self.free_index(beyond)
        if index < len(self.free) and self.free[index].square == beyond:
            self.free[index] = self.free[index].beside(opposite, tile, edge)
        else:
            untouched = FreeSquare(beyond, 0, 0, -1, -1, -1, -1)
            self.free.insert(index, untouched.beside(opposite, tile, edge))

    def _fill_around_monasteries(self, tile: i64, square: i64) -> None:
        """Count a new tile for the incomplete monasteries next to it."""
        for abbey in self.monasteries:
            if are_near(self.tiles[abbey].square, square):
                segment = self.monastery_of(abbey)
                self.features[segment] = self.features[segment].with_tile(tile)

    def _found_monastery(self, tile: i64) -> None:
        """Count the tiles that lie already around a new monastery."""
        square: i64 = self.tiles[tile].square
        segment = self.monastery_of(tile)
        for other in range(tile):
            if are_near(self.tiles[other].square, square):
                self.features[segment] = self.features[segment].with_tile(other)
        self.monasteries.append(tile)

    def monastery_of(self, tile: i64) -> i64:
        """Return the segment of a monastery's tile that is the monastery: its last one."""
        laid = self.tiles[tile]
        return laid.first + SEGMENTS[laid.oriented >> 2] - 1


def empty_landscape(square: i64) -> Landscape:
    """Return a map without tiles, on which the first one may be laid on `square` only."""
    return Landscape([], [FreeSquare(square, 0, 0, -1, -1, -1, -1)], [], [], [], [], 0)


def early_bit(tile: i64) -> i64:
    """Return the bit of a tile in the first mask of a feature, 0 if it belongs to the second."""
    one: i64 = 1
    return one << tile if tile < HALF_THE_TILES else 0


def late_bit(tile: i64) -> i64:
    """Return the bit of a tile in the second mask of a feature, 0 if it belongs to the first."""
    one: i64 = 1
    return one << (tile - HALF_THE_TILES) if tile >= HALF_THE_TILES else 0


def are_near(one: i64, other: i64) -> bool:
    """Return whether two squares touch at a side or corner, or are the same."""
    across: i64 = one // SPAN - other // SPAN
    down: i64 = one % SPAN - other % SPAN
    return -1 <= across <= 1 and -1 <= down <= 1
