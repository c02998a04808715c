"""All laws of the contract at every node of random and heuristic matches."""

import pytest

from ludarena.games.azul import AZUL
from ludarena.testing import check_game

OTHER_OPTIONS = {"wall": "grey", "marker_on_full_floor": "replace_last"}


@pytest.mark.parametrize(("seats", "longest"), [(2, 120), (3, 168), (4, 216)])
def test_laws_hold_in_random_matches(seats, longest):
    """No list is longer than all factories of four colours by six targets."""
    report = check_game(AZUL, matches=10, seats=seats)
    assert report.complete
    assert report.longest_list <= longest


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_hold_in_heuristic_matches(seats):
    assert check_game(AZUL, matches=3, seats=seats, policy="heuristic", seed=100).complete


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("policy", ["random", "heuristic"])
def test_laws_hold_on_the_grey_wall(seats, policy):
    report = check_game(AZUL, matches=2, seats=seats, policy=policy, options=OTHER_OPTIONS)
    assert report.complete
