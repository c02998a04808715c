"""`ludarena status FOLDER`: how far a run has come."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ludarena.cli.arguments import RunFolder
from ludarena.cli.output import JsonFlag, emit, result, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludarena.arena.record import MatchStatus, Progress, StoredExperiment, StoredMatch
    from ludarena.core.view import Json

STATES: tuple[MatchStatus, ...] = ("finished", "unfinished", "planned", "set_aside")


def status(folder: RunFolder, json: JsonFlag = False) -> None:
    """Show how far a run has come.

    Reads beside a process that plays it.
    """
    from ludarena.arena.store.read import read_store

    with read_store(folder) as reader:
        experiment = reader.experiment()
        matches = reader.matches()
        progress = reader.progress(matches)
    if json:
        emit(
            {
                "experiment": None if experiment is None else experiment.name,
                "design": None if experiment is None else experiment.digest,
                "complete": progress.complete and experiment is not None,
                "planned": progress.planned,
                "finished": progress.finished,
                "unfinished": progress.unfinished,
                "set_aside": progress.set_aside,
                "events": progress.events,
            }
        )
    elif experiment is None:
        say(f"{folder}: nothing is planned here yet; give `ludarena run` again")
    else:
        _print(experiment, progress, matches)


def _settings(settings: Mapping[str, Json]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in settings.items())


def _print(experiment: StoredExperiment, progress: Progress, matches: list[StoredMatch]) -> None:
    from rich.table import Table

    console = result()
    people = ", ".join(one.name for one in experiment.participants)
    console.print(f"experiment {experiment.name}, design {experiment.digest[:8]}: {people}")
    for one in experiment.policies:
        console.print(f"the failure policy was changed to: {_settings(one.settings)}")
    count = Counter((match.cell.stratum, match.status) for match in matches)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("games/seats")
    for state in ("matches", *STATES):
        table.add_column(state.replace("_", " "), justify="right")
    for stratum in sorted({match.cell.stratum for match in matches}):
        numbers = [count[stratum, state] for state in STATES]
        table.add_row(stratum, *map(str, (sum(numbers), *numbers)))
    console.print(table)
    console.print(f"{progress.events} events are stored")
    if progress.complete:
        console.print("complete: nothing is left to play")
    elif progress.set_aside and progress.finished + progress.set_aside == progress.planned:
        console.print(
            f"incomplete: {progress.set_aside} matches failed too often and were set aside"
        )
