"""`ludarena report FOLDER...`: tables, figures and one page of what runs found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.arena.place import Place, place_of
from ludarena.cli.arguments import Intervals, IntervalsOption
from ludarena.cli.complete import folders
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, emit, say
from ludarena.cli.output import progress as messages
from ludarena.cli.usage import PriceTables, read_prices_given

if TYPE_CHECKING:
    from ludarena.report.study.report import Tick


Runs = Annotated[
    list[Place],
    typer.Argument(
        parser=place_of,
        metavar="RUN...",
        help="Folders of runs, or their postgresql:// URLs, as given to --out; one or more.",
        autocompletion=folders,
    ),
]


def report(
    runs: Runs,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder of the report; `report` in the first run.")
    ] = None,
    title: Annotated[str, typer.Option("--title", help="Title of the page.")] = "",
    prices: PriceTables = None,
    mix: Annotated[
        bool,
        typer.Option("--mix", help="Put runs of different protocols or rules versions together."),
    ] = False,
    contrast: Annotated[
        list[str] | None,
        typer.Option("--contrast", metavar="A,B", help="Contrast two participants; repeatable."),
    ] = None,
    group: Annotated[
        list[str] | None,
        typer.Option(
            "--group", metavar="TERM", help="Contrast games, as in 'SP=2 & HI=0'; repeatable."
        ),
    ] = None,
    intervals: IntervalsOption = Intervals.PERCENTILE,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the resamples.")] = 0,
    draws: Annotated[
        int, typer.Option("--draws", min=100, max=100_000, help="Joint draws of whole matches.")
    ] = 5_000,
    json: JsonFlag = False,
) -> None:
    """Write a report of runs: one page, its figures and its tables.

    The page needs no network. Figures are written as SVG and PNG, tables as CSV and Parquet, the
    main ones as LaTeX. Runs that cannot be compared are refused.
    """
    from ludarena.arena.store import read_store
    from ludarena.report.study.contrast import Asked
    from ludarena.report.study.findings import Settings
    from ludarena.report.study.report import make_report, require_extra, write_report

    require_extra()
    folder = out or _beside(runs[0])
    if folder.exists() and not folder.is_dir():
        raise BadArgument("--out", f"{folder} is a file; name a folder")
    given = read_prices_given(prices)
    with ExitStack() as stack, progress_bar(json) as tick:
        tick("reading", 0, 0)
        readers = [stack.enter_context(read_store(run)) for run in runs]
        made = make_report(
            readers,
            settings=Settings(seed=seed, draws=draws, method=intervals.value),
            prices=given,
            mix=mix,
            title=title,
            asked=Asked(pairs=_pairs(contrast), groups=tuple(group or ())),
            progress=tick,
        )
        written = write_report(made, folder, progress=tick)
    if json:
        emit(
            {
                "folder": str(written.folder),
                "page": str(written.page),
                "files": [str(file) for file in written.files],
                "gaps": list(made.gaps),
            }
        )
        return
    for gap in made.gaps:
        say(gap)
    size = written.page.stat().st_size
    say(
        f"wrote {written.page}, {size / 1000:,.0f} kB, and {len(written.files) - 1} files beside it"
    )


def _beside(run: Place) -> Path:
    """Return the folder of the report of a run that is stored in a folder."""
    if run.folder is None:
        raise BadArgument("--out", "is missing; name a folder for the report of a database")
    return run.folder / "report"


def _pairs(given: Sequence[str] | None) -> tuple[tuple[str, str], ...]:
    """Return pairs of names from texts `A,B`; raise `BadArgument`."""
    pairs: list[tuple[str, str]] = []
    for text in given or ():
        names = [name.strip() for name in text.split(",")]
        if len(names) != 2 or not all(names) or names[0] == names[1]:
            raise BadArgument(
                "--contrast", f"{text!r} is not of the form A,B with two participants"
            )
        pairs.append((names[0], names[1]))
    return tuple(pairs)


@contextmanager
def progress_bar(silent: bool) -> Iterator[Tick]:
    """Give what shows progress on stderr, on a terminal only."""
    console = messages()
    if silent or not console.is_terminal:
        yield lambda what, done, planned: None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    with Progress(
        TextColumn("{task.description}"), BarColumn(), console=console, transient=True
    ) as bar:
        yield _shown_on(bar.update, bar.add_task("report", total=None))


def _shown_on(update: Callable[..., None], task: object) -> Tick:
    def tick(what: str, done: int, planned: int) -> None:
        update(task, description=what, completed=done, total=planned or None)

    return tick
