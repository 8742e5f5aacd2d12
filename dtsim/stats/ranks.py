"""Which places a hero may hold, and which heroes cannot be told apart."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np

from dtsim.stats.arrays import BoolArray, FloatArray
from dtsim.stats.multiplicity import holm


@dataclass(frozen=True, slots=True)
class RankInterval:
    """The places that the games leave possible, 1 being the best."""

    best: int
    worst: int


def rank_intervals(better: BoolArray) -> tuple[RankInterval, ...]:
    """From 1 + the number of surely better heroes to K - the number of surely worse ones.

    `better[i, j]` says that i is surely better than j. With a family-wise error of 5 % in those statements,
    all intervals hold at once with 95 % (Mogstad, Romano, Shaikh & Wilhelm 2024).
    """
    size = len(better)
    return tuple(RankInterval(1 + int(better[:, i].sum()), size - int(better[i].sum())) for i in range(size))


def surely_better(strengths: FloatArray, covariance: FloatArray, confidence: float = 0.95) -> BoolArray:
    """Which heroes beat which on one scale beyond doubt: pairwise z-tests with Holm's correction."""
    size = len(strengths)
    upper = np.triu_indices(size, 1)
    z = _z_scores(strengths, covariance)
    from scipy.special import erfc

    adjusted = holm(erfc(np.abs(z[upper]) / np.sqrt(2)))
    return _decide(z, adjusted <= 1 - confidence)


def surely_better_max_t(
    strengths: FloatArray,
    covariance: FloatArray,
    rng: np.random.Generator,
    confidence: float = 0.95,
    n_draws: int = 2000,
) -> BoolArray:
    """The same with the critical value of the largest z-score among correlated ones, step by step.

    Romano & Wolf 2005 with normal draws from the covariance: finds more than Holm where strengths correlate.
    """
    size = len(strengths)
    upper = np.triu_indices(size, 1)
    z = _z_scores(strengths, covariance)
    if size < 2:
        return np.zeros((size, size), dtype=bool)
    drawn = rng.multivariate_normal(np.zeros(size), covariance, size=n_draws, method="eigh")
    noise = np.abs((drawn[:, upper[0]] - drawn[:, upper[1]]) / _errors(covariance)[upper])
    observed, rejected = np.abs(z[upper]), np.zeros(len(upper[0]), dtype=bool)
    while not rejected.all():
        critical = np.quantile(noise[:, ~rejected].max(axis=1), confidence)
        fresh = ~rejected & (observed > critical)
        if not fresh.any():
            break
        rejected |= fresh
    return _decide(z, rejected)


def letters(better: BoolArray, order: FloatArray) -> tuple[str, ...]:
    """Heroes that share a letter cannot be told apart (compact letter display, Piepho 2004); a is the best.

    `order` sorts the heroes, largest first.
    """
    size = len(better)
    groups = [frozenset(range(size))]
    for i in range(size):
        for j in range(size):
            if better[i, j]:
                split = [part for g in groups for part in ((g - {i}, g - {j}) if {i, j} <= g else (g,))]
                groups = [g for k, g in enumerate(split) if not _is_absorbed(g, k, split)]
    place = {int(hero): rank for rank, hero in enumerate(np.argsort(-order, kind="stable"))}
    groups.sort(key=lambda g: sorted(place[hero] for hero in g))
    return tuple("".join(_letter(k) for k, g in enumerate(groups) if hero in g) for hero in range(size))


def _is_absorbed(group: frozenset[int], position: int, groups: list[frozenset[int]]) -> bool:
    """A group inside another says nothing of its own; of equal ones the first stays."""
    return any(group < other or (group == other and k < position) for k, other in enumerate(groups))


def _letter(index: int) -> str:
    return ascii_lowercase[index] if index < 26 else f"({index + 1})"


def _errors(covariance: FloatArray) -> FloatArray:
    variances = np.diag(covariance)
    return np.sqrt(np.maximum(variances[:, None] + variances[None, :] - 2 * covariance, 1e-300))


def _z_scores(strengths: FloatArray, covariance: FloatArray) -> FloatArray:
    return np.asarray((strengths[:, None] - strengths[None, :]) / _errors(covariance))


def _decide(z: FloatArray, is_sure: BoolArray) -> BoolArray:
    """Spread verdicts on the pairs i < j over the whole matrix."""
    upper = np.triu_indices(len(z), 1)
    better = np.zeros(z.shape, dtype=bool)
    better[upper] = is_sure & (z[upper] > 0)
    better.T[upper] = is_sure & (z[upper] < 0)
    return better
