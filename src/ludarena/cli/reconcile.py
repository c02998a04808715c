"""`ludarena reconcile FOLDER`: schedule = outcome = last event = re-execution, counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from ludarena.cli.arguments import RunFolder
from ludarena.cli.failures import FAILED
from ludarena.cli.output import JsonFlag, emit, result, tell
from ludarena.cli.verify import execution_bar

if TYPE_CHECKING:
    from rich.table import Table

    from ludarena.arena.reconcile import Reconciliation
    from ludarena.core.view import Json

SHOWN = 50
"""Differences that are printed; the JSON has all."""


def reconcile(folder: RunFolder, json: JsonFlag = False) -> None:
    """Compare schedule, outcomes, last events and re-execution, and count.

    Exit code 1 when anything differs, or a finished match cannot be compared here.
    """
    from ludarena.arena.reconcile import reconcile as compare
    from ludarena.arena.store import read_store

    with read_store(folder) as reader, execution_bar() as tick:
        found = compare(reader, progress=tick)
    if json:
        emit(_as_json(found))
    else:
        for line in _counts(found):
            tell(line)
        result().print(_table(found))
        tell("\n".join(_verdict(found)))
    if not found.ok:
        raise typer.Exit(FAILED)


def _counts(found: Reconciliation) -> Iterator[str]:
    yield (
        f"{found.planned:,} matches planned, {found.stored:,} stored: {found.finished:,} finished, "
        f"{found.unfinished:,} unfinished, {found.set_aside:,} set aside"
    )
    yield (
        f"{found.ended:,} attempts at an end, {found.outcomes:,} outcomes of {found.seats:,} "
        f"seats, {found.events:,} events executed again"
    )


def _table(found: Reconciliation) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for header in ("field", "compared"):
        table.add_column(header)
    for header in ("equal", "different"):
        table.add_column(header, justify="right")
    for one in found.fields:
        counts = (f"{one.equal:,}", f"{one.different:,}")
        table.add_row(one.field, " = ".join(one.records), *counts)
    return table


def _verdict(found: Reconciliation) -> Iterator[str]:
    if found.ok:
        yield "all agree"
        return
    if found.planned != found.stored:
        yield "DIFFERENT: the number of matches is not that of the schedule"
    if not found.finished == found.ended == found.outcomes:
        yield "DIFFERENT: the numbers of finished matches, attempts at an end, and outcomes"
    said = [*map(str, found.differences), *found.refused]
    yield f"{len(found.differences)} DIFFERENCES, {len(found.refused)} matches not compared"
    yield from (f"  {one}" for one in said[:SHOWN])
    if len(said) > SHOWN:
        yield f"  and {len(said) - SHOWN} more; --json lists all"


def _as_json(found: Reconciliation) -> Json:
    return {
        "ok": found.ok,
        "planned": found.planned,
        "stored": found.stored,
        "finished": found.finished,
        "unfinished": found.unfinished,
        "set_aside": found.set_aside,
        "ended": found.ended,
        "outcomes": found.outcomes,
        "seats": found.seats,
        "events": found.events,
        "fields": [
            {
                "field": one.field,
                "compared": list(one.records),
                "equal": one.equal,
                "different": one.different,
            }
            for one in found.fields
        ],
        "differences": [
            {"match": one.match, "field": one.field, "values": dict(one.values)}
            for one in found.differences
        ],
        "refused": list(found.refused),
    }
