"""Whether the numbers can be trusted."""

from __future__ import annotations

from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, kendalltau
from statsmodels.tsa.stattools import acf

from dtsim.stats.anytime import score_sequence
from dtsim.stats.diagnostics import (
    FAILED_ODDS,
    autocorrelation,
    convergence,
    homogeneity,
    mirror_z,
    odds_z,
    rank_agreement,
)
from dtsim.stats.estimate import Estimate
from dtsim.stats.pairs import Pairs

from .samples import pair_shares


@given(st.lists(st.lists(st.integers(30, 200), min_size=3, max_size=3), min_size=2, max_size=6))
def test_shards_are_compared_by_the_chi_square_of_scipy(shards) -> None:
    found, oracle = homogeneity(shards), chi2_contingency(shards, correction=False)
    assert found.test.statistic == pytest.approx(oracle.statistic)
    assert found.test.degrees == oracle.dof
    assert found.test.p_value == pytest.approx(oracle.pvalue)


def test_rare_results_join_their_neighbours() -> None:
    found = homogeneity([[50, 1, 60], [55, 0, 52]])
    assert found.test.degrees == 1
    assert found.test.statistic == pytest.approx(
        chi2_contingency([[50, 61], [55, 52]], correction=False).statistic
    )
    last = homogeneity([[50, 60, 40, 1], [55, 52, 60, 0]])
    merged = chi2_contingency([[50, 60, 41], [55, 52, 60]], correction=False)
    assert last.test.statistic == pytest.approx(merged.statistic)
    assert homogeneity([[3, 0, 1], [0, 0, 4]]).test.p_value == 1.0


def test_a_worker_that_is_off_is_named() -> None:
    shards = [[500, 0, 500]] * 9 + [[400, 0, 600]]
    found = homogeneity(shards)
    assert found.suspects == (9,)
    assert found.test.p_value < 1e-3
    pooled, n = 5100 / 10_000, 10_000
    error = sqrt(pooled * (1 - pooled) * (1 / 1000 - 1 / n))
    assert found.z_scores[9] == pytest.approx((0.6 - pooled) / error)


def test_one_shard_an_empty_one_and_equal_results_are_no_contradiction() -> None:
    for shards in ([[5, 0, 5]], [[0, 0, 0], [9, 0, 9]], [[0, 0, 7], [0, 0, 9]], [[0, 0, 0], [0, 0, 0]]):
        found = homogeneity(shards)
        assert found.test.p_value == 1.0
        assert found.suspects == ()


def test_a_mirror_match_is_even_by_symmetry() -> None:
    assert mirror_z(Pairs()) == 0.0
    assert mirror_z(Pairs.from_results([2, 0], [0, 2])) == 0.0
    off = Pairs((225, 0, 250, 0, 0, 0, 250, 0, 275))  # 52.5 % of 2000 independent games
    assert mirror_z(off) == pytest.approx(0.025 / sqrt(0.25 / 2000), rel=1e-2)
    assert mirror_z(off.reversed()) == pytest.approx(-mirror_z(off))


def test_simulated_odds_are_measured_in_standard_errors() -> None:
    yahtzee = Fraction(347897, 7558272)  # five of a kind within three rolls
    assert float(yahtzee) == pytest.approx(0.0460286425, abs=5e-11)
    n = 1_000_000
    assert odds_z(46_029, n, float(yahtzee)) == pytest.approx(0, abs=0.01)
    assert abs(odds_z(46_029 + 900, n, float(yahtzee))) > FAILED_ODDS
    assert odds_z(46_029 + 200, n, float(yahtzee)) == pytest.approx(
        200 / sqrt(n * 0.046028642 * 0.953971358), abs=0.01
    )


def test_certain_and_impossible_events_admit_no_exception() -> None:
    assert odds_z(0, 0, 0.5) == 0.0
    assert odds_z(10, 10, 1.0) == odds_z(0, 10, 0.0) == 0.0
    assert odds_z(9, 10, 1.0) == -inf
    assert odds_z(1, 10, 0.0) == inf


@given(st.lists(st.floats(0, 1), min_size=5, max_size=60), st.integers(1, 4))
def test_the_correlation_of_neighbouring_seeds_is_that_of_statsmodels(scores, lag) -> None:
    found = autocorrelation(scores, lag)
    if np.ptp(scores) < 1e-6:
        return
    assert found.value == pytest.approx(acf(scores, nlags=lag, fft=False)[lag], abs=1e-9)
    assert found.high == pytest.approx(min(1, found.value + 1.959963984540054 / sqrt(len(scores))))


def test_too_few_or_equal_blocks_have_no_correlation() -> None:
    assert autocorrelation([]) == Estimate.unknown()
    assert autocorrelation([1.0]) == Estimate.unknown(1)
    assert autocorrelation([0.5] * 20) == Estimate.unknown(20)
    assert autocorrelation([0.0, 1.0] * 50).value == pytest.approx(-0.99)


def test_convergence_shows_both_bands_of_the_running_total() -> None:
    batch = Pairs((50, 0, 50, 0, 0, 0, 50, 0, 100))
    points = convergence([batch] * 3, planned_pairs=750)
    total = batch + batch + batch
    assert [point.fixed.n for point in points] == [500, 1000, 1500]
    assert points[-1].fixed == total.score_rate()
    assert points[-1].anytime == score_sequence(total.pentanomial, 750)
    assert points[-1].anytime.half_width > points[-1].fixed.half_width
    assert convergence([], 100) == ()


def test_rankings_under_two_players_are_compared_by_kendalls_tau() -> None:
    rng = np.random.default_rng(1)
    strengths, other = np.arange(6.0), np.array([0.0, 1, 2, 3, 5, 4])
    first, second = strengths + rng.normal(0, 0.3, (500, 6)), other + rng.normal(0, 0.3, (500, 6))
    found = rank_agreement(first, second)
    assert found.value == pytest.approx(kendalltau(strengths, other).statistic)
    assert found.low < found.value <= found.high <= 1
    assert found.n == 6
    assert rank_agreement(first, first).low == pytest.approx(1)
    assert rank_agreement(first, -first).high == pytest.approx(-1)


def test_rankings_of_one_hero_or_of_ties_do_not_compare() -> None:
    assert rank_agreement(np.zeros((10, 1)), np.zeros((10, 1))) == Estimate.unknown()
    assert rank_agreement(np.zeros((10, 3)), np.ones((10, 3))) == Estimate.unknown(3)
    assert rank_agreement(np.zeros((0, 3)), np.zeros((0, 3))) == Estimate.unknown()


@pytest.mark.slow
def test_honest_shards_and_mirrors_are_rarely_suspected() -> None:
    rng = np.random.default_rng(9)
    shards = rng.multinomial(300, [0.24, 0.02, 0.48, 0.01, 0.25], size=(3000, 8))
    found = [homogeneity(run) for run in shards]
    assert 0.035 <= np.mean([run.test.p_value < 0.05 for run in found]) <= 0.065
    assert 0.006 <= np.mean([len(run.suspects) / 8 for run in found]) <= 0.014
    for correlation in (-0.6, 0.0, 0.6):
        ll, _, lw, _, ww = pair_shares(0.5, correlation)
        counts = rng.multinomial(1000, [ll, 0, lw / 2, 0, 0, 0, lw / 2, 0, ww], size=3000)
        z = np.array([mirror_z(Pairs(tuple(row.tolist()))) for row in counts])
        assert np.mean(np.abs(z) > 1.96) == pytest.approx(0.05, abs=0.015)
