"""The commands, put together: what `ludarena` offers."""

from __future__ import annotations

import os
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

__all__ = ["app"]

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
