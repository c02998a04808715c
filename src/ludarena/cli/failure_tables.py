"""`ludarena failures FOLDER`: failed replies by class, and what came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarena.cli.arguments import RunFolder
from ludarena.cli.output import JsonFlag, emit, result

if TYPE_CHECKING:
    from ludarena.arena.failures import Failures

_COUNTS = ("decisions", "repaired", "recovered", "stood_in", "forfeits", "voids")


def failures(folder: RunFolder, json: JsonFlag = False) -> None:
    """Show failed replies by class for each participant.

    All attempts are counted, those that were set aside too.
    """
    from ludarena.arena.failures import failures_of
    from ludarena.arena.store import read_store

    with read_store(folder) as reader:
        found = failures_of(reader)
    if json:
        emit([one.as_json() for one in found])
    else:
        print_failures(found)


def print_failures(found: list[Failures]) -> None:
    """Print failures as a table, one column a class that occurred."""
    from rich.table import Table

    classes = sorted({kind for one in found for kind in one.failed})
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("participant")
    for name in (*_COUNTS, *classes):
        table.add_column(name.replace("_", " "), justify="right")
    for one in found:
        counts = [getattr(one, name) for name in _COUNTS]
        table.add_row(
            one.participant, *map(str, counts), *(str(one.failed[kind]) for kind in classes)
        )
    result().print(table)
