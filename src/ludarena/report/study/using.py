"""The section on usage: what models used, who counted it, and whether the counts can be true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan, nan
from statistics import fmean

from ludarena.analysis.resources import UsageFault
from ludarena.arena.ledger_check import Coverage
from ludarena.arena.usage import Total
from ludarena.core.text import counted_noun
from ludarena.report.figures.bars import draw_bars
from ludarena.report.figures.style import Drawing
from ludarena.report.study.cohort import Cohort, Material
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, gap
from ludarena.report.study.tables import Cell, Table, number, text, whole

_ID, _TITLE = "usage", "Usage of models"
_SHORT = 12


def usage_section(material: Material, found: Findings) -> Section:
    """Return sums by participant and source, how far they are known, and what cannot be true."""
    if not material.usage:
        return gap(_ID, _TITLE, "no participant called a model, there is no usage to check")
    return Section(
        id=_ID,
        title=_TITLE,
        paragraphs=tuple(_paragraphs(material)),
        drawings=(_coverage_drawing(material.coverage),),
        tables=(
            _coverage(material.coverage),
            _usage_table(material.usage),
            _sources(material.sources),
            _attempts_table(found.cohort, material),
            *((_faults_table(material.faults),) if material.faults else ()),
        ),
    )


def _paragraphs(material: Material) -> list[str]:
    responses = sum(one.responses for one in material.coverage)
    counted = sum(one.counted for one in material.coverage)
    told = [
        f"{counted:,} of {responses:,} responses in all attempts came whole and told all their "
        "tokens. A source is who counted: the native loop, the gateway of programs, or this "
        "process (here)."
    ]
    logged = sum(one.logged for one in material.coverage)
    if logged:
        equal = sum(one.equal for one in material.coverage)
        told.append(
            f"Programs left a log of {counted_noun(logged, 'appearance')} that could be read; "
            f"{equal:,} of them agree with the count of the arena to the token."
        )
    if material.faults:
        faults = counted_noun(len(material.faults), "fault")
        told.append(f"Counts that contradict each other: {faults}, listed below, none corrected.")
    else:
        told.append("No count of a response contradicts another.")
    return told


def _coverage_drawing(found: Sequence[Coverage]) -> Drawing:
    people = [one.participant for one in found]
    several = len(set(people)) < len(people)
    names = [f"{one.participant} ({one.source})" if several else one.participant for one in found]
    parts = [
        ("told all their tokens", [float(one.counted) for one in found]),
        ("did not", [float(one.responses - one.counted) for one in found]),
    ]
    return Drawing(
        id="coverage",
        title="Responses of models, by participant and source",
        caption="All attempts are counted. They are counts and have no interval.",
        words=", ".join(
            f"{name} {one.counted} of {one.responses}" for name, one in zip(names, found)
        ),
        draw=lambda width: draw_bars(names, parts, width, axis="responses"),
    )


def _attempts_table(cohort: Cohort, material: Material) -> Table:
    """Return what an appearance used in the attempt that counts, and in all attempts."""
    names = ("tokens", "all_tokens", "cost", "all_cost")
    held: dict[str, dict[str, list[float]]] = {}
    for name in names:
        for result, values in zip(cohort.results, cohort.amounts[name]):
            for who, value in zip(result.roster, values):
                held.setdefault(who, {}).setdefault(name, []).append(value)
    rows: list[tuple[Cell, ...]] = [
        (who, len(own["tokens"]), *(_mean(own[name]) for name in names), material.currency)
        for who, own in sorted(held.items())
        if (who,) in material.usage
    ]
    return Table(
        id="attempts",
        title="Tokens and cost of an appearance, the attempt that counts and all attempts",
        note="Means; empty where a response came without a full count or a price.",
        columns=(
            *(text("participant"), whole("appearances")),
            *(number("tokens", digits=0), number("all_tokens", "tokens, all attempts", 0)),
            *(number("cost", digits=4), number("all_cost", "cost, all attempts", 4)),
            text("currency"),
        ),
        rows=tuple(rows),
    )


def _mean(values: Sequence[float]) -> float:
    return nan if any(map(isnan, values)) else fmean(values)


def _faults_table(faults: Sequence[tuple[str, UsageFault]]) -> Table:
    return Table(
        id="usage-faults",
        title="Responses whose counts contradict each other",
        columns=(
            *(text("participant"), text("match"), whole("seat")),
            *(text("response"), text("fault")),
        ),
        rows=tuple(
            (who, one.match[:_SHORT], one.seat, one.response, one.reason) for who, one in faults
        ),
    )


def _usage_table(usage: Mapping[tuple[str, ...], Total]) -> Table:
    return _totals("usage", "What models used, all attempts", ("participant",), usage)


def _sources(sources: Mapping[tuple[str, ...], Total]) -> Table:
    return _totals(
        "sources",
        "Who counted the tokens, and of which models",
        ("source", "provider", "model"),
        sources,
    )


def _coverage(found: Sequence[Coverage]) -> Table:
    counts = ("appearances", "responses", "counted", "logged", "equal")
    return Table(
        id="coverage",
        title="How far the tokens are known",
        note="Counted responses told all their tokens. Logged appearances left a log of their "
        "program that was read; equal ones agree with the arena's own count to the token.",
        columns=(text("participant"), text("source"), *map(whole, counts)),
        rows=tuple(
            (one.participant, one.source, *(int(getattr(one, name)) for name in counts))
            for one in found
        ),
    )


def _totals(
    id: str, title: str, keys: Sequence[str], totals: Mapping[tuple[str, ...], Total]
) -> Table:
    counts = ("responses", "failed_calls", "input", "cached", "cache_written", "output")
    rows = [
        (
            *key,
            *(int(getattr(total, name)) for name in counts),
            total.reasoning if total.reasoning_known else None,
            total.uncounted,
            total.seconds,
            None if total.cost is None else float(total.cost),
            total.currency,
        )
        for key, total in totals.items()
    ]
    return Table(
        id=id,
        title=title,
        note="Cached and cache-written tokens are parts of the input, reasoning of the output.",
        columns=(
            *map(text, keys),
            *map(whole, counts),
            whole("reasoning"),
            whole("uncounted", "without full counts"),
            number("seconds", digits=1),
            number("cost", digits=4),
            text("currency"),
        ),
        rows=tuple(rows),
    )
