"""Means and shares with 95% confidence intervals."""

import math
from dataclasses import dataclass

Z = 1.959963984540054  # of a 95% interval
MANY = 190  # degrees of freedom: from here on the normal distribution is near to Student's


@dataclass(frozen=True)
class Interval:
    """An estimate and the bounds that hold the truth in 95 of 100 studies."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"

    def percent(self) -> str:
        """As a share: 51.2% [50.1, 52.3]."""
        return f"{self.value:.1%} [{100 * self.low:.1f}, {100 * self.high:.1f}]"

    def within(self, least: float, most: float) -> "Interval":
        """The part of it that can be."""
        return Interval(self.value, max(least, self.low), min(most, self.high))


def mean(total: float, squares: float, n: int) -> Interval:
    """Of n numbers with this sum and sum of squares."""
    if n < 2:
        return Interval(total / max(n, 1), -math.inf, math.inf)
    middle = total / n
    spread = math.sqrt(max(0.0, squares / n - middle * middle) / (n - 1))
    return around(middle, spread, n - 1)


def around(middle: float, error: float, freedom: float) -> Interval:
    """The interval of an estimate with this standard error: wider where games are few.

    Student's quantile by Wallace's formula: for two games a third too wide, for three by 4%.
    """
    reach = Z
    if freedom < MANY:
        z = Z * (8 * freedom + 3) / (8 * freedom + 1)
        reach = math.sqrt(freedom * math.expm1(z * z / freedom))
    return Interval(middle, middle - reach * error, middle + reach * error)


def by_chance(errors: float, freedom: float) -> float:
    """How often chance alone is so many standard errors off, to either side; as `around` has it."""
    if freedom < MANY:
        shrunk = math.sqrt(freedom * math.log1p(errors * errors / freedom))
        errors = shrunk * (8 * freedom + 1) / (8 * freedom + 3)
    return math.erfc(abs(errors) / math.sqrt(2))


def share(wins: float, n: int) -> Interval:
    """Wilson's interval for a share of n, which also holds near 0 and 1."""
    if n == 0:
        return Interval(math.nan, 0.0, 1.0)
    p, z2 = wins / n, Z * Z
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    reach = Z / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return Interval(p, max(0.0, min(p, centre - reach)), min(1.0, max(p, centre + reach)))
