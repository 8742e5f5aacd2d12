"""The bell curve without scipy: how many standard errors an interval takes, how likely a z-score is."""

from __future__ import annotations

from math import erfc, sqrt
from statistics import NormalDist

_STANDARD = NormalDist()


def z_of(confidence: float) -> float:
    """Standard errors on either side of an estimate: 1.96 for a confidence of 95 %."""
    assert 0 < confidence < 1
    return _STANDARD.inv_cdf((1 + confidence) / 2)


def quantile(probability: float) -> float:
    """The value that a standard normal number stays below with this probability."""
    return _STANDARD.inv_cdf(probability)


def lower_tail(z: float) -> float:
    """P(Z <= z), accurate far out in the tail."""
    return erfc(-z / sqrt(2)) / 2
