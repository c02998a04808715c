"""Finding games by id: our own table, and packages that register through an entry point."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points

from ludarena.core.errors import UnknownGame
from ludarena.core.game import Game

ENTRY_POINT = "ludarena.games"

_BUILT_IN = {
    "azul": "ludarena.games.azul:AZUL",
    "carcassonne": "ludarena.games.carcassonne:CARCASSONNE",
    "century": "ludarena.games.century:CENTURY",
    "harmonies": "ludarena.games.harmonies:HARMONIES",
    "seven_wonders": "ludarena.games.seven_wonders:SEVEN_WONDERS",
    "splendor": "ludarena.games.splendor:SPLENDOR",
}


def game_ids() -> list[str]:
    """Return the ids of all installed games, ascending."""
    return sorted({*_BUILT_IN, *(point.name for point in entry_points(group=ENTRY_POINT))})


def load_game(game: str) -> Game:
    """Return the game of an id; raise `UnknownGame` when no package provides it."""
    if game in _BUILT_IN:
        module, name = _BUILT_IN[game].split(":")
        found = getattr(import_module(module), name)
    else:
        points = entry_points(group=ENTRY_POINT, name=game)
        if not points:
            raise UnknownGame(game, game_ids())
        found = next(iter(points)).load()
    if not isinstance(found, Game):
        raise TypeError(f"{game!r} is registered, but it is a {type(found).__name__}, no Game")
    return found
