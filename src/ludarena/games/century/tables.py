"""Cards and fixed numbers of Century: Spice Road as constant tables, loaded and checked once."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from typing import Final

from mypy_extensions import i64

from ludarena.games.century.cubes import LETTERS, cubes_from, cubes_of

MERCHANT_ROW: Final[i64] = 6
POINT_ROW: Final[i64] = 5
COINS_A_SEAT: Final[i64] = 2
GOLD_POINTS: Final[i64] = 3
SILVER_POINTS: Final[i64] = 1

CARAVAN_LIMIT: Final[i64] = 10
CARAVAN_LOW: Final[i64] = 6
CARAVAN_HIGH: Final[i64] = 20
END_CARDS_HIGH: Final[i64] = 8
TURN_LIMIT: Final[i64] = 300

MOST_TIMES: Final[i64] = 20
"""More often no trade can be repeated, with the largest caravan."""
MOST_RETURNED: Final[i64] = 80
"""More cubes of a colour are never over the limit: 20 green can become 80 yellow and 20 red."""

END_CARDS: Final[dict[int, int]] = {2: 6, 3: 6, 4: 5, 5: 5}
"""Point cards that end the match by number of seats."""
STARTING_SPICES: Final[tuple[str, ...]] = ("yyy", "yyyy", "yyyy", "yyyr", "yyyr")
"""Cubes of each seat at the beginning."""


@dataclass(frozen=True, slots=True)
class Merchant:
    """A merchant card as printed; `give` and `get` are cubes as letters.

    `kind` is `gain`, `upgrade` or `trade`; `steps` are those of an upgrade.
    """

    id: str
    kind: str
    give: str
    get: str
    steps: int
    starting: bool


@dataclass(frozen=True, slots=True)
class PointCard:
    """A point card as printed; `cost` is cubes as letters."""

    id: str
    points: int
    cost: str


def _rows(name: str) -> list[dict[str, str]]:
    path = resources.files("ludarena.games.century").joinpath("data") / name
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def _merchant(row: dict[str, str]) -> Merchant:
    names = {
        "gain": f"gain-{row['get']}",
        "upgrade": f"upgrade-{row['steps']}",
        "trade": f"{row['give']}-to-{row['get']}",
    }
    steps = int(row["steps"] or 0)
    kind = row["kind"]
    return Merchant(names[kind], kind, row["give"], row["get"], steps, row["starting"] == "yes")


def _load_merchants() -> tuple[Merchant, ...]:
    merchants = tuple(_merchant(row) for row in _rows("merchants.csv"))
    kinds = [(card.kind, card.starting) for card in merchants]
    expected = [("gain", False)] * 8 + [("upgrade", False)] + [("trade", False)] * 34
    if kinds != [*expected, ("gain", True), ("upgrade", True)]:
        raise ValueError("merchants.csv: not 8 gain, 1 upgrade, 34 trade and 2 starting cards")
    if len({card.id for card in merchants}) != len(merchants):
        raise ValueError("merchants.csv: two cards are alike")
    return merchants


def _load_points() -> tuple[PointCard, ...]:
    cards = tuple(
        PointCard(f"{row['points']}-{row['cost']}", int(row["points"]), row["cost"])
        for row in _rows("points.csv")
    )
    if len({card.id for card in cards}) != POINT_CARDS:
        raise ValueError(f"points.csv: {len(cards)} cards, not {POINT_CARDS} different ones")
    return cards


def _upgrades() -> list[tuple[int, int, int]]:
    """Return the steps from yellow, red and green of each upgrade, fewest steps first."""
    most = 3
    return [
        (yellow, red, steps - yellow - red)
        for steps in range(most + 1)
        for yellow in range(steps, -1, -1)
        for red in range(steps - yellow, -1, -1)
    ]


def _upgrade_need(steps: tuple[int, int, int]) -> int:
    """Return the cubes that a caravan must hold for these steps, raised cubes counted."""
    yellow, red, green = steps
    needs = (yellow, max(0, red - yellow), max(0, green - red))
    return sum(int(cubes_of(colour, number)) for colour, number in enumerate(needs))


def _upgrade_change(steps: tuple[int, int, int]) -> int:
    """Return what the steps add to a caravan as a number; cubes taken away count negative."""
    yellow, red, green = steps
    changes = (-yellow, yellow - red, red - green, green)
    return sum(change * (1 << (8 * colour)) for colour, change in enumerate(changes))


POINT_CARDS: Final[i64] = 36
MARKET: Final[i64] = 43
"""Merchant cards of the market, which have the lowest codes."""
GAINS: Final[i64] = 8
"""Gain cards of the market, the first ones."""
UPGRADE_3: Final[i64] = 8
FIRST_TRADE: Final[i64] = 9
START_GAIN: Final[i64] = 43
START_UPGRADE: Final[i64] = 44
MERCHANTS: Final[i64] = 45

MERCHANT_ROWS: Final[tuple[Merchant, ...]] = _load_merchants()
POINT_ROWS: Final[tuple[PointCard, ...]] = _load_points()

GIVE: Final[list[int]] = [cubes_from(card.give) for card in MERCHANT_ROWS]
GET: Final[list[int]] = [cubes_from(card.get) for card in MERCHANT_ROWS]
STEPS: Final[list[int]] = [card.steps for card in MERCHANT_ROWS]
COST: Final[list[int]] = [cubes_from(card.cost) for card in POINT_ROWS]
POINTS: Final[list[int]] = [card.points for card in POINT_ROWS]

UPGRADES: Final[i64] = 20
UPGRADE_SETS: Final[list[tuple[int, int, int]]] = _upgrades()
"""Steps from yellow, from red and from green; what results differs for each."""
UPGRADE_END: Final[list[int]] = [1, 4, 10, 20]
"""How many of the first rows have at most so many steps."""
UPGRADE_NEED: Final[list[int]] = [_upgrade_need(steps) for steps in UPGRADE_SETS]
UPGRADE_CHANGE: Final[list[int]] = [_upgrade_change(steps) for steps in UPGRADE_SETS]


def upgrade_label(steps: tuple[int, int, int]) -> str:
    """Return a letter for each step: the colour of the cube before it.

    >>> upgrade_label((1, 1, 0))
    'yr'
    """
    letters = "".join(letter * number for letter, number in zip(LETTERS, steps, strict=False))
    return letters or "none"
