"""7 Wonders: drafting cards into cities in three ages; 3 to 7 seats, hidden hands, sealed turns."""

from __future__ import annotations

from ludarena.games.seven_wonders.game import SEVEN_WONDERS

__all__ = ["SEVEN_WONDERS"]
