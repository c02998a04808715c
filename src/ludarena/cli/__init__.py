"""The command line: one module a command, each parses, calls the library and prints.

At start only typer and these small modules are loaded; everything else is imported by the command
that needs it. Exit codes: 0 the work is complete, 1 it failed or a problem was found, 2 wrong
usage or input, 130 interrupted. See docs/concepts/cli.md.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from ludarena._version import __version__
from ludarena.cli import (
    agents,
    branch,
    demo,
    doctor,
    eval,
    export,
    failure_tables,
    games,
    init,
    leaderboard,
    match,
    mcp,
    merge,
    new_game,
    plan,
    play,
    prices,
    reconcile,
    report,
    rules,
    run,
    show,
    spec,
    status,
    usage,
    verify,
)
from ludarena.cli.failures import INTERRUPTED, exit_code
from ludarena.cli.failures import report as report_error
from ludarena.core.errors import LudarenaError

__all__ = ["app", "main"]

app = typer.Typer(
    name="ludarena",
    help="Play strategy games between programs and people, and measure who plays better.",
    epilog="Begin with `ludarena demo`. Exit codes: 0 done, 1 failed, 2 bad input, 130 stopped.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS = (
    demo.demo,
    games.games,
    rules.rules,
    spec.spec,
    agents.agents,
    play.play,
    match.match,
    eval.eval,
    mcp.mcp,
    init.init,
    run.run,
    status.status,
    show.show,
    branch.branch,
    leaderboard.leaderboard,
    plan.plan,
    report.report,
    usage.usage,
    failure_tables.failures,
    prices.prices,
    verify.verify,
    reconcile.reconcile,
    merge.merge,
    export.export,
    new_game.new_game,
    doctor.doctor,
)

for command in COMMANDS:
    app.command(command.__name__.replace("_", "-"))(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludarena {__version__}")
        raise typer.Exit()


@app.callback()
def root(
    debug: Annotated[
        bool,
        typer.Option("--debug", envvar="LUDARENA_DEBUG", help="Show a traceback with an error."),
    ] = False,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    if debug:
        os.environ["LUDARENA_DEBUG"] = "1"  # in the environment, so that workers inherit it


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process with its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names of files need not be Unicode
    try:
        app(args=None if arguments is None else list(arguments), prog_name="ludarena")
    except LudarenaError as error:
        report_error(error)
        sys.exit(exit_code(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:  # noqa: BLE001 - the outermost boundary: one line, not a traceback
        report_error(error)
        sys.exit(exit_code(error))
