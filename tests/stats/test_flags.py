"""Which matchups to mark as unbalanced."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from dtsim.stats.flags import band_p_value, flag_cells, uneven_cells
from dtsim.stats.matchups import Matchups
from dtsim.stats.multiplicity import benjamini_hochberg
from dtsim.stats.pairs import Pairs

from .samples import matrix_of


def rates_of(size: int, uneven: dict[tuple[int, int], float]) -> np.ndarray:
    rates = np.full((size, size), 0.5)
    for (i, j), rate in uneven.items():
        rates[i, j], rates[j, i] = rate, 1 - rate
    return rates


def test_inside_the_band_nothing_is_suspicious() -> None:
    assert band_p_value(0.50, 10**6) == 1.0
    assert band_p_value(0.54, 10**6) == pytest.approx(1.0)
    assert band_p_value(0.55, 10**6) == pytest.approx(0.5)
    assert band_p_value(0.56, 10**6) < 1e-80


@given(st.floats(0, 1), st.integers(10, 10**5))
def test_a_band_of_no_width_is_the_two_sided_score_test(rate, n) -> None:
    z = (rate - 0.5) / (0.25 / n) ** 0.5
    assert band_p_value(rate, n, 0.5, 0.5) == pytest.approx(2 * norm.sf(abs(z)), rel=1e-9, abs=1e-300)


@given(st.floats(0, 1), st.integers(10, 10**5))
def test_both_heroes_of_a_matchup_are_judged_alike(rate, n) -> None:
    assert band_p_value(rate, n) == pytest.approx(band_p_value(1 - rate, n), rel=1e-6, abs=1e-300)
    assert 0 <= band_p_value(rate, n) <= 1
    assert band_p_value(rate, n, 0.4, 0.6) >= band_p_value(rate, n) * (1 - 1e-9)


def test_flags_carry_the_rate_and_the_q_value_of_the_whole_matrix() -> None:
    matchups = matrix_of(rates_of(4, {(0, 1): 0.62, (2, 3): 0.40, (0, 2): 0.55}), 4000)
    flags = flag_cells(matchups)
    assert {(flag.row, flag.column) for flag in flags if flag.is_flagged} == {
        ("hero 0", "hero 1"),
        ("hero 2", "hero 3"),
    }
    expected = benjamini_hochberg([flag.p_value for flag in flags])
    assert [flag.q_value for flag in flags] == pytest.approx(expected.tolist())
    assert flags[0].rate == matchups.cell("hero 0", "hero 1").score_rate()
    assert len(flag_cells(matchups, 0.40, 0.60)) == 6
    assert sum(flag.is_flagged for flag in flag_cells(matchups, 0.35, 0.65)) == 0


def test_uneven_matchups_are_found_by_e_values_too() -> None:
    matchups = matrix_of(rates_of(4, {(0, 1): 0.62}), 4000)
    assert uneven_cells(matchups) == (("hero 0", "hero 1"),)


def test_nothing_played_flags_nothing() -> None:
    for matchups in (Matchups(()), Matchups(("ana", "bob")), Matchups(("ana",), {("ana", "ana"): Pairs()})):
        assert flag_cells(matchups) == ()
        assert uneven_cells(matchups) == ()


@pytest.mark.slow
def test_matchups_on_the_edge_of_the_band_are_rarely_flagged() -> None:
    rng = np.random.default_rng(24)
    rates = rates_of(6, {(i, j): 0.55 for i in range(6) for j in range(i + 1, 6)})
    flagged = [any(f.is_flagged for f in flag_cells(matrix_of(rates, 400, rng))) for _ in range(600)]
    assert np.mean(flagged) <= 0.07  # all hypotheses true: any flag is a false discovery
    assert np.mean(flagged) >= 0.02
