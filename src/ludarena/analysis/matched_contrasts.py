"""Contrasts of a matched study: intervals from resampled scenarios, signs, several at once.

Scenarios are drawn with replacement within each game, with all that was scored in them. Where a
game has few, every ordered resample is counted instead of drawn: S scenarios have S**S. Their sums
have few different values, so that the whole distribution is built up scenario by scenario, exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import match_counts, require_numpy

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.matched import MatchedStudy, Question

MOST_ENUMERATED = 10_000_000
"""Games with more ordered resamples than this are drawn."""

DRAWS = 100_000
ALPHA = Fraction(1, 20)

_Distribution = dict[Fraction, int]
"""How many resamples have each value."""


@dataclass(frozen=True, slots=True)
class MatchedContrast:
    """A contrast of a matched study and how sure it is.

    `value` is exact. `low` and `high` are the ends of the 95 % percentile interval over resampled
    scenarios, `bonferroni_low` and `bonferroni_high` those at 1 - 0.05/k for the k contrasts that
    were asked together. `above`, `equal` and `below` count scenarios by the sign of their own
    contrast, None where games are compared. `sign_p` is the p-value of the exact two-sided sign
    test without ties, `bonferroni_p` the same times k, at most 1.
    """

    name: str
    value: Fraction
    low: float
    high: float
    bonferroni_low: float
    bonferroni_high: float
    above: int | None
    equal: int | None
    below: int | None
    sign_p: float | None
    bonferroni_p: float | None
    scenarios: int


@dataclass(frozen=True, slots=True)
class MatchedFamily:
    """Contrasts that were asked together, and how their intervals were made.

    `resamples` is the number of ordered resamples of each game when all were counted, by game;
    `draws` the number of seeded draws, None when nothing was drawn.
    """

    contrasts: tuple[MatchedContrast, ...]
    resamples: tuple[tuple[str, int], ...]
    draws: int | None


def matched_family(
    study: MatchedStudy, questions: Sequence[Question], *, seed: int = 0, draws: int = DRAWS
) -> MatchedFamily:
    """Return the answers to questions that are asked together.

    Every ordered resample is counted while no game has more than 10 million, else `draws` seeded
    resamples of all games are drawn. Raises `MissingExtra` without numpy where it draws.
    """
    sizes = [(game, len(study.of(game))) for game in study.games]
    resamples = tuple((game, size**size) for game, size in sizes)
    counted = all(number <= MOST_ENUMERATED for _, number in resamples)
    picked = {} if counted else _picks(sizes, seed, draws)
    return MatchedFamily(
        contrasts=tuple(_contrast(study, one, len(questions), picked) for one in questions),
        resamples=resamples if counted else (),
        draws=None if counted else draws,
    )


def sign_test(above: int, below: int) -> float:
    """Return the p-value of the exact two-sided sign test; ties are no part of it.

    >>> sign_test(5, 0)
    0.0625
    """
    number = above + below
    tail = sum(comb(number, least) for least in range(min(above, below) + 1))
    return min(1.0, float(Fraction(2 * tail, 2**number)))


def scenario_values(study: MatchedStudy, question: Question) -> dict[str, list[Fraction]]:
    """Return the contrast in each scenario, by game, in the order of `MatchedStudy.of`."""
    weights = [question.focals.get(focal, Fraction(0)) for focal in study.focals]
    return {
        game: [
            sum((weight * share for weight, share in zip(weights, one.shares)), Fraction(0))
            for one in study.of(game)
        ]
        for game in question.games
    }


def every_resample(values: Sequence[Fraction]) -> dict[Fraction, int]:
    """Return how many of the S**S ordered resamples of S values have each mean."""
    unit = lcm(*(value.denominator for value in values))
    steps = [int(value * unit) for value in values]
    sums: dict[int, int] = {0: 1}
    for _ in steps:
        longer: dict[int, int] = defaultdict(int)
        for total, number in sums.items():
            for step in steps:
                longer[total + step] += number
        sums = longer
    return {Fraction(total, unit * len(values)): number for total, number in sums.items()}


def _contrast(
    study: MatchedStudy, question: Question, asked: int, picked: dict[str, Floats]
) -> MatchedContrast:
    values = scenario_values(study, question)
    value = sum(
        (weight * _mean(values[game]) for game, weight in question.games.items()), Fraction(0)
    )
    alphas = (ALPHA, ALPHA / asked)
    if picked:
        ends = _drawn_ends(question, values, picked, alphas)
    else:
        ends = _counted_ends(question, values, alphas)
    (low, high), (bonferroni_low, bonferroni_high) = ends
    own = [one for game in values.values() for one in game]
    above, below = sum(one > 0 for one in own), sum(one < 0 for one in own)
    p = None if question.between_games else sign_test(above, below)
    return MatchedContrast(
        name=question.name,
        value=value,
        low=low,
        high=high,
        bonferroni_low=bonferroni_low,
        bonferroni_high=bonferroni_high,
        above=None if p is None else above,
        equal=None if p is None else len(own) - above - below,
        below=None if p is None else below,
        sign_p=p,
        bonferroni_p=None if p is None else min(1.0, asked * p),
        scenarios=len(own),
    )


def _counted_ends(
    question: Question, values: dict[str, list[Fraction]], alphas: Sequence[Fraction]
) -> list[tuple[float, float]]:
    whole: _Distribution = {Fraction(0): 1}
    for game, weight in question.games.items():
        own = every_resample(values[game])
        joined: _Distribution = defaultdict(int)
        for total, number in whole.items():
            for mean, times in own.items():
                joined[total + weight * mean] += number * times
        whole = joined
    return [(_quantile(whole, alpha / 2), _quantile(whole, 1 - alpha / 2)) for alpha in alphas]


def _drawn_ends(
    question: Question,
    values: dict[str, list[Fraction]],
    picked: dict[str, Floats],
    alphas: Sequence[Fraction],
) -> list[tuple[float, float]]:
    import numpy as np

    total = sum(
        float(weight) * (picked[game] @ np.array([float(one) for one in values[game]]))
        for game, weight in question.games.items()
    )
    ends: list[tuple[float, float]] = []
    for alpha in alphas:
        low, high = np.quantile(total, [float(alpha / 2), float(1 - alpha / 2)])
        ends.append((float(low), float(high)))
    return ends


def _picks(sizes: Sequence[tuple[str, int]], seed: int, draws: int) -> dict[str, Floats]:
    """Return the weight of each scenario in each draw, (draws, scenarios), by game."""
    require_numpy()
    import numpy as np

    return {
        game: match_counts(
            np.random.Generator(np.random.PCG64([seed, *game.encode()])), draws, size
        )
        / size
        for game, size in sizes
    }


def _quantile(whole: _Distribution, at: Fraction) -> float:
    """Return a quantile of all resamples, linearly interpolated between two of them."""
    place = at * (sum(whole.values()) - 1)
    rest = place - int(place)
    low, high = _ordered(whole, int(place)), _ordered(whole, int(place) + (rest > 0))
    return float(low + rest * (high - low))


def _ordered(whole: _Distribution, place: int) -> Fraction:
    """Return the value at a place, from 0, of all resamples in ascending order."""
    for value in sorted(whole):
        place -= whole[value]
        if place < 0:
            return value
    raise IndexError("there are not so many resamples")


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
