"""The list of planted faults."""

from __future__ import annotations

from ludarena.core.game import Game

FAULTS: dict[type[Game], tuple[str, ...]] = {}
"""Each faulty game and the laws of which one must find it."""


def found_by(*laws: str):
    """Enter a faulty game under the law that must find it, or two that are there for it."""

    def enter(kind):
        FAULTS[kind] = laws
        return kind

    return enter
