"""The likelihood of wins, draws and losses."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from statsmodels.genmod import families
from statsmodels.genmod.generalized_linear_model import GLM

from dtsim.stats.davidson import (
    GameRows,
    fit,
    information,
    is_separated,
    log_likelihood,
    outcome_probabilities,
    residual_factors,
    saturated_log_likelihood,
)

SEEDS = st.integers(0, 2**32 - 1)


def rows_of(seed: int, has_draws: bool) -> GameRows:
    """Some settings of two coefficients, all results of which were seen."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, 60, size=(5, 3)).astype(float)
    counts[:, 1] *= has_draws
    return GameRows(rng.normal(size=(5, 2)), counts)


def test_one_matchup_has_a_closed_form() -> None:
    found = fit(GameRows(np.array([[1.0]]), np.array([[96.0, 111.0, 136.0]])))
    assert found.parameters == pytest.approx([log(136 / 96), log(111 / (136 * 96) ** 0.5)], abs=1e-10)
    np.testing.assert_allclose(found.probabilities, np.array([[96, 111, 136]]) / 343, rtol=1e-10)
    assert found.log_likelihood == pytest.approx(
        saturated_log_likelihood(GameRows(np.array([[1.0]]), np.array([[96.0, 111.0, 136.0]])))
    )


@given(SEEDS)
def test_without_draws_it_is_logistic_regression(seed) -> None:
    rows = rows_of(seed, has_draws=False)
    oracle = GLM(rows.counts[:, [2, 0]], rows.design, family=families.Binomial()).fit(tol=1e-13)
    found = fit(rows)
    np.testing.assert_allclose(found.parameters, oracle.params, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(np.linalg.inv(found.information), oracle.cov_params(), rtol=1e-6, atol=1e-9)
    deviance = 2 * (saturated_log_likelihood(rows) - found.log_likelihood)
    assert deviance == pytest.approx(oracle.deviance, rel=1e-6)


@given(SEEDS, st.booleans(), st.booleans())
def test_at_the_maximum_no_direction_leads_up(seed, has_draws, firth) -> None:
    rows = rows_of(seed, has_draws)
    found = fit(rows, firth=firth)

    def height(parameters: np.ndarray) -> float:
        top = log_likelihood(rows, parameters)
        if firth:
            chances = outcome_probabilities(rows, parameters)
            top += np.linalg.slogdet(information(rows, chances))[1] / 2
        return top

    best = height(found.parameters)
    for direction in np.eye(rows.n_parameters):
        for step in (-1e-3, 1e-3):
            assert height(found.parameters + step * direction) < best


@given(SEEDS, st.booleans())
def test_the_information_is_the_spread_of_the_score_and_the_curvature(seed, has_draws) -> None:
    rows = rows_of(seed, has_draws)
    parameters = np.random.default_rng(seed).normal(size=rows.n_parameters) / 2
    chances = outcome_probabilities(rows, parameters)
    found = information(rows, chances)
    along, drawn = residual_factors(chances)
    spread = np.zeros_like(found)
    for row, n in enumerate(rows.counts.sum(axis=1)):
        for result in range(3):
            score = along[row, result] * rows.design[row]
            score = np.append(score, drawn[row, result]) if has_draws else score
            spread += n * chances[row, result] * np.outer(score, score)
    np.testing.assert_allclose(found, spread, rtol=1e-9, atol=1e-9)
    step, unit = 1e-4, np.eye(rows.n_parameters)[0]
    heights = [log_likelihood(rows, parameters + k * step * unit) for k in (-1, 0, 1)]
    assert found[0, 0] == pytest.approx((2 * heights[1] - heights[0] - heights[2]) / step**2, rel=1e-3)


@given(st.integers(0, 5), st.integers(0, 5), st.integers(1, 5))
def test_of_one_matchup_with_draws_it_adds_half_of_each_result(losses, wins, draws) -> None:
    found = fit(GameRows(np.array([[1.0]]), np.array([[losses, draws, wins]], dtype=float)), firth=True)
    shares = np.array([[losses + 0.5, draws + 0.5, wins + 0.5]]) / (losses + draws + wins + 1.5)
    np.testing.assert_allclose(found.probabilities, shares, atol=1e-8)


@example(0, 1)
@given(st.integers(0, 50), st.integers(0, 50))
def test_firths_prior_adds_half_a_win_and_half_a_loss_to_a_single_rate(losses, wins) -> None:
    if losses + wins == 0:
        return
    found = fit(GameRows(np.array([[1.0]]), np.array([[losses, 0, wins]], dtype=float)), firth=True)
    assert found.parameters[0] == pytest.approx(log((wins + 0.5) / (losses + 0.5)), abs=1e-8)


def test_a_ridge_keeps_a_perfect_score_finite() -> None:
    rows = GameRows(np.array([[1.0]]), np.array([[0.0, 0.0, 20.0]]))
    found = fit(rows, np.array([1.0]))
    # the slope 20 (1 - p) of the likelihood balances the prior's
    assert 20 * found.probabilities[0, 0] == pytest.approx(found.parameters[0])


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([[1, 0, 1], [1, 0, 1], [1, 0, 1]], False),
        ([[0, 0, 3], [0, 0, 3], [0, 0, 3]], True),  # a > b > c, and a > c
        ([[0, 0, 3], [0, 0, 3], [3, 0, 0]], False),  # a circle
        ([[0, 0, 3], [1, 0, 1], [1, 0, 2]], False),  # the odd one out is bound by the third
        ([[0, 0, 3], [1, 0, 1], [0, 0, 0]], True),
        ([[0, 3, 0], [0, 1, 0], [0, 2, 0]], True),  # nothing but draws
        ([[0, 3, 1], [0, 1, 1], [1, 2, 0]], False),
        ([[0, 0, 0], [0, 0, 0], [0, 0, 0]], False),
    ],
)
def test_separation_is_seen_where_no_maximum_exists(counts, expected) -> None:
    strengths = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # in steps a - b and b - c
    rows = GameRows(strengths, np.array(counts, dtype=float))
    assert is_separated(rows) is expected
    if not expected and np.array(counts).any():
        assert np.abs(fit(rows).parameters).max() < 20


def test_no_games_have_no_height() -> None:
    nothing = GameRows(np.zeros((0, 0)), np.zeros((0, 3)))
    assert fit(nothing).log_likelihood == saturated_log_likelihood(nothing) == 0.0
