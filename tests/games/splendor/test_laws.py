"""All laws of the contract with several unusual options at once."""

import pytest

from ludarena.core.options import OptionValue
from ludarena.games.splendor import SPLENDOR
from ludarena.testing import check_game

Options = dict[str, OptionValue]

LONG_LISTS: Options = {"take_fewer": "free", "turn_limit": 60}
"""Few gems may be taken and gold is paid freely, so that the most is listed."""
UNUSUAL: Options = {
    "take_fewer": "free",
    "payment": "minimal_gold",
    "reserved_visible": "all_public",
    "last_round": "immediate",
    "target_points": 21,
}
LONGEST_LIST = 150


@pytest.mark.parametrize(
    ("seats", "policy", "options"),
    [(2, "random", LONG_LISTS), (3, "heuristic", UNUSUAL), (4, "random", UNUSUAL)],
    ids=str,
)
def test_laws_hold_with_several_options_at_once(seats, policy, options):
    report = check_game(SPLENDOR, matches=1, seats=seats, policy=policy, options=options, closely=0)
    assert report.complete
    assert report.longest_list <= LONGEST_LIST
