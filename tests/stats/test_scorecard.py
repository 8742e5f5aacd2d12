"""The balance of a whole set of heroes in one line."""

from __future__ import annotations

import numpy as np
import pytest

from dtsim.stats.field import field_estimates
from dtsim.stats.intransitivity import matrix_intransitivity
from dtsim.stats.matchups import Matchups
from dtsim.stats.pairs import Pairs
from dtsim.stats.scorecard import mean_deviation, scorecard
from dtsim.stats.seat import seat_advantage

from .samples import ROCK_PAPER_SCISSORS, matrix_of


def card_of(matchups: Matchups, n_draws: int = 400):
    return scorecard(matchups, np.random.default_rng(1), n_draws)


def test_rock_paper_scissors_is_fair_to_every_hero_and_to_no_matchup() -> None:
    matchups = matrix_of(0.5 + 0.2 * ROCK_PAPER_SCISSORS, 2000)
    card = card_of(matchups)
    assert card.mean_deviation.value == pytest.approx(0.2, abs=1e-3)
    assert card.mean_deviation.contains(0.2)
    assert card.outlier_rate.value == pytest.approx(0.5, abs=1e-3)
    assert (card.outside_45_55, card.outside_40_60) == (3, 3)
    assert card.effective_heroes.value == pytest.approx(3, abs=1e-3)
    assert card.intransitivity == matrix_intransitivity(matchups)
    assert card.intransitivity.corrected > 0.99
    assert card.seat_advantage == seat_advantage(matchups)
    assert card.truncated.value == 0.0


def test_an_even_set_of_heroes_has_nothing_to_show() -> None:
    card = card_of(matrix_of(np.full((4, 4), 0.5), 4000))
    assert card.mean_deviation.low == 0.0
    assert (card.outside_45_55, card.outside_40_60) == (0, 0)
    assert card.effective_heroes.value == pytest.approx(4)


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.9, 1.0])
def test_the_outlier_is_the_hero_furthest_from_50_percent_even_if_it_never_wins(rate) -> None:
    rates = np.full((4, 4), 0.5)
    rates[2, :], rates[:, 2] = rate, 1 - rate
    rates[2, 2] = 0.5
    matchups = matrix_of(rates, 100)
    card = card_of(matchups, n_draws=100)
    assert card.outlier == "hero 2"
    assert card.outlier_rate == field_estimates(matchups)[2]


def test_the_outlier_may_be_too_strong_or_too_weak() -> None:
    for strong, weak, expected in ((0.06, -0.05, "hero 0"), (0.05, -0.06, "hero 3")):
        shifts = np.array([strong, 0.0, 0.0, weak])
        card = card_of(matrix_of(0.5 + np.subtract.outer(shifts, shifts), 400), n_draws=100)
        assert card.outlier == expected
        assert 0 <= card.mean_deviation.low <= card.mean_deviation.high <= 0.5


def test_a_matchup_always_won_deviates_by_one_half_and_no_more() -> None:
    card = card_of(matrix_of(np.array([[0.5, 1.0], [0.0, 0.5]]), 50), n_draws=100)
    assert card.mean_deviation.value == card.mean_deviation.high == 0.5


def test_stopped_pairs_are_counted_over_all_matchups_and_mirrors() -> None:
    cells = {("a", "b"): Pairs((10, 0, 20, 0, 0, 0, 20, 0, 40), truncated=5), ("a", "a"): Pairs(truncated=5)}
    card = card_of(Matchups(("a", "b"), cells), n_draws=100)
    assert (card.truncated.value, card.truncated.n) == (0.1, 100)


def test_a_single_hero_or_a_missing_matchup_cannot_be_judged() -> None:
    with pytest.raises(AssertionError):
        card_of(Matchups(("a",)))
    with pytest.raises(AssertionError, match="played"):
        card_of(Matchups(("a", "b")))


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.0, 0.02, 0.1])
def test_the_mean_deviation_covers_the_truth_even_where_all_is_even(spread) -> None:
    rng = np.random.default_rng(28)
    upper = np.triu_indices(5, 1)
    covered = []
    for _ in range(200):
        rates = np.full((5, 5), 0.5)
        rates[upper] += rng.normal(0, spread, size=10)
        rates.T[upper] = 1 - rates[upper]
        matchups = matrix_of(rates, 300, rng)
        covered.append(mean_deviation(matchups, rng, 300).contains(np.abs(rates[upper] - 0.5).mean()))
    assert np.mean(covered) >= 0.93
