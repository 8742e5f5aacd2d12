"""How much of the matrix is rock-paper-scissors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.intransitivity import (
    cyclic_part,
    cyclic_share,
    discs,
    intransitivity,
    matrix_intransitivity,
    top_cycles,
)
from dtsim.stats.matchups import Matchups

from .samples import COPIES, GAME_0, ROCK_PAPER_SCISSORS, WEIGHTED, antisymmetric, logistic, matrix_of

GAMES = st.builds(antisymmetric, st.integers(0, 2**32 - 1), st.integers(1, 8))
LINEAR = np.subtract.outer([3.0, 1.0, 0.0, -2.0], [3.0, 1.0, 0.0, -2.0])


@pytest.mark.parametrize(
    ("advantages", "expected"),
    [(ROCK_PAPER_SCISSORS, 1.0), (LINEAR, 0.0), (WEIGHTED, 0.857142857), (GAME_0, 0.031865065)],
)
def test_known_shares_are_met(advantages, expected) -> None:
    assert cyclic_share(advantages) == pytest.approx(expected, abs=5.1e-10)


def test_an_even_matrix_has_no_cycles() -> None:
    assert cyclic_share(np.zeros((3, 3))) == 0.0
    assert cyclic_share(np.zeros((1, 1))) == 0.0


@given(GAMES)
def test_ranking_and_cycles_split_the_matrix_at_right_angles(advantages) -> None:
    cyclic = cyclic_part(advantages)
    ranked = advantages - cyclic
    np.testing.assert_allclose(cyclic.sum(axis=1), 0, atol=1e-9)
    np.testing.assert_allclose(cyclic, -cyclic.T, atol=1e-12)
    assert (cyclic * ranked).sum() == pytest.approx(0, abs=1e-8)
    assert 0 <= cyclic_share(advantages) <= 1 + 1e-12
    strengths = np.linalg.lstsq(
        np.eye(len(advantages)) - 1 / len(advantages), advantages.mean(axis=1), rcond=None
    )[0]
    np.testing.assert_allclose(ranked, np.subtract.outer(strengths, strengths), atol=1e-9)


@given(GAMES)
def test_discs_add_up_to_the_cyclic_part(advantages) -> None:
    found = discs(advantages)
    total = sum((np.outer(d.x, d.y) - np.outer(d.y, d.x) for d in found), np.zeros_like(advantages))
    np.testing.assert_allclose(total, cyclic_part(advantages), atol=1e-8)
    assert [d.strength for d in found] == sorted((d.strength for d in found), reverse=True)
    assert len(found) <= len(advantages) // 2


def test_rock_paper_scissors_is_one_disc_and_a_ranking_none() -> None:
    (disc,) = discs(ROCK_PAPER_SCISSORS)
    assert disc.strength == pytest.approx(3**0.5)
    assert discs(LINEAR) == ()
    assert len(discs(COPIES)) == 1


def test_noise_alone_looks_cyclic_until_it_is_taken_off() -> None:
    rng = np.random.default_rng(6)
    strengths = np.linspace(-0.3, 0.3, 8)
    rates = logistic(np.subtract.outer(strengths, strengths))
    naive, corrected = [], []
    for _ in range(100):
        wins = np.triu(rng.binomial(400, rates), 1)
        wins = wins + np.tril(400 - wins.T, -1)
        found = intransitivity(wins, wins.T)
        naive.append(found.share)
        corrected.append(found.corrected)
    assert 0.05 < np.mean(naive) < 0.12
    assert np.mean(corrected) < 0.25 * np.mean(naive)


def test_a_strong_cycle_is_neither_noise_nor_hidden() -> None:
    found = matrix_intransitivity(matrix_of(logistic(0.8 * ROCK_PAPER_SCISSORS), 500))
    assert found.share == pytest.approx(1, abs=1e-3)
    assert found.corrected == pytest.approx(1, abs=1e-2)
    assert found.test.degrees == 1
    assert found.test.p_value < 1e-12


def test_the_test_is_that_of_weighted_least_squares() -> None:
    wins = np.array([[0, 60, 30], [40, 0, 70], [50, 20, 0]], dtype=float)
    found = intransitivity(wins, wins.T)
    logits = [np.log(60.5 / 40.5), np.log(70.5 / 20.5), np.log(50.5 / 30.5)]
    variances = [1 / 60.5 + 1 / 40.5, 1 / 70.5 + 1 / 20.5, 1 / 50.5 + 1 / 30.5]
    # with three heroes the one degree of freedom is the sum around the circle
    assert found.test.statistic == pytest.approx(sum(logits) ** 2 / sum(variances))


def test_two_heroes_cannot_form_a_cycle_and_every_matchup_is_needed() -> None:
    found = matrix_intransitivity(matrix_of(np.array([[0.5, 0.7], [0.3, 0.5]]), 100))
    assert (found.share, found.corrected) == (pytest.approx(0), 0.0)
    assert (found.test.degrees, found.test.p_value) == (0, 1.0)
    assert matrix_intransitivity(Matchups(("ana",))).corrected == 0.0
    with pytest.raises(AssertionError, match="played"):
        matrix_intransitivity(Matchups(("ana", "bob")))


def test_cycles_are_listed_by_their_weakest_matchup() -> None:
    rates = np.full((4, 4), 0.5)
    for (i, j), rate in {
        (0, 1): 0.6,
        (1, 2): 0.62,
        (0, 2): 0.42,
        (2, 3): 0.7,
        (0, 3): 0.3,
        (1, 3): 0.52,
    }.items():
        rates[i, j], rates[j, i] = rate, 1 - rate
    matchups = matrix_of(rates, 2500)
    cycles = top_cycles(matchups)
    assert [cycle.heroes for cycle in cycles] == [
        ("hero 0", "hero 1", "hero 2"),
        ("hero 0", "hero 1", "hero 3"),
    ]
    best = cycles[0]
    assert [edge.value for edge in best.edges] == pytest.approx([0.6, 0.62, 0.58], abs=1e-3)
    assert best.weakest == best.edges[2] == matchups.cell("hero 2", "hero 0").score_rate()
    assert best.is_sure
    assert cycles[1].weakest.value == pytest.approx(0.52, abs=1e-3)
    assert len(top_cycles(matchups, n_cycles=1)) == 1
    assert not top_cycles(matrix_of(rates, 40))[0].is_sure


def test_a_matchup_never_played_closes_no_cycle() -> None:
    rates = logistic(0.8 * ROCK_PAPER_SCISSORS)
    full = matrix_of(rates, 100)
    assert len(top_cycles(full)) == 1
    for missing in full.cells:
        cells = {cell: pairs for cell, pairs in full.cells.items() if cell != missing}
        assert top_cycles(Matchups(full.heroes, cells)) == ()
    assert top_cycles(Matchups(("ana",))) == ()


@pytest.mark.slow
def test_a_true_ranking_is_rejected_in_five_percent_of_runs() -> None:
    rng = np.random.default_rng(26)
    strengths = np.linspace(-1, 1, 8)
    rates = logistic(np.subtract.outer(strengths, strengths))
    rejected = []
    for _ in range(3000):
        wins = np.triu(rng.binomial(400, rates), 1)
        wins = wins + np.tril(400 - wins.T, -1)
        rejected.append(intransitivity(wins, wins.T).test.p_value < 0.05)
    assert 0.035 <= np.mean(rejected) <= 0.065
