"""Simulated studies: their truth by enumeration, and how often intervals hold it."""

from itertools import permutations

import numpy as np
import pytest

from ludarena.analysis.coverage import (
    Coverage,
    StudyModel,
    coverage,
    placement_ends,
    rating_ends,
)
from ludarena.analysis.ratings import CENTRE, SCALE, fit
from tests.analysis.studies import published_model

TINY = StudyModel(
    rosters=np.array([[[0, 1, 2], [2, 0, 1]]]),
    strengths=np.array([[1.0, 0.0, -0.5]]),
    seats=np.array([[0.3, 0.0, -0.3]]),
)


def every_order(model, match):
    """Yield (chance, seats in order) of a match, by the model's definition."""
    strength = model.strengths[0, model.rosters[0, match]] + model.seats[0]
    for order in permutations(range(3)):
        chance, left = 1.0, np.exp(strength)
        for seat in order:
            chance *= left[seat] / left.sum()
            left = np.where(np.arange(3) == seat, 0, left)
        yield chance, order


def test_expected_placement_is_that_of_all_orders():
    expected = np.zeros(3)
    for match in range(2):
        for chance, order in every_order(TINY, match):
            for place, seat in enumerate(order):
                expected[TINY.rosters[0, match, seat]] += chance * (2 - place) / 2 / 2
    assert TINY.placement()[1] == pytest.approx(expected)
    assert TINY.placement()[0] == pytest.approx(expected)


def test_true_ratings_are_fitted_to_the_expected_points_of_pairs():
    won = np.zeros((3, 3))
    for match in range(2):
        for chance, order in every_order(TINY, match):
            who = [TINY.rosters[0, match, seat] for seat in order]
            for above, below in ((0, 1), (0, 2), (1, 2)):
                won[who[above], who[below]] += chance / 2
    assert TINY.elo()[1] == pytest.approx(CENTRE + SCALE * fit(won))


def test_studies_end_as_the_model_says():
    generator = np.random.Generator(np.random.PCG64(1))
    studies = [TINY.study(generator) for _ in range(4_000)]
    first = [study[0].ranks.index(1) for study in studies]
    chance = sum(one for one, order in every_order(TINY, 0) if order[0] == 0)
    assert first.count(0) / 4_000 == pytest.approx(chance, abs=0.03)
    assert studies[0][1].roster == ("p2", "p0", "p1")


def test_parts_of_a_simulation_can_be_joined():
    truth, analyse = TINY.placement(), placement_ends("percentile", 20)
    whole = coverage(TINY, truth, analyse, studies=6, seed=3)
    parts = [coverage(TINY, truth, analyse, studies=3, first=one, seed=3) for one in (0, 3)]
    joined = parts[0].joined(parts[1])
    assert joined.studies == 6
    assert joined.held.tolist() == whole.held.tolist()
    assert joined.widths == pytest.approx(whole.widths)


def test_shares_are_counts_of_studies():
    assert Coverage(4, np.array([[3, 4]]), np.ones((1, 2))).shares.tolist() == [[0.75, 1.0]]


@pytest.mark.parametrize("method", ["percentile", "score"])
def test_intervals_hold_the_truth_about_as_often_as_they_say(method):
    model = published_model(games=2)
    found = coverage(model, model.placement(), placement_ends(method, 300), studies=40, seed=1)
    assert found.shares[0].mean() == pytest.approx(0.95, abs=0.04)
    assert found.shares[1:].mean() == pytest.approx(0.95, abs=0.05)
    assert found.shares.min() > (0.7 if method == "score" else 0.3)


def test_percentile_intervals_of_ratings_hold_the_truth_mostly():
    model = published_model(games=1)
    found = coverage(model, model.elo(), rating_ends(150), studies=20, seed=1)
    assert 0.8 < found.shares.mean() <= 1


def test_simulated_placements_spread_as_the_published_ones_do():
    from ludarena.analysis.draws import joint_draws
    from tests.analysis.published import exact_48ths

    model = published_model()
    generator = np.random.Generator(np.random.PCG64(2))
    spread = [joint_draws(model.study(generator), draws=1).placement.var() for _ in range(4)]
    assert np.mean(spread) == pytest.approx((exact_48ths() / 48).var(), rel=0.12)
