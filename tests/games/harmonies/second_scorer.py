"""A second scorer of finished boards, from the rules, the lists of cards and the view's JSON alone.

It shares no code with the engine: hexes are axial coordinates, groups are grown by hand, distances
are walked.
"""

from __future__ import annotations

from typing import Any

Hex = tuple[int, int]

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

LADDERS = {
    "crocodile": (4, 9, 15),
    "ray": (4, 10, 16),
    "fish": (3, 6, 10, 16),
    "otter": (5, 10, 16),
    "frog": (2, 4, 6, 10, 15),
    "duck": (2, 4, 8, 13),
    "flamingo": (4, 10, 16),
    "lizard": (5, 10, 16),
    "shrew": (5, 10, 17),
    "peacock": (5, 10, 17),
    "squirrel": (4, 9, 15),
    "hedgehog": (5, 12),
    "bee": (8, 18),
    "bear": (5, 11),
    "rabbit": (5, 10, 17),
    "macaw": (4, 9, 14),
    "boar": (4, 8, 13),
    "koala": (3, 6, 10, 15),
    "wolf": (4, 10, 16),
    "kingfisher": (5, 11, 18),
    "penguin": (4, 10, 16),
    "bat": (3, 6, 10, 15),
    "fennec-fox": (4, 9, 16),
    "macaque": (5, 11),
    "eagle": (5, 11),
    "meerkat": (2, 5, 9, 14),
    "raven": (4, 9),
    "llama": (5, 12),
    "arctic-fox": (5, 10, 17),
    "raccoon": (6, 12),
    "ladybug": (2, 5, 8, 12, 17),
    "panther": (5, 11),
}

TALL = {1: 1, 2: 3, 3: 7}


def place_of(label: str) -> Hex:
    """Return the axial coordinates of a hex named by column and row; odd columns sit lower."""
    column, row = "abcdefg".index(label[0]), int(label[1:]) - 1
    return column, row - (column - column % 2) // 2


def around(place: Hex) -> list[Hex]:
    return [(place[0] + q, place[1] + r) for q, r in STEPS]


def groups(places: set[Hex]) -> list[set[Hex]]:
    """Return the connected groups of hexes."""
    left = set(places)
    found: list[set[Hex]] = []
    while left:
        group = {left.pop()}
        edge = list(group)
        while edge:
            for near in around(edge.pop()):
                if near in left:
                    left.remove(near)
                    group.add(near)
                    edge.append(near)
        found.append(group)
    return found


class Board:
    """A finished board: stacks as tuples of colours from bottom to top."""

    def __init__(self, stacks: dict[Hex, tuple[str, ...]], hexes: set[Hex]) -> None:
        self.stacks = {place: stack for place, stack in stacks.items() if stack}
        self.hexes = hexes

    def top(self, colour: str) -> set[Hex]:
        return {place for place, stack in self.stacks.items() if stack[-1] == colour}

    def buildings(self) -> set[Hex]:
        return {place for place in self.top("red") if len(self.stacks[place]) == 2}

    def heights(self, colour: str) -> list[int]:
        return [len(self.stacks[place]) for place in self.top(colour)]

    def trees(self) -> int:
        return sum(TALL[height] for height in self.heights("green"))

    def mountains(self) -> int:
        gray = self.top("gray")
        return sum(
            TALL[len(self.stacks[place])]
            for place in gray
            if any(near in gray for near in around(place))
        )

    def fields(self) -> int:
        return 5 * sum(len(group) > 1 for group in groups(self.top("yellow")))

    def building_points(self) -> int:
        points = 0
        for place in self.buildings():
            seen = {self.stacks[near][-1] for near in around(place) if near in self.stacks}
            points += 5 if len(seen) >= 3 else 0
        return points

    def river(self, from_ends: bool) -> int:
        best = max((length_of(river, from_ends) for river in groups(self.top("blue"))), default=0)
        if best > 6:
            return 15 + 4 * (best - 6)
        return (0, 0, 2, 5, 8, 11, 15)[best]

    def islands(self) -> int:
        return 5 * len(groups(self.hexes - self.top("blue")))

    def spirit(self, name: str) -> int:
        """Return the points of a spirit whose cube was placed."""
        sizes = {
            "lion": [len(group) for group in groups(self.top("yellow"))],
            "butterfly": [len(group) for group in groups(self.top("yellow"))],
            "cat": [len(group) for group in groups(self.buildings())],
            "crane": [len(group) for group in groups(self.buildings())],
            "dragonfly": [len(group) for group in groups(self.top("blue"))],
            "deer": self.heights("green"),
            "owl": self.heights("green"),
            "mountain-goat": self.heights("gray"),
            "marmot": self.heights("gray"),
            "turtle": self.heights("blue"),
        }[name]
        return sum(worth_of(name, size) for size in sizes)


def worth_of(spirit: str, size: int) -> int:
    """Return the points of a spirit for one group of a size, or one stack of a height."""
    if spirit == "lion":
        return 10 if size >= 3 else 2
    if spirit in ("owl", "marmot"):
        return 1 if size == 3 else 3
    if spirit in ("butterfly", "cat", "turtle"):
        return {"butterfly": 5, "cat": 4, "turtle": 2}[spirit]
    least_two = {"deer": 4, "mountain-goat": 4, "crane": 6, "dragonfly": 7}
    return least_two[spirit] if size >= 2 else 0


def length_of(river: set[Hex], from_ends: bool) -> int:
    """Return the tokens on the shortest way between the two tokens furthest apart."""
    starts = [place for place in river if sum(near in river for near in around(place)) <= 1]
    if not from_ends or not starts:
        starts = list(river)
    longest = 0
    for start in starts:
        distance = {start: 1}
        queue = [start]
        for place in queue:
            for near in around(place):
                if near in river and near not in distance:
                    distance[near] = distance[place] + 1
                    queue.append(near)
        longest = max(longest, *distance.values())
    return longest


def routes(player: dict[str, Any], options: dict[str, Any]) -> dict[str, int]:
    """Return the points of a player by category, from the JSON of a final view."""
    stacks = {place_of(cell["hex"]): tuple(cell["stack"]) for cell in player["hexes"]}
    board = Board(stacks, set(stacks))
    cards = [*player["above"], *player["complete"]]
    animals = [card for card in cards if card["kind"] == "animal"]
    spirits = [card for card in cards if card["kind"] == "spirit" and card["placed"]]
    from_ends = options["river_length"] == "from_river_ends"
    return {
        "trees": board.trees(),
        "mountains": board.mountains(),
        "fields": board.fields(),
        "buildings": board.building_points(),
        "water": board.river(from_ends) if options["side"] == "A" else board.islands(),
        "animals": sum((0, *LADDERS[card["card"]])[card["placed"]] for card in animals),
        "spirit": sum(board.spirit(card["card"]) for card in spirits),
    }


def scores(view: dict[str, Any]) -> list[int]:
    """Return the final score of every seat, from the JSON of a final view."""
    return [sum(routes(player, view["options"]).values()) for player in view["players"]]


def tie_cubes(view: dict[str, Any]) -> list[int]:
    """Return the cubes on the board of every seat that decide ties."""
    counted = {"animal"}
    if view["options"]["spirit_cube_in_tiebreak"]:
        counted.add("spirit")
    return [sum(cell["cube"] in counted for cell in player["hexes"]) for player in view["players"]]
