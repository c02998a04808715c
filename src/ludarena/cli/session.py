"""Playing a plan into a folder: what `run`, `match`, `play` and `demo` have in common."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ludarena.arena.place import Place, place_of
from ludarena.cli.arguments import forbid_file
from ludarena.cli.failures import FAILED, INTERRUPTED
from ludarena.cli.live import display
from ludarena.cli.output import result, say

if TYPE_CHECKING:
    from ludarena.arena.cells import Plan
    from ludarena.arena.record import SeatResult, StoredMatch
    from ludarena.arena.runner import Build, RunReport
    from ludarena.arena.services import Services
    from ludarena.arena.store import Reader
    from ludarena.core.view import Json

REASONS = 5
"""Matches set aside whose reasons are printed; the JSON has all."""


def play_plan(
    plan: Plan,
    folder: Path | Place,
    *,
    quiet: bool = False,
    concurrency: int = 1,
    workers: int | None = None,
    more_attempts: int = 0,
    change_policy: bool = False,
    build: Build | None = None,
    services: Services | None = None,
    lanes: Mapping[str, int] | None = None,
) -> RunReport:
    """Freeze the plan in the folder, or check that it is the frozen one; play what is missing.

    `quiet`: without progress. `workers`: processes for matches of built-in players, one a core
    when it is None. `build` builds agents in place of the registry. `services` hold prices and
    budgets. `lanes`: matches at a time by provider.
    Raises the errors of the store and of the plan.
    """
    from ludarena.agents.registry import build_agent
    from ludarena.arena.runner import run_matches
    from ludarena.arena.store import open_store

    place = place_of(folder)
    forbid_file(place, "run")
    with open_store(place) as store:
        store.freeze(plan, change_policy=change_policy)
        finished = store.reader.progress().finished
        silent = quiet or finished == len(plan.cells)
        if finished and not silent:
            say(f"continuing {folder}: {finished} of {len(plan.cells)} matches are finished")
        with display(silent) as tick:
            return run_matches(
                store,
                concurrency=concurrency,
                workers=workers or os.cpu_count() or 1,
                more_attempts=more_attempts,
                progress=tick,
                build=build or build_agent,
                services=services,
                lanes=lanes,
                pausing=_say_pause,
            )


def _say_pause(matches: int) -> None:
    from ludarena.core.text import counted_noun

    say(
        f"pausing: the decisions in hand of {counted_noun(matches, 'match', 'matches')} are still "
        "made and kept; Ctrl-C again stops without them"
    )


def report_json(report: RunReport, folder: Path | Place) -> dict[str, Json]:
    """Return what a call of a playing command did as JSON data."""
    return {
        "folder": str(folder),
        "complete": report.complete,
        "planned": report.planned,
        "finished": report.finished,
        "played": report.played,
        "set_aside": report.set_aside,
        "aside": [{"match": one.match, "reason": one.reason} for one in report.aside],
        "interrupted": report.interrupted,
        "stopped": report.stopped,
        "seconds": round(report.seconds, 3),
        "faults": [{"match": fault.match, "reason": fault.reason} for fault in report.faults],
    }


def say_report(report: RunReport, again: str) -> None:
    """Say on stderr what a call did and, when work is left, which command continues it."""
    from ludarena.core.text import counted_noun

    for fault in report.faults:
        say(f"match {fault.match[:12]} failed: {fault.reason}")
    if report.stopped:
        say(f"stopped with {report.finished} of {report.planned} matches: {report.stopped}")
        say(f"nothing is lost; continue with: {again}")
        if report.set_aside:
            _say_aside(report)
    elif report.interrupted:
        say(f"stopped with {report.finished} of {report.planned} matches; continue with: {again}")
    elif report.set_aside:
        _say_aside(report)
    elif report.played:
        played = counted_noun(report.played, "match", "matches")
        say(f"played {played} in {report.seconds:.1f} s; {_how_far(report)}")


def _say_aside(report: RunReport) -> None:
    say(f"{report.set_aside} of {report.planned} matches were set aside after failures")
    for one in report.aside[:REASONS]:
        say(f"match {one.match[:12]}: {one.reason}")
    if len(report.aside) > REASONS:
        say(f"and {len(report.aside) - REASONS} more; --json lists all")


def _how_far(report: RunReport) -> str:
    if report.complete:
        return "all are finished"
    return f"{report.finished} of {report.planned} are finished"


def leave_unless_complete(report: RunReport) -> None:
    """Leave with exit code 130 or 1 when the work is not complete."""
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)
    if not report.complete:
        raise typer.Exit(FAILED)


def match_results(reader: Reader, match: StoredMatch) -> list[SeatResult]:
    """Return the results of a match by seat; empty before its end."""
    attempt = reader.current_attempt(match)
    return reader.seat_results(attempt.key) if attempt else []


def print_results(match: StoredMatch, results: list[SeatResult]) -> None:
    """Print the result of a match as a table, the best place first."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for header in ("rank", "seat", "participant", "score", "tie-breaks", "points by route"):
        table.add_column(header)
    for one in sorted(results, key=lambda one: (one.rank, one.seat)):
        routes = ", ".join(f"{name} {points}" for name, points in one.routes.items() if points)
        table.add_row(
            str(one.rank),
            str(one.seat),
            match.cell.roster[one.seat] + (" (forfeited)" if one.forfeited else ""),
            str(one.score),
            ", ".join(map(str, one.tie_breaks)) or "-",
            routes or "-",
        )
    result().print(table)


def result_json(match: StoredMatch, one: SeatResult) -> Json:
    """Return the result of one seat as JSON data."""
    return {
        "seat": one.seat,
        "participant": match.cell.roster[one.seat],
        "rank": one.rank,
        "score": one.score,
        "tie_breaks": list(one.tie_breaks),
        "payoff": one.payoff,
        "forfeited": one.forfeited,
        "routes": dict(one.routes),
    }
