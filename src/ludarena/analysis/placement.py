"""Placements of a match as pairwise scores, exact until the last division.

A seat meets every seat that another participant holds: 2 half-points for a better rank, 1 for an
equal one. Where all participants of a match differ its score is (n - mean rank) / (n - 1), with n
seats and tied seats sharing the mean of their ranks; seats of one participant do not meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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


def _placement(ranks: Sequence[int], roster: Sequence[str], seat: int) -> Placement:
    rivals = [other for other in range(len(ranks)) if roster[other] != roster[seat]]
    half_points = sum(
        2 if ranks[seat] < ranks[other] else int(ranks[seat] == ranks[other]) for other in rivals
    )
    return Placement(half_points, len(rivals))
