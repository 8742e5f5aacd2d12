"""Game length with a turn cap."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import CensoredData, ecdf
from statsmodels.duration.survfunc import SurvfuncRight

from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import wilson
from dtsim.stats.survival import kaplan_meier

TURNS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=20).filter(
    lambda rows: rows[0][0] + sum(sum(row) for row in rows[1:]) > 0
)


@given(TURNS)
def test_scipy_draws_the_same_curve(rows) -> None:
    finished, truncated = np.array(rows).T
    turns = np.arange(len(finished))
    data = CensoredData(
        uncensored=np.repeat(turns, finished).astype(float), right=np.repeat(turns, truncated).astype(float)
    )
    oracle = ecdf(data).sf
    found = kaplan_meier(finished, truncated)
    np.testing.assert_allclose(found.share, oracle.evaluate(turns), atol=1e-12)


def test_greenwoods_variance_is_that_of_statsmodels() -> None:
    finished = np.array([0, 3, 5, 0, 8, 2, 4])
    truncated = np.array([0, 1, 0, 2, 1, 0, 6])
    turns = np.arange(7)
    times = np.concatenate([np.repeat(turns, finished), np.repeat(turns, truncated)])
    is_finished = np.repeat([1, 0], [finished.sum(), truncated.sum()])
    oracle = SurvfuncRight(times, is_finished)
    found = kaplan_meier(finished, truncated)
    np.testing.assert_allclose(np.sqrt(found.variance[oracle.surv_times]), oracle.surv_prob_se, rtol=1e-12)


@given(st.lists(st.integers(0, 50), min_size=2, max_size=15).filter(lambda counts: sum(counts) > 0))
def test_without_a_cap_the_curve_is_the_share_of_longer_games_with_wilsons_band(counts) -> None:
    found = kaplan_meier(counts)
    n = sum(counts)
    for turn in range(len(counts)):
        longer = wilson(sum(counts[turn + 1 :]), n)
        assert found.share[turn] == pytest.approx(longer.value, abs=1e-12)
        assert found.low[turn] == pytest.approx(longer.low, abs=1e-9)
        assert found.high[turn] == pytest.approx(longer.high, abs=1e-9)


@given(TURNS)
def test_the_band_contains_the_curve_and_the_curve_falls(rows) -> None:
    found = kaplan_meier(*np.array(rows).T)
    assert (found.low <= found.share + 1e-12).all()
    assert (found.share <= found.high + 1e-12).all()
    assert (np.diff(found.share) <= 1e-12).all()


def test_the_median_is_where_half_the_games_are_over_and_unknown_beyond_the_cap() -> None:
    # After turn 2 sixty of a hundred games go on: Wilson's band from 50.2 % lies just above one half.
    assert wilson(60, 100).low == pytest.approx(0.502, abs=5e-4)
    assert kaplan_meier([0, 10, 30, 30, 20, 10]).quantile(0.5) == Estimate(3.0, 3.0, 3.0, 100)
    # With one game more among those over by then it holds one half, and turn 2 may be the median.
    assert kaplan_meier([0, 11, 30, 30, 20, 9]).quantile(0.5) == Estimate(3.0, 2.0, 3.0, 100)
    assert kaplan_meier([0, 10, 0, 0], [0, 0, 0, 90]).quantile(0.5).value is None
    assert kaplan_meier([0, 0]).quantile(0.5).value is None


def test_the_mean_is_the_plain_mean_if_no_game_was_stopped() -> None:
    counts = np.array([0, 10, 30, 30, 20, 10])
    sample = np.repeat(np.arange(6), counts)
    mean = kaplan_meier(counts).mean()
    assert mean.value == pytest.approx(sample.mean())
    assert mean.half_width == pytest.approx(1.959963984540054 * sample.std() / 10)
    assert kaplan_meier([0, 0]).mean().value is None


def test_a_stopped_game_was_seen_to_last_its_turn() -> None:
    # Two games end in turn 1, one of four is stopped in it, the last one ends in turn 2.
    found = kaplan_meier([0, 2, 1], [0, 1, 0])
    np.testing.assert_allclose(found.share, [1.0, 0.5, 0.0])
    assert found.at_risk.tolist() == [4, 4, 1]


def test_a_curve_that_ends_in_one_game_is_as_doubtful_as_one_game() -> None:
    # 999 of 1000 games are stopped in turn 1, and the last one is over in turn 2.
    found = kaplan_meier([0, 0, 1, 0], [0, 999, 0, 0])
    np.testing.assert_allclose(found.share, [1, 1, 0, 0])
    assert found.low[1] == pytest.approx(wilson(1000, 1000).low)
    for turn in (2, 3):
        assert found.high[turn] == pytest.approx(wilson(0, 1).high)


def test_no_games_and_no_turns_make_an_empty_curve() -> None:
    assert kaplan_meier([0, 0]).n == 0
    nothing = kaplan_meier([])
    assert (nothing.n, nothing.quantile(0.5), nothing.mean()) == (0, Estimate.unknown(), Estimate.unknown())
    all_stopped = kaplan_meier([0, 0, 0], [0, 0, 5])
    assert all_stopped.share.tolist() == [1, 1, 1]
    assert all_stopped.quantile(0.5) == Estimate.unknown(5)


@pytest.mark.slow
def test_the_band_covers_the_true_curve_with_early_stops() -> None:
    rng = np.random.default_rng(21)
    lengths = rng.geometric(0.15, size=(3000, 150))
    caps = rng.integers(5, 30, size=lengths.shape)
    turn, inside = 6, []
    for length, cap in zip(lengths, caps, strict=True):
        is_over = length <= cap
        finished = np.bincount(length[is_over], minlength=40)
        found = kaplan_meier(finished, np.bincount(cap[~is_over], minlength=len(finished))[: len(finished)])
        inside.append(found.low[turn] <= 0.85**turn <= found.high[turn])
    assert 0.94 <= np.mean(inside) <= 0.965
