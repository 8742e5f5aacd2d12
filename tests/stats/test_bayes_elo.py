"""BayesElo."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.bayes_elo import draw_elo, log_likelihood_ratio, outcome_probabilities


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "expected"),
    [(1477, 1351, 2942, 2.5236), (555, 555, 298, -0.7406), (3, 149, 1, -4.6900)],
)
def test_cutechess_values_are_met(wins, losses, draws, expected) -> None:
    assert log_likelihood_ratio([losses, draws, wins], 0, 10) == pytest.approx(expected, abs=5e-5)


@given(st.floats(-300, 300), st.floats(1, 400))
def test_the_draw_parameter_is_recovered_from_its_probabilities(elo, draws) -> None:
    chances = outcome_probabilities(elo, draws)
    assert chances.sum() == pytest.approx(1)
    assert (chances > 0).all()
    assert draw_elo(chances) == pytest.approx(draws, rel=1e-6)


@given(st.lists(st.integers(0, 1000), min_size=3, max_size=3), st.floats(-20, 0), st.floats(1, 20))
def test_the_opponents_evidence_is_the_opposite(counts, low, high) -> None:
    mine = log_likelihood_ratio(counts, low, high)
    assert log_likelihood_ratio(counts[::-1], -high, -low) == pytest.approx(-mine, abs=1e-7)


def test_no_games_are_no_evidence() -> None:
    assert log_likelihood_ratio([0, 0, 0], 0, 10) == 0.0
