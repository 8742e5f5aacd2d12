"""A chi-square statistic with its degrees of freedom and its p-value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """How badly a hypothesis fits: a statistic as large as this one turns up with probability `p_value`."""

    statistic: float
    degrees: int
    p_value: float


def chi_square(statistic: float, degrees: int) -> ChiSquare:
    """Judge a statistic; with no degree of freedom there is nothing to reject."""
    if degrees <= 0:
        return ChiSquare(0.0, 0, 1.0)
    from scipy.special import chdtrc

    return ChiSquare(float(statistic), degrees, float(chdtrc(degrees, max(0.0, statistic))))
