"""Which matchups to mark as unbalanced, when many were looked at."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from dtsim.stats.anytime import matchup_log_e
from dtsim.stats.estimate import Estimate
from dtsim.stats.matchups import Matchups
from dtsim.stats.multiplicity import benjamini_hochberg, e_benjamini_hochberg
from dtsim.stats.normal import lower_tail
from dtsim.stats.pairs import effective_games


@dataclass(frozen=True, slots=True)
class Flag:
    """A matchup, how surely it lies outside the band, and the q-value after looking at all the others."""

    row: str
    column: str
    rate: Estimate
    p_value: float
    q_value: float
    is_flagged: bool


def band_p_value(rate: float, n_games: float, low: float = 0.45, high: float = 0.55) -> float:
    """How rarely a true rate inside the band shows one as far outside as this: a score test at the edge."""
    assert 0 < low <= high < 1
    edge = high if rate - high > low - rate else low
    error = sqrt(edge * (1 - edge) / n_games)
    z = max(rate - high, low - rate) / error  # negative inside the band
    return min(1.0, lower_tail(-z) + lower_tail(-z - (high - low) / error))


def flag_cells(
    matchups: Matchups, low: float = 0.45, high: float = 0.55, level: float = 0.05
) -> tuple[Flag, ...]:
    """Matchups outside the band, with a false discovery rate of 5 % over the whole matrix.

    For a number of games fixed beforehand. `low` = `high` = 0.5 asks which matchups are uneven at all.
    """
    cells = list(matchups.played())
    p_values = []
    for _, _, pairs in cells:
        rate, n_games = effective_games(pairs.pentanomial)
        p_values.append(band_p_value(float(rate), float(n_games), low, high))
    q_values = benjamini_hochberg(p_values)
    return tuple(
        Flag(matchups.heroes[i], matchups.heroes[j], pairs.score_rate(), p, float(q), bool(q <= level))
        for (i, j, pairs), p, q in zip(cells, p_values, q_values, strict=True)
    )


def uneven_cells(matchups: Matchups, level: float = 0.05) -> tuple[tuple[str, str], ...]:
    """Matchups that are not even, for runs that were watched or given games on the way, and for shared dice.

    e-values with e-BH: valid at any time and under any dependence.
    """
    cells = list(matchups.played())
    if not cells:
        return ()
    found = e_benjamini_hochberg(matchup_log_e(np.array([pairs.pentanomial for _, _, pairs in cells])), level)
    return tuple(
        (matchups.heroes[i], matchups.heroes[j])
        for (i, j, _), is_found in zip(cells, found, strict=True)
        if is_found
    )
