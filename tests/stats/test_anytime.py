"""Confidence sequences and e-values."""

from __future__ import annotations

from math import exp, factorial, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betaln

from dtsim.stats.anytime import (
    BURN_IN_PAIRS,
    bernoulli_sequence,
    best_rho,
    difference_sequence,
    matchup_log_e,
    mixture_bound,
    mixture_log_e,
    rate_log_e,
    score_sequence,
    sign_log_e,
    tuned_sequence,
)
from dtsim.stats.differences import paired_difference
from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import wilson, wilson_bounds
from dtsim.stats.pairs import score_rate

from .samples import pair_shares

COUNTS = st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
PENTANOMIALS = st.lists(st.integers(0, 400), min_size=5, max_size=5)


@pytest.mark.parametrize(
    ("successes", "n", "prior", "low", "high"),
    [
        (0, 20, 0.5, 0.0, 0.224006),
        (1, 29, 0.5, 0.000092, 0.245713),
        (81, 263, 0.5, 0.216099, 0.411406),
        (500, 1000, 0.5, 0.442418, 0.557582),
        (5000, 10000, 0.5, 0.480226, 0.519774),
        (0, 20, 1.0, 0.0, 0.260671),
        (500, 1000, 1.0, 0.444385, 0.555615),
    ],
)
def test_robbins_sequences_are_met(successes, n, prior, low, high) -> None:
    found = bernoulli_sequence(successes, n, prior=prior)
    assert (found.value, found.n) == (successes / n, n)
    assert found.low == pytest.approx(low, abs=5.1e-7)
    assert found.high == pytest.approx(high, abs=5.1e-7)


@pytest.mark.parametrize(
    ("successes", "n", "planned_n", "low", "high"),
    [
        # confseq, the tests of its C++ library; it cuts off after six digits
        (700, 1000, 100, 0.651629, 0.745949),
        (15, 50, 50, 0.129556, 0.511896),
        (5, 50, 50, 0.013021, 0.269264),
        (1, 50, 50, 0.0, 0.13489),
        (1, 2, 50, 0.0, 1.0),
        (100, 200, 1, 0.328923, 0.671076),
    ],
)
def test_the_tuned_sequences_of_confseq_are_met(successes, n, planned_n, low, high) -> None:
    found = tuned_sequence(successes, n, planned_n)
    assert found.low == pytest.approx(low, abs=1e-6)
    assert found.high == pytest.approx(high, abs=2e-6)


def test_at_its_planned_number_the_tuned_sequence_is_one_and_a_half_times_as_wide_as_wilson() -> None:
    n = 10_000
    fixed = wilson(n // 2, n).half_width
    assert tuned_sequence(n // 2, n, n).half_width / fixed == pytest.approx(1.549, abs=2e-3)
    assert tuned_sequence(n // 2, n, n // 10).half_width / fixed == pytest.approx(1.65, abs=1e-2)
    assert tuned_sequence(n // 2, n, 10 * n).half_width / fixed < 2
    assert tuned_sequence(n // 2, n, n).half_width < bernoulli_sequence(n // 2, n).half_width


@given(COUNTS, st.sampled_from([bernoulli_sequence, lambda x, n, c: tuned_sequence(x, n, 500, c)]))
def test_a_sequence_contains_its_rate_and_is_wider_than_wilson_and_nested_in_the_level(
    counts, method
) -> None:
    narrow, wide = method(*counts, 0.8), method(*counts, 0.95)
    assert 0 <= wide.low <= narrow.low <= narrow.value <= narrow.high <= wide.high <= 1
    assert wide.half_width >= wilson(*counts).half_width * 0.999 or min(wide.low, 1 - wide.high) == 0
    mirrored = method(counts[1] - counts[0], counts[1], 0.95).complement()
    assert mirrored.low == pytest.approx(wide.low, abs=1e-9)
    assert mirrored.high == pytest.approx(wide.high, abs=1e-9)


def test_nothing_played_says_nothing_and_reached_ends_are_kept() -> None:
    assert bernoulli_sequence(0, 0) == tuned_sequence(0, 0, 50) == Estimate.unknown()
    assert bernoulli_sequence(0, 0).contains(0.99)
    assert bernoulli_sequence(0, 9).low == 0.0
    assert bernoulli_sequence(9, 9).high == 1.0
    assert score_sequence([0, 0, 0, 0, 0], 1000) == Estimate.unknown()
    assert difference_sequence([[0, 0], [0, 0]], 1000, 0.1) == Estimate.unknown()


def test_the_bound_for_sums_is_that_of_confseq() -> None:
    assert best_rho(100) == pytest.approx(12.60056, abs=5e-6)
    assert mixture_bound(100, best_rho(100)) == pytest.approx(30.35209, abs=5e-6)
    assert mixture_log_e(10, 100, best_rho(100)) == pytest.approx(-0.6510052, abs=5e-8)


@given(st.floats(0, 1e6), st.floats(1e-2, 1e4), st.floats(1e-4, 0.5))
def test_at_the_bound_the_evidence_is_one_over_alpha(squares, rho, alpha) -> None:
    bound = mixture_bound(squares, rho, alpha)
    assert mixture_log_e(bound, squares, rho) == pytest.approx(-log(alpha), rel=1e-9)


def test_the_bound_is_tightest_where_it_was_planned() -> None:
    rhos = np.geomspace(1, 1000, 400)
    best = rhos[np.argmin([mixture_bound(100, rho) for rho in rhos])]
    assert best == pytest.approx(best_rho(100), rel=0.05)


def test_before_the_burn_in_nothing_is_decided() -> None:
    almost, enough = (score_sequence([0, 0, 0, 0, n], 1000) for n in (BURN_IN_PAIRS - 1, BURN_IN_PAIRS))
    assert (almost.value, almost.low, almost.high, almost.n) == (1.0, 0.0, 1.0, 398)
    assert enough.low > 0.5
    early = difference_sequence([[50, 0], [149, 0]], 1000, 0.1)
    assert (early.low, early.high, early.n) == (-1.0, 1.0, 199)


@given(PENTANOMIALS)
def test_the_sequence_for_pairs_is_mirrored_from_the_other_chair_and_wider_than_fixed(counts) -> None:
    mine = score_sequence(counts, 1000)
    if sum(counts) == 0:
        return
    theirs = score_sequence(counts[::-1], 1000).complement()
    assert mine.low == pytest.approx(theirs.low, abs=1e-12)
    assert mine.low <= mine.value <= mine.high
    if sum(counts) >= 1000:
        assert mine.half_width > score_rate(counts).half_width


def test_a_change_on_common_dice_takes_a_wider_interval_if_it_is_watched() -> None:
    table = [[4000, 300], [100, 5600]]
    watched, fixed = difference_sequence(table, 10_000, 0.04), paired_difference(table).change
    assert watched.value == fixed.value == pytest.approx(0.02)
    assert watched.n == fixed.n
    assert 1.3 < watched.half_width / fixed.half_width < 1.9


def test_agrestis_changes_give_the_e_values_of_the_specification() -> None:
    assert sign_log_e(86, 150) == pytest.approx(5.8287676, abs=5e-8)
    assert sign_log_e(86, 150, prior=1.0) == pytest.approx(6.2402154, abs=5e-8)
    assert sign_log_e(150, 86) == pytest.approx(float(sign_log_e(86, 150)))
    assert sign_log_e(0, 0) == 0.0


@given(st.integers(0, 60), st.integers(0, 60))
def test_with_a_flat_stake_the_e_value_is_a_ratio_of_whole_numbers(up, down) -> None:
    m = up + down
    exact = 2**m * factorial(up) * factorial(down) / factorial(m + 1)
    assert exp(sign_log_e(up, down, prior=1.0)) == pytest.approx(exact, rel=1e-9)
    general = m * log(2) + betaln(0.5 + up, 0.5 + down) - betaln(0.5, 0.5)
    assert sign_log_e(up, down) == pytest.approx(general, abs=1e-9)


@given(st.integers(0, 500), st.integers(0, 500), st.floats(0.01, 0.99), st.sampled_from([0.5, 1.0, 3.0]))
def test_under_the_hypothesis_the_stake_neither_grows_nor_shrinks_on_average(won, lost, rate, prior) -> None:
    n = won + lost
    now, win, loss = (float(rate_log_e(won + a, n + b, rate, prior)) for a, b in ((0, 0), (1, 1), (0, 1)))
    assert rate * exp(win - now) + (1 - rate) * exp(loss - now) == pytest.approx(1, rel=1e-9)


def test_an_uneven_matchup_gathers_evidence_and_even_pairs_none() -> None:
    stacked = matchup_log_e(np.array([[10, 5, 70, 5, 10], [2, 3, 50, 20, 25], [0, 0, 99, 0, 0]]))
    assert stacked.shape == (3,)
    assert stacked[0] < 0
    assert stacked[1] == pytest.approx(float(sign_log_e(45, 5)))
    assert stacked[2] == 0.0


@pytest.mark.slow
def test_watched_every_100_games_the_sequence_holds_where_wilson_fails() -> None:
    rng = np.random.default_rng(12)
    looks = np.arange(100, 20_001, 100)
    won = rng.binomial(100, 0.5, size=(4000, len(looks))).cumsum(axis=1)
    low, high = wilson_bounds(won / looks, looks)
    missed_by_wilson = np.mean(((low > 0.5) | (high < 0.5)).any(axis=1))
    missed = np.mean((rate_log_e(won, looks, 0.5) >= log(20)).any(axis=1))
    assert missed <= 0.05
    assert missed == pytest.approx(0.003, abs=0.003)
    assert missed_by_wilson == pytest.approx(0.43, abs=0.03)


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "correlation"), [(0.5, 0.0), (0.5, 0.6), (0.9, -0.6), (0.97, 0.0)])
def test_watched_pairs_keep_their_sequence_too(rate, correlation) -> None:
    rng = np.random.default_rng(13)
    shares = pair_shares(rate, correlation)
    n_missed = 0
    for _ in range(800):
        counts = rng.multinomial(BURN_IN_PAIRS, shares, size=50).cumsum(axis=0)
        n_missed += not all(score_sequence(look, 2000).contains(rate) for look in counts)
    assert n_missed / 800 <= 0.05


@pytest.mark.slow
def test_a_watched_e_value_hardly_ever_cries_wolf() -> None:
    rng = np.random.default_rng(14)
    up = rng.binomial(1, 0.5, size=(3000, 1000)).cumsum(axis=1)
    n = np.arange(1, 1001)
    assert np.mean((sign_log_e(up, n - up) >= log(20)).any(axis=1)) <= 0.05
