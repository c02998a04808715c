"""The section on planning: how many appearances would separate two participants, at what cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from ludarena.analysis.draws import JointDraws
from ludarena.analysis.planner import ALPHA, NotPlannable, Pilot, StudySize, pilot_of, study_size
from ludarena.report.figures.sizes import SizeRow, draw_sizes
from ludarena.report.figures.style import Drawing
from ludarena.report.study.contrast import Asked, contrasted_pairs, versus
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, count_of, gap
from ludarena.report.study.tables import Cell, Table, number, text, whole

_ID, _TITLE = "planning", "Planning"
_POWER = 0.8
_DIFFERENCES = (0.1, 0.05)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planned:
    """A pair, what the run says of it, how often both appeared a game, and the studies.

    `found` is the study for the difference as found, None where that is 0.
    """

    first: str
    second: str
    pilot: Pilot
    played: float
    found: StudySize | None
    sizes: tuple[StudySize, ...]


def planning_section(found: Findings, asked: Asked, currency: str) -> Section:
    """Return the appearances that each pair would need, with this run as the pilot.

    Raises `UnknownParticipant` and `NoSuchGames` for what was asked.
    """
    drawn = found.drawn
    if drawn is None:
        return gap(_ID, _TITLE, f"there are no joint draws: {found.refused}")
    planned: list[_Planned] = []
    refused: list[str] = []
    for pair in contrasted_pairs(found, drawn, asked):
        try:
            planned.append(_planned(found, drawn, *pair))
        except NotPlannable as error:
            refused.append(str(error))
    if not planned:
        reason = refused[0] if refused else "no two participants met in a game"
        return gap(_ID, _TITLE, reason)
    return Section(
        id=_ID,
        title=_TITLE,
        paragraphs=(_said(), *(f"A gap: {one}." for one in refused)),
        drawings=(_drawing(found, planned),),
        tables=(_table(planned, currency),),
    )


def _said() -> str:
    return (
        "How many appearances of each in every game would find a difference of mean placements "
        f"with a power of {_POWER:.0%} in a two-sided test at {ALPHA:g}, by the normal "
        "approximation, with the variance of this run? The pairs are those of the contrasts; who "
        "compares all of them needs more (ludarena plan --pairs). A difference as found is "
        "larger or smaller than the true one by chance."
    )


def _planned(found: Findings, drawn: JointDraws, first: str, second: str) -> _Planned:
    pilot = pilot_of(found.cohort.results, drawn, first, second)
    appearances = sum(one in (first, second) for r in found.cohort.results for one in r.roster)
    return _Planned(
        first=first,
        second=second,
        pilot=pilot,
        played=appearances / 2 / pilot.games,
        found=study_size(pilot, power=_POWER) if round(pilot.difference, 9) else None,
        sizes=tuple(study_size(pilot, difference=one, power=_POWER) for one in _DIFFERENCES),
    )


def _drawing(found: Findings, planned: Sequence[_Planned]) -> Drawing:
    rows = [
        SizeRow(
            name=versus(one.first, one.second),
            played=one.played,
            sizes=(
                None if one.found is None else one.found.appearances,
                *(size.appearances for size in one.sizes),
            ),
        )
        for one in planned
    ]
    kinds = ("the difference as found", *(f"of {one:g}" for one in _DIFFERENCES))
    return Drawing(
        id="planning",
        title="Appearances in every game that would find a difference",
        caption=f"Power {_POWER:.0%}, {ALPHA:g} two-sided, from {count_of(found.overall.matches)}. "
        "The bar is what was played; no "
        "difference found, no mark. They are plans and have no interval.",
        words="the numbers stand in the table below",
        draw=lambda width: draw_sizes(rows, kinds, width, axis="appearances a game"),
    )


def _table(planned: Sequence[_Planned], currency: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in planned:
        known = one.found.appearances if one.found else None
        cost = [None if isnan(size.cost) else size.cost for size in one.sizes]
        needed = [size.appearances for size in one.sizes]
        told = (one.pilot.games, one.pilot.difference, one.played, known)
        rows.append((one.first, one.second, *told, *needed, *cost, currency))
    return Table(
        id="planning",
        title="Appearances of each in every game that find a difference",
        note=f"Power {_POWER:.0%} at {ALPHA:g}, two-sided. Costs are those of all appearances of "
        "both.",
        columns=(
            *(text("first"), text("second"), whole("games"), number("difference", "as found")),
            *(number("played", digits=1), whole("for_found", "for that difference")),
            *(whole(f"for_{one:g}", f"for {one:g}") for one in _DIFFERENCES),
            *(number(f"cost_{one:g}", f"cost for {one:g}", 2) for one in _DIFFERENCES),
            text("currency"),
        ),
        rows=tuple(rows),
    )
