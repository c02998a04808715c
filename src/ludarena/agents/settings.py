"""Settings of agent types, and tests of their values."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from ludarena.core.view import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting of an agent type: its default, the test of a value, and the test in words.

    A wrong value of a `private` setting is not shown: it may be a key in the wrong place.
    """

    name: str
    default: Json
    accepts: Callable[[object], bool]
    expected: str
    note: str
    private: bool = False

    def shown(self, value: object) -> object:
        """Return what an error says of a wrong value."""
        return "(not shown)" if self.private else value


def number(low: float, high: float) -> Callable[[object], bool]:
    """Return the test of a number from `low` to `high`."""
    return lambda value: type(value) in (int, float) and low <= cast(float, value) <= high


def whole(low: int, high: int) -> Callable[[object], bool]:
    """Return the test of an integer from `low` to `high`."""
    return lambda value: type(value) is int and low <= value <= high


def one_of(*values: str | bool) -> Callable[[object], bool]:
    """Return the test of one of a few values."""
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def storable(value: object) -> bool:
    """Return whether JSON in UTF-8 can hold a value: no dates, NaN, infinity or half characters."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        return False
    return True
