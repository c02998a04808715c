"""All laws of the contract on the grey wall with the other rule of the marker."""

import pytest

from ludarena.games.azul import AZUL
from ludarena.games.azul.tables import FACTORIES
from ludarena.testing import check_game

OTHER_OPTIONS = {"wall": "grey", "marker_on_full_floor": "replace_last"}


@pytest.mark.parametrize(("seats", "policy"), [(2, "random"), (3, "heuristic"), (4, "random")])
def test_laws_hold_on_the_grey_wall(seats, policy):
    report = check_game(
        AZUL, matches=1, seats=seats, policy=policy, options=OTHER_OPTIONS, closely=0
    )
    assert report.complete
    assert report.longest_list <= 24 * FACTORIES[seats]  # four colours by six targets each
