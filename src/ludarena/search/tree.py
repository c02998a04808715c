"""The tree of an information-set search: nodes keyed by (seat, action code).

A node stands for everything that the searching seat cannot tell apart after one line of play.
Statistics are kept for the seat that moved into the node.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from mypy_extensions import i64

SEAT_SHIFT: Final[i64] = 40


class Node:
    """One information set reached by a move of `seat`, or the root."""

    def __init__(self, seat: i64, action: i64) -> None:
        self.seat: i64 = seat
        self.action: i64 = action
        self.visits: i64 = 0
        self.available: i64 = 0  # how often a simulation could have moved here
        self.worth: float = 0.0  # sum of rewards of `seat`
        self.keys: list[int] = []  # of the children, ascending
        self.children: list[Node] = []
        self.lanes: dict[int, Node] = {}  # sealed block: one bandit a seat

    def mean(self) -> float:
        """Return the mean reward of the seat that moved here; 0 before the first visit."""
        return self.worth / float(self.visits) if self.visits > 0 else 0.0

    def child(self, seat: i64, action: i64) -> Node:
        """Return the child after a move, made when it is new."""
        key: i64 = (seat << SEAT_SHIFT) | action
        place: i64 = position(self.keys, key)
        if place < len(self.keys):
            held: i64 = self.keys[place]
            if held == key:
                return self.children[place]
        node = Node(seat, action)
        self.keys.insert(place, key)
        self.children.insert(place, node)
        return node

    def lane(self, seat: i64) -> Node:
        """Return the root of a seat's bandit in the sealed block that begins here."""
        if seat not in self.lanes:
            self.lanes[seat] = Node(seat, -1)
        return self.lanes[seat]


def position(keys: list[int], key: i64) -> i64:
    """Return the first place of an ascending list whose item is not below `key`."""
    low: i64 = 0
    high: i64 = len(keys)
    while low < high:
        middle: i64 = (low + high) >> 1
        item: i64 = keys[middle]
        if item < key:
            low = middle + 1
        else:
            high = middle
    return low


class Menu:
    """What a node offers for one list of legal actions: known children and untried actions."""

    def __init__(self, node: Node, seat: i64, legal: list[int]) -> None:
        self.known: list[Node] = []
        self.untried: list[int] = []
        keys = node.keys
        count: i64 = len(keys)
        base: i64 = seat << SEAT_SHIFT
        place: i64 = position(keys, base)
        for action in legal:
            code: i64 = action
            key: i64 = base | code
            held: i64 = -1
            while place < count:
                held = keys[place]
                if held >= key:
                    break
                place += 1
            if place < count and held == key:
                self.known.append(node.children[place])
            else:
                self.untried.append(action)


def upper_bound_choice(known: list[Node], exploration: float) -> Node:
    """Return the child of greatest upper confidence bound, and count every child as available.

    The bound is the subset-armed one of Cowling, Powley and Whitehouse (IEEE TCIAIG 4(2), 2012,
    section V): mean + exploration * sqrt(log(availability) / visits). Ties go to the lower code.
    """
    best = known[0]
    best_bound: float = -1.0
    for node in known:
        node.available += 1
        visits: float = float(node.visits)
        bound: float = node.worth / visits + exploration * sqrt(log(float(node.available)) / visits)
        if bound > best_bound:
            best_bound = bound
            best = node
    return best
