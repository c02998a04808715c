"""Looking at figures without eyes: what stands outside, covers another, or is empty."""

from __future__ import annotations

from itertools import combinations, pairwise

from ludarena.report.figures.style import styled

_SLACK = 1.0
"""Pixels that letters may be wrong by."""


def drawn(draw, width):
    """Return a figure after its layout was made."""
    with styled():
        figure = draw(width)
        figure.draw_without_rendering()
    return figure


def faults(figure):
    """Return what is wrong with a figure, in words; it was drawn before."""
    found = []
    whole = figure.bbox
    for axes in figure.axes:
        if not axes.get_visible():
            continue
        if not (axes.lines or axes.patches or axes.texts):
            found.append("axes are empty")
        for axis in (axes.xaxis, axes.yaxis):
            if axes.axison:
                found += overlapping(axis)
    for text in texts(figure):
        box = text.get_window_extent()
        if (
            box.x0 < whole.x0 - _SLACK
            or box.x1 > whole.x1 + _SLACK
            or box.y0 < whole.y0 - _SLACK
            or box.y1 > whole.y1 + _SLACK
        ):
            found.append(f"{text.get_text()!r} leaves the figure")
    return found + covered(figure)


def covered(figure):
    """Return the texts that stand on one another: titles, labels, keys and notes, not ticks."""
    ticks = {
        id(label)
        for axes in figure.axes
        for label in (*axes.get_xticklabels(which="both"), *axes.get_yticklabels(which="both"))
    }
    seen = [
        (text.get_window_extent(), text.get_text(), id(text) in ticks) for text in texts(figure)
    ]
    return [
        f"{name!r} stands on {other!r}"
        for (box, name, tick), (beside, other, also) in combinations(seen, 2)
        if not (tick and also) and covers(box, beside)
    ]


def texts(figure):
    """Return the texts that are seen."""
    import matplotlib.text

    unseen = hidden(figure)
    return [
        text
        for text in figure.findobj(matplotlib.text.Text)
        if text.get_visible() and text.get_text().strip() and id(text) not in unseen
        if text.axes is None or text.axes.get_visible()
    ]


def hidden(figure):
    """Return which labels of ticks are outside their axes, or of axes that are not shown."""
    found = set()
    for axes in figure.axes:
        shown = axes.get_visible() and axes.axison
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if not (shown and low <= tick.get_loc() <= high):
                    found |= {id(tick.label1), id(tick.label2)}
    return found


def overlapping(axis):
    low, high = sorted(axis.get_view_interval())
    boxes = [
        (label.get_window_extent(), label.get_text())
        for tick in axis.get_major_ticks()
        for label in (tick.label1, tick.label2)
        if label.get_visible() and label.get_text() and low <= tick.get_loc() <= high
    ]
    boxes.sort(key=lambda one: (one[0].x0, one[0].y0))
    by_height = sorted(boxes, key=lambda one: one[0].y0)
    pairs = pairwise(by_height if axis.axis_name == "y" else boxes)
    return [f"{one[1]!r} covers {other[1]!r}" for one, other in pairs if covers(one[0], other[0])]


def covers(one, other):
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return wide > _SLACK and high > _SLACK
