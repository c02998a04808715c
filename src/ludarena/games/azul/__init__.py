"""Azul: drafting tiles from factories, tiling a wall; 2 to 4 seats, all public but the draws."""

from __future__ import annotations

from ludarena.games.azul.game import AZUL

__all__ = ["AZUL"]
