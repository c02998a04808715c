"""Games are found by id: those of the package, and those of other packages by entry point."""

import sys
from importlib import import_module

import pytest

from ludarena.core.errors import UnknownGame
from ludarena.core.registry import game_ids, load_game

MODULE = """
from tests.tiny.echoes import Echoes

class Outside(Echoes):
    id = "outside"

GAME = Outside()
NO_GAME = "a string"
"""


@pytest.fixture
def outside_package(tmp_path, monkeypatch):
    """Put a distribution with two entry points on the path, as an installer would."""
    (tmp_path / "outside_games.py").write_text(MODULE, "utf-8")
    metadata = tmp_path / "outside_games-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-games\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[ludarena.games]\noutside = outside_games:GAME\nbroken = outside_games:NO_GAME\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield import_module("outside_games")
    sys.modules.pop("outside_games", None)


def test_own_games_are_listed_in_order():
    ids = game_ids()
    assert "azul" in ids
    assert ids == sorted(ids)


@pytest.mark.parametrize("name", game_ids())
def test_own_games_load_under_their_id(name):
    assert load_game(name).id == name


def test_game_of_another_package_is_found_and_loaded(outside_package):
    assert "outside" in game_ids()
    assert load_game("outside") is outside_package.GAME


def test_entry_point_that_is_no_game_is_refused(outside_package):
    with pytest.raises(TypeError, match="it is a str, no Game"):
        load_game("broken")


def test_unknown_game_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownGame, match="did you mean 'azul'") as caught:
        load_game("azull")
    assert caught.value.game == "azull"
