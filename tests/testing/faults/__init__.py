"""Planted faults: tiny games with one thing wrong each, and the law that must find it.

Every class is a whole game, importable by name, so that its log can be replayed elsewhere.
"""

from tests.testing.faults import endings, knowledge, play
from tests.testing.faults.entry import FAULTS

__all__ = ["FAULTS", "endings", "knowledge", "play"]
