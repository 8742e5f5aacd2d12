"""Data that several tests share: published tables, and simulated pairs and matrices."""

from __future__ import annotations

import numpy as np
from scipy.stats import multivariate_normal, norm

from dtsim.stats.games import Games
from dtsim.stats.matchups import Matchups
from dtsim.stats.pairs import Pairs

# Home wins and losses of the American League East 1987: Agresti, Categorical Data Analysis (2002), page 438.
TEAMS = ("Baltimore", "Cleveland", "Boston", "New York", "Toronto", "Detroit", "Milwaukee")
_HOME_RECORDS = {
    "Milwaukee": "4-3 Detroit, 4-2 Toronto, 4-3 New York, 6-1 Boston, 4-2 Cleveland, 6-0 Baltimore",
    "Detroit": "3-3 Milwaukee, 4-2 Toronto, 4-3 New York, 6-0 Boston, 6-1 Cleveland, 4-3 Baltimore",
    "Toronto": "2-5 Milwaukee, 4-3 Detroit, 2-4 New York, 4-3 Boston, 4-2 Cleveland, 6-0 Baltimore",
    "New York": "3-3 Milwaukee, 5-1 Detroit, 2-5 Toronto, 4-3 Boston, 4-2 Cleveland, 6-1 Baltimore",
    "Boston": "5-1 Milwaukee, 2-5 Detroit, 3-3 Toronto, 4-2 New York, 5-2 Cleveland, 6-0 Baltimore",
    "Cleveland": "2-5 Milwaukee, 3-3 Detroit, 3-4 Toronto, 4-3 New York, 4-2 Boston, 2-4 Baltimore",
    "Baltimore": "2-5 Milwaukee, 1-5 Detroit, 1-6 Toronto, 2-4 New York, 1-6 Boston, 3-4 Cleveland",
}
BASEBALL = {
    (home, record[4:]): Games(wins=int(record[0]), losses=int(record[2]))
    for home, records in _HOME_RECORDS.items()
    for record in records.split(", ")
}
# Zero-sum games with known equilibria.
ROCK_PAPER_SCISSORS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
WEIGHTED = np.array([[0.0, -1, 2], [1, 0, -3], [-2, 3, 0]])
COPIES = 4.6 * np.array([[0.0, 1, -1, -1], [-1, 0, 1, 1], [1, -1, 0, 0], [1, -1, 0, 0]])
GAME_0 = np.array([[0.0, 234, 34, -270], [-234, 0, -38, -464], [-34, 38, 0, -270], [270, 464, 270, 0]])
TRANSITIVE = np.array([[0.0, -1, -1], [1, 0, -1], [1, 1, 0]])


def pair_shares(rate: float, latent_correlation: float) -> np.ndarray:
    """Chances of [LL, -, LW + WL, -, WW] when two games are won with one rate and correlated luck."""
    luck = multivariate_normal([0, 0], [[1, latent_correlation], [latent_correlation, 1]])
    both = float(luck.cdf([norm.ppf(rate)] * 2))
    return np.array([1 - 2 * rate + both, 0, 2 * (rate - both), 0, both])


def matrix_of(rates: np.ndarray, n_pairs: int, rng: np.random.Generator | None = None) -> Matchups:
    """A matrix with these true rates, of independent games: expected counts, or drawn ones."""
    heroes = tuple(f"hero {i}" for i in range(len(rates)))
    cells = {}
    for i in range(len(rates)):
        for j in range(i + 1, len(rates)):
            p = float(rates[i, j])
            shares = np.outer([1 - p, 0, p], [1 - p, 0, p]).ravel()
            counts = np.round(shares * n_pairs) if rng is None else rng.multinomial(n_pairs, shares)
            cells[heroes[i], heroes[j]] = Pairs(tuple(int(c) for c in counts))
    return Matchups(heroes, cells)


def logistic(x: np.ndarray) -> np.ndarray:
    """Win rates from differences of strength."""
    return 1 / (1 + np.exp(-x))


def antisymmetric(seed: int, size: int, levels: int | None = None) -> np.ndarray:
    """Random advantages; few levels make ties, and with them many equilibria."""
    rng = np.random.default_rng(seed)
    cells = (
        rng.normal(size=(size, size)) if levels is None else rng.integers(-levels, levels + 1, (size, size))
    )
    half = np.triu(cells.astype(float), 1)
    return half - half.T
