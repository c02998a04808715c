"""A whole report: sections of all cohorts, and the folder of files that it is written to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from ludarena.analysis.bootstrap import require_numpy
from ludarena.arena.store import Reader
from ludarena.core.errors import MissingExtra
from ludarena.models.prices import Prices
from ludarena.report.figures.style import Pictures, rendered, require_matplotlib
from ludarena.report.study.agree import agreement_section
from ludarena.report.study.cohort import Cohort, Material, read_material
from ludarena.report.study.contrast import Asked, contrast_section
from ludarena.report.study.errors import ForeignFolder
from ludarena.report.study.failing import failure_section
from ludarena.report.study.findings import Settings, find
from ludarena.report.study.games import games_section
from ludarena.report.study.latex import as_latex
from ludarena.report.study.leads import read_leads
from ludarena.report.study.lengths import length_section
from ludarena.report.study.matching import matched_section
from ludarena.report.study.methods import methods_section
from ludarena.report.study.page import study_page
from ludarena.report.study.placements import placement_section
from ludarena.report.study.planned import planning_section
from ludarena.report.study.precision import interval_section
from ludarena.report.study.profiles import profile_section
from ludarena.report.study.rating import rating_section
from ludarena.report.study.resources import resource_section
from ludarena.report.study.section import Section, count_of
from ludarena.report.study.tables import Table, as_csv, write_parquet
from ludarena.report.study.using import usage_section
from ludarena.report.study.worth import frontier_section

Tick = Callable[[str, int, int], None]
"""Told what is being done, how much of it is, and how much there is."""

MANIFEST = "report.json"
"""The file that says which files belong to a report."""

PAGE = "report.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The contents of a report, before they are drawn and written."""

    title: str
    head: tuple[str, ...]
    gaps: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """Return the tables of all sections."""
        return tuple(table for section in self.sections for table in section.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """Where a report was written: its page, and all its files."""

    folder: Path
    page: Path
    files: tuple[Path, ...]


def _silently(what: str, done: int, planned: int) -> None:
    """Tell nobody."""


def require_extra() -> None:
    """Raise `MissingExtra` when a library that reports need is not installed."""
    require_numpy()
    require_matplotlib()
    if find_spec("pyarrow") is None:
        raise MissingExtra("a table as Parquet", "report")


def make_report(
    readers: Sequence[Reader],
    *,
    settings: Settings | None = None,
    prices: Prices | None = None,
    mix: bool = False,
    title: str = "",
    asked: Asked | None = None,
    progress: Tick | None = None,
) -> Report:
    """Return the report of stored runs.

    `asked` names the contrasts. Raises `MixedCohorts`, `UnlikeParticipants`, `DuplicateOutcome`,
    `NothingToReport`, `UnknownParticipant`, `UnreadableTerm`, `NoSuchGames`, `MissingPrice`,
    `MissingExtra` and the errors of the store.
    """
    require_extra()
    chosen = settings or Settings()
    tick = progress or _silently
    material = read_material(readers, prices=prices, mix=mix)
    tick("analysing", 0, 0)
    sections = [
        one
        for cohort in material.cohorts
        for one in _sections(readers, material, cohort, chosen, asked or Asked(), tick)
    ]
    return Report(
        title=title or " and ".join(dict.fromkeys(run.name for run in material.runs)),
        head=tuple(_head(material)),
        gaps=tuple(sentence[:1].upper() + sentence[1:] + "." for sentence in material.gaps),
        sections=(*sections, games_section(material), methods_section(material, chosen)),
    )


def _head(material: Material) -> Iterator[str]:
    matches = sum(len(cohort.results) for cohort in material.cohorts)
    people = len({name for cohort in material.cohorts for name in cohort.participants})
    games = len({game for cohort in material.cohorts for game in cohort.games})
    word = "game" if games == 1 else "games"
    yield f"{count_of(matches)} of {games} {word} between {people} participants."
    if material.mixed:
        yield f"These runs were put together although {'; '.join(material.mixed)}."


def _sections(
    readers: Sequence[Reader],
    material: Material,
    cohort: Cohort,
    settings: Settings,
    asked: Asked,
    tick: Tick,
) -> Iterator[Section]:
    found = find(cohort, settings)
    if cohort is not material.cohorts[0]:
        yield _beside(placement_section(found))
        return
    if cohort.kind == "matched":
        yield matched_section(found)
    else:
        yield placement_section(found)
        yield interval_section(found)
        yield rating_section(found)
        yield contrast_section(found, asked)
        yield agreement_section(found)
        yield planning_section(found, asked, material.currency)
    yield resource_section(material, found)
    yield usage_section(material, found)
    yield frontier_section(material, found)
    yield length_section(found)
    leads = read_leads(readers, cohort, settings.replays, partial(tick, "executing again"))
    yield profile_section(found, leads)
    yield failure_section(material, found)


def _beside(section: Section) -> Section:
    """Return the section of a reference cohort, its files named apart from the panel's."""
    told = "These matches stand beside the others and are pooled with none of them."
    return replace(
        section,
        id="reference",
        title="Reference cohort",
        paragraphs=(told, *section.paragraphs),
        drawings=tuple(replace(one, id=f"reference-{one.id}") for one in section.drawings),
        tables=tuple(replace(one, id=f"reference-{one.id}") for one in section.tables),
    )


def write_report(report: Report, folder: Path, *, progress: Tick | None = None) -> Written:
    """Write a report into a folder: its page, its figures as SVG and PNG, its tables.

    Files of an earlier report that this one does not have are removed. Raises `ForeignFolder` for
    a folder that holds anything else.
    """
    earlier = _earlier_files(folder)
    tick = progress or _silently
    for name in ("figures", "tables"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    pictures: dict[str, Pictures] = {}
    drawings = [one for section in report.sections for one in section.drawings]
    for done, drawing in enumerate(drawings):
        tick(f"figure {drawing.id}", done, len(drawings))
        pictures[drawing.id] = rendered(drawing)
        files += _write_pictures(pictures[drawing.id], folder / "figures" / drawing.id)
    for table in report.tables:
        files += _write_table(table, folder / "tables")
    page = study_page(report.title, report.head, report.gaps, report.sections, pictures)
    files.append(_write(folder / PAGE, page.encode()))
    _write_manifest(folder, files)
    for name in earlier - {str(file.relative_to(folder)) for file in files}:
        (folder / name).unlink(missing_ok=True)
    tick("written", len(drawings), len(drawings))
    return Written(folder=folder, page=folder / PAGE, files=tuple(files))


def _write_pictures(pictures: Pictures, beginning: Path) -> Iterator[Path]:
    folder, name = beginning.parent, beginning.name
    yield _write(folder / f"{name}.svg", pictures.svg.encode())
    yield _write(folder / f"{name}-narrow.svg", pictures.narrow.encode())
    yield _write(folder / f"{name}.png", pictures.png)


def _write_table(table: Table, folder: Path) -> Iterator[Path]:
    yield _write(folder / f"{table.id}.csv", as_csv(table).encode())
    parquet = folder / f"{table.id}.parquet"
    write_parquet(table, parquet)
    yield parquet
    if table.main:
        yield _write(folder / f"{table.id}.tex", as_latex(table).encode())


def _write(file: Path, data: bytes) -> Path:
    file.write_bytes(data)
    return file


def _write_manifest(folder: Path, files: Sequence[Path]) -> None:
    names = sorted(str(file.relative_to(folder)) for file in files)
    (folder / MANIFEST).write_text(json.dumps({"files": names}, indent=1) + "\n", "utf-8")


def _earlier_files(folder: Path) -> set[str]:
    """Return the files of an earlier report in the folder; raise `ForeignFolder`."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return set()
    try:
        names = json.loads((folder / MANIFEST).read_text("utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ForeignFolder(str(folder)) from error
    inside = {str(name) for name in names}
    return {name for name in inside if (folder / name).resolve().is_relative_to(folder.resolve())}
