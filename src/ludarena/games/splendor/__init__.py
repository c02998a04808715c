"""Splendor: gem tokens buy cards, cards make later cards cheaper; 2 to 4 seats."""

from __future__ import annotations

from ludarena.games.splendor.game import SPLENDOR

__all__ = ["SPLENDOR"]
