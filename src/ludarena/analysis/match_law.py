"""How many rivals a seat places before in a match: means, variances, and whole distributions.

Ratings say with which chance a seat places before each single rival, 1 / (1 + exp(-d)) with d the
seat's rating less the rival's. How such results of one match hang together they do not say. Two
laws agree with them: that in which the first place is drawn with chances exp(rating) / sum, then
the second of the rest (Plackett 1975, Luce 1959), and the same from the last place upwards. In the
one a weak seat is sometimes lucky against all rivals at once, in the other a strong seat is
unlucky. Taken is the mean of both, which prefers no end of the table.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats


def chances(gaps: Floats) -> Floats:
    """Return the chance to place before a rival whose rating is `gaps` below the seat's."""
    import numpy as np

    chance: Floats = 0.5 + 0.5 * np.tanh(0.5 * gaps)
    return chance


def covariances(gaps: Floats) -> Floats:
    """Return the covariances of a seat's results against K rivals: shape (..., K, K).

    `gaps` has shape (..., K). On the diagonal are the variances of the single results.
    """
    import numpy as np

    chance = chances(gaps)
    up, down = np.exp(np.minimum(gaps, 300)), np.exp(np.minimum(-gaps, 300))
    both = 1 / (1 + down[..., :, None] + down[..., None, :])
    neither = 1 / (1 + up[..., :, None] + up[..., None, :])
    lost = 1 - chance
    found: Floats = 0.5 * (
        both
        - chance[..., :, None] * chance[..., None, :]
        + neither
        - lost[..., :, None] * lost[..., None, :]
    )
    every = np.arange(gaps.shape[-1])
    found[..., every, every] = chance * lost
    return found


def beaten(gaps: Floats) -> Floats:
    """Return the chances to place before 0, 1 ... K rivals: shape (..., K + 1).

    `gaps` has shape (..., K); a rival who is not there has the gap -inf. By inclusion and
    exclusion over the 2**K sets of rivals.
    """
    import numpy as np

    sets, signs = _sets(gaps.shape[-1])
    up, down = (np.exp(np.minimum(sign * gaps, 300)) for sign in (1, -1))
    from_first = 1 / (1 + down @ sets) @ signs
    from_last = (1 / (1 + up @ sets) @ signs)[..., ::-1]
    found: Floats = (0.5 * (from_first + from_last)).clip(0, 1)
    return found


@cache
def _sets(rivals: int) -> tuple[Floats, Floats]:
    """Return the sets of rivals, (K, 2**K), and how each counts for each number, (2**K, K + 1)."""
    import numpy as np

    number = np.arange(2**rivals)
    sets = (number[None, :] >> np.arange(rivals)[:, None]) & 1
    signs = [
        [(-1) ** (size - beaten) * comb(size, beaten) for beaten in range(rivals + 1)]
        for size in sets.sum(axis=0).tolist()
    ]
    return sets.astype(np.float64), np.array(signs, dtype=np.float64)
