"""Contrasts: how much one participant is ahead of another, by game and by group of games.

Differences are formed within each joint draw, so that the intervals keep what the seats of one
match have in common. Games weigh equally. A group contrast is the mean difference over one set of
games less that over another: does an advantage depend on the kind of game?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ludarena.analysis.bootstrap import LEVEL, interval
from ludarena.analysis.profile_terms import NoSuchGames, games_where
from ludarena.core.errors import LudarenaError, suggestion

if TYPE_CHECKING:
    from ludarena.analysis.bootstrap import Floats
    from ludarena.analysis.draws import JointDraws
    from ludarena.core.profile import Profile

Measure = Literal["placement", "elo"]
"""What is compared: mean placements, 0 to 1, or ratings by game on the Elo scale."""


class UnknownParticipant(LudarenaError):
    """A name that appears in none of the matches."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(
            f"no participant is called {name!r}{suggestion(name, known)}; there are: "
            + ", ".join(known)
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and the ends of its percentile interval over the joint draws."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class GameContrast:
    """The difference of two participants in a game, first less second."""

    game: str
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Deletion:
    """What an estimate would be without one game."""

    game: str
    value: float


@dataclass(frozen=True, slots=True)
class Contrast:
    """The differences of two participants: in each game that both played, and their mean.

    `deletions` are the means without one game each; empty with a single game.
    """

    first: str
    second: str
    measure: Measure
    games: tuple[GameContrast, ...]
    mean: Estimate
    deletions: tuple[Deletion, ...]

    @property
    def deletion_range(self) -> tuple[float, float] | None:
        """Return the least and the greatest mean without one game; None with a single game."""
        return _range(self.deletions)


@dataclass(frozen=True, slots=True)
class GroupContrast:
    """The mean difference of two participants over `inside` less that over `outside`.

    `means` are the two means that are compared. `deletions` are the contrasts without one game,
    of those sets that keep a game.
    """

    first: str
    second: str
    measure: Measure
    inside: tuple[str, ...]
    outside: tuple[str, ...]
    means: tuple[Estimate, Estimate]
    difference: Estimate
    deletions: tuple[Deletion, ...]

    @property
    def deletion_range(self) -> tuple[float, float] | None:
        """Return the least and the greatest contrast without one game; None without any."""
        return _range(self.deletions)


@dataclass(frozen=True, slots=True)
class GroupMean:
    """The mean of a participant over those games of a group that it played."""

    participant: str
    games: tuple[str, ...]
    mean: Estimate


def contrast(
    draws: JointDraws,
    first: str,
    second: str,
    *,
    measure: Measure = "placement",
    level: float = LEVEL,
) -> Contrast:
    """Return the differences of two participants, first less second, with intervals.

    Raises `UnknownParticipant`, and `NoSuchGames` when no game was played by both.
    """
    games, whole, drawn = _differences(draws, first, second, measure)
    if not games:
        raise NoSuchGames(f"{first} and {second} played no game in common: nothing to compare")
    rows = range(len(games))
    return Contrast(
        first=first,
        second=second,
        measure=measure,
        games=tuple(
            GameContrast(game, _estimate(whole[row], drawn[:, row], level))
            for row, game in enumerate(games)
        ),
        mean=_estimate(whole.mean(), drawn.mean(axis=1), level),
        deletions=tuple(
            Deletion(games[left], float(whole[[row for row in rows if row != left]].mean()))
            for left in rows
            if len(games) > 1
        ),
    )


def group_contrast(
    draws: JointDraws,
    first: str,
    second: str,
    inside: Sequence[str],
    outside: Sequence[str],
    *,
    measure: Measure = "placement",
    level: float = LEVEL,
) -> GroupContrast:
    """Return the contrast of two participants between two sets of games.

    Games that one of them did not play are left out of the sets. Raises `UnknownParticipant`,
    and `NoSuchGames` when a set is empty or a game is in both.
    """
    games, whole, drawn = _differences(draws, first, second, measure)
    both = sorted(set(inside) & set(outside))
    if both:
        raise NoSuchGames(f"{', '.join(both)} would be on both sides of the contrast")
    sides = [[row for row, game in enumerate(games) if game in side] for side in (inside, outside)]
    if not all(sides):
        which = "inside" if not sides[0] else "outside"
        raise NoSuchGames(
            f"{first} and {second} played no game in common {which} the group; played by both: "
            + (", ".join(games) or "none")
        )
    left, right = sides
    return GroupContrast(
        first=first,
        second=second,
        measure=measure,
        inside=tuple(games[row] for row in left),
        outside=tuple(games[row] for row in right),
        means=(
            _estimate(whole[left].mean(), drawn[:, left].mean(axis=1), level),
            _estimate(whole[right].mean(), drawn[:, right].mean(axis=1), level),
        ),
        difference=_estimate(
            whole[left].mean() - whole[right].mean(),
            drawn[:, left].mean(axis=1) - drawn[:, right].mean(axis=1),
            level,
        ),
        deletions=tuple(_group_deletions(games, whole, left, right)),
    )


def group_contrast_where(
    draws: JointDraws,
    first: str,
    second: str,
    inside: str,
    profiles: Mapping[str, Profile],
    *,
    outside: str | None = None,
    measure: Measure = "placement",
    level: float = LEVEL,
) -> GroupContrast:
    """Return the contrast between games of which an expression holds, and those of another.

    Without `outside` these are all other games. `profiles` has every game of `draws`, see
    `profiles_of`. Raises `UnreadableTerm`, `UnknownParticipant` and `NoSuchGames`.
    """
    known = {game: profiles[game] for game in draws.games}
    chosen = games_where(inside, known)
    rest = tuple(game for game in known if game not in chosen)
    others = rest if outside is None else games_where(outside, known)
    for text, games in ((inside, chosen), (outside or f"!({inside})", others)):
        if not games:
            raise NoSuchGames(f"no game fulfils {text}; there are: {', '.join(draws.games)}")
    return group_contrast(draws, first, second, chosen, others, measure=measure, level=level)


def group_means(
    draws: JointDraws,
    games: Sequence[str],
    *,
    measure: Measure = "placement",
    level: float = LEVEL,
) -> list[GroupMean]:
    """Return the mean of each participant over a set of games, best first."""
    whole, drawn = _measured(draws, measure)
    found: list[GroupMean] = []
    for column, name in enumerate(draws.participants):
        rows = _played(draws, games, column)
        if rows:
            mean = _estimate(whole[rows, column].mean(), drawn[:, rows, column].mean(axis=1), level)
            found.append(GroupMean(name, tuple(draws.games[row] for row in rows), mean))
    return sorted(found, key=lambda one: (-one.mean.value, one.participant))


def _differences(
    draws: JointDraws, first: str, second: str, measure: Measure
) -> tuple[list[str], Floats, Floats]:
    """Return the games that both played, the differences (G,), and drawn (D, G)."""
    for name in (first, second):
        if name not in draws.participants:
            raise UnknownParticipant(name, draws.participants)
    one, two = draws.participants.index(first), draws.participants.index(second)
    whole, drawn = _measured(draws, measure)
    rows = [
        row for row in _played(draws, draws.games, one) if row in _played(draws, draws.games, two)
    ]
    return (
        [draws.games[row] for row in rows],
        whole[rows, one] - whole[rows, two],
        drawn[:, rows, one] - drawn[:, rows, two],
    )


def _measured(draws: JointDraws, measure: Measure) -> tuple[Floats, Floats]:
    if measure == "elo":
        return draws.elo, draws.drawn_elo
    return draws.placement, draws.drawn_placement


def _played(draws: JointDraws, games: Sequence[str], column: int) -> list[int]:
    """Return the rows of those games that a participant played."""
    import numpy as np

    known = ~np.isnan(draws.placement[:, column])
    return [row for row, game in enumerate(draws.games) if known[row] and game in games]


def _group_deletions(
    games: Sequence[str], whole: Floats, left: Sequence[int], right: Sequence[int]
) -> list[Deletion]:
    found: list[Deletion] = []
    for out in (*left, *right):
        sides = [[row for row in side if row != out] for side in (left, right)]
        if all(sides):
            value = float(whole[sides[0]].mean() - whole[sides[1]].mean())
            found.append(Deletion(games[out], value))
    return found


def _estimate(value: float, drawn: Floats, level: float) -> Estimate:
    low, high = interval(drawn[:, None], level)
    return Estimate(float(value), float(low[0]), float(high[0]))


def _range(deletions: Sequence[Deletion]) -> tuple[float, float] | None:
    values = [one.value for one in deletions]
    return (min(values), max(values)) if values else None
