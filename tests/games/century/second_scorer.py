"""A second scorer of final positions, from the rules and the view's JSON alone.

It shares no code with the engine and has no table of cards: the points of a point card follow from
its cost. Every cube of the cost counts its level (yellow 1, red 2, green 3, brown 4); a cost of
three colours counts 1 more, one of all four colours 2 more.
"""

from __future__ import annotations

from typing import Any

LEVELS = {"y": 1, "r": 2, "g": 3, "b": 4}
MORE_FOR_COLOURS = {1: 0, 2: 0, 3: 1, 4: 2}
END_CARDS = {2: 6, 3: 6, 4: 5, 5: 5}


def points_of(cost: str) -> int:
    """Return the points of a point card by the letters of its cost."""
    return sum(LEVELS[letter] for letter in cost) + MORE_FOR_COLOURS[len(set(cost))]


def score(player: dict[str, Any]) -> int:
    """Return the final score of a player of the view."""
    total = 3 * player["gold"] + player["silver"]
    for card in player["claimed"]:
        printed, cost = card.split("-")
        assert points_of(cost) == int(printed), card
        total += points_of(cost)
    caravan = player["caravan"]
    return total + caravan["red"] + caravan["green"] + caravan["brown"]


def scores(view: dict[str, Any]) -> list[int]:
    """Return the final score of every seat, from the JSON of a final view."""
    return [score(player) for player in view["players"]]


def ranks(view: dict[str, Any]) -> list[int]:
    """Return the place of every seat: of equal scores the later seat is placed higher."""
    found = scores(view)
    later_wins = view["options"]["tie"] == "latest_seat"
    return [
        1
        + sum(
            other > own or (later_wins and other == own and rival > seat)
            for rival, other in enumerate(found)
        )
        for seat, own in enumerate(found)
    ]


def called_the_end(view: dict[str, Any]) -> bool:
    """Return whether a player has as many point cards as end the match."""
    needed = END_CARDS[len(view["players"])]
    return any(len(player["claimed"]) >= needed for player in view["players"])
