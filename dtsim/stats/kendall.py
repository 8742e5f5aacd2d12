"""How much two orders of the same things agree: Kendall 1938."""

from __future__ import annotations

import numpy as np

from dtsim.stats.arrays import FloatArray
from dtsim.stats.bradley_terry import Ratings
from dtsim.stats.estimate import Estimate

DRAWS = 2_000


def kendall_tau(first: FloatArray, second: FloatArray) -> float:
    """Pairs in the same order minus pairs in the other, of all pairs; ties count for neither (tau-b)."""
    rows, columns = np.triu_indices(len(first), 1)
    a, b = np.sign(first[rows] - first[columns]), np.sign(second[rows] - second[columns])
    untied = np.sqrt((a != 0).sum() * (b != 0).sum())
    return float((a * b).sum() / untied) if untied else 0.0


def order_agreement(
    first: Ratings, second: Ratings, rng: np.random.Generator, confidence: float = 0.95
) -> Estimate:
    """Tau between two ratings of the same heroes, with the spread it has when strengths are drawn anew.

    Noise alone turns neighbours around, so the interval reaches further down than up.
    """
    assert first.heroes == second.heroes
    value = kendall_tau(first.strengths, second.strengths)
    draws = [
        rng.multivariate_normal(fit.strengths, fit.covariance, DRAWS, method="eigh")
        for fit in (first, second)
    ]
    taus = [kendall_tau(a, b) for a, b in zip(*draws, strict=True)]
    low, high = np.quantile(taus, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Estimate(value, min(value, float(low)), max(value, float(high)), first.n + second.n)
