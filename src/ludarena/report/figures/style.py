"""The style of all figures, and how they become bytes that depend on nothing but the numbers.

Figures have a light ground of their own, so that they stand on a light page and on a dark one.
Widths are inches of 96 pixels: SCREEN for a page on a desk, PHONE for one in the hand.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ludarena.core.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SCREEN = 8.4
PHONE = 3.75
_DOTS = 200
"""Dots of an inch of a PNG."""

INK, FAINT, LINE, GROUND = "#1f2328", "#5c6570", "#d9d6cf", "#ffffff"

# Okabe and Ito's colours, which people with any colour vision can tell apart.
BLUE, ORANGE, GREEN, VERMILION = "#0072B2", "#E69F00", "#009E73", "#D55E00"
PURPLE, SKY, YELLOW, GREY = "#CC79A7", "#56B4E9", "#F0E442", "#8a8f96"
COLOURS = (BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY, YELLOW, GREY)

HATCHES = ("", "///", "...", "xxx", "\\\\\\", "ooo", "+++", "***")
"""Patterns tell parts apart where there are more of them than colours, or none are seen."""

_LETTER = 0.62
"""Width of a letter, as a share of the size of its font."""

_LEAST_PLOT = 2.0
"""Inches that a plot keeps however long the names beside it are."""

_SETTINGS: dict[str, object] = {
    "axes.axisbelow": True,
    "axes.edgecolor": FAINT,
    "axes.grid": False,
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.unicode_minus": True,
    "figure.facecolor": GROUND,
    "font.family": "DejaVu Sans",
    "font.size": 8.5,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "savefig.facecolor": GROUND,
    "svg.fonttype": "path",
    "svg.hashsalt": "ludarena",
    "text.color": INK,
    "xtick.color": FAINT,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 8.5,
}


Draw = Callable[[float], "Figure"]
"""Draws a figure of about so many inches of width."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A figure of a report. `id` names its files; `caption` says what it shows, with counts.

    `words` tell what is seen to those who see no picture.
    """

    id: str
    title: str
    caption: str
    words: str
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """A figure in every form: SVG for a wide page and for a phone, PNG of the wide one."""

    svg: str
    narrow: str
    png: bytes


def require_matplotlib() -> None:
    """Raise `MissingExtra` when matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise MissingExtra("a figure", "report")


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the style of the reports, whatever the user's own settings are."""
    require_matplotlib()
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)  # type: ignore[arg-type]  # the stubs list every key
        yield


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure that keeps all labels inside."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    return Figure(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.06, h_pad=0.06))


def rendered(drawing: Drawing) -> Pictures:
    """Return a figure as bytes; equal numbers give equal bytes."""
    with styled():
        wide = drawing.draw(SCREEN)
        svg, png = _saved(wide, "svg"), _saved(wide, "png")
        narrow = _saved(drawing.draw(PHONE), "svg")
    return Pictures(svg=svg.decode(), narrow=narrow.decode(), png=png)


def _saved(figure: Figure, kind: str) -> bytes:
    out = io.BytesIO()
    nothing = ("Software",) if kind == "png" else ("Date", "Creator", "Format", "Type")
    figure.savefig(out, format=kind, dpi=_DOTS, metadata=dict.fromkeys(nothing))
    return out.getvalue()


def shortened(names: Sequence[str], most: int) -> list[str]:
    """Return names of at most so many letters that are still different from one another.

    Letters are left out in the middle, or elsewhere where two names would become the same; if that
    does not help all keep more.

    >>> shortened(["a-name-that-is-long", "short"], 9)
    ['a-na…long', 'short']
    """
    longest = max(map(len, names), default=0)
    for size in range(max(3, most), longest + 1):
        for tail in ((size - 1) // 2, *range(size - 1)):
            found = [_short(name, size, tail) for name in names]
            if len(set(found)) == len(set(names)):
                return found
    return list(names)


def shortened_pairs(names: Sequence[str], most: int) -> list[str]:
    """Return names such as `first - second`, each of the two shortened by itself.

    >>> shortened_pairs(["a-long-name - b", "a-long-game - b"], 16)
    ['a-…name - b', 'a-…game - b']
    """
    sides = [name.split(" - ") for name in names]
    if max(map(len, sides), default=1) == 1:
        return shortened(names, most)
    every = list(dict.fromkeys(one for each in sides for one in each))
    short = dict(zip(every, shortened(every, most // 2 - 1)))
    return [" - ".join(short[one] for one in each) for each in sides]


def _short(name: str, most: int, tail: int) -> str:
    if len(name) <= most:
        return name
    return f"{name[: most - 1 - tail]}…{name[len(name) - tail :]}"


def letters(width: float) -> int:
    """Return how long names may be in a figure of a width."""
    return 15 if width < 5 else 28


def label_inches(labels: Sequence[str], size: float = 8.5) -> float:
    """Return about how wide the longest of some labels is, at a size of font in points."""
    return max(map(len, labels), default=0) * size * _LETTER / 72


def roomy(width: float, labels: Sequence[str]) -> float:
    """Return a width that leaves room for a plot beside its labels."""
    return max(width, label_inches(labels) + _LEAST_PLOT)


def title(words: str, inches: float) -> str:
    """Return a title that fits over a plot of so many inches."""
    return shortened_pairs([words], int(inches * 72 / 9.5 / 0.7))[0]


def grid_lines(axes: Axes, which: str) -> None:
    """Draw faint lines across at the ticks of an axis, `x` or `y`, and take the other's ticks."""
    axes.grid(axis="x" if which == "x" else "y")
    axes.tick_params(axis="y" if which == "x" else "x", length=0)
