"""`ludarena verify RUN`: execute every stored match again and compare, or check an export."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ludarena.cli.arguments import RunFolder
from ludarena.cli.failures import FAILED
from ludarena.cli.output import JsonFlag, emit, progress, tell

if TYPE_CHECKING:
    from ludarena.arena.verify import Problem, VerifyReport
    from ludarena.core.view import Json

SHOWN = 50
"""Problems that are printed; the JSON has all."""


def verify(folder: RunFolder, json: JsonFlag = False) -> None:
    """Execute every stored match again and compare.

    Of a file that `ludarena export` wrote, compare its records with their checksums. Exit code 1
    when anything that is stored is not as it must be, or cannot be checked here.
    """
    if folder.folder is not None and folder.folder.is_file():
        _check_export(folder.folder, json)
        return
    from ludarena.arena.store import read_store
    from ludarena.arena.verify import verify as check

    with read_store(folder) as reader, execution_bar() as tick:
        report = check(reader, progress=tick)
    if json:
        emit(_as_json(report))
    else:
        tell("\n".join(_lines(report)))
    if not report.ok:
        raise typer.Exit(FAILED)


def _check_export(file: Path, json: bool) -> None:
    """Compare an export with its checksums; leave with exit code 1 when they differ."""
    from ludarena.arena.seal import check_seals

    with file.open(encoding="utf-8", errors="backslashreplace", newline="\n") as lines:
        report = check_seals(lines)
    if json:
        emit({"ok": report.ok, "lines": report.lines, "problems": list(report.problems)})
    elif report.ok:
        tell(f"{report.lines:,} lines: all fit their checksums")
    else:
        tell(f"{report.lines:,} lines: {len(report.problems)} PROBLEMS")
        tell("\n".join(f"  {problem}" for problem in report.problems[:SHOWN]))
    if not report.ok:
        raise typer.Exit(FAILED)


@contextmanager
def execution_bar() -> Iterator[Callable[[int, int], None]]:
    """Give what shows progress on stderr, on a terminal only."""
    console = progress()
    if not console.is_terminal:
        yield lambda done, planned: None
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("executing again", total=None)
        yield lambda done, planned: bar.update(task, completed=done, total=planned)


def _lines(report: VerifyReport) -> Iterator[str]:
    looked = f"{report.matches:,} matches, {report.attempts:,} attempts, {report.events:,} events"
    if report.ok:
        yield f"{looked}: all that is stored agrees with its re-execution"
    else:
        yield f"{looked}: {len(report.problems)} PROBLEMS, {len(report.refused)} not checked"
    if report.unfinished:
        yield f"{report.unfinished} matches are not finished and were checked as far as they go"
    found = [*report.problems, *report.refused]
    yield from (f"  {problem}" for problem in found[:SHOWN])
    if len(found) > SHOWN:
        yield f"  and {len(found) - SHOWN} more; --json lists all"


def _as_json(report: VerifyReport) -> Json:
    return {
        "ok": report.ok,
        "matches": report.matches,
        "attempts": report.attempts,
        "events": report.events,
        "unfinished": report.unfinished,
        "problems": [_problem(one) for one in report.problems],
        "refused": [_problem(one) for one in report.refused],
    }


def _problem(problem: Problem) -> Json:
    return {"match": problem.match, "event": problem.event, "what": problem.what}
