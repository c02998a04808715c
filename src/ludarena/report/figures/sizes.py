"""How many appearances a study needs: what was played as a bar, what each difference takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarena.report.figures.style import (
    BLUE,
    LINE,
    ORANGE,
    VERMILION,
    grid_lines,
    letters,
    new_figure,
    roomy,
    shortened_pairs,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LINE = 0.26
_MARKS = ((VERMILION, "D"), (BLUE, "o"), (ORANGE, "s"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRow:
    """A pair: what it played, and the appearances that each kind of difference takes, or None."""

    name: str
    played: float
    sizes: Sequence[float | None]


def draw_sizes(rows: Sequence[SizeRow], kinds: Sequence[str], width: float, *, axis: str) -> Figure:
    """Return a figure of one pair a line on a logarithmic scale; at most three kinds."""
    names = shortened_pairs([row.name for row in rows], letters(width) + 8)
    width = roomy(width, names)
    figure = new_figure(width, 1.05 + _LINE * max(2, len(rows)))
    axes = figure.add_subplot()
    axes.barh(
        range(len(rows)), [row.played for row in rows], height=0.7, color=LINE, label="played"
    )
    for place, (kind, (colour, marker)) in enumerate(zip(kinds, _MARKS)):
        known = [(row.sizes[place], line) for line, row in enumerate(rows)]
        points = [(size, line) for size, line in known if size is not None]
        across, up = zip(*points) if points else ((), ())
        axes.plot(across, up, marker, color=colour, markersize=5, label=kind)
    _scale(axes, rows)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(max(len(rows), 2) - 0.4, -0.6)
    axes.set_xlabel(axis)
    grid_lines(axes, "x")
    across_key = 2 if width < 5 else 4
    figure.legend(loc="outside upper left", ncols=across_key, handlelength=1.4, columnspacing=1.2)
    return figure


def _scale(axes: Axes, rows: Sequence[SizeRow]) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator

    values = [size for row in rows for size in (row.played, *row.sizes) if size is not None]
    low, high = min(values), max(values)
    axes.set_xscale("log")
    axes.set_xlim(low / 2, max(high * 1.5, low * 12))
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 30 * low else (1,)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axes.xaxis.set_minor_formatter("")
