"""Shares and uptimes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from dtsim.stats.estimate import Estimate
from dtsim.stats.ratios import RatioSums, bootstrap_ratio

SAMPLES = arrays(float, st.tuples(st.integers(2, 40), st.just(2)), elements=st.integers(0, 100).map(float))


@given(SAMPLES)
def test_the_error_is_that_of_the_delta_method(sample) -> None:
    y, x = sample.T
    found = RatioSums.of_games(y, x).estimate()
    if x.sum() == 0:
        assert found == Estimate.unknown(len(x))
        return
    ratio, n = y.sum() / x.sum(), len(x)
    variance = np.var(y - ratio * x, ddof=1) / (n * x.mean() ** 2)
    assert found.value == pytest.approx(ratio)
    assert found.half_width == pytest.approx(1.959963984540054 * np.sqrt(variance), abs=1e-6)


@given(SAMPLES, SAMPLES)
def test_sums_add_like_numbers(first, second) -> None:
    both = np.concatenate([first, second])
    assert RatioSums.of_games(*first.T) + RatioSums.of_games(*second.T) == RatioSums.of_games(*both.T)


def test_a_ratio_to_nothing_is_unknown_and_one_game_has_no_interval() -> None:
    assert RatioSums().estimate() == Estimate.unknown()
    assert RatioSums.of_games([3.0], [0.0]).estimate() == Estimate.unknown(1)
    assert RatioSums.of_games([3.0], [4.0]).estimate() == Estimate(0.75, None, None, 1)
    assert bootstrap_ratio([1.0, 2.0], [0.0, 0.0], np.random.default_rng(1)) == Estimate.unknown(2)
    assert bootstrap_ratio([3.0], [4.0], np.random.default_rng(1)) == Estimate(0.75, None, None, 1)
    assert bootstrap_ratio([], [], np.random.default_rng(1)) == Estimate.unknown()


def test_a_constant_share_has_no_error() -> None:
    damage = np.array([10.0, 20.0, 30.0])
    found = RatioSums.of_games(0.25 * damage, damage).estimate()
    assert found.value == 0.25
    assert found.half_width == pytest.approx(0, abs=1e-9)


def test_the_bootstrap_agrees_with_the_delta_method_and_repeats_itself() -> None:
    rng = np.random.default_rng(4)
    total = rng.gamma(5.0, 4.0, size=500)
    part = total * rng.beta(2, 6, size=500)
    delta = RatioSums.of_games(part, total).estimate()
    drawn = bootstrap_ratio(part, total, np.random.default_rng(9))
    assert drawn == bootstrap_ratio(part, total, np.random.default_rng(9))
    assert drawn.value == pytest.approx(delta.value)
    assert drawn.half_width == pytest.approx(delta.half_width, rel=0.1)


@pytest.mark.slow
def test_the_interval_covers_the_share() -> None:
    rng = np.random.default_rng(14)
    total = rng.gamma(5.0, 4.0, size=(4000, 200))
    part = total * rng.beta(2, 6, size=total.shape)
    covered = [RatioSums.of_games(y, x).estimate().contains(0.25) for y, x in zip(part, total, strict=True)]
    assert 0.94 <= np.mean(covered) <= 0.96
