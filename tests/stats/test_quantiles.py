"""Quantiles of whole numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, quantile_test

from dtsim.stats.estimate import Estimate
from dtsim.stats.quantiles import RankRange, quantile, rank_range

LEVELS = st.sampled_from([0.05, 0.25, 0.5, 0.75, 0.95])


def test_the_median_of_ten_lies_between_the_second_and_the_ninth() -> None:
    assert rank_range(10, 0.5) == RankRange(2, 9, 0.978515625)


@given(st.integers(1, 3000), LEVELS, st.sampled_from([0.8, 0.95, 0.99]))
def test_ranks_leave_at_most_half_the_error_on_each_side_and_no_rank_less(n, level, confidence) -> None:
    found, tail = rank_range(n, level, confidence), (1 - confidence) / 2
    below = binom(n, level)
    if found.low is not None:
        assert below.cdf(found.low - 1) <= tail * (1 + 1e-9)
    assert below.cdf(found.low or 0) > tail * (1 - 1e-9)
    if found.high is not None:
        assert below.sf(found.high - 1) <= tail * (1 + 1e-9)
        assert found.high == 1 or below.sf(found.high - 2) > tail * (1 - 1e-9)
    assert found.coverage >= confidence - 1e-12


def test_scipy_gives_the_same_interval() -> None:
    sample = np.random.default_rng(5).integers(5, 40, size=300)
    for level in (0.1, 0.5, 0.9):
        oracle = quantile_test(sample, q=15, p=level).confidence_interval(0.95)
        found = quantile(np.bincount(sample), level)
        assert (found.low, found.high) == (oracle.low, oracle.high)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=200), LEVELS)
def test_the_value_is_the_smallest_that_reaches_the_level(sample, level) -> None:
    found = quantile(np.bincount(sample), level)
    assert found.value == np.quantile(sample, level, method="inverted_cdf")
    assert found.contains(found.value)
    assert found.n == len(sample)


def test_games_beyond_the_turn_cap_are_longer_than_all_others() -> None:
    counts = [0, 10, 10, 10]
    assert quantile(counts, 0.5, truncated=30).value == 3.0
    assert quantile(counts, 0.5, truncated=30).high is None
    assert quantile(counts, 0.5, truncated=31) == Estimate.unknown(61)
    assert quantile([0], 0.5) == Estimate.unknown()


def test_few_games_cannot_bound_an_extreme_quantile() -> None:
    found = quantile([0, 1, 1, 1], 0.95)
    assert (found.value, found.low, found.high) == (3.0, 2.0, None)
    assert quantile([0, 1], 0.5) == Estimate(1.0, None, None, 1)


@pytest.mark.slow
def test_order_statistics_cover_the_quantile_of_any_distribution() -> None:
    rng = np.random.default_rng(8)
    truth = 7.0  # median of the geometric numbers below: P(X <= 6) < 1/2 <= P(X <= 7)
    samples = rng.geometric(0.1, size=(4000, 200))
    covered = [quantile(np.bincount(sample), 0.5).contains(truth) for sample in samples]
    assert np.mean(covered) >= 0.95 - 0.007
