"""The engine's points against those of a second scorer, written from rules and view alone."""

import pytest

from tests.games.harmonies.comparison import agrees


@pytest.mark.parametrize("first", range(0, 50, 10))
def test_second_scorer_agrees_with_the_engine_on_final_positions(first):
    for number in range(first, first + 10):
        agrees(number)
