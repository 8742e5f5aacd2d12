"""Which mix of heroes nobody can exploit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from dtsim.stats.estimate import Estimate
from dtsim.stats.matchups import Matchups
from dtsim.stats.nash import (
    dominated,
    effective_heroes,
    exploitability,
    nash_layers,
    nash_mix,
    nash_report,
    payoffs_of,
)

from .samples import COPIES, GAME_0, ROCK_PAPER_SCISSORS, TRANSITIVE, WEIGHTED, antisymmetric, matrix_of

GAMES = st.builds(antisymmetric, st.integers(0, 2**32 - 1), st.integers(1, 7), st.sampled_from([None, 1, 2]))


@pytest.mark.parametrize(
    ("payoffs", "mix", "values"),
    [
        (ROCK_PAPER_SCISSORS, [1 / 3, 1 / 3, 1 / 3], [0, 0, 0]),
        (WEIGHTED, [1 / 2, 1 / 3, 1 / 6], [0, 0, 0]),
        (COPIES, [1 / 3, 1 / 3, 1 / 6, 1 / 6], [0, 0, 0, 0]),  # Balduzzi et al. 2018
        (GAME_0, [0, 0, 0, 1], [-270, -464, -270, 0]),  # open_spiel
        (TRANSITIVE, [0, 0, 1], [-1, -1, 0]),
    ],
)
def test_known_equilibria_are_met(payoffs, mix, values) -> None:
    found = nash_mix(payoffs)
    np.testing.assert_allclose(found, mix, atol=1e-7)
    np.testing.assert_allclose(payoffs @ found, values, atol=1e-5)


@given(GAMES)
def test_nobody_can_exploit_the_mix(payoffs) -> None:
    mix = nash_mix(payoffs)
    assert mix.sum() == pytest.approx(1)
    assert (mix >= 0).all()
    assert exploitability(payoffs, mix) <= 1e-6 * max(1.0, np.abs(payoffs).max())


@given(GAMES, st.data())
def test_relabelling_heroes_permutes_the_mix_and_units_do_not_matter(payoffs, data) -> None:
    order = data.draw(st.permutations(range(len(payoffs))))
    mix = nash_mix(payoffs)
    np.testing.assert_allclose(nash_mix(payoffs[np.ix_(order, order)]), mix[order], atol=1e-5)
    np.testing.assert_allclose(nash_mix(1000 * payoffs), mix, atol=1e-5)


@settings(max_examples=60)
@given(GAMES, st.data())
def test_a_copy_of_a_hero_shares_its_weight_and_changes_nothing_else(payoffs, data) -> None:
    hero = data.draw(st.integers(0, len(payoffs) - 1))
    order = [*range(len(payoffs)), hero]
    mix, copied = nash_mix(payoffs), nash_mix(payoffs[np.ix_(order, order)])
    assert copied[hero] == pytest.approx(copied[-1], abs=1e-5)
    merged = copied[:-1].copy()
    merged[hero] += copied[-1]
    # Copies count in the entropy, so among many equilibria more weight may go to a copied hero;
    # where the equilibrium is unique, nothing moves.
    if len(np.flatnonzero(mix > 1e-6)) == np.linalg.matrix_rank(payoffs, tol=1e-9) + 1:
        np.testing.assert_allclose(merged, mix, atol=1e-5)


@settings(max_examples=20)
@given(st.builds(antisymmetric, st.integers(0, 2**32 - 1), st.integers(3, 6), st.just(1)))
def test_no_other_equilibrium_has_more_entropy(payoffs) -> None:
    mix = nash_mix(payoffs)
    size = len(payoffs)

    def negative_entropy(x: np.ndarray) -> float:
        return float((x * np.log(np.maximum(x, 1e-300))).sum())

    oracle = minimize(
        negative_entropy,
        0.5 * mix + 0.5 / size,
        method="SLSQP",
        bounds=[(0, 1)] * size,
        constraints=[
            {"type": "eq", "fun": lambda x: x.sum() - 1},
            {"type": "ineq", "fun": lambda x: -payoffs @ x},
        ],
        options={"ftol": 1e-12, "maxiter": 500},
    )
    if oracle.success and (payoffs @ oracle.x).max() < 1e-7:
        assert negative_entropy(mix) <= oracle.fun + 1e-5


def test_even_matchups_are_played_evenly_and_one_hero_alone() -> None:
    np.testing.assert_allclose(nash_mix(np.zeros((4, 4))), 0.25)
    assert nash_mix(np.zeros((1, 1))).tolist() == [1.0]


def test_a_game_that_is_not_zero_sum_is_a_programming_error() -> None:
    with pytest.raises(AssertionError):
        nash_mix(np.array([[0.0, 1.0], [1.0, 0.0]]))


def test_any_other_mix_is_exploited_by_its_best_answer() -> None:
    assert exploitability(ROCK_PAPER_SCISSORS, np.array([1.0, 0, 0])) == 1.0
    assert exploitability(WEIGHTED, np.full(3, 1 / 3)) == pytest.approx(1 / 3)


def test_effective_heroes_count_equal_shares() -> None:
    assert effective_heroes(np.full(4, 0.25)) == pytest.approx(4)
    assert effective_heroes(np.array([1.0, 0, 0])) == pytest.approx(1)
    assert 2 < effective_heroes(np.array([0.5, 1 / 3, 1 / 6])) < 3


def test_whoever_is_worse_against_everybody_is_dominated() -> None:
    assert dominated(GAME_0).tolist() == [True, True, True, False]
    assert dominated(TRANSITIVE).tolist() == [True, False, False]
    assert not dominated(ROCK_PAPER_SCISSORS).any()
    assert not dominated(np.zeros((3, 3))).any()
    # beaten by the mix of all three in every matchup, though by none of them alone
    by_a_mix = np.zeros((4, 4))
    by_a_mix[:3, :3] = ROCK_PAPER_SCISSORS
    by_a_mix[3, :3], by_a_mix[:3, 3] = -0.2, 0.2
    assert dominated(by_a_mix).tolist() == [False, False, False, True]


def test_layers_peel_off_the_best_mix_again_and_again() -> None:
    assert nash_layers(TRANSITIVE) == ((2,), (1,), (0,))
    assert nash_layers(GAME_0) == ((3,), (0,), (2,), (1,))
    tops = np.zeros((4, 4))
    tops[:3, :3] = ROCK_PAPER_SCISSORS
    tops[3, :3], tops[:3, 3] = -2, 2
    assert nash_layers(tops) == ((0, 1, 2), (3,))
    assert nash_layers(np.zeros((3, 3))) == ((0, 1, 2),)


@given(GAMES)
def test_every_hero_stands_in_one_layer(payoffs) -> None:
    layers = nash_layers(payoffs)
    assert sorted(hero for layer in layers for hero in layer) == list(range(len(payoffs)))


def test_win_rates_are_paid_as_advantages() -> None:
    assert payoffs_of(np.array([[0.5, 0.75], [0.25, 0.5]])).tolist() == [[0.0, 0.5], [-0.5, 0.0]]


def test_a_mix_comes_with_its_doubt_and_the_doubt_shrinks_with_games() -> None:
    rates = 0.5 + 0.05 * WEIGHTED
    widths = []
    for n_pairs in (500, 5000, 50_000):
        report = nash_report(matrix_of(rates, n_pairs), np.random.default_rng(1), n_draws=200)
        assert report.heroes == ("hero 0", "hero 1", "hero 2")
        assert report.weights[0].value == pytest.approx(1 / 2, abs=0.01)
        assert all(w.low <= w.value <= w.high for w in report.weights)
        assert report.effective_heroes.contains(2.749)
        widths.append(report.weights[0].half_width)
    assert widths[0] > 2 * widths[1] > 4 * widths[2]
    assert report.support == (1.0, 1.0, 1.0)
    assert report.layers == (report.heroes,)
    assert report.dominated == ()
    assert report.weights[0].n == 3 * 2 * sum(matrix_of(rates, 50_000).cells["hero 0", "hero 1"].counts)


def test_support_says_how_often_a_plausible_matrix_uses_a_hero() -> None:
    order = np.array([[0.5, 0.51, 0.7], [0.49, 0.5, 0.7], [0.3, 0.3, 0.5]])
    report = nash_report(matrix_of(order, 500), np.random.default_rng(2), n_draws=200)
    assert 0.55 < report.support[0] < 0.95
    assert report.support[0] + report.support[1] == pytest.approx(1)
    assert report.support[2] == 0.0
    assert report.dominated == ("hero 2",)
    np.testing.assert_allclose(report.values, [0, -0.02, -0.4], atol=1e-9)


def test_the_report_repeats_itself_and_needs_every_matchup() -> None:
    matchups = matrix_of(0.5 + 0.05 * WEIGHTED, 300)
    once, again = (nash_report(matchups, np.random.default_rng(3), n_draws=50) for _ in range(2))
    assert once.weights == again.weights
    with pytest.raises(AssertionError, match="played"):
        nash_report(Matchups(("a", "b")), np.random.default_rng(1))
    alone = nash_report(Matchups(("a",)), np.random.default_rng(1), n_draws=5)
    assert alone.weights == (Estimate.unknown(),)
