"""Every figure with few and many participants, long names, one game and ten, wide and narrow."""

from dataclasses import replace

import numpy as np
import pytest

from ludarena.analysis.resources import Quartiles
from ludarena.report.figures.bars import draw_bars
from ludarena.report.figures.curves import draw_widths
from ludarena.report.figures.frontier import CostPlot, Place, draw_frontier, draw_frontiers
from ludarena.report.figures.intervals import (
    Estimate,
    Panel,
    draw_forest,
    draw_intervals,
    draw_panels,
)
from ludarena.report.figures.matrix import Matrix, draw_matrix
from ludarena.report.figures.ranges import Block, draw_ranges
from ludarena.report.figures.scenarios import ScenarioRow, draw_scenarios
from ludarena.report.figures.shares import SharePanel, draw_shares
from ludarena.report.figures.sizes import SizeRow, draw_sizes
from ludarena.report.figures.style import (
    PHONE,
    SCREEN,
    Drawing,
    rendered,
    shortened,
    shortened_pairs,
)
from tests.report.pictures import drawn, faults

GAMES = [
    *("azul", "splendor", "century", "harmonies", "carcassonne", "seven wonders"),
    *("a game", "a second game", "a game of a long name", "castles and their gardens"),
]


class Study:
    """Made-up numbers of so many participants and games."""

    def __init__(self, people, games, tail=""):
        chance = np.random.default_rng(people * 100 + games)
        self.names = [f"participant-{number}{tail}"[:40] for number in range(people)]
        self.games = GAMES[:games]
        self.values = chance.random((people, games + 1))
        self.estimates = [
            Estimate(name, value, value - 0.1, value + 0.15)
            for name, value in zip(self.names, self.values[:, -1])
        ]
        self.estimates[0] = replace(self.estimates[0], low=None, high=None)
        self.both = [replace(one, other=(one.value - 0.2, 1.0)) for one in self.estimates]
        self.panels = [Panel(title=f"{game} (48)", estimates=self.estimates) for game in self.games]
        self.cost_plot = cost_plot(self.names, chance)

    def figures(self):
        pairs = [replace(one, name=f"{one.name} - {self.names[-1]}") for one in self.estimates[:11]]
        forest = [Panel(title="Mean over games", estimates=pairs), *self.panels[:2]]
        rows = [
            ScenarioRow(
                group=f"{game} (6 scenarios)",
                name=f"{self.names[0]} - {self.names[1]}",
                values=[-1.0, -0.5, 0.0, 0.0, 0.5, 1.0],
                mean=0.0,
                ends=(-0.4, 0.4),
                wider=(-0.7, 0.7),
                counts="2/2/2",
            )
            for game in self.games[:3]
        ]
        parts = [
            (name, [float(number + 1) for number in range(len(self.names))])
            for name in ("illegal", "unreadable", "empty", "provider error", "budget exhausted")
        ]
        return {
            "matrix": lambda w: draw_matrix(self.matrix(), w),
            "intervals": lambda w: draw_intervals(self.estimates, w, axis="placement", centre=0.5),
            "panels": lambda w: draw_panels(self.panels, w, axis="placement", centre=0.5),
            "forest": lambda w: draw_forest(forest, w, axis="difference of placement"),
            "scenarios": lambda w: draw_scenarios(rows, w, axis="difference of placement"),
            "frontier": lambda w: draw_frontier(self.cost_plot, w, value="Elo", cost="USD"),
            "frontiers": lambda w: draw_frontiers(
                [replace(self.cost_plot, title=game) for game in self.games[:2]],
                w,
                value="Elo",
                cost="USD",
            ),
            "bars": lambda w: draw_bars(self.names, parts, w, axis="failed replies"),
            "both": lambda w: draw_intervals(
                self.both, w, axis="placement", centre=0.5, kinds=("percentile", "score")
            ),
            "shares": lambda w: draw_shares(self.shares(), w, axis="share of the points gained"),
            "ranges": lambda w: draw_ranges(self.games, self.blocks(), w),
            "widths": lambda w: draw_widths(
                [[(12.0, 0.4 + 0.01 * n), (48.0, 0.2)] for n, _ in enumerate(self.names)],
                [(12.0, 0.45), (48.0, 0.2)],
                w,
                axis="matches of a participant",
                value="width of the interval",
            ),
            "sizes": lambda w: draw_sizes(
                [SizeRow(name=one.name, played=12, sizes=(None, 40, 160)) for one in pairs],
                ("the difference as found", "of 0.1", "of 0.05"),
                w,
                axis="appearances a game",
            ),
        }

    def shares(self):
        """Return panels of four to eleven routes; the first participant has no points."""
        panels = []
        for number, game in enumerate(self.games):
            parts = [f"route of points {route}" for route in range(4 + number % 8)]
            even = [1 / len(parts)] * len(parts)
            shares = {name: even if place else None for place, name in enumerate(self.names)}
            panels.append(SharePanel(title=game, parts=parts, shares=shares))
        return panels

    def blocks(self):
        turns = [
            Quartiles(1000.0 * number, 900.0 * number, 1200.0 * number, 9)
            for number, _ in enumerate(self.games)
        ]
        return [Block(title=words, quartiles=turns) for words in ("turns", "D", "D / seats")]

    def matrix(self):
        return Matrix(
            rows=self.names,
            columns=[*self.games, "mean"],
            values=self.values,
            texts=[[f"{value:.2f}"[1:] for value in row] for row in self.values],
            apart=1,
        )


def cost_plot(names, chance):
    places = [
        Place(
            name=name,
            value=1500 + 300 * chance.standard_normal(),
            cost=float(10 ** chance.uniform(-3, 1)),
            values=None,
            costs=None,
            on_frontier=False,
        )
        for name in names
    ]
    places.sort(key=lambda one: one.cost)
    steps: list[tuple[float, float]] = []
    for number, one in enumerate(places):
        on = not steps or one.value > steps[-1][1]
        if on:
            steps.append((one.cost, one.value))
        places[number] = replace(
            one,
            values=(one.value - 60, one.value + 70),
            costs=(one.cost * 0.9, one.cost * 1.2),
            on_frontier=on,
        )
    return CostPlot(title="all games", places=places, steps=steps)


FEW, MANY = Study(2, 1), Study(20, 10, "-with-a-name-of-forty-letters")
TWELVE = Study(12, 6)


@pytest.mark.parametrize("width", [SCREEN, PHONE])
@pytest.mark.parametrize("kind", sorted(FEW.figures()))
def test_nothing_is_cut_covered_or_empty_with_few(kind, width):
    assert faults(drawn(FEW.figures()[kind], width)) == []


@pytest.mark.parametrize("kind", sorted(MANY.figures().keys() - {"shares"}))
def test_nothing_is_cut_covered_or_empty_with_many_on_a_phone(kind):
    assert faults(drawn(MANY.figures()[kind], PHONE)) == []


@pytest.mark.parametrize("kind", ["frontier", "matrix", "scenarios", "ranges"])
def test_nothing_is_cut_covered_or_empty_with_many_on_a_screen(kind):
    assert faults(drawn(MANY.figures()[kind], SCREEN)) == []


@pytest.mark.parametrize("kind", ["frontier", "panels", "forest", "shares"])
def test_nothing_is_cut_covered_or_empty_with_twelve(kind):
    assert faults(drawn(TWELVE.figures()[kind], SCREEN)) == []


def test_faults_are_seen():
    def draw(width):
        figure = draw_intervals(FEW.estimates, width, axis="placement", centre=0.5)
        figure.add_axes((0.5, 0.5, 0.1, 0.1)).set_xticks([0, 0.1, 1], ["first", "second", "third"])
        figure.text(0.9, 0.5, "a text that is too long for its place")
        for words in ("a note", "another"):
            figure.text(0.5, 0.5, words)
        return figure

    found = faults(drawn(draw, PHONE))
    assert "axes are empty" in found
    assert any("'first'" in one and "'second'" in one for one in found)
    assert "'a text that is too long for its place' leaves the figure" in found
    assert "'a note' stands on 'another'" in found


# --- what is drawn ----------------------------------------------------------------------------


def whiskers(axes):
    """Return the ends of the horizontal lines of two points."""
    return [
        tuple(line.get_xdata())
        for line in axes.lines
        if len(line.get_xdata()) == 2 and len({*line.get_ydata()}) == 1
    ]


def test_each_estimate_has_its_point_and_its_interval():
    figure = drawn(FEW.figures()["intervals"], SCREEN)
    (axes,) = figure.axes
    alone, other = FEW.estimates
    assert whiskers(axes) == [(other.low, other.high)]
    points = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
    assert points == [alone.value, other.value]
    assert figure.legends[0].get_texts()[0].get_text() == "no interval"


def test_interval_of_a_difference_is_coloured_where_it_leaves_out_zero():
    sides = [
        Estimate("a - b", -0.3, -0.5, -0.1),
        Estimate("a - c", 0.1, -0.1, 0.3),
        Estimate("b - c", 0.3, 0.1, 0.5),
    ]
    figure = drawn(lambda w: draw_forest([Panel(title="x", estimates=sides)], w, axis="y"), SCREEN)
    colours = [line.get_color() for line in figure.axes[0].lines if len({*line.get_ydata()}) == 1]
    assert len(dict.fromkeys(colours)) == 3


def test_matrix_writes_every_number_where_its_colour_is():
    (axes,) = drawn(TWELVE.figures()["matrix"], SCREEN).axes
    assert [text.get_text() for text in axes.texts] == [
        word for row in TWELVE.matrix().texts for word in row
    ]
    assert len(axes.patches) == TWELVE.values.size


def test_value_that_is_not_known_is_white_and_empty():
    matrix = Matrix(
        rows=["a", "b"],
        columns=["azul"],
        values=np.array([[1.0], [np.nan]]),
        texts=[["1"], [""]],
        scale="from-zero",
    )
    (axes,) = drawn(lambda w: draw_matrix(matrix, w), SCREEN).axes
    assert axes.patches[1].get_facecolor() == (1.0, 1.0, 1.0, 1.0)
    assert axes.patches[0].get_facecolor() != (1.0, 1.0, 1.0, 1.0)


def test_staircase_has_its_corners_and_goes_on_to_the_right():
    plot = TWELVE.cost_plot
    axes = drawn(TWELVE.figures()["frontier"], SCREEN).axes[0]
    (stairs,) = [line for line in axes.lines if line.get_drawstyle() == "steps-post"]
    corners = list(zip(*stairs.get_data()))
    assert corners[:-1] == list(plot.steps)
    assert corners[-1] == (pytest.approx(axes.get_xlim()[1]), plot.steps[-1][1])


def test_numbers_at_points_are_those_of_the_key():
    axes, key = drawn(TWELVE.figures()["frontier"], SCREEN).axes
    numbered = {text.xy[0]: text.get_text() for text in axes.texts if text.get_text()}
    told = dict(text.get_text().split("  ") for text in key.texts)
    assert len(told) == 12
    for place in TWELVE.cost_plot.places:
        assert told[numbered[place.cost]] == place.name


def test_numbers_at_points_cover_no_other_number():
    axes = drawn(TWELVE.figures()["frontier"], PHONE).axes[0]
    boxes = [text.get_window_extent() for text in axes.texts if text.get_text()]
    from tests.report.pictures import covers

    assert not [
        (one, other)
        for number, one in enumerate(boxes)
        for other in boxes[number + 1 :]
        if covers(one, other)
    ]


# --- bytes and names --------------------------------------------------------------------------


def test_equal_numbers_give_equal_bytes(monkeypatch):
    drawing = Drawing(id="x", title="x", caption="", words="", draw=FEW.figures()["intervals"])
    pictures = rendered(drawing)
    import matplotlib

    monkeypatch.setitem(matplotlib.rcParams, "font.size", 30)  # the user's own settings
    assert rendered(drawing) == pictures
    assert "<dc:date>" not in pictures.svg
    assert pictures.svg.startswith("<?xml")
    assert pictures.svg != pictures.narrow
    assert pictures.png.startswith(b"\x89PNG")


def test_short_names_stay_different():
    names = ["a-very-long-name-number-1", "a-very-long-name-number-2", "short"]
    found = shortened(names, 8)
    assert found[2] == "short"
    assert len(set(found)) == 3
    assert shortened(["same", "same"], 3) == ["s…e", "s…e"]
    same_ends = ["aaaa-1-bbbb", "aaaa-2-bbbb"]
    assert len(set(shortened(same_ends, 6))) == 2


def test_pairs_are_shortened_on_both_sides():
    (found,) = shortened_pairs(["a-very-long-name - another-long-name"], 20)
    first, second = found.split(" - ")
    assert len(first) <= 9
    assert len(second) <= 9
