"""Heat maps with the number in every cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ludarena.report.figures.style import INK, letters, new_figure, shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ludarena.analysis.bootstrap import Floats

_FONT, _LEAST_FONT = 8.0, 6.0
_POINT = 1 / 72
_WHOLE = 1_000
_LETTER = 0.64
"""Width of a digit, as a share of the size of the font."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """Values of shape (rows, columns), NaN where there are none, and how they are written.

    `apart`: the number of last columns that a gap separates, such as means. `scale` is `from-half`
    for shares, two colours from 0 to 1 that part at 0.5; `from-zero` for one colour from 0 to the
    greatest value. `shorten`: long names of columns may lose letters in the middle.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    values: Floats
    texts: Sequence[Sequence[str]]
    scale: Literal["from-half", "from-zero"] = "from-half"
    apart: int = 0
    shorten: bool = True


def draw_matrix(matrix: Matrix, width: float) -> Figure:
    """Return the figure; it is wider than asked for where the numbers would be too small."""
    names = shortened(matrix.rows, letters(width))
    heads = shortened(matrix.columns, letters(width) if matrix.shorten else _WHOLE)
    longest = max((len(word) for row in matrix.texts for word in row), default=1)
    beside = 0.3 + max(map(len, names), default=0) * _FONT * 0.6 * _POINT
    columns = len(heads) + 0.3 * bool(matrix.apart)
    cell = max((width - beside - 0.15) / columns, (longest + 0.6) * _LETTER * _LEAST_FONT * _POINT)
    cell = min(cell, 1.1)
    font = min(_FONT, cell / _POINT / (longest + 0.6) / _LETTER)
    flat = max(map(len, heads), default=0) * _FONT * 0.6 * _POINT < cell * 0.95
    above = 0.25 if flat else 0.2 + max(map(len, heads)) * _FONT * 0.6 * _POINT
    height = max(0.24, min(0.32, cell))
    figure = new_figure(beside + columns * cell + 0.15, above + len(names) * height + 0.15)
    _fill(figure, matrix, names, heads, font, flat)
    return figure


def _fill(
    figure: Figure,
    matrix: Matrix,
    names: Sequence[str],
    heads: Sequence[str],
    font: float,
    flat: bool,
) -> None:
    import matplotlib
    import numpy as np
    from matplotlib.patches import Rectangle

    axes = figure.add_subplot()
    shades = _shades(matrix)
    colours = matplotlib.colormaps["BrBG" if matrix.scale == "from-half" else "YlGnBu"]
    whole = len(heads) - matrix.apart
    at = [place + 0.3 * (place >= whole and matrix.apart > 0) for place in range(len(heads))]
    for row in range(len(names)):
        for column, left in enumerate(at):
            known = not np.isnan(matrix.values[row, column])
            fill = colours(shades[row, column]) if known else (1.0, 1.0, 1.0, 1.0)
            axes.add_patch(Rectangle((left, row), 1, 1, facecolor=fill, edgecolor="white"))
            dark = 0.299 * fill[0] + 0.587 * fill[1] + 0.114 * fill[2] < 0.55
            axes.text(
                left + 0.5,
                row + 0.5,
                matrix.texts[row][column],
                ha="center",
                va="center",
                fontsize=font,
                color="white" if dark else INK,
            )
    axes.set_xlim(0, at[-1] + 1 if at else 1)
    axes.set_ylim(len(names), 0)
    axes.set_yticks([row + 0.5 for row in range(len(names))], list(names), fontsize=_FONT)
    axes.set_xticks([left + 0.5 for left in at], list(heads), fontsize=_FONT)
    axes.tick_params(length=0, top=False, labeltop=True, bottom=False, labelbottom=False)
    if not flat:
        axes.tick_params(axis="x", labelrotation=90)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _shades(matrix: Matrix) -> Floats:
    """Return where on the scale of colours each value is, 0 to 1."""
    import numpy as np

    if matrix.scale == "from-half":
        return 0.5 + (matrix.values - 0.5) * 0.84  # the darkest ends would swallow the numbers
    known = np.where(np.isnan(matrix.values), 0.0, matrix.values)
    shades: Floats = 0.05 + 0.75 * matrix.values / max(known.max(initial=0.0), 1e-9)
    return shades
