"""Matched studies: the same scenario played by several participants, compared within it.

A scenario fixes the set-up, the focal seat and the anchors at the other seats; the focal
participant varies. What a scenario has in common falls out of a difference within it, and
scenarios, not matches, are what is resampled. Scores are exact fractions: the share of points that
the focal seat won from all other seats, also from one that the same participant holds as an anchor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ludarena.analysis.placement import placements
from ludarena.core.errors import LudarenaError

if TYPE_CHECKING:
    from ludarena.analysis.leaderboard import Result

MATCHED = "matched"
"""The part of a design that holds matched scenarios."""


class RepeatedScenario(LudarenaError):
    """A participant was focal twice in one scenario, so that it has no single score there."""

    def __init__(self, scenario: str, focal: str) -> None:
        super().__init__(
            f"{focal} was focal twice in scenario {scenario}; analyse runs of one study once, "
            "and give repeated scenarios names of their own"
        )


class NothingMatched(LudarenaError):
    """No scenario was played by all focal participants, or a contrast names somebody unknown."""


@dataclass(frozen=True, slots=True)
class FocalScore:
    """What a focal participant scored in a scenario, 0 to 1, exact."""

    game: str
    scenario: str
    focal: str
    share: Fraction


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that every focal participant played; `shares` are in the order of the focals."""

    game: str
    name: str
    shares: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class MatchedStudy:
    """The complete scenarios of a study, by game and name.

    `incomplete` are scenarios that somebody has not finished, with those who have; nothing is
    computed from them.
    """

    focals: tuple[str, ...]
    games: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    incomplete: tuple[tuple[str, tuple[str, ...]], ...]

    def of(self, game: str) -> tuple[Scenario, ...]:
        """Return the scenarios of a game."""
        return tuple(one for one in self.scenarios if one.game == game)

    def mean(self, focal: str, game: str) -> Fraction:
        """Return the mean score of a focal participant in a game."""
        column, own = self.focals.index(focal), self.of(game)
        return sum((one.shares[column] for one in own), Fraction(0)) / len(own)


@dataclass(frozen=True, slots=True)
class Question:
    """A contrast: weights of focal participants, which add up to 0, and weights of games.

    Weights of games add up to 1 for a mean over games, or to 0 for a difference between them.
    """

    name: str
    focals: Mapping[str, Fraction]
    games: Mapping[str, Fraction]

    @property
    def between_games(self) -> bool:
        """Return whether games are compared, so that a single scenario has no sign."""
        return sum(self.games.values()) == 0


def focal_scores(results: Iterable[Result]) -> list[FocalScore]:
    """Return the scores of the focal seats of all matched scenarios among the results."""
    return [
        FocalScore(one.game, one.scenario, one.roster[one.focal], _share(one.ranks, one.focal))
        for one in results
        if one.part == MATCHED and one.focal is not None
    ]


def matched_study(scores: Iterable[FocalScore]) -> MatchedStudy:
    """Return the study that focal scores make.

    Raises `RepeatedScenario`, and `NothingMatched` when no scenario is complete.
    """
    found: dict[tuple[str, str], dict[str, Fraction]] = defaultdict(dict)
    focals: set[str] = set()
    for one in scores:
        own = found[one.game, one.scenario]
        if one.focal in own:
            raise RepeatedScenario(one.scenario, one.focal)
        own[one.focal] = one.share
        focals.add(one.focal)
    names = tuple(sorted(focals))
    whole = [
        Scenario(game, name, tuple(own[focal] for focal in names))
        for (game, name), own in sorted(found.items())
        if len(own) == len(names)
    ]
    if not whole:
        raise NothingMatched(
            f"none of {len(found)} scenarios was finished by all focal participants "
            f"({', '.join(names) or 'there are none'}); play the run to its end"
        )
    return MatchedStudy(
        focals=names,
        games=tuple(sorted({one.game for one in whole})),
        scenarios=tuple(whole),
        incomplete=tuple(
            (name, tuple(sorted(own)))
            for (_, name), own in sorted(found.items())
            if len(own) < len(names)
        ),
    )


def paired(study: MatchedStudy, first: str, second: str, game: str | None = None) -> Question:
    """Return the contrast of two participants, in a game or in the mean over games."""
    where = f" in {game}" if game else ""
    focals = {first: Fraction(1), second: Fraction(-1)}
    return _question(study, f"{first} - {second}{where}", focals, _mean_of(study, game))


def paired_between_games(
    study: MatchedStudy, first: str, second: str, game: str, other: str
) -> Question:
    """Return how much larger the contrast of two participants is in one game than in another."""
    focals = {first: Fraction(1), second: Fraction(-1)}
    games = {game: Fraction(1), other: Fraction(-1)}
    return _question(study, f"({first} - {second}) {game} - {other}", focals, games)


def difference_of_pairs(
    study: MatchedStudy,
    pair: tuple[str, str],
    other: tuple[str, str],
    game: str | None = None,
) -> Question:
    """Return how much larger the contrast of one pair is than that of another pair."""
    focals: dict[str, Fraction] = defaultdict(Fraction)
    for name, weight in zip((*pair, *other), (1, -1, -1, 1)):
        focals[name] += weight
    where = f" in {game}" if game else ""
    name = f"({pair[0]} - {pair[1]}) - ({other[0]} - {other[1]}){where}"
    return _question(study, name, dict(focals), _mean_of(study, game))


def _question(
    study: MatchedStudy, name: str, focals: Mapping[str, Fraction], games: Mapping[str, Fraction]
) -> Question:
    for kind, given, known in (
        ("focal participant", focals, study.focals),
        ("game", games, study.games),
    ):
        for one in given:
            if one not in known:
                raise NothingMatched(
                    f"no {kind} of the study is called {one!r}; there are: {', '.join(known)}"
                )
    return Question(name, focals, games)


def _mean_of(study: MatchedStudy, game: str | None) -> dict[str, Fraction]:
    if game is not None:
        return {game: Fraction(1)}
    return {one: Fraction(1, len(study.games)) for one in study.games}


def _share(ranks: Sequence[int], focal: int) -> Fraction:
    """Return the share of points that a seat won from all other seats, whoever holds them."""
    place = placements(ranks, [str(seat) for seat in range(len(ranks))])[focal]
    return Fraction(place.half_points, 2 * place.opponents)
