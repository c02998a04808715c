"""`ludarena rules GAME`: the rules in our own words."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ludarena.cli.complete import game_ids
from ludarena.cli.output import JsonFlag, emit, result

GameArgument = Annotated[
    str, typer.Argument(help="Id of a game, as `ludarena games` lists it.", autocompletion=game_ids)
]


def rules(game: GameArgument, json: JsonFlag = False) -> None:
    """Show the rules of a game; as Markdown when the output is no terminal."""
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
        print(text)
