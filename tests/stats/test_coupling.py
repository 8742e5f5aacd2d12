"""Whether shared dice pay."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from dtsim.stats.coupling import (
    CouplingReport,
    best_coupling,
    control_variate,
    difference_coupling,
    pair_coupling,
    rms_bias,
    trinomial_ratio,
)
from dtsim.stats.estimate import Estimate
from dtsim.stats.pairs import Pairs

TABLES = st.lists(st.integers(1, 60), min_size=9, max_size=9).map(tuple)
INDEPENDENT = Pairs((1600, 0, 2400, 0, 0, 0, 2400, 0, 3600))  # 60 % in either game
REPEATED = Pairs((4000, 0, 0, 0, 0, 0, 0, 0, 6000))
OPPOSITE = Pairs((0, 0, 5000, 0, 0, 0, 5000, 0, 0))


def expanded(counts: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Scores of the first and the second game of every pair."""
    codes = np.repeat(np.arange(9), counts)
    return codes // 3 / 2, codes % 3 / 2


def test_independent_games_gain_nothing_and_repeated_ones_cost_double() -> None:
    fair, worse = pair_coupling(INDEPENDENT), pair_coupling(REPEATED)
    assert fair.variance_ratio == pytest.approx(1)
    assert fair.correlation == pytest.approx(0, abs=1e-12)
    assert worse.variance_ratio == pytest.approx(0.5)
    assert worse.correlation == pytest.approx(1)


def test_games_that_cancel_leave_no_variance_and_no_ratio() -> None:
    report = pair_coupling(OPPOSITE)
    assert report.variance_ratio is None
    assert report.correlation == pytest.approx(-1)
    assert rms_bias(OPPOSITE) == pytest.approx(0.5)  # the dice alone decide every game
    assert trinomial_ratio(OPPOSITE) == pytest.approx(0)


@given(TABLES)
def test_pairs_are_judged_by_variances_and_covariance_of_their_games(counts) -> None:
    first, second = expanded(counts)
    found = pair_coupling(Pairs(counts))
    alone, together = first.var() + second.var(), 4 * ((first + second) / 2).var()
    assert found.variance_ratio == pytest.approx(alone / together)
    assert found.correlation == pytest.approx(np.corrcoef(first, second)[0, 1])
    games = np.concatenate([first, second])
    ratio = 2 * ((first + second) / 2).var() / games.var()
    assert trinomial_ratio(Pairs(counts)) == pytest.approx(ratio)
    assert rms_bias(Pairs(counts)) == pytest.approx(sqrt(max(0, games.var() * (1 - ratio))), abs=1e-7)


@given(TABLES)
def test_a_change_is_judged_by_the_variance_of_the_difference(counts) -> None:
    before, after = expanded(counts)
    found = difference_coupling(np.reshape(counts, (3, 3)))
    assert found.variance_ratio == pytest.approx((before.var() + after.var()) / (after - before).var())
    assert found.correlation == pytest.approx(np.corrcoef(before, after)[0, 1])


def test_a_change_that_changes_nothing_needs_no_games_at_all() -> None:
    report = difference_coupling([[40, 0], [0, 60]])
    assert report.variance_ratio is None
    assert report.correlation == pytest.approx(1)


def test_nothing_played_says_nothing() -> None:
    assert pair_coupling(Pairs()) == difference_coupling([[0, 0], [0, 0]]) == CouplingReport(None, None)
    assert trinomial_ratio(Pairs()) is None
    assert rms_bias(Pairs()) is None
    only_wins = Pairs.from_results([2, 2], [2, 2])
    assert pair_coupling(only_wins) == CouplingReport(None, None)
    assert trinomial_ratio(only_wins) is None


def test_the_pilot_with_the_least_scatter_is_chosen() -> None:
    assert best_coupling({"independent": INDEPENDENT, "seat": REPEATED}) == "independent"
    assert best_coupling({"seat": REPEATED, "hero": OPPOSITE}) == "hero"
    assert best_coupling({"independent": INDEPENDENT, "seat": INDEPENDENT}) == "independent"
    with pytest.raises(AssertionError):
        best_coupling({"seat": Pairs()})


def test_known_luck_is_cleared_from_a_mean() -> None:
    rng = np.random.default_rng(1)
    luck = rng.normal(size=4000)
    scores = 0.5 + 0.1 * luck + 0.05 * rng.normal(size=4000)
    found = control_variate(scores, luck)
    slope, intercept = np.polyfit(luck, scores, 1)
    assert found.mean.value == pytest.approx(intercept)
    assert found.explained == pytest.approx(np.corrcoef(luck, scores)[0, 1] ** 2)
    plain = 1.959963984540054 * scores.std() / sqrt(4000)
    assert found.mean.half_width == pytest.approx(plain * sqrt(1 - found.explained))
    assert slope == pytest.approx(0.1, abs=0.01)


def test_luck_that_explains_nothing_leaves_the_mean_alone() -> None:
    found = control_variate([0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0])
    assert (found.mean.value, found.explained) == (0.5, 0.0)
    assert control_variate([], []).mean == Estimate.unknown()
    assert control_variate([1.0, 1.0], [0.3, -0.1]).explained == 0.0


@pytest.mark.slow
def test_a_mean_cleared_of_luck_still_covers_the_truth() -> None:
    rng = np.random.default_rng(5)
    luck = rng.normal(size=(3000, 400))
    scores = (0.3 + luck + rng.normal(size=luck.shape) > 0).astype(float)
    truth = norm.cdf(0.3 / sqrt(2))
    covered = [control_variate(s, x).mean.contains(truth) for s, x in zip(scores, luck, strict=True)]
    assert 0.94 <= np.mean(covered) <= 0.96
