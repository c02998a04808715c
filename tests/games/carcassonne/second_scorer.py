"""A second scorer of matches, from the rules, the list of tiles and the view's JSON alone.

It shares no code with the engine: it lays the tiles of the view once more, and after each one
floods the whole map from the new tile, as a person with a finger would.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

KINDS = {
    # cities with pennants, roads, fields by half sides with the cities they touch, monastery
    "A": ([], ["S"], [("01234567", "")], True),
    "B": ([], [], [("01234567", "")], True),
    "C": ([("NESW", 1)], [], [], False),
    "D": ([("N", 0)], ["EW"], [("27", "0"), ("3456", "")], False),
    "E": ([("N", 0)], [], [("234567", "0")], False),
    "F": ([("EW", 1)], [], [("01", "0"), ("45", "0")], False),
    "G": ([("NS", 0)], [], [("23", "0"), ("67", "0")], False),
    "H": ([("E", 0), ("W", 0)], [], [("0145", "01")], False),
    "I": ([("N", 0), ("E", 0)], [], [("4567", "01")], False),
    "J": ([("N", 0)], ["ES"], [("2567", "0"), ("34", "")], False),
    "K": ([("N", 0)], ["SW"], [("2347", "0"), ("56", "")], False),
    "L": ([("N", 0)], ["E", "S", "W"], [("27", "0"), ("34", ""), ("56", "")], False),
    "M": ([("NW", 1)], [], [("2345", "0")], False),
    "N": ([("NW", 0)], [], [("2345", "0")], False),
    "O": ([("NW", 1)], ["ES"], [("25", "0"), ("34", "")], False),
    "P": ([("NW", 0)], ["ES"], [("25", "0"), ("34", "")], False),
    "Q": ([("NEW", 1)], [], [("45", "0")], False),
    "R": ([("NEW", 0)], [], [("45", "0")], False),
    "S": ([("NEW", 1)], ["S"], [("4", "0"), ("5", "0")], False),
    "T": ([("NEW", 0)], ["S"], [("4", "0"), ("5", "0")], False),
    "U": ([], ["NS"], [("1234", ""), ("0567", "")], False),
    "V": ([], ["SW"], [("012347", ""), ("56", "")], False),
    "W": ([], ["E", "S", "W"], [("0127", ""), ("34", ""), ("56", "")], False),
    "X": ([], ["N", "E", "S", "W"], [("12", ""), ("34", ""), ("56", ""), ("07", "")], False),
}  # fmt: skip

COMPASS = "NESW"
HALVES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
BEYOND = ((0, -1), (1, 0), (0, 1), (-1, 0))
FACING_HALF = (5, 4, 7, 6, 1, 0, 3, 2)

Square = tuple[int, int]
Part = tuple[Square, str, int]  # a segment: where, what, which of its kind


class Table:
    """The map as it grows, the meeples on it, and the points by route."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.at: dict[Square, tuple[str, int]] = {}
        self.meeples: dict[Part, int] = {}
        self.done_cities: list[set[Part]] = []
        self.done_monasteries: set[Square] = set()
        self.points: list[Counter[str]] = [Counter() for _ in view["players"]]

    # --- tiles ------------------------------------------------------------------------------

    def places(self, part: Part) -> list[int]:
        """Return the sides, or half sides of a field, of a part as it lies."""
        square, what, index = part
        kind, turns = self.at[square]
        cities, roads, fields, _ = KINDS[kind]
        if what == "field":
            return sorted((int(half) + 2 * turns) % 8 for half in fields[index][0])
        letters = cities[index][0] if what == "city" else roads[index]
        return sorted((COMPASS.index(letter) + turns) % 4 for letter in letters)

    def parts(self, square: Square, what: str) -> list[Part]:
        """Return the parts of one kind of a tile."""
        cities, roads, fields, _ = KINDS[self.at[square][0]]
        number = {"city": len(cities), "road": len(roads), "field": len(fields)}[what]
        return [(square, what, index) for index in range(number)]

    def part_at(self, square: Square, what: str, place: int) -> Part | None:
        for part in self.parts(square, what):
            if place in self.places(part):
                return part
        return None

    def next_to(self, part: Part) -> list[Part | None]:
        """Return what lies beyond each side of a part, None where the map ends."""
        (x, y), what, _ = part
        found: list[Part | None] = []
        for place in self.places(part):
            side = place // 2 if what == "field" else place
            square = (x + BEYOND[side][0], y + BEYOND[side][1])
            if square not in self.at:
                found.append(None)
            else:
                facing = FACING_HALF[place] if what == "field" else (side + 2) % 4
                found.append(self.part_at(square, what, facing))
        return found

    def flood(self, part: Part) -> tuple[set[Part], bool]:
        """Return all parts of a feature, and whether the map ends nowhere beside it."""
        reached, waiting, closed = {part}, [part], True
        while waiting:
            for other in self.next_to(waiting.pop()):
                if other is None:
                    closed = False
                elif other not in reached:
                    reached.add(other)
                    waiting.append(other)
        return reached, closed

    # --- points -----------------------------------------------------------------------------

    def winners(self, parts: set[Part]) -> list[int]:
        counts = Counter(self.meeples[part] for part in parts if part in self.meeples)
        return [seat for seat, number in counts.items() if number == max(counts.values())]

    def size(self, parts: set[Part]) -> tuple[int, int]:
        """Return tiles and pennants of a feature."""
        pennants = sum(
            KINDS[self.at[square][0]][0][index][1]
            for square, what, index in parts
            if what == "city"
        )
        return len({square for square, _, _ in parts}), pennants

    def pay(self, parts: set[Part], route: str, points: int) -> None:
        for seat in self.winners(parts):
            self.points[seat][route] += points

    def clear(self, parts: set[Part]) -> None:
        for part in parts:
            self.meeples.pop(part, None)

    def lay(self, tile: dict[str, Any]) -> None:
        """Lay a tile of the view with its meeple, and score what it completes."""
        square = (tile["x"], tile["y"])
        self.at[square] = (tile["tile"], tile["rotation"] // 90)
        if tile["claim"] is not None:
            self.meeples[self.claimed(square, tile["claim"])] = tile["seat"]
        finished: set[Part] = set()
        for part in [*self.parts(square, "city"), *self.parts(square, "road")]:
            parts, closed = self.flood(part)
            if closed and part not in finished:
                finished |= parts
                self.finish(parts, part[1])
        self.finish_monasteries()

    def claimed(self, square: Square, claim: str) -> Part:
        if claim == "monastery":
            return (square, "monastery", 0)
        what, place = claim.split("-")
        names = list(HALVES) if what == "field" else [letter.lower() for letter in COMPASS]
        part = self.part_at(square, what, names.index(place))
        assert part is not None, f"{claim} names nothing at {square}"
        return part

    def finish(self, parts: set[Part], what: str) -> None:
        tiles, pennants = self.size(parts)
        if what == "road":
            self.pay(parts, "roads", tiles)
        else:
            self.done_cities.append(parts)
            single = tiles == 2 and self.view["two_tile_city"] == "two"
            self.pay(parts, "cities", (tiles + pennants) * (1 if single else 2))
        self.clear(parts)

    def around(self, square: Square) -> int:
        x, y = square
        return sum((x + dx, y + dy) in self.at for dx in (-1, 0, 1) for dy in (-1, 0, 1)) - 1

    def finish_monasteries(self) -> None:
        for square, (kind, _) in self.at.items():
            if KINDS[kind][3] and square not in self.done_monasteries and self.around(square) == 8:
                self.done_monasteries.add(square)
                self.pay({(square, "monastery", 0)}, "monasteries", 9)
                self.clear({(square, "monastery", 0)})

    def end(self) -> None:
        """Score what is unfinished, then the fields."""
        seen: set[Part] = set()
        for part in list(self.meeples):
            if part in seen or part[1] == "field":
                continue
            if part[1] == "monastery":
                self.pay({part}, "unfinished", 1 + self.around(part[0]))
                continue
            parts, _ = self.flood(part)
            seen |= parts
            self.pay(parts, "unfinished", sum(self.size(parts)))
        self.end_of_fields()

    def end_of_fields(self) -> None:
        fields: list[set[Part]] = []
        for part in self.meeples:
            if part[1] == "field" and not any(part in field for field in fields):
                fields.append(self.flood(part)[0])
        supplied = [[self.touches(field, city) for city in self.done_cities] for field in fields]
        for number in range(len(self.done_cities)):
            near = [field for field, row in zip(fields, supplied, strict=True) if row[number]]
            if self.view["field_scoring"] == "per_field_3":
                for field in near:
                    self.pay(field, "fields", 3)
            elif self.view["field_scoring"] == "second_edition":
                for seat in {seat for field in near for seat in self.winners(field)}:
                    self.points[seat]["fields"] += 3
            else:
                self.pay(set().union(*near), "fields", 4)

    def touches(self, field: set[Part], city: set[Part]) -> bool:
        return any(
            (square, "city", int(index)) in city
            for square, _, number in field
            for index in KINDS[self.at[square][0]][2][number][1]
        )


def routes(view: dict[str, Any]) -> list[dict[str, int]]:
    """Return the points of each seat by route at the end of the match that the view shows."""
    table = Table(view)
    for tile in view["tiles"]:
        table.lay(tile)
    table.end()
    names = ("cities", "roads", "monasteries", "unfinished", "fields")
    return [{name: points[name] for name in names} for points in table.points]
