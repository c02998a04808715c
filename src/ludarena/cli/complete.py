"""What the shell offers when Tab is pressed."""

from __future__ import annotations


def game_ids(incomplete: str) -> list[str]:
    """Return the ids of games that begin with `incomplete`."""
    from ludarena.core.registry import game_ids as installed

    return [game for game in installed() if game.startswith(incomplete)]
