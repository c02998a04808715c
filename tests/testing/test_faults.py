"""Every planted fault is found, by the law that is there for it."""

import pytest

from ludarena.testing import LawBroken, check_game
from tests.testing.faults import FAULTS
from tests.tiny.bids import BIDS


@pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.__name__)
def test_planted_fault_is_found_by_its_law(kind):
    with pytest.raises(LawBroken) as caught:
        check_game(kind(), matches=6)
    assert caught.value.law in FAULTS[kind], str(caught.value)


def test_every_law_has_a_fault_or_a_test_of_its_own():
    asked = set(check_game(BIDS, matches=1).laws)
    elsewhere = {"copies.older"}  # see test_older_copy_that_changes_is_noticed
    assert {law for laws in FAULTS.values() for law in laws} == asked - elsewhere
