"""Elo, normalised Elo, likelihood of superiority."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.elo import NORMALIZED_ELO, elo, expected_score, filled, strength
from dtsim.stats.estimate import Estimate
from dtsim.stats.pairs import moments

COUNTS = st.sampled_from([3, 5]).flatmap(lambda k: st.lists(st.integers(1, 5000), min_size=k, max_size=k))


@pytest.mark.parametrize(
    ("score", "expected"),
    [(0.505, 3.4745), (0.51, 6.9496), (0.52, 13.9048), (0.55, 34.8601), (0.60, 70.4365), (0.75, 190.8485)],
)
def test_elo_of_a_score(score, expected) -> None:
    assert elo(score) == pytest.approx(expected, abs=5e-5)
    assert expected_score(elo(score)) == pytest.approx(score)


def test_one_point_near_fifty_percent_is_seven_elo() -> None:
    assert elo(0.51) == pytest.approx(6.95, abs=5e-3)
    assert pytest.approx(347.43558552, abs=5e-9) == NORMALIZED_ELO


@pytest.mark.parametrize(
    ("counts", "score", "elo_value", "elo_error", "nelo", "nelo_error", "superiority"),
    [
        # fastchess, elo_test.cpp
        ([96, 111, 136], 0.5583, 40.7025, 30.4272, 49.7684, 36.7685, 0.9960),
        ([89, 123, 76], 0.4774, -15.6935, 30.4580, -20.7564, 40.1260, 0.1553),
        ([356, 0, 34], 0.0872, -407.9884, 63.1645, -508.4353, 34.4818, 0.0),
        ([332, 433, 498, 333, 334], 0.4876, -8.6427, 10.3342, -9.1729, 10.9605, 0.0505),
        ([7895, 8757, 5685, 568, 9999], 0.4698, -21.0435, 2.9453, -19.0128, 2.6545, 0.0),
    ],
)
def test_fastchess_values_are_met(counts, score, elo_value, elo_error, nelo, nelo_error, superiority) -> None:
    found = strength(counts)
    assert moments(counts)[1] == pytest.approx(score, abs=5e-5)
    assert found.elo.value == pytest.approx(elo_value, abs=5.1e-5)
    assert found.elo.half_width == pytest.approx(elo_error, abs=5.1e-5)
    assert found.normalized_elo.value == pytest.approx(nelo, abs=5.1e-5)
    assert found.normalized_elo.half_width == pytest.approx(nelo_error, abs=5.1e-5)
    assert found.superiority == pytest.approx(superiority, abs=5e-5)
    assert not found.is_clamped


def test_the_value_of_fishtest_is_met() -> None:
    found = strength([10789, 19328, 33806, 19402, 10543])
    assert found.elo.value == pytest.approx(-0.773577, abs=5e-7)
    assert found.elo.half_width == pytest.approx(1.277580, abs=5e-7)
    assert found.superiority == pytest.approx(0.117659, abs=5e-7)
    assert found.elo.n == 2 * 93868
    assert found.pairs_ratio == pytest.approx((19402 + 10543) / (10789 + 19328))


@given(COUNTS)
def test_the_opponent_is_as_much_weaker(counts) -> None:
    mine, theirs = strength(counts), strength(counts[::-1])
    assert mine.elo.value == pytest.approx(-theirs.elo.value, abs=1e-9)
    assert mine.elo.low == pytest.approx(-theirs.elo.high, abs=1e-9)
    assert mine.normalized_elo.value == pytest.approx(-theirs.normalized_elo.value, abs=1e-9)
    assert mine.superiority == pytest.approx(1 - theirs.superiority)
    assert mine.elo.contains(mine.elo.value)


def test_an_extreme_score_is_clamped_and_says_so() -> None:
    found = strength([0, 0, 0, 0, 5550])
    assert found.is_clamped
    assert found.elo.value == pytest.approx(400 * np.log10(999))
    assert found.pairs_ratio is None
    assert found.superiority == pytest.approx(1.0)
    assert strength([0, 0, 0]).elo == Estimate.unknown()
    assert strength([0, 0, 0]).superiority is None


def test_an_outcome_that_never_happened_gets_a_thousandth() -> None:
    assert filled([0, 2, 0]).tolist() == [1e-3, 2, 1e-3]
