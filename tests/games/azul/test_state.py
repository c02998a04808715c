"""Copies, bytes, determinization, counters, metrics."""

import struct

import pytest

from ludarena.core.errors import CorruptState
from ludarena.core.rng import Stream
from ludarena.core.trace import Trace
from ludarena.games.azul import AZUL
from ludarena.games.azul.facts import FACTORY_FILLED

from .positions import Board, play, position, story

CASES = [
    (2, {}),
    (3, {"wall": "grey"}),
    (4, {"marker_on_full_floor": "replace_last"}),
]


def walk(seats, options, seed=5, trace=None):
    """Yield the states of a random match; each is the same object, acted on in between."""
    state = AZUL.new(seats=seats, seed=seed, options=options, trace=trace)
    chance = Stream(seed)
    while state.to_act():
        yield state
        seat = state.to_act()[0]
        actions = state.legal_actions(seat)
        state.apply(seat, actions[chance.below(len(actions))])
    yield state


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_every_state_is_encoded_and_decoded_to_the_same_match(seats, options):
    for state in walk(seats, options):
        again = AZUL.decode(state.encode())
        assert again.encode() == state.encode()
        assert again.to_act() == state.to_act()
        for seat in state.to_act():
            assert again.legal_actions(seat) == state.legal_actions(seat)
        assert AZUL.view(again, "all") == AZUL.view(state, "all")


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_clones_keep_their_bytes_while_the_match_goes_on(seats, options):
    kept = [(state.clone(), state.encode()) for state in walk(seats, options)]
    assert all(copy.encode() == data for copy, data in kept)


def test_clone_plays_on_as_the_original_would():
    state = position(offer={"centre": "red blue"})
    copy = state.clone()
    play(state, "draft:centre:red:line-5", "draft:centre:blue:line-5")
    play(copy, "draft:centre:red:line-5", "draft:centre:blue:line-5")
    assert copy.encode() == state.encode()
    assert copy.trace is None


def test_trace_changes_nothing():
    with_trace = [state.encode() for state in walk(2, {}, trace=Trace())]
    assert with_trace == [state.encode() for state in walk(2, {})]


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_determinization_keeps_all_but_the_draws_to_come(seat):
    state = position(Board(lines={2: "red"}, floor="blue", score=4), offer={"centre": "red"})
    copy = state.determinize(seat, 9)
    assert AZUL.view(copy, "all") == AZUL.view(state, "all")
    assert copy.encode() != state.encode()
    assert copy.trace is None


def test_determinizations_draw_different_tiles_and_the_same_seed_the_same():
    state = position(offer={"centre": "red"})
    fills = []
    for seed in (1, 1, 2, 3):
        copy = state.determinize(0, seed)
        copy.trace = Trace()
        play(copy, "draft:centre:red:line-5")
        fills.append([fact for fact in copy.trace.take() if fact.kind == FACTORY_FILLED])
    assert fills[0] == fills[1]
    assert len({tuple(fill) for fill in fills}) == 3


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data[:-1], "no row of 64-bit numbers"),
        (lambda data: data[:-8], "it ends too soon"),
        (lambda data: data + bytes(8), "1 numbers are left"),
        (lambda data: b"", "it ends too soon"),
        (lambda data: replaced(data, 0, 5), "the number of seats is 5, not 2 to 4"),
        (lambda data: replaced(data, 4, 3), "the phase is 3, not 0 to 2"),
        (lambda data: replaced(data, 4, 1), "tiles are on offer exactly in the factory offer"),
        (lambda data: replaced(data, 13, 0), "each colour must have 20 tiles"),
        (lambda data: replaced(data, 26, 2), "line 1 holds 2 of colour 0"),
        (lambda data: replaced(data, 29, 3), "holds a colour twice"),
        (lambda data: replaced(replaced(data, 29, 1), 30, 1), "a square of a wall holds two tiles"),
        (lambda data: replaced(data, 34, 7), "a floor space holds no tile that exists"),
        (lambda data: replaced(data, 34, 6 << 6), "the floor line has a gap"),
    ],
)
def test_bytes_that_are_no_state_are_refused(change, reason):
    data = AZUL.new(seats=2, seed=1).encode()
    with pytest.raises(CorruptState, match=reason):
        AZUL.decode(change(data))


@pytest.mark.parametrize("change", [{4: 1}, {4: 1, 1: 1}, {4: 1, 1: 1, 9: 5}])
def test_choice_of_a_column_without_a_full_line_of_the_grey_wall_is_refused(change):
    state = position(offer={"centre": "red"}, round_limit=1)
    play(state, "draft:centre:red:line-5")
    data = state.encode()
    for index, number in change.items():
        data = replaced(data, index, number)
    with pytest.raises(CorruptState, match="nobody has a column to choose"):
        AZUL.decode(data)


def test_numbers_changed_at_random_are_refused_or_give_a_state_of_these_bytes():
    chance = Stream(8)
    states = [state.encode() for state in walk(2, {"wall": "grey"})]
    refused = 0
    for _ in range(500):
        data = states[chance.below(len(states))]
        index = chance.below(len(data) // 8)
        changed = replaced(data, index, chance.below(1 << chance.below(31)) - chance.below(3))
        try:
            assert AZUL.decode(changed).encode() == changed
        except CorruptState:
            refused += 1
    assert refused > 100


def replaced(data: bytes, index: int, number: int) -> bytes:
    """Return the bytes with one of their numbers replaced."""
    numbers = list(struct.unpack(f"<{len(data) // 8}q", data))
    numbers[index] = number
    return struct.pack(f"<{len(numbers)}q", *numbers)


def test_turn_counts_drafts_and_block_counts_decisions():
    state = position(offer={"centre": "red blue white"})
    assert (state.turn(), state.block()) == (0, 0)
    play(state, "draft:centre:red:line-5", "draft:centre:blue:line-5")
    assert (state.turn(), state.block()) == (2, 2)


def test_kind_of_decision_is_owed_by_the_seat_to_act_alone():
    state = position(offer={"centre": "red blue"})
    assert [state.decision(seat) for seat in (0, 1)] == [0, -1]
    assert [kind.name for kind in AZUL.decisions] == ["draft", "tile"]


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_tiles_and_colours_are_conserved_and_routes_add_up(seats, options):
    for state in walk(seats, options):
        assert AZUL.components(state) == {
            "tiles": 100,
            "blue tiles": 20,
            "yellow tiles": 20,
            "red tiles": 20,
            "black tiles": 20,
            "white tiles": 20,
        }
        players = AZUL.view(state, "all").players
        for player in players:
            assert sum(AZUL.score_routes(state, player.seat, "all").values()) == player.score


def test_metrics_of_a_position():
    board = Board(
        lines={1: "red", 4: "blue blue"},
        wall={2: "white blue yellow red black", 3: "black"},
        floor="marker red",
        score=12,
    )
    assert AZUL.metrics(position(board), 0) == {
        "score": 12.0,
        "placement_points": 12.0,
        "floor_losses": 0.0,
        "tiles_on_wall": 6.0,
        "tiles_in_lines": 3.0,
        "full_lines": 1.0,
        "floor_spaces": 2.0,
        "complete_rows": 1.0,
        "complete_columns": 0.0,
        "complete_colours": 0.0,
    }


def test_progress_grows_with_the_longest_row_and_the_round():
    """Rows of 0 and 3 at the beginning of an offer of 20 tiles; then 10 of 20 drafted."""
    full = {f"factory-{n}": "red red blue blue" for n in range(1, 6)}
    half = {"factory-1": "red red blue blue", "factory-2": "red red blue blue", "centre": "red red"}
    three = Board(wall={1: "blue yellow red"})
    assert position(offer=full).progress() == 0.0
    assert position(three, offer=full).progress() == pytest.approx(3 / 5)
    assert position(three, offer=half).progress() == pytest.approx(3.5 / 5)


def test_progress_follows_the_rounds_where_their_limit_is_near():
    full = {f"factory-{n}": "red red blue blue" for n in range(1, 6)}
    state = position(offer=full, round_number=4, round_limit=4)
    assert state.progress() == pytest.approx(3 / 4)


def test_progress_is_one_at_the_end():
    state = position(offer={"centre": "red"}, round_limit=1)
    play(state, "draft:centre:red:line-5")
    assert state.progress() == 1.0


def test_facts_of_the_set_up_tell_every_factory():
    trace = Trace()
    state = AZUL.new(seats=3, seed=2, trace=trace)
    assert state.trace is trace
    told = [AZUL.narrate(fact, "public") for fact in trace.take()]
    assert told[0] == (
        "3 seats play with 7 factories and 100 tiles, 20 of each colour; seat 0 is to begin."
    )
    assert told[1] == "Round 1 began; seat 0 is to draft first."
    assert [text.split(" received ")[0] for text in told[2:] if text] == [
        f"Factory {n}" for n in range(1, 8)
    ]


def test_story_is_told_once():
    state = position(offer={"centre": "red blue"})
    play(state, "draft:centre:red:line-5")
    assert story(state)
    assert story(state) == []
