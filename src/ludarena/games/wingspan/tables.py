"""The cards of the slice as tables: birds, what their powers do, bonus cards, goals.

Read once from `data/*.csv` and checked. A bird, a bonus card or a goal is the number of its row.
"""

from __future__ import annotations

import csv
from importlib import resources
from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import counted
from ludarena.games.wingspan.effects import Effect, read_power
from ludarena.games.wingspan.words import COLOURS, EVENTS, FOODS, NESTS, ROWS, SIGNS


def _lines(name: str) -> list[dict[str, str]]:
    data = resources.files("ludarena.games.wingspan").joinpath("data", f"{name}.csv")
    return list(csv.DictReader(data.read_text("utf-8").splitlines()))


def _label(name: str) -> str:
    return name.lower().replace("'", "").replace(" ", "-")


def _mask(words: str, known: tuple[str, ...]) -> int:
    return sum(1 << known.index(word) for word in words.split("+") if word)


def _tally(words: str) -> i64:
    tally: i64 = 0
    for word in words.split("+"):
        if word in FOODS:
            tally += counted(FOODS.index(word), 1)
    return tally


def _one_of(words: str) -> int:
    return _mask(words.replace("/", "+"), FOODS) if "/" in words else 0


def _tagged(tag: str) -> list[int]:
    return [int(tag in line["tags"].split("+")) for line in _BIRDS]


_BIRDS = _lines("birds")

BIRDS: Final[i64] = len(_BIRDS)
BIRD_NAMES = tuple(line["name"] for line in _BIRDS)
BIRD_LABELS = tuple(_label(name) for name in BIRD_NAMES)
COST_WORDS = tuple(line["cost"] for line in _BIRDS)

HABITATS: Final[list[int]] = [_mask(line["habitats"], ROWS) for line in _BIRDS]
"""Mask of the rows where each bird may be played."""
COST: Final[list[int]] = [_tally(line["cost"]) for line in _BIRDS]
"""Tally of the foods that a bird costs, all of them."""
WILD: Final[list[int]] = [line["cost"].split("+").count("wild") for line in _BIRDS]
"""Tokens of any food that a bird costs besides."""
ONE_OF: Final[list[int]] = [_one_of(line["cost"]) for line in _BIRDS]
"""Mask of the foods of which a bird costs one; 0 for birds that cost all they list."""
POINTS: Final[list[int]] = [int(line["points"]) for line in _BIRDS]
NEST: Final[list[int]] = [NESTS.index(line["nest"]) for line in _BIRDS]
EGG_LIMIT: Final[list[int]] = [int(line["eggs"]) for line in _BIRDS]
WINGSPAN: Final[list[int]] = [int(line["wingspan"]) for line in _BIRDS]
"""Wingspan in centimetres."""
SIGN: Final[list[int]] = [_mask(line["signs"], SIGNS) for line in _BIRDS]
COLOUR: Final[list[int]] = [COLOURS.index(line["colour"]) for line in _BIRDS]
"""Colour of each bird's power."""
TRIGGER: Final[list[int]] = [
    EVENTS.index(line["trigger"]) if line["trigger"] else -1 for line in _BIRDS
]
"""The event that a pink power reacts to, or -1."""
POWER: Final[list[list[Effect]]] = [read_power(line["power"]) for line in _BIRDS]
"""The steps of each bird's power."""
IS_PHOTOGENIC: Final[list[int]] = _tagged("photographer")
"""1 for birds with a colour in their name."""

_BONUS = _lines("bonus")

BONUS_CARDS: Final[i64] = len(_BONUS)
BONUS_NAMES = tuple(line["name"] for line in _BONUS)
BONUS_LABELS = tuple(_label(name) for name in BONUS_NAMES)
BONUS_MEASURES = tuple(line["measure"] for line in _BONUS)
BONUS_ARGUMENTS = tuple(line["argument"] for line in _BONUS)
BONUS_POINTS = tuple(line["points"] for line in _BONUS)

_GOALS = _lines("goals")

GOALS: Final[i64] = len(_GOALS)
GOAL_NAMES = tuple(line["name"] for line in _GOALS)
GOAL_MEASURES = tuple(line["measure"] for line in _GOALS)
GOAL_ARGUMENTS = tuple(line["argument"] for line in _GOALS)


def _check() -> None:
    if len(set(BIRD_LABELS)) != BIRDS or len(set(BONUS_LABELS)) != BONUS_CARDS:
        raise ValueError("cards must have distinct names")
    for bird in range(BIRDS):
        has_power = COLOURS[COLOUR[bird]] != "none"
        if has_power != bool(POWER[bird]) or (COLOURS[COLOUR[bird]] == "pink") == (
            TRIGGER[bird] < 0
        ):
            raise ValueError(f"{BIRD_NAMES[bird]}: colour, trigger and power do not fit")


_check()
