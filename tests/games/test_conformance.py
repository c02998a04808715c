"""Every installed game keeps the contract, refuses wrong input and plays as it was written."""

import pytest

from ludarena import game_ids, load_game
from tests.games import conformance

pytestmark = pytest.mark.timeout(600)  # much longer than they take, for machines under load

GAMES = game_ids()
TABLES = [(name, seats) for name in GAMES for seats in load_game(name).seats]
SETTINGS = [
    (name, given) for name in GAMES for given in conformance.other_settings(load_game(name))
]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_game_keeps_every_law_at_every_node(name, seats):
    conformance.keeps_the_laws(load_game(name), seats)


@pytest.mark.parametrize(("name", "options"), SETTINGS, ids=str)
def test_game_keeps_the_laws_under_other_options(name, options):
    conformance.keeps_the_laws_under(load_game(name), options)


@pytest.mark.parametrize("name", GAMES)
def test_game_refuses_wrong_input(name):
    conformance.refuses_wrong_input(load_game(name))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_match_is_played_as_its_golden_says(name, seats):
    conformance.plays_as_written(load_game(name), seats)


@pytest.mark.parametrize("name", GAMES)
def test_trees_have_the_golden_numbers(name):
    conformance.counts_as_written(load_game(name))
