"""The balance of a whole set of heroes in one line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtsim.stats.estimate import Estimate
from dtsim.stats.field import against_field, field_estimates, field_weights, posterior_rates
from dtsim.stats.flags import flag_cells
from dtsim.stats.intervals import wilson
from dtsim.stats.intransitivity import Intransitivity, matrix_intransitivity
from dtsim.stats.matchups import Matchups
from dtsim.stats.nash import NashReport, nash_report
from dtsim.stats.pairs import Pairs
from dtsim.stats.seat import seat_advantage


@dataclass(frozen=True, slots=True)
class Scorecard:
    """What a patch is judged by. Small deviations, many effective heroes and few flags are good."""

    mean_deviation: Estimate  # mean |p - 1/2| over matchups
    outlier: str  # the hero furthest from 50 % against the field
    outlier_rate: Estimate
    outside_45_55: int  # matchups flagged after Benjamini-Hochberg
    outside_40_60: int
    effective_heroes: Estimate  # of the Nash mix, with its 5-95 % range
    intransitivity: Intransitivity
    seat_advantage: Estimate
    truncated: Estimate  # share of pairs with a game stopped by the turn cap, mirror matches included


def scorecard(
    matchups: Matchups, rng: np.random.Generator, n_draws: int = 2000, nash: NashReport | None = None
) -> Scorecard:
    """Judge a matrix of two or more heroes in which every matchup was played; a Nash report saves time."""
    assert len(matchups.heroes) > 1
    assert not np.isnan(matchups.rates()).any(), "every matchup must have been played"
    total = sum(matchups.cells.values(), Pairs())
    over_field = against_field(matchups.rates(), field_weights(len(matchups.heroes)))
    outlier = int(np.abs(over_field - 0.5).argmax())
    return Scorecard(
        mean_deviation(matchups, rng, n_draws),
        matchups.heroes[outlier],
        field_estimates(matchups)[outlier],
        sum(flag.is_flagged for flag in flag_cells(matchups, 0.45, 0.55)),
        sum(flag.is_flagged for flag in flag_cells(matchups, 0.40, 0.60)),
        # an equilibrium takes longer than a draw
        (nash or nash_report(matchups, rng, n_draws // 4)).effective_heroes,
        matrix_intransitivity(matchups),
        seat_advantage(matchups),
        wilson(total.truncated, total.n + total.truncated),
    )


def mean_deviation(matchups: Matchups, rng: np.random.Generator, n_draws: int = 2000) -> Estimate:
    """Mean distance of all matchups from 50 %, off by no more than the rates are on average.

    Noise adds to the distance, most where all is even; percentiles of the draws would miss the truth there.
    """
    upper = np.triu_indices(len(matchups.heroes), 1)
    rates = matchups.rates()[upper]
    drawn = posterior_rates(matchups, n_draws, rng)[:, upper[0], upper[1]]
    n_games = sum(2 * pairs.n for _, _, pairs in matchups.played())
    value = float(np.abs(rates - 0.5).mean())
    reach = float(np.quantile(np.abs(drawn - rates).mean(axis=1), 0.95))
    return Estimate(value, max(0.0, value - reach), min(0.5, value + reach), n_games)
