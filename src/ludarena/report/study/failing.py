"""The section on failures: failed replies by class, and results without what they decided."""

from __future__ import annotations

from ludarena.arena.failures import Failures
from ludarena.report.figures.bars import draw_bars
from ludarena.report.figures.style import Drawing
from ludarena.report.study.cohort import Material
from ludarena.report.study.findings import Findings, placed_by
from ludarena.report.study.section import Section, count_of
from ludarena.report.study.tables import Table, number, text, whole

_COUNTS = ("decisions", "repaired", "recovered", "stood_in", "forfeits", "voids")


def failure_section(material: Material, found: Findings) -> Section:
    """Return failures of all attempts, and placements with and without decided matches."""
    failed = sum(result.failed for result in found.cohort.results)
    classes = sorted({kind for one in material.failures for kind in one.failed})
    total = sum(sum(one.failed.values()) for one in material.failures)
    paragraphs = [
        f"{total:,} replies failed, in {count_of(sum(r.progress.planned for r in material.runs))} "
        f"and all their attempts; {sum(r.voids for r in material.runs):,} attempts were set aside. "
        f"A failure decided {count_of(failed)} that count."
    ]
    tables = [_table(material.failures, classes)]
    if failed:
        tables.append(_without(found))
    drawings = () if not classes else (_drawing(material.failures, classes, total),)
    return Section(
        id="failures",
        title="Failures",
        paragraphs=tuple(paragraphs),
        drawings=drawings,
        tables=tuple(tables),
    )


def _table(failures: tuple[Failures, ...], classes: list[str]) -> Table:
    return Table(
        id="failures",
        title="Decisions, and failed replies by class",
        note="All attempts are counted, those that were set aside too.",
        columns=(text("participant"), *map(whole, _COUNTS), *map(whole, classes)),
        rows=tuple(
            (
                one.participant,
                *(int(getattr(one, name)) for name in _COUNTS),
                *(one.failed[kind] for kind in classes),
            )
            for one in failures
        ),
    )


def _drawing(failures: tuple[Failures, ...], classes: list[str], total: int) -> Drawing:
    names = [one.participant for one in failures]
    parts = [
        (kind.replace("_", " "), [float(one.failed[kind]) for one in failures]) for kind in classes
    ]
    return Drawing(
        id="failures",
        title="Failed replies by class",
        caption=f"{total:,} failed replies of all attempts. They are counts and have no interval.",
        words=", ".join(f"{one.participant} {sum(one.failed.values())}" for one in failures),
        draw=lambda width: draw_bars(names, parts, width, axis="failed replies"),
    )


def _without(found: Findings) -> Table:
    """Return placements with and without the matches that a failure decided."""
    kept = [result for result in found.cohort.results if not result.failed]
    boards = placed_by(kept, found.settings)
    without = {one.participant: one for one in boards[0].standings} if boards else {}
    rows: list[tuple[str | int | float | None, ...]] = []
    for one in found.overall.standings:
        other = without.get(one.participant)
        ends = (other.score, other.low, other.high) if other else (None, None, None)
        counts = (one.matches, other.matches if other else 0)
        rows.append((one.participant, one.score, one.low, one.high, *ends, *counts))
    return Table(
        id="placements-without-failures",
        title="Placement with and without the matches that a failure decided",
        columns=(
            text("participant"),
            number("placement"),
            number("low"),
            number("high"),
            number("without", "without failures"),
            number("without_low", "low"),
            number("without_high", "high"),
            whole("matches"),
            whole("matches_without", "without failures"),
        ),
        rows=tuple(rows),
        main=True,
    )
