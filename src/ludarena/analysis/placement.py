"""Placements of a match as pairwise scores, exact until the last division.

A seat meets every seat that another participant holds: 2 half-points for a better rank, 1 for an
equal one. Where all participants of a match differ its score is (n - mean rank) / (n - 1), with n
seats and tied seats sharing the mean of their ranks; seats of one participant do not meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.leaderboard import Result


@dataclass(frozen=True, slots=True)
class Placement:
    """What one seat scored: `half_points` of 2 * `opponents`."""

    half_points: int
    opponents: int

    @property
    def score(self) -> float:
        """Return the share of points won, 0 to 1; 0.5 where there were no opponents."""
        return self.half_points / (2 * self.opponents) if self.opponents else 0.5


def placements(ranks: Sequence[int], roster: Sequence[str]) -> list[Placement]:
    """Return the placement of each seat from its rank (1 is best) and who held it.

    >>> [place.score for place in placements([1, 2, 2, 4], ["a", "b", "c", "d"])]
    [1.0, 0.5, 0.5, 0.0]
    """
    if len(ranks) != len(roster):
        raise ValueError(f"{len(ranks)} ranks for {len(roster)} seats")
    return [_placement(ranks, roster, seat) for seat in range(len(ranks))]


def shares(results: Sequence[Result], names: Sequence[str]) -> tuple[Floats, Floats]:
    """Return the scores and who played (0 or 1), each of shape (matches, participants).

    A participant's score in a match is the share of points that its seats won; one that met
    nobody did not play.
    """
    import numpy as np

    column = {name: number for number, name in enumerate(names)}
    half_points = np.zeros((len(results), len(names)))
    opponents = np.zeros((len(results), len(names)))
    for row, result in enumerate(results):
        for name, place in zip(result.roster, placements(result.ranks, result.roster)):
            half_points[row, column[name]] += place.half_points
            opponents[row, column[name]] += place.opponents
    played = (opponents > 0).astype(float)
    return half_points / np.where(played, 2 * opponents, 1), played


def _placement(ranks: Sequence[int], roster: Sequence[str], seat: int) -> Placement:
    rivals = [other for other in range(len(ranks)) if roster[other] != roster[seat]]
    half_points = sum(
        2 if ranks[seat] < ranks[other] else int(ranks[seat] == ranks[other]) for other in rivals
    )
    return Placement(half_points, len(rivals))
