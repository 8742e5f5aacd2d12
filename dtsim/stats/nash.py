"""Which mix of heroes nobody can exploit, and how sure the games are of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtsim.stats.arrays import BoolArray, FloatArray
from dtsim.stats.estimate import Estimate
from dtsim.stats.field import posterior_rates
from dtsim.stats.matchups import Matchups

TINY = 1e-9  # payoffs are scaled to at most 1 before anything is compared with this
IN_SUPPORT = 1e-6


def payoffs_of(rates: FloatArray) -> FloatArray:
    """Win rates as a zero-sum game: 2 P - 1, so that an even matchup pays nothing."""
    return 2 * rates - 1


def exploitability(payoffs: FloatArray, mix: FloatArray) -> float:
    """What the best answer to a mix of heroes wins: 0 for an equilibrium."""
    return float((payoffs @ mix).max(initial=0.0))


def effective_heroes(mix: FloatArray) -> float:
    """exp of the entropy: how many equally frequent heroes would be as varied."""
    used = mix[mix > 0]
    return float(np.exp(-(used * np.log(used)).sum()))


def nash_mix(payoffs: FloatArray) -> FloatArray:
    """The equilibrium of largest entropy, in which equal heroes have equal weights (Balduzzi et al. 2018).

    Its support holds every hero that any equilibrium uses. Mostly the equilibrium is unique and the linear
    program has found it; else the entropy is maximised over all of them.
    """
    size = len(payoffs)
    assert np.allclose(payoffs, -payoffs.T)
    scale = float(np.abs(payoffs).max(initial=0.0))
    if scale == 0:
        return np.full(size, 1 / size)
    game = payoffs / scale
    mix = _equilibrium(game, np.zeros(size))
    used = mix > TINY
    # Whoever is unused although it would not lose (no strict complementarity) may be used elsewhere.
    for hero in np.flatnonzero(~used & (game @ mix > -TINY)):
        used |= _equilibrium(game, np.eye(size)[hero]) > TINY
    support = np.flatnonzero(used)
    ties = np.vstack([game[np.ix_(support, support)], np.ones(len(support))])
    if np.linalg.matrix_rank(ties, tol=1e-10) == len(support):
        exact, *_ = np.linalg.lstsq(ties, np.append(np.zeros(len(support)), 1.0))
        mix = np.zeros(size)
        mix[support] = np.clip(exact, 0.0, None)  # the program stops within its tolerance, this does not
        return np.asarray(mix / mix.sum())
    widest = np.zeros(size)
    widest[support] = _widest(game[np.ix_(support, support)], game[np.ix_(~used, used)])
    return widest


def nash_layers(payoffs: FloatArray) -> tuple[tuple[int, ...], ...]:
    """Heroes peeled off mix by mix: the best mix, the best of the rest ... (Czarnecki et al. 2020)."""
    left, layers = np.arange(len(payoffs)), []
    while len(left):
        used = nash_mix(payoffs[np.ix_(left, left)]) > IN_SUPPORT
        layers.append(tuple(left[used].tolist()))
        left = left[~used]
    return tuple(layers)


def dominated(payoffs: FloatArray) -> BoolArray:
    """Heroes that some mix of heroes beats against every opponent: nobody has a reason to play them."""
    from scipy.optimize import linprog

    size = len(payoffs)
    scale = float(np.abs(payoffs).max(initial=0.0)) or 1.0
    game, found = payoffs / scale, np.zeros(size, dtype=bool)
    for hero in range(size):
        # maximise e so that mix' A >= A_hero + e in every column; the last variable is e
        answer = linprog(
            np.append(np.zeros(size), -1.0),
            A_ub=np.column_stack([-game.T, np.ones(size)]),
            b_ub=-game[hero],
            A_eq=np.append(np.ones(size), 0.0)[None, :],
            b_eq=[1.0],
            bounds=[(0, None)] * size + [(None, None)],
        )
        found[hero] = -answer.fun > TINY
    return found


@dataclass(frozen=True, slots=True, eq=False)
class NashReport:
    """An equilibrium never stands without its doubt: weights with 5-95 % ranges and support frequencies."""

    heroes: tuple[str, ...]
    weights: tuple[Estimate, ...]
    support: tuple[float, ...]  # share of plausible matrices whose equilibrium uses the hero
    values: FloatArray  # Nash average: what each hero wins against the mix
    effective_heroes: Estimate
    dominated: tuple[str, ...]
    layers: tuple[tuple[str, ...], ...]


def nash_report(matchups: Matchups, rng: np.random.Generator, n_draws: int = 500) -> NashReport:
    """The equilibrium of the observed matrix, and of matrices that the games leave plausible."""
    rates = matchups.rates()
    assert not np.isnan(rates).any(), "every matchup must have been played"
    payoffs = payoffs_of(rates)
    mix = nash_mix(payoffs)
    drawn = np.array([nash_mix(payoffs_of(draw)) for draw in posterior_rates(matchups, n_draws, rng)])
    n_games = sum(2 * pairs.n for _, _, pairs in matchups.played())
    heroes = np.array(matchups.heroes)
    return NashReport(
        matchups.heroes,
        tuple(_with_range(float(w), column, n_games) for w, column in zip(mix, drawn.T, strict=True)),
        tuple((drawn > IN_SUPPORT).mean(axis=0).tolist()),
        payoffs @ mix,
        _with_range(effective_heroes(mix), np.array([effective_heroes(row) for row in drawn]), n_games),
        tuple(heroes[dominated(payoffs)].tolist()),
        tuple(tuple(heroes[list(layer)].tolist()) for layer in nash_layers(payoffs)),
    )


def _with_range(value: float, drawn: FloatArray, n: int) -> Estimate:
    if n == 0:
        return Estimate.unknown()
    low, high = np.quantile(drawn, [0.05, 0.95])
    return Estimate(value, min(value, float(low)), max(value, float(high)), n)


def _equilibrium(game: FloatArray, wish: FloatArray) -> FloatArray:
    """An equilibrium of an antisymmetric game (A x <= 0) that grants a wish as far as possible."""
    from scipy.optimize import linprog

    size = len(game)
    exact = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    zeros, ones = np.zeros(size), np.ones((1, size))
    answer = linprog(-wish, A_ub=game, b_ub=zeros, A_eq=ones, b_eq=[1.0], bounds=(0, None), options=exact)
    assert answer.success
    return np.asarray(answer.x)


def _widest(ties: FloatArray, limits: FloatArray) -> FloatArray:
    """The mix of largest entropy with ties @ x = 0 and limits @ x <= 0, by its dual.

    x is proportional to exp(-prices' rows); the prices minimise the log of the normaliser, those of the
    limits being non-negative.
    """
    from scipy.optimize import minimize
    from scipy.special import logsumexp, softmax

    rows = np.vstack([ties, limits])

    def normaliser(prices: FloatArray) -> tuple[float, FloatArray]:
        exponents = -prices @ rows
        return float(logsumexp(exponents)), -rows @ softmax(exponents)

    bounds = [(None, None)] * len(ties) + [(0, None)] * len(limits)
    options = {"ftol": 1e-16, "gtol": 1e-13, "maxiter": 5000, "maxfun": 20000, "maxcor": 30}
    answer = minimize(
        normaliser, np.zeros(len(rows)), jac=True, bounds=bounds, method="L-BFGS-B", options=options
    )
    return np.asarray(softmax(-answer.x @ rows))
