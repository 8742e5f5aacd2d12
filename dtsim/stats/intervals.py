"""How far a rate of independent games may be off: Wilson by default, Clopper-Pearson, Jeffreys."""

from __future__ import annotations

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray
from dtsim.stats.estimate import Estimate
from dtsim.stats.normal import z_of


def wilson(successes: float, n: int, confidence: float = 0.95) -> Estimate:
    """The rates that the score test does not reject (Wilson 1927): covers what it promises on average."""
    if n == 0:
        return Estimate.unknown()
    rate = successes / n
    low, high = wilson_bounds(rate, n, confidence)
    return Estimate(rate, float(low), float(high), n)


def wilson_bounds(rates: ArrayLike, n: ArrayLike, confidence: float = 0.95) -> tuple[FloatArray, FloatArray]:
    """Wilson's interval for arrays of rates; `n` may be a fraction (effective games), and 0 gives nan."""
    rate, n_games = np.asarray(rates, dtype=float), np.asarray(n, dtype=float)
    z_squared = z_of(confidence) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        shrink = 1 + z_squared / n_games
        centre = (rate + z_squared / (2 * n_games)) / shrink
        spread = rate * (1 - rate) / n_games + z_squared / (4 * n_games**2)
        half_width = np.sqrt(z_squared * spread) / shrink
    # In exact arithmetic the end at 0 or 1 is reached when nothing or everything was won; rounding misses it.
    low = np.where(rate == 0, np.where(n_games > 0, 0.0, np.nan), centre - half_width)
    high = np.where(rate == 1, np.where(n_games > 0, 1.0, np.nan), centre + half_width)
    return low, high


def clopper_pearson(successes: int, n: int, confidence: float = 0.95) -> Estimate:
    """The rates that neither exact binomial tail rejects (Clopper & Pearson 1934): coverage is guaranteed."""
    if n == 0:
        return Estimate.unknown()
    from scipy.special import betaincinv

    tail, failures = (1 - confidence) / 2, n - successes
    low = float(betaincinv(successes, failures + 1, tail)) if successes > 0 else 0.0
    high = float(betaincinv(successes + 1, failures, 1 - tail)) if failures > 0 else 1.0
    return Estimate(successes / n, low, high, n)


def jeffreys(successes: float, n: int, confidence: float = 0.95) -> Estimate:
    """The middle of the posterior Beta(x + 1/2, n - x + 1/2); ends that were reached belong to the interval.

    Brown, Cai & DasGupta 2001.
    """
    if n == 0:
        return Estimate.unknown()
    from scipy.special import betaincinv

    tail, failures = (1 - confidence) / 2, n - successes
    low = float(betaincinv(successes + 0.5, failures + 0.5, tail)) if successes > 0 else 0.0
    high = float(betaincinv(successes + 0.5, failures + 0.5, 1 - tail)) if failures > 0 else 1.0
    return Estimate(successes / n, low, high, n)
