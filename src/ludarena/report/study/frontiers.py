"""Ratings against money, tokens and time: one price, overall and in each game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import interval
from ludarena.analysis.draws import JointDraws
from ludarena.analysis.frontier import Frontier, frontier
from ludarena.report.figures.frontier import CostPlot, Ends, Place, draw_frontier, draw_frontiers
from ludarena.report.figures.style import Drawing
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import count_of, spoken
from ludarena.report.study.tables import Table, number, text

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats


@dataclass(frozen=True, slots=True)
class Price:
    """What a frontier can be drawn against: a name of amounts, a word for it, its unit."""

    name: str
    word: str
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """The frontiers of ratings against one price: pooled, and of each game; how they are shown."""

    price: Price
    pooled: Frontier
    games: Mapping[str, Frontier]
    drawings: tuple[Drawing, ...]
    table: Table


def rating_against(found: Findings, drawn: JointDraws, price: Price) -> Against:
    """Return the frontier of pooled ratings, and those of the games."""
    cost, drawn_cost = drawn.mean_amount(price.name)
    together = _Frontier.of(drawn, "*", drawn.pooled, cost, (drawn.drawn_pooled, drawn_cost))
    own, own_drawn = drawn.amounts[price.name]
    games = [
        _Frontier.of(
            drawn,
            game,
            drawn.elo[number],
            own[number],
            (drawn.drawn_elo[:, number], own_drawn[:, number]),
        )
        for number, game in enumerate(drawn.games)
    ]
    return Against(
        price=price,
        pooled=together.frontier,
        games={one.game: one.frontier for one in games},
        drawings=tuple(_drawings(found, price, together, games)),
        table=_frontier_table(price, [together, *games]),
    )


def _drawings(
    found: Findings, price: Price, together: _Frontier, games: Sequence[_Frontier]
) -> Iterator[Drawing]:
    axis = f"{price.unit} an appearance"
    matches = count_of(len(found.cohort.results))
    whole = together.plot("all games")
    small = [plot for one in games if (plot := one.plot(spoken(one.game))).places]
    if whole.places and small:
        yield Drawing(
            id=f"frontier-{price.name}",
            title=f"Pooled rating against {price.word}",
            caption=f"{matches}. Diamonds are on the frontier, the staircase is the best rating "
            "for its price; whiskers are 95 % intervals. The price is a mean over games of equal "
            "weight.",
            words="on the frontier: " + ", ".join(p.name for p in whole.places if p.on_frontier),
            draw=lambda width: draw_frontier(whole, width, value="pooled Elo", cost=axis),
        )
    if len(small) > 1:
        yield Drawing(
            id=f"frontier-{price.name}-by-game",
            title=f"Rating against {price.word}, by game",
            caption=f"{matches}. Diamonds are on the frontier; whiskers are 95 % intervals.",
            words="the numbers stand in the table below",
            draw=lambda width: draw_frontiers(small, width, value="Elo", cost=axis),
        )


@dataclass(frozen=True, slots=True)
class _Frontier:
    """A frontier with the intervals of ratings and prices, by name."""

    game: str
    frontier: Frontier
    values: Mapping[str, Ends]
    costs: Mapping[str, Ends]

    @staticmethod
    def of(
        drawn: JointDraws, game: str, value: Floats, cost: Floats, draws: tuple[Floats, Floats]
    ) -> _Frontier:
        names = drawn.participants
        return _Frontier(
            game,
            frontier(names, value, cost, drawn=draws),
            _named_ends(names, draws[0]),
            _named_ends(names, draws[1]),
        )

    def plot(self, title: str) -> CostPlot:
        places = [
            Place(
                name=point.participant,
                value=point.value,
                cost=point.cost,
                values=self.values[point.participant],
                costs=self.costs[point.participant],
                on_frontier=point.on_frontier,
            )
            for point in self.frontier.points
        ]
        steps = [(step.cost, step.value) for step in self.frontier.steps]
        return CostPlot(title=title, places=places, steps=steps)


def _named_ends(names: Sequence[str], drawn: Floats) -> dict[str, Ends]:
    low, high = interval(drawn)
    return {
        name: None if isnan(low[one]) else (float(low[one]), float(high[one]))
        for one, name in enumerate(names)
    }


def _frontier_table(price: Price, found: Sequence[_Frontier]) -> Table:
    rows: list[tuple[str | int | float | None, ...]] = []
    for one in found:
        for point in one.frontier.points:
            values = one.values[point.participant] or (nan, nan)
            costs = one.costs[point.participant] or (nan, nan)
            on = "yes" if point.on_frontier else "no"
            told = (one.game, point.participant, point.value, *values, point.cost, *costs)
            rows.append((*told, on, point.membership))
        for name in one.frontier.unknown:
            rows.append((one.game, name, *[None] * 6, "unknown", None))
    digits = {"cost": 4, "tokens": 0, "seconds": 3}[price.name]
    return Table(
        id=f"frontier-{price.name}",
        title=f"Rating against {price.word}",
        note=f"* is the pooled rating. The price is {price.unit} an appearance; membership is "
        "the share of joint draws on the frontier.",
        columns=(
            text("game"),
            text("participant"),
            number("elo", "Elo", 0),
            number("elo_low", "low", 0),
            number("elo_high", "high", 0),
            number(price.name, price.word, digits),
            number(f"{price.name}_low", "low", digits),
            number(f"{price.name}_high", "high", digits),
            text("on_frontier"),
            number("membership", digits=2),
        ),
        rows=tuple(rows),
        main=price.name == "cost",
    )
