"""Zeros of falling functions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from dtsim.stats.bisection import crossing


@given(st.lists(st.floats(-0.99, 0.99), min_size=1, max_size=5))
def test_many_zeros_are_found_at_once(zeros) -> None:
    np.testing.assert_allclose(
        crossing(lambda x: np.array(zeros) - x, -np.ones(len(zeros)), 1.0), zeros, atol=1e-15
    )


def test_the_ends_may_be_poles() -> None:
    def falls(x):
        return 0.2 / (x + 1) - 0.7 / (1 - x)

    assert crossing(falls, -1.0, 1.0) == pytest.approx(brentq(falls, -1 + 1e-9, 1 - 1e-9), abs=1e-12)
