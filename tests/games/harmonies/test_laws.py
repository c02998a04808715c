"""All laws of the contract with every unusual option at once."""

import pytest

from ludarena.core.options import OptionValue
from ludarena.games.harmonies import HARMONIES
from ludarena.testing import check_game

UNUSUAL: dict[str, OptionValue] = {
    "side": "B",
    "spirits": "on",
    "river_length": "from_river_ends",
    "spirit_cube_in_tiebreak": True,
    "cube_supply": "66",
}
LONGEST_LIST = 120


@pytest.mark.parametrize(("seats", "policy"), [(2, "random"), (3, "heuristic"), (4, "random")])
def test_laws_hold_with_unusual_options(seats, policy):
    report = check_game(
        HARMONIES, matches=1, seats=seats, policy=policy, options=UNUSUAL, closely=0
    )
    assert report.complete
    assert report.longest_list <= LONGEST_LIST


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_end_well_within_the_bound(seats):
    # 36 turns of 6 decisions; for each seat 25 hexes with cubes and the choice of a spirit.
    assert HARMONIES.max_decisions(seats, {}) == 216 + 26 * seats
