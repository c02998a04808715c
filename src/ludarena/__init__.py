"""An arena in which LLM agents, search agents and people play deep strategy games.

>>> import ludarena
>>> game = ludarena.load_game("azul")
>>> state = game.new(seats=3, seed=7)
>>> state.to_act()
[0]
"""

from __future__ import annotations

from ludarena._version import __version__
from ludarena.core.registry import game_ids, load_game

__all__ = ["__version__", "game_ids", "load_game"]
