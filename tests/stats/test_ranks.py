"""Which places a hero may hold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.bradley_terry import rate_pairs
from dtsim.stats.ranks import RankInterval, letters, rank_intervals, surely_better, surely_better_max_t

from .samples import logistic, matrix_of


def better_of(strengths: list[float], gap: float) -> np.ndarray:
    """Whoever is ahead by more than the gap is surely better."""
    return np.subtract.outer(strengths, strengths) > gap


def test_clear_strengths_have_one_place_each_and_equal_ones_all_places() -> None:
    strengths = np.array([0.0, 3.0, 1.0])
    clear = surely_better(strengths, 1e-4 * np.eye(3))
    assert rank_intervals(clear) == (RankInterval(3, 3), RankInterval(1, 1), RankInterval(2, 2))
    assert letters(clear, strengths) == ("c", "a", "b")
    equal = surely_better(np.zeros(3), np.eye(3))
    assert rank_intervals(equal) == (RankInterval(1, 3),) * 3
    assert letters(equal, np.zeros(3)) == ("a", "a", "a")


def test_one_hero_is_first_and_last_and_nobody_has_no_place() -> None:
    for method in (surely_better, lambda s, c: surely_better_max_t(s, c, np.random.default_rng(1))):
        assert rank_intervals(method(np.zeros(1), np.eye(1))) == (RankInterval(1, 1),)
        assert rank_intervals(method(np.zeros(0), np.zeros((0, 0)))) == ()
    assert letters(np.zeros((1, 1), dtype=bool), np.zeros(1)) == ("a",)


def test_the_comparison_of_two_is_a_z_test_with_their_covariance() -> None:
    covariance = np.array([[1.0, 0.5], [0.5, 1.0]])  # the difference has variance 1
    for gap, expected in ((1.95, False), (1.97, True)):
        assert surely_better(np.array([gap, 0.0]), covariance)[0, 1] == expected
    assert not surely_better(np.array([1.97, 0.0]), covariance)[1, 0]


def test_three_comparisons_are_corrected_by_holm() -> None:
    # differences with variance 1: z of 2.3, 2.2 and 0.1; Holm asks for 2.39 first
    strengths, covariance = np.array([2.3, 0.1, 0.0]), 0.5 * np.eye(3)
    assert not surely_better(strengths, covariance).any()
    assert surely_better(strengths + np.array([0.2, 0, 0]), covariance)[0].tolist() == [False, True, True]


def test_max_t_finds_at_least_about_as_much_where_strengths_correlate() -> None:
    rng = np.random.default_rng(4)
    size = 6
    covariance = np.eye(size) - 1 / size
    found = [0, 0]
    for _ in range(40):
        strengths = rng.multivariate_normal(np.linspace(-2, 2, size), covariance)
        found[0] += surely_better(strengths, covariance).sum()
        found[1] += surely_better_max_t(strengths, covariance, rng).sum()
    assert found[1] > found[0]


def test_of_two_heroes_max_t_is_the_plain_z_test() -> None:
    for gap, expected in ((1.8, False), (2.1, True)):
        found = surely_better_max_t(
            np.array([gap, 0.0]), 0.5 * np.eye(2), np.random.default_rng(1), n_draws=20_000
        )
        assert found[0, 1] == expected
        assert not found[1, 0]


def test_max_t_repeats_itself_with_the_same_seed() -> None:
    strengths, covariance = np.array([2.6, 0.1, -0.3]), 0.5 * np.eye(3)
    once, again = (surely_better_max_t(strengths, covariance, np.random.default_rng(5)) for _ in range(2))
    assert (once == again).all()


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=7), st.floats(0.01, 3))
def test_heroes_share_a_letter_exactly_if_they_cannot_be_told_apart(strengths, gap) -> None:
    better = better_of(strengths, gap)
    found = letters(better, np.array(strengths))
    for i in range(len(strengths)):
        for j in range(len(strengths)):
            if i != j:
                assert bool(set(found[i]) & set(found[j])) == (not better[i, j] and not better[j, i])
    assert "a" in found[int(np.argmax(strengths))]


@given(st.integers(0, 2**32 - 1), st.integers(2, 7))
def test_so_they_do_for_verdicts_in_any_pattern(seed, size) -> None:
    half = np.triu(np.random.default_rng(seed).random((size, size)) < 0.4, 1)
    found = letters(half, np.arange(size, 0, -1.0))
    for i in range(size):
        assert found[i]
        for j in range(i + 1, size):
            assert bool(set(found[i]) & set(found[j])) == (not half[i, j])


def test_beyond_the_alphabet_letters_become_numbers() -> None:
    strengths = np.arange(28.0, 0, -1)
    found = letters(better_of(strengths.tolist(), 0.5), strengths)
    assert found[:2] == ("a", "b")
    assert found[25:] == ("z", "(27)", "(28)")


def test_more_games_narrow_the_places() -> None:
    strengths = np.array([0.3, 0.1, 0.0, -0.4])
    spans = []
    for n_pairs in (20, 200, 20_000):
        ratings = rate_pairs(matrix_of(logistic(np.subtract.outer(strengths, strengths)), n_pairs))
        places = rank_intervals(surely_better(ratings.strengths, ratings.covariance))
        spans.append(sum(place.worst - place.best for place in places))
    assert spans[0] > spans[1] > spans[2] == 0


@pytest.mark.slow
@pytest.mark.parametrize("method", ["holm", "max-t"])
def test_all_places_hold_at_once_in_95_percent_of_runs(method) -> None:
    rng = np.random.default_rng(25)
    # close strengths and distant ones: a wrong order is most likely among the close
    truth = np.array([1.0, 0.8, 0.1, 0.0, -0.1, -0.9])
    covariance = 0.04 * (np.eye(6) - 1 / 6) * np.outer([1, 2, 1, 3, 1, 1], [1, 2, 1, 3, 1, 1])
    places = 1 + (truth[None, :] > truth[:, None]).sum(axis=1)
    n_runs, n_held = (2000, 0) if method == "holm" else (500, 0)
    for _ in range(n_runs):
        seen = rng.multivariate_normal(truth, covariance)
        better = (
            surely_better(seen, covariance)
            if method == "holm"
            else surely_better_max_t(seen, covariance, rng, n_draws=1000)
        )
        n_held += all(
            i.best <= place <= i.worst for i, place in zip(rank_intervals(better), places, strict=True)
        )
    assert n_held / n_runs >= 0.95
