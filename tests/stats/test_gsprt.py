"""The exact generalised likelihood ratio."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.gsprt import approximate_llr, logistic_llr, normalized_llr, score_llr

COUNTS = st.sampled_from([3, 5]).flatmap(lambda k: st.lists(st.integers(0, 3000), min_size=k, max_size=k))


@pytest.mark.parametrize(
    ("counts", "low", "high", "method", "expected"),
    [
        # fishtest, stat_util.py
        ([10789, 19328, 33806, 19402, 10543], -3, 1, logistic_llr, 2.1310678118),
        ([39, 2226, 31451, 2412, 40], 0.2, 0.9, logistic_llr, 2.1625425800),
        ([39, 2226, 31451, 2412, 40], 0.764, 3.439, normalized_llr, 2.1629408696),
        # fastchess, sprt_test.cpp, with more digits than it prints
        ([365, 16618, 36229, 16974, 390], 0, 2, normalized_llr, 2.2503677),
        ([127, 4883, 10712, 5150, 104], -1.75, 0.25, normalized_llr, 3.0101542),
        ([0, 0, 0, 0, 5550], 0, 5, normalized_llr, 111.7975551),
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, logistic_llr, -3.0741264),
        ([36027, 68692, 36433], 0, 2, normalized_llr, 0.9232935),
        ([10650, 20431, 10871], -1.75, 0.25, normalized_llr, 2.2975004),
        ([21184, 40708, 21404], 0.5, 2.5, logistic_llr, -1.5718888),
        ([0, 0, 4250], 0, 10, normalized_llr, 120.5),  # an approximation of fishtest says 0.13
    ],
)
def test_fishtest_and_fastchess_values_are_met(counts, low, high, method, expected) -> None:
    digits = len(str(expected).partition(".")[2])
    assert method(counts, low, high) == pytest.approx(
        expected, abs=0.51 * 10**-digits if digits < 10 else 1e-9
    )


@given(COUNTS, st.floats(0.3, 0.55), st.floats(0.005, 0.15))
def test_from_the_other_chair_the_evidence_is_opposite(counts, low, gap) -> None:
    mine = score_llr(counts, low, low + gap)
    assert score_llr(counts[::-1], 1 - low - gap, 1 - low) == pytest.approx(-mine, rel=1e-7, abs=1e-7)


@given(COUNTS, st.floats(-8, 8), st.floats(0.5, 5))
def test_the_same_holds_for_normalised_elo(counts, low, gap) -> None:
    mine = normalized_llr(counts, low, low + gap)
    assert normalized_llr(counts[::-1], -low - gap, -low) == pytest.approx(-mine, rel=1e-5, abs=1e-6)


@given(COUNTS, st.integers(2, 20))
def test_evidence_is_proportional_to_the_results(counts, factor) -> None:
    if min(counts) > 0:
        once, more = score_llr(counts, 0.5, 0.51), score_llr(np.array(counts) * factor, 0.5, 0.51)
        assert more == pytest.approx(factor * once, rel=1e-9, abs=1e-9)


def test_stacked_counts_are_weighed_one_by_one() -> None:
    counts = np.array([[5, 0, 20, 0, 9], [0, 0, 0, 0, 4], [1, 2, 3, 4, 5], [0, 0, 0, 0, 0]])
    for method, bounds in (
        (score_llr, (0.5, 0.55)),
        (normalized_llr, (0, 5)),
        (approximate_llr, (0.5, 0.55)),
    ):
        together = method(counts[:3], *bounds)
        np.testing.assert_allclose(together, [method(row, *bounds) for row in counts[:3]], rtol=1e-7)
    assert score_llr(counts, 0.5, 0.55)[3] == 0.0
    assert normalized_llr([0, 0, 0], 0, 5) == 0.0


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [([0, 0, 881301, 52580, 589186], 13.5, 21.7), ([78109, 0, 0], 23.6, 24.2), ([0, 0, 0, 0, 10**7], -5, 40)],
)
def test_results_that_never_happened_do_not_keep_it_from_converging(counts, low, high) -> None:
    mine = normalized_llr(counts, low, high)
    assert np.isfinite(mine)
    assert mine == pytest.approx(-float(normalized_llr(counts[::-1], -high, -low)), rel=1e-6)


def test_for_wins_and_losses_it_is_the_binomial_likelihood_ratio() -> None:
    wins, losses = 5300, 4700
    exact = wins * np.log(0.52 / 0.5) + losses * np.log(0.48 / 0.5)
    assert score_llr([losses, 0, wins], 0.5, 0.52) == pytest.approx(exact, abs=1e-4)


def test_the_approximation_serves_near_even_results_and_fails_for_lopsided_ones() -> None:
    even = [10789, 19328, 33806, 19402, 10543]
    assert approximate_llr(even, 0.495, 0.505) == pytest.approx(
        float(score_llr(even, 0.495, 0.505)), rel=0.01
    )
    lopsided = [0, 0, 0, 0, 4250]
    assert approximate_llr(lopsided, 0.5, 0.505) > 100 * score_llr(lopsided, 0.5, 0.505)
