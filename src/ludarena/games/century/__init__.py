"""Century: Spice Road: cards turn spices into dearer ones, which pay for points; 2 to 5 seats."""

from __future__ import annotations

from ludarena.games.century.game import CENTURY

__all__ = ["CENTURY"]
