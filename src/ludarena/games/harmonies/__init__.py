"""Harmonies: stacks of tokens on hexes make landscapes where animals settle; 2 to 4 seats."""

from __future__ import annotations

from ludarena.games.harmonies.game import HARMONIES

__all__ = ["HARMONIES"]
