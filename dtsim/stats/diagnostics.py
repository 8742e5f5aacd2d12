"""Whether the numbers can be trusted: shards agree, mirrors are even, exact odds are met, seeds differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from dtsim.stats.anytime import score_sequence
from dtsim.stats.arrays import ArrayLike, FloatArray
from dtsim.stats.chi_square import ChiSquare, chi_square
from dtsim.stats.estimate import Estimate
from dtsim.stats.normal import z_of
from dtsim.stats.pairs import Pairs, effective_games, moments

SMALLEST_EXPECTED = 5  # below this a cell of a chi-square table is merged with its neighbour
FAILED_ODDS = 4.0  # z-score beyond which a simulation contradicts exact odds


@dataclass(frozen=True, slots=True, eq=False)
class Homogeneity:
    """Whether shards (workers, batches) drew from one distribution, and the z-score of each shard's mean."""

    test: ChiSquare
    z_scores: FloatArray

    @property
    def suspects(self) -> tuple[int, ...]:
        """Shards whose mean is off by more than 99 % of fair ones would be."""
        return tuple(np.flatnonzero(np.abs(self.z_scores) > z_of(0.99)).tolist())


def homogeneity(shards: ArrayLike) -> Homogeneity:
    """Chi-square over shards (rows) and results (columns, low to high); rare results join a neighbour."""
    counts = np.asarray(shards, dtype=float)
    n, means, _ = moments(counts)
    n_all, pooled, variance = moments(counts.sum(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = np.sqrt(variance * (1 / n - 1 / n_all))  # a shard is part of the whole it is compared with
        z_scores = np.where(errors > 0, (means - pooled) / errors, 0.0)
    table = _merged(counts[n > 0])
    rows, columns = table.shape
    if rows < 2 or columns < 2:
        return Homogeneity(chi_square(0.0, 0), np.nan_to_num(z_scores))
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    statistic = float(((table - expected) ** 2 / expected).sum())
    return Homogeneity(chi_square(statistic, (rows - 1) * (columns - 1)), np.nan_to_num(z_scores))


def mirror_z(pairs: Pairs) -> float:
    """z-score of a mirror match against the 50 % that symmetry demands: a self test, not an estimate."""
    if pairs.n == 0:
        return 0.0
    rate, n_games = effective_games(pairs.pentanomial)
    return float((rate - 0.5) * 2 * np.sqrt(n_games))


def odds_z(successes: int, n: int, exact: float) -> float:
    """z-score of a simulated frequency against exact odds; beyond FAILED_ODDS the self check fails."""
    if n == 0:
        return 0.0
    error = sqrt(n * exact * (1 - exact))
    surplus = successes - n * exact
    if error == 0:
        return 0.0 if abs(surplus) < 1e-9 * n else float("inf") * surplus
    return surplus / error


def autocorrelation(scores: ArrayLike, lag: int = 1, confidence: float = 0.95) -> Estimate:
    """Correlation of blocks with the block `lag` seeds later: 0 if seeds are independent (Bartlett 1946)."""
    assert lag > 0
    series = np.asarray(scores, dtype=float)
    centred = series - series.mean() if series.size else series
    spread = float(centred @ centred)
    if series.size <= lag or spread == 0:
        return Estimate.unknown(series.size)
    value = float(centred[:-lag] @ centred[lag:]) / spread
    reach = z_of(confidence) / sqrt(series.size)
    return Estimate(value, max(-1.0, value - reach), min(1.0, value + reach), series.size)


@dataclass(frozen=True, slots=True)
class ConvergencePoint:
    """The estimate after so many games: the band for a fixed number of games and the one for any number."""

    fixed: Estimate
    anytime: Estimate


def convergence(
    batches: Iterable[Pairs], planned_pairs: int, confidence: float = 0.95
) -> tuple[ConvergencePoint, ...]:
    """The running score rate, batch by batch, with both bands: what a convergence plot shows."""
    points, total = [], Pairs()
    for batch in batches:
        total += batch
        anytime = score_sequence(total.pentanomial, planned_pairs, confidence=confidence)
        points.append(ConvergencePoint(total.score_rate(confidence), anytime))
    return tuple(points)


def rank_agreement(first: FloatArray, second: FloatArray, confidence: float = 0.95) -> Estimate:
    """Kendall's tau between the rankings under two players: 1 for the same order, -1 for the reversed one.

    From posterior draws (rows) of strengths (columns); `n` counts heroes. That a figure holds for one player
    only is the main threat to it. Unknown where a ranking is all ties.
    """
    from scipy.stats import kendalltau

    n_draws, n_heroes = first.shape
    if n_heroes < 2 or n_draws == 0:
        return Estimate.unknown()
    value = float(kendalltau(first.mean(axis=0), second.mean(axis=0)).statistic)
    drawn = [float(kendalltau(a, b).statistic) for a, b in zip(first, second, strict=True)]
    if np.isnan([value, *drawn]).any():
        return Estimate.unknown(n_heroes)
    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return Estimate(value, min(value, float(low)), max(value, float(high)), n_heroes)


def _merged(counts: FloatArray) -> FloatArray:
    """Merge neighbouring results until every expected count is large enough."""
    columns = [column for column in counts.T if column.sum() > 0]
    smallest_share = counts.sum(axis=1).min() / counts.sum() if counts.sum() > 0 else 0.0
    k = 0
    while len(columns) > 1 and k < len(columns):
        if columns[k].sum() * smallest_share >= SMALLEST_EXPECTED:
            k += 1
            continue
        neighbour = k + 1 if k + 1 < len(columns) else k - 1
        columns[neighbour] = columns[neighbour] + columns[k]
        del columns[k]
        k = 0
    return np.array(columns).T if columns else np.zeros((len(counts), 0))
