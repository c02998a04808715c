"""Two complete random games, replayed: another engine's choices, points and final scores.

The games are played without a start tile: seat 0 lays an arbitrary first one. Numbers of places
and spots, and scores after each turn, agreed with another open engine; final scores pay ties in
full. A spot is written as the kind of feature and the row of its segment in the table of tiles.
"""

import csv
from pathlib import Path

import pytest

from ludarena.core.rng import Stream
from ludarena.games.carcassonne import CARCASSONNE
from ludarena.games.carcassonne.actions import MEEPLE, NO_MEEPLE, SPOT_OF, placing
from ludarena.games.carcassonne.landscape import empty_landscape
from ludarena.games.carcassonne.player import Player
from ludarena.games.carcassonne.rules import CarcassonneState
from ludarena.games.carcassonne.state import CLAIMING, PER_FIELD, PLACING, Terms
from ludarena.games.carcassonne.tables import (
    COPIES,
    FEATURE_NAMES,
    KINDS,
    ORIGIN,
    ROTATIONS,
    TILE_KINDS,
    square_at,
)
from tests.games.carcassonne.positions import KIND_ROWS, counts, scores, supplies

FOLDER = Path(__file__).parent / "replayed"

BEFORE_THE_END = {2: ([0, 0], [0, 0]), 3: ([0, 4, 12], [0, 0, 0])}
FINAL = {2: [13, 16], 3: [21, 19, 20]}


def turns_of(seats):
    return list(csv.DictReader((FOLDER / f"game-{seats}.csv").read_text("utf-8").splitlines()))


def bare_table(seats, first):
    """Return a match without a tile on the table, the first kind in hand."""
    players = [Player(7, 0, 0, 0, 0, 0) for _ in range(seats)]
    terms = Terms(seats, True, PER_FIELD, False, False, 7)
    return CarcassonneState(
        terms, empty_landscape(ORIGIN), players, [0] * KINDS, [0] * KINDS, Stream(1), PLACING, 0,
        KIND_ROWS[first], 0,
    )  # fmt: skip


def spot_of(turn):
    """Return the code of the turn's meeple, or of none."""
    if not turn["meeple"]:
        return NO_MEEPLE
    what, index = turn["meeple"].split("-")
    kind = TILE_KINDS[KIND_ROWS[turn["tile"]]]
    rows = [row for row, one in enumerate(kind.segments) if FEATURE_NAMES[one.feature] == what]
    oriented = 4 * KIND_ROWS[turn["tile"]] + int(turn["rotation"])
    return MEEPLE + SPOT_OF[8 * oriented + rows[int(index)]]


def play_turn(state, turn):
    """Play a turn as written; the number of its choices must be as written too."""
    kind = KIND_ROWS[turn["tile"]]
    seat = int(turn["player"])
    assert (state.seat, state.drawn) == (seat, kind)
    places = state.legal_actions(seat)
    if turn["places"]:
        assert len(places) == int(turn["places"])
    square = square_at(int(turn["x"]), int(turn["y"]))
    CARCASSONNE.play(state, seat, placing(square, int(turn["rotation"]) % ROTATIONS[kind]))
    if int(turn["spots"]):
        assert state.phase == CLAIMING
        assert len(state.legal_actions(seat)) == int(turn["spots"]) + 1
        CARCASSONNE.play(state, seat, spot_of(turn))
    else:
        assert not turn["meeple"]
        assert state.phase != CLAIMING


@pytest.mark.parametrize("seats", [2, 3])
def test_replayed_game_has_the_choices_and_points_of_another_engine(seats):
    turns = turns_of(seats)
    assert len(turns) == 72
    state = bare_table(seats, turns[0]["tile"])
    for number, turn in enumerate(turns):
        coming = turns[number + 1]["tile"] if number + 1 < len(turns) else ""
        state.stack = counts(coming)
        if not coming:
            assert (scores(state), supplies(state)) == BEFORE_THE_END[seats]
        play_turn(state, turn)
        if coming:
            assert scores(state) == [int(turn[f"score_{seat}"]) for seat in range(seats)]
    assert state.to_act() == []
    assert scores(state) == FINAL[seats]


@pytest.mark.parametrize("seats", [2, 3])
def test_replayed_game_uses_all_tiles(seats):
    tiles = " ".join(turn["tile"] for turn in turns_of(seats))
    assert counts(tiles) == COPIES
