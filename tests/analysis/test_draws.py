"""Joint draws: whole matches, once for everything, and what is read from them."""

import time

import numpy as np
import pytest

from ludarena.analysis import draws as module
from ludarena.analysis.coverage import StudyModel
from ludarena.analysis.draws import (
    TooFewMatches,
    dominance,
    joint_draws,
    rank_intervals,
    ranks,
)
from ludarena.analysis.leaderboard import Result, leaderboard
from ludarena.analysis.ratings import rate
from tests.analysis.studies import published_model

MIXED = [
    Result("azul", ("a", "b", "c"), (1, 2, 3)),
    Result("azul", ("c", "a", "b"), (1, 1, 3)),
    Result("azul", ("a", "b"), (2, 1)),
    Result("azul", ("b", "a"), (2, 1)),
    Result("splendor", ("c", "b"), (1, 2)),
    Result("splendor", ("b", "c"), (1, 2)),
    Result("splendor", ("c", "b"), (2, 1)),
]


def test_point_estimates_are_those_of_leaderboard_and_ratings():
    drawn = joint_draws(MIXED, draws=5)
    assert (drawn.participants, drawn.games) == (("a", "b", "c"), ("azul", "splendor"))
    overall, azul, splendor = leaderboard(MIXED, resamples=5)
    for row, board in enumerate((azul, splendor)):
        for one in board.standings:
            column = drawn.participants.index(one.participant)
            assert drawn.placement[row, column] == pytest.approx(one.score)
    assert {one.participant: one.score for one in overall.standings} == pytest.approx(
        dict(zip("abc", drawn.mean_placement, strict=True))
    )
    assert drawn.elo[0] == pytest.approx(rate(MIXED, game="azul").elo)
    assert drawn.elo[1, 1:] == pytest.approx(rate(MIXED, game="splendor").elo)
    assert drawn.pooled == pytest.approx(rate(MIXED).elo)


def test_participant_has_no_number_in_a_game_it_did_not_play():
    drawn = joint_draws(MIXED, draws=5)
    assert np.isnan(drawn.placement[1, 0]) and np.isnan(drawn.elo[1, 0])
    assert np.isnan(drawn.drawn_elo[:, 1, 0]).all()
    assert not np.isnan(drawn.drawn_elo[:, 0]).any()
    assert drawn.drawn_mean_placement[:, 0] == pytest.approx(drawn.drawn_placement[:, 0, 0])


def test_ratings_of_a_draw_are_fitted_to_the_matches_of_the_draw():
    # two matches of one table size: a draw has two wins of a, two of b, or one of each
    results = [Result("azul", ("a", "b"), (1, 2)), Result("azul", ("a", "b"), (2, 1))]
    drawn = joint_draws(results, draws=200)
    twice = rate([results[0]] * 2).elo[0]
    for placement, elo in zip(
        drawn.drawn_placement[:, 0, 0], drawn.drawn_elo[:, 0, 0], strict=True
    ):
        assert elo == pytest.approx({1.0: twice, 0.5: 1500, 0.0: 3000 - twice}[placement])
    assert set(drawn.drawn_placement[:, 0, 0]) == {0.0, 0.5, 1.0}


def test_seats_of_a_match_are_drawn_together():
    drawn = joint_draws(MIXED[:2], draws=50)
    assert drawn.drawn_placement.sum(axis=2) == pytest.approx(np.full((50, 1), 1.5))
    assert drawn.drawn_pooled.mean(axis=1) == pytest.approx(np.full(50, 1500))


def test_draw_that_leaves_somebody_out_is_drawn_again_and_counted():
    results = [Result("azul", ("a", "b"), (1, 2)), Result("azul", ("a", "c"), (1, 2))]
    drawn = joint_draws(results, draws=400)
    # of the four draws of two matches two are kept, those with both
    assert not np.isnan(drawn.drawn_placement).any()
    assert drawn.redrawn[0] == pytest.approx(400, abs=100)
    assert drawn.drawn_pooled == pytest.approx(np.tile(drawn.pooled, (400, 1)))


def test_draws_that_cannot_hold_everybody_are_given_up(monkeypatch):
    monkeypatch.setattr(module, "_MOST_REDRAWS", 1)
    results = [Result("azul", ("a", f"b{number}"), (1, 2)) for number in range(12)]
    with pytest.raises(TooFewMatches, match="azul: 3 draws missed a participant"):
        joint_draws(results, draws=3)


def test_table_sizes_of_a_game_keep_their_number_of_matches():
    # a wins all of two seats and loses all of three: every draw has one match of each
    results = [Result("azul", ("a", "b"), (1, 2)), Result("azul", ("a", "b", "c"), (3, 1, 2))]
    drawn = joint_draws(results, draws=20)
    assert drawn.drawn_placement[:, 0, 0] == pytest.approx(np.full(20, 0.5))


def test_same_seed_same_draws_and_parts_change_nothing_but_the_stream(monkeypatch):
    first, again, other = (joint_draws(MIXED, seed=seed, draws=30) for seed in (1, 1, 2))
    assert np.array_equal(first.drawn_pooled, again.drawn_pooled)
    assert not np.array_equal(first.drawn_pooled, other.drawn_pooled)
    monkeypatch.setattr(module, "_CELLS_AT_ONCE", 100)
    assert joint_draws(MIXED, seed=1, draws=30).drawn_pooled.shape == (30, 3)


def test_no_results_draw_nothing():
    drawn = joint_draws([], draws=4)
    assert (drawn.participants, drawn.games, drawn.drawn_pooled.shape) == ((), (), (4, 0))


def test_participant_that_met_nobody_has_no_rating():
    drawn = joint_draws([Result("azul", ("a", "a"), (1, 2)), *MIXED[4:]], draws=4)
    assert np.isnan(drawn.pooled[0]) and np.isnan(drawn.drawn_pooled[:, 0]).all()


def test_dominance_is_the_share_of_draws_ties_half():
    drawn = np.array([[3.0, 1, 2], [3, 3, 1], [1, 2, np.nan], [2, 1, np.nan]])
    share = dominance(drawn)
    # a above b: won, tied, lost, won; a above c: won twice of two; b above c: lost, won
    assert share[0].tolist() == [0.5, 2.5 / 4, 1.0]
    assert share[1].tolist() == [1.5 / 4, 0.5, 0.5]
    assert share[2].tolist() == [0.0, 0.5, 0.5]
    assert np.isnan(dominance(np.array([[1.0, np.nan]]))[0, 1])


def test_ranks_share_ties_and_pass_over_unknown_values():
    values = np.array([[0.5, 0.7, 0.1 + 0.2, 0.3], [np.nan, 1, 2, 3]])
    expected = np.array([[2, 1, 3.5, 3.5], [np.nan, 3, 2, 1]])
    assert np.array_equal(ranks(values), expected, equal_nan=True)


def test_rank_intervals_are_ranks_that_occurred():
    # a is first 97 times of 100 and last 3 times
    drawn = np.array([[2.0, 1.0]] * 97 + [[0.0, 1.0]] * 3)
    low, high = rank_intervals(drawn)
    assert (low.tolist(), high.tolist()) == ([1, 1], [2, 2])
    low, high = rank_intervals(np.array([[2.0, 1.0]] * 50))
    assert (low.tolist(), high.tolist()) == ([1, 2], [1, 2])


def test_amounts_are_means_of_appearances_and_drawn_with_their_matches():
    results = [
        Result("azul", ("a", "a", "b"), (1, 2, 3)),
        Result("azul", ("a", "b", "b"), (1, 2, 3)),
        Result("splendor", ("a", "b"), (1, 2)),
    ]
    cost = [(1, 2, 10), (6, 20, 30), (5, 7)]
    drawn = joint_draws(results, draws=100, amounts={"cost": cost})
    whole, each = drawn.amounts["cost"]
    # a: (1 + 2 + 6) / 3 and 5; b: (10 + 20 + 30) / 3 and 7
    assert whole.tolist() == [[3, 20], [5, 7]]
    # the first match twice, the second twice, or both
    assert {tuple(row) for row in each[:, 0]} == {(1.5, 10), (6, 25), (3, 20)}
    means, drawn_means = drawn.mean_amount("cost")
    assert means.tolist() == [4, 13.5]
    assert drawn_means == pytest.approx(each.mean(axis=1))


def test_one_unknown_amount_makes_that_of_the_participant_unknown():
    cost = [(1, 2, 3)] * 2 + [(1, 2)] * 4 + [(float("nan"), 1)]
    drawn = joint_draws(MIXED, draws=20, amounts={"cost": cost})
    whole, each = drawn.amounts["cost"]
    assert np.isnan(whole).tolist() == [[False, False, False], [True, False, True]]
    # the last match is (c, b); splendor was not played by a, so a has a mean
    assert np.isnan(drawn.mean_amount("cost")[0]).tolist() == [False, False, True]
    assert np.isnan(each[:, 1, 2]).all() and not np.isnan(each[:, :, 1]).any()
    assert not np.isnan(drawn.mean_amount("cost")[1][:, :2]).any()


def test_amounts_must_have_one_number_a_seat():
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        joint_draws(MIXED[2:3], draws=1, amounts={"cost": [(1,)]})
    assert joint_draws([], draws=2, amounts={"cost": []}).amounts["cost"][1].shape == (2, 0, 0)


def test_large_panel_is_drawn_500_times_with_every_rating_fitted():
    model = published_model()
    long = StudyModel(np.tile(model.rosters, (1, 10, 1)), model.strengths, model.seats)
    results = long.study(np.random.Generator(np.random.PCG64(1)))
    assert len(results) == 4_800
    began = time.perf_counter()
    drawn = joint_draws(results, draws=500)
    assert time.perf_counter() - began < 60
    assert drawn.drawn_elo.shape == (500, 10, 12) and drawn.redrawn == (0,) * 10
    low, high = np.quantile(drawn.drawn_pooled, [0.025, 0.975], axis=0)
    assert ((low < drawn.pooled) & (drawn.pooled < high)).all()
    truth = long.elo()[0][[int(name[1:]) for name in drawn.participants]]
    assert np.abs(drawn.pooled - truth).max() < 25
