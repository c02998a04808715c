"""The section on strategic profiles: by which routes points are made, and when the lead changes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from statistics import fmean
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import interval
from ludarena.analysis.resources import quartiles
from ludarena.analysis.route_profiles import RouteProfile, route_profiles
from ludarena.report.figures.matrix import Matrix, draw_matrix
from ludarena.report.figures.shares import SharePanel, draw_shares
from ludarena.report.figures.style import Drawing
from ludarena.report.study.findings import Findings
from ludarena.report.study.leads import Lead, Leads
from ludarena.report.study.section import Section, count_of, gap, outermost, share, spoken
from ludarena.report.study.tables import Cell, Table, number, text, whole

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats

_ID, _TITLE = "profiles", "Strategic profiles"


@dataclass(frozen=True)
class _Profiles:
    """The profiles by (game, participant), and the ends of their concentrations: (G, P) each."""

    by_place: Mapping[tuple[str, str], RouteProfile]
    ends: Mapping[tuple[str, str], tuple[float, float]]


def profile_section(found: Findings, leads: Leads) -> Section:
    """Return shares of routes, their concentration, and the pivots of the leading route."""
    profiles = _profiles(found)
    if not any(one.counted for one in profiles.by_place.values()):
        return gap(_ID, _TITLE, "no seat of any match gained a point")
    values = _concentrations(found, profiles)
    drawings = [_routes_drawing(found, profiles), _concentration_drawing(found, values)]
    tables = [_concentration_table(found, profiles), _routes_table(found, profiles)]
    if leads.leads:
        drawings.append(_pivots_drawing(found, leads))
        tables.append(_pivots_table(found, leads))
    return Section(
        id=_ID,
        title=_TITLE,
        paragraphs=tuple(_paragraphs(found, values, leads)),
        drawings=tuple(drawings),
        tables=tuple(tables),
    )


def _profiles(found: Findings) -> _Profiles:
    appearances = [one for match in found.cohort.appearances for one in match]
    by_place = {(one.game, one.participant): one for one in route_profiles(appearances)}
    return _Profiles(by_place, _ends(found))


def _ends(found: Findings) -> dict[tuple[str, str], tuple[float, float]]:
    """Return the ends of the intervals of concentrations over the joint draws."""
    import numpy as np

    drawn = found.drawn
    if drawn is None:
        return {}
    indices, gained = drawn.amounts["concentration"][1], drawn.amounts["gained"][1]
    means = np.divide(indices, gained, out=np.full_like(indices, np.nan), where=gained > 0)
    ends: dict[tuple[str, str], tuple[float, float]] = {}
    for row, game in enumerate(drawn.games):
        low, high = interval(means[:, row])
        for column, name in enumerate(drawn.participants):
            ends[game, name] = float(low[column]), float(high[column])
    return ends


def _paragraphs(found: Findings, values: Floats, leads: Leads) -> list[str]:
    means = [_mean(row) for row in values]
    told = [
        "A route is where points come from; a game names its own. Shares are of the points gained, "
        "averaged over appearances. The concentration is the sum of squared shares, 1 for a single "
        f"route. On average over games: {outermost(means, found.order)}."
    ]
    if not leads.executed and not leads.gaps:
        told.append("A gap: no match was executed again, so that there are no pivots.")
    else:
        counts = ", ".join(
            f"{spoken(game)} {leads.executed.get(game, 0):,}" for game in found.cohort.games
        )
        told.append(
            "A pivot is a change of the route that leads in points, seen at the end of a turn of "
            f"the matches executed again: {counts}. Points that a game gives only at the "
            "end lead only then, so that pivots compare participants within a game."
        )
    return told + [f"A gap: {one}." for one in leads.gaps]


def _mean(row: Sequence[float]) -> float:
    known = [value for value in row if value == value]
    return fmean(known) if known else nan


def _concentrations(found: Findings, profiles: _Profiles) -> Floats:
    """Return mean concentrations, shape (participants, games)."""
    import numpy as np

    def of(game: str, who: str) -> float:
        one = profiles.by_place.get((game, who))
        return nan if one is None or one.concentration is None else one.concentration

    return np.array([[of(game, who) for game in found.cohort.games] for who in found.order])


def _routes_drawing(found: Findings, profiles: _Profiles) -> Drawing:
    panels = [_panel(found, profiles, game) for game in found.cohort.games]
    matches = count_of(len(found.cohort.results))
    return Drawing(
        id="routes",
        title="Shares of the routes of points, by game",
        caption=f"Means over the appearances of {matches}; routes that gained nothing are left "
        "out. They describe what was scored and have no interval.",
        words="stacked bars of participants, a panel a game; the shares stand in the table below",
        draw=lambda width: draw_shares(panels, width, axis="share of the points gained"),
    )


def _panel(found: Findings, profiles: _Profiles, game: str) -> SharePanel:
    """Return the shares of a game; the route that has most of all points is the first."""
    shares: dict[str, dict[str, float]] = {}
    total: dict[str, float] = defaultdict(float)
    for who in found.order:
        one = profiles.by_place.get((game, who))
        if one is None or not one.counted:
            continue
        shares[who] = {route.route: route.share for route in one.routes}
        for route, value in shares[who].items():
            total[route] += value
    routes = sorted((one for one in total if total[one] > 0), key=lambda one: (-total[one], one))
    return SharePanel(
        title=spoken(game),
        parts=[spoken(route) for route in routes],
        shares={
            who: [shares[who].get(route, 0.0) for route in routes] if who in shares else None
            for who in found.order
        },
    )


def _concentration_drawing(found: Findings, values: Floats) -> Drawing:
    matrix = Matrix(
        rows=found.order,
        columns=[spoken(game) for game in found.cohort.games],
        values=values,
        texts=[[share(value) for value in row] for row in values],
        scale="from-zero",
    )
    return Drawing(
        id="concentration",
        title="Concentration of the routes, by game",
        caption=f"Means over the appearances of {count_of(len(found.cohort.results))}; 1 is a "
        "single route. Intervals of 95 % stand in the table.",
        words="a matrix of participants by games; its numbers stand in the table below",
        draw=lambda width: draw_matrix(matrix, width),
    )


def _pivots_drawing(found: Findings, leads: Leads) -> Drawing:
    import numpy as np

    held = _held(leads)
    values = np.array(
        [
            [
                _mean([one.changes for one in held.get((game, who), [])])
                for game in found.cohort.games
            ]
            for who in found.order
        ]
    )
    matrix = Matrix(
        rows=found.order,
        columns=[spoken(game) for game in found.cohort.games],
        values=values,
        texts=[["" if value != value else f"{value:.1f}" for value in row] for row in values],
        scale="from-zero",
    )
    return Drawing(
        id="pivots",
        title="Pivots of the leading route in an appearance",
        caption=f"Means over the appearances of {count_of(sum(leads.executed.values()))} that were "
        "executed again; quartiles stand in the table.",
        words="a matrix of participants by games; its numbers stand in the table below",
        draw=lambda width: draw_matrix(matrix, width),
    )


def _held(leads: Leads) -> dict[tuple[str, str], list[Lead]]:
    held: dict[tuple[str, str], list[Lead]] = defaultdict(list)
    for one in leads.leads:
        held[one.game, one.participant].append(one)
    return held


def _concentration_table(found: Findings, profiles: _Profiles) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for game in found.cohort.games:
        for who in found.order:
            one = profiles.by_place.get((game, who))
            if one is None:
                continue
            ends = profiles.ends.get((game, who), (nan, nan)) if one.appearances > 1 else (nan, nan)
            first = one.routes[0] if one.counted and one.routes else None
            counts = (one.appearances, one.counted)
            top = (first.route, first.share) if first else ("", None)
            rows.append((game, who, *counts, one.concentration, *ends, *top))
    return Table(
        id="concentration",
        title="Concentration of the routes, and the first of them",
        note="Scoring appearances gained a point. Low and high are the ends of the 95 % interval "
        "of the joint draws.",
        columns=(
            *(text("game"), text("participant"), whole("appearances")),
            *(whole("scoring", "scoring appearances"), number("concentration")),
            *(number("low"), number("high"), text("first_route"), number("share")),
        ),
        rows=tuple(rows),
        main=True,
    )


def _routes_table(found: Findings, profiles: _Profiles) -> Table:
    rows = [
        (game, who, route.route, route.share, route.points)
        for game in found.cohort.games
        for who in found.order
        if (game, who) in profiles.by_place
        for route in profiles.by_place[game, who].routes
    ]
    return Table(
        id="routes",
        title="Routes of points: share of the points gained, and mean points",
        note="Routes that lose points have no share.",
        columns=(
            *(text("game"), text("participant"), text("route")),
            *(number("share"), number("points", digits=1)),
        ),
        rows=tuple(rows),
    )


def _pivots_table(found: Findings, leads: Leads) -> Table:
    held = _held(leads)
    rows = [
        (game, who, *_pivot_cells(held[game, who]))
        for game in found.cohort.games
        for who in found.order
        if (game, who) in held
    ]
    return Table(
        id="pivots",
        title="Pivots of the leading route",
        note="Steady is the share of appearances without a pivot; last the median share of the "
        "turns after which the lead changed for the last time, where it did.",
        columns=(
            *(text("game"), text("participant"), whole("appearances"), number("mean", digits=2)),
            *(number("median", digits=1), number("q1", digits=1), number("q3", digits=1)),
            *(number("steady", digits=2), number("last", digits=2), text("final_route")),
        ),
        rows=tuple(rows),
    )


def _pivot_cells(own: Sequence[Lead]) -> tuple[Cell, ...]:
    changes = [one.changes for one in own]
    middle = quartiles(changes)
    last = [one.last for one in own if one.last is not None]
    steady = sum(not one for one in changes) / len(own)
    finals = Counter(one.final for one in own if one.final)
    most = min(finals, key=lambda one: (-finals[one], one)) if finals else ""
    quarters = (middle.median, middle.low, middle.high)
    return (
        len(own),
        fmean(changes),
        *quarters,
        steady,
        quartiles(last).median if last else None,
        most,
    )
