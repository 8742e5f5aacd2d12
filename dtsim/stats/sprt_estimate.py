"""What a stopped sequential test says about the size of the effect: the median-unbiased estimate of fishtest.

The plain mean is biased away from the bounds once the stopping time depends on it. The LLR is treated as a
Brownian motion between two absorbing bounds; outcomes are ordered from an early end at the lower bound to an
early end at the upper one, and the estimate is the strength at which half of all outcomes are worse.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, expm1, pi, sqrt

import numpy as np

from dtsim.stats.elo import filled
from dtsim.stats.estimate import Estimate
from dtsim.stats.pairs import moments
from dtsim.stats.sprt import stopping_bounds


@dataclass(frozen=True, slots=True)
class StoppedTest:
    """Where a test stands: bounds, hypotheses as scores, and the results so far."""

    counts: tuple[int, ...]
    low_score: float
    high_score: float
    alpha: float = 0.05
    beta: float = 0.05

    def worse_outcome(self, score: float) -> float:
        """The probability, if this were the true score, of a worse outcome than the observed one."""
        drift, variance = self._walk(score)
        level, time = self._position()
        low, high = stopping_bounds(self.alpha, self.beta)
        return outcome_cdf(low, high, drift, variance, time, level)

    def estimate(self, confidence: float = 0.95) -> Estimate:
        """The score with a median-unbiased value and an interval that allows for the stopping."""
        n_units = sum(self.counts)
        if n_units == 0:
            return Estimate.unknown()
        tail = (1 - confidence) / 2
        value, low, high = (self._score_at(share) for share in (0.5, 1 - tail, tail))
        return Estimate(value, low, high, n_units * (len(self.counts) - 1) // 2)

    def _score_at(self, probability: float) -> float:
        """The score at which worse outcomes have this probability: it falls as the score rises."""
        from scipy.optimize import brentq

        ends = 1e-3, 1 - 1e-3
        excess = [self.worse_outcome(score) - probability for score in ends]
        if excess[0] <= 0 or excess[1] >= 0:
            return ends[0] if excess[0] <= 0 else ends[1]
        return float(brentq(lambda score: self.worse_outcome(score) - probability, *ends, xtol=1e-13))

    def _walk(self, score: float | None = None) -> tuple[float, float]:
        """Drift and variance of the LLR per unit, at the observed score or another one close by."""
        _, mean, variance = (float(x) for x in moments(filled(self.counts)))
        gap, middle = self.high_score - self.low_score, (self.low_score + self.high_score) / 2
        return ((mean if score is None else score) - middle) * gap / variance, gap**2 / variance

    def _position(self) -> tuple[float, float]:
        """The LLR and the time, pulled back to the bound if a batch carried the LLR beyond it."""
        drift, _ = self._walk()
        n_units = float(filled(self.counts).sum())
        low, high = stopping_bounds(self.alpha, self.beta)
        level = min(max(drift * n_units, low), high)
        return level, level / drift if drift != 0 else n_units


def outcome_cdf(low: float, high: float, drift: float, variance: float, time: float, level: float) -> float:
    """P(a Brownian motion from 0 has left through `low` before `time`, or is at most at `level` then).

    Exact eigenfunction series (Darling & Siegert 1953); for early times or steep drifts, where the series
    cancels, the first reflections at the bounds suffice (Siegmund 1985).
    """
    width, tilt = high - low, drift / variance
    if variance * time / width**2 < 1e-2 or abs(tilt * width) > 15:
        return _by_reflection(low, high, drift, variance, time, level)
    start, end = -low, level - low
    decay = variance * (pi / width) ** 2 / 2 * time
    order = np.arange(1, ceil(sqrt(1 + 40 / decay)) + 1)
    wave = order * pi / width
    primitive = (tilt * np.sin(wave * end) - wave * np.cos(wave * end)) / (tilt**2 + wave**2)
    terms = np.sin(wave * start) * primitive * np.exp(-decay * order**2)
    weight = 2 / width * exp(tilt * (end - start) - tilt * drift * time / 2)
    return _ends_low(start, width, tilt) + weight * float(terms.sum())


def _ends_low(start: float, width: float, tilt: float) -> float:
    """The gambler's ruin: the probability of leaving through the lower bound in the end."""
    if abs(tilt * width) < 1e-8:
        return 1 - start / width
    return exp(-2 * tilt * start) * expm1(-2 * tilt * (width - start)) / expm1(-2 * tilt * width)


def _by_reflection(
    low: float, high: float, drift: float, variance: float, time: float, level: float
) -> float:
    from scipy.special import log_ndtr

    tilt, deviation, reached = drift / variance, sqrt(variance * time), level - drift * time
    direct = exp(log_ndtr(reached / deviation))
    below = exp(2 * tilt * low + log_ndtr((2 * low - reached) / deviation))
    above = exp(2 * tilt * high + log_ndtr((reached - 2 * high) / deviation))
    return float(direct + below - above)
