"""The section on intervals: both kinds beside one another, and how they shrink with matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from statistics import fmean, median

from ludarena.analysis.leaderboard import Board, Standing
from ludarena.analysis.planner import Width, widths
from ludarena.report.figures.curves import Curve, draw_widths
from ludarena.report.figures.intervals import Estimate, Panel, draw_intervals, draw_panels
from ludarena.report.figures.style import Drawing
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, count_of, gap, of_games, spoken
from ludarena.report.study.tables import Cell, Table, number, text, whole

_ID, _TITLE = "intervals", "Intervals"
_AXIS = "placement: share of opponents beaten"
_KINDS = ("percentile", "score")
_PARTS = (0.25, 0.5, 0.75, 1.0)


def interval_section(found: Findings) -> Section:
    """Return percentile and score intervals of placements, and widths by number of matches."""
    if not any(one.low is not None for one in found.percentile[0].standings):
        return gap(_ID, _TITLE, "nobody played two matches, no interval of a placement exists")
    parts = _parts(found)
    return Section(
        id=_ID,
        title=_TITLE,
        paragraphs=(*_compared(found), _shrinking(parts)),
        drawings=(
            _overall_drawing(found),
            _panels_drawing(found),
            *((_widths_drawing(found, parts),) if parts.grow else ()),
        ),
        tables=(_intervals_table(found), *((_widths_table(parts),) if parts.by_part else ())),
    )


def _compared(found: Findings) -> list[str]:
    told = [
        "Percentile intervals come from drawing whole matches again. Score intervals take the "
        "schedule as played and hold the strengths that the score does not contradict; in single "
        "games of few matches they are the ones to trust."
    ]
    pairs = list(zip(found.percentile[1:], found.score[1:]))
    own = [_mean_width(boards) for boards in zip(*pairs)] if pairs else []
    if own and all(value == value for value in own):
        told.append(
            f"In single games percentile intervals are {own[0]:.3f} wide on average, score "
            f"intervals {own[1]:.3f}."
        )
    if any(one.low is None for board in found.score for one in board.standings):
        told.append(
            "A gap: score intervals are missing where somebody has a single match, or where the "
            "ratings of a game take up all that its matches tell."
        )
    return told


def _mean_width(boards: Sequence[Board]) -> float:
    known = [width for board in boards for one in board.standings if (width := _width(one))]
    return fmean(known) if known else nan


def _width(one: Standing) -> float | None:
    return None if one.low is None or one.high is None else one.high - one.low


@dataclass(frozen=True, slots=True)
class _Parts:
    """The widths of everybody when only a part of the matches had been played, by part."""

    by_part: tuple[tuple[Width, ...], ...]

    @property
    def medians(self) -> list[tuple[float, float]]:
        """Return the median number of matches and width of each part."""
        return [
            (median(one.matches for one in part), median(one.width for one in part))
            for part in self.by_part
        ]

    @property
    def grow(self) -> bool:
        """Return whether the parts differ in their number of matches."""
        return len({matches for matches, _ in self.medians}) > 1

    def curve(self, who: str) -> Curve:
        """Return the (matches, width) of somebody."""
        own = [one for part in self.by_part for one in part if one.participant == who]
        return [(one.matches, one.width) for one in own]


def _parts(found: Findings) -> _Parts:
    by_part = [tuple(widths(found.cohort.results, parts=(part,))) for part in _PARTS]
    return _Parts(tuple(filter(None, by_part)))


def _shrinking(parts: _Parts) -> str:
    if not parts.grow:
        return "A gap: the matches are too few to tell how widths shrink with their number."
    (few, wide), (many, narrow) = parts.medians[0], parts.medians[-1]
    return (
        f"With {few:,.0f} matches a participant the median width of a score interval over all "
        f"games is {wide:.3f}, with all {many:,.0f} it is {narrow:.3f}. Half the width takes about "
        "four times as many matches."
    )


def _estimates(first: Board, second: Board) -> dict[str, Estimate]:
    others = {one.participant: one for one in second.standings}
    found: dict[str, Estimate] = {}
    for one in first.standings:
        other = others[one.participant]
        ends = None if other.low is None or other.high is None else (other.low, other.high)
        found[one.participant] = Estimate(one.participant, one.score, one.low, one.high, ends)
    return found


def _overall_drawing(found: Findings) -> Drawing:
    estimates = list(_estimates(found.percentile[0], found.score[0]).values())
    return Drawing(
        id="intervals",
        title="Mean placement with both kinds of 95 % interval",
        caption=f"{count_of(found.overall.matches)} of {of_games(len(found.by_game))}.",
        words="two intervals a participant; their ends stand in the table below",
        draw=lambda width: draw_intervals(estimates, width, axis=_AXIS, centre=0.5, kinds=_KINDS),
    )


def _panels_drawing(found: Findings) -> Drawing:
    panels: list[Panel] = []
    for first, second in zip(found.percentile[1:], found.score[1:]):
        known = _estimates(first, second)
        estimates = [known.get(who, Estimate(who, nan, None, None)) for who in found.order]
        panels.append(
            Panel(title=f"{spoken(first.game or '')} ({first.matches:,})", estimates=estimates)
        )
    return Drawing(
        id="intervals-by-game",
        title="Placement by game with both kinds of 95 % interval",
        caption="In parentheses the number of matches.",
        words=f"{len(panels)} panels, a game each; their numbers stand in the table below",
        draw=lambda width: draw_panels(panels, width, axis=_AXIS, centre=0.5, kinds=_KINDS),
    )


def _widths_drawing(found: Findings, parts: _Parts) -> Drawing:
    curves = [curve for who in found.order if (curve := parts.curve(who))]
    return Drawing(
        id="widths",
        title="Width of the score interval over all games, by number of matches",
        caption="As if only the first quarter, half, three quarters of the matches of each game "
        "and number of seats had been played. Dashed: the width that the root of the number of "
        "matches would have given.",
        words="widths fall with the number of matches; the numbers stand in the table below",
        draw=lambda width: draw_widths(
            curves,
            parts.medians,
            width,
            axis="matches of a participant",
            value="width of the interval",
        ),
    )


def _intervals_table(found: Findings) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for first, second in zip(found.percentile, found.score):
        others = {one.participant: one for one in second.standings}
        for one in first.standings:
            other = others[one.participant]
            ends = (one.low, one.high, _width(one), other.low, other.high, _width(other))
            rows.append((first.game or "*", one.participant, one.score, *ends, one.matches))
    return Table(
        id="intervals",
        title="Percentile and score intervals of placements",
        note="* is the mean over games. Ends and widths of 95 % intervals.",
        columns=(
            *(text("game"), text("participant"), number("placement")),
            *(number("percentile_low"), number("percentile_high"), number("percentile_width")),
            *(number("score_low"), number("score_high"), number("score_width")),
            whole("matches"),
        ),
        rows=tuple(rows),
        main=True,
    )


def _widths_table(parts: _Parts) -> Table:
    return Table(
        id="widths",
        title="Width of the score interval over all games, by number of matches",
        columns=(text("participant"), whole("matches"), number("width")),
        rows=tuple((one.participant, one.matches, one.width) for p in parts.by_part for one in p),
    )
