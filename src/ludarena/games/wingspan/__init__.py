"""Wingspan as a vertical slice: one round, 52 birds, every kind of power; 2 to 5 seats.

Not the whole game yet and therefore not registered: `WINGSPAN_SLICE` is the way to it.
"""

from __future__ import annotations

from ludarena.games.wingspan.game import WINGSPAN_SLICE

__all__ = ["WINGSPAN_SLICE"]
