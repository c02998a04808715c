"""The section on contrasts: how far participants are apart, by game and by kind of game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isnan, nan

from ludarena.analysis.contrasts import (
    Contrast,
    GroupContrast,
    contrast,
    group_contrast_where,
)
from ludarena.analysis.contrasts import Estimate as Number
from ludarena.analysis.draws import JointDraws
from ludarena.analysis.profile_terms import NoSuchGames, profiles_of
from ludarena.core.errors import UnknownGame
from ludarena.report.figures.intervals import Estimate, Panel, draw_forest
from ludarena.report.figures.style import Drawing
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, count_of, gap, spoken
from ludarena.report.study.tables import Cell, Table, number, text

_MOST_FOREST = 6
"""Pairs that the figure shows game by game; the table has all that were asked."""

_ID, _TITLE = "contrasts", "Contrasts"
_NAME = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the user wants contrasted: pairs of names, and groups of games as expressions.

    Without pairs these are the neighbours in the order of the overall placement.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    groups: tuple[str, ...] = ()


def contrast_section(found: Findings, asked: Asked) -> Section:
    """Return the section; a gap where there are no joint draws or nobody to compare.

    Raises `UnknownParticipant`, `UnreadableTerm` and `NoSuchGames` for what was asked.
    """
    drawn = found.drawn
    if drawn is None:
        return gap(_ID, _TITLE, f"there are no joint draws: {found.refused}")
    pairs = contrasted_pairs(found, drawn, asked)
    contrasts = [_trusted(found, contrast(drawn, first, second)) for first, second in pairs]
    groups = _groups(drawn, pairs, asked.groups)
    if not contrasts:
        return gap(_ID, _TITLE, "no two participants have a game in common")
    whose = "The pairs are those asked for." if asked.pairs else "The pairs are neighbours overall."
    tables = [_contrast_table(contrasts)]
    if groups:
        tables.append(_group_table(groups))
    return Section(
        id=_ID,
        title=_TITLE,
        paragraphs=(
            "A contrast is the placement of the first participant less that of the second, formed "
            f"within each joint draw. {whose} The mean has the same weight for every game; the "
            "last columns of its table say what it would be without one game.",
        ),
        drawings=tuple(_drawings(found, contrasts, groups)),
        tables=tuple(tables),
    )


def contrasted_pairs(
    found: Findings, drawn: JointDraws, asked: Asked
) -> tuple[tuple[str, str], ...]:
    """Return the pairs that are asked for, or else the neighbours in the overall order."""
    return asked.pairs or _neighbours(found, drawn)


def _neighbours(found: Findings, drawn: JointDraws) -> tuple[tuple[str, str], ...]:
    """Return those who follow each other overall and have a game in common."""
    names = [standing.participant for standing in found.overall.standings]
    return tuple(pair for pair in pairwise(names) if _common(drawn, *pair))


def _trusted(found: Findings, one: Contrast) -> Contrast:
    """Return a contrast without the intervals that a single match allows to nobody."""
    played: Counter[tuple[str, str]] = Counter()
    for result in found.cohort.results:
        for name in set(result.roster) & {one.first, one.second}:
            played[result.game, name] += 1
            played[_NAME, name] += 1

    def known(game: str, value: Number) -> Number:
        enough = min(played[game, one.first], played[game, one.second]) > 1
        return value if enough else replace(value, low=nan, high=nan)

    games = tuple(replace(own, difference=known(own.game, own.difference)) for own in one.games)
    return replace(one, games=games, mean=known(_NAME, one.mean))


def _common(drawn: JointDraws, first: str, second: str) -> bool:
    one, two = drawn.participants.index(first), drawn.participants.index(second)
    return any(row[one] == row[one] and row[two] == row[two] for row in drawn.placement)


def _groups(
    drawn: JointDraws, pairs: Sequence[tuple[str, str]], groups: Sequence[str]
) -> list[tuple[str, GroupContrast]]:
    if not groups:
        return []
    try:
        profiles = profiles_of(drawn.games)
    except UnknownGame as error:
        raise NoSuchGames(f"a group of games needs every profile: {error}") from error
    return [
        (group, group_contrast_where(drawn, first, second, group, profiles))
        for group in groups
        for first, second in pairs
    ]


def versus(first: str, second: str) -> str:
    """Return the name of a contrast."""
    return f"{first} - {second}"


def _drawings(
    found: Findings, contrasts: Sequence[Contrast], groups: Sequence[tuple[str, GroupContrast]]
) -> list[Drawing]:
    axis = "difference of placement"
    panels = [Panel(title="Mean over games", estimates=[_mean(one) for one in contrasts])]
    for one in contrasts[:_MOST_FOREST]:
        games = [_estimate(spoken(own.game), own.difference) for own in one.games]
        if len(games) > 1:
            panels.append(Panel(title=versus(one.first, one.second), estimates=games))
    matches = count_of(len(found.cohort.results))
    shown = len(panels) - 1
    drawings = [
        Drawing(
            id="contrasts",
            title="Differences of placement with 95 % intervals",
            caption=f"{matches}, {found.settings.draws:,} joint draws. Colour marks intervals "
            f"without 0. Below the means the games of {shown} pairs; the table has all.",
            words="the numbers stand in the table below",
            draw=lambda width: draw_forest(panels, width, axis=axis),
        )
    ]
    if groups:
        by_group = _by_group(groups)
        drawings.append(
            Drawing(
                id="group-contrasts",
                title="Differences between groups of games with 95 % intervals",
                caption=f"{matches}, {found.settings.draws:,} joint draws. The difference inside "
                "the group less that in all other games.",
                words="the numbers stand in the table below",
                draw=lambda width: draw_forest(by_group, width, axis="difference of differences"),
            )
        )
    return drawings


def _mean(one: Contrast) -> Estimate:
    return _estimate(versus(one.first, one.second), one.mean)


def _estimate(name: str, one: Number) -> Estimate:
    known = not isnan(one.low)
    return Estimate(name, one.value, one.low if known else None, one.high if known else None)


def _by_group(groups: Sequence[tuple[str, GroupContrast]]) -> list[Panel]:
    return [
        Panel(
            title=term,
            estimates=[
                Estimate(
                    versus(one.first, one.second),
                    one.difference.value,
                    one.difference.low,
                    one.difference.high,
                )
                for of, one in groups
                if of == term
            ],
        )
        for term in dict.fromkeys(of for of, _ in groups)
    ]


def _contrast_table(contrasts: Sequence[Contrast]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in contrasts:
        without = one.deletion_range or (nan, nan)
        mean = one.mean
        pair = one.first, one.second
        rows.append((*pair, _NAME, mean.value, mean.low, mean.high, *without))
        for own in one.games:
            difference = own.difference
            ends = difference.value, difference.low, difference.high
            rows.append((*pair, own.game, *ends, None, None))
    return Table(
        id="contrasts",
        title="Differences of placement, first less second",
        note="* is the mean over games. Low and high are the ends of the 95 % interval; least and "
        "greatest are the mean without one game.",
        columns=(
            *(text("first"), text("second"), text("game"), number("difference")),
            *(number("low"), number("high"), number("least"), number("greatest")),
        ),
        rows=tuple(rows),
        main=True,
    )


def _group_table(groups: Sequence[tuple[str, GroupContrast]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for term, one in groups:
        inside, outside = one.means
        difference = one.difference
        rows.append(
            (
                *(one.first, one.second, term),
                *(", ".join(one.inside), inside.value, ", ".join(one.outside), outside.value),
                *(difference.value, difference.low, difference.high),
                *(one.deletion_range or (nan, nan)),
            )
        )
    return Table(
        id="group-contrasts",
        title="Differences of placement between groups of games",
        note="Inside less outside. Low and high are the ends of the 95 % interval; least and "
        "greatest are the contrast without one game.",
        columns=(
            *(text("first"), text("second"), text("group")),
            *(text("inside_games"), number("inside"), text("outside_games"), number("outside")),
            *(number("contrast"), number("low"), number("high")),
            *(number("least"), number("greatest")),
        ),
        rows=tuple(rows),
        main=True,
    )
