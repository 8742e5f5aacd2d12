"""How many games it takes."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.intervals import wilson
from dtsim.stats.planning import games_for_half_width, projected_games, sprt_plan, units_for_equivalence
from dtsim.stats.sprt import stopping_bounds


@pytest.mark.parametrize(
    ("half_width", "expected"),
    [(0.02, 2401), (0.01, 9604), (0.005, 38_415), (0.002, 240_092), (0.001, 960_365)],
)
def test_a_point_takes_9604_games_and_half_of_it_four_times_as_many(half_width, expected) -> None:
    assert games_for_half_width(half_width) == expected
    assert wilson(expected / 2, expected).half_width == pytest.approx(half_width, rel=1e-3)


def test_fewer_games_are_needed_far_from_50_percent() -> None:
    assert games_for_half_width(0.01, rate=0.9) == pytest.approx(0.36 * 9604, abs=1)


def test_a_run_is_projected_by_the_square_of_what_is_missing() -> None:
    assert projected_games(1000, 0.03, 0.01) == 9000
    assert projected_games(1000, 0.01, 0.01) == 1000


def test_equality_within_a_point_costs_54_000_independent_pairs_or_7_576_on_common_dice() -> None:
    assert units_for_equivalence(0.01, 0.07) == 7576
    assert units_for_equivalence(0.01, 0.5) == pytest.approx(54_114, rel=1e-4)


def test_the_promised_power_is_reached() -> None:
    rng = np.random.default_rng(1)
    n = units_for_equivalence(0.05, 0.2)
    means = rng.choice([-1.0, 0.0, 1.0], p=[0.1, 0.8, 0.1], size=(4000, n)).mean(axis=1)
    error = (0.2 / n) ** 0.5
    shown = np.abs(means) + 1.6448536 * error < 0.05
    assert shown.mean() == pytest.approx(0.9, abs=0.02)


def test_at_the_hypotheses_a_sequential_test_errs_as_promised() -> None:
    low, high = stopping_bounds()
    at_low, half_way, at_high = (sprt_plan(s, 0.50, 0.51, 1 / 8) for s in (0.50, 0.505, 0.51))
    assert at_low.pass_probability == pytest.approx(0.05)
    assert at_high.pass_probability == pytest.approx(0.95)
    assert half_way.pass_probability == pytest.approx(0.5)
    assert half_way.expected_units == pytest.approx(-low * high * (1 / 8) / 0.01**2)
    assert at_low.expected_units == pytest.approx(at_high.expected_units)
    assert at_low.expected_units < 13_528 < 2.1 * at_low.expected_units  # a fixed number of pairs: 13 528


@given(st.floats(0.3, 0.7), st.sampled_from([(0.05, 0.05), (0.01, 0.1)]))
def test_the_plan_is_walds_formula(score, errors) -> None:
    low, high = stopping_bounds(*errors)
    h = (2 * score - 1.0) / 0.04
    plan = sprt_plan(score, 0.48, 0.52, 0.1, *errors)
    assert 0 <= plan.pass_probability <= 1
    assert plan.expected_units > 0
    if 0.01 < abs(h) < 100:
        passes = (1 - exp(-h * low)) / (exp(-h * high) - exp(-h * low))
        assert plan.pass_probability == pytest.approx(passes, rel=1e-6, abs=1e-12)
        units = 2 / h * (high * passes + low * (1 - passes)) / (0.04**2 / 0.1)
        assert plan.expected_units == pytest.approx(units, rel=1e-6)


def test_nothing_jumps_half_way_between_the_hypotheses() -> None:
    exact, near = (sprt_plan(0.505 + shift, 0.50, 0.51, 1 / 8) for shift in (0.0, 1e-7))
    assert near.pass_probability == pytest.approx(exact.pass_probability, abs=1e-4)
    assert near.expected_units == pytest.approx(exact.expected_units, rel=1e-4)
