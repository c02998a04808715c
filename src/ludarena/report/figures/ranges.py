"""Medians with their quartiles: blocks side by side, each with a scale of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarena.report.figures.style import (
    BLUE,
    grid_lines,
    letters,
    new_figure,
    roomy,
    shortened,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ludarena.analysis.resources import Quartiles

_LINE = 0.24


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """What is counted, and the quartiles of each name."""

    title: str
    quartiles: Sequence[Quartiles]


def draw_ranges(names: Sequence[str], blocks: Sequence[Block], width: float) -> Figure:
    """Return a figure of one line a name in every block: the median and the quartiles around it."""
    short = shortened(names, letters(width))
    narrow = width < 5
    width = roomy(width, short)
    down, across = (len(blocks), 1) if narrow else (1, len(blocks))
    figure = new_figure(width, down * (0.75 + _LINE * max(2, len(names))))
    grid = figure.subplots(down, across, squeeze=False, sharey=True)
    for axes, block in zip(grid.flat, blocks):
        _draw_block(axes, block)
        axes.set_yticks(range(len(short)), short)
    return figure


def _draw_block(axes: Axes, block: Block) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    for line, one in enumerate(block.quartiles):
        axes.plot([one.low, one.high], [line, line], color=BLUE, linewidth=5, alpha=0.3)
        axes.plot(one.median, line, "o", color=BLUE, markersize=5, zorder=3)
    axes.set_ylim(max(len(block.quartiles), 1) - 0.4, -0.6)
    highest = max((one.high for one in block.quartiles), default=0.0)
    axes.set_xlim(0, highest * 1.06 or 1)
    axes.set_title(block.title, loc="left")
    axes.xaxis.set_major_locator(MaxNLocator(nbins=4))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
    grid_lines(axes, "x")
