"""Pages are templates with places; what fills one is never searched for another."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources


def filled(template: str, places: Sequence[tuple[str, str]]) -> str:
    """Return a template of this package with its places filled in, from left to right.

    `places` are (name, text) in the order in which the names stand in the template.
    """
    rest = part(template)
    pieces: list[str] = []
    for name, piece in places:
        before, _, rest = rest.partition(name)
        pieces += [before, piece]
    return "".join([*pieces, rest])


def part(name: str) -> str:
    """Return a file of this package that pages are made of."""
    return resources.files("ludarena.report").joinpath("page", name).read_text("utf-8")
