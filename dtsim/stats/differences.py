"""How much two rates differ: independent games, or the same blocks of dice before and after a change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, log, sqrt

import numpy as np

from dtsim.stats.arrays import ArrayLike, IntArray
from dtsim.stats.chi_square import ChiSquare, chi_square
from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import wilson
from dtsim.stats.normal import z_of


def newcombe(
    successes: float, n: int, other_successes: float, other_n: int, confidence: float = 0.95
) -> Estimate:
    """First rate minus second, for independent games: Newcombe 1998b, method 10 (no division by zero)."""
    return difference(wilson(successes, n, confidence), wilson(other_successes, other_n, confidence))


def difference(first: Estimate, second: Estimate) -> Estimate:
    """First minus second of two independent estimates, each side composed from the ends that face it.

    Square-and-add: Newcombe 1998b; Zou & Donner 2008.
    """
    if first.value is None or second.value is None:
        return Estimate.unknown()
    assert first.low is not None
    assert first.high is not None
    assert second.low is not None
    assert second.high is not None
    change = first.value - second.value
    low = change - hypot(first.value - first.low, second.high - second.value)
    high = change + hypot(first.high - first.value, second.value - second.low)
    return Estimate(change, low, high, first.n + second.n)


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Change of the mean score on the same dice, and in how many units the score rose or fell."""

    change: Estimate
    up: int
    down: int
    test: ChiSquare

    @property
    def discordance(self) -> float | None:
        """Share of units whose result changed at all."""
        return (self.up + self.down) / self.change.n if self.change.n else None


def joint_table(before: ArrayLike, after: ArrayLike, n_scores: int) -> IntArray:
    """Count units by score before (rows) and after (columns), scores being 0 .. n_scores - 1; tables add."""
    codes = np.asarray(before, dtype=np.int64) * n_scores + np.asarray(after, dtype=np.int64)
    return np.bincount(codes.ravel(), minlength=n_scores**2).reshape(n_scores, n_scores)


def paired_difference(table: ArrayLike, confidence: float = 0.95) -> PairedDifference:
    """After minus before on common random numbers, from a square table of scores that lie evenly from 0 to 1.

    2 x 2 for won and lost, 3 x 3 for games with draws, 5 x 5 for pairs. The interval is that of the mean
    difference; where no unit changed it comes from the rule of three on the share of changes. The test asks
    whether the mean is 0; of a 2 x 2 table it is McNemar's (1947), without continuity correction.
    """
    n, mean, squares = gains(table)
    up, down = int(np.triu(table, 1).sum()), int(np.tril(table, -1).sum())
    if n == 0:
        return PairedDifference(Estimate.unknown(), 0, 0, _no_gain_test(0, 0.0, 0.0))
    if up + down == 0:
        reach = -log(1 - confidence) / n  # 3 / n at 95 %
    else:
        reach = z_of(confidence) * sqrt(squares) / n
    change = Estimate(mean, max(-1.0, mean - reach), min(1.0, mean + reach), n)
    return PairedDifference(change, up, down, _no_gain_test(n, mean, squares))


def gains(table: ArrayLike) -> tuple[int, float, float]:
    """Number of units, mean of after minus before, and sum of squares about it, from a joint table."""
    counts = np.asarray(table, dtype=np.int64)
    scores = np.linspace(0, 1, len(counts))
    gain = scores[None, :] - scores[:, None]
    n = int(counts.sum())
    mean = float((counts * gain).sum()) / max(1, n)
    return n, mean, float((counts * (gain - mean) ** 2).sum())


def mean_difference(changes: Sequence[Estimate], n_unchanged: int = 0) -> Estimate:
    """The mean of independent differences, such as those of a hero against each opponent: square-and-add.

    So many more are known to be exactly 0.
    """
    known = [(one.value, one.low, one.high) for one in changes]
    n = sum(one.n for one in changes)
    if not known or any(value is None or low is None or high is None for value, low, high in known):
        return Estimate.unknown(n)
    value, low, high = np.array(known, dtype=float).T
    size = len(known) + n_unchanged
    mean = float(value.sum()) / size
    reach = np.sqrt([((value - low) ** 2).sum(), ((high - value) ** 2).sum()]) / size
    return Estimate(mean, mean - float(reach[0]), mean + float(reach[1]), n)


def _no_gain_test(n: int, mean: float, squares: float) -> ChiSquare:
    """(sum of gains)^2 / sum of gain^2: the variance that the gains have if their mean is 0."""
    about_zero = squares + n * mean**2
    return chi_square((n * mean) ** 2 / about_zero, 1) if about_zero > 0 else ChiSquare(0.0, 1, 1.0)
