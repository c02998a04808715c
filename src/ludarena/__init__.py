"""An arena in which LLM agents, search agents and people play deep strategy games.

>>> import ludarena
>>> game = ludarena.load_game("azul")
>>> state = game.new(seats=3, seed=7)
>>> state.to_act()
[0]
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ludarena._version import __version__
from ludarena.core.registry import game_ids, load_game

__all__ = ["__version__", "game_ids", "load_game"]


def __getattr__(name: str) -> ModuleType:
    """Load `ludarena.search` and `ludarena.testing` when they are first used."""
    if name in ("search", "testing"):
        return import_module(f"ludarena.{name}")
    raise AttributeError(f"module 'ludarena' has no attribute {name!r}")
