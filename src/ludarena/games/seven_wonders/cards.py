"""Cards and wonder stages as printed, read once from `data/*.csv` and checked."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from typing import Final, Literal

EditionName = Literal["first", "second"]

EDITIONS: Final[tuple[EditionName, ...]] = ("first", "second")

GOODS: Final = ("wood", "stone", "ore", "clay", "glass", "papyrus", "cloth")
"""Four raw materials, then three manufactured goods."""

COLOURS: Final = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
SYMBOLS: Final = ("compass", "tablet", "gear")
SEATS: Final = range(3, 8)
HAND: Final = 7
SIDES: Final = ("a", "b")


@dataclass(frozen=True, slots=True)
class Printed:
    """What a card or a stage costs and does; `effects` are rows of words, as in the data."""

    coins: int
    cost: tuple[int, ...]
    effects: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card of one edition; `copies` by number of seats from 3, empty for guilds."""

    id: str
    name: str
    age: int
    colour: int
    printed: Printed
    chain_from: tuple[str, ...]
    copies: tuple[int, ...]

    @property
    def label(self) -> str:
        """Return the card's part of action ids; equal names of two ages are told apart."""
        return self.id.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Wonder:
    """One side of a wonder; `start` is a row of `GOODS`."""

    id: str
    name: str
    side: str
    start: int
    stages: tuple[Printed, ...]


def _lines(name: str) -> list[dict[str, str]]:
    data = resources.files("ludarena.games.seven_wonders").joinpath("data", f"{name}.csv")
    return list(csv.DictReader(data.read_text("utf-8").splitlines()))


def _printed(line: dict[str, str]) -> Printed:
    cost = [0] * len(GOODS)
    words = line["cost"].split()
    for good, number in zip(words[::2], words[1::2], strict=True):
        cost[GOODS.index(good)] = int(number)
    effects = tuple(tuple(effect.split()) for effect in line["effects"].split("; "))
    return Printed(int(line.get("coins", "0")), tuple(cost), effects)


def _card(line: dict[str, str]) -> Card:
    return Card(
        line["id"],
        line["name"],
        int(line["age"]),
        COLOURS.index(line["colour"]),
        _printed(line),
        tuple(line["chain_from"].split()),
        tuple(int(number) for number in line["copies"].split()),
    )


def _in(edition: EditionName, line: dict[str, str]) -> bool:
    return line["edition"] in ("both", edition)


_CARDS = _lines("cards")
_WONDERS = _lines("wonders")

CARD_IDS: Final = tuple(dict.fromkeys(line["id"] for line in _CARDS))
"""Ids of all cards of both editions by age; the number of a card is its place here."""

WONDER_IDS: Final = tuple(dict.fromkeys(line["id"] for line in _WONDERS))


def _cards(edition: EditionName) -> dict[str, Card]:
    cards = {line["id"]: _card(line) for line in _CARDS if _in(edition, line)}
    for age in (1, 2, 3):
        for place, seats in enumerate(SEATS):
            size = sum(c.copies[place] for c in cards.values() if c.age == age and c.copies)
            guilds = seats + 2 if age == 3 else 0
            if size + guilds != HAND * seats:
                raise ValueError(f"cards.csv: {size} cards of age {age} for {seats} seats")
    for card in cards.values():
        if any(cards[source].age >= card.age for source in card.chain_from):
            raise ValueError(f"cards.csv: {card.id} chains from no earlier age")
    return cards


def _wonders(edition: EditionName) -> dict[tuple[str, str], Wonder]:
    wonders: dict[tuple[str, str], Wonder] = {}
    lines = [line for line in _WONDERS if _in(edition, line)]
    for line in lines:
        key = (line["id"], line["side"])
        stages = (*(wonders[key].stages if key in wonders else ()), _printed(line))
        if len(stages) != int(line["stage"]):
            raise ValueError(f"wonders.csv: stage {line['stage']} of {key} is out of order")
        wonders[key] = Wonder(key[0], line["name"], key[1], GOODS.index(line["start"]), stages)
    return wonders


CARDS: Final = {edition: _cards(edition) for edition in EDITIONS}
"""Cards by id, for each edition."""

WONDERS: Final = {edition: _wonders(edition) for edition in EDITIONS}
"""Sides of wonders by id and side, for each edition."""

LATEST: Final = {**CARDS["second"], **CARDS["first"]}
"""Every card once, as the first edition prints it where it has it."""

if [LATEST[card].age for card in CARD_IDS] != sorted(LATEST[card].age for card in CARD_IDS):
    raise ValueError("cards.csv: cards must be ordered by age")
