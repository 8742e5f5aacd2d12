"""How health goes down turn by turn: quantile bands over all games, or over those still alive."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray, IntArray

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """Quantiles by turn (rows) and level (columns), and the games behind each turn."""

    levels: tuple[float, ...]
    values: FloatArray
    n: IntArray


def health_fan(histograms: ArrayLike, levels: tuple[float, ...] = LEVELS) -> Fan:
    """Bands over all games, from counts by turn (rows) and health (columns, from 0); histograms add.

    The defeated stay at 0 and the victor keeps its health, so every turn speaks of the same games.
    """
    counts = np.asarray(histograms, dtype=np.int64)
    return Fan(levels, _quantiles(counts, levels), counts.sum(axis=1))


def health_fan_of_the_living(histograms: ArrayLike, levels: tuple[float, ...] = LEVELS) -> Fan:
    """Bands over heroes alive in that turn. Later turns speak of ever fewer and luckier games: show `n`."""
    counts = np.array(histograms, dtype=np.int64)
    counts[:, 0] = 0
    return health_fan(counts, levels)


def _quantiles(counts: IntArray, levels: tuple[float, ...]) -> FloatArray:
    """The smallest value of each row that reaches each level; nan for an empty row."""
    cumulative = np.cumsum(counts, axis=1)
    n = cumulative[:, -1:]
    wanted = np.maximum(1, np.ceil(np.asarray(levels) * n - 1e-9))
    values = (cumulative[:, None, :] < wanted[:, :, None]).sum(axis=-1)
    return np.where(n > 0, values, np.nan)
