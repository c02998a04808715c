"""Compiled and interpreted play of equal seeds is equal, byte for byte.

Run by `make compiled-tests` with the compiled environment; the interpreted one stands beside it.
`make slow-tests` compares more matches.
"""

from __future__ import annotations

import pytest

from ludarena import game_ids, load_game
from ludarena.testing import check_game, fuzz_actions
from tests.compiled.modes import compared


@pytest.mark.timeout(1_800)
def test_equal_seeds_give_equal_matches_in_both_modes() -> None:
    assert compared() == sum(len(load_game(name).seats) for name in game_ids())


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", game_ids())
def test_laws_and_refusals_hold_of_compiled_engines(name: str) -> None:
    game = load_game(name)
    assert check_game(game, matches=1, closely=1).matches >= len(game.seats)
    assert sum(fuzz_actions(game, 400, 1).values()) >= 400
