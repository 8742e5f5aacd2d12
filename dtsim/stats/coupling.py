"""Whether shared dice pay: how much less the result scatters than with dice of its own for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from dtsim.stats.arrays import ArrayLike
from dtsim.stats.estimate import Estimate
from dtsim.stats.normal import z_of
from dtsim.stats.pairs import Pairs, moments


@dataclass(frozen=True, slots=True)
class CouplingReport:
    """What a coupling did to the two games of a pair, or to the two sides of a comparison.

    A variance ratio of 3 means that a third of the games suffices; below 1 the coupling hurts.
    """

    variance_ratio: float | None
    correlation: float | None


def pair_coupling(pairs: Pairs) -> CouplingReport:
    """For the win rate: variance if the games were independent over the variance of the pairs."""
    n, _, first = moments(pairs.table.sum(axis=1))
    _, _, second = moments(pairs.table.sum(axis=0))
    _, _, of_pair = moments(pairs.pentanomial)
    if n == 0:
        return CouplingReport(None, None)
    # Var((a + b) / 2) = (va + vb + 2 cov) / 4
    covariance = (4 * float(of_pair) - float(first) - float(second)) / 2
    return _report(float(first), float(second), covariance, 4 * float(of_pair))


def difference_coupling(table: ArrayLike) -> CouplingReport:
    """For a change on common dice: (va + vb) / Var(after - before), from a joint table of scores."""
    counts = np.asarray(table, dtype=float)
    if counts.sum() == 0:
        return CouplingReport(None, None)
    _, before_mean, before = (float(x) for x in moments(counts.sum(axis=1)))
    _, after_mean, after = (float(x) for x in moments(counts.sum(axis=0)))
    scores = np.linspace(0, 1, len(counts))
    product = float(scores @ counts @ scores) / float(counts.sum())
    covariance = product - before_mean * after_mean
    return _report(before, after, covariance, before + after - 2 * covariance)


def trinomial_ratio(pairs: Pairs) -> float | None:
    """Variance of a game inside pairs over that of a game on its own: fishtest's pentanomial / trinomial."""
    variances = _per_game(pairs)
    return None if variances is None or variances[1] == 0 else variances[0] / variances[1]


def rms_bias(pairs: Pairs) -> float | None:
    """How lopsided the shared dice make a pair, in points: sqrt(max(0, trinomial - pentanomial variance))."""
    variances = _per_game(pairs)
    return None if variances is None else sqrt(max(0.0, variances[1] - variances[0]))


def best_coupling(pilots: Mapping[str, Pairs]) -> str:
    """Of several pilots of one matchup, the coupling whose pairs scatter least; of equals the first."""
    assert all(pairs.n > 0 for pairs in pilots.values())
    spread = {name: float(moments(pairs.pentanomial)[2]) for name, pairs in pilots.items()}
    return min(spread, key=lambda name: spread[name])


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A mean cleared of luck, and the share of its scatter that the luck explains."""

    mean: Estimate
    explained: float


def control_variate(scores: ArrayLike, luck: ArrayLike, confidence: float = 0.95) -> Adjusted:
    """p - beta mean(luck), beta = cov / var, for luck of true mean 0: better dice than the opponent's."""
    points, chance = np.asarray(scores, dtype=float), np.asarray(luck, dtype=float)
    if points.size == 0:
        return Adjusted(Estimate.unknown(), 0.0)
    spread = float(chance.var())
    slope = float(np.mean((points - points.mean()) * chance)) / spread if spread > 0 else 0.0
    cleared = points - slope * chance
    mean, variance = float(cleared.mean()), float(points.var())
    reach = z_of(confidence) * float(cleared.std()) / sqrt(points.size)
    explained = slope**2 * spread / variance if variance > 0 else 0.0
    return Adjusted(Estimate(mean, mean - reach, mean + reach, points.size), explained)


def _per_game(pairs: Pairs) -> tuple[float, float] | None:
    """Variance per game as the pairs show it, and as the games alone would."""
    if pairs.n == 0:
        return None
    games = pairs.games
    _, _, of_pair = moments(pairs.pentanomial)
    _, _, alone = moments([games.losses, games.draws, games.wins])
    return 2 * float(of_pair), float(alone)


def _report(first: float, second: float, covariance: float, coupled: float) -> CouplingReport:
    scale = sqrt(first * second)
    return CouplingReport(
        (first + second) / coupled if coupled > 1e-15 else None,
        covariance / scale if scale > 0 else None,
    )
