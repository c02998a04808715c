"""The section on frontiers: who is worth the price, in how many games, and in how many draws."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from ludarena.analysis.frontier import Frontier, FrontierPoint, frontier_coverage
from ludarena.core.text import listed
from ludarena.report.figures.matrix import Matrix, draw_matrix
from ludarena.report.figures.style import Drawing
from ludarena.report.study.cohort import Material
from ludarena.report.study.findings import Findings
from ludarena.report.study.frontiers import Against, Price, rating_against
from ludarena.report.study.section import Section, count_of, gap, spoken
from ludarena.report.study.tables import Cell, Table, number, text, whole

_ID, _TITLE = "frontiers", "Frontiers"


def frontier_section(material: Material, found: Findings) -> Section:
    """Return frontiers of the rating against money, tokens and time, and their coverage."""
    drawn = found.drawn
    if drawn is None:
        return gap(_ID, _TITLE, f"there are no joint draws: {found.refused}")
    against = [rating_against(found, drawn, price) for price in _prices(material)]
    return Section(
        id=_ID,
        title=_TITLE,
        paragraphs=tuple(_paragraphs(against)),
        drawings=tuple(one for each in against for one in (*each.drawings, _drawing(found, each))),
        tables=(_coverage_table(against), *(one.table for one in against)),
    )


def _prices(material: Material) -> list[Price]:
    paid = any(total.cost is None or total.cost for total in material.usage.values())
    money = [Price("cost", "cost", material.currency or "money")] if paid else []
    tokens = [Price("tokens", "tokens", "tokens")] if material.usage else []
    return [*money, *tokens, Price("seconds", "time", "seconds")]


def _paragraphs(against: Sequence[Against]) -> list[str]:
    told = [
        "Who has at least the rating at no more cost, one of the two strictly, dominates; who is "
        "not dominated is on the frontier. Membership is the share of joint draws that have "
        "somebody there: the rating and the price of a draw come from the same matches."
    ]
    for one in against:
        unknown = one.pooled.unknown
        if unknown:
            told.append(
                f"A gap: {listed(unknown)} {'is' if len(unknown) == 1 else 'are'} on no pooled "
                f"frontier against {one.price.word}, because a rating or a price is not known."
            )
        best = [name for name, own in _by_name(one.pooled).items() if own.on_frontier]
        if best:
            told.append(f"Against {one.price.word} the pooled frontier is {listed(best)}.")
    if all(one.price.name != "cost" for one in against):
        told.append("A gap: nothing cost money, there is no frontier against cost.")
    return told


def _by_name(one: Frontier) -> dict[str, FrontierPoint]:
    return {point.participant: point for point in one.points}


def _drawing(found: Findings, against: Against) -> Drawing:
    """Return the membership of each participant in the frontier of each game, and pooled."""
    import numpy as np

    columns = [*against.games.values(), against.pooled]
    points = [_by_name(one) for one in columns]
    cells = [[own.get(who) for own in points] for who in found.order]
    matrix = Matrix(
        rows=found.order,
        columns=[*map(spoken, against.games), "pooled"],
        values=np.array([[_membership(one) for one in row] for row in cells]),
        texts=[[_shown(one) for one in row] for row in cells],
        scale="from-zero",
        apart=1,
    )
    word = against.price.word
    return Drawing(
        id=f"membership-{against.price.name}",
        title=f"Membership in the frontier against {word}, by game",
        caption=f"Percent of {found.settings.draws:,} joint draws of "
        f"{count_of(len(found.cohort.results))}; a star marks who is on the frontier as it is. "
        "Empty where the rating or the price is not known.",
        words="a matrix of participants by games; its numbers stand in the table below",
        draw=lambda width: draw_matrix(matrix, width),
    )


def _membership(one: FrontierPoint | None) -> float:
    return nan if one is None or one.membership is None else one.membership


def _shown(one: FrontierPoint | None) -> str:
    if one is None or one.membership is None:
        return ""
    return f"{100 * one.membership:.0f}{'*' if one.on_frontier else ''}"


def _coverage_table(against: Sequence[Against]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in against:
        pooled = _by_name(each.pooled)
        for one in frontier_coverage(each.games):
            own = pooled.get(one.participant)
            on = "unknown" if own is None else "yes" if own.on_frontier else "no"
            games = (one.games, one.on_frontier, one.membership)
            told = (on, None if own is None else own.membership)
            rows.append((each.price.word, one.participant, *games, *told))
    return Table(
        id="frontier-coverage",
        title="On how many frontiers of games everybody is",
        note="Membership is the mean over games of the share of joint draws on the frontier.",
        columns=(
            *(text("price"), text("participant"), whole("games"), whole("on_frontier")),
            *(number("membership", digits=2), text("on_pooled", "on the pooled one")),
            number("pooled_membership", digits=2),
        ),
        rows=tuple(rows),
        main=True,
    )
