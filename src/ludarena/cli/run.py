"""`ludarena run EXPERIMENT.toml --out FOLDER`: play an experiment, or what is missing of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.arena.place import Place, place_of
from ludarena.cli.arguments import out_option
from ludarena.cli.complete import folders
from ludarena.cli.failures import BadArgument
from ludarena.cli.forecast import forecast_of, print_forecast
from ludarena.cli.output import JsonFlag, command_line, emit, say
from ludarena.cli.session import leave_unless_complete, play_plan, report_json, say_report

if TYPE_CHECKING:
    from ludarena.arena.cells import Plan


def run(
    experiment: Annotated[
        Path, typer.Argument(help="Experiment file; `ludarena init` writes one.")
    ],
    out: Annotated[
        Place | None, out_option("Folder of the run, or postgresql:// URL; made when missing.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be played and its cost; play nothing.")
    ] = False,
    like: Annotated[
        list[Place] | None,
        typer.Option(
            "--like",
            parser=place_of,
            metavar="RUN",
            help="With --dry-run: a run that tells what participants use; repeatable.",
            autocompletion=folders,
        ),
    ] = None,
    more_attempts: Annotated[
        int, typer.Option("--more-attempts", min=0, help="Try matches that were set aside again.")
    ] = 0,
    change_policy: Annotated[
        bool,
        typer.Option(
            "--change-policy", help="Go on with the file's failure policy where it was another."
        ),
    ] = False,
    concurrency: Annotated[
        int | None,
        typer.Option(
            "--concurrency", min=1, max=256, help="Matches at a time; the protocol's preset, or 1."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", min=1, max=256, help="Processes for built-in players; one a core."
        ),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Play an experiment, or what is missing of it.

    The schedule is frozen before the first match. The same command continues a run that was
    stopped, however it was stopped; on a finished run it does nothing.
    """
    from ludarena.arena.experiment import read_experiment
    from ludarena.arena.services import Services

    read = read_experiment(experiment)
    plan = read.plan()
    if dry_run:
        found = forecast_of(read, plan, out, like or [])
        if json:
            emit(found.as_json())
        else:
            print_forecast(found)
        return
    if out is None:
        raise BadArgument("--out", "is missing: name a folder for the run, or give --dry-run")
    if like:
        raise BadArgument("--like", "only tells a --dry-run what participants use")
    if plan.design["kind"] == "panel" and not json:
        _say_meetings(plan)
    report = play_plan(
        plan,
        out,
        quiet=json,
        concurrency=concurrency or read.pacing.matches,
        workers=workers,
        more_attempts=more_attempts,
        change_policy=change_policy,
        services=Services(
            prices=read.prices,
            limits=read.spending.limits,
            personal=read.spending.personal,
            wall_seconds=read.spending.wall_seconds,
            pace=read.pacing.rates,
        ),
        lanes=read.pacing.providers,
    )
    say_report(report, command_line("run", experiment, "--out", out))
    if json:
        emit(report_json(report, out))
    elif report.complete and not report.played:
        say(f"all {report.planned} matches are finished; nothing is left to play")
    if report.complete and not json:
        say(f"next: {command_line('leaderboard', out)}")
    leave_unless_complete(report)


def _say_meetings(plan: Plan) -> None:
    """Say how evenly the participants of a panel meet, and how even they could."""
    from ludarena.arena.design_kinds import meetings_of

    alike: dict[str, list[str]] = {}
    for stratum, met in meetings_of([cell for cell in plan.cells if not cell.part]).items():
        times = str(met.least) if met.spread == 0 else f"{met.least} to {met.most}"
        best = "as even as can be" if met.spread == met.bound else f"{met.bound} apart is the bound"
        alike.setdefault(f"pairs meet {times} times, {best}", []).append(stratum)
    for text, strata in alike.items():
        say(f"panel: {', '.join(strata)}: {text}")
