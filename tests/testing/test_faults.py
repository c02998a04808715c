"""Every planted fault is found, by the law that is there for it."""

import pytest

from ludarena.testing import LawBroken, check_game
from tests.testing.faults import FAULTS


@pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.__name__)
def test_planted_fault_is_found_by_its_law(kind):
    with pytest.raises(LawBroken) as caught:
        check_game(kind(), matches=6)
    assert caught.value.law in FAULTS[kind], str(caught.value)


def test_at_least_forty_faults_are_planted():
    assert len(FAULTS) >= 40
