"""`ludarena spec GAME`: the declarative specification, generated from the game."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarena.cli.arguments import GameId
from ludarena.cli.output import JsonFlag, emit, result


def spec(
    game: GameId,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print only the JSON Schema of the view.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Print what a game shows, which actions it has, and how it places players, as JSON.

    On a terminal a summary is shown unless --json or --schema asks for the whole.
    """
    import sys

    from ludarena.core.actions import form
    from ludarena.core.registry import load_game

    found = load_game(game)
    whole = found.spec()
    if schema:
        emit(whole["observation"])
    elif json or not sys.stdout.isatty():
        emit(whole)
    else:
        out = result()
        out.print(f"{found.title}: {len(found.actions.kinds)} kinds of action")
        for kind in found.actions.kinds:
            out.print(f"  {form(kind)}  ({kind.size})")
        keys = ", ".join(
            f"{key.name} ({'higher' if key.higher_wins else 'lower'} wins)" for key in found.ranking
        )
        out.print(f"placed by: {keys}")
