"""All laws of the contract with several unusual options at once."""

import pytest

from ludarena.core.options import OptionValue
from ludarena.games.splendor import SPLENDOR
from ludarena.testing import check_game

UNUSUAL: dict[str, OptionValue] = {
    "take_fewer": "free",
    "payment": "minimal_gold",
    "reserved_visible": "all_public",
    "last_round": "immediate",
    "target_points": 21,
}
LONGEST_LIST = 150


@pytest.mark.parametrize(("seats", "policy"), [(2, "random"), (3, "heuristic"), (4, "random")])
def test_laws_hold_with_unusual_options(seats, policy):
    report = check_game(SPLENDOR, matches=1, seats=seats, policy=policy, options=UNUSUAL)
    assert report.complete
    assert report.longest_list <= LONGEST_LIST


def test_laws_hold_when_few_gems_may_be_taken_and_gold_is_paid_freely():
    report = check_game(
        SPLENDOR, matches=1, seats=2, options={"take_fewer": "free", "turn_limit": 60}
    )
    assert report.complete
    assert report.longest_list <= LONGEST_LIST
