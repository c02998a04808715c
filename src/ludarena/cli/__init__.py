"""The command line: one module a command, each parses, calls the library and prints.

At start only typer and these small modules are loaded; everything else is imported by the command
that needs it. Exit codes: 0 the work is complete, 1 it failed or a problem was found, 2 wrong
usage or input, 130 interrupted. See docs/concepts/cli.md.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

__all__ = ["main"]

_INTERRUPTED = 130
"""Known here, too, since Ctrl-C may come before anything else is loaded."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process with its exit code."""
    try:
        _run(arguments)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def _run(arguments: Sequence[str] | None) -> None:
    from ludarena.cli.failures import exit_code, report
    from ludarena.cli.root import app

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names of files need not be Unicode
    try:
        app(args=None if arguments is None else list(arguments), prog_name="ludarena")
    except Exception as error:  # noqa: BLE001 - the outermost boundary: one line, not a traceback
        report(error)
        sys.exit(exit_code(error))
