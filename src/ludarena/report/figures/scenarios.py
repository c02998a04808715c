"""Contrasts of a matched study: every scenario as a dot, the mean with two intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarena.report.figures.style import (
    BLUE,
    FAINT,
    GREY,
    INK,
    grid_lines,
    label_inches,
    letters,
    new_figure,
    roomy,
    shortened_pairs,
    title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioRow:
    """A contrast: its value in each scenario, the mean, and the ends of both intervals.

    Rows of one `group` stand in one panel. `counts` is written at the right.
    """

    group: str
    name: str
    values: Sequence[float]
    mean: float
    ends: tuple[float, float]
    wider: tuple[float, float]
    counts: str


def draw_scenarios(rows: Sequence[ScenarioRow], width: float, *, axis: str) -> Figure:
    """Return the figure; equal scenarios are stacked, so that none hides another."""
    groups = list(dict.fromkeys(row.group for row in rows))
    own = [[row for row in rows if row.group == group] for group in groups]
    sizes = [len(each) + 0.9 for each in own]
    names = [shortened_pairs([row.name for row in each], letters(width) + 8) for each in own]
    beside = [name for each in names for name in each]
    width = roomy(width, beside)
    figure = new_figure(width, 0.8 + 0.42 * sum(sizes))
    grid = figure.subplots(len(groups), 1, squeeze=False, sharex=True, height_ratios=sizes)
    for axes, group, each, labels in zip(grid[:, 0], groups, own, names):
        axes.set_title(title(group, width - label_inches(beside) - 0.3), loc="left")
        axes.axvline(0, color=GREY, linewidth=1, dashes=(3, 2), zorder=1)
        for line, row in enumerate(each):
            _draw_row(axes, line, row)
        axes.set_yticks(range(len(each)), labels)
        axes.set_ylim(len(each) - 0.35, -0.65)
        axes.set_xlim(-1.08, 1.08)
        grid_lines(axes, "x")
    grid[-1, 0].set_xlabel(axis)
    return figure


def _draw_row(axes: Axes, line: int, row: ScenarioRow) -> None:
    seen: dict[float, int] = {}
    for value in sorted(row.values):
        place = round(value, 6)
        seen[place] = seen.get(place, 0) + 1
        up = line + 0.2 + 0.055 * (seen[place] - 1)
        axes.plot(value, up, "o", color=FAINT, markersize=2.6, alpha=0.75, markeredgewidth=0)
    axes.plot(row.wider, [line - 0.14] * 2, color=INK, linewidth=0.9)
    axes.plot(row.ends, [line - 0.14] * 2, color=BLUE, linewidth=2.6, solid_capstyle="butt")
    axes.plot(row.mean, line - 0.14, "o", color=BLUE, markersize=5.5, zorder=4)
    axes.annotate(
        row.counts,
        (1, line),
        xycoords=("axes fraction", "data"),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        fontsize=7.5,
        color=INK,
    )
