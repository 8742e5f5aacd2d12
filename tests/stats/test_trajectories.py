"""How health goes down turn by turn."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from dtsim.stats.trajectories import LEVELS, health_fan, health_fan_of_the_living

HISTOGRAMS = arrays(np.int64, st.tuples(st.integers(1, 5), st.integers(1, 12)), elements=st.integers(0, 30))


@given(HISTOGRAMS)
def test_bands_are_the_quantiles_of_every_turn(counts) -> None:
    fan = health_fan(counts)
    assert fan.levels == LEVELS == (0.05, 0.25, 0.5, 0.75, 0.95)
    for turn, row in enumerate(counts):
        sample = np.repeat(np.arange(len(row)), row)
        assert fan.n[turn] == len(sample)
        if len(sample):
            expected = np.quantile(sample, LEVELS, method="inverted_cdf")
            np.testing.assert_array_equal(fan.values[turn], expected)
        else:
            assert np.isnan(fan.values[turn]).all()


def test_the_defeated_stay_at_zero_in_one_view_and_leave_the_other() -> None:
    counts = np.array([[0, 0, 10], [4, 4, 2], [10, 0, 0]])
    everyone, living = health_fan(counts, (0.5,)), health_fan_of_the_living(counts, (0.5,))
    assert everyone.n.tolist() == [10, 10, 10]
    assert everyone.values[:, 0].tolist() == [2, 1, 0]
    assert living.n.tolist() == [10, 6, 0]
    assert living.values[:2, 0].tolist() == [2, 1]
    assert np.isnan(living.values[2, 0])
    assert counts[2, 0] == 10  # the caller's table is left alone


def test_histograms_add() -> None:
    first, second = np.array([[1, 5, 2], [3, 3, 2]]), np.array([[0, 1, 7], [2, 6, 0]])
    both = health_fan(first + second)
    assert both.n.tolist() == [16, 16]
