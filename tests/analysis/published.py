"""Published placements of a panel of 12 participants in ten games, typed in for comparison.

Source: the ten-game study DECE, arXiv:2610.35773: pairwise placement scores in percent, rounded
to one decimal. A cell is the mean of 12 appearances at three seats, so the exact value is a
multiple of 1/48.
"""

import numpy as np

GAMES = (
    "splendor",
    "century",
    "wingspan",
    "azul",
    "harmonies",
    "carcassonne",
    "seven_wonders",
    "castles_of_burgundy",
    "brass_birmingham",
    "ark_nova",
)

PERCENT = (
    (66.7, 66.7, 83.3, 66.7, 75.0, 66.7, 66.7, 70.8, 95.8, 95.8),
    (54.2, 87.5, 75.0, 66.7, 79.2, 81.2, 75.0, 87.5, 66.7, 83.3),
    (37.5, 70.8, 45.8, 33.3, 37.5, 39.6, 41.7, 41.7, 79.2, 75.0),
    (20.8, 12.5, 16.7, 37.5, 37.5, 29.2, 25.0, 41.7, 33.3, 41.7),
    (58.3, 58.3, 62.5, 58.3, 58.3, 66.7, 66.7, 58.3, 58.3, 58.3),
    (58.3, 50.0, 37.5, 45.8, 62.5, 50.0, 62.5, 62.5, 54.2, 58.3),
    (50.0, 41.7, 50.0, 54.2, 29.2, 33.3, 50.0, 50.0, 37.5, 33.3),
    (50.0, 62.5, 70.8, 45.8, 79.2, 58.3, 54.2, 37.5, 54.2, 70.8),
    (70.8, 75.0, 83.3, 79.2, 89.6, 91.7, 41.7, 79.2, 54.2, 37.5),
    (20.8, 0.0, 20.8, 16.7, 4.2, 18.8, 41.7, 4.2, 29.2, 4.2),
    (62.5, 50.0, 29.2, 45.8, 41.7, 35.4, 54.2, 41.7, 29.2, 29.2),
    (50.0, 25.0, 25.0, 50.0, 6.2, 29.2, 20.8, 25.0, 8.3, 12.5),
)
"""One row a participant, one column a game."""

MEAN_PERCENT = (75.4, 75.6, 50.2, 29.6, 60.4, 54.2, 42.9, 58.3, 70.2, 16.0, 41.9, 25.2)
"""The mean of each participant over the games, from exact values."""


def exact_48ths():
    """Return the placements before rounding in 48ths, integers of shape (games, participants)."""
    return np.rint(np.array(PERCENT).T * 48 / 100).astype(int)
