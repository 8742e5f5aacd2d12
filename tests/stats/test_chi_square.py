"""Chi-square statistics and their p-values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from dtsim.stats.chi_square import ChiSquare, chi_square


@given(st.floats(0, 500), st.integers(1, 300))
def test_p_values_are_those_of_scipy(statistic, degrees) -> None:
    assert chi_square(statistic, degrees).p_value == pytest.approx(chi2.sf(statistic, degrees), rel=1e-9)


def test_without_degrees_of_freedom_nothing_is_rejected() -> None:
    assert chi_square(3.0, 0) == ChiSquare(0.0, 0, 1.0)
