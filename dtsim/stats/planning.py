"""How many games it takes: to a wanted precision, to show equality, to the end of a sequential test."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, expm1

from dtsim.stats.normal import quantile, z_of
from dtsim.stats.sprt import stopping_bounds


def games_for_half_width(half_width: float, rate: float = 0.5, confidence: float = 0.95) -> int:
    """Independent games until the interval is +- half_width: z^2 p (1 - p) / h^2."""
    return ceil(z_of(confidence) ** 2 * rate * (1 - rate) / half_width**2)


def projected_games(n: int, half_width: float, target: float) -> int:
    """Games in all to reach a target, if the interval keeps shrinking with the root of n (simc)."""
    return ceil(n * (half_width / target) ** 2)


def units_for_equivalence(
    tolerance: float, variance: float, power: float = 0.9, confidence: float = 0.95
) -> int:
    """Units to show by two one-sided tests that a change is within +- tolerance, if there is none.

    `variance` is that of one difference: 1/2 for independent games, the share of changed results on common
    dice.
    """
    z_sum = quantile(confidence) + quantile((1 + power) / 2)
    return ceil(z_sum**2 * variance / tolerance**2)


@dataclass(frozen=True, slots=True)
class SprtPlan:
    """What a sequential test is going to do if the true score is this one."""

    pass_probability: float
    expected_units: float


def sprt_plan(
    score: float,
    low_score: float,
    high_score: float,
    variance: float,
    alpha: float = 0.05,
    beta: float = 0.05,
) -> SprtPlan:
    """Chance of accepting the high hypothesis and mean number of units, from Wald's identities (1945).

    `variance` is that of one unit: 1/8 for pairs of independent even games.
    """
    low, high = stopping_bounds(alpha, beta)
    gap = high_score - low_score
    information = gap**2 / variance
    h = (2 * score - low_score - high_score) / gap
    if abs(h) < 1e-6:  # half way between the hypotheses the formulas below are 0 / 0
        return SprtPlan(-low / (high - low), -low * high / information)
    # (1 - e^-hA) / (e^-hB - e^-hA), written so that no exponent is positive
    if h > 0:
        passes = expm1(h * low) / expm1(h * (low - high))
    else:
        passes = exp(h * high) * expm1(-h * low) / expm1(h * (high - low))
    return SprtPlan(passes, 2 / h * (high * passes + low * (1 - passes)) / information)
