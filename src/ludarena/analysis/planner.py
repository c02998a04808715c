"""How many appearances separate two participants, and what they would cost.

The difference of two mean placements, over games of equal weight, has the variance V / n when each
has n appearances in every game. A two-sided test at `alpha` finds a true difference d with the
wanted power when n = (z(1 - alpha/2) + z(power))**2 * V / d**2, by the normal approximation. V
comes from a pilot run, through joint draws of whole matches, or from a stated assumption.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, isnan, nan, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from ludarena.analysis.contrasts import contrast
from ludarena.core.errors import LudarenaError

if TYPE_CHECKING:
    from ludarena.analysis.draws import JointDraws
    from ludarena.analysis.leaderboard import Result

ALPHA = 0.05


class NotPlannable(LudarenaError):
    """From these numbers no number of appearances follows."""


@dataclass(frozen=True, slots=True)
class Pilot:
    """What is known of the difference of two participants before a study.

    `games` is their number, `difference` the mean placement of one less that of the other,
    `variance` that of the difference with one appearance each in every game. `costs` are the mean
    costs of an appearance of each, NaN where not known. `source` says where the numbers are from.
    """

    games: int
    difference: float
    variance: float
    costs: tuple[float, float]
    source: str


@dataclass(frozen=True, slots=True)
class StudySize:
    """A study that finds `difference` with at least `power`.

    `appearances` is the number of each participant in every game, `all_appearances` that of both
    in all games, `cost` what these cost, NaN where not known. `reached` is the power of the
    rounded number.
    """

    difference: float
    power: float
    alpha: float
    appearances: int
    all_appearances: int
    reached: float
    cost: float


@dataclass(frozen=True, slots=True)
class Width:
    """The width of a participant's interval when only the first matches had been played."""

    participant: str
    matches: int
    width: float


def pilot_of(results: Sequence[Result], draws: JointDraws, first: str, second: str) -> Pilot:
    """Return what a run says of two participants; `draws` are the joint draws of its results.

    The mean of the games that both played; costs from the amount `cost` of the draws, if there.
    Raises `UnknownParticipant`, `NoSuchGames`, and `NotPlannable` when one of them has a single
    appearance in a game.
    """
    import numpy as np

    found = contrast(draws, first, second)
    columns = [draws.participants.index(name) for name in (first, second)]
    total = 0.0
    for one in found.games:
        row = draws.games.index(one.game)
        drawn = (
            draws.drawn_placement[:, row, columns[0]] - draws.drawn_placement[:, row, columns[1]]
        )
        counts = [_appearances(results, one.game, name) for name in (first, second)]
        if min(counts) < 2:
            raise NotPlannable(
                f"{one.game}: {first} and {second} need at least 2 appearances each in the pilot "
                f"run, they have {counts[0]} and {counts[1]}; play more matches"
            )
        mean = 2 / (1 / counts[0] + 1 / counts[1])
        total += float(np.var(drawn)) * mean * mean / (mean - 1)
    return Pilot(
        games=len(found.games),
        difference=found.mean.value,
        variance=total / len(found.games) ** 2,
        costs=_costs(draws, columns),
        source=f"{len(results):,} matches of a pilot run, {len(draws.drawn_placement):,} draws",
    )


def assumed(seats: int, games: int, costs: tuple[float, float] = (nan, nan)) -> Pilot:
    """Return what is assumed without a pilot run: matches of equally strong seats without ties.

    The two do not meet more often than by chance: their scores count as independent. Raises
    `NotPlannable` for fewer than two seats or no game.
    """
    if seats < 2 or games < 1:
        raise NotPlannable(
            f"a study has at least 2 seats and 1 game, not {seats} seats and {games} games"
        )
    one = (seats + 1) / (12 * (seats - 1))
    return Pilot(
        games=games,
        difference=nan,
        variance=2 * one / games,
        costs=costs,
        source=f"an assumption: {seats} equally strong seats, no ties, independent scores",
    )


def study_size(
    pilot: Pilot,
    *,
    difference: float | None = None,
    power: float = 0.8,
    alpha: float = ALPHA,
    step: int = 1,
) -> StudySize:
    """Return the smallest study that finds a difference, by default the pilot's, with a power.

    Divide `alpha` by the number of pairs that are compared. Appearances are rounded up to a
    multiple of `step`, such as the number of seats of a panel. Raises `NotPlannable`.
    """
    wanted = abs(pilot.difference if difference is None else difference)
    if isnan(wanted) or not 0 < wanted <= 1:
        raise NotPlannable(
            f"a difference of {wanted} cannot be planned for; "
            "give one above 0, at most 1, such as 0.1"
        )
    if not (0 < alpha < 1 and 0 < power < 1) or step < 1:
        raise NotPlannable(
            f"alpha {alpha} and power {power} must lie between 0 and 1, and steps be 1 or more"
        )
    if power <= alpha:
        raise NotPlannable(f"a power of {power} needs no study at alpha {alpha}; ask for more")
    normal = NormalDist()
    reach = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)
    needed = max(2, ceil(reach**2 * pilot.variance / wanted**2 - 1e-9))
    appearances = -(-needed // step) * step
    return StudySize(
        difference=wanted,
        power=power,
        alpha=alpha,
        appearances=appearances,
        all_appearances=2 * appearances * pilot.games,
        reached=power_of(pilot, appearances, difference=wanted, alpha=alpha),
        cost=appearances * pilot.games * sum(pilot.costs),
    )


def power_of(pilot: Pilot, appearances: int, *, difference: float, alpha: float = ALPHA) -> float:
    """Return the power of a study with so many appearances of each in every game."""
    normal = NormalDist()
    deviation = sqrt(pilot.variance / appearances)
    shift = abs(difference) / deviation if deviation else inf
    reach = normal.inv_cdf(1 - alpha / 2)
    return normal.cdf(shift - reach) + normal.cdf(-shift - reach)


def widths(
    results: Sequence[Result], *, parts: Sequence[float] = (0.25, 0.5, 0.75, 1.0)
) -> list[Width]:
    """Return the widths of score intervals over all games, by part of the matches played.

    A part is the first share of the matches of each game and number of seats, in their order;
    at least two. Participants without an interval there are left out.
    """
    from ludarena.analysis.leaderboard import leaderboard

    found: list[Width] = []
    for part in parts:
        chosen = _first_part(results, part)
        for board in leaderboard(chosen, method="score")[:1]:
            found += [
                Width(one.participant, one.matches, one.high - one.low)
                for one in board.standings
                if one.low is not None and one.high is not None
            ]
    return sorted(found, key=lambda one: (one.participant, one.matches))


def _first_part(results: Sequence[Result], part: float) -> list[Result]:
    strata: dict[tuple[str, int], list[int]] = {}
    for number, one in enumerate(results):
        strata.setdefault((one.game, len(one.roster)), []).append(number)
    chosen = [row for rows in strata.values() for row in rows[: max(2, ceil(part * len(rows)))]]
    return [results[row] for row in sorted(chosen)]


def _appearances(results: Sequence[Result], game: str, name: str) -> int:
    return sum(one.game == game and name in one.roster for one in results)


def _costs(draws: JointDraws, columns: Sequence[int]) -> tuple[float, float]:
    if "cost" not in draws.amounts:
        return nan, nan
    mean, _ = draws.mean_amount("cost")
    return float(mean[columns[0]]), float(mean[columns[1]])
