"""The size of an effect after a sequential test."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from dtsim.stats.elo import NORMALIZED_ELO, elo
from dtsim.stats.estimate import Estimate
from dtsim.stats.pairs import moments
from dtsim.stats.sprt_estimate import StoppedTest, outcome_cdf


def test_the_median_unbiased_elo_of_fishtest_is_met() -> None:
    counts = (39, 2226, 31451, 2412, 40)
    per_game = sqrt(2 * moments(counts)[2])
    low, high = (0.5 + nelo / NORMALIZED_ELO * per_game for nelo in (0.764, 3.439))
    test = StoppedTest(counts, low, high)
    found = test.estimate().mapped(elo)
    assert found.value == pytest.approx(0.86516, abs=5e-6)
    assert found.low == pytest.approx(0.16827, abs=5e-6)
    assert found.high == pytest.approx(1.54058, abs=5e-6)
    assert test.worse_outcome(0.5) == pytest.approx(0.9919994, abs=5e-8)
    assert found.n == 2 * sum(counts)


def test_nothing_played_gives_nothing() -> None:
    assert StoppedTest((0, 0, 0), 0.5, 0.51).estimate() == Estimate.unknown()


@given(st.lists(st.integers(1, 4000), min_size=5, max_size=5))
def test_from_the_other_chair_the_estimate_is_mirrored(counts) -> None:
    mine = StoppedTest(tuple(counts), 0.49, 0.51).estimate()
    theirs = StoppedTest(tuple(counts[::-1]), 0.49, 0.51).estimate().complement()
    assert mine.value == pytest.approx(theirs.value, abs=1e-5)
    assert mine.low <= mine.value <= mine.high


@given(st.floats(-3, -2), st.floats(2, 3), st.floats(-1.5, 1.5), st.floats(0.3, 8), st.floats(-1.9, 1.9))
def test_the_outcome_probability_is_one_and_rises_with_the_level(low, high, drift, time, level) -> None:
    here = outcome_cdf(low, high, drift, 1.0, time, level)
    assert -1e-6 <= here <= 1 + 1e-6
    assert here <= outcome_cdf(low, high, drift, 1.0, time, level + 0.05) + 1e-9
    mirrored = outcome_cdf(-high, -low, -drift, 1.0, time, -level)
    assert here + mirrored == pytest.approx(1, abs=1e-6)


def test_far_from_the_bounds_the_walk_is_a_normal_number() -> None:
    for drift in (-2.0, 0.0, 3.0):
        free = norm.cdf((0.5 - drift * 0.2) / sqrt(0.2))
        assert outcome_cdf(-8, 8, drift, 1.0, 0.2, 0.5) == pytest.approx(free, abs=1e-9)


def test_series_and_reflection_agree_where_both_hold() -> None:
    # Either side of the early-time switch at variance * time = width^2 / 100.
    for drift in (-3.0, 0.0, 3.0):
        early, late = (outcome_cdf(-2, 2, drift, 1.0, 0.16 * f, 0.3) for f in (0.99999, 1.00001))
        assert early == pytest.approx(late, abs=1e-5)


@pytest.mark.slow
def test_the_estimate_of_a_stopped_test_is_median_unbiased_and_covers() -> None:
    rng = np.random.default_rng(6)
    truth, below, covered = 0.507, [], []
    shares = [(1 - truth) ** 2, 0, 2 * truth * (1 - truth), 0, truth**2]
    for _ in range(600):
        counts = np.zeros(5, dtype=int)
        while True:
            counts += rng.multinomial(100, shares)
            n, mean, variance = moments(counts)
            llr = n * 0.02 * (2 * mean - 1.0) / (2 * variance)
            if abs(llr) >= 2.944438979:
                break
        found = StoppedTest(tuple(counts.tolist()), 0.49, 0.51).estimate()
        below.append(found.value < truth)
        covered.append(found.contains(truth))
    assert 0.44 <= np.mean(below) <= 0.56
    assert np.mean(covered) >= 0.93
