"""R3: wall-tiling on the coloured wall."""

import pytest

from ludarena.games.azul import AZUL

from .positions import Board, floor, line, play, position, scores, story, wall, words


def tiled(*boards: Board, **rest):
    """Return a table after the last pick of a round: seat 1 puts a red tile into line 5."""
    state = position(*boards, seat=1, offer={"centre": "red"}, marker=0, bag="", **rest)
    state.bag, state.lid = state.lid, 0
    play(state, "draft:centre:red:line-5")
    return state


def test_full_line_moves_one_tile_to_its_colours_square_and_the_others_to_the_lid():
    state = tiled(Board(lines={3: "blue blue blue"}))
    assert wall(state, 0, 3) == "- - blue - -"
    assert line(state, 0, 3) == ""
    assert words(state.lid) == "blue blue"
    assert scores(state) == [1, 0]


def test_line_one_sends_nothing_to_the_lid():
    state = tiled(Board(lines={1: "white"}))
    assert wall(state, 0, 1) == "- - - - white"
    assert words(state.lid) == ""


def test_incomplete_lines_keep_their_tiles_over_the_round():
    """Edge case 10."""
    state = tiled(Board(lines={4: "white white white", 5: "black black"}))
    assert (line(state, 0, 4), line(state, 0, 5)) == ("white white white", "black black")
    assert line(state, 1, 5) == "red"
    assert state.round_number == 2
    assert scores(state) == [0, 0]


def test_line_five_fills_over_two_rounds():
    """Edge case 10: three black tiles stay, two more come in the next round."""
    state = tiled(Board(lines={5: "black black black"}))
    state.sources = [0] * 10
    state.sources[9] = 2 << 18  # two black tiles
    state.offered, state.seat = 2, 0
    play(state, "draft:centre:black:line-5")
    assert wall(state, 0, 5) == "- - black - -"
    assert line(state, 0, 5) == ""


def test_tiled_line_opens_again_but_not_for_the_colour_on_its_row():
    state = tiled(Board(lines={2: "black black"}))
    board = state.boards[0]
    assert [board.is_open(1, colour) for colour in range(5)] == [True, True, True, False, True]


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        pytest.param({1: "yellow", 2: "blue blue", 3: "white white white"}, 1 + 2 + 3, id="column"),
        pytest.param({1: "blue", 2: "blue blue"}, 1 + 1, id="diagonal"),
        pytest.param({1: "blue", 3: "black black black"}, 1 + 1, id="a row between them"),
    ],
)
def test_tiles_placed_earlier_in_the_phase_count(lines, points):
    """Edge case 6: two and three tiles score each other in the order of lines."""
    assert scores(tiled(Board(lines=lines)))[0] == points


def test_lines_are_tiled_from_one_to_five_not_the_other_way_round():
    """Row 2 joins rows 1 and 3: 1 for row 1; 2 for row 2; then 3 for row 3, not 1, 1 and 3."""
    state = tiled(Board(lines={1: "blue", 2: "white white", 3: "black black black"}))
    points = [text.split(" for ")[1] for text in story(state) if " placed " in text]
    assert points == [
        "1 point.",
        "2 points; 1 other tile went to the lid.",
        "3 points; 2 other tiles went to the lid.",
    ]


def test_placed_tile_scores_across_and_down():
    """Row 3, column 3 beside white in column 2 and below yellow in row 2: 2 + 2."""
    board = Board(lines={3: "blue blue blue"}, wall={2: "yellow", 3: "white"})
    assert scores(tiled(board))[0] == 4


@pytest.mark.parametrize(
    ("tiles", "loss"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)]
)
def test_floor_line_costs_its_cumulative_loss(tiles, loss):
    board = Board(floor=" ".join(["blue"] * tiles), score=30)
    assert scores(tiled(board))[0] == 30 - loss


def test_marker_costs_like_a_tile_and_returns_to_its_seat():
    state = tiled(Board(floor="marker white", score=10))
    assert scores(state)[0] == 10 - 2
    assert floor(state, 0) == ""
    assert words(state.lid) == "white"


def test_score_never_drops_below_zero_and_the_rest_of_the_loss_is_forgotten():
    """Edge case 5: 3 points less 4 make 0; the next tile brings 1."""
    state = tiled(Board(floor="blue blue blue", score=3))
    assert scores(state)[0] == 0
    state.sources = [0] * 10
    state.sources[9] = 1  # one blue tile
    state.offered, state.seat = 1, 0
    play(state, "draft:centre:blue:line-1")
    assert scores(state)[0] == 0  # 1 for the tile, 1 lost for the marker
    assert AZUL.score_routes(state, 0, "all")["placement"] == 3 + 1
    assert AZUL.score_routes(state, 0, "all")["floor"] == -3 - 1


def test_points_of_the_round_count_before_the_floor_line():
    """0 + 1 for the tile, then 1 of the floor loss of 2 is forgotten."""
    state = tiled(Board(lines={1: "blue"}, floor="red red"))
    assert scores(state)[0] == 0
    told = story(state)
    assert (
        "Seat 0 lost 1 point for 2 floor spaces instead of 2, as no score falls below 0; score 0."
        in told
    )


def test_empty_floor_line_is_no_fact():
    assert not [text for text in story(tiled(Board(score=5))) if "lost" in text]


def test_facts_of_wall_tiling():
    state = tiled(Board(lines={2: "white white"}, floor="marker", score=4))
    assert story(state)[2:5] == [
        "Seat 0 placed white in row 2, column 1 for 1 point; 1 other tile went to the lid.",
        "Seat 0 lost 1 point for 1 floor space; score 4.",
        "Round 2 began; seat 0 is to draft first.",
    ]


def test_order_of_seats_has_no_effect_on_the_coloured_wall():
    """R3.1: whoever began the round, the boards end alike."""
    boards = (
        Board(lines={1: "blue", 2: "white white"}, floor="marker"),
        Board(lines={1: "red"}, floor="blue", score=9),
    )
    ends = [tiled(*boards, starter=starter) for starter in (0, 1)]
    assert [scores(state) for state in ends] == [[2, 9], [2, 9]]
    assert ends[0].lid == ends[1].lid
