"""A hero against everyone."""

from __future__ import annotations

import numpy as np
import pytest

from dtsim.stats.estimate import Estimate
from dtsim.stats.field import against_field, field_estimates, field_weights, posterior_rates
from dtsim.stats.matchups import Matchups
from dtsim.stats.pairs import Pairs

from .samples import logistic, matrix_of

STRENGTHS = np.array([0.4, 0.1, -0.2, -0.3])
RATES = logistic(STRENGTHS[:, None] - STRENGTHS[None, :])


def test_the_field_leaves_out_the_mirror_and_weighs_by_popularity() -> None:
    np.testing.assert_allclose(field_weights(3), (1 - np.eye(3)) / 2)
    weights = field_weights(3, [1, 2, 3])
    np.testing.assert_allclose(weights, [[0, 2 / 5, 3 / 5], [1 / 4, 0, 3 / 4], [1 / 3, 2 / 3, 0]])


def test_a_hero_that_only_meets_itself_stands_at_one_half() -> None:
    weights = field_weights(3, [0, 0, 1])
    assert against_field(np.full((3, 3), 0.9), weights)[2] == 0.5
    matchups = matrix_of(RATES, 1000)
    assert field_estimates(matchups, [0, 0, 0, 1])[3].value is None


def test_one_opponent_gives_the_interval_of_that_matchup() -> None:
    matchups = matrix_of(RATES[:2, :2], 100_000)
    direct = matchups.cell("hero 0", "hero 1").score_rate()
    over_field = field_estimates(matchups)[0]
    assert over_field.value == pytest.approx(direct.value)
    assert over_field.low == pytest.approx(direct.low, abs=1e-6)
    assert over_field.n == direct.n


def test_the_variances_of_the_matchups_add_with_the_squares_of_their_weights() -> None:
    rates = np.array([[0.5, 0.9, 0.3], [0.1, 0.5, 0.5], [0.7, 0.5, 0.5]])
    matchups = matrix_of(rates, 10_000)
    found = field_estimates(matchups, [0, 1, 3])[0]
    variance = (0.25**2 * 0.9 * 0.1 + 0.75**2 * 0.3 * 0.7) / 20_000
    assert found.value == pytest.approx(0.25 * 0.9 + 0.75 * 0.3)
    assert found.half_width == pytest.approx(1.959963984540054 * variance**0.5, rel=1e-3)


def test_an_opponent_never_met_leaves_the_rate_unknown() -> None:
    won = Pairs.from_results([2, 2], [2, 0])
    matchups = Matchups(("a", "b", "c"), {("a", "b"): won})
    assert field_estimates(matchups)[0] == Estimate.unknown(4)
    assert field_estimates(matchups, [1, 1, 0])[0].value == 0.75


def test_always_winning_still_leaves_doubt() -> None:
    best = field_estimates(matrix_of(np.array([[0.5, 1.0, 1.0], [0, 0.5, 0.5], [0, 0.5, 0.5]]), 100))[0]
    assert best.value == 1.0
    assert 0.9 < best.low < 1.0
    assert best.high == 1.0


def test_plausible_matrices_are_antisymmetric_and_centred_on_the_rates() -> None:
    drawn = posterior_rates(matrix_of(RATES, 5000), 4000, np.random.default_rng(1))
    np.testing.assert_allclose(drawn + drawn.transpose(0, 2, 1), 1.0)
    np.testing.assert_allclose(drawn.mean(axis=0), RATES, atol=1e-3)


def test_a_matchup_never_played_may_be_anything() -> None:
    drawn = posterior_rates(Matchups(("a", "b")), 4000, np.random.default_rng(1))[:, 0, 1]
    assert drawn.min() < 0.01
    assert drawn.max() > 0.99


@pytest.mark.slow
def test_the_interval_over_the_field_covers_the_truth() -> None:
    rng = np.random.default_rng(11)
    truth = against_field(RATES, field_weights(4))
    covered = [
        [
            estimate.contains(t)
            for estimate, t in zip(field_estimates(matrix_of(RATES, 200, rng)), truth, strict=True)
        ]
        for _ in range(1500)
    ]
    assert 0.935 <= np.mean(covered) <= 0.965
