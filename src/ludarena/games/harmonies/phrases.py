"""Cards, landscapes and stacks in words."""

from __future__ import annotations

from ludarena.core.text import listed
from ludarena.games.harmonies.grid import CLOCKWISE_NAMES
from ludarena.games.harmonies.tables import (
    ANIMALS,
    CARD_ROWS,
    COLOURS,
    GROUPS,
    LANDSCAPE_NAMES,
    SPIRIT_RULES,
)

AROUND = f"around it: {' '.join(CLOCKWISE_NAMES)}"
"""Heading of the places around a hex."""

LANDSCAPES = {
    "water": "water",
    "field": "field",
    "building": "building",
    "tree1": "tree of height 1",
    "tree2": "tree of height 2",
    "tree3": "tree of height 3",
    "mountain1": "mountain of height 1",
    "mountain2": "mountain of height 2",
    "mountain3": "mountain of height 3",
}


def landscape_text(kind: int) -> str:
    return LANDSCAPES[LANDSCAPE_NAMES[kind]]


def group_text(group: int) -> str:
    """Return three tokens in words."""
    colours = GROUPS[group]
    counts = [(colours.count(colour), COLOURS[colour]) for colour in sorted(set(colours))]
    return listed(f"{number} {name}" for number, name in counts)


def ladder_text(ladder: tuple[int, ...]) -> str:
    return ", ".join(str(points) for points in ladder)


def habitat_text(card: int) -> str:
    """Return the habitat of a card; the hex of the cube is in bold.

    >>> habitat_text(0)
    '**water** - water - tree of height 3 in a straight line'
    """
    row = CARD_ROWS[card]
    cube = f"**{landscape_text(row.habitat[0].landscape)}**"
    others = row.habitat[1:]
    names = [landscape_text(cell.landscape) for cell in others]
    if row.shape == "pair":
        return f"{cube} - {names[0]}, next to each other"
    if row.shape == "line":
        return f"{' - '.join(_line(card, cube))} in a straight line"
    if row.shape == "triangle":
        return f"{cube} and two {_plural(names[0])}, each next to both others"
    if row.shape == "bent":
        return (
            f"{cube} with two {_plural(names[0])} next to it at an angle: going round the "
            "cube's hex, exactly one place lies between them"
        )
    if len({(cell.q, cell.r) for cell in others if abs(cell.q) > 1}) == 0:
        return f"{cube} with three {_plural(names[0])} next to it, in a row going round it"
    return (
        f"{cube} with two {_plural(names[1])} next to it that touch each other, and a {names[0]} "
        "on the far side that touches both"
    )


def _line(card: int, cube: str) -> list[str]:
    """Return the landscapes of a straight habitat from one end to the other."""
    cells = sorted(CARD_ROWS[card].habitat, key=lambda cell: -cell.q)
    return [
        cube if (cell.q, cell.r) == (0, 0) else landscape_text(cell.landscape) for cell in cells
    ]


def _plural(name: str) -> str:
    """Return the plural of a landscape.

    >>> _plural("tree of height 2"), _plural("water"), _plural("field")
    ('trees of height 2', 'waters', 'fields')
    """
    noun, _, rest = name.partition(" ")
    return f"{noun}s {rest}".strip()


def spirit_rule_text(card: int) -> str:
    """Return what a spirit scores for, its cube being placed."""
    rule = SPIRIT_RULES[card - int(ANIMALS)]
    one, two, three = rule.points
    name = rule.landscape
    if rule.counts == "groups":
        if one == two == three:
            return f"{one} for each group of {_plural(name)}, single ones too"
        if one == 0:
            return f"{two} for each group of 2 or more {_plural(name)}"
        return f"{one} for each group of 1 or 2 {_plural(name)}, {three} for each larger group"
    if name == "water":
        return f"{one} for each water"
    if one == 0:
        return f"{two} for each {name} of height 2 or 3"
    return f"{one} for each {name} of height 1 or 2, {three} for each of height 3"


def card_text(card: int) -> str:
    """Return a card by its name and what its cubes or its spirit bring."""
    row = CARD_ROWS[card]
    if card >= ANIMALS:
        return f"the spirit {row.id} ({spirit_rule_text(card)})"
    return f"the {row.id} ({ladder_text(row.ladder)})"
