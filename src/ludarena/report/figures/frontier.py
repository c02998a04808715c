"""Value against cost: participants, intervals of both, and the staircase of the frontier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import log10
from typing import TYPE_CHECKING

from ludarena.report.figures.style import (
    BLUE,
    FAINT,
    GREY,
    INK,
    VERMILION,
    letters,
    new_figure,
    shortened,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation
    from matplotlib.ticker import Formatter, Locator
    from matplotlib.transforms import Bbox

Ends = tuple[float, float] | None

_LEAST_SPAN = 30.0
"""From this ratio of costs on, their scale is logarithmic."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A participant by value and cost, and the intervals of both, None without."""

    name: str
    value: float
    cost: float
    values: Ends
    costs: Ends
    on_frontier: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CostPlot:
    """The places by ascending cost, and the corners of the staircase as (cost, value)."""

    title: str
    places: Sequence[Place]
    steps: Sequence[tuple[float, float]]


def draw_frontier(plot: CostPlot, width: float, *, value: str, cost: str) -> Figure:
    """Return one plot; numbers stand at the points, and below or beside it whose they are."""
    narrow = width < 5
    names = shortened([place.name for place in plot.places], letters(width))
    height = 3.2 if narrow else max(3.9, 0.75 + 0.21 * len(names))
    keys = 0.25 + 0.19 * (-(-len(names) // 2)) if narrow else 0.0
    figure = new_figure(width, height + keys)
    if narrow:
        axes, key = figure.subplots(2, 1, height_ratios=(height, keys))
    else:
        axes, key = figure.subplots(1, 2, width_ratios=(2.5, 1))
    _draw_plot(axes, plot)
    axes.set_xlabel(cost)
    axes.set_ylabel(value)
    rows = -(-len(names) // 2) if narrow else int(height / 0.24)
    _write_key(key, plot.places, names, 2 if narrow else 1, rows)
    figure.draw_without_rendering()
    _number(axes, plot.places)
    return figure


def draw_frontiers(plots: Sequence[CostPlot], width: float, *, value: str, cost: str) -> Figure:
    """Return one small plot a game; the numbers are those of the key below."""
    across = max(1, min(len(plots), int(width / 2.7)))
    down = -(-len(plots) // across)
    people = sorted({place.name for plot in plots for place in plot.places})
    columns = 2 if width < 5 else 4
    keys = 0.25 + 0.19 * -(-len(people) // columns)
    figure = new_figure(width, down * 2.5 + keys)
    halves = figure.subfigures(2, 1, squeeze=False, height_ratios=(down * 2.5, keys))
    upper, lower = halves[:, 0]
    grid = upper.subplots(down, across, squeeze=False)
    for place, axes in enumerate(grid.flat):
        if place >= len(plots):
            axes.set_visible(False)
            continue
        axes.set_title(shortened([plots[place].title], 30)[0], loc="left")
        _draw_plot(axes, plots[place], small=True)
    upper.supxlabel(cost, fontsize=9)
    upper.supylabel(value, fontsize=9)
    key = lower.subplots()
    told = [next(p for plot in plots for p in plot.places if p.name == name) for name in people]
    short = shortened(people, letters(width) - 2)
    _write_key(key, told, short, columns, -(-len(people) // columns), marks=False)
    figure.draw_without_rendering()
    order = {name: number + 1 for number, name in enumerate(people)}
    for axes, plot in zip(grid.flat, plots):
        _number(axes, plot.places, order)
    return figure


def _draw_plot(axes: Axes, plot: CostPlot, small: bool = False) -> None:
    for place in plot.places:
        colour = VERMILION if place.on_frontier else BLUE
        if place.values is not None:
            axes.plot([place.cost] * 2, place.values, color=colour, linewidth=1, alpha=0.55)
        if place.costs is not None:
            axes.plot(place.costs, [place.value] * 2, color=colour, linewidth=1, alpha=0.55)
        marker = "D" if place.on_frontier else "o"
        axes.plot(place.cost, place.value, marker, color=colour, markersize=4.5, zorder=3)
    costs = [end for place in plot.places for end in (place.cost, *(place.costs or ()))]
    if costs and min(costs) > 0 and max(costs) > _LEAST_SPAN * min(costs):
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(_plain_powers(min(costs), max(costs)))
        axes.xaxis.set_minor_formatter("")
    else:
        axes.xaxis.set_major_locator(_ticks(3 if small else 5))
        axes.xaxis.set_major_formatter(_plain_numbers())
    axes.margins(x=0.09, y=0.09)
    _draw_stairs(axes, plot.steps)
    axes.grid()
    if small:
        axes.tick_params(labelsize=7)
        axes.yaxis.set_major_locator(_ticks(4))


def _draw_stairs(axes: Axes, steps: Sequence[tuple[float, float]]) -> None:
    if not steps:
        return
    left, right = axes.get_xlim()
    costs = [cost for cost, _ in steps] + [right]
    values = [value for _, value in steps] + [steps[-1][1]]
    axes.step(costs, values, where="post", color=GREY, linewidth=1.3, zorder=1)
    axes.set_xlim(left, right)


def _write_key(
    axes: Axes,
    places: Sequence[Place],
    names: Sequence[str],
    columns: int,
    rows: int,
    marks: bool = True,
) -> None:
    """Write whose number is which; `marks` shows who is on the frontier."""
    axes.set_axis_off()
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    for number, (place, name) in enumerate(zip(places, names)):
        column, row = divmod(number, rows)
        on = marks and place.on_frontier
        axes.text(
            column,
            row + 0.5,
            f"{number + 1}  {name}",
            fontsize=7.5 if columns > 1 else 8,
            va="center",
            color=VERMILION if on else INK,
        )


def _number(
    axes: Axes, places: Sequence[Place], order: dict[str, int] | None = None
) -> list[Annotation]:
    """Write a number beside each point where it covers no other number and no point."""
    taken = [box for place in places for box in _around(axes, place)]
    written: list[Annotation] = []
    for number, place in enumerate(places):
        label = order[place.name] if order else number + 1
        note = axes.annotate(
            str(label),
            (place.cost, place.value),
            xytext=(5, 5),
            textcoords="offset points",
            fontsize=7.5,
            color=VERMILION if place.on_frontier else INK,
            ha="center",
            va="center",
            annotation_clip=False,
        )
        note.set_in_layout(False)
        taken.append(_settle(axes, note, taken))
        written.append(note)
    return written


def _settle(axes: Axes, note: Annotation, taken: Sequence[Bbox]) -> Bbox:
    """Move a number to the nearest free place inside the axes; return what it then covers."""
    from matplotlib.transforms import Bbox

    inside = axes.get_window_extent()
    first = note.get_window_extent()
    wide, high = first.width / 2 + 1, first.height / 2 + 1
    x0, y0 = axes.transData.transform(note.xy)
    scale = axes.figure.dpi / 72
    best: tuple[float, Bbox, tuple[float, float]] | None = None
    for radius, (x, y) in product((8, 12, 17, 23, 30, 38), _DIRECTIONS):
        at = x0 + x * radius * scale, y0 + y * radius * scale
        box = Bbox.from_extents(at[0] - wide, at[1] - high, at[0] + wide, at[1] + high)
        covered = sum(_overlap(box, other) for other in taken)
        outside = box.width * box.height - _overlap(box, inside)
        worth = covered + 3 * outside
        if best is None or worth < best[0]:
            best = worth, box, (x * radius, y * radius)
        if worth <= _NOTHING:
            break
    assert best is not None  # there are always directions
    note.set_position(best[2])
    if abs(best[2][0]) + abs(best[2][1]) > 16:
        axes.annotate(
            "",
            note.xy,
            xytext=best[2],
            textcoords="offset points",
            arrowprops={"arrowstyle": "-", "color": FAINT, "linewidth": 0.5, "shrinkA": 4},
        ).set_in_layout(False)
    return best[1]


_NOTHING = 1e-6
_DIRECTIONS = (
    *((0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8)),
    *((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)),
)


def _around(axes: Axes, place: Place) -> list[Bbox]:
    """Return what a point and its whiskers cover, in pixels."""
    from matplotlib.transforms import Bbox

    x, y = axes.transData.transform((place.cost, place.value))
    boxes = [Bbox.from_extents(x - 4, y - 4, x + 4, y + 4)]
    if place.values is not None:
        low, high = (axes.transData.transform((place.cost, end))[1] for end in place.values)
        boxes.append(Bbox.from_extents(x - 0.5, low, x + 0.5, high))
    if place.costs is not None:
        left, right = (axes.transData.transform((end, place.value))[0] for end in place.costs)
        boxes.append(Bbox.from_extents(left, y - 0.5, right, y + 0.5))
    return boxes


def _overlap(one: Bbox, other: Bbox) -> float:
    wide: float = min(one.x1, other.x1) - max(one.x0, other.x0)
    high: float = min(one.y1, other.y1) - max(one.y0, other.y0)
    return max(0.0, wide) * max(0.0, high)


def _plain_powers(low: float, high: float) -> Formatter:
    """Return what writes the ticks of a logarithmic scale as plain numbers."""
    from matplotlib.ticker import FuncFormatter

    decades = log10(high / low)

    def written(value: float, place: int | None = None) -> str:
        power = round(log10(value)) if value > 0 else 0
        if decades > 5 and power % 2:
            return ""
        return f"{value:,.0f}" if value >= 1 else f"{value:.6f}".rstrip("0")

    return FuncFormatter(written)


def _plain_numbers() -> Formatter:
    from matplotlib.ticker import FuncFormatter

    return FuncFormatter(lambda value, _: f"{value:,.0f}" if abs(value) >= 1000 else f"{value:g}")


def _ticks(most: int) -> Locator:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(nbins=most)
