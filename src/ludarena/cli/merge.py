"""`ludarena merge RUN RUN --into RUN`: several runs in one store."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarena.arena.place import Place, place_of
from ludarena.cli.complete import folders
from ludarena.cli.output import JsonFlag, command_line, emit, say


def merge(
    runs: Annotated[
        list[Place],
        typer.Argument(
            parser=place_of,
            metavar="RUN...",
            help="Folders of runs, or their postgresql:// URLs.",
            autocompletion=folders,
        ),
    ],
    into: Annotated[
        Place,
        typer.Option(
            "--into",
            "--out",
            parser=place_of,
            metavar="RUN",
            help="Folder of the new run, or its postgresql:// URL.",
        ),
    ],
    json: JsonFlag = False,
) -> None:
    """Copy everything that several runs store into a new one.

    The runs are only read. Those of different protocols, rules versions or configurations, and
    those that hold the same match, are refused.
    """
    from ludarena.arena.store.merge import merge_runs

    merged = merge_runs(runs, into)
    if json:
        emit(
            {
                "folder": str(into),
                "runs": [
                    {"name": name, "matches": matches, "finished": finished}
                    for name, matches, finished in merged
                ],
            }
        )
        return
    for name, matches, finished in merged:
        say(f"{name}: {matches} matches, {finished} finished")
    say(f"next: {command_line('leaderboard', into)}")
