"""A model of studies of the published shape: ten games, 12 participants, 48 matches a game."""

import numpy as np

from ludarena.analysis.coverage import StudyModel
from ludarena.arena.design_panel import panel
from tests.analysis.published import exact_48ths

PARTICIPANTS, SEATS, ROUNDS = 12, 3, 4
DRAWN_TOGETHER = 0.9
"""Published placements spread by chance too; so the spread of simulated ones is theirs."""

SEAT_STRENGTHS = (0.2, 0.0, -0.2)
"""The first seat is ahead of the last at odds of 3 to 2, which no analysis is told."""


def published_model(games: int = 10, together: float = DRAWN_TOGETHER) -> StudyModel:
    """Return the model: strengths by game that give the published placements, drawn together."""
    rosters = [
        [
            roster
            for planned in panel(PARTICIPANTS, [(SEATS, ROUNDS)], 100 + game)[0]
            for roster in planned
        ]
        for game in range(games)
    ]
    placement = 0.5 + together * (exact_48ths()[:games] / 48 - 0.5)
    return StudyModel(
        rosters=np.array(rosters),
        strengths=np.array([strengths(row) for row in placement]),
        seats=np.tile(SEAT_STRENGTHS, (games, 1)),
    )


def strengths(placement):
    """Return the strengths with which everybody scores so against all others, one seat each."""
    found = np.zeros(len(placement))
    wanted = np.clip(placement, 1 / 48, 47 / 48)
    for _ in range(4_000):
        chance = 0.5 + 0.5 * np.tanh(0.5 * (found[:, None] - found[None, :]))
        found += 2 * (wanted - (chance.sum(axis=1) - 0.5) / (len(placement) - 1))
        found -= found.mean()
    return found
