"""Tier lists that admit doubt."""

from __future__ import annotations

import numpy as np
import pytest

from dtsim.stats.field import field_estimates
from dtsim.stats.matchups import Matchups
from dtsim.stats.tiers import SURE, THRESHOLDS, tier_label, tier_list, tier_probabilities

from .samples import matrix_of


def flat(rate: float) -> np.ndarray:
    """Hero 0 has this rate against everybody, the others are even among themselves."""
    rates = np.full((4, 4), 0.5)
    rates[0, 1:], rates[1:, 0] = rate, 1 - rate
    return rates


def test_thresholds_are_55_52_48_and_45_percent() -> None:
    assert THRESHOLDS == (0.55, 0.52, 0.48, 0.45)
    drawn = np.array([[0.56, 0.55, 0.53, 0.50, 0.46, 0.30]])
    assert tier_probabilities(drawn).argmax(axis=1).tolist() == [0, 0, 1, 2, 3, 4]


def test_a_tier_is_named_alone_only_if_it_is_80_percent_sure() -> None:
    assert SURE == 0.8
    assert tier_label(np.array([0.0, 0.8, 0.2, 0.0, 0.0])) == "A"
    assert tier_label(np.array([0.0, 0.79, 0.21, 0.0, 0.0])) == "A/B"
    assert tier_label(np.array([0.3, 0.4, 0.3, 0.0, 0.0])) == "S/A/B"
    assert tier_label(np.array([0.3, 0.1, 0.1, 0.2, 0.3])) == "S/A/B/C/D"
    assert tier_label(np.array([0.0, 0.0, 0.1, 0.2, 0.7])) == "C/D"


@pytest.mark.parametrize(
    ("rate", "expected"), [(0.60, "S"), (0.535, "A"), (0.50, "B"), (0.465, "C"), (0.40, "D")]
)
def test_many_games_settle_the_tier(rate, expected) -> None:
    first, *_ = tier_list(matrix_of(flat(rate), 20_000), np.random.default_rng(1), n_draws=300)
    assert (first.hero, first.label) == ("hero 0", expected)
    assert sum(first.probabilities) == pytest.approx(1)
    assert max(first.probabilities) > 0.99


def test_few_games_leave_neighbouring_tiers_open() -> None:
    matchups = matrix_of(flat(0.52), 300)
    first, *_ = tier_list(matchups, np.random.default_rng(1))
    assert first.label in ("A/B", "S/A/B")
    assert first.rate == field_estimates(matchups)[0]


def test_popularity_decides_whom_a_hero_meets() -> None:
    rates = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.5], [0.7, 0.5, 0.5]])
    matchups = matrix_of(rates, 5000)
    labels = [
        tier_list(matchups, np.random.default_rng(1), popularity, n_draws=200)[0].label
        for popularity in (None, [1, 1, 0], [1, 0, 1])
    ]
    assert labels == ["B", "S", "D"]


def test_a_matchup_never_played_leaves_the_tier_open() -> None:
    known = matrix_of(flat(0.5), 20_000)
    cells = {cell: pairs for cell, pairs in known.cells.items() if cell != ("hero 0", "hero 1")}
    first, *_, last = tier_list(Matchups(known.heroes, cells), np.random.default_rng(1))
    assert first.label == "S/A/B/C/D"
    assert first.rate.value is None
    assert last.label == "B"


def test_one_hero_meets_only_itself_and_stands_in_the_middle() -> None:
    (alone,) = tier_list(Matchups(("ana",)), np.random.default_rng(1), n_draws=10)
    assert alone.label == "B"
    assert alone.rate.value is None
    assert tier_list(Matchups(()), np.random.default_rng(1), n_draws=10) == ()


def test_the_list_repeats_itself_with_the_same_seed() -> None:
    matchups = matrix_of(flat(0.53), 400)
    once, again = (tier_list(matchups, np.random.default_rng(4), n_draws=100) for _ in range(2))
    assert once == again


def test_thresholds_must_fall_and_names_must_fit() -> None:
    with pytest.raises(AssertionError):
        tier_probabilities(np.zeros((1, 1)), (0.45, 0.55))
    with pytest.raises(AssertionError):
        tier_label(np.array([0.5, 0.5]))
    assert tier_label(np.array([0.1, 0.9]), names=("strong", "weak")) == "weak"


@pytest.mark.slow
def test_a_tier_named_alone_is_wrong_in_less_than_a_fifth_of_the_cases() -> None:
    rng = np.random.default_rng(27)
    named, wrong = 0, 0
    for _ in range(250):
        rate = rng.uniform(0.44, 0.56)
        first, *_ = tier_list(matrix_of(flat(rate), 500, rng), rng, n_draws=300)
        if len(first.label) == 1:
            named += 1
            wrong += first.label != "SABCD"[int((rate < np.array(THRESHOLDS)).sum())]
    assert named > 100
    assert wrong / named < 0.2
