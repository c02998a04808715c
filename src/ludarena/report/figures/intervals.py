"""Values with their intervals: one a line, in panels, and as differences from 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarena.report.figures.style import (
    BLUE,
    FAINT,
    GREY,
    INK,
    ORANGE,
    VERMILION,
    grid_lines,
    label_inches,
    letters,
    new_figure,
    roomy,
    shortened,
    shortened_pairs,
    title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import Locator

_LINE = 0.24
"""Inches of a line of a figure."""

_APART = 0.17
"""How far from its line each of two intervals is drawn."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A named value and the ends of its interval, None where it has none.

    `other` are the ends of a second interval of the same value.
    """

    name: str
    value: float
    low: float | None
    high: float | None
    other: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The estimates of one panel, from top to bottom."""

    title: str
    estimates: Sequence[Estimate]


def draw_intervals(
    estimates: Sequence[Estimate],
    width: float,
    *,
    axis: str,
    centre: float,
    span: tuple[float, float] | None = None,
    kinds: tuple[str, str] | None = None,
) -> Figure:
    """Return a figure of one estimate a line; `centre` is marked, such as 0.5 or 1500.

    The scale has at least `span`. `kinds` names both intervals, where there are two.
    """
    names = shortened([one.name for one in estimates], letters(width))
    height = 0.75 + _LINE * max(2, len(estimates)) + _keys(estimates, kinds)
    figure = new_figure(roomy(width, names), height)
    axes = figure.add_subplot()
    _draw_lines(axes, estimates, centre)
    if span is not None:
        low, high = axes.get_xlim()
        axes.set_xlim(min(low, span[0]), max(high, span[1]))
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel(axis)
    _explain(figure, estimates, kinds)
    return figure


def draw_panels(
    panels: Sequence[Panel],
    width: float,
    *,
    axis: str,
    centre: float,
    kinds: tuple[str, str] | None = None,
) -> Figure:
    """Return a figure of one panel a game; all list the same names and share one scale.

    `kinds` names both intervals, where there are two.
    """
    across = max(1, min(len(panels), int((width - 1.2) / 2.1)))
    down = -(-len(panels) // across)
    names = shortened([one.name for one in panels[0].estimates], letters(width))
    width = roomy(width, names)
    inches = (width - label_inches(names)) / across - 0.15
    every = [one for panel in panels for one in panel.estimates]
    height = down * (0.55 + 0.19 * max(2, len(names))) + 0.35 + _keys(every, kinds)
    figure = new_figure(width, height)
    grid = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True)
    for place, axes in enumerate(grid.flat):
        if place >= len(panels):
            axes.set_visible(False)
            continue
        panel = panels[place]
        axes.set_title(title(panel.title, inches), loc="left")
        _draw_lines(axes, panel.estimates, centre)
        if place + across >= len(panels):  # the lowest of its column
            axes.tick_params(axis="x", labelbottom=True)
        axes.set_yticks(range(len(names)), names, fontsize=8)
        axes.xaxis.set_major_locator(_few_ticks())
    figure.supxlabel(axis, fontsize=9)
    _explain(figure, every, kinds)
    return figure


def draw_forest(panels: Sequence[Panel], width: float, *, axis: str) -> Figure:
    """Return a figure of differences, one block a panel, and the line of no difference."""
    names = [
        shortened_pairs([one.name for one in panel.estimates], letters(width) + 8)
        for panel in panels
    ]
    beside = [name for each in names for name in each]
    width = roomy(width, beside)
    sizes = [len(panel.estimates) + 1.3 for panel in panels]
    every = [one for panel in panels for one in panel.estimates]
    figure = new_figure(width, 0.8 + _LINE * sum(sizes) + _keys(every))
    grid = figure.subplots(len(panels), 1, squeeze=False, sharex=True, height_ratios=sizes)
    for axes, panel, each in zip(grid[:, 0], panels, names):
        axes.set_title(title(panel.title, width - label_inches(beside)), loc="left")
        _draw_lines(axes, panel.estimates, 0.0, by_sign=True)
        axes.set_yticks(range(len(each)), each)
    grid[-1, 0].set_xlabel(axis)
    _explain(figure, every)
    return figure


def _draw_lines(
    axes: Axes, estimates: Sequence[Estimate], centre: float, by_sign: bool = False
) -> None:
    """Draw a point and a whisker a line; hollow where there is no interval."""
    axes.axvline(centre, color=GREY, linewidth=1, dashes=(3, 2), zorder=1)
    for line, one in enumerate(estimates):
        if one.value != one.value:  # NaN: the name keeps its line, empty
            axes.text(centre, line, " did not play ", color=FAINT, fontsize=7, va="center")
            continue
        if one.low is None or one.high is None:
            axes.plot(one.value, line, "o", color=FAINT, markerfacecolor="white", markersize=5)
            continue
        clear = by_sign and (one.low > centre or one.high < centre)
        colour = VERMILION if clear and one.high < centre else BLUE if clear or not by_sign else INK
        up = line if one.other is None else line - _APART
        axes.plot([one.low, one.high], [up, up], color=colour, linewidth=1.8, zorder=2)
        axes.plot(one.value, up, "o", color=colour, markersize=5, zorder=3)
        if one.other is not None:
            axes.plot(one.other, [line + _APART] * 2, color=ORANGE, linewidth=1.8, zorder=2)
            axes.plot(one.value, line + _APART, "s", color=ORANGE, markersize=4, zorder=3)
    axes.set_ylim(max(len(estimates), 1) - 0.4, -0.6)
    axes.margins(x=0.04)
    grid_lines(axes, "x")


def _keys(estimates: Sequence[Estimate], kinds: tuple[str, str] | None = None) -> float:
    """Return the inches that the key above the axes takes."""
    return 0.3 if kinds or _misses(estimates) else 0.0


def _misses(estimates: Sequence[Estimate]) -> bool:
    return any(one.value == one.value and one.low is None for one in estimates)


def _explain(
    figure: Figure, estimates: Sequence[Estimate], kinds: tuple[str, str] | None = None
) -> None:
    """Say above the figure which of two intervals is which, and what a hollow point is."""
    from matplotlib.lines import Line2D

    lines = [
        Line2D([], [], color=colour, marker=marker, markersize=4.5, label=kind)
        for kind, colour, marker in zip(kinds or (), (BLUE, ORANGE), "os")
    ]
    if _misses(estimates):
        hollow = Line2D([], [], linestyle="", marker="o", markersize=5, label="no interval")
        hollow.set(color=FAINT, markerfacecolor="white")
        lines.append(hollow)
    if lines:
        figure.legend(handles=lines, loc="outside upper left", ncols=3, handlelength=1.8)


def _few_ticks() -> Locator:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(nbins=4)
