"""Tier lists that admit doubt: a hero stands in a tier only if the games are 80 % sure of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray
from dtsim.stats.estimate import Estimate
from dtsim.stats.field import against_field, field_estimates, field_weights, posterior_rates
from dtsim.stats.matchups import Matchups

TIERS = ("S", "A", "B", "C", "D")
THRESHOLDS = (0.55, 0.52, 0.48, 0.45)  # the lowest rate against the field of S, A, B, C
SURE = 0.8


@dataclass(frozen=True, slots=True)
class Tier:
    """Where a hero stands: "A", or "A/B" as long as one tier is not sure enough."""

    hero: str
    label: str
    probabilities: tuple[float, ...]
    rate: Estimate


def tier_list(
    matchups: Matchups,
    rng: np.random.Generator,
    popularity: ArrayLike | None = None,
    thresholds: Sequence[float] = THRESHOLDS,
    n_draws: int = 2000,
) -> tuple[Tier, ...]:
    """Tiers by rate against the field, with the probability of each tier from draws of the whole matrix."""
    weights = field_weights(len(matchups.heroes), popularity)
    drawn = against_field(posterior_rates(matchups, n_draws, rng), weights)
    shares = tier_probabilities(drawn, thresholds)
    rates = field_estimates(matchups, popularity)
    return tuple(
        Tier(hero, tier_label(row), tuple(row.tolist()), rate)
        for hero, row, rate in zip(matchups.heroes, shares, rates, strict=True)
    )


def tier_probabilities(drawn_rates: FloatArray, thresholds: Sequence[float] = THRESHOLDS) -> FloatArray:
    """Share of draws (rows) in which each hero (column) falls into each tier: (heroes, tiers)."""
    assert list(thresholds) == sorted(thresholds, reverse=True)
    tier = (drawn_rates[..., None] < np.asarray(thresholds)).sum(axis=-1)
    return np.stack([(tier == t).mean(axis=0) for t in range(len(thresholds) + 1)], axis=-1)


def tier_label(probabilities: FloatArray, names: Sequence[str] = TIERS) -> str:
    """The fewest neighbouring tiers that are sure enough together, the likeliest such run: "A" or "A/B"."""
    size = len(probabilities)
    assert size == len(names)
    start, length = 0, 0
    while probabilities[start : start + length].sum() < SURE - 1e-12 and length < size:
        length += 1
        start = int(np.argmax([probabilities[k : k + length].sum() for k in range(size - length + 1)]))
    return "/".join(names[start : start + length])
