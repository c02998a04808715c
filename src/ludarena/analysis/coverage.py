"""Coverage by simulation: how often do intervals hold what they are about?

Studies are drawn from a known model on a fixed schedule, each is analysed like a real one, and
counted is in how many the interval of each participant holds the true value: its expected placement
under that schedule, or the penalised rating fitted to the expected results of all pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import RESAMPLES, interval, require_numpy
from ludarena.analysis.draws import joint_draws, mean_over_games
from ludarena.analysis.leaderboard import Result, leaderboard
from ludarena.analysis.rating_scores import rating_intervals
from ludarena.analysis.ratings import CENTRE, SCALE, fit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.score_intervals import IntervalMethod

    Counts = NDArray[np.int64]

Ends = tuple["Floats", "Floats"]
"""Low and high ends of intervals, each (G + 1, P): all games together first, then each game."""

Analyse = Callable[[Sequence[Result], int], Ends]
"""Returns the intervals of a study's results; the number is the seed of its resamples."""


@dataclass(frozen=True)
class StudyModel:
    """A schedule and how its matches end.

    `rosters` has shape (G, M, S): the participant, from 0, of each seat of each match of each
    game. `strengths` (G, P) and `seats` (G, S) add up to the strength of whom it seats. The seat
    that places first is drawn with chances exp(strength) / sum, the next of the rest, and so on
    (Plackett 1975, Luce 1959).
    """

    rosters: NDArray[np.int64]
    strengths: Floats
    seats: Floats

    @property
    def participants(self) -> int:
        """Return the number of participants."""
        return int(self.strengths.shape[1])

    def chances(self) -> Floats:
        """Return with which chance each seat places before each other one: (G, M, S, S)."""
        import numpy as np

        rows = np.arange(len(self.rosters))[:, None, None]
        strength = self.strengths[rows, self.rosters] + self.seats[:, None, :]
        chance: Floats = 0.5 + 0.5 * np.tanh(
            0.5 * (strength[..., :, None] - strength[..., None, :])
        )
        return chance

    def placement(self) -> Floats:
        """Return the expected placement under the schedule: all games, then each, (G + 1, P)."""
        import numpy as np

        games, _, seats = self.rosters.shape
        expected = (self.chances().sum(axis=-1) - 0.5) / (seats - 1)
        total, played = np.zeros((2, games, self.participants))
        for game in range(games):
            np.add.at(total[game], self.rosters[game], expected[game])
            np.add.at(played[game], self.rosters[game], 1)
        means = total / np.where(played == 0, np.nan, played)
        return np.concatenate([mean_over_games(means)[None], means])

    def elo(self) -> Floats:
        """Return the ratings fitted to expected results: pooled, then each game, (G + 1, P)."""
        import numpy as np

        games, _, seats = self.rosters.shape
        won = np.zeros((games, self.participants, self.participants))
        for game in range(games):
            one = self.rosters[game][:, :, None]
            np.add.at(won[game], (one, one.swapaxes(1, 2)), self.chances()[game] / (seats - 1))
        won[:, np.arange(self.participants), np.arange(self.participants)] = 0
        return CENTRE + SCALE * fit(np.concatenate([won.sum(axis=0)[None], won]))

    def study(self, generator: np.random.Generator) -> list[Result]:
        """Return the results of one study; participants are `p0`, `p1` ..., games `g0` ..."""
        import numpy as np

        rows = np.arange(len(self.rosters))[:, None, None]
        strength = self.strengths[rows, self.rosters] + self.seats[:, None, :]
        drawn = strength + generator.gumbel(size=strength.shape)
        ranks = 1 + (-drawn).argsort(axis=-1).argsort(axis=-1)
        return [
            Result(
                game=f"g{game}",
                roster=tuple(f"p{one}" for one in roster),
                ranks=tuple(placed),
            )
            for game in range(len(self.rosters))
            for roster, placed in zip(self.rosters[game].tolist(), ranks[game].tolist())
        ]


@dataclass(frozen=True)
class Coverage:
    """In how many of `studies` the intervals held the truth, (G + 1, P): all games, then each.

    `widths` are the mean widths of the intervals, of the same shape.
    """

    studies: int
    held: Counts
    widths: Floats

    @property
    def shares(self) -> Floats:
        """Return the coverage of each interval, 0 to 1."""
        return self.held / self.studies

    def joined(self, other: Coverage) -> Coverage:
        """Return the coverage over the studies of both."""
        studies = self.studies + other.studies
        widths = (self.widths * self.studies + other.widths * other.studies) / studies
        return Coverage(studies, self.held + other.held, widths)


def coverage(
    model: StudyModel,
    truth: Floats,
    analyse: Analyse,
    *,
    studies: int,
    first: int = 0,
    seed: int = 0,
) -> Coverage:
    """Return how often intervals hold `truth`, (G + 1, P), in studies drawn from a model.

    Studies are numbered from `first`; each has chance of its own, so that parts can be joined. An
    interval without ends does not hold.
    """
    require_numpy()
    import numpy as np

    held = np.zeros(truth.shape, dtype=np.int64)
    widths = np.zeros(truth.shape)
    for number in range(first, first + studies):
        generator = np.random.Generator(np.random.PCG64([seed, number]))
        low, high = analyse(model.study(generator), number)
        held += (low <= truth + 1e-12) & (truth <= high + 1e-12)
        widths += high - low
    return Coverage(studies, held, widths / studies)


def placement_ends(method: IntervalMethod, resamples: int = RESAMPLES) -> Analyse:
    """Return the analysis that makes intervals of placements as a leaderboard does."""

    def analyse(results: Sequence[Result], seed: int) -> Ends:
        import numpy as np

        boards = leaderboard(results, seed=seed, resamples=resamples, method=method)
        names = sorted({name for one in results for name in one.roster}, key=_number)
        found = np.full((2, len(boards), len(names)), np.nan)
        for row, board in enumerate(boards):
            for one in board.standings:
                if one.low is not None and one.high is not None:
                    found[:, row, _number(one.participant)] = one.low, one.high
        return found[0], found[1]

    return analyse


def rating_ends(draws: int = RESAMPLES) -> Analyse:
    """Return the analysis that makes percentile intervals of ratings from joint draws."""

    def analyse(results: Sequence[Result], seed: int) -> Ends:
        import numpy as np

        drawn = joint_draws(results, seed=seed, draws=draws)
        columns = np.argsort([_number(name) for name in drawn.participants])
        each = [drawn.drawn_pooled, *drawn.drawn_elo.transpose(1, 0, 2)]
        ends = np.array([interval(one[:, columns]) for one in each])
        return ends[:, 0], ends[:, 1]

    return analyse


def rating_score_ends() -> Analyse:
    """Return the analysis that makes score intervals of ratings."""

    def analyse(results: Sequence[Result], seed: int) -> Ends:
        import numpy as np

        found = rating_intervals(results)
        columns = np.argsort([_number(name) for name in found.participants])
        return found.low[:, columns], found.high[:, columns]

    return analyse


def _number(name: str) -> int:
    return int(name[1:])
