"""Participants in their matches of one game: what they scored there, and what was to be expected.

Strengths are on the scale of ratings. Most functions take a strength of each participant of its
own, and the ratings of all for its rivals.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, lcm, sqrt
from typing import TYPE_CHECKING

from ludarena.analysis.match_law import beaten, chances, covariances
from ludarena.analysis.placement import shares

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.leaderboard import Result

    Numbers = NDArray[np.intp]

WIDEST = 25.0
"""No strength lies farther than this from 0."""

_HALVINGS = 40
_MOST_SCORES = 1_000
"""With more different scores of a participant their distribution is taken to be normal."""
_MOST_RIVALS = 10
_CLOSE = 1e-9


class MatchTable:
    """Shares of participants in matches, one a row, and the rivals that each met there.

    Rows stand in the order of participants. `share` has shape (R,): the part of all points that a
    participant won in a match. `free_outcomes`: how many shares of a match do not follow from its
    others, over all matches.
    """

    def __init__(self, results: Sequence[Result], names: Sequence[str]) -> None:
        import numpy as np

        scores, played = shares(results, names)
        self._holder, rows = np.nonzero(played.T)
        self.share: Floats = scores[rows, self._holder]
        self._people = len(names)
        column = {name: number for number, name in enumerate(names)}
        most = max((len(one.roster) for one in results), default=1)
        self._rivals: Numbers = np.zeros((len(rows), most - 1), dtype=np.intp)
        self._number: Numbers = np.ones(len(rows), dtype=np.intp)
        self._present = np.zeros((len(rows), most - 1), dtype=np.bool_)
        for number, (row, holder) in enumerate(zip(rows.tolist(), self._holder.tolist())):
            own = [column[name] for name in results[row].roster if name != names[holder]]
            self._rivals[number, : len(own)] = own
            self._present[number, : len(own)] = True
            self._number[number] = len(own)
        self._matches: Floats = np.bincount(self._holder, minlength=len(names)).astype(float)
        self._first: Numbers = np.searchsorted(self._holder, np.arange(len(names)))
        self.free_outcomes = len(rows) - len(set(rows.tolist()))  # shares of a match add up

    def expected(self, own: Floats, others: Floats) -> tuple[Floats, Floats]:
        """Return what each row is expected to score, and its variance by the law: (..., R)."""
        gaps, present = self._gaps(own, others), self._present
        mean = (present * chances(gaps)).sum(axis=-1) / self._number
        pairs = present[:, :, None] & present[:, None, :]
        variance = (pairs * covariances(gaps)).sum(axis=(-1, -2)) / self._number**2
        return mean, variance

    def means(self, own: Floats, others: Floats) -> tuple[Floats, Floats]:
        """Return expected mean scores and their deviations by the law: (..., P), own as well."""
        import numpy as np

        mean, variance = self.expected(own, others)
        number = np.where(self._matches == 0, np.nan, self._matches)
        return self._sums(mean) / number, np.sqrt(self._sums(variance)) / number

    def strength(self, others: Floats) -> Floats:
        """Return the strengths that are expected to score what was scored: (P,).

        Somebody who won, or lost, everything is taken to have done so but for a fiftieth of a
        match.
        """
        import numpy as np

        number = np.maximum(self._matches, 1)
        mean = self._sums(self.share) / number
        wanted = np.clip(mean, 0.02 / number, 1 - 0.02 / number)
        low = np.full(self._people, -WIDEST)
        high = np.full(self._people, WIDEST)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            chance = self._present * chances(self._gaps(middle, others))
            below = self._sums(chance.sum(axis=-1) / self._number) / number < wanted
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        found: Floats = (low + high) / 2
        return found

    def unlikely(self, own: Floats, others: Floats) -> Floats:
        """Return the chance of scores as unlikely as those of the participants: (..., P).

        Compared are the smaller tails of the scores; a score itself counts half, in its tail and
        in the chance.
        """
        import numpy as np

        units = lcm(*set(self._number.tolist()))
        scores = int(self._matches.max(initial=0)) * units + 1
        scored = self._sums(self.share) * units
        if scores > _MOST_SCORES or self._rivals.shape[1] > _MOST_RIVALS:
            expected, deviation = self.means(own, others)
            away = np.abs(scored / units / np.maximum(self._matches, 1) - expected) / deviation
            normal: Floats = np.vectorize(_two_tails, otypes=[np.float64])(away)
            return normal
        law = self._law(own, others, units, scores)
        upto = np.cumsum(law, axis=-1)
        tail = np.minimum(upto - law / 2, 1 - upto + law / 2)
        at = np.floor(scored + 1e-6).astype(np.intp)
        occurs = np.abs(scored - at) < 1e-6
        below = np.take_along_axis(upto, np.broadcast_to(at, own.shape)[..., None], axis=-1)[..., 0]
        there = np.take_along_axis(law, np.broadcast_to(at, own.shape)[..., None], axis=-1)[..., 0]
        middle = np.where(occurs, below - there / 2, below)
        limit = np.minimum(middle, 1 - middle)[..., None]
        less, equal = tail < limit - _CLOSE, np.abs(tail - limit) <= _CLOSE
        chance: Floats = (law * less).sum(axis=-1) + (law * equal).sum(axis=-1) / 2
        return chance

    def _law(self, own: Floats, others: Floats, units: int, scores: int) -> Floats:
        """Return the distribution of the sum of shares in steps of 1 / units: (..., P, scores)."""
        import numpy as np

        gaps = np.where(self._present, self._gaps(own, others), -np.inf)
        chance = beaten(gaps)
        row = np.zeros((*chance.shape[:-1], units + 1))
        step = units // self._number
        for number in range(chance.shape[-1]):
            there = number <= self._number
            row[..., there, (number * step)[there]] += chance[..., there, number]
        waves = np.fft.rfft(row, n=scores, axis=-1)
        whole = np.ones((*own.shape, waves.shape[-1]), dtype=np.complex128)
        met = self._matches > 0
        whole[..., met, :] = np.multiply.reduceat(waves, self._first[met], axis=-2)
        found: Floats = np.fft.irfft(whole, n=scores, axis=-1).clip(0, 1)
        return found

    def _gaps(self, own: Floats, others: Floats) -> Floats:
        gaps: Floats = own[..., self._holder, None] - others[self._rivals]
        return gaps

    def _sums(self, rows: Floats) -> Floats:
        """Return sums over the rows of each participant: (..., R) becomes (..., P)."""
        import numpy as np

        sums = np.zeros((*rows.shape[:-1], self._people))
        met = self._matches > 0
        if met.any():
            sums[..., met] = np.add.reduceat(rows, self._first[met], axis=-1)
        return sums


def _two_tails(away: float) -> float:
    """Return the chance of more than so many deviations of a normal distribution."""
    return erfc(away / sqrt(2))
