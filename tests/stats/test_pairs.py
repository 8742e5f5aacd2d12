"""The pair of games is the unit of evidence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.estimate import Estimate
from dtsim.stats.games import Games
from dtsim.stats.intervals import wilson, wilson_bounds
from dtsim.stats.pairs import DRAW, LOSS, WIN, Pairs, effective_games, moments, score_rate

from .samples import pair_shares

PAIRS = st.builds(Pairs, st.tuples(*[st.integers(0, 500)] * 9), st.integers(0, 5))
RATES = (0.5, 0.7, 0.9, 0.98, 0.999)
CORRELATIONS = (-0.6, 0.0, 0.6, 0.95)


def test_results_are_counted_by_who_started() -> None:
    pairs = Pairs.from_results([WIN, WIN, LOSS, DRAW], [WIN, LOSS, WIN, DRAW], truncated=1)
    assert pairs.counts == (0, 0, 1, 0, 1, 0, 1, 0, 1)
    assert pairs.pentanomial.tolist() == [0, 0, 3, 0, 1]
    assert pairs.starting == Games(wins=2, draws=1, losses=1)
    assert pairs.following == Games(wins=2, draws=1, losses=1)
    assert pairs.games == Games(wins=4, draws=2, losses=2, truncated=2)
    assert Pairs.from_results([], []) == Pairs()


def test_the_pentanomial_has_the_order_of_fishtest() -> None:
    by_letters = {
        "LL": (LOSS, LOSS, 0),
        "LD": (LOSS, DRAW, 1),
        "DL": (DRAW, LOSS, 1),
        "LW": (LOSS, WIN, 2),
        "DD": (DRAW, DRAW, 2),
        "WL": (WIN, LOSS, 2),
        "DW": (DRAW, WIN, 3),
        "WD": (WIN, DRAW, 3),
        "WW": (WIN, WIN, 4),
    }
    for starting, following, place in by_letters.values():
        assert Pairs.from_results([starting], [following]).pentanomial.tolist() == np.eye(5)[place].tolist()


@given(PAIRS, PAIRS)
def test_pairs_add_like_numbers(first, second) -> None:
    total = sum([first, second], Pairs())
    assert total == second + first
    assert (total.pentanomial == first.pentanomial + second.pentanomial).all()
    assert total.games == first.games + second.games
    assert total.truncated == first.truncated + second.truncated


@given(PAIRS)
def test_the_opponent_sees_the_mirror_image(pairs) -> None:
    other = pairs.reversed()
    assert other.reversed() == pairs
    assert (other.pentanomial == pairs.pentanomial[::-1]).all()
    assert other.starting == pairs.following.reversed()
    mine, theirs = pairs.score_rate(), other.score_rate().complement()
    for end in ("value", "low", "high"):
        assert getattr(mine, end) == pytest.approx(getattr(theirs, end), abs=1e-12)


@given(PAIRS)
def test_the_start_player_is_the_same_from_both_chairs(pairs) -> None:
    assert (pairs.seat_pentanomial == pairs.reversed().seat_pentanomial).all()
    assert pairs.seat_advantage() == pairs.reversed().seat_advantage()


@given(PAIRS)
def test_the_interval_contains_the_rate_and_is_nested_in_the_level(pairs) -> None:
    narrow, wide = pairs.score_rate(0.8), pairs.score_rate(0.99)
    if pairs.n == 0:
        assert narrow == Estimate.unknown()
        return
    assert narrow.n == 2 * pairs.n
    assert narrow.value == pytest.approx(pairs.games.points / pairs.games.n)
    assert wide.low <= narrow.low <= narrow.value + 1e-12
    assert narrow.value - 1e-12 <= narrow.high <= wide.high


def test_the_seat_shows_where_the_start_player_wins_everything() -> None:
    pairs = Pairs.from_results([WIN] * 50, [LOSS] * 50)
    assert pairs.score_rate().value == 0.5
    assert pairs.seat_advantage().value == 1.0
    assert pairs.seat_advantage().high == 1.0


def test_independent_games_are_worth_themselves() -> None:
    m = 100_000
    rate, n_games = effective_games(pair_shares(0.6, 0.0) * m)
    assert rate == pytest.approx(0.6)
    assert n_games == pytest.approx(2 * m, rel=1e-4)


def test_equal_games_in_a_pair_are_worth_one_and_opposite_ones_at_most_eight() -> None:
    assert effective_games([300, 0, 0, 0, 700])[1] == pytest.approx(1000, rel=2e-3)
    assert effective_games([1, 0, 9998, 0, 1])[1] == 8 * 10_000


@pytest.mark.parametrize(
    "pentanomial", [[0, 0, 0, 0, 40], [40, 0, 0, 0, 0], [0, 0, 40, 0, 0], [0, 0, 1, 0, 0]]
)
def test_without_variance_a_pair_counts_as_one_game(pentanomial) -> None:
    rate, n_games = effective_games(pentanomial)
    assert n_games == sum(pentanomial)
    found, expected = score_rate(pentanomial), wilson(float(rate) * sum(pentanomial), sum(pentanomial))
    assert (found.low, found.high) == (expected.low, expected.high)


def test_moments_are_those_of_the_expanded_sample() -> None:
    counts = np.array([[3, 0, 5, 1, 7], [1, 2, 3, 4, 5]])
    n, mean, variance = moments(counts)
    for row in range(2):
        sample = np.repeat(np.arange(5) / 4, counts[row])
        assert n[row] == len(sample)
        assert mean[row] == pytest.approx(sample.mean())
        assert variance[row] == pytest.approx(sample.var())


@pytest.mark.slow
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("correlation", CORRELATIONS)
def test_intervals_of_pairs_cover_the_truth_whatever_the_dependence(rate, correlation) -> None:
    rng = np.random.default_rng(20_260 + int(1000 * rate) + int(100 * correlation))
    counts = rng.multinomial(1000, pair_shares(rate, correlation), size=20_000)
    found, n_games = effective_games(counts)
    low, high = wilson_bounds(found, n_games)
    assert 0.93 <= np.mean((low <= rate) & (rate <= high)) <= 0.975


@pytest.mark.slow
def test_counting_games_instead_of_pairs_covers_too_little_or_too_much() -> None:
    rng = np.random.default_rng(7)
    covered = []
    for correlation in (0.6, -0.6):
        counts = rng.multinomial(1000, pair_shares(0.5, correlation), size=20_000)
        low, high = wilson_bounds(moments(counts)[1], 2000)
        covered.append(np.mean((low <= 0.5) & (high >= 0.5)))
    assert covered[0] == pytest.approx(0.899, abs=0.02)
    assert covered[1] == pytest.approx(0.990, abs=0.01)
