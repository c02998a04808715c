"""A reader of texts: which actions are legal and what landscapes score, from a text view alone.

It knows the rules of play and shares no code with the engine, its views or its tables: hexes are
names with the six places around them as the text lists them, habitats are the words of the cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

COLOURS = ("gray", "blue", "brown", "green", "yellow", "red")
UNDER = {
    "gray": ("gray", "gray+gray"),
    "brown": ("brown",),
    "green": ("brown", "brown+brown"),
    "red": ("gray", "brown", "red"),
}
"""Stacks on which a colour may be placed."""
BY_HEIGHT = (0, 1, 3, 7)
RIVER = (0, 0, 2, 5, 8, 11, 15)
PLURAL = re.compile(r"^(tree|mountain|water|field|building)s")


def table(text: str, first: str) -> list[dict[str, str]]:
    """Return the rows of the first table whose first column is so called; none without one."""
    lines = text.partition(f"\n| {first} |")[1:]
    rows = list(takewhile(lambda line: line.startswith("|"), "".join(lines).split("\n")[1:]))
    return [dict(zip(_cells(rows[0]), _cells(row), strict=True)) for row in rows[2:]]


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def tokens_in(text: str) -> list[str]:
    """Return the colours of a text such as "2 gray, 1 red", one for each token."""
    found = re.findall(rf"(\d+) ({'|'.join(COLOURS)})", text)
    return [colour for number, colour in found for _ in range(int(number))]


class Board:
    """The reader's own board: stacks, cubes, and what lies around each hex."""

    def __init__(self, text: str) -> None:
        self.stacks: dict[str, str] = {}
        self.cubes: set[str] = set()
        self.around: dict[str, list[str]] = {}
        for row in table(text, "hex"):
            stack, _, cube = row["stack"].partition(", ")
            self.stacks[row["hex"]] = stack.removeprefix("empty")
            self.around[row["hex"]] = row["around it: N NE SE S SW NW"].split()
            if cube:
                self.cubes.add(row["hex"])

    def landscape(self, place: str) -> str:
        """Return what stands on a place in the words of habitats; nothing off the board."""
        tokens = self.stacks.get(place, "").split("+")
        if tokens[-1] == "red":
            return "building" if len(tokens) == 2 else ""
        kinds = {"blue": "water", "yellow": "field"}
        kinds |= {"green": f"tree of height {len(tokens)}"}
        kinds |= {"gray": f"mountain of height {len(tokens)}"}
        return kinds.get(tokens[-1], "")

    def all_of(self, kind: str) -> set[str]:
        return {place for place in self.stacks if self.landscape(place).startswith(kind)}

    def step(self, place: str, way: int) -> str:
        return self.around[place][way % 6] if place in self.around else "-"

    def groups(self, places: Iterable[str]) -> list[set[str]]:
        left, found = set(places), []
        while left:
            group = {left.pop()}
            edge = list(group)
            while edge:
                near = left & set(self.around[edge.pop()])
                left -= near
                group |= near
                edge += near
            found.append(group)
        return found


def legal_ids(text: str) -> set[str]:
    """Return the ids of all actions that the seat to move may play."""
    own = next(part for part in text.split("\n## ") if re.match(r"Seat \d \(you\)", part))
    if "\nYou are to choose a spirit" in text:
        return {f"spirit:{name}" for name in re.findall(r"Spirit to choose: ([\w-]+)", own)}
    board = Board(text)
    above = re.findall(r"\n- (?:spirit )?([a-z-]+): .*habitat: (.*); (?:a|no) cube", own)
    found = _placements(board, text) | _cards(text, len(above))
    found |= {f"cube:{name}:{place}" for name, words in above for place in homes(board, words)}
    if "\nYou are to take a turn" in text:
        central = text.partition("\n## Central board")[2].partition("\n## ")[0]
        groups = [tokens_in(line) for line in re.findall(r"\n- (.*)", central)]
        found |= {f"take:{'+'.join(sorted(group, key=COLOURS.index))}" for group in groups}
    return found | ({"end"} if "\nYou are to end the turn" in text else set())


def _placements(board: Board, text: str) -> set[str]:
    hand = re.search(r"\nYou are to place tokens, still in hand: (.*?);", text)
    return {
        f"place:{colour}:{place}"
        for colour in set(tokens_in(hand[1] if hand else ""))
        for place, stack in board.stacks.items()
        if not stack or (stack in UNDER.get(colour, ()) and place not in board.cubes)
    }


def _cards(text: str, above: int) -> set[str]:
    if "animal card of this turn: taken" in text or above == 4:
        return set()
    supply = re.search(r"\nAnimal cubes left in the box: (\d+)", text)
    most = int(supply[1]) if supply else 5
    ladders = {row["animal"]: row["points for 1, 2, ... cubes"] for row in table(text, "animal")}
    return {f"card:{name}" for name, ladder in ladders.items() if ladder.count(",") < most}


def homes(board: Board, words: str) -> set[str]:
    """Return the hexes that may receive a cube of a card whose habitat is told in these words."""
    cube = words.split("**")[1]
    places = {at for at in board.stacks if board.landscape(at) == cube} - board.cubes
    return {at for at in places if any(_fits(board, words, at, way) for way in range(6))}


def _fits(board: Board, words: str, at: str, way: int) -> bool:
    """Return whether a habitat lies around the cube's hex, turned that way."""
    if words.endswith("in a straight line"):
        return _in_line(board, words.removesuffix(" in a straight line").split(" - "), at, way)
    if pair := re.search(r" - (.*), next to each other", words):
        return board.landscape(board.step(at, way)) == pair[1]
    kind = re.search(r"(?:two|three) (.*?)(?: next to it|, each next)", words)
    assert kind is not None, words
    turns = {"at an angle": (0, 2), "three": (0, 1, 2)}
    steps = next((steps for mark, steps in turns.items() if mark in words), (0, 1))
    near = [board.step(at, way + step) for step in steps]
    if any(board.landscape(place) != PLURAL.sub(r"\1", kind[1]) for place in near):
        return False
    far = re.search(r"and an? (.*) on the far side", words)
    return far is None or board.landscape(board.step(near[0], way + 1)) == far[1]


def _in_line(board: Board, kinds: list[str], at: str, way: int) -> bool:
    """Return whether the kinds follow each other in a direction, the marked one on `at`."""
    first = at
    for kind in kinds:
        if kind.startswith("**"):
            break
        first = board.step(first, way + 3)
    places = [first, board.step(first, way), board.step(board.step(first, way), way)]
    return [board.landscape(place) for place in places] == [kind.strip("*") for kind in kinds]


def points(text: str) -> dict[str, int]:
    """Return what the landscapes of the reader's own board score, by the column of the text."""
    board = Board(text)
    mountains, water = board.all_of("mountain"), board.all_of("water")
    near = {at for at in mountains if mountains & set(board.around[at])}
    return {
        "trees": sum(BY_HEIGHT[_height(board, at)] for at in board.all_of("tree")),
        "mountains": sum(BY_HEIGHT[_height(board, at)] for at in near),
        "fields": 5 * sum(len(group) > 1 for group in board.groups(board.all_of("field"))),
        "buildings": 5 * sum(len(_tops(board, at)) > 2 for at in board.all_of("building")),
        "water": _river(board, text, water)
        if text.startswith("# Harmonies, side A")
        else 5 * len(board.groups(set(board.stacks) - water)),
    }


def _height(board: Board, at: str) -> int:
    return board.stacks[at].count("+") + 1


def _tops(board: Board, at: str) -> set[str]:
    """Return the colours on top around a hex."""
    return {board.stacks.get(place, "").rpartition("+")[2] for place in board.around[at]} - {""}


def _river(board: Board, text: str, water: set[str]) -> int:
    """Return the points of the best river, measured as the text says."""
    longest = 0
    for river in board.groups(water):
        ends = {at for at in river if len(river & set(board.around[at])) < 2}
        starts = ends if "measured from the ends" in text and ends else river
        longest = max(longest, *(_furthest(board, start, river) for start in starts))
    return RIVER[longest] if longest < 7 else 15 + 4 * (longest - 6)


def _furthest(board: Board, start: str, river: set[str]) -> int:
    """Return the tokens on the way to the token of the river furthest away."""
    reached, length = {start}, 0
    edge = reached
    while edge:
        length += 1
        edge = {near for at in edge for near in board.around[at]} & river - reached
        reached = reached | edge
    return length
