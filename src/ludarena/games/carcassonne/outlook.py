"""What features are worth to a seat: the part of the heuristic that knows chances and meeples.

All numbers are hundredths of a point. A feature is worth what it scores now and, by the chance
that it will be completed, what completion adds and the meeple that comes home. It counts for its
owners and, in part, against the others. The game's page explains the constants.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in, popcount
from ludarena.games.carcassonne.landscape import Feature
from ludarena.games.carcassonne.state import FIRST_EDITION, CarcassonneTable
from ludarena.games.carcassonne.tables import (
    CITY,
    FIELD_CITY,
    MONASTERY,
    OLD_FIELD_CITY,
    ROAD,
    TILES,
)

POINT: Final[i64] = 100

CITY_CLOSES: Final[list[int]] = [100, 80, 55, 30, 15, 8, 4, 2, 0]
ROAD_CLOSES: Final[list[int]] = [100, 85, 65, 50, 40, 30, 25, 20, 15]
"""Per cent of cities and roads that are completed, by open sides, with many tiles to come."""

MONASTERY_FILLS: Final[i64] = 85
"""Per cent of the squares around a monastery that are filled, with many tiles to come."""

HALF_WAY: Final[i64] = 10
"""Tiles to come, for each open side or empty square, at which these chances are halved."""

MEEPLE_WORTH: Final[list[int]] = [1000, 1000, 700, 500, 400, 330, 280, 250, 220]
"""Worth of a meeple in the supply at the beginning, by how many there are; it falls to 0."""

SPARE: Final[i64] = 200
"""Worth of a meeple in the supply at the beginning, for the standing of seats."""

OPEN_CITY: Final[i64] = 25
"""Per cent of a complete city that an incomplete one is worth to a field, with all to come."""

MORE_CITIES: Final[i64] = 1
"""Worth to a field of each tile to come, for the cities that may still arise at it."""


class Outlook:
    """What the scores of one seat depend on beside the features: time and meeples."""

    def __init__(self, table: CarcassonneTable, seat: i64) -> None:
        self.land = table.land
        self.seat: i64 = seat
        self.seats: i64 = table.seats
        self.supply: i64 = table.players[seat].supply
        self.left: i64 = table.stack_size()
        worth: i64 = MEEPLE_WORTH[self.supply]
        self.meeple: i64 = worth * self.left // TILES
        first_edition: bool = table.terms.field_scoring == FIRST_EDITION
        self.field_city: i64 = POINT * (OLD_FIELD_CITY if first_edition else FIELD_CITY)
        self.half_small: bool = table.terms.small_city_scores_half

    def closing(self, kind: i64, lacking: i64) -> i64:
        """Return the per cent of features of a kind that close, by open sides and tiles left."""
        if lacking <= 0:
            return 100
        row: i64 = lacking if lacking < 8 else 8
        chance: i64 = CITY_CLOSES[row] if kind == CITY else ROAD_CLOSES[row]
        return chance * self.left // (self.left + HALF_WAY * lacking)

    def worth(self, kind: i64, lacking: i64, tiles: i64, pennants: i64) -> i64:
        """Return what a city, road or monastery is worth to its owner, meeple included."""
        if kind == MONASTERY:
            chance: i64 = MONASTERY_FILLS * self.left // (self.left + HALF_WAY)
            home: i64 = self.meeple * chance // (100 * (1 + lacking))
            return POINT * tiles + chance * lacking + home
        chance = self.closing(kind, lacking)
        if kind == ROAD:
            return POINT * tiles + self.meeple * chance // 100
        more: i64 = chance
        if lacking == 0 and self.half_small and tiles == 2:
            more = 0
        return (tiles + pennants) * (POINT + more) + self.meeple * chance // 100

    def of_feature(self, feature: Feature) -> i64:
        return self.worth(feature.kind, feature.lacking, feature.tiles(), feature.pennants)

    def of_field(self, cities: i64) -> i64:
        """Return what a field that touches the city segments of a mask is worth to its owner."""
        complete: i64 = 0
        open_cities: i64 = cities
        for city in self.land.complete_cities:
            mask: i64 = city
            if mask & cities != 0:
                complete += 1
                open_cities &= ~mask
        hoped: i64 = self.field_city * popcount(open_cities) * OPEN_CITY // 100
        return self.field_city * complete + (hoped + MORE_CITIES * TILES) * self.left // TILES

    def spare(self) -> i64:
        """Return what a meeple in the supply is worth to any seat."""
        return SPARE * self.left // TILES

    def signed(self, meeples: i64, worth: i64) -> i64:
        """Return the worth of a feature with these meeples to the seat: its own, less others'."""
        if meeples == 0:
            return 0
        own: i64 = count_in(meeples, self.seat)
        most: i64 = 0
        rivals: i64 = 0
        for seat in range(self.seats):
            count: i64 = count_in(meeples, seat)
            if seat != self.seat and count > 0:
                if count > most:
                    most = count
                    rivals = 1
                elif count == most:
                    rivals += 1
        result: i64 = worth if own >= most else 0
        if most >= own:
            result -= worth * rivals // (self.seats - 1)
        return result
