"""What a search returns: the choice and why it was made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludarena.search.tree import SEAT_SHIFT, Node, position


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of one search for one seat.

    `visits` and `values` (mean reward, 0 to 1) are keyed by action code and hold every legal
    action that was tried; `line` is the principal line as (seat, action) pairs, the searching
    seat's choice first. `cut` says that the time limit ended the search, which then does not
    depend on the seed alone.
    """

    action: int
    visits: dict[int, int]
    values: dict[int, float]
    line: tuple[tuple[int, int], ...]
    simulations: int
    steps: int
    seconds: float
    cut: bool
    tree: Node | None = field(default=None, repr=False, compare=False)


def most_visited(nodes: list[Node]) -> Node:
    """Return the node of most visits, then of greater mean, then of lower code."""
    return max(nodes, key=lambda node: (node.visits, node.mean(), -node.action))


def principal_line(node: Node) -> tuple[tuple[int, int], ...]:
    """Return the most visited moves from a node on."""
    line: list[tuple[int, int]] = []
    while node.children:
        node = most_visited(node.children)
        if node.visits == 0:
            break
        line.append((int(node.seat), int(node.action)))
    return tuple(line)


def follow(tree: Node, moves: Iterable[tuple[int, int]]) -> Node | None:
    """Return the subtree after (seat, action) moves, or None where the search never went."""
    node = tree
    for seat, action in moves:
        key = seat << SEAT_SHIFT | action
        place = position(node.keys, key)
        if place == len(node.keys) or node.keys[place] != key:
            return None
        node = node.children[place]
    return node
