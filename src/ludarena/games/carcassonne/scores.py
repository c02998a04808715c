"""The heuristic of Carcassonne: the worth of actions and the standing of seats.

All numbers are hundredths of a point. A placement is worth what it changes in the features that
it touches, and the best claim that it allows; a claim is worth its feature less the meeple.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.games.carcassonne.actions import (
    MEEPLE,
    NO_MEEPLE,
    rotation_of,
    segment_at,
    square_of,
)
from ludarena.games.carcassonne.landscape import Feature, FreeSquare, are_near
from ludarena.games.carcassonne.outlook import POINT, Outlook
from ludarena.games.carcassonne.scoring import claimed_features, owners
from ludarena.games.carcassonne.state import OVER, CarcassonneTable
from ludarena.games.carcassonne.tables import (
    AT_SIDE,
    FEATURE,
    FIELD,
    MONASTERY,
    MOST_SEGMENTS,
    OPEN_ENDS,
    PENNANTS,
    SEGMENTS,
    SIDES_OF,
)

EVEN: Final = 14.0
"""Lead in points that lifts a standing half way from even to certain."""


class Extension:
    """A feature as it will be when the segment of a placement is joined to it.

    `before` is what the joined features are worth to the seat now. Joins among the tile's own
    segments, by a way around, are left out.
    """

    def __init__(self, outlook: Outlook, place: FreeSquare, oriented: i64, segment: i64) -> None:
        row: i64 = MOST_SEGMENTS * (oriented >> 2) + segment
        self.kind: i64 = FEATURE[row]
        self.lacking: i64 = OPEN_ENDS[row]
        self.tiles: i64 = 1
        self.pennants: i64 = PENNANTS[row]
        self.meeples: i64 = 0
        self.before: i64 = 0
        self._join_sides(outlook, place, oriented, segment)

    def _join_sides(self, outlook: Outlook, place: FreeSquare, oriented: i64, segment: i64) -> None:
        land = outlook.land
        joined: list[int] = []
        for side in SIDES_OF[MOST_SEGMENTS * oriented + segment]:
            other: i64 = place.neighbour(side)
            if other < 0:
                continue
            laid = land.tiles[other]
            opposite: i64 = (side + 2) & 3
            beyond: i64 = AT_SIDE[4 * laid.oriented + opposite]
            root: i64 = land.root(laid.first + beyond)
            self.lacking -= 2
            if root not in joined:
                joined.append(root)
                self._join(outlook, land.features[root])

    def _join(self, outlook: Outlook, feature: Feature) -> None:
        self.lacking += feature.lacking
        self.tiles += feature.tiles()
        self.pennants += feature.pennants
        self.meeples += feature.meeples
        if feature.meeples > 0:
            self.before += outlook.signed(feature.meeples, outlook.of_feature(feature))


def placement_scores(table: CarcassonneTable, seat: i64, actions: list[int]) -> list[int]:
    """Return the worth of each way to lay the drawn tile."""
    outlook = Outlook(table, seat)
    first: i64 = 4 * table.drawn
    result: list[int] = []
    for action in actions:
        place = table.land.free[table.land.free_index(square_of(action))]
        result.append(placement_worth(outlook, place, first + rotation_of(action)))
    return result


def placement_worth(outlook: Outlook, place: FreeSquare, oriented: i64) -> i64:
    """Return what laying an oriented tile changes for the seat, with its best claim.

    Fields are left out: they were not found to matter before the meeple is placed.
    """
    kind: i64 = oriented >> 2
    total: i64 = 0
    best_claim: i64 = 0
    for segment in range(SEGMENTS[kind]):
        feature: i64 = FEATURE[MOST_SEGMENTS * kind + segment]
        claim: i64 = 0
        if feature == FIELD:
            continue
        if feature == MONASTERY:
            around: i64 = outlook.land.tiles_around(place.square)
            claim = outlook.worth(MONASTERY, 8 - around, 1 + around, 0) - outlook.meeple
        else:
            new = Extension(outlook, place, oriented, segment)
            worth: i64 = outlook.worth(new.kind, new.lacking, new.tiles, new.pennants)
            total += outlook.signed(new.meeples, worth) - new.before
            if new.meeples == 0:
                claim = worth - outlook.meeple
        if claim > best_claim:
            best_claim = claim
    if outlook.supply > 0:
        total += best_claim
    return total + monastery_gain(outlook, place.square)


def monastery_gain(outlook: Outlook, square: i64) -> i64:
    """Return what a tile on a square does for the monasteries beside it."""
    land = outlook.land
    gain: i64 = 0
    for tile in land.monasteries:
        if are_near(land.tiles[tile].square, square):
            feature = land.features[land.monastery_of(tile)]
            if feature.meeples > 0:
                now: i64 = outlook.of_feature(feature)
                then: i64 = outlook.worth(MONASTERY, feature.lacking - 1, feature.tiles() + 1, 0)
                gain += outlook.signed(feature.meeples, then - now)
    return gain


def claim_scores(table: CarcassonneTable, seat: i64, actions: list[int]) -> list[int]:
    """Return the worth of each claim on the tile laid last; doing without is 0."""
    outlook = Outlook(table, seat)
    laid = table.land.tiles[table.last_tile()]
    result: list[int] = []
    for action in actions:
        worth: i64 = 0
        if action != NO_MEEPLE:
            segment: i64 = segment_at(laid.oriented, action - MEEPLE)
            feature = table.land.feature_of(laid.first + segment)
            if feature.kind == FIELD:
                worth = outlook.of_field(feature.cities)
            else:
                worth = outlook.of_feature(feature)
            worth -= outlook.meeple
        result.append(worth)
    return result


def standing_of_seats(table: CarcassonneTable) -> list[float]:
    """Return 0 to 1 a seat: the mean over opponents of how far its outlook leads theirs."""
    expected = expected_points(table)
    result: list[float] = []
    for seat in range(table.seats):
        standing: float = 0.0
        for other in range(table.seats):
            if other != seat:
                lead: float = expected[seat] - expected[other]
                standing += 0.5 + 0.5 * lead / (abs(lead) + EVEN)
        result.append(standing / float(table.seats - 1))
    return result


def expected_points(table: CarcassonneTable) -> list[float]:
    """Return the score of each seat and what its features and its supply are worth."""
    worths: list[int] = []
    outlook = Outlook(table, 0)
    outlook.meeple = outlook.spare()
    over: bool = table.phase == OVER
    for seat in range(table.seats):
        player = table.players[seat]
        spare: i64 = player.supply * outlook.spare()
        worths.append(POINT * player.score() + (0 if over else spare))
    if not over:
        add_features(outlook, worths)
    result: list[float] = []
    for worth in worths:
        result.append(float(worth) / float(POINT))
    return result


def add_features(outlook: Outlook, worths: list[int]) -> None:
    """Add to the worth of each seat that of the features that it owns."""
    for feature in claimed_features(outlook.land):
        if feature.kind == FIELD:
            worth: i64 = outlook.of_field(feature.cities)
        else:
            worth = outlook.of_feature(feature)
        winners: i64 = owners(feature.meeples, outlook.seats)
        for seat in range(outlook.seats):
            if (winners >> seat) & 1:
                worths[seat] += worth
