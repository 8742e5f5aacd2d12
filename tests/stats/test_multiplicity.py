"""Which of many findings to believe."""

from __future__ import annotations

from math import inf, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from statsmodels.stats.multitest import multipletests

from dtsim.stats.anytime import sign_log_e
from dtsim.stats.multiplicity import (
    benjamini_hochberg,
    benjamini_yekutieli,
    bonferroni,
    e_benjamini_hochberg,
    holm,
)

# Benjamini & Hochberg 1995, section 3.2
THROMBOLYSIS = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
]
METHODS = {
    "fdr_bh": benjamini_hochberg,
    "fdr_by": benjamini_yekutieli,
    "bonferroni": bonferroni,
    "holm": holm,
}
P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=15)


@pytest.mark.parametrize(("name", "expected"), [("fdr_bh", 4), ("bonferroni", 3), ("holm", 3), ("fdr_by", 3)])
def test_the_example_of_1995_has_four_discoveries_or_three(name, expected) -> None:
    assert (METHODS[name](THROMBOLYSIS) <= 0.05).sum() == expected


def test_its_first_q_values_are_met() -> None:
    found = benjamini_hochberg(THROMBOLYSIS)
    np.testing.assert_allclose(found[:5], [0.0015, 0.0030, 0.0095, 0.035625, 0.0603], atol=1e-12)


@given(P_VALUES, st.sampled_from(sorted(METHODS)))
def test_statsmodels_agrees(p_values, name) -> None:
    _, expected, _, _ = multipletests(p_values, method=name)
    np.testing.assert_allclose(METHODS[name](p_values), expected, atol=1e-12)


@given(P_VALUES, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_does_not_matter(p_values, random) -> None:
    order = list(range(len(p_values)))
    random.shuffle(order)
    for method in METHODS.values():
        shuffled = method(np.array(p_values)[order])
        np.testing.assert_allclose(shuffled, method(p_values)[order], atol=1e-12)


def test_no_question_no_finding() -> None:
    for method in METHODS.values():
        assert method([]).size == 0
    assert e_benjamini_hochberg([]).size == 0


@given(st.lists(st.floats(-5, 12), min_size=1, max_size=30), st.sampled_from([0.01, 0.05, 0.2]))
def test_e_values_stand_as_the_definition_says(log_e, rate) -> None:
    found = e_benjamini_hochberg(log_e, rate)
    descending = sorted(log_e, reverse=True)
    enough = [k for k, e in enumerate(descending, 1) if e >= log(len(log_e) / (k * rate))]
    assert found.sum() == max(enough, default=0)
    if found.any():
        assert min(np.array(log_e)[found]) >= max(np.array(log_e)[~found], default=-inf)


def test_a_single_e_value_must_reach_one_over_the_rate() -> None:
    assert e_benjamini_hochberg([log(20)]).tolist() == [True]
    assert e_benjamini_hochberg([log(19.9)]).tolist() == [False]
    # two findings among forty questions need 40 / (2 * 5 %) each
    assert e_benjamini_hochberg([log(400)] * 2 + [0.0] * 38).tolist() == [True] * 2 + [False] * 38
    assert not e_benjamini_hochberg([log(399)] * 2 + [0.0] * 38).any()


@pytest.mark.slow
def test_five_percent_of_the_findings_are_false_at_most_and_holm_errs_in_five_percent_of_all_runs() -> None:
    rng = np.random.default_rng(22)
    n_runs, n_tests, n_real = 3000, 40, 10
    z = rng.normal(size=(n_runs, n_tests))
    z[:, :n_real] += 3.0
    p_values = 2 * norm.sf(np.abs(z))
    false_rate, any_false, power = [], [], []
    for row in p_values:
        found = benjamini_hochberg(row) <= 0.05
        false_rate.append(found[n_real:].sum() / max(1, found.sum()))
        power.append(found[:n_real].mean())
        any_false.append((holm(row)[n_real:] <= 0.05).any())
    assert 0.03 <= np.mean(false_rate) <= 0.045  # 5 % times the share of true hypotheses
    assert np.mean(power) > 0.6
    assert np.mean(any_false) <= 0.05


@pytest.mark.slow
def test_e_values_keep_the_false_discovery_rate_though_watched_and_dependent() -> None:
    """Every cell is stopped at its most embarrassing moment, and all cells share half of their dice."""
    rng = np.random.default_rng(23)
    n_runs, n_cells, n_real, n_pairs = 400, 20, 5, 300
    false_rate, power = [], []
    n = np.arange(1, n_pairs + 1)
    for _ in range(n_runs):
        shared = rng.random((1, n_pairs))
        own = rng.random((n_cells, n_pairs))
        luck = np.where(rng.random((1, n_pairs)) < 0.5, shared, own)
        rates = np.full((n_cells, 1), 0.5)
        rates[:n_real] = 0.68
        up = (luck < rates).cumsum(axis=1)
        found = e_benjamini_hochberg(sign_log_e(up, n - up).max(axis=1))
        false_rate.append(found[n_real:].sum() / max(1, found.sum()))
        power.append(found[:n_real].mean())
    assert np.mean(false_rate) <= 0.05
    assert np.mean(power) > 0.9
