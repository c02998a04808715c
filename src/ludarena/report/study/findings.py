"""What the analysis finds in one cohort, computed once for all sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludarena.analysis.bootstrap import RESAMPLES
from ludarena.analysis.draws import DRAWS, JointDraws, TooFewMatches, joint_draws
from ludarena.analysis.leaderboard import Board, Result, leaderboard
from ludarena.analysis.rating_board import RatingBoard, rating_boards_from
from ludarena.analysis.score_intervals import IntervalMethod
from ludarena.report.study.cohort import Cohort

REPLAYS = 48
"""Matches of each game and number of seats that are executed again, a second each at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How intervals are made: the seed and number of resamples and of joint draws.

    `method` is that of placements; all other intervals are percentiles of joint draws. `replays`
    matches of each game and number of seats are executed again for the history of their points.
    """

    seed: int = 0
    resamples: int = RESAMPLES
    draws: int = DRAWS
    method: IntervalMethod = "percentile"
    replays: int = REPLAYS


@dataclass(frozen=True, kw_only=True)
class Findings:
    """A cohort with its boards, its ratings and its joint draws.

    `percentile` and `score` are the boards of placements with either kind of interval. `drawn` is
    None where nearly every draw would miss somebody; `refused` then says so. `order` is everybody
    who has a placement, best first, then the others by name.
    """

    cohort: Cohort
    settings: Settings
    percentile: tuple[Board, ...]
    score: tuple[Board, ...]
    ratings: tuple[RatingBoard, ...]
    drawn: JointDraws | None
    refused: str
    order: tuple[str, ...]

    @property
    def boards(self) -> tuple[Board, ...]:
        """Return the boards with the kind of interval that was asked for."""
        return self.score if self.settings.method == "score" else self.percentile

    @property
    def overall(self) -> Board:
        """Return the board of all games."""
        return self.boards[0]

    @property
    def by_game(self) -> tuple[Board, ...]:
        """Return the boards of the games."""
        return self.boards[1:]


def placed_by(
    results: Sequence[Result], settings: Settings, method: IntervalMethod | None = None
) -> list[Board]:
    """Return the boards of placements with intervals of a method, or as the settings say."""
    return leaderboard(
        results,
        seed=settings.seed,
        resamples=settings.resamples,
        method=method or settings.method,
    )


def find(cohort: Cohort, settings: Settings) -> Findings:
    """Return what the analysis finds; raise `MissingExtra` without numpy."""
    percentile = tuple(placed_by(cohort.results, settings, "percentile"))
    drawn, refused = None, ""
    try:
        drawn = joint_draws(
            cohort.results, seed=settings.seed, draws=settings.draws, amounts=cohort.amounts
        )
    except TooFewMatches as error:
        refused = str(error)
    placed = [standing.participant for standing in percentile[0].standings]
    others = [name for name in cohort.participants if name not in placed]
    return Findings(
        cohort=cohort,
        settings=settings,
        percentile=percentile,
        score=tuple(placed_by(cohort.results, settings, "score")),
        ratings=tuple(rating_boards_from(cohort.results, drawn)),
        drawn=drawn,
        refused=refused,
        order=(*placed, *others),
    )
