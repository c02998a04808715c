"""All laws of the contract with several unusual options at once."""

import pytest

from ludarena.core.options import OptionValue
from ludarena.games.carcassonne import CARCASSONNE
from ludarena.testing import check_game

UNUSUAL: dict[str, OptionValue] = {
    "field_scoring": "first_edition",
    "two_tile_city": "two",
    "unplaceable": "reshuffle",
    "meeples": 3,
}
LONGEST_LIST = 150


@pytest.mark.parametrize(("seats", "policy"), [(2, "random"), (3, "heuristic")])
def test_laws_hold_with_unusual_options(seats, policy):
    report = check_game(
        CARCASSONNE, matches=1, seats=seats, policy=policy, options=UNUSUAL, closely=0
    )
    assert report.complete
    assert report.longest_list <= LONGEST_LIST
