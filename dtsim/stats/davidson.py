"""How likely wins, draws and losses are for given strengths (Bradley & Terry 1952, ties by Davidson 1970).

A game with difference d is won with weight e^(d/2), drawn with weight nu and lost with weight e^(-d/2). In
the coefficients of d and in ln nu this is an exponential family, so Newton's method finds the one maximum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtsim.stats.arrays import BoolArray, FloatArray, IntArray

HALF_POINTS = np.array([-0.5, 0.0, 0.5])  # what d contributes to the exponent of a loss, a draw, a win
IS_DRAW = np.array([0.0, 1.0, 0.0])
MAX_ITERATIONS = 1000  # Newton takes ten; Firth's prior on a handful of games takes hundreds
CLOSE_ENOUGH = 1e-20  # what another step would gain: it is shorter than 1e-10 standard errors


@dataclass(frozen=True, slots=True, eq=False)
class GameRows:
    """Aggregated games: one row per setting, with coefficients of d and counts of [losses, draws, wins]."""

    design: FloatArray
    counts: FloatArray

    @property
    def has_draws(self) -> bool:
        """Without a draw, nu is 0 and not a parameter."""
        return bool(self.counts[:, 1].any())

    @property
    def n_parameters(self) -> int:
        """Coefficients of d, and ln nu if there are draws."""
        return int(self.design.shape[1]) + self.has_draws


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The maximum: parameters (coefficients, then ln nu if games were drawn), curvature and height."""

    parameters: FloatArray
    information: FloatArray
    log_likelihood: float
    probabilities: FloatArray


def fit(games: GameRows, precision: FloatArray | None = None, firth: bool = False) -> Fit:
    """Climb to the maximum by Newton steps, halved while they overshoot.

    `precision` is that of a normal prior around 0 per parameter (a ridge); `firth` adds Jeffreys' prior, half
    the log-determinant of the information, which removes the first-order bias and keeps estimates finite
    (Firth 1993).
    """
    size = games.n_parameters
    ridge = np.zeros(size) if precision is None else precision
    parameters = np.zeros(size)
    height = _height(games, parameters, ridge, firth)
    for _ in range(MAX_ITERATIONS):
        probabilities = outcome_probabilities(games, parameters)
        curvature = information(games, probabilities) + np.diag(ridge)
        slope, steepness = _gradient(games, probabilities) - ridge * parameters, curvature
        if firth:
            push, extra_games = _firth_push(games, probabilities, curvature)
            slope = slope + push
            # Without the prior's share of the curvature a single game overshoots for ever.
            steepness = curvature + information(games, probabilities, extra_games)
        step = np.linalg.solve(steepness, slope) if size else np.zeros(0)
        if slope @ step < CLOSE_ENOUGH:
            break
        factor = 1.0
        while (reached := _height(games, parameters + factor * step, ridge, firth)) < height - 1e-9 * abs(
            height
        ):
            factor /= 2
            assert factor > 1e-9, "no step uphill"
        parameters, height = parameters + factor * step, reached
    else:
        raise AssertionError("the fit of the ratings did not converge")
    return Fit(parameters, curvature, log_likelihood(games, parameters), probabilities)


def outcome_probabilities(games: GameRows, parameters: FloatArray) -> FloatArray:
    """Chances of [loss, draw, win] in every row."""
    return np.exp(_log_probabilities(games, parameters))


def log_likelihood(games: GameRows, parameters: FloatArray) -> float:
    """ln of the chance of exactly these results, game by game."""
    logs = _log_probabilities(games, parameters)
    return float((games.counts * np.where(games.counts > 0, logs, 0.0)).sum())


def saturated_log_likelihood(games: GameRows) -> float:
    """The same if every row had its own chances: what no model can beat."""
    n = games.counts.sum(axis=1, keepdims=True)
    shares = games.counts / np.maximum(n, 1)
    return float((games.counts * np.log(np.where(shares > 0, shares, 1.0))).sum())


def information(games: GameRows, probabilities: FloatArray, n_games: FloatArray | None = None) -> FloatArray:
    """Fisher information: the covariance of the sufficient statistics, summed over games (given by row)."""
    n = games.counts.sum(axis=1) if n_games is None else n_games
    mean = probabilities @ HALF_POINTS
    spread = n * (probabilities @ HALF_POINTS**2 - mean**2)
    of_coefficients = games.design.T @ (spread[:, None] * games.design)
    if not games.has_draws:
        return np.asarray(of_coefficients)
    drawn = probabilities[:, 1]
    mixed = games.design.T @ (-n * mean * drawn)
    of_draws = float((n * drawn * (1 - drawn)).sum())
    return np.block([[of_coefficients, mixed[:, None]], [mixed[None, :], np.array([[of_draws]])]])


def residual_factors(probabilities: FloatArray) -> tuple[FloatArray, FloatArray]:
    """What one game with result o adds to the score: (first[o] times its row of the design, second[o])."""
    return HALF_POINTS - (probabilities @ HALF_POINTS)[:, None], IS_DRAW - probabilities[:, 1:2]


def is_separated(games: GameRows, among: BoolArray | None = None) -> bool:
    """Whether some direction makes no observed result less likely and one more so: then no maximum exists.

    Albert & Anderson 1984, decided by a linear program (Konis 2007). `among` limits the search to some of the
    parameters.
    """
    from scipy.optimize import linprog

    rows, results = np.nonzero(games.counts)
    others = (0, 1, 2) if games.has_draws else (0, 2)
    margins = np.concatenate([_margins(games, rows, results, np.full_like(results, o)) for o in others])
    margins = margins[:, among] if among is not None else margins
    if margins.size == 0:
        return False
    answer = linprog(-margins.sum(axis=0), A_ub=-margins, b_ub=np.zeros(len(margins)), bounds=(-1, 1))
    return bool(-answer.fun > 1e-6)


def _margins(games: GameRows, rows: IntArray, results: IntArray, others: IntArray) -> FloatArray:
    """How much the exponent of each observed result grows against another result, per parameter."""
    halves = (HALF_POINTS[results] - HALF_POINTS[others])[:, None] * games.design[rows]
    if not games.has_draws:
        return np.asarray(halves)
    return np.column_stack([halves, IS_DRAW[results] - IS_DRAW[others]])


def _log_probabilities(games: GameRows, parameters: FloatArray) -> FloatArray:
    n_coefficients = games.design.shape[1]
    d = games.design @ parameters[:n_coefficients]
    draw = parameters[n_coefficients] if games.has_draws else -np.inf
    exponents = np.column_stack([-d / 2, np.full(len(d), draw), d / 2])
    top = exponents.max(axis=1, keepdims=True)
    return np.asarray(exponents - top - np.log(np.exp(exponents - top).sum(axis=1, keepdims=True)))


def _height(games: GameRows, parameters: FloatArray, ridge: FloatArray, firth: bool) -> float:
    height = log_likelihood(games, parameters) - float(ridge @ parameters**2) / 2
    if firth and len(parameters):
        height += (
            float(np.linalg.slogdet(information(games, outcome_probabilities(games, parameters)))[1]) / 2
        )
    return height


def _gradient(games: GameRows, probabilities: FloatArray) -> FloatArray:
    surplus = games.counts - games.counts.sum(axis=1, keepdims=True) * probabilities
    slope = games.design.T @ (surplus @ HALF_POINTS)
    return np.append(slope, surplus[:, 1].sum()) if games.has_draws else slope


def _firth_push(
    games: GameRows, probabilities: FloatArray, curvature: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Slope of half the log-determinant, and how many games per row Jeffreys' prior is worth (the leverage).

    The slope is the third cumulants contracted with the inverse information.
    """
    inverse = np.linalg.inv(curvature)
    n_coefficients = games.design.shape[1]
    along, drawn = residual_factors(probabilities)
    leverage = np.einsum("rp,pq,rq->r", games.design, inverse[:n_coefficients, :n_coefficients], games.design)
    distance = along**2 * leverage[:, None]
    if games.has_draws:
        crossed = games.design @ inverse[:n_coefficients, n_coefficients]
        distance = distance + 2 * along * drawn * crossed[:, None] + drawn**2 * inverse[-1, -1]
    weights = games.counts.sum(axis=1, keepdims=True) * probabilities * distance
    slope = games.design.T @ (weights * along).sum(axis=1) / 2
    if games.has_draws:
        slope = np.append(slope, (weights * drawn).sum() / 2)
    return slope, weights.sum(axis=1)
