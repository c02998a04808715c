"""A second scorer of final positions, from the rules, the list of cards and the view's JSON alone.

It shares no code with the engine: it reads a city as names of cards, tries every guild to copy and
every symbol of choice, and adds up.
"""

from __future__ import annotations

from itertools import product
from typing import Any

CARDS = {
    "brown": """clay-pit clay-pool excavation forest-cave lumber-yard mine ore-vein stone-pit
        timber-yard tree-farm brickyard foundry quarry sawmill""",
    "grey": "glassworks-1 loom-1 press-1 glassworks-2 loom-2 press-2",
    "yellow": """east-trading-post marketplace tavern west-trading-post bazaar caravansery forum
        vineyard arena chamber-of-commerce haven lighthouse ludus""",
    "red": """barracks guard-tower stockade archery-range stables training-ground walls arsenal
        circus fortifications siege-workshop castrum""",
    "purple": """builders-guild craftsmens-guild magistrates-guild philosophers-guild
        scientists-guild shipowners-guild spies-guild strategists-guild traders-guild
        workers-guild""",
}

CIVILIAN = {
    "first": {
        "altar": 2, "baths": 3, "pawnshop": 3, "theater": 2, "aqueduct": 5, "courthouse": 4,
        "statue": 4, "temple": 3, "gardens": 5, "palace": 8, "pantheon": 7, "senate": 6,
        "town-hall": 6,
    },
    "second": {
        "altar": 3, "baths": 3, "well": 3, "theater": 3, "aqueduct": 5, "courthouse": 4,
        "statue": 4, "temple": 4, "gardens": 5, "palace": 8, "pantheon": 7, "senate": 6,
        "town-hall": 6,
    },
}  # fmt: skip

SCIENCE = {
    "compass": "apothecary dispensary academy lodge",
    "tablet": "scriptorium library school university",
    "gear": "workshop laboratory observatory study",
}

STAGES: dict[str, dict[tuple[str, str], tuple[int | str, ...]]] = {
    "first": {
        ("Lighthouse of Alexandria", "a"): (3, 0, 7),
        ("Lighthouse of Alexandria", "b"): (0, 0, 7),
        ("Hanging Gardens of Babylon", "a"): (3, "symbol", 7),
        ("Hanging Gardens of Babylon", "b"): (3, 0, "symbol"),
        ("Temple of Artemis in Ephesus", "a"): (3, 0, 7),
        ("Temple of Artemis in Ephesus", "b"): (2, 3, 5),
        ("Pyramids of Giza", "a"): (3, 5, 7),
        ("Pyramids of Giza", "b"): (3, 5, 5, 7),
        ("Mausoleum of Halicarnassus", "a"): (3, 0, 7),
        ("Mausoleum of Halicarnassus", "b"): (2, 1, 0),
        ("Statue of Zeus in Olympia", "a"): (3, 0, 7),
        ("Statue of Zeus in Olympia", "b"): (0, 5, "copy"),
        ("Colossus of Rhodes", "a"): (3, 0, 7),
        ("Colossus of Rhodes", "b"): (3, 4),
    },
    "second": {
        ("Lighthouse of Alexandria", "a"): (3, 0, 7),
        ("Lighthouse of Alexandria", "b"): (0, 0, 7),
        ("Statue of Zeus in Olympia", "a"): (3, 0, 7),
        ("Statue of Zeus in Olympia", "b"): (0, 5, "copy"),
        ("Hanging Gardens of Babylon", "a"): (3, "symbol", 7),
        ("Hanging Gardens of Babylon", "b"): (0, "symbol"),
        ("Temple of Artemis in Ephesus", "a"): (3, 0, 7),
        ("Temple of Artemis in Ephesus", "b"): (2, 3, 5),
        ("Pyramids of Giza", "a"): (3, 5, 7),
        ("Pyramids of Giza", "b"): (3, 5, 5, 7),
        ("Mausoleum of Halicarnassus", "a"): (3, 0, 7),
        ("Mausoleum of Halicarnassus", "b"): (2, 1, 0),
        ("Colossus of Rhodes", "a"): (3, 0, 7),
        ("Colossus of Rhodes", "b"): (3, 4),
    },
}

NEIGHBOURS_CARDS = {
    "workers-guild": ("brown", 1),
    "craftsmens-guild": ("grey", 2),
    "traders-guild": ("yellow", 1),
    "philosophers-guild": ("green", 1),
    "spies-guild": ("red", 1),
    "magistrates-guild": ("blue", 1),
}


def colour_of(card: str) -> str:
    """Return the colour of a card."""
    for colour, names in CARDS.items():
        if card in names.split():
            return colour
    if any(card in names.split() for names in SCIENCE.values()):
        return "green"
    if any(card in names for names in CIVILIAN.values()):
        return "blue"
    raise KeyError(card)


class City:
    """A city as the view shows it."""

    def __init__(self, player: dict[str, Any], edition: str) -> None:
        self.cards = player["cards"]
        self.coins = player["coins"]
        self.tokens = player["victory_tokens"]
        self.defeats = player["defeat_tokens"]
        board = STAGES[edition][player["wonder"], player["side"]]
        self.built = sum(stage["built"] for stage in player["stages"])
        self.stages = board[: self.built]
        assert len(board) == len(player["stages"])

    def number(self, *colours: str) -> int:
        return sum(colour_of(card) in colours for card in self.cards)


def guild_points(guild: str, own: City, neighbours: list[City]) -> int:
    """Return what a guild counts for a city, symbols left out."""
    if guild in NEIGHBOURS_CARDS:
        colour, each = NEIGHBOURS_CARDS[guild]
        return each * sum(city.number(colour) for city in neighbours)
    if guild == "strategists-guild":
        return sum(city.defeats for city in neighbours)
    if guild == "shipowners-guild":
        return own.number("brown", "grey", "purple")
    if guild == "builders-guild":
        return own.built + sum(city.built for city in neighbours)
    return 0


def science_points(counts: list[int]) -> int:
    return sum(count * count for count in counts) + 7 * min(counts)


def best_science(own: City, wild: int) -> int:
    """Return the most points that symbols and so many wild ones can give."""
    counts = [sum(card in names.split() for card in own.cards) for names in SCIENCE.values()]
    return max(
        science_points([count + choice.count(place) for place, count in enumerate(counts)])
        for choice in product(range(3), repeat=wild)
    )


def commerce_points(own: City) -> int:
    each = {
        "haven": own.number("brown"),
        "lighthouse": own.number("yellow"),
        "chamber-of-commerce": 2 * own.number("grey"),
        "arena": own.built,
        "ludus": own.number("red"),
    }
    return sum(points for card, points in each.items() if card in own.cards)


def scores(view: dict[str, Any]) -> list[int]:
    """Return the final score of every seat, from the JSON of a final view."""
    edition = view["edition"]
    cities = [City(player, edition) for player in view["players"]]
    return [_score(cities, seat, edition) for seat in range(len(cities))]


def _score(cities: list[City], seat: int, edition: str) -> int:
    own = cities[seat]
    neighbours = [cities[(seat + 1) % len(cities)], cities[seat - 1]]
    points = sum(n * worth for n, worth in zip(own.tokens, (1, 3, 5), strict=True)) - own.defeats
    points += own.coins // 3
    points += sum(stage for stage in own.stages if isinstance(stage, int))
    points += sum(CIVILIAN[edition].get(card, 0) for card in own.cards)
    points += commerce_points(own)
    points += sum(guild_points(card, own, neighbours) for card in own.cards)
    wild = own.stages.count("symbol") + own.cards.count("scientists-guild")
    options = [best_science(own, wild)]
    if "copy" in own.stages:
        for guild in [c for city in neighbours for c in city.cards if colour_of(c) == "purple"]:
            more = int(guild == "scientists-guild")
            options.append(guild_points(guild, own, neighbours) + best_science(own, wild + more))
    return points + max(options)
