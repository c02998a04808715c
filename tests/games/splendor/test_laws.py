"""All laws of the contract at every node of random and heuristic matches."""

import pytest

from ludarena.games.splendor import SPLENDOR
from ludarena.testing import check_game

UNUSUAL = {
    "take_fewer": "free",
    "payment": "minimal_gold",
    "reserved_visible": "all_public",
    "last_round": "immediate",
    "target_points": 21,
}


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_hold_in_random_matches(seats, seed):
    report = check_game(SPLENDOR, matches=5, seats=seats, seed=seed)
    assert report.complete
    assert report.longest_list <= 150


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_hold_in_heuristic_matches(seats):
    assert check_game(SPLENDOR, matches=3, seats=seats, policy="heuristic", seed=100).complete


def test_laws_hold_with_unusual_options():
    assert check_game(SPLENDOR, matches=1, options=UNUSUAL, nodes="sampled").complete
