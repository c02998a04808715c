"""Paying food: which multisets of tokens pay for which bird (section 5 of the rules).

A payment is the number of its row in `PAYMENTS`, a tally of foods of at most six tokens: three
listed tokens, each replaced by two others, are the most that a bird can cost.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted, total
from ludarena.games.wingspan.tables import BIRDS, COST, ONE_OF, WILD
from ludarena.games.wingspan.words import FOODS

MOST_TOKENS: Final[i64] = 6
FOOD_KINDS: Final[i64] = 5


def _multisets(tokens: int, least: int) -> list[list[int]]:
    if tokens == 0:
        return [[]]
    return [[food, *rest] for food in range(least, 5) for rest in _multisets(tokens - 1, food)]


_LISTS = [foods for tokens in range(MOST_TOKENS + 1) for foods in _multisets(tokens, 0)]


def _tally(foods: list[int]) -> i64:
    tally: i64 = 0
    for food in foods:
        tally += counted(food, 1)
    return tally


PAYMENTS: Final[list[int]] = [_tally(foods) for foods in _LISTS]
"""Tallies of foods, by number of tokens, then alphabetically by the order of foods."""

PAYMENT_LABELS = tuple("+".join(FOODS[food] for food in foods) or "nothing" for foods in _LISTS)


def covers(bird: i64, tally: i64) -> bool:
    """Return whether the tokens of a tally, more or fewer, can pay for a bird (R5.1, R5.2)."""
    tokens = total(tally)
    one_of: i64 = ONE_OF[bird]
    if one_of:
        if tokens >= 2:
            return True
        for food in range(FOOD_KINDS):
            if (one_of >> food) & 1 and count_in(tally, food):
                return True
        return False
    cost: i64 = COST[bird]
    wild: i64 = WILD[bird]
    missing: i64 = 0
    for food in range(FOOD_KINDS):
        listed = count_in(cost, food)
        owned = count_in(tally, food)
        matched = owned if owned < listed else listed
        missing += listed - matched
        tokens -= matched
    return tokens >= 2 * missing + wild


def holds(tally: i64, part: i64) -> bool:
    """Return whether a tally of foods holds another one."""
    for food in range(FOOD_KINDS):
        if count_in(tally, food) < count_in(part, food):
            return False
    return True


def _is_lean(bird: i64, tally: i64) -> bool:
    """Return whether a payment covers the cost and no smaller part of it does."""
    if not covers(bird, tally):
        return False
    for food in range(FOOD_KINDS):
        if count_in(tally, food) and covers(bird, tally - counted(food, 1)):
            return False
    return True


_LEAN: Final[list[list[int]]] = [[] for _ in range(BIRDS)]


def lean_payments(bird: i64) -> list[int]:
    """Return the payments for a bird that hold no smaller payment, ascending."""
    known = _LEAN[bird]
    if not known:
        for row in range(len(PAYMENTS)):
            if _is_lean(bird, PAYMENTS[row]):
                known.append(row)
    return known


def payments(bird: i64, supply: i64) -> list[int]:
    """Return the lean payments for a bird that a supply of food can make, ascending."""
    result: list[int] = []
    for row in lean_payments(bird):
        if holds(supply, PAYMENTS[row]):
            result.append(row)
    return result


def _single_rows() -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(6)]
    for row, foods in enumerate(_LISTS):
        if len(set(foods)) == len(foods):
            rows[len(foods)].append(row)
    return rows


OF_ONE_EACH: Final[list[list[int]]] = _single_rows()
"""By number of tokens: the payments that take no food twice, ascending."""
