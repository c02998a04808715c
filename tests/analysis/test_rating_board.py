"""Boards of ratings, and `ludarena leaderboard --ratings`."""

import pytest

from ludarena.analysis import draws
from ludarena.analysis.leaderboard import Result
from ludarena.analysis.rating_board import rating_boards
from ludarena.arena.participant import built_in
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run
from tests.cli.run import run as ludarena

RESULTS = [
    *[Result("azul", ("a", "b", "c"), (1, 2, 3))] * 3,
    Result("azul", ("b", "a", "c"), (1, 2, 3)),
    Result("splendor", ("c", "d"), (1, 2)),
]


def test_no_results_give_no_boards():
    assert rating_boards([]) == []


def test_boards_are_pooled_then_by_game_best_first():
    pooled, azul, splendor = rating_boards(RESULTS, draws=200)
    assert [(one.game, one.matches) for one in (pooled, azul, splendor)] == [
        (None, 5),
        ("azul", 4),
        ("splendor", 1),
    ]
    assert [one.participant for one in pooled.rated] == ["a", "b", "c", "d"]
    assert [one.participant for one in splendor.rated] == ["c", "d"]
    first = azul.rated[0]
    assert first.low is not None and first.high is not None
    assert first.low <= first.elo <= first.high
    assert (azul.rated[-1].best, azul.rated[-1].worst) == (3, 3)
    assert first.best == 1
    assert pooled.groups == (("a", "b", "c", "d"),)


def test_single_match_has_a_rating_and_no_interval():
    *_, splendor = rating_boards(RESULTS, draws=50)
    assert [(one.low, one.best, one.matches) for one in splendor.rated] == [(None, None, 1)] * 2


def test_participant_that_met_nobody_has_no_line():
    board = rating_boards([Result("azul", ("a", "a"), (1, 2))], draws=5)[1]
    assert (board.rated, board.groups) == ((), ())


def test_draws_that_cannot_hold_everybody_leave_ratings_without_intervals(monkeypatch):
    monkeypatch.setattr(draws, "_MOST_REDRAWS", 1)
    results = [Result("azul", ("a", f"b{number}"), (1, 2)) for number in range(12)]
    board = rating_boards(results, draws=5)[1]
    assert board.rated[0].participant == "a"
    assert {one.low for one in board.rated} == {None}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    run(folder, plan([[HEURISTIC, RANDOM], [RANDOM, HEURISTIC]] * 2, game="azul"))
    return folder


def test_leaderboard_shows_ratings_after_placements(capsys, finished):
    ran = ludarena(capsys, "leaderboard", finished, "--ratings")
    assert ran.code == 0
    assert "ratings of azul: 4 matches" in ran.out
    assert ran.out.index("placement") < ran.out.index("Elo")
    assert "Elo" not in ludarena(capsys, "leaderboard", finished).out


def test_ratings_as_json_and_csv(capsys, finished):
    pooled, azul = ludarena(capsys, "leaderboard", finished, "--ratings", "--json").json["ratings"]
    assert [one["participant"] for one in azul["rated"]] == ["heur", "rand"]
    assert azul["rated"][0]["elo"] + azul["rated"][1]["elo"] == pytest.approx(3000)
    assert pooled["game"] is None
    assert "ratings" not in ludarena(capsys, "leaderboard", finished, "--json").json
    lines = ludarena(capsys, "leaderboard", finished, "--ratings", "--csv").out.splitlines()
    assert lines[0] == "game,participant,elo,low,high,best_rank,worst_rank,matches"
    assert [line.split(",")[:2] for line in lines[1:]] == [
        ["*", "heur"],
        ["*", "rand"],
        ["azul", "heur"],
        ["azul", "rand"],
    ]


def test_leaderboard_warns_of_groups_that_never_met(capsys, tmp_path):
    people = [("a", 0.0), ("b", 0.1), ("c", 0.2), ("d", 0.3)]
    a, b, c, d = (built_in(name, "heuristic", epsilon=epsilon) for name, epsilon in people)
    run(tmp_path, plan([[a, b], [c, d]], game="azul"))
    ran = ludarena(capsys, "leaderboard", tmp_path, "--ratings")
    assert "cannot be compared between groups that never met: a, b; c, d" in ran.err
