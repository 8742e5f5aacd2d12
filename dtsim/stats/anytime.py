"""Intervals and evidence that hold at every number of games at once: look at any time, stop at will.

An e-value of 20 is as rare as a p-value of 5 %, however often one looks (Ville's inequality). A confidence
sequence holds the values against which the e-value never got that far.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, sqrt

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray, IntArray
from dtsim.stats.bisection import crossing
from dtsim.stats.differences import gains
from dtsim.stats.estimate import Estimate
from dtsim.stats.pairs import moments

BURN_IN_PAIRS = 200  # the sequences for means are asymptotic: before this many pairs they may not decide
FAIR_PAIR_VARIANCE = 1 / 8  # of the mean of two independent even games


def bernoulli_sequence(successes: int, n: int, confidence: float = 0.95, prior: float = 0.5) -> Estimate:
    """The rates against which a Beta(prior, prior) stake never won 1 / alpha: Robbins' mixture (1970)."""
    return _invert(
        lambda rate: rate_log_e(successes, n, rate, prior), successes, n, log(1 / (1 - confidence))
    )


def tuned_sequence(successes: int, n: int, planned_n: int, confidence: float = 0.95) -> Estimate:
    """The same, tightest near a planned number of games: Howard et al. 2021, two-sided beta-binomial mixture.

    The stake for a rate p is Beta(c p, c (1 - p)): it bets on truths near the hypothesis, at the distance
    that `planned_n` games can tell.
    """
    from scipy.special import betaln, xlog1py, xlogy

    alpha = 1 - confidence
    concentration = max(planned_n / _log_term(alpha) - 1, 1e-3)

    def log_e(rate: FloatArray) -> FloatArray:
        a, b = concentration * rate, concentration * (1 - rate)
        likelihood = xlogy(successes, rate) + xlog1py(n - successes, -rate)
        return np.asarray(betaln(a + successes, b + n - successes) - betaln(a, b) - likelihood)

    return _invert(log_e, successes, n, log(1 / alpha))


def score_sequence(
    counts: ArrayLike,
    planned_units: int,
    variance_guess: float = FAIR_PAIR_VARIANCE,
    confidence: float = 0.95,
) -> Estimate:
    """Points per game from pairs (or games) at any time: the asymptotic sequence for a mean.

    Waudby-Smith et al. 2024. It is tightest after `planned_units` of the guessed variance.
    """
    table = np.asarray(counts, dtype=np.int64)
    n_units, mean, variance = (float(x) for x in moments(table))
    if n_units == 0:
        return Estimate.unknown()
    reach = _reach(n_units, n_units * variance, variance_guess * planned_units, 1 - confidence)
    n_games = int(n_units) * (table.shape[-1] - 1) // 2
    return Estimate(mean, max(0.0, mean - reach), min(1.0, mean + reach), n_games)


def difference_sequence(
    table: ArrayLike, planned_units: int, variance_guess: float, confidence: float = 0.95
) -> Estimate:
    """Change of the mean score on common dice at any time, from a joint table of scores before and after."""
    n, mean, squares = gains(table)
    if n == 0:
        return Estimate.unknown()
    reach = _reach(n, squares, variance_guess * planned_units, 1 - confidence)
    return Estimate(mean, max(-1.0, mean - reach), min(1.0, mean + reach), n)


def rate_log_e(successes: ArrayLike, n: ArrayLike, rate: ArrayLike, prior: float = 0.5) -> FloatArray:
    """ln E against a rate p: E = B(a + S, a + n - S) / B(a, a) / (p^S (1 - p)^(n - S)), a the prior."""
    from scipy.special import betaln, xlog1py, xlogy

    won, lost = np.asarray(successes, dtype=float), np.asarray(n, dtype=float) - np.asarray(successes)
    likelihood = xlogy(won, rate) + xlog1py(lost, -np.asarray(rate, dtype=float))
    return np.asarray(betaln(prior + won, prior + lost) - betaln(prior, prior) - likelihood)


def sign_log_e(up: ArrayLike, down: ArrayLike, prior: float = 0.5) -> FloatArray:
    """ln E against "rises and falls are equally likely", of units that changed: exact on common dice."""
    rises = np.asarray(up, dtype=float)
    return rate_log_e(rises, rises + np.asarray(down), 0.5, prior)


def matchup_log_e(pentanomial: IntArray) -> FloatArray:
    """ln E against an even matchup: pairs with more than half the points against pairs with less.

    Counts may be stacked, the last axis holding the five counts.
    """
    return sign_log_e(pentanomial[..., 3:].sum(axis=-1), pentanomial[..., :2].sum(axis=-1))


def best_rho(planned_squares: float, alpha: float = 0.05) -> float:
    """The mixture that is tightest when the sum of squares reaches the planned value (Howard et al. 2021)."""
    return planned_squares / _log_term(alpha)


def mixture_bound(sum_of_squares: float, rho: float, alpha: float = 0.05) -> float:
    """How far a sum of centred terms may stray: sqrt((V + rho) ln((V + rho) / (rho alpha^2)))."""
    spread = sum_of_squares + rho
    return sqrt(spread * log(spread / (rho * alpha**2)))


def mixture_log_e(total: float, sum_of_squares: float, rho: float) -> float:
    """ln E against "the terms of this sum are centred": the normal mixture behind `mixture_bound`."""
    spread = sum_of_squares + rho
    return (log(rho / spread) + total**2 / spread) / 2


def _reach(n_units: float, squares: float, planned_squares: float, alpha: float) -> float:
    """Half the width of the sequence for a mean; it knows nothing before the burn-in."""
    if n_units < BURN_IN_PAIRS:
        return inf
    return mixture_bound(squares, best_rho(planned_squares, alpha), alpha) / n_units


def _log_term(alpha: float) -> float:
    surprise = 2 * log(1 / alpha)
    return surprise + log(1 + surprise)


def _invert(log_e: Callable[[FloatArray], FloatArray], successes: int, n: int, threshold: float) -> Estimate:
    """All rates whose evidence stays below the threshold: it grows on either side of the observed rate."""
    if n == 0:
        return Estimate.unknown()
    observed = successes / n
    edge = 1e-12
    low, high = 0.0, 1.0
    if successes > 0 and log_e(np.array(edge)) > threshold:
        low = float(crossing(lambda rate: log_e(rate) - threshold, 0.0, observed))
    if successes < n and log_e(np.array(1 - edge)) > threshold:
        high = float(crossing(lambda rate: threshold - log_e(rate), observed, 1.0))
    return Estimate(observed, low, high, n)
