"""What the analysis finds in one cohort, computed once for all sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludarena.analysis.bootstrap import RESAMPLES
from ludarena.analysis.draws import DRAWS, JointDraws, TooFewMatches, joint_draws
from ludarena.analysis.leaderboard import Board, Result, leaderboard
from ludarena.analysis.rating_board import RatingBoard, rating_boards
from ludarena.analysis.score_intervals import IntervalMethod
from ludarena.report.study.cohort import Cohort


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How intervals are made: the seed and number of resamples and of joint draws.

    `method` is that of placements; all other intervals are percentiles of joint draws.
    """

    seed: int = 0
    resamples: int = RESAMPLES
    draws: int = DRAWS
    method: IntervalMethod = "percentile"


@dataclass(frozen=True, kw_only=True)
class Findings:
    """A cohort with its boards, its ratings and its joint draws.

    `drawn` is None where nearly every draw would miss somebody; `refused` then says so. `order` is
    everybody who has a placement, best first, then the others by name.
    """

    cohort: Cohort
    settings: Settings
    boards: tuple[Board, ...]
    ratings: tuple[RatingBoard, ...]
    drawn: JointDraws | None
    refused: str
    order: tuple[str, ...]

    @property
    def overall(self) -> Board:
        """Return the board of all games."""
        return self.boards[0]

    @property
    def by_game(self) -> tuple[Board, ...]:
        """Return the boards of the games."""
        return self.boards[1:]


def placed_by(results: Sequence[Result], settings: Settings) -> list[Board]:
    """Return the boards of placements with intervals as the settings say."""
    return leaderboard(
        results, seed=settings.seed, resamples=settings.resamples, method=settings.method
    )


def find(cohort: Cohort, settings: Settings) -> Findings:
    """Return what the analysis finds; raise `MissingExtra` without numpy."""
    boards = tuple(placed_by(cohort.results, settings))
    ratings = tuple(rating_boards(cohort.results, seed=settings.seed, draws=settings.draws))
    drawn, refused = None, ""
    try:
        drawn = joint_draws(
            cohort.results, seed=settings.seed, draws=settings.draws, amounts=cohort.amounts
        )
    except TooFewMatches as error:
        refused = str(error)
    placed = [standing.participant for standing in boards[0].standings]
    others = [name for name in cohort.participants if name not in placed]
    return Findings(
        cohort=cohort,
        settings=settings,
        boards=boards,
        ratings=ratings,
        drawn=drawn,
        refused=refused,
        order=(*placed, *others),
    )
