"""How much better one hypothesis explains the results than another: the exact generalised likelihood ratio.

Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution" (2019)
and "Normalized Elo" (2020), the theory behind fishtest. Counts are games [L, D, W] or pairs [LL .. WW]; they
may be stacked, the last axis holding the results.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray
from dtsim.stats.bisection import crossing
from dtsim.stats.elo import NORMALIZED_ELO, expected_score, filled
from dtsim.stats.pairs import moments

MAX_ITERATIONS = 100


def score_llr(counts: ArrayLike, low_score: float, high_score: float) -> FloatArray:
    """ln of how much more likely the results are at the high mean score than at the low one.

    Each side is the best-fitting distribution with that mean, so no shape is assumed. No results: 0.
    """
    assert 0 < low_score < high_score < 1
    observed, table = np.asarray(counts, dtype=float), filled(counts)
    n_units = table.sum(axis=-1)
    shares = table / n_units[..., None]
    scores = np.linspace(0, 1, shares.shape[-1])
    low, high = (_best_fit(shares, scores - mean) for mean in (low_score, high_score))
    return _weigh(observed, n_units, shares, low, high)


def logistic_llr(counts: ArrayLike, low_elo: float, high_elo: float) -> FloatArray:
    """The same with the hypotheses given in Elo."""
    return score_llr(counts, expected_score(low_elo), expected_score(high_elo))


def normalized_llr(counts: ArrayLike, low_elo: float, high_elo: float) -> FloatArray:
    """The same with the hypotheses given in normalised Elo, the mean's distance from 1/2 in deviations."""
    assert low_elo < high_elo
    observed, table = np.asarray(counts, dtype=float), filled(counts)
    n_units = table.sum(axis=-1)
    shares = table / n_units[..., None]
    per_game = sqrt((shares.shape[-1] - 1) // 2)
    low, high = (_best_fit_at_t(shares, elo / NORMALIZED_ELO * per_game) for elo in (low_elo, high_elo))
    return _weigh(observed, n_units, shares, low, high)


def approximate_llr(counts: ArrayLike, low_score: float, high_score: float) -> FloatArray:
    """A quick look for progress displays; never decide on it: lopsided results throw it off a hundredfold."""
    n_units, mean, variance = moments(filled(counts))
    return n_units * (high_score - low_score) * (2 * mean - low_score - high_score) / (2 * variance)


def _best_fit(shares: FloatArray, residuals: FloatArray) -> FloatArray:
    """The likeliest distribution under which the residuals have mean zero: q = p / (1 + x b).

    x is the root of sum p b / (1 + x b), which falls from +infinity to -infinity between the poles -1 / b of
    the largest and the smallest residual. It is sought by its distance from the nearer pole, for a result
    that hardly ever happened moves it there closer than 1 + x b could tell.
    """
    largest, smallest = residuals.max(axis=-1, keepdims=True), residuals.min(axis=-1, keepdims=True)
    assert (smallest < 0).all()
    assert (largest > 0).all()

    def imbalance(divisors: FloatArray) -> FloatArray:
        return np.asarray((shares * residuals / divisors).sum(axis=-1, keepdims=True))

    is_near_left = imbalance(1 - residuals * (1 / largest + 1 / smallest) / 2) <= 0
    pole = np.where(is_near_left, largest, smallest)
    side = np.where(is_near_left, 1.0, -1.0)

    def divisors(distance: FloatArray) -> FloatArray:
        return np.asarray((1 - residuals / pole) + side * distance * residuals)

    half = np.broadcast_to((1 / largest - 1 / smallest) / 2, pole.shape)
    distance = crossing(lambda d: side * imbalance(divisors(d)), np.zeros(pole.shape), half)
    return np.asarray(shares / divisors(distance))


def _best_fit_at_t(shares: FloatArray, t: float) -> FloatArray:
    """The likeliest distribution with (mean - 1/2) / deviation = t, by fixed-point iteration from uniform."""
    scores = np.linspace(0, 1, shares.shape[-1])
    fit = np.full_like(shares, 1 / shares.shape[-1])
    for _ in range(MAX_ITERATIONS):
        _, mean, variance = moments(fit)
        mean, deviation = mean[..., None], np.sqrt(variance)[..., None]
        residuals = scores - 0.5 - t * deviation * (1 + ((mean - scores) / deviation) ** 2) / 2
        before, fit = fit, _best_fit(shares, residuals)
        if np.abs(fit - before).max(initial=0.0) < 1e-9:
            return fit
    raise AssertionError("the normalised likelihood ratio did not converge")


def _weigh(
    observed: FloatArray, n_units: FloatArray, shares: FloatArray, low: FloatArray, high: FloatArray
) -> FloatArray:
    ratio = n_units * (shares * np.log(high / low)).sum(axis=-1)
    return np.asarray(np.where(observed.sum(axis=-1) > 0, ratio, 0.0))
