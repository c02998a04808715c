"""Widths of intervals against the number of matches: a line a name, their median, the root law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludarena.report.figures.style import BLUE, GREY, VERMILION, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Curve = Sequence[tuple[float, float]]
"""(matches, width), by ascending matches."""


def draw_widths(
    curves: Sequence[Curve], middle: Curve, width: float, *, axis: str, value: str
) -> Figure:
    """Return the figure of the curves and of their medians, the `middle`.

    Dashed is what the last median would have been if widths fell with the root of the matches.
    """
    from matplotlib.ticker import MaxNLocator

    figure = new_figure(width, 3.1 if width < 5 else 3.6)
    axes = figure.add_subplot()
    for number, curve in enumerate(curves):
        label = "each participant" if not number else None
        across, up = zip(*curve)
        axes.plot(across, up, color=BLUE, linewidth=0.8, alpha=0.45, label=label)
        axes.plot(across, up, "o", color=BLUE, markersize=2.5, alpha=0.45)
    axes.plot(*zip(*middle), "o-", color=VERMILION, linewidth=2, markersize=5, label="median")
    last, wide = middle[-1]
    law = [(at, wide * (last / at) ** 0.5) for at, _ in middle]
    axes.plot(*zip(*law), color=GREY, linewidth=1.3, dashes=(3, 2), label="1 / √matches")
    axes.set_xlim(0, max(at for curve in curves for at, _ in curve) * 1.06)
    axes.set_ylim(0, None)
    axes.set_xlabel(axis)
    axes.set_ylabel(value)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.grid()
    figure.legend(loc="outside upper left", ncols=3, handlelength=1.6, columnspacing=1.2)
    return figure
