"""Printing: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from ludarena.core.view import Json

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON on stdout and nothing else.")]
"""The `--json` of every command."""

PLAIN_WIDTH = 140
"""Columns of tables that go to a file or a pipe."""


def result() -> Console:
    """Return the console of results, on stdout; wide when that is no terminal."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = max(console.width, PLAIN_WIDTH)
    return console


def progress() -> Console:
    """Return the console of progress and messages, on stderr."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def say(message: str) -> None:
    """Print a message on stderr."""
    print(message, file=sys.stderr)


def emit(value: Json) -> None:
    """Print one JSON value on stdout, indented."""
    print(json.dumps(value, indent=2, ensure_ascii=False))
