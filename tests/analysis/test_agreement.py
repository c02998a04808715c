"""Agreement between games and halves, by hand and against published figures."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarena.analysis.agreement import (
    kendall_tau_b,
    leave_one_game_out,
    leave_one_game_out_range,
    pair_order_accuracy,
    spearman,
    split_half,
)
from ludarena.analysis.draws import TooFewMatches
from ludarena.analysis.leaderboard import Result
from tests.analysis.published import GAMES, MEAN_PERCENT, PERCENT, exact_48ths

NAN = float("nan")


def array(*values):
    return np.array(values, dtype=float)


def test_tau_b_by_hand():
    # of six pairs four are concordant, one is discordant, one is tied in the second
    assert kendall_tau_b(array(1, 2, 3, 4), array(1, 3, 3, 2)) == pytest.approx(
        (3 - 2) / math.sqrt(6 * 5)
    )
    assert kendall_tau_b(array(1, 2, 3), array(10, 20, 30)) == 1
    assert kendall_tau_b(array(1, 2, 3), array(3, 2, 1)) == -1


def test_tau_b_of_nothing_but_ties_is_unknown():
    assert np.isnan(kendall_tau_b(array(1, 1, 1), array(1, 2, 3)))
    assert np.isnan(kendall_tau_b(array(1), array(1)))


def test_tau_b_leaves_out_who_is_missing_on_either_side():
    assert kendall_tau_b(array(1, 2, NAN, 3), array(1, 2, 9, NAN)) == 1


def test_sums_that_differ_by_rounding_are_ties():
    assert np.isnan(kendall_tau_b(array(0.1 + 0.2, 0.3), array(1, 2)))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=9))
def test_tau_b_is_its_definition(pairs):
    first, second = map(list, zip(*pairs, strict=True))
    concordant = discordant = tied_first = tied_second = 0
    for (a, b), (c, d) in combinations(pairs, 2):
        concordant += (a - c) * (b - d) > 0
        discordant += (a - c) * (b - d) < 0
        tied_first += a == c
        tied_second += b == d
    pairs_of_all = len(pairs) * (len(pairs) - 1) // 2
    size = (pairs_of_all - tied_first) * (pairs_of_all - tied_second)
    tau = kendall_tau_b(array(*first), array(*second))
    if size:
        assert tau == pytest.approx((concordant - discordant) / math.sqrt(size))
    else:
        assert np.isnan(tau)


def test_accuracy_leaves_out_ties_of_the_target_and_halves_those_of_the_training():
    # pairs of the target: 0-1 tied, 0-2 and 1-2 decided; the training ties 1-2
    assert pair_order_accuracy(array(1, 2, 2), array(5, 5, 7)) == pytest.approx(1.5 / 2)
    assert np.isnan(pair_order_accuracy(array(1, 2), array(3, 3)))


def test_spearman_by_hand():
    # ranks 3 2 1 and 2.5 2.5 1: covariance 1.5, variances 2 and 1.5
    assert spearman(array(1, 2, 3), array(4, 4, 9)) == pytest.approx(1.5 / math.sqrt(3))
    assert spearman(array(1, 2, 3, NAN), array(9, 5, 1, 7)) == pytest.approx(-1)
    assert math.isnan(spearman(array(1, 2), array(3, 3)))
    assert math.isnan(spearman(array(NAN), array(3)))


def test_leave_one_out_orders_by_the_mean_of_the_other_games():
    placement = np.array([[1, 0.5, 0], [0.9, 0.6, 0], [0, 0.5, 1]])
    found = leave_one_game_out(placement, ["x", "y", "z"])
    # x by the others: 0.45 0.55 0.5, one pair of three right; y: 0.5 0.5 0.5; z: 0.95 0.55 0
    assert [one.tau_b for one in found.games] == pytest.approx([-1 / 3, NAN, -1], nan_ok=True)
    assert [one.accuracy for one in found.games] == pytest.approx([1 / 3, 1 / 2, 0])
    assert [(one.game, one.pairs) for one in found.games] == [("x", 3), ("y", 3), ("z", 3)]
    assert (found.tau_b, found.accuracy) == pytest.approx((-2 / 3, 5 / 18))


def test_participant_that_missed_a_game_is_ordered_by_the_games_it_played():
    placement = np.array([[1, 0.5, NAN], [0.9, 0.6, 0.2], [NAN, 0.5, 0.4]])
    found = leave_one_game_out(placement, ["x", "y", "z"])
    # y by the others: 1, 0.5, 0.4 against 0.9, 0.6, 0.2; x by the others: 0.9, 0.55
    assert [one.tau_b for one in found.games] == pytest.approx([1, 1, 1])
    assert [one.pairs for one in found.games] == [1, 3, 1]


def test_one_game_alone_agrees_with_nothing():
    found = leave_one_game_out(np.array([[0.2, 0.8]]), ["x"])
    assert math.isnan(found.tau_b) and math.isnan(found.games[0].accuracy)


def test_published_columns_sum_to_six_once_the_rounding_is_undone():
    exact = exact_48ths()
    assert exact.sum(axis=1).tolist() == [6 * 48] * 10
    assert np.abs(exact.T / 48 * 100 - np.array(PERCENT)).max() <= 0.0501


def test_published_means_follow_from_the_exact_matrix():
    means = exact_48ths().mean(axis=0) / 48 * 100
    assert [round(mean, 1) for mean in means] == pytest.approx(MEAN_PERCENT, abs=0.051)


def test_published_agreement_follows_from_the_exact_matrix():
    found = leave_one_game_out(exact_48ths() / 48, GAMES)
    taus = [one.tau_b for one in found.games]
    assert round(found.tau_b, 3) == 0.664
    assert round(100 * found.accuracy, 1) == 83.9
    assert (round(min(taus), 3), round(max(taus), 3)) == (0.489, 0.862)


def test_rounded_matrix_gives_other_figures():
    found = leave_one_game_out(np.array(PERCENT).T, GAMES)
    assert (round(found.tau_b, 3), round(100 * found.accuracy, 1)) == (0.662, 83.8)


def test_range_over_draws_is_that_of_the_means():
    same, other = np.array([[1, 0.5, 0]] * 2), np.array([[1, 0.5, 0], [0, 0.5, 1]])
    assert leave_one_game_out_range(np.array([same] * 9)) == (1, 1)
    assert leave_one_game_out_range(np.array([same, other]), level=1) == (-1, 1)
    assert math.isnan(leave_one_game_out_range(np.array([same[:1]]))[0])


def ordered(game, times):
    return [Result(game, ("a", "b", "c"), (1, 2, 3))] * times


def test_halves_of_certain_results_agree_fully():
    found = split_half(ordered("x", 6) + ordered("y", 5), splits=40)
    assert (found.tau_b, found.low, found.high, found.overall) == (1, 1, 1, 1)
    assert found.by_game == (("x", 1.0), ("y", 1.0))
    assert (found.splits, found.redrawn) == (40, 0)


def test_halves_of_two_opposite_matches_disagree_fully():
    results = [Result("x", ("a", "b"), (1, 2)), Result("x", ("a", "b"), (2, 1))]
    assert split_half(results, splits=10).tau_b == -1


def test_split_that_leaves_somebody_out_of_a_half_is_made_again():
    results = [Result("x", ("a", "b"), (1, 2))] * 2 + [Result("x", ("a", "c"), (1, 2))] * 2
    found = split_half(results, splits=60)
    # of the six splits of four matches two have both matches of b in one half
    assert found.redrawn == pytest.approx(30, abs=25)
    assert found.redrawn > 0
    assert found.tau_b == 1


def test_participant_of_one_match_cannot_be_in_both_halves():
    results = [Result("x", ("a", "b"), (1, 2)), Result("x", ("a", "c"), (1, 2))]
    with pytest.raises(TooFewMatches, match="x: 5 draws missed a participant"):
        split_half(results, splits=5)


def test_halves_of_each_table_size_are_equal():
    # each half has one of each, a 0.75, b 0.5, c 0; c would be missing from other halves
    results = [Result("x", ("a", "b"), (1, 2))] * 2 + [Result("x", ("b", "a", "c"), (1, 2, 3))] * 2
    found = split_half(results, splits=30)
    assert (found.tau_b, found.redrawn) == (1, 0)


def test_same_seed_same_splits():
    results = [Result("x", ("a", "b", "c"), ranks) for ranks in ((1, 2, 3), (2, 1, 3), (3, 1, 2))]
    results *= 4
    first, again = split_half(results, seed=4, splits=50), split_half(results, seed=4, splits=50)
    assert first == again
    assert first != split_half(results, seed=5, splits=50)
