"""What goes along with a card."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.association import CardGames, games_difference, stratified_difference
from dtsim.stats.differences import newcombe
from dtsim.stats.estimate import Estimate
from dtsim.stats.games import Games

GAMES = st.builds(Games, *[st.integers(0, 50)] * 3)


def of_results(won: np.ndarray) -> Games:
    return Games(wins=int(won.sum()), losses=int((~won).sum()))


def test_in_hand_is_dealt_or_drawn_and_improvement_compares_with_never_seen() -> None:
    card = CardGames(Games(30, 0, 20), Games(10, 0, 30), Games(60, 2, 38), Games(35, 0, 25))
    assert card.in_hand == Games(40, 0, 50)
    assert card.improvement_when_drawn() == newcombe(40, 90, 61, 100)
    assert card.opening_difference() == newcombe(30, 50, 71, 140)
    assert (card + card).in_hand == Games(80, 0, 100)
    assert CardGames().improvement_when_drawn() == Estimate.unknown()


def test_one_stratum_is_the_plain_difference() -> None:
    first, second = Games(800, 100, 300), Games(500, 40, 500)
    found, plain = stratified_difference([(first, second)]), games_difference(first, second)
    assert found.value == pytest.approx(plain.value)
    assert found.low == pytest.approx(plain.low, abs=1e-3)
    assert found.n == plain.n == first.n + second.n


@given(st.lists(st.tuples(GAMES, GAMES), max_size=6))
def test_it_is_the_weighted_mean_of_the_strata(strata) -> None:
    found = stratified_difference(strata)
    sizes = np.array([(a.n, b.n) for a, b in strata], dtype=float).reshape(-1, 2)
    usable = (sizes > 0).all(axis=1)
    if not usable.any():
        assert found == Estimate.unknown(int(sizes.sum()))
        return
    m, k = sizes[usable].T
    gaps = [a.points / a.n - b.points / b.n for a, b in strata if a.n and b.n]
    weights = m * k / (m + k)
    assert found.value == pytest.approx(weights @ gaps / weights.sum(), abs=1e-12)
    back = stratified_difference([(b, a) for a, b in strata])
    assert found.low == pytest.approx(-back.high)
    assert found.low <= found.value <= found.high


def test_a_stratum_of_two_games_leaves_full_doubt() -> None:
    found = stratified_difference([(Games(wins=1), Games(losses=1))])
    assert (found.value, found.low, found.high) == (1.0, pytest.approx(1 - 1.386, abs=1e-3), 1.0)


def test_a_blank_card_looks_bad_in_a_fast_hero_unless_game_length_is_allowed_for() -> None:
    """The longer a game of a fast hero, the likelier it is lost, and the more cards were drawn."""
    rng = np.random.default_rng(2)
    n = 200_000
    lengths = rng.integers(4, 13, size=n)
    won = rng.random(n) < 0.95 - 0.07 * (lengths - 4)
    draw = rng.integers(0, 20, size=n)  # where the card lies in the deck
    is_dealt, is_seen = draw < 4, draw < 4 + lengths
    card = CardGames(
        of_results(won[is_dealt]), of_results(won[is_seen & ~is_dealt]), of_results(won[~is_seen])
    )
    assert card.improvement_when_drawn().high < -0.09
    assert card.opening_difference().contains(0)
    strata = [
        (of_results(won[is_seen & (lengths == t)]), of_results(won[~is_seen & (lengths == t)]))
        for t in range(4, 13)
    ]
    assert stratified_difference(strata).contains(0)
    assert abs(stratified_difference(strata).value) < 0.005


@pytest.mark.slow
@pytest.mark.parametrize(("n_strata", "size"), [(4, 60), (120, 2)])
def test_few_large_and_many_small_strata_both_cover_the_difference(n_strata, size) -> None:
    rng = np.random.default_rng(3)
    base = np.linspace(0.3, 0.6, n_strata)
    covered = []
    for _ in range(1500):
        wins, other = rng.binomial(size, base + 0.1), rng.binomial(size, base)
        strata = [
            (Games(int(w), 0, int(size - w)), Games(int(o), 0, int(size - o)))
            for w, o in zip(wins, other, strict=True)
        ]
        covered.append(stratified_difference(strata).contains(0.1))
    assert 0.935 <= np.mean(covered) <= 0.965
