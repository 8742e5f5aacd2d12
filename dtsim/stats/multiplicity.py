"""Which of many findings to believe: false discovery rate for tables, family-wise error for gates."""

from __future__ import annotations

import numpy as np

from dtsim.stats.arrays import ArrayLike, BoolArray, FloatArray


def benjamini_hochberg(p_values: ArrayLike) -> FloatArray:
    """q-values: of the findings with q <= 5 % at most 5 % are false on average (Benjamini, Hochberg 1995)."""
    return _false_discovery(p_values, "bh")


def benjamini_yekutieli(p_values: ArrayLike) -> FloatArray:
    """q-values under any dependence of the tests (Benjamini & Yekutieli 2001)."""
    return _false_discovery(p_values, "by")


def bonferroni(p_values: ArrayLike) -> FloatArray:
    """p-values times their number: the chance of even one false finding stays below the level."""
    p = np.asarray(p_values, dtype=float)
    return np.asarray(np.minimum(1.0, p * p.size))


def holm(p_values: ArrayLike) -> FloatArray:
    """The same guarantee with fewer misses: the k-th smallest is multiplied by what is left (Holm 1979)."""
    p = np.asarray(p_values, dtype=float)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted


def e_benjamini_hochberg(log_e_values: ArrayLike, rate: float = 0.05) -> BoolArray:
    """Which findings stand at a false discovery rate, for evidence watched as it grew, in any dependence.

    With K e-values sorted downwards the k* = max{k: e_(k) >= K / (k q)} largest stand (Wang & Ramdas 2022).
    """
    log_e = np.asarray(log_e_values, dtype=float)
    order = np.argsort(-log_e, kind="stable")
    ranks = np.arange(1, log_e.size + 1)
    enough = log_e[order] >= np.log(log_e.size / (ranks * rate)) if log_e.size else np.zeros(0, dtype=bool)
    n_found = int(ranks[enough].max(initial=0))
    found = np.zeros(log_e.size, dtype=bool)
    found[order[:n_found]] = True
    return found


def _false_discovery(p_values: ArrayLike, method: str) -> FloatArray:
    p = np.asarray(p_values, dtype=float)
    if p.size == 0:
        return p
    from scipy.stats import false_discovery_control

    return np.asarray(false_discovery_control(p, method=method))
