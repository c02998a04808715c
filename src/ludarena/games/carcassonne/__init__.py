"""Carcassonne: laying tiles, claiming what they show; 2 to 5 seats, all public but the draws."""

from __future__ import annotations

from ludarena.games.carcassonne.game import CARCASSONNE

__all__ = ["CARCASSONNE"]
