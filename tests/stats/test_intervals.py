"""Wilson, Clopper-Pearson, Jeffreys."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest
from statsmodels.stats.proportion import proportion_confint

from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import clopper_pearson, jeffreys, wilson, wilson_bounds

METHODS = [wilson, clopper_pearson, jeffreys]
COUNTS = st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("successes", "n", "method", "low", "high"),
    [
        # Newcombe 1998, Table I; Jeffreys recomputed
        (81, 263, wilson, 0.2553, 0.3662),
        (81, 263, clopper_pearson, 0.2527, 0.3676),
        (81, 263, jeffreys, 0.2545, 0.3656),
        (0, 20, wilson, 0.0000, 0.1611),
        (0, 20, clopper_pearson, 0.0000, 0.1684),
        (0, 20, jeffreys, 0.0, 0.1166),
        (1, 29, wilson, 0.0061, 0.1718),
        (1, 29, clopper_pearson, 0.0009, 0.1776),
        (1, 29, jeffreys, 0.0037, 0.1501),
    ],
)
def test_published_intervals_are_met(successes, n, method, low, high) -> None:
    found = method(successes, n)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)
    assert found.value == successes / n


@pytest.mark.parametrize("method", METHODS)
def test_nothing_played_gives_nothing_and_the_ends_are_reached_exactly(method) -> None:
    assert method(0, 0) == Estimate.unknown()
    assert method(0, 7).low == 0.0
    assert method(7, 7).high == 1.0
    assert 0 < method(7, 7).low < 1
    assert 0 < method(0, 7).high < 1


@given(COUNTS, st.sampled_from([0.5, 0.8, 0.95, 0.99, 0.999]))
def test_scipy_and_statsmodels_agree(counts, confidence) -> None:
    successes, n = counts
    test = binomtest(successes, n)
    for found, oracle in (
        (wilson(successes, n, confidence), test.proportion_ci(confidence, "wilson")),
        (clopper_pearson(successes, n, confidence), test.proportion_ci(confidence, "exact")),
    ):
        assert found.low == pytest.approx(oracle.low, abs=1e-12)
        assert found.high == pytest.approx(oracle.high, abs=1e-12)
    low, high = proportion_confint(successes, n, 1 - confidence, "jeffreys")
    found = jeffreys(successes, n, confidence)
    assert found.low == pytest.approx(0.0 if successes == 0 else low, abs=1e-12)
    assert found.high == pytest.approx(1.0 if successes == n else high, abs=1e-12)


@given(COUNTS, st.sampled_from(METHODS))
def test_an_interval_contains_its_estimate_and_grows_with_confidence(counts, method) -> None:
    narrow, wide = method(*counts, 0.8), method(*counts, 0.99)
    assert narrow.contains(narrow.value)
    assert wide.low <= narrow.low <= narrow.high <= wide.high


@given(COUNTS, st.sampled_from(METHODS))
def test_more_wins_move_both_ends_up(counts, method) -> None:
    successes, n = counts
    if successes < n:
        fewer, more = method(successes, n), method(successes + 1, n)
        assert fewer.low <= more.low
        assert fewer.high <= more.high


@given(COUNTS, st.sampled_from(METHODS))
def test_the_opponents_interval_is_the_mirror_image(counts, method) -> None:
    successes, n = counts
    mirrored = method(n - successes, n).complement()
    assert mirrored.low == pytest.approx(method(successes, n).low, abs=1e-9)
    assert mirrored.high == pytest.approx(method(successes, n).high, abs=1e-9)


def test_arrays_of_rates_get_the_same_bounds_and_nan_without_games() -> None:
    low, high = wilson_bounds([0.0, 0.25, 1.0, 0.5], [20, 40, 20, 0])
    assert [*low[:3], *high[:3]] == [
        *(wilson(x, n).low for x, n in ((0, 20), (10, 40), (20, 20))),
        *(wilson(x, n).high for x, n in ((0, 20), (10, 40), (20, 20))),
    ]
    assert math.isnan(low[3])
    assert math.isnan(high[3])


@pytest.mark.slow
def test_clopper_pearson_never_covers_less_than_promised_and_wilson_does_so_on_average() -> None:
    n, rates = 60, np.linspace(0.005, 0.995, 199)
    chances = binom.pmf(np.arange(n + 1)[:, None], n, rates)
    covered = {}
    for method in METHODS:
        found = [method(x, n) for x in range(n + 1)]
        low, high = np.array([f.low for f in found]), np.array([f.high for f in found])
        is_inside = (low[:, None] <= rates) & (rates <= high[:, None])
        covered[method] = (is_inside * chances).sum(axis=0)
    assert covered[clopper_pearson].min() >= 0.95
    assert 0.94 < covered[wilson].mean() < 0.96
    assert 0.94 < covered[jeffreys].mean() < 0.96
