"""Which heroes survive when players imitate whoever wins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.alpha_rank import alpha_rank

from .samples import ROCK_PAPER_SCISSORS, antisymmetric

SEEDS = st.integers(0, 2**32 - 1)


def stepwise(payoffs: np.ndarray, intensity: float, population: int) -> np.ndarray:
    """The same chain, one newcomer and one step at a time, run until it stands still."""
    size = len(payoffs)
    chain = np.zeros((size, size))
    for old in range(size):
        for new in set(range(size)) - {old}:
            total, product = 1.0, 1.0
            for k in range(1, population):
                fits_new = ((k - 1) * payoffs[new, new] + (population - k) * payoffs[new, old]) / (
                    population - 1
                )
                fits_old = (k * payoffs[old, new] + (population - k - 1) * payoffs[old, old]) / (
                    population - 1
                )
                product *= np.exp(-intensity * (fits_new - fits_old))
                total += product
            chain[old, new] = 1 / total / (size - 1)
        chain[old, old] = 1 - chain[old].sum()
    shares = np.full(size, 1 / size)
    for _ in range(14):
        chain = chain @ chain
    return shares @ chain


def test_the_game_of_han_et_al_is_met() -> None:
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    payoffs = np.array(
        [
            [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
            [r, r, s, s, s],
            [0, t, p, p, p],
            [t - delta, t, p, p, p],
            [r, t, p, p, p],
        ]
    )
    expected = [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039]
    np.testing.assert_allclose(alpha_rank(payoffs, 0.1, 20), expected, atol=5.1e-9)


@given(SEEDS)
def test_it_is_the_chain_of_single_takeovers(seed) -> None:
    payoffs = antisymmetric(seed, 4)
    np.testing.assert_allclose(alpha_rank(payoffs, 0.2, 12), stepwise(payoffs, 0.2, 12), atol=1e-9)


@given(SEEDS, st.permutations(range(4)))
def test_relabelling_heroes_permutes_the_shares(seed, order) -> None:
    payoffs = antisymmetric(seed, 4)
    np.testing.assert_allclose(
        alpha_rank(payoffs[np.ix_(order, order)]), alpha_rank(payoffs)[order], atol=1e-9
    )


@pytest.mark.parametrize("intensity", [0.0, 0.1, 5.0, 100.0])
def test_rock_paper_scissors_is_shared_evenly(intensity) -> None:
    np.testing.assert_allclose(alpha_rank(ROCK_PAPER_SCISSORS, intensity), 1 / 3, atol=1e-9)


def test_with_strong_selection_whoever_beats_everyone_takes_all() -> None:
    order = np.sign(np.subtract.outer([3, 2, 1], [3, 2, 1])).astype(float)
    np.testing.assert_allclose(alpha_rank(order, 100.0), [1, 0, 0], atol=1e-9)


def test_one_hero_has_it_all_and_even_heroes_share() -> None:
    assert alpha_rank(np.zeros((1, 1))).tolist() == [1.0]
    np.testing.assert_allclose(alpha_rank(np.zeros((5, 5))), 0.2)
