"""A reader of texts: which actions are legal and what the scores are, from a text view alone.

It knows the rules of play and shares no code with the engine, its views or its tables: whatever the
text keeps silent about, it cannot find.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product, takewhile

COLOURS = ("yellow", "red", "green", "brown")
MOST_TIMES = 20

Cubes = Counter[str]


def counts_in(text: str) -> Cubes:
    """Return the cubes of a text such as "2 red, 1 brown"."""
    return Counter({colour: int(n) for n, colour in re.findall(r"(\d+) (\w+)", text)})


def table(text: str, first: str) -> list[dict[str, str]]:
    """Return the rows of the first table whose first column is so called; none without one."""
    lines = text.partition(f"\n| {first} |")[1:]
    rows = list(takewhile(lambda line: line.startswith("|"), "".join(lines).split("\n")[1:]))
    return [dict(zip(_cells(rows[0]), _cells(row), strict=True)) for row in rows[2:]]


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


class Text:
    """A text view of the seat that is to move."""

    def __init__(self, text: str) -> None:
        self.text = text
        [self.own] = [row for row in table(text, "seat") if "(you)" in row["seat"]]
        self.caravan: Cubes = Counter({colour: int(self.own[colour]) for colour in COLOURS})
        found = re.search(r"A caravan keeps at most (\d+) cubes", text)
        assert found is not None
        self.limit = int(found[1])
        self.empty_play = "a trade may be done 0 times" in text
        self.idle_rest = "resting is allowed without played cards" in text

    def section(self, seat: str) -> str:
        return self.text.partition(f"\n### Seat {seat}")[2].partition("\n### ")[0]

    def holds(self, cubes: Cubes) -> bool:
        return all(self.caravan[colour] >= cubes[colour] for colour in COLOURS)


def legal_ids(text: str) -> set[str]:
    """Return the ids of all actions that the seat to move may play."""
    view = Text(text)
    if "\nYou are acquiring " in text:
        return {f"pay:{colour}" for colour in COLOURS if view.caravan[colour]}
    returning = re.search(r"\nYou are to return cubes, having (\d+)(.*)\.", text)
    if returning:
        return _returns(view, int(returning[1]) - view.limit, counts_in(returning[2]))
    return _plays(view) | _rests(view) | _acquisitions(view) | _claims(view)


def _returns(view: Text, surplus: int, returned: Cubes) -> set[str]:
    found: set[str] = set()
    for place, colour in enumerate(COLOURS):
        if any(returned[named] for named in COLOURS[place:]):
            continue
        later = sum(view.caravan[other] for other in COLOURS[place + 1 :])
        for number in range(max(1, surplus - later), min(view.caravan[colour], surplus) + 1):
            found.add(f"return:{colour}:{number}")
    return found


def _plays(view: Text) -> set[str]:
    hand = re.search(r"\n- Hand: (.*)", view.section(view.own["seat"]))
    assert hand is not None
    found: set[str] = set()
    for name, effect in re.findall(r"([\w-]+) \(([^)]*)\)", hand[1]):
        if effect.startswith("gain"):
            found.add(f"play:{name}")
        elif effect.startswith("up to"):
            found |= _upgrades(view, name, next(iter(counts_in(effect).values())))
        else:
            give, get = effect.removesuffix(", repeatable").split(" for ")
            found |= _trades(view, name, counts_in(give), counts_in(get))
    return found


def _upgrades(view: Text, name: str, most: int) -> set[str]:
    found: set[str] = set()
    for yellow, red, green in product(range(most + 1), repeat=3):
        steps = yellow + red + green
        fits = yellow <= view.caravan["yellow"] and red <= view.caravan["red"] + yellow
        fits = fits and green <= view.caravan["green"] + red
        if fits and steps <= most and (steps or view.empty_play):
            found.add(f"upgrade:{name}:{'y' * yellow + 'r' * red + 'g' * green or 'none'}")
    return found


def _trades(view: Text, name: str, give: Cubes, get: Cubes) -> set[str]:
    found = {f"trade:{name}:0"} if view.empty_play else set()
    caravan = Counter(view.caravan)
    for times in range(1, MOST_TIMES + 1):
        if any(caravan[colour] < give[colour] for colour in give):
            break
        caravan.subtract(give)
        caravan.update(get)
        found.add(f"trade:{name}:{times}")
    return found


def _rests(view: Text) -> set[str]:
    idle = "after a rest: none" in view.section(view.own["seat"])
    return {"rest"} if view.idle_rest or not idle else set()


def _acquisitions(view: Text) -> set[str]:
    row = view.text.partition("\n## Merchant row")[2].partition("\n## ")[0]
    cubes = view.caravan.total()
    offers = table(row, "position")
    return {f"acquire:{one['card']}" for one in offers if int(one["cubes to pay"]) <= cubes}


def _claims(view: Text) -> set[str]:
    row = view.text.partition("\n## Point cards")[2].partition("\n## ")[0]
    cards = table(row, "position")
    return {f"claim:{one['card']}" for one in cards if view.holds(counts_in(one["cost"]))}


def scores(text: str) -> dict[str, tuple[int, int]]:
    """Return the score that the text shows and the one that its parts add up to, by seat."""
    view = Text(text)
    found: dict[str, tuple[int, int]] = {}
    for row in table(text, "seat"):
        claimed = re.search(r"\n- Claimed: (.*)", view.section(row["seat"]))
        assert claimed is not None
        points = sum(int(card) for card in re.findall(r"(\d+)-", claimed[1]))
        points += 3 * int(row["gold"]) + int(row["silver"])
        points += sum(int(row[colour]) for colour in COLOURS[1:])
        found[row["seat"]] = (int(row["score now"]), points)
    return found
