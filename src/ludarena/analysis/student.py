"""Quantiles of Student's t distribution, by the incomplete beta function."""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf, lgamma, log, log1p
from statistics import NormalDist

_NORMAL_FROM = 1e7
"""Above so many degrees of freedom the normal distribution is as good."""

_CLOSE = 1e-12


@lru_cache(maxsize=1_000)
def student_quantile(share: float, freedom: float) -> float:
    """Return the quantile of Student's t at a share from 0.5 to below 1.

    `freedom` are its degrees of freedom, any number above 0. Raises `ValueError` for others.

    >>> round(student_quantile(0.975, 11), 4)
    2.201
    """
    if not 0.5 <= share < 1 or not freedom > 0:
        raise ValueError(f"no quantile of Student's t at {share} with {freedom} degrees of freedom")
    if freedom > _NORMAL_FROM:
        return NormalDist().inv_cdf(share)
    low, high = 0.0, 1.0
    while _tail(high, freedom) > 1 - share and high < inf:
        low, high = high, 2 * high
    while low < (middle := (low + high) / 2) < high and high - low > _CLOSE * max(1, high):
        if _tail(middle, freedom) > 1 - share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _tail(at: float, freedom: float) -> float:
    """Return the chance of more than `at`, which is not negative."""
    return _incomplete_beta(freedom / (freedom + at * at), freedom / 2, 0.5) / 2


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return float(x > 0)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of I_x(a, b), by Lentz's method."""
    upper, lower = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = lower
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            lower = 1 / (1 + step * lower)
            upper = 1 + step / upper
            value *= upper * lower
        if abs(upper * lower - 1) < 1e-15:
            break
    return value
