"""`ludarena export FOLDER`: a stored run as JSON Lines, or one match as one JSON value."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ludarena.arena.place import Place
from ludarena.cli.arguments import RunFolder
from ludarena.cli.failures import FAILED, BadArgument
from ludarena.cli.output import JsonFlag, emit, say, whole_file, write_whole


def export(
    folder: RunFolder,
    to: Annotated[
        Path | None, typer.Option("--to", help="File to write; stdout when left out.")
    ] = None,
    match: Annotated[
        str | None,
        typer.Option("--match", help="Write this match alone, with positions and sentences."),
    ] = None,
    canonical: Annotated[
        bool,
        typer.Option(
            "--canonical", help="Without times, hosts, attempts: equal play gives equal bytes."
        ),
    ] = False,
    redact: Annotated[
        bool, typer.Option("--redact", help="Without prompts, replies, reasoning, hosts, paths.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Write a stored run as JSON Lines.

    One object a line: the experiment, then every match with events, decisions and results.
    With --match one match becomes one JSON value that holds the position after every event.
    """
    from ludarena.arena.export import export as write
    from ludarena.arena.store import read_store

    if match is not None:
        for name, given in (("--canonical", canonical), ("--redact", redact)):
            if given:
                raise BadArgument(name, "is for whole runs; leave it out with --match")
        _export_match(folder, match, to, json)
        return
    with read_store(folder) as reader:
        if to is None:
            write(reader, sys.stdout, canonical=canonical, redact=redact)
            return
        with whole_file(to, "--to") as out:
            lines = write(reader, out, canonical=canonical, redact=redact)
    if json:
        emit({"file": str(to), "lines": lines})
    say(f"wrote {lines} lines to {to}")


def _export_match(folder: Place, match: str, to: Path | None, json: bool) -> None:
    """Write one match; leave with exit code 1 when something stored of it is wrong."""
    from ludarena.arena.export_match import export_match
    from ludarena.arena.store import read_store
    from ludarena.core.view import canonical_json

    with read_store(folder) as reader:
        found = reader.find(match)
        data = export_match(reader, found)
    if to is None:
        emit(data)
    else:
        size = write_whole(to, canonical_json(data) + "\n", "--to")
        if json:
            emit({"file": str(to), "bytes": size, "match": found.id})
        say(f"wrote {to}, {size / 1000:,.0f} kB")
    if found.status != "finished":
        say(f"this match is {found.status.replace('_', ' ')}: it is written as far as it goes")
    checks = data["checks"]
    problems = checks["problems"] if isinstance(checks, dict) else []
    for problem in problems if isinstance(problems, list) else []:
        say(str(problem))
    if problems:
        raise typer.Exit(FAILED)
