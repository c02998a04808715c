"""The law of results within a match: against all orders, against its own moments, at the ends."""

from itertools import permutations

import numpy as np
import pytest

from ludarena.analysis.match_law import beaten, chances, covariances


def by_all_orders(own, rivals):
    """Return the distribution of rivals beaten, by the two definitions over all orders."""
    found = np.zeros(len(rivals) + 1)
    strengths = np.array([own, *rivals])
    for order in permutations(range(len(strengths))):
        for sign, places in ((1, order), (-1, order[::-1])):
            chance, left = 1.0, np.exp(sign * strengths)
            for seat in places:
                chance *= left[seat] / left.sum()
                left = np.where(np.arange(len(left)) == seat, 0, left)
            found[len(rivals) - order.index(0)] += chance / 2
    return found


@pytest.mark.parametrize("rivals", [[0.3], [0.3, -1.2], [2.0, 0.1, -0.7], [1, 1, 0, -3]])
def test_distribution_is_the_mean_of_both_laws_over_all_orders(rivals):
    for own in (-2.0, 0.0, 1.5):
        assert beaten(own - np.array(rivals)) == pytest.approx(by_all_orders(own, rivals))


def test_mean_and_variance_are_those_of_the_distribution():
    gaps = np.random.Generator(np.random.PCG64(1)).normal(size=(50, 4)) * 4
    number, law = np.arange(5), beaten(gaps)
    mean = (law * number).sum(axis=-1)
    assert law.sum(axis=-1) == pytest.approx(np.ones(50))
    assert mean == pytest.approx(chances(gaps).sum(axis=-1))
    variance = (law * number**2).sum(axis=-1) - mean**2
    assert variance == pytest.approx(covariances(gaps).sum(axis=(-1, -2)), abs=1e-12)


def test_three_equal_seats_place_equally_often_and_one_pair_says_something_of_the_other():
    assert beaten(np.zeros(2)) == pytest.approx([1 / 3] * 3)
    assert covariances(np.zeros(2)) == pytest.approx(np.array([[1 / 4, 1 / 12], [1 / 12, 1 / 4]]))


def test_who_is_not_there_is_not_beaten():
    gaps = np.array([[0.4, -np.inf, 1.0], [0.4, 1.0, -np.inf]])
    for row in beaten(gaps):
        assert row == pytest.approx([*beaten(np.array([0.4, 1.0])), 0])


def test_strengths_beyond_all_measure_are_certain():
    assert beaten(np.array([900.0, 900.0])) == pytest.approx([0, 0, 1])
    assert beaten(np.array([-900.0, -900.0])) == pytest.approx([1, 0, 0])
    assert covariances(np.array([900.0, -900.0])) == pytest.approx(np.zeros((2, 2)))
