"""An arena in which LLM agents, search agents and people play deep strategy games.

>>> import ludarena
>>> game = ludarena.load_game("azul")
>>> state = game.new(seats=3, seed=7)
>>> state.to_act()
[0]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ludarena._version import __version__

if TYPE_CHECKING:
    from ludarena.core.registry import game_ids, load_game

__all__ = ["__version__", "game_ids", "load_game"]


def __getattr__(name: str) -> object:
    """Load what the package offers when it is first used."""
    if name in ("game_ids", "load_game"):
        return getattr(import_module("ludarena.core.registry"), name)
    if name in ("search", "testing"):
        return import_module(f"ludarena.{name}")
    raise AttributeError(f"module 'ludarena' has no attribute {name!r}")
