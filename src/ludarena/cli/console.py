"""The console of tables and of play, on which no text steers the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from ludarena.cli.output import plain


class PlainConsole(Console):
    """A console that writes out the characters with which a text would steer the terminal."""

    def render_str(self, text: str, **how: Any) -> Text:
        """Return a text as the base class does, its steering characters written out."""
        return super().render_str(plain(text), **how)
