"""Differences of rates: independent, or on the same dice."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep

from dtsim.stats.differences import (
    difference,
    gains,
    joint_table,
    mean_difference,
    newcombe,
    paired_difference,
)
from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import wilson

COUNTS = st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
TABLES = st.sampled_from([2, 3, 5]).flatmap(
    lambda k: st.lists(st.integers(0, 300), min_size=k * k, max_size=k * k).map(
        lambda cells: np.array(cells).reshape(k, k)
    )
)
APPROVAL = [
    [570, 86],
    [150, 794],
]  # Agresti's ratings of a prime minister: disapprove, approve; first, second


def test_newcombes_own_example_is_met() -> None:
    found = newcombe(56, 70, 48, 80)
    assert found.value == pytest.approx(0.2)
    assert found.low == pytest.approx(0.0524, abs=5e-5)
    assert found.high == pytest.approx(0.3339, abs=5e-5)


@given(COUNTS, COUNTS)
def test_statsmodels_agrees_on_newcombe(first, second) -> None:
    found = newcombe(*first, *second)
    low, high = confint_proportions_2indep(*first, *second, method="newcomb", compare="diff")
    assert found.low == pytest.approx(low, abs=1e-12)
    assert found.high == pytest.approx(high, abs=1e-12)


@given(COUNTS, COUNTS)
def test_swapping_the_sides_turns_the_difference_around(first, second) -> None:
    there, back = newcombe(*first, *second), newcombe(*second, *first)
    assert there.low == pytest.approx(-back.high)
    assert there.high == pytest.approx(-back.low)
    assert there.low <= there.value <= there.high


def test_a_difference_to_nothing_is_unknown() -> None:
    assert newcombe(3, 10, 0, 0) == Estimate.unknown()
    assert difference(Estimate.unknown(), wilson(3, 10)) == Estimate.unknown()


def test_agrestis_approval_table_is_met() -> None:
    found = paired_difference(APPROVAL)
    assert found.change.value == pytest.approx(-0.0400, abs=5e-5)
    assert found.change.half_width / 1.959963984540054 == pytest.approx(0.009549, abs=5e-7)
    assert found.change.low == pytest.approx(-0.0587, abs=5e-5)
    assert found.change.high == pytest.approx(-0.0213, abs=5e-5)
    assert (found.up, found.down, found.change.n) == (86, 150, 1600)
    assert found.test.statistic == pytest.approx(17.3559, abs=5e-5)
    assert found.test.p_value == pytest.approx(3.099e-5, abs=5e-9)
    assert found.discordance == pytest.approx(236 / 1600)


@given(TABLES)
def test_a_paired_difference_is_the_mean_of_the_differences(table) -> None:
    found = paired_difference(table)
    before, after = np.nonzero(np.ones_like(table))
    sample = np.repeat((after - before) / (len(table) - 1), table.ravel())
    if sample.size == 0:
        assert found.change == Estimate.unknown()
        return
    n, mean, squares = gains(table)
    assert (n, mean) == (sample.size, pytest.approx(sample.mean(), abs=1e-12))
    assert squares == pytest.approx(sample.var() * sample.size, abs=1e-9)
    assert found.change.value == mean
    if sample.any():
        reach = 1.959963984540054 * sample.std() / np.sqrt(sample.size)
        assert found.change.high == pytest.approx(min(1, sample.mean() + reach))
    assert (found.up, found.down) == ((sample > 0).sum(), (sample < 0).sum())


@given(TABLES)
def test_before_and_after_swapped_turn_the_change_around(table) -> None:
    there, back = paired_difference(table), paired_difference(table.T)
    assert (there.up, there.down) == (back.down, back.up)
    assert there.test.p_value == pytest.approx(back.test.p_value)
    if there.change.value is not None:
        assert there.change.value == pytest.approx(-back.change.value)
        assert there.change.low == pytest.approx(-back.change.high)


def test_no_change_at_all_is_bounded_by_the_rule_of_three() -> None:
    found = paired_difference([[500, 0], [0, 500]])
    assert found.change.value == 0
    assert found.change.high == pytest.approx(-log(0.05) / 1000)
    assert found.change.high == pytest.approx(3 / 1000, rel=2e-3)
    assert found.change.low == -found.change.high
    assert found.test.p_value == 1.0
    assert paired_difference([[0, 0], [0, 1]]).change.high == 1.0
    assert paired_difference([[0, 0], [0, 1]]).change.low == -1.0


def test_joint_tables_are_counted_and_add() -> None:
    table = joint_table([0, 1, 1, 2], [0, 2, 2, 2], 3)
    assert table.tolist() == [[1, 0, 0], [0, 0, 2], [0, 0, 1]]
    both = paired_difference(table + joint_table([2], [1], 3))
    assert (both.up, both.down, both.change.n) == (2, 1, 5)


@given(st.integers(0, 200), st.integers(0, 200))
def test_of_won_and_lost_games_the_test_is_mcnemars(up, down) -> None:
    found = paired_difference([[3, up], [down, 5]]).test
    if up + down > 0:
        oracle = statsmodels_mcnemar([[3, up], [down, 5]], exact=False, correction=False)
        assert found.statistic == pytest.approx(oracle.statistic)
        assert found.p_value == pytest.approx(oracle.pvalue)
    else:
        assert found.p_value == 1.0


def test_the_test_asks_for_the_mean_and_not_for_the_number_of_rises() -> None:
    table = np.zeros((5, 5), dtype=int)
    table[2, 3] = 400  # many small rises
    table[4, 0] = 100  # and few deep falls that make up for them
    found = paired_difference(table)
    assert (found.up, found.down, found.change.value) == (400, 100, 0.0)
    assert found.test.p_value == 1.0


def test_the_mean_over_opponents_adds_the_errors_of_independent_cells() -> None:
    mean = mean_difference([Estimate(0.02, 0.01, 0.04, 500), Estimate(0.04, 0.02, 0.05, 300)])
    assert mean.value == pytest.approx(0.03)
    assert mean.low == pytest.approx(0.03 - np.hypot(0.01, 0.02) / 2)
    assert mean.high == pytest.approx(0.03 + np.hypot(0.02, 0.01) / 2)
    assert mean.n == 800
    with_unchanged = mean_difference([Estimate(0.02, 0.01, 0.04, 500)], 3)
    assert with_unchanged == Estimate(0.005, 0.0025, 0.01, 500)
    assert mean_difference([]) == mean_difference([], 2) == Estimate.unknown()
    assert mean_difference([Estimate(0.02, 0.01, 0.04, 500), Estimate.unknown()]) == Estimate.unknown(500)


@pytest.mark.slow
def test_where_nothing_changes_the_test_finds_a_change_in_one_of_twenty() -> None:
    rng = np.random.default_rng(4)
    shares = np.full((5, 5), 0.01) + np.diag([0.15] * 5)
    tables = rng.multinomial(1000, (shares / shares.sum()).ravel(), size=4000).reshape(-1, 5, 5)
    found = np.mean([paired_difference(table).test.p_value <= 0.05 for table in tables])
    assert 0.04 <= found <= 0.06


@pytest.mark.slow
def test_on_common_dice_the_interval_covers_the_change() -> None:
    rng = np.random.default_rng(3)
    shares = np.array([0.45, 0.05, 0.02, 0.48])
    tables = rng.multinomial(2000, shares, size=4000).reshape(-1, 2, 2)
    covered = np.mean([paired_difference(table).change.contains(0.03) for table in tables])
    assert 0.94 <= covered <= 0.96
