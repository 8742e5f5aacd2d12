"""Which heroes survive when players imitate whoever wins: alpha-Rank (Omidshafiei et al. 2019)."""

from __future__ import annotations

import numpy as np

from dtsim.stats.arrays import FloatArray


def alpha_rank(payoffs: FloatArray, intensity: float = 0.1, population: int = 50) -> FloatArray:
    """The share of time in which a population that plays one hero at a time plays each of them.

    A single player tries another hero; it takes over the population with the fixation probability
    1 / (1 + sum over k of prod over l <= k of exp(-intensity (f_new - f_old))).
    """
    size = len(payoffs)
    if size == 1:
        return np.ones(1)
    takes_over = _fixation(payoffs, intensity, population) / (size - 1)
    np.fill_diagonal(takes_over, 0.0)
    chain = takes_over + np.diag(1 - takes_over.sum(axis=1))
    # The stationary distribution solves pi (C - 1) = 0 and sums to 1.
    equations = np.vstack([chain.T - np.eye(size), np.ones(size)])
    stationary, *_ = np.linalg.lstsq(equations, np.append(np.zeros(size), 1.0))
    return np.asarray(np.clip(stationary, 0.0, 1.0))


def _fixation(payoffs: FloatArray, intensity: float, population: int) -> FloatArray:
    """[old, new]: the chance that one newcomer takes over a population of the old hero."""
    newcomers = np.arange(1, population)[:, None, None]
    others = population - 1
    own = np.diag(payoffs)
    old, new = own[:, None], own[None, :]
    gain_new = ((newcomers - 1) * new + (population - newcomers) * payoffs.T) / others
    gain_old = (newcomers * payoffs + (population - newcomers - 1) * old) / others
    with np.errstate(over="ignore"):
        odds = np.exp(np.cumsum(-intensity * (gain_new - gain_old), axis=0)).sum(axis=0)
    return np.asarray(1 / (1 + odds))
