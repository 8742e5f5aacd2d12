"""Kendall's tau: scipy's value, and an interval that covers what noise does to an order."""

from __future__ import annotations

import numpy as np
import pytest

from dtsim.stats.bradley_terry import rate_games
from dtsim.stats.games import Games
from dtsim.stats.kendall import kendall_tau, order_agreement


@pytest.mark.parametrize("seed", range(5))
def test_tau_is_that_of_scipy(seed: int) -> None:
    from scipy.stats import kendalltau

    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 6, 8).astype(float), rng.integers(0, 6, 8).astype(float)
    assert kendall_tau(first, second) == pytest.approx(kendalltau(first, second).statistic)


def test_orders_are_one_and_minus_one_at_their_ends() -> None:
    order = np.arange(5.0)
    assert kendall_tau(order, order) == 1
    assert kendall_tau(order, -order) == -1


@pytest.mark.parametrize(("games", "least"), [(20, 1.0), (20_000, 0.0)])
def test_the_interval_narrows_with_the_games(games: int, least: float) -> None:
    heroes = ("a", "b", "c")
    wins = {("a", "b"): 0.6, ("b", "c"): 0.6, ("a", "c"): 0.7}
    fits = [
        rate_games(
            heroes,
            {
                (row, column): Games(round(p * games), 0, games - round(p * games))
                for (row, column), p in wins.items()
            },
            seat=False,
        )
        for _ in range(2)
    ]
    found = order_agreement(fits[0], fits[1], np.random.default_rng(1))
    assert found.value == 1
    assert found.high - found.low >= least
    assert found.low == 1 or games == 20
