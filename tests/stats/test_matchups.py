"""The matrix of all matchups."""

from __future__ import annotations

import numpy as np
import pytest

from dtsim.stats.matchups import Matchups
from dtsim.stats.pairs import Pairs

WON = Pairs.from_results([2, 2, 2], [2, 0, 0])  # 4 points of 6
HEROES = ("ana", "bob", "cy")


def test_a_cell_reads_the_same_from_both_sides_however_it_was_stored() -> None:
    upright = Matchups(HEROES, {("ana", "bob"): WON})
    assert Matchups(HEROES, {("bob", "ana"): WON.reversed()}) == upright
    assert upright.cell("ana", "bob") == WON
    assert upright.cell("bob", "ana") == WON.reversed()
    assert upright.cell("ana", "cy") == Pairs()


def test_both_orientations_of_one_matchup_are_added() -> None:
    both = Matchups(HEROES, {("ana", "bob"): WON, ("bob", "ana"): WON.reversed()})
    assert both.cell("ana", "bob") == WON + WON


def test_rates_are_antisymmetric_and_a_mirror_is_even() -> None:
    matchups = Matchups(HEROES, {("ana", "bob"): WON, ("ana", "ana"): Pairs.from_results([2], [2])})
    rates = matchups.rates()
    assert rates[0, 1] == pytest.approx(2 / 3)
    np.testing.assert_allclose(rates[:2, :2] + rates[:2, :2].T, 1.0)
    assert (np.diag(rates) == 0.5).all()
    assert np.isnan(rates[0, 2])
    assert matchups.effective_games()[0, 2] == 0
    assert [(i, j) for i, j, _ in matchups.played()] == [(0, 1)]


def test_matrices_of_the_same_heroes_add_like_numbers() -> None:
    first = Matchups(HEROES, {("ana", "bob"): WON})
    second = Matchups(HEROES, {("cy", "bob"): WON, ("ana", "bob"): WON})
    total = first + second
    assert total == second + first
    assert total.cell("ana", "bob") == WON + WON
    assert total.cell("cy", "bob") == WON
    assert total + Matchups(HEROES) == total


def test_a_matchup_without_a_finished_pair_was_not_played() -> None:
    matchups = Matchups(HEROES, {("ana", "bob"): Pairs(truncated=3), ("ana", "cy"): Pairs()})
    assert list(matchups.played()) == []
    assert np.isnan(matchups.rates()[0, 1:]).all()
    assert (matchups.effective_games() == 0).all()


def test_no_hero_and_one_hero_make_a_matrix_too() -> None:
    assert Matchups(()).rates().shape == (0, 0)
    assert Matchups(("ana",)).rates().tolist() == [[0.5]]
