"""Agreement: do games, halves of the matches, and ratings put participants in the same order?

Placements have the shape (..., G, P): games, participants; NaN where one did not play a game.
Values that differ by rounding only, in the tenth decimal, count as equal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from ludarena.analysis.bootstrap import require_numpy
from ludarena.analysis.draws import TooFewMatches, mean_over_games, ranks
from ludarena.analysis.leaderboard import Result
from ludarena.analysis.placement import shares
from ludarena.analysis.strata import mean_share, placement_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludarena.analysis.bootstrap import Floats

    Flags = NDArray[np.bool_]

SPLITS = 2_000

_MOST_REDRAWS = 1_000
_CELLS_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True)
class GameAgreement:
    """How well the mean placement over the other games orders the participants of a game.

    `tau_b` and `accuracy` are NaN where nothing can be compared; `pairs` counts the pairs that
    the game itself does not tie.
    """

    game: str
    tau_b: float
    accuracy: float
    pairs: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """Leave-one-game-out agreement: each game, and the means over the games that have one."""

    games: tuple[GameAgreement, ...]
    tau_b: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class StratumAgreement:
    """How alike two numbers of seats put participants in order.

    Compared are those who played both, by their mean placement in `game`, or over the games
    that were played with both numbers of seats when `game` is None. NaN where a side ties
    everybody.
    """

    game: str | None
    first: int
    second: int
    participants: int
    spearman: float
    tau_b: float


@dataclass(frozen=True, slots=True)
class SplitHalf:
    """Reliability of orders from half the matches: tau-b between two halves, over many splits.

    `tau_b` is the mean over splits of the mean over games, `low` and `high` the 5th and the 95th
    percentile of the splits; `by_game` has the mean of each game, `overall` that of the order by
    mean placement over all games. `redrawn` counts splits that kept a participant out of a half.
    """

    splits: int
    tau_b: float
    low: float
    high: float
    by_game: tuple[tuple[str, float], ...]
    overall: float
    redrawn: int


def kendall_tau_b(first: Floats, second: Floats) -> Floats:
    """Return Kendall's tau-b along the last axis: shapes (..., P) to (...).

    Pairs with a NaN are left out. NaN where one side ties everything. (Kendall, Biometrika 33,
    1945.)
    """
    import numpy as np

    one, two = _orders(first, second)
    concordance = (one * two).sum(axis=(-2, -1))
    untied = np.abs(one).sum(axis=(-2, -1)) * np.abs(two).sum(axis=(-2, -1))
    tau: Floats = np.where(untied == 0, np.nan, concordance / np.sqrt(np.maximum(untied, 1)))
    return tau


def pair_order_accuracy(training: Floats, target: Floats) -> Floats:
    """Return the share of pairs in the right order along the last axis: (..., P) to (...).

    Pairs that the target ties, or with a NaN, are left out; a pair that only the training ties
    counts half. NaN without pairs.
    """
    import numpy as np

    guess, truth = _orders(training, target)
    counted = np.abs(truth).sum(axis=(-2, -1))
    right = (np.abs(truth) * (1 + guess * truth) / 2).sum(axis=(-2, -1))
    share: Floats = np.where(counted == 0, np.nan, right / np.maximum(counted, 1))
    return share


def spearman(first: Floats, second: Floats) -> float:
    """Return Spearman's rank correlation of two arrays of shape (P,), ties with mean ranks.

    Participants with a NaN on either side are left out; NaN where a side ties everybody.
    """
    import numpy as np

    known = ~(np.isnan(first) | np.isnan(second))
    middle = (known.sum() + 1) / 2
    one, two = ranks(first[known]) - middle, ranks(second[known]) - middle
    size = float(np.sqrt((one**2).sum() * (two**2).sum()))
    return float((one * two).sum()) / size if size else float("nan")


def leave_one_game_out(placement: Floats, games: Sequence[str]) -> Agreement:
    """Return how well the other games predict the order in each game, `placement` (G, P).

    Participants are ordered by their mean placement over the other games that they played. Raises
    `MissingExtra` without numpy.
    """
    require_numpy()
    import numpy as np

    training = _means_of_others(placement)
    taus = kendall_tau_b(training, placement)
    right = pair_order_accuracy(training, placement)
    _, truth = _orders(training, placement)
    pairs = np.abs(truth).sum(axis=(-2, -1)) / 2
    return Agreement(
        tuple(
            GameAgreement(game, float(taus[row]), float(right[row]), int(pairs[row]))
            for row, game in enumerate(games)
        ),
        _mean(taus),
        _mean(right),
    )


def leave_one_game_out_range(drawn: Floats, level: float = 0.95) -> tuple[float, float]:
    """Return between which values the mean tau-b lies when whole matches are drawn again.

    `drawn` has shape (D, G, P), see `JointDraws.drawn_placement`. This is a sensitivity range and
    no confidence interval: each draw adds noise to placements that have noise already, so that
    the range lies lower than the estimate would suggest.
    """
    import numpy as np

    means = [_mean(taus) for taus in _in_parts(drawn)]
    known = [one for one in means if not np.isnan(one)]
    if not known:
        return float("nan"), float("nan")
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def split_half(results: Sequence[Result], *, seed: int = 0, splits: int = SPLITS) -> SplitHalf:
    """Return how far two random halves of the matches agree on the order of participants.

    The matches of each game and number of seats are divided at random; of an odd number one
    half has one more. A split in which somebody who plays a game is missing from a half of it is
    made again. Raises `TooFewMatches` where that cannot be avoided, and `MissingExtra` without
    numpy.
    """
    require_numpy()
    import numpy as np

    names = sorted({name for result in results for name in result.roster})
    games = sorted({result.game for result in results})
    halves: list[Floats] = []
    redrawn = 0
    for game in games:
        own = [result for result in results if result.game == game]
        found, again = _halves(own, names, game, seed, splits)
        halves.append(found)
        redrawn += again
    both = np.array(halves).reshape(len(games), 2, splits, len(names))
    taus = kendall_tau_b(both[:, 0], both[:, 1])
    overall = kendall_tau_b(*(mean_over_games(both[:, half].transpose(1, 0, 2)) for half in (0, 1)))
    means = np.array([_mean(taus[:, split]) for split in range(splits)])
    known = means[~np.isnan(means)]
    low, high = np.quantile(known, [0.05, 0.95]) if known.size else (np.nan, np.nan)
    return SplitHalf(
        splits=splits,
        tau_b=_mean(means),
        low=float(low),
        high=float(high),
        by_game=tuple((game, _mean(taus[row])) for row, game in enumerate(games)),
        overall=_mean(overall),
        redrawn=redrawn,
    )


def stratum_agreement(results: Sequence[Result]) -> list[StratumAgreement]:
    """Return the rank correlations of all pairs of numbers of seats: over games, then by game.

    An empty list where no game was played with two. Raises `MissingExtra` without numpy.
    """
    require_numpy()
    lines = placement_lines(results, by=("game", "seats"))
    by_table: dict[tuple[str, int], dict[str, Fraction]] = defaultdict(dict)
    for line in lines:
        by_table[line.game or "", line.seats or 0][line.participant] = line.share
    games = sorted({game for game, _ in by_table})
    sizes = sorted({size for _, size in by_table})
    found: list[StratumAgreement] = []
    for first, second in combinations(sizes, 2):
        common = [game for game in games if {(game, first), (game, second)} <= by_table.keys()]
        if len(common) > 1:
            one, two = (
                _means([by_table[game, size] for game in common]) for size in (first, second)
            )
            found.append(_agreement(None, first, second, one, two))
        for game in common:
            tables = by_table[game, first], by_table[game, second]
            found.append(_agreement(game, first, second, *tables))
    return sorted(found, key=lambda one: (one.game or "", one.first, one.second))


def _halves(
    results: Sequence[Result], names: Sequence[str], game: str, seed: int, splits: int
) -> tuple[Floats, int]:
    """Return the placements of both halves, (2, splits, P), and how many splits were made again."""
    import numpy as np

    ordered = sorted(results, key=lambda one: len(one.roster))
    sizes = [len(one.roster) for one in ordered]
    strata = [sizes.count(size) for size in sorted(set(sizes))]
    scores, played = shares(ordered, names)
    present = played.sum(axis=0) > 0
    generator = np.random.Generator(np.random.PCG64([seed, *game.encode()]))
    found = np.full((2, splits, len(names)), np.nan)
    redrawn = 0
    step = max(1, _CELLS_AT_ONCE // len(ordered))
    for start in range(0, splits, step):
        rows = np.arange(start, min(start + step, splits))
        for _ in range(_MOST_REDRAWS):
            half = _random_halves(generator, len(rows), strata)
            appeared = np.stack([half @ played, (1 - half) @ played])
            whole = ~((appeared == 0) & present).any(axis=(0, 2))
            sums = np.stack([half @ scores, (1 - half) @ scores])[:, whole]
            known = np.where(present, appeared[:, whole], np.nan)
            found[:, rows[whole]] = sums / known
            rows = rows[~whole]
            redrawn += len(rows)
            if not rows.size:
                break
        else:
            raise TooFewMatches(game, len(rows))
    return found, redrawn


def _random_halves(generator: np.random.Generator, splits: int, strata: Sequence[int]) -> Floats:
    """Return 1 for the matches of the first half, 0 for the others: (splits, matches).

    Of an odd stratum the first half has one more in every other split, by chance.
    """
    import numpy as np

    parts: list[Floats] = []
    for size in strata:
        order = generator.random((splits, size)).argsort(axis=1).argsort(axis=1)
        extra = generator.integers(2, size=(splits, 1)) if size % 2 else 0
        parts.append((order < size // 2 + extra).astype(np.float64))
    return np.concatenate(parts, axis=1)


def _in_parts(drawn: Floats) -> Iterator[Floats]:
    """Yield tau-b of each game with the others, (G,), draw by draw."""
    _, games, people = drawn.shape
    step = max(1, _CELLS_AT_ONCE // max(1, games * people**2))
    for start in range(0, len(drawn), step):
        part = drawn[start : start + step]
        yield from kendall_tau_b(_means_of_others(part), part)


def _means_of_others(placement: Floats) -> Floats:
    """Return the mean placement over all other games, shape (..., G, P) like `placement`."""
    import numpy as np

    known = ~np.isnan(placement)
    values = np.where(known, placement, 0)
    total = values.sum(axis=-2, keepdims=True) - values
    number = known.sum(axis=-2, keepdims=True) - known
    means: Floats = np.where(number == 0, np.nan, total / np.maximum(number, 1))
    return means


def _orders(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Return the sign of every difference, (..., P, P); 0 where either side knows none."""
    import numpy as np

    one, two = (np.sign(np.round(x[..., :, None] - x[..., None, :], 9)) for x in (first, second))
    unknown = np.isnan(one) | np.isnan(two)
    return np.where(unknown, 0.0, one), np.where(unknown, 0.0, two)


def _mean(values: Floats) -> float:
    """Return the mean of what is not NaN; NaN when there is nothing."""
    import numpy as np

    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else float("nan")


def _means(tables: Sequence[dict[str, Fraction]]) -> dict[str, Fraction]:
    """Return the mean over the tables in which each participant stands."""
    names = sorted({name for table in tables for name in table})
    return {name: mean_share([table[name] for table in tables if name in table]) for name in names}


def _agreement(
    game: str | None, first: int, second: int, one: dict[str, Fraction], two: dict[str, Fraction]
) -> StratumAgreement:
    import numpy as np

    names = sorted(one.keys() & two.keys())
    left, right = (np.array([float(side[name]) for name in names]) for side in (one, two))
    tau = float(kendall_tau_b(left, right))
    return StratumAgreement(game, first, second, len(names), spearman(left, right), tau)
