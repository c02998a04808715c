"""Panels of stacked shares: of what the whole is made, one bar a name, parts of its own a panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarena.report.figures.style import (
    COLOURS,
    FAINT,
    HATCHES,
    grid_lines,
    label_inches,
    letters,
    new_figure,
    roomy,
    shortened,
    title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_KEY_FONT = 7.0
_KEY_LINE = 0.155
"""Inches of a line of a key."""
_KEY_MARK = 0.32
"""Inches of the coloured mark of a part and the space around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePanel:
    """The shares of the parts for each name, in the order of `parts`; None where nothing is known.

    The parts of a name add up to 1.
    """

    title: str
    parts: Sequence[str]
    shares: Mapping[str, Sequence[float] | None]


def draw_shares(panels: Sequence[SharePanel], width: float, *, axis: str) -> Figure:
    """Return a figure of one panel after another; all list the same names, each has its own key."""
    across = max(1, min(len(panels), int(width / 4)))
    down = -(-len(panels) // across)
    names = list(panels[0].shares)
    short = shortened(names, letters(width))
    width = roomy(width, short)
    beside = label_inches(short, 8)
    inches = (width - beside) / across - 0.2
    columns = [_columns(panel.parts, inches) for panel in panels]
    keys = max(-(-len(panel.parts) // each) for panel, each in zip(panels, columns))
    height = down * (0.7 + 0.19 * max(2, len(names)) + _KEY_LINE * keys) + 0.35
    figure = new_figure(width, height)
    grid = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True)
    for place, axes in enumerate(grid.flat):
        if place >= len(panels):
            axes.set_visible(False)
            continue
        panel = panels[place]
        axes.set_title(title(panel.title, inches), loc="left")
        _draw_bars(axes, panel)
        axes.set_yticks(range(len(short)), short, fontsize=8)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
        axes.tick_params(axis="x", labelbottom=True, labelsize=7.5)
        _write_key(figure, axes, columns[place])
    figure.supxlabel(axis, fontsize=9)
    return figure


def _draw_bars(axes: Axes, panel: SharePanel) -> None:
    known = {line: own for line, own in enumerate(panel.shares.values()) if own is not None}
    start = dict.fromkeys(known, 0.0)
    for place, part in enumerate(panel.parts):
        axes.barh(
            list(known),
            [own[place] for own in known.values()],
            left=list(start.values()),
            height=0.74,
            label=part,
            color=COLOURS[place % len(COLOURS)],
            hatch=HATCHES[place // len(COLOURS) % len(HATCHES)],
            edgecolor="white",
            linewidth=0.4,
        )
        start = {line: before + known[line][place] for line, before in start.items()}
    for line in range(len(panel.shares)):
        if line not in known:
            axes.text(0.01, line, "no points", color=FAINT, fontsize=7, va="center")
    axes.set_ylim(max(len(panel.shares), 2) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    grid_lines(axes, "x")


def _columns(parts: Sequence[str], inches: float) -> int:
    """Return how many parts a line of a key has room for."""
    widest = label_inches(parts, _KEY_FONT) + _KEY_MARK
    return max(1, min(len(parts), int(inches / widest)))


def _write_key(figure: Figure, axes: Axes, columns: int) -> None:
    from matplotlib.transforms import ScaledTranslation

    if not axes.get_legend_handles_labels()[0]:
        return
    below = ScaledTranslation(0, -0.2, figure.dpi_scale_trans)
    axes.legend(
        loc="upper left",
        bbox_to_anchor=(0, 0),
        bbox_transform=axes.transAxes + below,
        ncols=columns,
        fontsize=_KEY_FONT,
        handlelength=1.2,
        handletextpad=0.4,
        columnspacing=0.9,
        labelspacing=0.25,
        borderpad=0.1,
        borderaxespad=0.1,
    )
