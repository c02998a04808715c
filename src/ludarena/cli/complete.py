"""What the shell offers when Tab is pressed."""

from __future__ import annotations


def game_ids(incomplete: str) -> list[str]:
    """Return the ids of games that begin with `incomplete`."""
    from ludarena.core.registry import game_ids as installed

    return [game for game in installed() if game.startswith(incomplete)]


def folders(incomplete: str) -> list[str]:
    """Return the folders whose path begins with `incomplete`."""
    from glob import escape, glob

    return sorted(glob(f"{escape(incomplete)}*/"))


def agent_types(incomplete: str) -> list[str]:
    """Return lists of agent types that continue the last one of a comma-separated list."""
    from ludarena.agents.registry import agent_types as installed

    *before, last = incomplete.split(",")
    return [",".join([*before, kind.name]) for kind in installed() if kind.name.startswith(last)]


def viewpoints(incomplete: str) -> list[str]:
    """Return viewpoints that begin with `incomplete`."""
    names = ["public", "all", *(str(seat) for seat in range(8))]
    return [name for name in names if name.startswith(incomplete)]
