"""How long a typical game lasts: quantiles of whole numbers with intervals from order statistics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dtsim.stats.arrays import ArrayLike, IntArray
from dtsim.stats.estimate import Estimate


@dataclass(frozen=True, slots=True)
class RankRange:
    """Ranks (from 1) of the sorted values that enclose a quantile, or None, and how surely they do."""

    low: int | None
    high: int | None
    coverage: float


def rank_range(n: int, level: float, confidence: float = 0.95) -> RankRange:
    """Which two of n sorted values enclose the quantile, whatever the distribution (David & Nagaraja 2003).

    The number of values below the quantile is Binomial(n, level); each tail is left at most half the error.
    """
    assert 0 < level < 1
    from scipy.special import bdtr, bdtrc

    tail = (1 - confidence) / 2
    # P(B < low) <= tail and P(B >= high) <= tail; B counts the values below the quantile
    low = _smallest(lambda k: bdtr(k, n, level) > tail, n)
    high = _smallest(lambda k: bdtrc(k, n, level) <= tail, n) + 1
    missed = bdtr(low - 1, n, level) if low >= 1 else 0.0
    reached = bdtr(high - 1, n, level) if high <= n else 1.0
    return RankRange(
        low if low >= 1 else None,
        high if high <= n else None,
        float(reached - missed),
    )


def quantile(counts: ArrayLike, level: float, truncated: int = 0, confidence: float = 0.95) -> Estimate:
    """The quantile of a histogram over 0, 1, 2 ...; histograms add, so game lengths are kept as one.

    Games stopped by the turn cap are longer than every counted one; a quantile among them is unknown.
    """
    histogram = np.asarray(counts, dtype=np.int64)
    n = int(histogram.sum()) + truncated
    if n == 0:
        return Estimate.unknown()
    cumulative = np.cumsum(histogram)
    value = _at_rank(cumulative, max(1, int(np.ceil(level * n - 1e-9))))
    if value is None:
        return Estimate.unknown(n)
    ranks = rank_range(n, level, confidence)
    return Estimate(value, _at_rank(cumulative, ranks.low), _at_rank(cumulative, ranks.high), n)


def _smallest(holds: Callable[[int], bool], n: int) -> int:
    """The smallest k of 0 .. n from which a condition holds."""
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _at_rank(cumulative: IntArray, rank: int | None) -> float | None:
    """The value at a rank of the sorted sample, if the counted games reach that far."""
    if rank is None or len(cumulative) == 0 or rank > cumulative[-1]:
        return None
    return float(np.searchsorted(cumulative, rank))
