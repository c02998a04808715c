"""Ratings against closed forms, an optimiser of another kind, and their symmetries."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarena.analysis.leaderboard import Result
from ludarena.analysis.ratings import (
    CENTRE,
    PENALTY,
    NoConvergence,
    connected,
    fit,
    pair_points,
    rate,
)


def objective(theta, won):
    """Return what the fit makes least, written down pair by pair."""
    loss = PENALTY * sum(one * one for one in theta) / 2
    for i in range(len(theta)):
        for j in range(len(theta)):
            if i != j:
                loss += won[i][j] * math.log1p(math.exp(theta[j] - theta[i]))
    return loss


def by_coordinates(won):
    """Minimise the objective one rating at a time, each by bisection of its slope."""
    people = len(won)
    theta = [0.0] * people

    def slope(i, at):
        total = PENALTY * at
        for j in range(people):
            if j != i:
                chance = 1 / (1 + math.exp(theta[j] - at))
                total += (won[i][j] + won[j][i]) * chance - won[i][j]
        return total

    for _ in range(3_000):
        before = list(theta)
        for i in range(people):
            low, high = -40.0, 40.0
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (low, middle) if slope(i, middle) > 0 else (middle, high)
            theta[i] = (low + high) / 2
        if max(abs(x - y) for x, y in zip(before, theta, strict=True)) < 1e-12:
            break
    return theta


def elo(results, participant, game=None):
    rated = rate(results, game=game)
    return dict(zip(rated.participants, rated.elo, strict=True))[participant]


MATCHES = st.lists(
    st.tuples(st.permutations("abcde"), st.lists(st.integers(1, 3), min_size=3, max_size=3)),
    min_size=1,
    max_size=12,
).map(lambda rows: [Result("azul", tuple(who[:3]), tuple(ranks)) for who, ranks in rows])


def test_even_results_are_rated_1500():
    results = [Result("azul", ("a", "b"), (1, 2)), Result("azul", ("a", "b"), (2, 1))]
    assert rate(results).elo == pytest.approx((CENTRE, CENTRE))


def test_two_participants_solve_the_equation_of_one_unknown():
    # theta = (d/2, -d/2) with 3 - 4 p(d) = 0.02 d / 2 for three wins of four
    results = [Result("azul", ("a", "b"), (1, 2))] * 3 + [Result("azul", ("a", "b"), (2, 1))]
    theta = rate(results).theta
    difference = theta[0] - theta[1]
    chance = 1 / (1 + math.exp(-difference))
    assert 3 - 4 * chance == pytest.approx(0.02 * difference / 2, abs=1e-9)
    assert theta[0] == pytest.approx(-theta[1])


def test_ten_to_one_odds_are_400_points_but_for_the_penalty():
    results = [Result("azul", ("a", "b"), (1, 2))] * 10_000
    results += [Result("azul", ("a", "b"), (2, 1))] * 1_000
    assert elo(results, "a") - elo(results, "b") == pytest.approx(400, abs=0.02)


def test_pair_of_a_match_of_n_seats_weighs_one_of_n_minus_one():
    won = pair_points([Result("azul", ("a", "b", "c"), (1, 2, 2))], ["a", "b", "c"])[0]
    assert won.tolist() == [[0, 0.5, 0.5], [0, 0, 0.25], [0, 0.25, 0]]


def test_game_with_two_table_sizes_halves_the_weights():
    results = [
        Result("azul", ("a", "b"), (1, 2)),  # 1 / (2 * 1)
        Result("azul", ("a", "b", "c"), (2, 1, 3)),  # 1 / (2 * 2)
        Result("splendor", ("a", "b"), (2, 1)),  # one size: 1
    ]
    won = pair_points(results, ["a", "b", "c"])
    assert won[0].tolist() == [[0, 0.5, 0], [0, 0, 0], [0, 0, 0]]
    assert won[1].tolist() == [[0, 0, 0.25], [0.25, 0, 0.25], [0, 0, 0]]
    assert won[2].tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]


def test_seats_of_one_participant_do_not_meet():
    won = pair_points([Result("azul", ("a", "a", "b"), (1, 3, 2))], ["a", "b"])[0]
    assert won.tolist() == [[0, 0.5], [0.5, 0]]


def test_pooled_ratings_are_one_fit_and_no_mean_over_games():
    # three of four in azul, none of four in splendor: three of eight in all
    results = [Result("azul", ("a", "b"), (1, 2))] * 3 + [Result("azul", ("a", "b"), (2, 1))]
    results += [Result("splendor", ("a", "b"), (2, 1))] * 4
    pooled = rate(results).theta
    same = rate([Result("x", ("a", "b"), (1, 2))] * 3 + [Result("x", ("a", "b"), (2, 1))] * 5).theta
    assert pooled == pytest.approx(same, abs=1e-9)
    assert elo(results, "a", "azul") > CENTRE > elo(results, "a", "splendor")


@pytest.mark.parametrize("seed", range(4))
def test_newton_agrees_with_coordinate_descent(seed):
    generator = np.random.Generator(np.random.PCG64(seed))
    won = generator.integers(0, 12, size=(6, 6)) / 2.0
    won[generator.random((6, 6)) < 0.3] = 0
    np.fill_diagonal(won, 0)
    theta = fit(won)
    other = np.array(by_coordinates(won.tolist()))
    assert np.abs(theta - other).max() < 1e-6
    assert objective(theta, won) <= objective(other, won) + 1e-9


def test_participant_that_never_wins_has_a_finite_rating_and_is_last():
    results = [
        Result("azul", ("a", "b", "c"), (1, 2, 3)),
        Result("azul", ("b", "a", "c"), (1, 2, 3)),
    ]
    rated = rate(results * 50)
    assert all(math.isfinite(one) for one in rated.elo)
    assert min(rated.elo) == rated.elo[2] < 1000
    won = pair_points(results * 50, ["a", "b", "c"]).sum(axis=0)
    assert np.abs(fit(won) - np.array(by_coordinates(won.tolist()))).max() < 1e-6


def test_everything_tied_is_rated_1500():
    assert rate([Result("azul", ("a", "b", "c"), (1, 1, 1))] * 9).elo == pytest.approx([1500] * 3)


def test_one_participant_alone_is_rated_1500():
    rated = rate([Result("azul", ("a", "a"), (1, 2))])
    assert (rated.participants, rated.elo, rated.connected) == (("a",), (1500.0,), True)


def test_no_results_rate_nobody():
    assert rate([]).participants == ()


def test_groups_that_never_met_are_told():
    results = [Result("azul", ("a", "b"), (1, 2)), Result("azul", ("c", "d"), (1, 2))]
    rated = rate(results)
    assert rated.groups == (("a", "b"), ("c", "d"))
    assert not rated.connected
    assert rate([*results, Result("azul", ("b", "c"), (1, 2))]).connected
    assert connected(np.zeros((2, 2))) == [[0], [1]]


def test_batch_is_the_fits_one_by_one_from_any_start():
    generator = np.random.Generator(np.random.PCG64(5))
    won = generator.integers(0, 5, size=(3, 2, 4, 4)).astype(float)
    won[..., np.arange(4), np.arange(4)] = 0
    together = fit(won)
    assert together.shape == (3, 2, 4)
    for one in range(3):
        for two in range(2):
            assert together[one, two] == pytest.approx(fit(won[one, two]), abs=1e-9)
    assert fit(won, start=np.array([9.0, -9, 3, -3])) == pytest.approx(together, abs=1e-9)


def test_points_that_are_no_numbers_do_not_settle():
    with pytest.raises(NoConvergence, match="1 of 1 fits"):
        fit(np.array([[0, np.nan], [1, 0]]))


@settings(max_examples=30, deadline=None)
@given(MATCHES)
def test_names_do_not_matter(results):
    other = str.maketrans("abcde", "ecadb")
    renamed = [
        Result(one.game, tuple(name.translate(other) for name in one.roster), one.ranks)
        for one in results
    ]
    rated, again = rate(results), rate(renamed)
    ratings = dict(zip(again.participants, again.theta, strict=True))
    for name, theta in zip(rated.participants, rated.theta, strict=True):
        assert ratings[name.translate(other)] == pytest.approx(theta, abs=1e-8)


@settings(max_examples=30, deadline=None)
@given(MATCHES, st.randoms(use_true_random=False))
def test_order_of_matches_and_seats_does_not_matter(results, chance):
    shuffled = []
    for one in results:
        seats = list(zip(one.roster, one.ranks, strict=True))
        chance.shuffle(seats)
        roster, ranks = zip(*seats, strict=True)
        shuffled.append(Result("azul", roster, ranks))
    chance.shuffle(shuffled)
    assert rate(shuffled).theta == pytest.approx(rate(results).theta, abs=1e-8)


@settings(max_examples=30, deadline=None)
@given(MATCHES)
def test_ratings_are_centred_and_mirrored_when_results_are(results):
    mirrored = [
        Result("azul", one.roster, tuple(4 - rank for rank in one.ranks)) for one in results
    ]
    theta = np.array(rate(results).theta)
    assert theta.sum() == pytest.approx(0, abs=1e-9)
    assert np.array(rate(mirrored).theta) == pytest.approx(-theta, abs=1e-8)
