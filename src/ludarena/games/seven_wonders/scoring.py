"""Points of 7 Wonders (R10), and the best choices that are left to the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted, members, total
from ludarena.games.seven_wonders.city import City
from ludarena.games.seven_wonders.tables import (
    COINS_A_POINT,
    COLOUR,
    COPY_GUILD,
    EARLY_COUNT,
    LEFT,
    OWN,
    PURPLE,
    RIGHT,
    SCIENCE_SET,
    Edition,
)

ROUTES: Final = ("military", "coins", "wonder", "civilian", "commerce", "guilds", "science")
"""Where points come from, in the order of `points_by_route`."""


def around(cities: list[City], seat: i64, what: i64, where: i64) -> i64:
    """Return how many things of a mask are in the cities of a mask around a seat."""
    result: i64 = 0
    if where & OWN != 0:
        result += cities[seat].number_of(what)
    if where & LEFT != 0:
        result += cities[left_of(seat, len(cities))].number_of(what)
    if where & RIGHT != 0:
        result += cities[right_of(seat, len(cities))].number_of(what)
    return result


def left_of(seat: i64, seats: i64) -> i64:
    """Return the next seat clockwise."""
    return seat + 1 if seat + 1 < seats else 0


def right_of(seat: i64, seats: i64) -> i64:
    return seat - 1 if seat > 0 else seats - 1


def card_points(cities: list[City], seat: i64, card: i64, edition: Edition) -> i64:
    """Return what a card of age III counts at the end in the city of a seat (R6.4, R7)."""
    rate: i64 = edition.point_rate[card]
    if rate == 0:
        return 0
    return rate * around(cities, seat, edition.point_what[card], edition.point_where[card])


def science_points(symbols: i64) -> i64:
    """Return the points of a tally of symbols (R10.7)."""
    compass: i64 = count_in(symbols, 0)
    tablet: i64 = count_in(symbols, 1)
    gear: i64 = count_in(symbols, 2)
    fewest: i64 = compass if compass < tablet else tablet
    if gear < fewest:
        fewest = gear
    return compass * compass + tablet * tablet + gear * gear + SCIENCE_SET * fewest


def best_symbols(symbols: i64, wilds: i64) -> i64:
    """Return the tally of `wilds` symbols of choice that counts most beside `symbols` (R8.8)."""
    best: i64 = counted(0, wilds)
    most: i64 = -1
    compasses: i64 = wilds
    while compasses >= 0:
        tablets: i64 = wilds - compasses
        while tablets >= 0:
            gears: i64 = wilds - compasses - tablets
            chosen: i64 = counted(0, compasses) + counted(1, tablets) + counted(2, gears)
            points: i64 = science_points(symbols + chosen)
            if points > most:
                most = points
                best = chosen
            tablets -= 1
        compasses -= 1
    return best


def wilds_of(city: City, copied: i64, edition: Edition) -> i64:
    """Return the symbols of choice of a city that copies a guild (or none, -1)."""
    if copied < 0:
        return city.wilds
    more: i64 = edition.wild[copied]
    return city.wilds + more


def guilds_to_copy(cities: list[City], seat: i64) -> list[int]:
    """Return the guilds that a seat may copy, ascending; none without the power (R8.7)."""
    result: list[int] = []
    if cities[seat].powers & COPY_GUILD == 0:
        return result
    seats: i64 = len(cities)
    cards: i64 = cities[left_of(seat, seats)].late | cities[right_of(seat, seats)].late
    for place in members(cards):
        if COLOUR[EARLY_COUNT + place] == PURPLE:
            result.append(EARLY_COUNT + place)
    return result


def best_copy(cities: list[City], seat: i64, edition: Edition) -> i64:
    """Return the guild whose copy counts most for a seat, -1 when there is none (R8.7)."""
    best: i64 = -1
    most: i64 = -1
    city = cities[seat]
    for guild in guilds_to_copy(cities, seat):
        wilds: i64 = wilds_of(city, guild, edition)
        symbols: i64 = city.symbols + best_symbols(city.symbols, wilds)
        points: i64 = card_points(cities, seat, guild, edition) + science_points(symbols)
        if points > most:
            most = points
            best = guild
    return best


def points_by_route(cities: list[City], seat: i64, edition: Edition) -> list[int]:
    """Return the points of a seat in the order of `ROUTES`.

    Before the end they are those that the match would give if it ended now; guild and symbols that
    are not chosen yet are the best ones.
    """
    city = cities[seat]
    copied: i64 = city.copied if city.copied >= 0 else best_copy(cities, seat, edition)
    left: i64 = wilds_of(city, copied, edition) - total(city.chosen)
    chosen: i64 = city.chosen + best_symbols(city.symbols + city.chosen, left)
    commerce: i64 = 0
    guilds: i64 = 0
    for place in members(city.late):
        points: i64 = card_points(cities, seat, EARLY_COUNT + place, edition)
        if COLOUR[EARLY_COUNT + place] == PURPLE:
            guilds += points
        else:
            commerce += points
    if copied >= 0:
        guilds += card_points(cities, seat, copied, edition)
    return [
        city.military_points(),
        city.coins // COINS_A_POINT,
        city.wonder_points,
        city.civilian_points,
        commerce,
        guilds,
        science_points(city.symbols + chosen),
    ]


def points_of(cities: list[City], seat: i64, edition: Edition) -> i64:
    """Return the points of a seat, all routes together (R10)."""
    result: i64 = 0
    for points in points_by_route(cities, seat, edition):
        result += points
    return result


def symbols_left(city: City, edition: Edition) -> i64:
    """Return how many symbols of choice a seat has still to name at the end."""
    return wilds_of(city, city.copied, edition) - total(city.chosen)
