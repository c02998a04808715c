"""Leaderboards and their intervals, on results made by hand."""

import importlib.util

import numpy as np
import pytest

from ludarena.analysis.bootstrap import interval, resampled_means
from ludarena.analysis.leaderboard import Result, leaderboard
from ludarena.core.errors import MissingExtra


def win(winner, loser, game="azul"):
    return Result(game, (winner, loser), (1, 2))


def line(board, participant):
    return next(one for one in board.standings if one.participant == participant)


def test_no_results_give_no_boards():
    assert leaderboard([]) == []


def test_mean_placement_counts_and_firsts():
    results = [
        Result("azul", ("a", "b", "c"), (1, 2, 3)),  # a 1, b 0.5, c 0
        Result("azul", ("c", "a", "b"), (1, 1, 3)),  # c 0.75, a 0.75, b 0
        Result("azul", ("a", "b"), (2, 1)),  # a 0, b 1
    ]
    overall, azul = leaderboard(results)
    assert (azul.game, azul.matches) == ("azul", 3)
    assert [one.participant for one in azul.standings] == ["a", "b", "c"]
    a, b, c = azul.standings
    assert a.score == pytest.approx((1 + 0.75 + 0) / 3)
    assert b.score == pytest.approx((0.5 + 0 + 1) / 3)
    assert c.score == pytest.approx((0 + 0.75) / 2)
    assert [(one.matches, one.appearances, one.firsts) for one in (a, b, c)] == [
        (3, 3, 2),
        (3, 3, 1),
        (2, 2, 1),
    ]
    assert (overall.game, overall.matches) == (None, 3)


def test_games_weigh_equally_whatever_their_number_of_matches():
    results = [win("a", "b")] * 9 + [win("b", "a", "splendor")] * 3
    overall = leaderboard(results)[0]
    assert line(overall, "a").score == pytest.approx((1.0 + 0.0) / 2)


def test_participant_of_one_game_is_scored_on_that_game_alone():
    results = [win("a", "b")] * 2 + [win("c", "b", "splendor")] * 2
    overall, azul, splendor = leaderboard(results)
    assert line(overall, "a").score == 1.0
    assert line(overall, "b").score == 0.0
    assert [one.participant for one in azul.standings] == ["a", "b"]
    assert [one.participant for one in splendor.standings] == ["c", "b"]


def test_two_seats_of_one_participant_are_two_appearances_of_one_match():
    board = leaderboard([Result("azul", ("a", "a", "b"), (1, 2, 3))] * 2)[1]
    assert (line(board, "a").matches, line(board, "a").appearances) == (2, 4)
    assert line(board, "a").score == 1.0


def test_match_counts_once_for_a_participant_with_several_seats():
    # a's seats win one of two meetings with b in the first match, and the only one of the second
    results = [Result("azul", ("a", "a", "b"), (1, 3, 2)), win("a", "b")]
    board = leaderboard(results)[1]
    assert line(board, "a").score == 0.75
    assert line(board, "b").score == 0.25


def test_participant_that_met_nobody_has_no_line():
    board = leaderboard([Result("azul", ("a", "a"), (1, 2))])[1]
    assert (board.matches, board.standings) == (1, ())


def test_single_match_has_no_interval():
    board = leaderboard([win("a", "b")])[1]
    assert (line(board, "a").low, line(board, "a").high) == (None, None)


def test_interval_of_a_fair_coin_is_that_of_the_binomial():
    # 100 matches, 50 won: the 95 % interval of the mean is 0.5 +- 1.96 * 0.05
    results = [win("a", "b")] * 50 + [win("b", "a")] * 50
    a = line(leaderboard(results)[1], "a")
    assert a.score == 0.5
    assert a.low == pytest.approx(0.402, abs=0.015)
    assert a.high == pytest.approx(0.598, abs=0.015)


def test_whole_matches_are_resampled_so_both_seats_move_together():
    sums = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    means = resampled_means([(sums, np.ones((3, 2)))], seed=[1], resamples=50)
    assert means.sum(axis=1) == pytest.approx(np.ones(50))


def test_strata_keep_their_number_of_matches():
    # one stratum always won, one always lost: every resample has one of each
    won = (np.array([[1.0]]), np.array([[1.0]]))
    lost = (np.array([[0.0]]), np.array([[1.0]]))
    assert set(resampled_means([won, lost], seed=[1], resamples=20)[:, 0]) == {0.5}


def test_same_seed_same_resamples_other_seed_others():
    stratum = (np.arange(10.0).reshape(10, 1), np.ones((10, 1)))
    first, again, other = (resampled_means([stratum], seed=[seed]) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


def test_games_are_resampled_independently():
    results = [win("a", "b", game) for game in ("azul", "splendor")] * 40
    results += [win("b", "a", game) for game in ("azul", "splendor")] * 40
    overall, azul, _ = leaderboard(results)
    # the mean of two independent games has an interval narrower by the square root of two
    assert line(overall, "a").high - line(overall, "a").low < 0.85 * (
        line(azul, "a").high - line(azul, "a").low
    )


def test_resample_that_misses_a_participant_is_left_out_of_its_interval():
    means = np.array([[np.nan, 0.0], [0.25, 0.5], [0.25, 1.0]])
    low, high = interval(means)
    assert (low[0], high[0]) == (0.25, 0.25)
    assert np.isnan(interval(np.full((3, 1), np.nan))[0][0])


def test_missing_numpy_names_the_extra(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "ludarena.analysis.bootstrap.find_spec",
        lambda name: None if name == "numpy" else found(name),
    )
    with pytest.raises(
        MissingExtra, match=r"an interval needs an extra: pip install 'ludarena\[an"
    ):
        leaderboard([win("a", "b")])
