"""Shares and uptimes: the ratio of two totals over games (damage of one ability over all damage)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtsim.stats.arrays import ArrayLike
from dtsim.stats.estimate import Estimate
from dtsim.stats.normal import z_of


@dataclass(frozen=True, slots=True)
class RatioSums:
    """All that a ratio of totals and its error need; sums over games add like numbers."""

    n: int = 0
    y: float = 0.0
    x: float = 0.0
    yy: float = 0.0
    xy: float = 0.0
    xx: float = 0.0

    @classmethod
    def of_games(cls, y: ArrayLike, x: ArrayLike) -> RatioSums:
        """One entry per game (or per block of dependent games, summed): numerator and denominator."""
        top, bottom = np.asarray(y, dtype=float), np.asarray(x, dtype=float)
        assert top.shape == bottom.shape
        return cls(
            top.size,
            float(top.sum()),
            float(bottom.sum()),
            float((top * top).sum()),
            float((top * bottom).sum()),
            float((bottom * bottom).sum()),
        )

    def __add__(self, other: RatioSums) -> RatioSums:
        return RatioSums(
            self.n + other.n,
            self.y + other.y,
            self.x + other.x,
            self.yy + other.yy,
            self.xy + other.xy,
            self.xx + other.xx,
        )

    def estimate(self, confidence: float = 0.95) -> Estimate:
        """R = sum y / sum x; delta method Var(R) = Var(y - R x) / (n xbar^2) (Cochran 1977, chapter 6)."""
        if self.x == 0:
            return Estimate.unknown(self.n)
        ratio = self.y / self.x
        if self.n == 1:
            return Estimate(ratio, None, None, 1)
        squares = max(0.0, self.yy - 2 * ratio * self.xy + ratio**2 * self.xx)
        reach = z_of(confidence) * (self.n * squares / (self.n - 1)) ** 0.5 / abs(self.x)
        return Estimate(ratio, ratio - reach, ratio + reach, self.n)


def bootstrap_ratio(
    y: ArrayLike, x: ArrayLike, rng: np.random.Generator, n_draws: int = 2000, confidence: float = 0.95
) -> Estimate:
    """The same ratio with the percentile interval of games drawn again with replacement (Efron 1979).

    For skewed shares of few games; entries are games, or blocks of dependent games.
    """
    top, bottom = np.asarray(y, dtype=float), np.asarray(x, dtype=float)
    if bottom.sum() == 0:
        return Estimate.unknown(top.size)
    value = float(top.sum() / bottom.sum())
    if top.size == 1:
        return Estimate(value, None, None, 1)
    ratios = []
    for _ in range(n_draws):
        weights = np.bincount(rng.integers(top.size, size=top.size), minlength=top.size)
        total = float(weights @ bottom)
        if total != 0:
            ratios.append(float(weights @ top) / total)
    tail = (1 - confidence) / 2
    low, high = np.quantile(ratios, [tail, 1 - tail])
    return Estimate(value, float(low), float(high), top.size)
