"""`ludarena init`: a commented experiment file to start from."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, command_line, emit, say


def init(
    file: Annotated[Path, typer.Argument(help="File to write.")] = Path("experiment.toml"),
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    json: JsonFlag = False,
) -> None:
    """Write a commented experiment file."""
    if file.is_dir():
        raise BadArgument(str(file), "is a folder; name a file")
    if file.exists() and not force:
        raise BadArgument(str(file), "exists already; choose another name or give --force")
    file.write_text(example(), encoding="utf-8")
    if json:
        emit({"file": str(file)})
    out = Path("runs") / file.stem
    say(f"wrote {file}; next: {command_line('run', file, '--out', out)}")


def example() -> str:
    """Return the text of the example experiment."""
    return resources.files("ludarena.cli").joinpath("example.toml").read_text(encoding="utf-8")
