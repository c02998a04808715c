"""Points of features, who gets them, and the three ways to score fields."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import count_in
from ludarena.games.carcassonne.landscape import Feature, Landscape
from ludarena.games.carcassonne.tables import (
    CITY,
    CITY_TILE,
    FIELD,
    FIELD_CITY,
    MONASTERY_TILE,
    OLD_FIELD_CITY,
    OPEN_CITY_TILE,
    OPEN_PENNANT,
    PENNANT,
    ROAD,
    ROAD_TILE,
)


def complete_points(feature: Feature, small_city_scores_half: bool) -> i64:
    """Return the points of a completed city, road or monastery (R4.3 to R4.5)."""
    tiles: i64 = feature.tiles()
    if feature.kind == ROAD:
        return ROAD_TILE * tiles
    if feature.kind != CITY:
        return MONASTERY_TILE * tiles
    if small_city_scores_half and tiles == 2:
        return OPEN_CITY_TILE * tiles + OPEN_PENNANT * feature.pennants
    return CITY_TILE * tiles + PENNANT * feature.pennants


def unfinished_points(feature: Feature) -> i64:
    """Return the points of an unfinished city, road or monastery at the end (R5.2)."""
    tiles: i64 = feature.tiles()
    if feature.kind == ROAD:
        return ROAD_TILE * tiles
    if feature.kind == CITY:
        return OPEN_CITY_TILE * tiles + OPEN_PENNANT * feature.pennants
    return MONASTERY_TILE * tiles


def owners(meeples: i64, seats: i64) -> i64:
    """Return the mask of the seats with most meeples, all on a tie, none without any (R4.6)."""
    most: i64 = 1
    mask: i64 = 0
    one: i64 = 1
    for seat in range(seats):
        count: i64 = count_in(meeples, seat)
        if count > most:
            most = count
            mask = one << seat
        elif count == most:
            mask |= one << seat
    return mask


def claimed_features(land: Landscape) -> list[Feature]:
    """Return the features with meeples, in the order of the segments that stand for them."""
    found: list[Feature] = []
    for segment in range(len(land.links)):
        if land.links[segment] == segment:
            feature = land.features[segment]
            if feature.meeples > 0:
                found.append(feature)
    return found


def claimed_fields(land: Landscape) -> list[Feature]:
    """Return the fields with farmers."""
    return [feature for feature in claimed_features(land) if feature.kind == FIELD]


def cities_supplied(field: Feature, land: Landscape) -> i64:
    """Return how many complete cities a field touches (R5.3)."""
    number: i64 = 0
    for city in land.complete_cities:
        mask: i64 = city
        if mask & field.cities != 0:
            number += 1
    return number


def cities_by_field(land: Landscape, seats: i64) -> list[int]:
    """Return the cities that each seat is paid for: each city for each of its fields (R5.3)."""
    paid: list[int] = [0] * seats
    for field in claimed_fields(land):
        number: i64 = cities_supplied(field, land)
        winners: i64 = owners(field.meeples, seats)
        for seat in range(seats):
            if (winners >> seat) & 1:
                paid[seat] += number
    return paid


def cities_once(land: Landscape, seats: i64) -> list[int]:
    """Return the cities that each seat is paid for, each city once (option `second_edition`)."""
    paid: list[int] = [0] * seats
    fields = claimed_fields(land)
    for city in land.complete_cities:
        mask: i64 = city
        winners: i64 = 0
        for field in fields:
            if mask & field.cities != 0:
                winners |= owners(field.meeples, seats)
        for seat in range(seats):
            if (winners >> seat) & 1:
                paid[seat] += 1
    return paid


def cities_by_farmers(land: Landscape, seats: i64) -> list[int]:
    """Return the cities around which each seat has most farmers (option `first_edition`)."""
    paid: list[int] = [0] * seats
    fields = claimed_fields(land)
    for city in land.complete_cities:
        mask: i64 = city
        farmers: i64 = 0
        for field in fields:
            if mask & field.cities != 0:
                farmers += field.meeples
        winners: i64 = owners(farmers, seats)
        for seat in range(seats):
            if (winners >> seat) & 1:
                paid[seat] += 1
    return paid


def city_worth(first_edition: bool) -> i64:
    """Return the points of a city that a farmer supplies."""
    return OLD_FIELD_CITY if first_edition else FIELD_CITY
