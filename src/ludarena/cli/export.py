"""`ludarena export FOLDER`: a stored run as JSON Lines."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ludarena.cli.arguments import RunFolder
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, emit, say


def export(
    folder: RunFolder,
    to: Annotated[
        Path | None, typer.Option("--to", help="File to write; stdout when left out.")
    ] = None,
    canonical: Annotated[
        bool,
        typer.Option(
            "--canonical", help="Without times, hosts, attempts: equal play gives equal bytes."
        ),
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Write a stored run as JSON Lines.

    One object a line: the experiment, then every match with events, decisions and results.
    """
    from ludarena.arena.export import export as write
    from ludarena.arena.store import read_store

    with read_store(folder) as reader:
        if to is None:
            write(reader, sys.stdout, canonical=canonical)
            return
        if to.is_dir():
            raise BadArgument("--to", f"{to} is a folder; name a file")
        partial = to.with_name(f"{to.name}.part")
        with partial.open("w", encoding="utf-8", newline="\n") as out:
            lines = write(reader, out, canonical=canonical)
        os.replace(partial, to)  # so the file is whole or not there
    if json:
        emit({"file": str(to), "lines": lines})
    say(f"wrote {lines} lines to {to}")
