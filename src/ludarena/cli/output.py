"""Printing: results on stdout, everything else on stderr.

What models, providers and programs wrote may stand in any of it, so nothing of a text but its line
ends and tabs steers the terminal.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from ludarena.core.text import STEERING

if TYPE_CHECKING:
    from rich.console import Console

    from ludarena.core.view import Json

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON on stdout and nothing else.")]
"""The `--json` of every command."""

NAME = "ludarena"

_WRITTEN_OUT = {code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" for code in STEERING}
_ESCAPED = {code: f"\\u{code:04x}" for code in STEERING}

PLAIN_WIDTH = 140
"""Columns of tables that go to a file or a pipe."""


def result() -> Console:
    """Return the console of results, on stdout; wide when that is no terminal."""
    from ludarena.cli.console import PlainConsole

    console = PlainConsole(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = max(console.width, PLAIN_WIDTH)
    return console


def progress() -> Console:
    """Return the console of progress and messages, on stderr."""
    from ludarena.cli.console import PlainConsole

    return PlainConsole(stderr=True, highlight=False, markup=False, emoji=False)


def command_line(*words: object) -> str:
    """Return a command of this program as the user can type it here."""
    return f"{_program()} {shlex.join(str(word) for word in words)}"


def _program() -> str:
    """Return the program's name, or its path when the shell would not find it by name."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py" and not shutil.which(NAME):
        return f"{Path(sys.executable).name} -m {NAME}"
    if called.name != NAME or shutil.which(NAME):
        return NAME
    path = os.path.relpath(called)
    return str(called) if path.startswith(os.pardir) else path


def plain(text: str) -> str:
    """Return a text in which characters that steer a terminal are written out.

    >>> print(plain("red \\x1b[31m, hidden \\u202e"))
    red \\x1b[31m, hidden \\u202e
    """
    return text.translate(_WRITTEN_OUT)


def say(message: str) -> None:
    """Print a message on stderr."""
    print(plain(message), file=sys.stderr)


def tell(text: str) -> None:
    """Print a text on stdout."""
    print(plain(text))


def emit(value: Json) -> None:
    """Print one JSON value on stdout, indented."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    print(text.translate(_ESCAPED))


def write_whole(file: Path, text: str, argument: str) -> int:
    """Write a text file so that it is whole or not there; return its bytes.

    Raises `BadArgument`, which names `argument`, when `file` is a folder.
    """
    with whole_file(file, argument) as out:
        out.write(text)
    return file.stat().st_size


@contextmanager
def whole_file(file: Path, argument: str) -> Iterator[TextIO]:
    """Give what writes a text file that is there only when all of it was written.

    Raises `BadArgument`, which names `argument`, when `file` is a folder.
    """
    from ludarena.cli.failures import BadArgument

    if file.is_dir():
        raise BadArgument(argument, f"{file} is a folder; name a file")
    partial = file.with_name(f"{file.name}.part")
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as out:
            yield out
        os.replace(partial, file)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
