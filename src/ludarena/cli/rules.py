"""`ludarena rules GAME`: the rules in our own words."""

from __future__ import annotations

import sys

from ludarena.cli.arguments import GameId
from ludarena.cli.output import JsonFlag, emit, result, tell


def rules(game: GameId, json: JsonFlag = False) -> None:
    """Show the rules of a game.

    They are rendered on a terminal and plain Markdown elsewhere.
    """
    from ludarena.core.registry import load_game

    found = load_game(game)
    text = found.rules_text()
    if json:
        emit(
            {
                "id": found.id,
                "title": found.title,
                "edition": found.edition,
                "rules_version": found.rules_version,
                "rules": text,
            }
        )
    elif sys.stdout.isatty():
        from rich.markdown import Markdown

        result().print(Markdown(text))
    else:
        tell(text)
