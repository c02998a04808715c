"""R5: the end, bonuses, ties and the round limit."""

import pytest

from ludarena.core.rng import Stream
from ludarena.games.azul import AZUL
from ludarena.games.azul.rules import AzulState

from .positions import Board, play, position, scores, story

ALMOST_A_ROW = {1: "blue yellow red black"}
COLUMN_1 = {1: "blue", 2: "white", 3: "black", 4: "red", 5: "yellow"}
ALL_BLUE = dict.fromkeys(range(1, 6), "blue")


def ended(*boards: Board, **rest):
    """Return a table after the last pick of a round: the last seat puts red into line 5."""
    last = rest.get("seats", 2) - 1
    state = position(*boards, seat=last, offer={"centre": "red"}, marker=0, **rest)
    play(state, "draft:centre:red:line-5")
    return state


def test_match_ends_after_the_tiling_that_completes_a_row():
    """White completes row 1: 5 points and 2 for the row."""
    state = ended(Board(lines={1: "white"}, wall=ALMOST_A_ROW))
    assert state.to_act() == []
    assert scores(state) == [7, 0]
    assert AZUL.outcome(state).ended_by == "rules"
    assert story(state)[2:] == [
        "Seat 0 placed white in row 1, column 5 for 5 points.",
        "Seat 0 received 2 points for 1 complete row; score 7.",
        "The match ended after 1 round, since a row is complete. "
        "Final scores: seat 0 7 and seat 1 0.",
    ]


def test_round_is_always_finished_first():
    state = position(Board(wall=ALMOST_A_ROW), offer={"centre": "white red"}, marker=1)
    play(state, "draft:centre:white:line-1")
    assert state.to_act() == [1]
    play(state, "draft:centre:red:line-1")
    assert state.to_act() == []
    assert scores(state) == [7, 1]


def test_complete_column_or_colour_does_not_end_the_match():
    wall = {1: "blue yellow", 2: "white blue", 3: "black blue", 4: "red blue", 5: "yellow blue"}
    state = ended(Board(wall=wall))
    assert state.round_number == 2
    assert scores(state) == [0, 0]


def test_both_seats_get_bonuses_when_both_complete_rows():
    """Edge case 8."""
    board = Board(lines={1: "white"}, wall=ALMOST_A_ROW)
    assert scores(ended(board, board)) == [7, 7]


def test_bonuses_are_two_a_row_seven_a_column_ten_a_colour():
    """By the round limit: column 1 for seat 0, all blue tiles for seat 1."""
    state = ended(Board(wall=COLUMN_1), Board(wall=ALL_BLUE), round_limit=1)
    assert scores(state) == [7, 10]
    routes = [AZUL.score_routes(state, seat, "all") for seat in (0, 1)]
    assert routes == [
        {"placement": 0, "rows": 0, "columns": 7, "colours": 0, "floor": 0},
        {"placement": 0, "rows": 0, "columns": 0, "colours": 10, "floor": 0},
    ]


def test_tile_that_completes_row_column_and_colour_gets_all_three_bonuses():
    """Row 1 blue: 5 across and 5 down, then 2 + 7 + 10."""
    wall = {
        1: "yellow red black white",
        2: "white blue",
        3: "black blue",
        4: "red blue",
        5: "yellow blue",
    }
    assert scores(ended(Board(lines={1: "blue"}, wall=wall)))[0] == 10 + 19


def test_bonuses_come_after_the_floor_loss_was_cut_at_zero():
    """5 points for the tile, less 14 make 0; then 2 for the row."""
    floor = "marker blue blue blue blue blue blue"
    state = ended(Board(lines={1: "white"}, wall=ALMOST_A_ROW, floor=floor))
    assert scores(state)[0] == 2
    assert AZUL.score_routes(state, 0, "all") == {
        "placement": 5,
        "rows": 2,
        "columns": 0,
        "colours": 0,
        "floor": -5,
    }


def test_bonuses_are_no_route_before_the_end():
    state = ended(Board(wall=COLUMN_1))
    assert AZUL.score_routes(state, 0, "public")["columns"] == 0


def test_round_limit_ends_by_normal_scoring():
    state = ended(Board(score=4), round_limit=3, round_number=3)
    assert state.to_act() == []
    assert AZUL.outcome(state).ended_by == "cap"
    assert AZUL.outcome(state).ranks == (1, 2)
    assert "since the round limit is reached" in story(state)[-1]


def test_row_in_the_last_round_ends_by_the_rules():
    state = ended(Board(lines={1: "white"}, wall=ALMOST_A_ROW), round_limit=3, round_number=3)
    assert AZUL.outcome(state).ended_by == "rules"


def test_round_before_the_limit_goes_on():
    assert ended(Board(), round_limit=3, round_number=2).round_number == 3


def test_tie_on_points_goes_to_more_complete_rows():
    """Edge case 9: 7 points each, one row against none."""
    state = ended(Board(lines={1: "white"}, wall=ALMOST_A_ROW), Board(score=7))
    outcome = AZUL.outcome(state)
    assert outcome.scores == (7, 7)
    assert outcome.tie_breaks == ((1,), (0,))
    assert outcome.ranks == (1, 2)
    assert outcome.payoffs == (1.0, 0.0)


def test_rows_do_not_outweigh_points():
    state = ended(Board(lines={1: "white"}, wall=ALMOST_A_ROW), Board(score=8))
    assert AZUL.outcome(state).ranks == (2, 1)


def test_tie_on_points_and_rows_is_shared():
    """Edge case 9."""
    board = Board(lines={1: "white"}, wall=ALMOST_A_ROW)
    outcome = AZUL.outcome(ended(board, board, Board(score=3), seats=3))
    assert outcome.ranks == (1, 1, 3)
    assert outcome.payoffs == (0.75, 0.75, 0.0)


def played_out(seats: int, seed: int, **options: str | int) -> AzulState:
    state = AZUL.new(seats=seats, seed=seed, options=options)
    assert isinstance(state, AzulState)
    chance = Stream(seed)
    while state.to_act():
        seat = state.to_act()[0]
        actions = state.legal_actions(seat)
        if seed % 2:
            values = state.action_scores(seat, actions)
            state.apply(seat, actions[values.index(max(values))])
        else:
            state.apply(seat, actions[chance.below(len(actions))])
    return state


@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_match_ends_before_round_five_and_none_exceeds_its_bound(seats, wall):
    for seed in range(6):
        state = played_out(seats, seed, wall=wall)
        assert state.round_number >= 5
        bound = AZUL.max_decisions(
            seats, {"wall": wall, "marker_on_full_floor": "no_penalty", "round_limit": 50}
        )
        assert state.block() <= bound


@pytest.mark.parametrize(
    ("seats", "wall", "limit", "bound"),
    [(2, "coloured", 50, 1000), (4, "coloured", 50, 1800), (2, "grey", 1, 70), (3, "grey", 2, 131)],
)
def test_bound_is_a_tile_a_draft_and_a_square_a_column(seats, wall, limit, bound):
    options = {"wall": wall, "marker_on_full_floor": "no_penalty", "round_limit": limit}
    assert AZUL.max_decisions(seats, options) == bound


def test_match_under_a_round_limit_of_one_is_one_round():
    state = played_out(2, 2, round_limit=1)
    assert state.round_number == 1
    assert AZUL.outcome(state).ended_by == "cap"
