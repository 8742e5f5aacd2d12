"""How a hero does against everyone: its mean rate over the field, and posterior draws of the whole matrix."""

from __future__ import annotations

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray
from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import wilson_bounds
from dtsim.stats.matchups import Matchups


def field_weights(n_heroes: int, popularity: ArrayLike | None = None) -> FloatArray:
    """How often each hero (row) meets each other (column): rows sum to 1 and nobody meets itself.

    Without popularity all opponents are alike; pass user figures or a Nash mix otherwise. A hero whose only
    weighted opponent is itself has a row of zeros.
    """
    weights = np.ones(n_heroes) if popularity is None else np.asarray(popularity, dtype=float)
    assert weights.shape == (n_heroes,)
    assert (weights >= 0).all()
    table = np.tile(weights, (n_heroes, 1))
    np.fill_diagonal(table, 0.0)
    totals = table.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(table, totals, out=np.zeros_like(table), where=totals > 0))


def against_field(rates: FloatArray, weights: FloatArray) -> FloatArray:
    """Mean rate against weighted opponents; matrices may be stacked. No opponent left means a mirror, 1/2."""
    met = np.where(weights > 0, rates, 0.0)
    return np.asarray((met * weights).sum(axis=-1) + 0.5 * (weights.sum(axis=-1) == 0))


def field_estimates(
    matchups: Matchups, popularity: ArrayLike | None = None, confidence: float = 0.95
) -> tuple[Estimate, ...]:
    """Each hero's rate against the field; unknown as long as a weighted opponent was never met.

    The variances of the cells add with the squares of the weights; the interval is Wilson's at the number of
    independent games with that variance.
    """
    rates, n_effective = matchups.rates(), matchups.effective_games()
    weights = field_weights(len(matchups.heroes), popularity)
    means = against_field(rates, weights)
    estimates = []
    for row, hero in enumerate(matchups.heroes):
        met = weights[row] > 0
        n_games = sum(2 * matchups.cell(hero, other).n for other in matchups.heroes if other != hero)
        if not met.any() or np.isnan(means[row]):
            estimates.append(Estimate.unknown(n_games))
            continue
        # A cell that was always won has no variance of its own: Jeffreys' half win and half loss give it one.
        smoothed = (rates[row, met] * n_effective[row, met] + 0.5) / (n_effective[row, met] + 1)
        variance = float((weights[row, met] ** 2 * smoothed * (1 - smoothed) / n_effective[row, met]).sum())
        centre = float(weights[row, met] @ smoothed)
        low, high = wilson_bounds(means[row], centre * (1 - centre) / variance, confidence)
        estimates.append(Estimate(float(means[row]), float(low), float(high), n_games))
    return tuple(estimates)


def posterior_rates(matchups: Matchups, n_draws: int, rng: np.random.Generator) -> FloatArray:
    """Matrices that the games leave plausible: each cell from Beta(x + 1/2, n - x + 1/2), n effective games.

    A cell that was never played is drawn from the prior alone, so that ignorance shows in what is computed.
    """
    rates, n_effective = matchups.rates(), matchups.effective_games()
    size = len(matchups.heroes)
    upper = np.triu_indices(size, 1)
    n_games = n_effective[upper]
    wins = np.where(n_games > 0, rates[upper], 0.0) * n_games
    drawn = rng.beta(wins + 0.5, n_games - wins + 0.5, size=(n_draws, len(n_games)))
    matrices = np.full((n_draws, size, size), 0.5)
    matrices[:, upper[0], upper[1]] = drawn
    matrices[:, upper[1], upper[0]] = 1 - drawn
    return matrices
