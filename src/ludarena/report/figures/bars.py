"""Stacked bars: how much of what, one bar a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludarena.report.figures.style import (
    COLOURS,
    HATCHES,
    grid_lines,
    letters,
    new_figure,
    shortened,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_bars(
    names: Sequence[str],
    parts: Sequence[tuple[str, Sequence[float]]],
    width: float,
    *,
    axis: str,
) -> Figure:
    """Return horizontal bars, one a name, made of named parts of a size each."""
    from matplotlib.ticker import MaxNLocator

    across = 2 if width < 5 else 4
    rows = -(-len(parts) // across)
    figure = new_figure(width, 0.8 + 0.27 * max(2, len(names)) + 0.2 * rows)
    axes = figure.add_subplot()
    start = [0.0] * len(names)
    for place, (label, sizes) in enumerate(parts):
        axes.barh(
            range(len(names)),
            sizes,
            left=start,
            height=0.68,
            label=label,
            color=COLOURS[place % len(COLOURS)],
            hatch=HATCHES[(place // len(COLOURS)) % len(HATCHES)],
            edgecolor="white",
            linewidth=0.6,
        )
        start = [before + size for before, size in zip(start, sizes)]
    axes.set_yticks(range(len(names)), shortened(names, letters(width)))
    axes.set_ylim(max(len(names), 1) - 0.4, -0.6)
    axes.set_xlim(0, max(start, default=0) * 1.05 or 1)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.set_xlabel(axis)
    grid_lines(axes, "x")
    if len(parts) > 1:
        figure.legend(loc="outside upper left", ncols=across, fontsize=7.5, handlelength=1.4)
    return figure
