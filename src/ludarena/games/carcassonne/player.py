"""The meeples and points of one seat."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.games.carcassonne.tables import CITY, FIELD, ROAD


class Player:
    """Meeples in the supply, and points by where they came from."""

    def __init__(
        self,
        supply: i64,
        cities: i64,
        roads: i64,
        monasteries: i64,
        unfinished: i64,
        fields: i64,
    ) -> None:
        self.supply: i64 = supply
        self.cities: i64 = cities
        self.roads: i64 = roads
        self.monasteries: i64 = monasteries
        self.unfinished: i64 = unfinished  # cities, roads and monasteries at the end
        self.fields: i64 = fields

    def clone(self) -> Player:
        return Player(
            self.supply, self.cities, self.roads, self.monasteries, self.unfinished, self.fields
        )

    def score(self) -> i64:
        return self.cities + self.roads + self.monasteries + self.unfinished + self.fields

    def score_complete(self, feature: i64, points: i64) -> None:
        """Add the points of a completed feature (R4)."""
        if feature == CITY:
            self.cities += points
        elif feature == ROAD:
            self.roads += points
        else:
            self.monasteries += points

    def score_final(self, feature: i64, points: i64) -> None:
        """Add points of the end: of a field, or of an unfinished feature (R5)."""
        if feature == FIELD:
            self.fields += points
        else:
            self.unfinished += points
