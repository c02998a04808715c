"""Tiles, squares and features in words, shared by questions, texts and narration."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from ludarena.core.text import counted_noun
from ludarena.games.carcassonne.tables import (
    FEATURE_NAMES,
    FIELD,
    HALF_NAMES,
    MONASTERY,
    SIDE_NAMES,
    TILE_KINDS,
    Kind,
    Segment,
    turned,
)

SPOT_WORDS: Final = {"city": "knight", "road": "highwayman", "field": "farmer", "monastery": "monk"}


def square_words(x: int, y: int) -> str:
    """Return a square in words.

    >>> square_words(2, -1)
    '(2, -1)'
    """
    return f"({x}, {y})"


def turned_words(rotation: int) -> str:
    """Return a rotation in quarter turns in words, empty for none."""
    return f" turned {90 * rotation}" if rotation else ""


def places_words(segment: Segment, rotation: int) -> str:
    """Return the sides or half sides of a segment of a turned tile, such as `n+e`."""
    names = HALF_NAMES if segment.feature == FIELD else SIDE_NAMES
    return "+".join(names[place] for place in turned(segment, rotation))


@cache
def segment_words(segment: Segment, rotation: int) -> str:
    """Return a segment of a turned tile: its kind and its sides or half sides."""
    if segment.feature == MONASTERY:
        return "monastery"
    return f"{FEATURE_NAMES[segment.feature]} {places_words(segment, rotation)}"


def extras(kind: Kind, segment: Segment, rotation: int) -> str:
    """Return what is special about a segment: pennant, road end, cities that a field touches."""
    if segment.pennants:
        return " with a pennant"
    if segment.ends:
        where = "in the city" if segment.ends == "city" else f"at the {segment.ends}"
        return f" ending {where}"
    if segment.cities:
        cities = " and ".join(
            segment_words(kind.segments[city], rotation) for city in segment.cities
        )
        return f" touching {cities}"
    return ""


def kind_words(kind: Kind, rotation: int = 0) -> str:
    """Return all segments of a turned tile in words."""
    return "; ".join(
        segment_words(segment, rotation) + extras(kind, segment, rotation)
        for segment in kind.segments
    )


def spot_words(spot: str) -> str:
    """Return the name of a spot in a sentence.

    >>> spot_words("field-nnw"), spot_words("monastery")
    ('field nnw', 'monastery')
    """
    return spot.replace("-", " ")


def size_words(kind: str, tiles: int, pennants: int, *, unfinished: bool = False) -> str:
    """Return a feature and its size in words.

    >>> size_words("city", 3, 1)
    'a city of 3 tiles with 1 pennant'
    >>> size_words("monastery", 4, 0, unfinished=True)
    'an unfinished monastery with 3 tiles around it'
    """
    noun = f"an unfinished {kind}" if unfinished else f"a {kind}"
    if kind == "monastery":
        return f"{noun} with {counted_noun(tiles - 1, 'tile')} around it"
    shields = f" with {counted_noun(pennants, 'pennant')}" if pennants else ""
    return f"{noun} of {counted_noun(tiles, 'tile')}{shields}"


def tiles_listed(kinds: Iterable[int]) -> list[str]:
    """Return the letters of kinds of tile."""
    return [TILE_KINDS[kind].id for kind in kinds]
