"""Points of Wingspan by where they come from (sections 8 and 9)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in
from ludarena.games.wingspan.pieces import Player
from ludarena.games.wingspan.tables import (
    BIRDS,
    BONUS_ARGUMENTS,
    BONUS_MEASURES,
    BONUS_POINTS,
    COST,
    GOAL_ARGUMENTS,
    GOAL_MEASURES,
    HABITATS,
    IS_PHOTOGENIC,
    NEST,
    ONE_OF,
    POINTS,
    SIGN,
    WILD,
    WINGSPAN,
)
from ludarena.games.wingspan.words import (
    BLUE_GOAL_MOST,
    FOODS,
    GREEN_GOAL,
    NESTS,
    ROWS,
    SIGNS,
    SLOTS,
    STAR,
    row_of,
)

_COUNTED: Final[i64] = 0
_EGGS: Final[i64] = 1
_SMALLEST_ROW: Final[i64] = 2
_HAND: Final[i64] = 3
_MEASURES = {"eggs-at-least": _EGGS, "smallest-row": _SMALLEST_ROW, "hand": _HAND}

_BIRDS_IN_ROW: Final[i64] = 0
_EGGS_IN_ROW: Final[i64] = 1
_NESTS_WITH_EGGS: Final[i64] = 2
_EGGS_IN_NESTS: Final[i64] = 3
_EGG_SETS: Final[i64] = 4
_ALL_BIRDS: Final[i64] = 5
_GOALS = (
    "birds-in-row",
    "eggs-in-row",
    "nests-with-eggs",
    "eggs-in-nests",
    "egg-sets",
    "birds",
)


def _counts_for(measure: str, argument: str, bird: int) -> bool:
    """Return whether a bird on a mat counts for a bonus card that counts birds (R9)."""
    if measure == "sign":
        return bool(SIGN[bird] >> SIGNS.index(argument) & 1)
    if measure == "cost-holds":
        if argument == "wild":
            return WILD[bird] > 0
        food = FOODS.index(argument)
        return count_in(COST[bird], food) > 0 or bool(ONE_OF[bird] >> food & 1)
    if measure == "cost-only":
        food = FOODS.index(argument)
        only = count_in(COST[bird], food) << (6 * food)
        return only > 0 and only == COST[bird] and WILD[bird] == 0 and ONE_OF[bird] == 0
    if measure == "nest":
        return NEST[bird] in (NESTS.index(argument), STAR)
    if measure == "only-habitat":
        return HABITATS[bird] == 1 << ROWS.index(argument)
    if measure == "wingspan-at-most":
        return WINGSPAN[bird] <= int(argument)
    if measure == "tag":
        return argument == "photographer" and IS_PHOTOGENIC[bird] == 1
    raise ValueError(f"no bonus card measures {measure!r}")


def _counting_rows() -> list[list[int]]:
    rows: list[list[int]] = []
    for measure, argument in zip(BONUS_MEASURES, BONUS_ARGUMENTS, strict=True):
        if measure in _MEASURES:
            rows.append([])
        else:
            rows.append([int(_counts_for(measure, argument, bird)) for bird in range(BIRDS)])
    return rows


def _bands(words: str) -> list[int]:
    """Return the points by number of items, 0 to 15 and more."""
    if words.startswith("each "):
        return [int(words.removeprefix("each ")) * items for items in range(16)]
    points = [0] * 16
    for band in words.split():
        least, worth = band.split(":")
        for items in range(int(least), 16):
            points[items] = int(worth)
    return points


_COUNTS: Final[list[list[int]]] = _counting_rows()
_MEASURE: Final[list[int]] = [_MEASURES.get(measure, _COUNTED) for measure in BONUS_MEASURES]
_LEAST_EGGS: Final[list[int]] = [
    int(argument) if measure == "eggs-at-least" else 0
    for measure, argument in zip(BONUS_MEASURES, BONUS_ARGUMENTS, strict=True)
]
_BONUS_POINTS: Final[list[list[int]]] = [_bands(words) for words in BONUS_POINTS]

_GOAL_MEASURE: Final[list[int]] = [_GOALS.index(measure) for measure in GOAL_MEASURES]
_GOAL_ARGUMENT: Final[list[int]] = [
    ROWS.index(word) if word in ROWS else (NESTS.index(word) if word else 0)
    for word in GOAL_ARGUMENTS
]


def bonus_items(player: Player, card: i64) -> i64:
    """Return how many things of a player a bonus card counts."""
    measure: i64 = _MEASURE[card]
    if measure == _HAND:
        return len(player.hand)
    if measure == _SMALLEST_ROW:
        smallest = player.birds_in(0)
        for row in range(1, 3):
            birds = player.birds_in(row)
            if birds < smallest:
                smallest = birds
        return smallest
    items: i64 = 0
    least: i64 = _LEAST_EGGS[card]
    for slot in range(SLOTS):
        bird: i64 = player.slots[slot]
        if bird < 0:
            continue
        if measure == _EGGS:
            items += 1 if player.eggs_at(slot) >= least else 0
        else:
            items += _COUNTS[card][bird]
    return items


def counts_for(card: i64, bird: i64) -> i64:
    """Return 1 when a bird on a mat counts for a bonus card whatever lies on it, else 0."""
    row = _COUNTS[card]
    result: i64 = row[bird] if row else 0
    return result


def bonus_points(player: Player, card: i64) -> i64:
    """Return the points of one bonus card for a player."""
    items = bonus_items(player, card)
    return _BONUS_POINTS[card][items if items < 15 else 15]


def all_bonus_points(player: Player) -> i64:
    points: i64 = 0
    for card in player.bonus.cards:
        points += bonus_points(player, card)
    return points


def goal_items(player: Player, goal: i64) -> i64:
    """Return how many items a player has for a round goal (R8)."""
    measure: i64 = _GOAL_MEASURE[goal]
    argument: i64 = _GOAL_ARGUMENT[goal]
    if measure == _ALL_BIRDS:
        return player.birds()
    if measure == _BIRDS_IN_ROW:
        return player.birds_in(argument)
    if measure == _EGG_SETS:
        return _egg_sets(player)
    items: i64 = 0
    for slot in range(SLOTS):
        eggs = player.eggs_at(slot)
        if measure == _EGGS_IN_ROW:
            items += eggs if row_of(slot) == argument else 0
        elif player.nests_like(slot, argument):
            items += eggs if measure == _EGGS_IN_NESTS else (1 if eggs else 0)
    return items


def _egg_sets(player: Player) -> i64:
    sets: i64 = 1 << 30
    for row in range(3):
        eggs: i64 = 0
        for column in range(5):
            eggs += player.eggs_at(5 * row + column)
        if eggs < sets:
            sets = eggs
    return sets


def goal_points(items: list[int], blue: bool) -> list[int]:
    """Return the points of each seat for the numbers of items of all (R8).

    On the green side those tied share the places that they take together, rounded down, and
    seats without items take no place; on the blue side an item is a point, five at most.

    >>> goal_points([3, 3, 1, 0], False)
    [2, 2, 0, 0]
    """
    if blue:
        return [own if own < BLUE_GOAL_MOST else BLUE_GOAL_MOST for own in items]
    points: list[int] = []
    for own in items:
        better: i64 = 0
        tied: i64 = 0
        for other in items:
            if other > own:
                better += 1
            elif other == own:
                tied += 1
        shared: i64 = 0
        for place in range(better, better + tied):
            shared += GREEN_GOAL[place]
        points.append(shared // tied if own > 0 else 0)
    return points


def bird_points(player: Player) -> i64:
    points: i64 = 0
    for slot in range(SLOTS):
        bird: i64 = player.slots[slot]
        if bird >= 0:
            points += POINTS[bird]
    return points


def cached_food(player: Player) -> i64:
    tokens: i64 = 0
    for slot in range(SLOTS):
        tokens += player.cached[slot]
    return tokens


def tucked_cards(player: Player) -> i64:
    cards: i64 = 0
    for slot in range(SLOTS):
        cards += player.tucked[slot]
    return cards


def public_points(player: Player) -> i64:
    """Return the points of a player but for bonus cards, the goal as far as it was scored."""
    return (
        bird_points(player)
        + player.all_eggs()
        + cached_food(player)
        + tucked_cards(player)
        + player.goal_points
    )
