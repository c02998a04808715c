"""Intervals by resampling whole matches, never single seats or pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ludarena.core.errors import MissingExtra

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RESAMPLES = 2_000
LEVEL = 0.95

_DRAWS_AT_ONCE = 2_000_000
"""Bounds the memory of one step, about 16 MB."""


def resampled_means(
    strata: Sequence[tuple[Floats, Floats]], *, seed: Sequence[int], resamples: int = RESAMPLES
) -> Floats:
    """Return the mean score of each participant in each resample, shape (resamples, P).

    Each stratum is (scores, played), both of shape (matches, P): what a participant scored in a
    match, and 1 where it played; both are 0 where it did not. Matches are drawn with replacement
    within their stratum; the strata are pooled. A participant that a resample missed is NaN there.
    Raises `MissingExtra` without numpy.
    """
    require_numpy()
    import numpy as np

    generator = np.random.Generator(np.random.PCG64(list(seed)))
    participants = strata[0][0].shape[1]
    total = np.zeros((resamples, participants))
    matches_played = np.zeros((resamples, participants))
    for scores, played in strata:
        for part in _parts(resamples, len(scores)):
            drawn = match_counts(generator, part.stop - part.start, len(scores))
            total[part] += drawn @ scores
            matches_played[part] += drawn @ played
    missed = matches_played == 0
    return np.where(missed, np.nan, total / np.where(missed, 1, matches_played))


def interval(
    means: Floats, level: float = LEVEL, *, outwards: bool = False
) -> tuple[Floats, Floats]:
    """Return the ends, each of shape (P,), of the percentile interval of resampled means.

    `means` has shape (resamples, P). NaN is left out; a column of nothing else gives NaN. Between
    two values the ends are interpolated or, `outwards`, the farther of the two.
    """
    import numpy as np

    tail = (1 - level) / 2
    low, high = np.full((2, means.shape[1]), np.nan)
    for column in range(means.shape[1]):
        known = means[~np.isnan(means[:, column]), column]
        if known.size:
            low[column] = np.quantile(known, tail, method="lower" if outwards else "linear")
            high[column] = np.quantile(known, 1 - tail, method="higher" if outwards else "linear")
    return low, high


def match_counts(generator: np.random.Generator, resamples: int, matches: int) -> NDArray[np.int64]:
    """Return how often each match is drawn with replacement, shape (resamples, matches)."""
    import numpy as np

    picks = generator.integers(matches, size=(resamples, matches))
    picks += matches * np.arange(resamples)[:, np.newaxis]
    counts: NDArray[np.int64] = np.bincount(picks.ravel(), minlength=resamples * matches)
    return counts.reshape(resamples, matches)


def require_numpy() -> None:
    """Raise `MissingExtra` when numpy is not installed."""
    if find_spec("numpy") is None:
        raise MissingExtra("an interval", "analysis")


def _parts(resamples: int, matches: int) -> Iterator[slice]:
    step = max(1, _DRAWS_AT_ONCE // matches)
    for start in range(0, resamples, step):
        yield slice(start, min(start + step, resamples))
