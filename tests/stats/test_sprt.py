"""The sequential probability ratio test."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
import pytest

from dtsim.stats.allocation import BATCH_PAIRS
from dtsim.stats.gsprt import logistic_llr, normalized_llr, score_llr
from dtsim.stats.planning import sprt_plan
from dtsim.stats.sprt import (
    CHANGE_DETECTION,
    NON_REGRESSION,
    Decision,
    Hypotheses,
    Records,
    Scale,
    Sprt,
    stopping_bounds,
)


def test_five_percent_errors_stop_at_plus_minus_2_94() -> None:
    low, high = stopping_bounds()
    assert (low, high) == (pytest.approx(-2.944438979, abs=5e-10), pytest.approx(2.944438979, abs=5e-10))


def test_hypotheses_are_weighed_on_their_own_scale() -> None:
    counts = [127, 4883, 10712, 5150, 104]
    assert Hypotheses(-1.75, 0.25, Scale.NORMALIZED).llr(counts) == normalized_llr(counts, -1.75, 0.25)
    assert Hypotheses(-1.75, 0.25, Scale.LOGISTIC).llr(counts) == logistic_llr(counts, -1.75, 0.25)
    assert NON_REGRESSION.llr(counts) == score_llr(counts, 0.49, 0.50)
    assert CHANGE_DETECTION.llr(counts) == score_llr(counts, 0.50, 0.51)


def test_a_fresh_test_goes_on_and_a_spent_budget_is_inconclusive() -> None:
    assert Sprt().decision is Decision.GO_ON
    assert Sprt().after([0, 0, 0, 0, 0]).decision is Decision.GO_ON
    even = [10_000, 0, 30_000, 0, 10_000]
    middling = Sprt(Hypotheses(-0.5, 0.5), max_units=50_000).after(even)
    assert middling.n == 50_000
    assert middling.llr == pytest.approx(0, abs=1e-6)
    assert middling.decision is Decision.INCONCLUSIVE


def test_clear_results_decide_either_way() -> None:
    assert Sprt().after([1000, 0, 5000, 0, 4000]).decision is Decision.HIGH
    assert Sprt().after([4000, 0, 5000, 0, 1000]).decision is Decision.LOW


def test_the_overshoot_is_half_the_mean_square_over_the_mean_jump() -> None:
    records = Records().after(1.0).after(0.5).after(1.5).after(3.5)
    assert records.overshoot == pytest.approx((1 + 0.25 + 4) / (2 * 3.5))
    assert Records().overshoot == 0.0
    low, high = Sprt().at(500, 1.0).at(1000, -0.5).bounds
    assert high == pytest.approx(2.944438979 - 0.5)
    assert low == pytest.approx(-2.944438979 + 0.25)


def _run(rate: float, seed: int, n_tests: int, corrected: bool) -> tuple[float, float]:
    """Share of tests that accept the high hypothesis (.51 against .50), and mean number of pairs."""
    rng = np.random.default_rng(seed)
    shares = np.array([(1 - rate) ** 2, 0, 2 * rate * (1 - rate), 0, rate**2])
    counts = np.zeros((n_tests, 5))
    running = np.arange(n_tests)
    tests = [Sprt() for _ in range(n_tests)]
    low, high = stopping_bounds()
    accepted, pairs = np.zeros(n_tests, dtype=bool), np.zeros(n_tests)
    while len(running):
        counts[running] += rng.multinomial(BATCH_PAIRS, shares, size=len(running))
        llr = score_llr(counts[running], 0.50, 0.51)
        n = counts[running[0]].sum()
        if corrected:
            for i, value in zip(running, llr, strict=True):
                tests[i] = tests[i].at(int(n), float(value))
            decided = np.array([tests[i].decision for i in running])
            stops, passes = decided != Decision.GO_ON, decided == Decision.HIGH
        else:
            stops, passes = (llr <= low) | (llr >= high), llr >= high
        accepted[running[stops]] = passes[stops]
        pairs[running[stops]] = n
        running = running[~stops]
    return float(accepted.mean()), float(pairs.mean())


@pytest.mark.slow
@pytest.mark.parametrize("corrected", [False, True])
def test_errors_stay_below_their_bounds(corrected) -> None:
    false_alarms, pairs_at_low = _run(0.50, 1, 3000, corrected)
    power, pairs_at_high = _run(0.51, 2, 3000, corrected)
    assert false_alarms <= 0.06
    assert power >= 0.94
    assert pairs_at_low < 9000
    assert pairs_at_high < 9000


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.50, 0.505, 0.51])
def test_a_look_every_500_pairs_takes_the_pairs_that_siegmund_expects(rate) -> None:
    # Between two looks the LLR moves with this deviation; it passes a bound by 0.583 of it (Siegmund 1985).
    overshoot = 0.583 * sqrt(BATCH_PAIRS * 0.01**2 / (1 / 8))
    _, high = stopping_bounds()
    error = 1 / (1 + exp(high + overshoot))  # at the bounds that are reached in effect
    plan = sprt_plan(rate, 0.50, 0.51, 1 / 8, error, error)
    passed, pairs = _run(rate, 3, 3000, corrected=False)
    assert passed == pytest.approx(plan.pass_probability, abs=0.025)
    assert pairs == pytest.approx(plan.expected_units, rel=0.05)


@pytest.mark.slow
def test_the_overshoot_correction_saves_the_games_that_rare_looks_cost() -> None:
    _, plain = _run(0.50, 3, 3000, corrected=False)
    _, corrected = _run(0.50, 3, 3000, corrected=True)
    continuous = sprt_plan(0.50, 0.50, 0.51, 1 / 8).expected_units
    assert corrected < 0.9 * plain
    assert corrected == pytest.approx(continuous, rel=0.05)
