"""Strength as chess players say it: Elo, normalised Elo, likelihood of superiority. Points come first."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log10, sqrt

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray
from dtsim.stats.estimate import Estimate
from dtsim.stats.normal import lower_tail, z_of
from dtsim.stats.pairs import moments

# One unit of (score - 1/2) / sigma, so that both Elos agree for games without draws.
NORMALIZED_ELO = 800 / log(10)
SMALLEST_SCORE = 1e-3
EMPTY_COUNT = 1e-3


def elo(score: float) -> float:
    """The rating difference at which the logistic curve expects this score, kept within +-1200 (fishtest)."""
    kept = min(max(score, SMALLEST_SCORE), 1 - SMALLEST_SCORE)
    return -400 * log10(1 / kept - 1)


def expected_score(elo_difference: float) -> float:
    """The score that the logistic curve expects at a rating difference."""
    return float(1 / (1 + 10 ** (-elo_difference / 400)))


def filled(counts: ArrayLike) -> FloatArray:
    """Counts without zeros: an outcome that never happened gets 1/1000, as in fishtest and fastchess."""
    table = np.asarray(counts, dtype=float)
    assert table.shape[-1] in (3, 5), "results of games [L, D, W] or of pairs [LL .. WW]"
    return np.where(table == 0, EMPTY_COUNT, table)


@dataclass(frozen=True, slots=True)
class Strength:
    """How much stronger the row hero is, in the units of chess engines."""

    elo: Estimate
    normalized_elo: Estimate
    superiority: float | None  # LOS: how surely the row hero is the better one
    pairs_ratio: float | None  # pairs with more than half the points to pairs with less
    is_clamped: bool  # the score is too extreme for an Elo


def strength(counts: ArrayLike, confidence: float = 0.95) -> Strength:
    """Elo of games [losses, draws, wins] or of pairs [LL .. WW] (fishtest; Van den Bergh, "Normalized Elo").

    elo +- comes from the ends of the score's interval, nElo = (p - 1/2) / sigma * 800 / ln 10 with the
    deviation of one game, and LOS = Phi((p - 1/2) / se).
    """
    observed = np.asarray(counts, dtype=float)
    if observed.sum() == 0:
        return Strength(Estimate.unknown(), Estimate.unknown(), None, None, False)
    games_per_unit = (observed.shape[-1] - 1) // 2
    # An outcome that never happened only matters where all results are alike: then there would be no
    # variance.
    usable = filled(observed) if np.count_nonzero(observed) == 1 else observed
    n_units, mean, variance = (float(x) for x in moments(usable))
    error, z = sqrt(variance / n_units), z_of(confidence)
    n_games = games_per_unit * round(float(observed.sum()))
    deviation = sqrt(games_per_unit * variance)
    normalized = (mean - 0.5) / deviation * NORMALIZED_ELO
    reach = z * NORMALIZED_ELO / sqrt(games_per_unit * n_units)
    middle = observed.shape[-1] // 2
    worse = float(observed[:middle].sum())
    return Strength(
        Estimate(elo(mean), elo(mean - z * error), elo(mean + z * error), n_games),
        Estimate(normalized, normalized - reach, normalized + reach, n_games),
        lower_tail((mean - 0.5) / error),
        float(observed[middle + 1 :].sum()) / worse if worse > 0 else None,
        not SMALLEST_SCORE <= mean <= 1 - SMALLEST_SCORE,
    )
