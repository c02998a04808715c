"""All laws of the contract with several unusual options at once, and the length of lists."""

import pytest

from ludarena.games.century import CENTURY
from ludarena.testing import check_game

LONGEST_LIST = 150


@pytest.mark.parametrize(("seats", "policy"), [(2, "heuristic"), (4, "random")])
def test_laws_hold_with_unusual_options(seats, policy):
    report = check_game(
        CENTURY,
        matches=1,
        seats=seats,
        policy=policy,
        nodes="sampled",
        options={
            "hands_public": False,
            "claimed_public": False,
            "empty_play": True,
            "rest_without_played": True,
            "tie": "shared",
            "caravan_limit": 20,
            "turn_limit": 60,
        },
    )
    assert report.complete
    assert report.longest_list <= LONGEST_LIST
