"""A number never travels alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.estimate import Estimate


def test_a_rate_is_shown_with_its_interval_and_its_number_of_games() -> None:
    rate = Estimate(0.542, 0.539, 0.545, 100_000)
    assert rate.percent() == "54.2 % [53.9, 54.5], n = 100,000"
    assert str(rate) == rate.percent()


def test_a_difference_carries_its_sign_and_a_plain_number_no_unit() -> None:
    assert Estimate(0.029, -0.001, 0.032, 40_000).points() == "+2.9 pp [-0.1, +3.2], n = 40,000"
    assert Estimate(12.25, 12.0, 12.5, 4_000).number(2) == "12.25 [12.00, 12.50], n = 4,000"


def test_no_games_give_no_number_rather_than_fifty_percent() -> None:
    nothing = Estimate.unknown()
    assert (nothing.value, nothing.low, nothing.high, nothing.n) == (None, None, None, 0)
    assert nothing.half_width is None
    assert nothing.percent() == "– % [–, –], n = 0"
    assert nothing.complement() == nothing


def test_a_value_without_games_is_a_programming_error() -> None:
    with pytest.raises(AssertionError):
        Estimate(0.5, 0.4, 0.6, 0)
    with pytest.raises(AssertionError):
        Estimate(None, 0.4, 0.6, 10)


def test_the_ends_belong_to_the_interval() -> None:
    rate = Estimate(0.5, 0.4, 0.6, 10)
    assert rate.contains(0.4)
    assert rate.contains(0.6)
    assert not rate.contains(0.39)
    assert not rate.contains(0.61)


def test_an_unbounded_side_admits_everything() -> None:
    turns = Estimate(12.0, 11.0, None, 5)
    assert turns.contains(1e9)
    assert not turns.contains(10.0)
    assert turns.half_width is None
    assert turns.mapped(lambda x: -x) == Estimate(-12.0, None, -11.0, 5)


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3).map(sorted), st.integers(1, 10**9))
def test_seen_from_the_other_side_the_interval_is_mirrored(ends: list[float], n: int) -> None:
    low, value, high = ends
    other = Estimate(value, low, high, n).complement()
    assert (other.low, other.value, other.high, other.n) == (1 - high, 1 - value, 1 - low, n)
    assert other.half_width == pytest.approx((high - low) / 2)
