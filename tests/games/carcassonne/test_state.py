"""Copies, bytes, counters, chance, and what is known."""

import pytest

from ludarena.core.codec import Unpacker
from ludarena.core.errors import CorruptState, InvalidOption, UnknownOption
from ludarena.core.options import OptionValue
from ludarena.core.trace import Trace
from ludarena.games.carcassonne import CARCASSONNE
from ludarena.games.carcassonne.game import carcassonne
from ludarena.games.carcassonne.rules import CarcassonneState
from ludarena.testing.walk import walk
from tests.games.carcassonne.positions import play, position

PHASE, DRAWN, BLOCKS = 6, 7, 8
"""Where numbers stand in the bytes of a state."""

STACK = 10


def numbers_of(state):
    unpacker = Unpacker("carcassonne", state.encode())
    return [unpacker.take() for _ in range(len(state.encode()) // 8)]


def bytes_of(numbers):
    return b"".join(number.to_bytes(8, "little", signed=True) for number in numbers)


def changed(state, place, number):
    """Return the bytes of a state with one number changed."""
    numbers = numbers_of(state)
    numbers[place] = number
    return bytes_of(numbers)


def some_match():
    """Return a match of three seats after forty decisions."""
    for number, state in enumerate(walk(CARCASSONNE, seats=3, seed=5)):
        if number == 40:
            return state.clone()
    raise AssertionError("the match was too short")


def test_state_of_any_moment_comes_back_from_its_bytes():
    for state in walk(CARCASSONNE, seats=4, seed=2, policy="heuristic"):
        back = CARCASSONNE.decode(state.encode())
        assert back.encode() == state.encode()
        assert CARCASSONNE.view(back, "all") == CARCASSONNE.view(state, "all")
        assert (back.turn(), back.block()) == (state.turn(), state.block())


@pytest.mark.parametrize(
    ("place", "number", "said"),
    [
        (0, 6, "the number of seats is 6"),
        (2, 3, "the scoring of fields is 3"),
        (5, 0, "the number of meeples is 0"),
        (PHASE, 3, "the phase is 3"),
        (PHASE, 1, "a tile is in hand exactly while it is to be laid"),
        (PHASE, 2, "a tile is in hand exactly while it is to be laid"),
        (DRAWN, -1, "the tiles are not those of the game"),
        (DRAWN, 24, "the drawn tile is 24"),
        (STACK + 1, -1, "must be 24 counts"),
        (STACK + 1, 9, "the tiles are not those of the game"),
    ],
)
def test_bytes_of_no_match_are_refused(place, number, said):
    state = position(draw="V")
    with pytest.raises(CorruptState, match=said):
        CARCASSONNE.decode(changed(state, place, number))


def test_bytes_with_a_tile_that_does_not_fit_are_refused():
    state = position("U 1,0 90", draw="V")
    numbers = numbers_of(state)
    assert numbers[-2] == (10512 << 7 | 12) << 4  # the start tile, kind D in row 3
    for last, said in (
        ((10512 + 145) << 7 | 80, "does not fit"),  # U not turned, its roads north and south
        ((10512 + 145) << 7 | 83, "turned further than needed"),
        ((10512 + 290) << 7 | 81, "does not fit"),  # beside no tile
    ):
        numbers[-1] = last << 4
        with pytest.raises(CorruptState, match=said):
            CARCASSONNE.decode(bytes_of(numbers))


def test_bytes_with_an_impossible_meeple_are_refused():
    state = position("U 1,0 90 0:road-e", "U 2,0 90", draw="V")
    CARCASSONNE.decode(state.encode())
    numbers = numbers_of(state)
    numbers[-1] += 1  # claims the first segment of the second road, which is claimed already
    with pytest.raises(CorruptState, match="no meeple may stand on tile 2"):
        CARCASSONNE.decode(bytes_of(numbers))
    numbers[-1] += 3  # tile U has three segments
    with pytest.raises(CorruptState, match="no segment 3"):
        CARCASSONNE.decode(bytes_of(numbers))


def test_match_that_is_over_has_an_empty_stack():
    state = position(draw="B", stack="")
    play(state, "place:0:1:0", "no-meeple")
    numbers = numbers_of(state)
    assert numbers[PHASE] == 2
    assert sum(numbers[STACK + 1 : STACK + 25]) == 0


def test_clone_plays_on_alone():
    state = some_match()
    before = state.encode()
    copy = state.clone()
    while owing := copy.to_act():
        copy.apply(owing[0], copy.legal_actions(owing[0])[-1])
    assert state.encode() == before
    assert state.land.tiles[-1].square != copy.land.tiles[-1].square


@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_only_the_draws_to_come_are_redrawn(seat):
    state = some_match()
    copy = state.determinize(seat, 9)
    assert CARCASSONNE.view(copy, "all") == CARCASSONNE.view(state, "all")
    own, other = numbers_of(state), numbers_of(copy)
    assert [row for row, pair in enumerate(zip(own, other, strict=True)) if pair[0] != pair[1]] == [
        9
    ]


def test_draws_do_not_depend_on_what_is_done_or_on_options():
    drawn = []
    settings: tuple[dict[str, OptionValue], ...] = ({}, {"field_scoring": "first_edition"})
    for options in settings:
        state = carcassonne(CARCASSONNE.new(seats=2, seed=6, options=options))
        kinds: list[int] = []
        while owing := state.to_act():
            if state.decision(owing[0]) == 0 and len(kinds) < 12:
                kinds.append(state.drawn)
            pick = 0 if options else -1
            state.apply(owing[0], state.legal_actions(owing[0])[pick])
        drawn.append(kinds)
    assert drawn[0] == drawn[1]


def test_turn_counts_laid_tiles_and_block_counts_decisions():
    state = position(draw="B", stack="B B")
    assert (state.turn(), state.block()) == (0, 0)
    play(state, "place:0:1:0")
    assert (state.turn(), state.block()) == (1, 1)
    play(state, "no-meeple")
    assert (state.turn(), state.block()) == (1, 2)


def test_match_has_at_most_two_decisions_a_tile():
    assert CARCASSONNE.max_decisions(2, {}) == 142
    decisions = sum(1 for _ in walk(CARCASSONNE, seats=5, seed=1)) - 1
    assert 71 <= decisions <= 142


def test_progress_runs_from_nothing_to_one():
    steps = [state.progress() for state in walk(CARCASSONNE, seats=2, seed=3)]
    assert steps[0] == 0.0
    assert steps == sorted(steps)
    assert steps[-1] == 1.0


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"meeples": 0}, InvalidOption),
        ({"meeples": 9}, InvalidOption),
        ({"field_scoring": "third_edition"}, InvalidOption),
        ({"river": "on"}, UnknownOption),
    ],
)
def test_options_that_do_not_exist_are_refused(options, error):
    with pytest.raises(error):
        CARCASSONNE.new(seats=2, seed=1, options=options)


def test_facts_change_nothing():
    plain = CARCASSONNE.new(seats=2, seed=1)
    told = CARCASSONNE.new(seats=2, seed=1, trace=Trace())
    for _ in range(30):
        seat = plain.to_act()[0]
        action = plain.legal_actions(seat)[0]
        plain.apply(seat, action)
        told.apply(seat, action)
    assert isinstance(plain, CarcassonneState)
    assert plain.encode() == told.encode()
