"""The section on lengths: turns and decisions of a match, and the counters of an appearance."""

from __future__ import annotations

from collections.abc import Sequence

from ludarena.analysis.resources import (
    COUNTERS,
    MatchLength,
    Quartiles,
    appearance_counts,
    match_lengths,
)
from ludarena.report.figures.ranges import Block, draw_ranges
from ludarena.report.figures.style import Drawing
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, count_of, outermost, spoken
from ludarena.report.study.tables import Cell, Table, number, text, whole

_MEASURES = {"turns": "turns", "decisions": "D: decisions", "per_seat": "D / seats"}
_COUNTED = COUNTERS[:4]


def length_section(found: Findings) -> Section:
    """Return how long matches are, by game and number of seats, and what an appearance takes."""
    lengths = match_lengths(one for match in found.cohort.appearances for one in match)
    return Section(
        id="lengths",
        title="Match lengths",
        paragraphs=(_said(lengths),),
        drawings=(_drawing(lengths, len(found.cohort.results)),),
        tables=(_lengths_table(lengths), _counters_table(found)),
    )


def _said(lengths: Sequence[MatchLength]) -> str:
    values = [one.per_seat.median for one in lengths]
    return (
        "Turns are those of the game's own counter. D are the actions applied in a match, also "
        "those of stand-ins; D / seats is a mean within the match. Medians of D / seats: "
        f"{outermost(values, _names(lengths))}."
    )


def _names(lengths: Sequence[MatchLength]) -> list[str]:
    """Return the games, with the number of seats where one has several."""
    games = [one.game for one in lengths]
    if len(set(games)) == len(games):
        return list(map(spoken, games))
    return [f"{spoken(one.game)} ({one.seats})" for one in lengths]


def _drawing(lengths: Sequence[MatchLength], matches: int) -> Drawing:
    names = _names(lengths)
    blocks = [
        Block(title=words, quartiles=[_quartiles(one, measure) for one in lengths])
        for measure, words in _MEASURES.items()
    ]
    return Drawing(
        id="lengths",
        title="Lengths of matches: medians and quartiles",
        caption=f"{count_of(matches)}. The bar is the interquartile range, from the first to the "
        "third quartile; each block has a scale of its own. In parentheses the number of seats, "
        "where it differs.",
        words=", ".join(f"{name} {one.decisions.median:,.0f}" for name, one in zip(names, lengths)),
        draw=lambda width: draw_ranges(names, blocks, width),
    )


def _quartiles(one: MatchLength, measure: str) -> Quartiles:
    found: Quartiles = getattr(one, measure)
    return found


def _lengths_table(lengths: Sequence[MatchLength]) -> Table:
    return Table(
        id="lengths",
        title="Turns, D and D / seats of a match",
        note="Medians, the first and the third quartile, and the interquartile range.",
        columns=(
            *(text("game"), whole("seats"), whole("matches")),
            *(
                number(f"{measure}_{part}", f"{words} {part}", 1)
                for measure, words in (
                    *(("turns", "turns"), ("decisions", "D"), ("per_seat", "D / seats")),
                )
                for part in ("median", "q1", "q3", "iqr")
            ),
        ),
        rows=tuple(
            (
                *(one.game, one.seats, one.turns.number),
                *(
                    value
                    for measure in _MEASURES
                    for own in (_quartiles(one, measure),)
                    for value in (own.median, own.low, own.high, own.range)
                ),
            )
            for one in lengths
        ),
        main=True,
    )


def _counters_table(found: Findings) -> Table:
    """Return the four counters of an appearance, which are kept apart."""
    counts = {
        (one.game, one.participant): one.counts
        for one in appearance_counts(one for match in found.cohort.appearances for one in match)
    }
    rows: list[tuple[Cell, ...]] = []
    for game in found.cohort.games:
        for who in found.order:
            if own := counts.get((game, who)):
                quarters = [own[name] for name in _COUNTED]
                values = [value for one in quarters for value in (one.median, one.low, one.high)]
                rows.append((game, who, quarters[0].number, *values))
    return Table(
        id="counters",
        title="The four counters of an appearance",
        note="Medians, with the first and the third quartile: actions applied for the seat, "
        "accepted answers of the participant, calls of tools, responses of models.",
        columns=(
            *(text("game"), text("participant"), whole("appearances")),
            *(
                number(f"{name}_{part}", f"{spoken(name.removeprefix('all_'))} {part}", 1)
                for name in _COUNTED
                for part in ("median", "q1", "q3")
            ),
        ),
        rows=tuple(rows),
    )
