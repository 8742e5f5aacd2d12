"""BayesElo, the rating scale with an explicit chance of draws that older chess tools report (Coulom 2008)."""

from __future__ import annotations

from math import log10

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray
from dtsim.stats.elo import expected_score


def outcome_probabilities(elo: float, draw_elo: float) -> FloatArray:
    """Chances of [loss, draw, win] at a rating difference and a rating advantage needed to win."""
    win, loss = expected_score(elo - draw_elo), expected_score(-elo - draw_elo)
    return np.array([loss, 1 - win - loss, win])


def draw_elo(counts: ArrayLike) -> float:
    """The draw parameter that fits the observed [losses, draws, wins]: 200 log10((1-l)/l (1-w)/w)."""
    observed = np.asarray(counts, dtype=float)
    loss, _, win = observed / observed.sum()
    return 200 * log10((1 - loss) / loss * (1 - win) / win)


def log_likelihood_ratio(counts: ArrayLike, low_elo: float, high_elo: float) -> float:
    """Evidence for the higher Elo against the lower one, draws being as frequent as observed (cutechess).

    Half a game of each result is added, so that no result is impossible. A step of Elo is worth more BayesElo
    the more games are drawn: the factor is 4 x / (1 + x)^2 with x = 10^(-drawelo / 400).
    """
    observed = np.asarray(counts, dtype=float)
    if observed.sum() == 0:
        return 0.0
    smoothed = observed + 0.5
    needed = draw_elo(smoothed)
    x = 10 ** (-needed / 400)
    scale = 4 * x / (1 + x) ** 2
    low, high = (outcome_probabilities(elo / scale, needed) for elo in (low_elo, high_elo))
    return float(smoothed @ np.log(high / low))
