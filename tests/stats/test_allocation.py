"""Where the next games do most good."""

from __future__ import annotations

import numpy as np
import pytest

from dtsim.stats.allocation import (
    BATCH_PAIRS,
    FIRST_PAIRS,
    TARGET,
    TARGET_PRECISE,
    TARGET_QUICK,
    is_settled,
    next_cell,
    still_in_race,
    unmet,
)
from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import wilson_bounds
from dtsim.stats.pairs import Pairs, effective_games

from .samples import pair_shares


def even_pairs(n: int, truncated: int = 0) -> Pairs:
    """Pairs of even, independent games without draws."""
    quarter = n // 4
    return Pairs((quarter, 0, quarter, 0, 0, 0, quarter, 0, n - 3 * quarter), truncated)


def test_targets_are_two_points_one_and_a_half() -> None:
    assert (TARGET_QUICK, TARGET, TARGET_PRECISE) == (0.02, 0.01, 0.005)
    assert (FIRST_PAIRS, BATCH_PAIRS) == (500, 500)


def test_every_matchup_gets_its_first_pairs_before_any_gets_more() -> None:
    cells = {("a", "b"): even_pairs(500), ("a", "c"): even_pairs(499), ("b", "c"): Pairs()}
    assert next_cell(cells) == ("a", "c")
    cells["a", "c"] = even_pairs(497, truncated=3)  # pairs stopped by the turn cap were played, too
    assert next_cell(cells) == ("b", "c")


def test_then_the_one_furthest_from_its_target_is_next_and_none_if_all_are_met() -> None:
    cells = {("a", "b"): even_pairs(3000), ("a", "c"): even_pairs(1000), ("b", "c"): even_pairs(40_000)}
    assert next_cell(cells) == ("a", "c")
    assert next_cell(cells, targets={("a", "b"): 0.001}) == ("a", "b")
    assert next_cell(cells, target=0.05) is None
    assert next_cell({}) is None


def test_unmet_matchups_are_listed_with_their_distance() -> None:
    cells = {("a", "b"): even_pairs(1200), ("a", "c"): even_pairs(4900), ("b", "c"): Pairs(truncated=7)}
    found = unmet({cell: pairs.score_rate() for cell, pairs in cells.items()})
    assert set(found) == {("a", "b"), ("b", "c")}
    assert found["a", "b"] == pytest.approx(2.0, rel=0.01)  # 2 401 games for 2 points
    assert found["b", "c"] == float("inf")


def test_who_cannot_be_the_best_any_more_leaves_the_race() -> None:
    estimates = {
        "ana": Estimate(0.55, 0.53, 0.57, 100),
        "bob": Estimate(0.52, 0.50, 0.53, 100),
        "cy": Estimate(0.48, 0.44, 0.52, 100),
        "dee": Estimate.unknown(),
    }
    assert still_in_race(estimates) == ("ana", "bob", "dee")
    assert still_in_race({"ana": Estimate.unknown(), "bob": Estimate.unknown()}) == ("ana", "bob")
    assert still_in_race({}) == ()


def test_a_tier_is_settled_when_the_interval_holds_no_boundary() -> None:
    assert is_settled(Estimate(0.50, 0.49, 0.51, 1000))
    assert not is_settled(Estimate(0.50, 0.47, 0.51, 1000))
    assert is_settled(Estimate(0.7, 0.6, 0.8, 10))
    assert not is_settled(Estimate.unknown())
    assert is_settled(Estimate(0.50, 0.47, 0.51, 1000), boundaries=(0.45, 0.55))


@pytest.mark.slow
def test_stopping_on_width_keeps_the_coverage_and_stopping_on_a_verdict_does_not() -> None:
    rng = np.random.default_rng(31)
    n_runs, n_looks = 6000, 40
    batches = rng.multinomial(BATCH_PAIRS, pair_shares(0.5, 0.0), size=(n_runs, n_looks))
    low, high = wilson_bounds(*effective_games(batches.cumsum(axis=1)))
    is_narrow = (high - low) / 2 <= TARGET
    assert is_narrow[:, -1].all()
    stop = (np.arange(n_runs), is_narrow.argmax(axis=1))
    missed = np.mean((low[stop] > 0.5) | (high[stop] < 0.5))
    assert 0.042 <= missed <= 0.058
    false_alarms = np.mean(((low > 0.5) | (high < 0.5)).any(axis=1))
    assert false_alarms > 0.25
