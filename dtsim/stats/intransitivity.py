"""How much of the matrix is rock-paper-scissors, which no ranking can express, and by which cycles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from dtsim.stats.arrays import FloatArray
from dtsim.stats.chi_square import ChiSquare, chi_square
from dtsim.stats.estimate import Estimate
from dtsim.stats.matchups import Matchups


@dataclass(frozen=True, slots=True)
class Intransitivity:
    """The cyclic share of the matrix: as observed, less what noise adds, and whether it is noise alone."""

    share: float
    corrected: float
    test: ChiSquare


def cyclic_part(advantages: FloatArray) -> FloatArray:
    """What one strength per hero leaves unexplained: C = L - (r_i - r_j) with r_i the mean of row i.

    Combinatorial Hodge decomposition of an antisymmetric matrix (Jiang et al. 2011).
    """
    strengths = advantages.mean(axis=1)
    return np.asarray(advantages - (strengths[:, None] - strengths[None, :]))


def cyclic_share(advantages: FloatArray) -> float:
    """|C|^2 / |L|^2: 0 if one scale explains everything, 1 for rock-paper-scissors; 0 if all is even."""
    total = float((advantages**2).sum())
    return float((cyclic_part(advantages) ** 2).sum()) / total if total > 0 else 0.0


def intransitivity(wins: FloatArray, losses: FloatArray) -> Intransitivity:
    """From matrices of wins and losses (draws half each; from pairs: effective games times rates).

    Advantages are logits with half a game added (Haldane); their variance is 1/(w + 1/2) + 1/(l + 1/2). The
    test fits strengths by weighted least squares; the weighted squares left are chi-square with (n - 1)(n -
    2)/2 degrees of freedom. Every matchup must have been played.
    """
    upper = np.triu_indices(len(wins), 1)
    assert ((wins + losses)[upper] > 0).all(), "every matchup must have been played"
    advantages = np.log((wins + 0.5) / (losses + 0.5))
    np.fill_diagonal(advantages, 0.0)
    variances = (1 / (wins + 0.5) + 1 / (losses + 0.5))[upper]
    size = len(wins)
    degrees = (size - 1) * (size - 2) // 2
    total = float((advantages[upper] ** 2).sum())
    cyclic = float((cyclic_part(advantages)[upper] ** 2).sum())
    signal = total - float(variances.sum())
    noise = float(variances.mean()) * degrees if degrees else 0.0
    corrected = min(1.0, max(0.0, cyclic - noise) / signal) if signal > 0 else 0.0
    return Intransitivity(
        cyclic_share(advantages), corrected, _weighted_test(advantages[upper], variances, size, degrees)
    )


def matrix_intransitivity(matchups: Matchups) -> Intransitivity:
    """The same for a matrix of pairs, each cell counting as the independent games that are worth as much."""
    rates, n_effective = matchups.rates(), matchups.effective_games()
    return intransitivity(rates * n_effective, (1 - rates) * n_effective)


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    """Two coordinates per hero: whoever lies a quarter turn ahead of another counters it, by area."""

    strength: float
    x: FloatArray
    y: FloatArray


def discs(advantages: FloatArray) -> tuple[Disc, ...]:
    """The cyclic part as a sum of disc games x y' - y x', strongest first (Balduzzi et al. 2019)."""
    from scipy.linalg import schur

    form, vectors = schur(cyclic_part(advantages), output="real")
    found, k = [], 0
    while k + 1 < len(form):
        turn = (form[k, k + 1] - form[k + 1, k]) / 2
        if abs(turn) < 1e-12:
            k += 1
            continue
        first, second = (k, k + 1) if turn > 0 else (k + 1, k)
        root = abs(turn) ** 0.5
        found.append(Disc(float(abs(turn)), root * vectors[:, first], root * vectors[:, second]))
        k += 2
    return tuple(sorted(found, key=lambda disc: -disc.strength))


@dataclass(frozen=True, slots=True)
class Cycle:
    """Each hero beats the next and the last one beats the first."""

    heroes: tuple[str, str, str]
    edges: tuple[Estimate, Estimate, Estimate]

    @property
    def weakest(self) -> Estimate:
        """The narrowest of the three matchups: the cycle is as strong as this one."""
        return min(self.edges, key=lambda edge: edge.value or 0.0)

    @property
    def is_sure(self) -> bool:
        """Whether all three matchups are surely above 50 %."""
        return all(edge.low is not None and edge.low > 0.5 for edge in self.edges)


def top_cycles(matchups: Matchups, n_cycles: int = 5, confidence: float = 0.95) -> tuple[Cycle, ...]:
    """The cycles A > B > C > A with the largest weakest margin."""
    rates = matchups.rates()
    found = []
    for i, j, k in combinations(range(len(rates)), 3):
        for loop in ((i, j, k), (i, k, j)):
            margin = rates[loop, loop[1:] + loop[:1]].min()  # nan, hence no cycle, if a matchup is missing
            if margin > 0.5:
                found.append((float(margin), loop))
    found.sort(key=lambda item: (-item[0], item[1]))
    return tuple(_cycle(matchups, loop, confidence) for _, loop in found[:n_cycles])


def _cycle(matchups: Matchups, loop: tuple[int, int, int], confidence: float) -> Cycle:
    a, b, c = (matchups.heroes[index] for index in loop)
    ab, bc, ca = (matchups.cell(*cell).score_rate(confidence) for cell in ((a, b), (b, c), (c, a)))
    return Cycle((a, b, c), (ab, bc, ca))


def _weighted_test(advantages: FloatArray, variances: FloatArray, size: int, degrees: int) -> ChiSquare:
    rows, columns = np.triu_indices(size, 1)
    design = np.zeros((len(rows), size))
    design[np.arange(len(rows)), rows], design[np.arange(len(rows)), columns] = 1.0, -1.0
    weights = 1 / np.sqrt(variances)
    strengths, *_ = np.linalg.lstsq(design * weights[:, None], advantages * weights)
    residuals = (advantages - design @ strengths) * weights
    return chi_square(float((residuals**2).sum()), degrees)
