"""Views: what one viewpoint may know, as frozen data with no way back to the state."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Literal

from ludarena.core.trace import BYSTANDER

Viewpoint = int | Literal["public", "all"]
"""A seat (0-based), any bystander, or everything (after the match)."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """What is known of one player; games add fields."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What is known of a match; games add fields and narrow `players`.

    Fields hold strings, numbers, booleans, None, tuples of these, and frozen dataclasses. Things
    are named in the game's words ("blue"), never by internal numbers.
    """

    players: tuple[PlayerView, ...]


def sees(mask: int, at: Viewpoint) -> bool:
    """Return whether the mask of a fact's audience holds the viewpoint."""
    if at == "all":
        return True
    bit = BYSTANDER if at == "public" else at
    return bool(mask >> bit & 1)


def knower(at: Viewpoint) -> int:
    """Return the seat to determinize for: -1, a bystander, for `public`.

    Raises `ValueError` for `all`, which is not to be determinized.
    """
    if at == "all":
        raise ValueError("the viewpoint `all` knows everything")
    return -1 if at == "public" else at


def plain(value: object) -> Json:
    """Return a view, or a part of one, as JSON data.

    Raises `TypeError` for anything that a view may not hold.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in _names(type(value))}
    raise TypeError(f"a view may not hold {type(value).__name__}")


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def canonical_json(value: Json) -> str:
    """Return the one text of JSON data: sorted keys, no spaces, plain Unicode."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
