"""The bell curve without scipy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from dtsim.stats.normal import lower_tail, quantile, z_of


def test_95_percent_takes_1_96_standard_errors() -> None:
    assert z_of(0.95) == pytest.approx(1.959963984540054, rel=1e-14)


@given(st.floats(1e-9, 1 - 1e-9))
def test_quantiles_are_those_of_scipy(probability) -> None:
    assert quantile(probability) == pytest.approx(norm.ppf(probability), rel=1e-9, abs=1e-12)


@given(st.floats(-37, 37))
def test_tails_are_accurate_far_out(z) -> None:
    assert lower_tail(z) == pytest.approx(norm.cdf(z), rel=1e-10)
