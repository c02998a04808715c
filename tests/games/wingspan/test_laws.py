"""The laws of the contract, on matches of the slice and on crowded mats."""

import pytest

from ludarena.games.wingspan import WINGSPAN_SLICE
from ludarena.testing import check_game
from tests.games.wingspan.crowded import CROWDED

OTHER_OPTIONS = {"goal_board": "blue", "pink_spent_by": "trigger"}


@pytest.mark.parametrize("seats", WINGSPAN_SLICE.seats)
def test_laws_hold_in_a_match_of_the_slice(seats):
    report = check_game(WINGSPAN_SLICE, matches=1, seats=seats)
    assert report.complete
    assert report.longest_list <= 150


@pytest.mark.parametrize("seats", CROWDED.seats)
def test_laws_hold_on_crowded_mats(seats):
    report = check_game(CROWDED, matches=1, seats=seats, seed=300, nodes="sampled")
    assert report.complete
    assert report.longest_list <= 200


def test_laws_hold_with_other_options():
    report = check_game(
        CROWDED,
        matches=1,
        seats=3,
        seed=400,
        options=OTHER_OPTIONS,
        policy="heuristic",
        nodes="sampled",
    )
    assert report.complete


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("policy", ["random", "heuristic"])
@pytest.mark.parametrize("seats", CROWDED.seats)
def test_laws_hold_in_many_matches(seats, policy):
    assert check_game(WINGSPAN_SLICE, matches=10, seats=seats, policy=policy).complete
    assert check_game(CROWDED, matches=10, seats=seats, policy=policy, seed=500).complete
