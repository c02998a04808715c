"""Chi-square tests with the standard library: p-values, two-sided, corrected for their number."""

from collections.abc import Sequence
from math import exp, lgamma, log

MIN_EXPECTED = 5.0  # Cochran's rule of thumb; below it the chi-square law is a poor approximation

_PRECISION = 1e-15
_TINY = 1e-300


def statistic(observed: Sequence[int], expected: Sequence[float]) -> float:
    """Return Pearson's sum over the cells; `observed` and `expected` are parallel counts."""
    if len(observed) != len(expected):
        raise ValueError(f"{len(observed)} observed cells, {len(expected)} expected ones")
    return sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))


def tails(value: float, degrees: int) -> tuple[float, float]:
    """Return P(X <= value) and P(X >= value) of the chi-square law, the smaller one exactly.

    By the regularized incomplete gamma function: a power series below its bend, a continued
    fraction (modified Lentz) above it (Numerical Recipes, section 6.2).
    """
    if value <= 0:
        return 0.0, 1.0
    a, x = degrees / 2, value / 2
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        lower = front * _series(a, x)
        return lower, 1 - lower
    upper = front * _fraction(a, x)
    return 1 - upper, upper


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while term > total * _PRECISION:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    result = d
    i = 0
    step = 0.0
    while abs(step - 1) > _PRECISION * 10:
        i += 1
        numerator = -i * (i - a)
        b += 2
        d = 1 / (numerator * d + b or _TINY)
        c = b + numerator / c or _TINY
        step = c * d
        result *= step
    return result


def two_sided(value: float, degrees: int, expected: float) -> float:
    """Return the p-value that finds both a bad fit and one too good to be chance.

    `expected` is the smallest expected count. Counts are whole, so the statistic moves in steps of
    about two over it; the lower tail includes one step, or an exact fit would have no probability.
    """
    lower = tails(value + 2 / expected, degrees)[0]
    upper = tails(value, degrees)[1]
    return min(1.0, 2 * min(lower, upper))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values, parallel to `p_values`.

    Rejecting those below alpha keeps the chance of any false rejection below alpha, whatever the
    dependence between the tests.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, p_values[i] * (len(p_values) - rank)))
        adjusted[i] = highest
    return adjusted
