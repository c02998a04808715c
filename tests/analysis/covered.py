"""What the long tests ask of intervals, and the numbers that a document can state."""

import numpy as np

from ludarena.analysis.coverage import (
    Coverage,
    coverage,
    placement_ends,
    rating_ends,
    rating_score_ends,
)
from tests.analysis.studies import DRAWN_TOGETHER, published_model

MEANS = {"score": (0.93, 0.97), "percentile": (0.93, 0.99), "ratings": (0.88, 0.99)}
CELLS = {"score": (0.92, 0.98), "percentile": (0.5, 1.0), "ratings": (0.5, 1.0)}
"""Between what coverage must lie: of ten-game means or pooled ratings, and in each single game."""


def measure(
    intervals: str, *, studies: int, seed: int, together: float = DRAWN_TOGETHER
) -> Coverage:
    """Return the coverage of score or percentile intervals of placements, or of ratings."""
    model = published_model(together=together)
    if intervals.startswith("rating"):
        ends = rating_ends() if intervals == "ratings" else rating_score_ends()
        return coverage(model, model.elo(), ends, studies=studies, seed=seed)
    analyse = placement_ends("score" if intervals == "score" else "percentile")
    return coverage(model, model.placement(), analyse, studies=studies, seed=seed)


def check_coverage(intervals: str, *, studies: int, seed: int) -> None:
    """Raise `AssertionError` where coverage is outside by more than chance of the simulation.

    Allowed are three standard deviations of a share near the bound.
    """
    shares = measure(intervals, studies=studies, seed=seed).shares
    for part, (low, high) in ((shares[0], MEANS[intervals]), (shares[1:], CELLS[intervals])):
        below, above = (3 * np.sqrt(bound * (1 - bound) / studies) for bound in (low, high))
        assert part.min() >= low - below, f"{intervals}: a coverage of {part.min():.3f}"
        assert part.max() <= high + above, f"{intervals}: a coverage of {part.max():.3f}"
