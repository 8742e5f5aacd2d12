"""How many games are still going after a turn, when some were stopped by the turn cap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray, IntArray
from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import wilson_bounds
from dtsim.stats.normal import z_of


@dataclass(frozen=True, slots=True, eq=False)
class Survival:
    """Share of games still going after each turn 0, 1, 2 ..., with a pointwise interval.

    Games are `at_risk` in a turn if they were neither over nor stopped before it.
    """

    share: FloatArray
    variance: FloatArray
    low: FloatArray
    high: FloatArray
    at_risk: IntArray
    finished: IntArray

    @property
    def n(self) -> int:
        """All games, stopped ones included."""
        return int(self.at_risk.max(initial=0))

    def quantile(self, level: float) -> Estimate:
        """The turn after which the share of finished games reaches the level; bounds where the band crosses.

        Brookmeyer & Crowley 1982. For caps that differ between games; under one cap `quantiles.quantile` is
        exact.
        """
        value, low, high = (_first_at_most(curve, 1 - level) for curve in (self.share, self.low, self.high))
        if self.n == 0 or value is None:
            return Estimate.unknown(self.n)
        return Estimate(value, low, high, self.n)

    def mean(self, confidence: float = 0.95) -> Estimate:
        """Mean length, the area under the curve: the plain mean if no game was stopped.

        Games that outlast the table count as over one turn after it: the true mean is at least this.
        """
        if self.n == 0:
            return Estimate.unknown()
        area = float(self.share.sum())
        still_to_come = area - np.cumsum(self.share) + self.share  # area from each turn on
        variance = float((still_to_come**2 * _greenwood_terms(self.finished, self.at_risk)).sum())
        reach = z_of(confidence) * variance**0.5
        return Estimate(area, area - reach, area + reach, self.n)


def kaplan_meier(finished: ArrayLike, truncated: ArrayLike = 0, confidence: float = 0.95) -> Survival:
    """S(t) = product of (1 - d / n) up to turn t, from counts by turn of games finished and stopped.

    Kaplan & Meier 1958. A game stopped in a turn was seen to last that turn. The variance is Greenwood's; the
    band is Wilson's at the number of games with that variance (Rothman 1978), so it has no gaps where all or
    none are finished.
    """
    ended = np.asarray(finished, dtype=np.int64)
    stopped = np.zeros_like(ended) + np.asarray(truncated, dtype=np.int64)
    leaving = ended + stopped
    at_risk = leaving.sum() - np.cumsum(leaving) + leaving
    share = np.cumprod(1 - np.divide(ended, at_risk, out=np.zeros(len(ended)), where=at_risk > 0))
    variance = share**2 * np.cumsum(_greenwood_terms(ended, at_risk))
    n_effective = _games_without_variance(share, at_risk)
    np.divide(share * (1 - share), variance, out=n_effective, where=variance > 0)
    low, high = wilson_bounds(share, n_effective, confidence)
    return Survival(share, variance, low, high, at_risk, ended)


def _games_without_variance(share: FloatArray, at_risk: IntArray) -> FloatArray:
    """What a share of exactly 0 or 1 rests on: the games at risk over the share that got there (Peto 1977).

    All games if none was stopped, fewer if most were stopped before; beyond the last game, what it rests on.
    """
    reached = np.append(1.0, share)[: len(share)]
    games = np.divide(at_risk, reached, out=np.zeros(len(share)), where=at_risk > 0)
    n_turns = np.count_nonzero(at_risk)
    return np.asarray(games[np.minimum(np.arange(len(share)), n_turns - 1)] if n_turns else games)


def _greenwood_terms(finished: IntArray, at_risk: IntArray) -> FloatArray:
    """d / (n (n - d)) by turn; a turn that ends all games left has none, for nothing comes after it."""
    remaining = at_risk * (at_risk - finished)
    return np.divide(finished, remaining, out=np.zeros(len(finished)), where=remaining > 0)


def _first_at_most(curve: FloatArray, share: float) -> float | None:
    reached = np.flatnonzero(curve <= share + 1e-12)
    return float(reached[0]) if len(reached) else None
