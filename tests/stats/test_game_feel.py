"""Whether games are exciting."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.discrete.discrete_model import Logit

from dtsim.stats.estimate import Estimate
from dtsim.stats.game_feel import comeback_rate, decisive_turns, lead_changes, win_curve


@pytest.mark.parametrize(
    ("leads", "expected"),
    [
        ([1, 2, 3], 0),
        ([1, -1, 1], 2),
        ([1, 0, -1], 1),  # a tie on the way is no change of its own
        ([1, 0, 1], 0),
        ([0, 0, 0], 0),
        ([0, -5, 5], 1),  # the first lead is not a change
    ],
)
def test_the_lead_changes_when_the_other_hero_takes_it(leads, expected) -> None:
    assert lead_changes(np.array([leads]), np.array([3])).tolist() == [expected]


def test_turns_after_the_end_do_not_count() -> None:
    leads = np.array([[1, -1, 7, -7], [1, -1, 7, -7]])
    assert lead_changes(leads, np.array([2, 4])).tolist() == [1, 3]
    assert lead_changes(np.zeros((0, 3), dtype=int), np.zeros(0, dtype=int)).tolist() == []


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=12))
def test_lead_changes_are_the_sign_changes_of_the_leads_without_ties(leads) -> None:
    signs = np.sign([lead for lead in leads if lead != 0])
    expected = int((signs[1:] != signs[:-1]).sum())
    assert lead_changes(np.array([leads]), np.array([len(leads)])).tolist() == [expected]
    assert lead_changes(-np.array([leads]), np.array([len(leads)])).tolist() == [expected]


def test_a_comeback_is_won_from_ten_behind_at_half_time_by_either_hero() -> None:
    leads = np.array([[0, -12, 0, 5], [0, 15, 0, -5], [0, -9, 0, 5], [0, -20, -20, -30]])
    lengths = np.array([4, 4, 4, 4])
    found = comeback_rate(leads, lengths, np.array([True, False, True, False]))
    assert (found.value, found.n) == (2 / 3, 3)
    assert comeback_rate(leads, lengths, np.array([True, False, True, False]), behind=5).n == 4
    assert comeback_rate(leads[:0], lengths[:0], np.zeros(0, dtype=bool)) == Estimate.unknown()


def test_half_time_of_an_odd_game_is_rounded_down_and_of_one_turn_is_its_end() -> None:
    leads = np.array([[-10, 9, 9], [-10, 0, 0]])
    found = comeback_rate(leads, np.array([3, 1]), np.array([True, False]))
    assert (found.value, found.n) == (0.5, 2)


def test_the_curve_is_logistic_regression() -> None:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(4000, 2)) * [10.0, 2.0]
    won = rng.random(4000) < 1 / (1 + np.exp(-(0.2 + features @ [0.15, 0.3])))
    oracle = Logit(won.astype(float), np.column_stack([np.ones(4000), features])).fit(disp=False)
    np.testing.assert_allclose(win_curve(features, won), oracle.params, atol=1e-3)


def test_a_lead_that_always_wins_keeps_a_finite_curve() -> None:
    lead = np.array([-20.0, -5, 5, 20])[:, None]
    intercept, slope = win_curve(lead, lead[:, 0] > 0)
    assert intercept == pytest.approx(0, abs=1e-6)
    assert 0.5 < slope < 10
    always = win_curve(lead, np.ones(4, dtype=bool))
    assert np.isfinite(always).all()
    assert always[0] > 2


def test_a_game_is_decided_when_one_hero_is_90_percent_sure() -> None:
    rng = np.random.default_rng(2)
    n_games, n_turns = 3000, 8
    leads = np.cumsum(rng.normal(0, 6, size=(n_games, n_turns)), axis=1)
    won = leads[:, -1] > 0
    lengths = np.full(n_games, n_turns)
    turns = decisive_turns(leads[:, :, None], lengths, won)
    curve = win_curve(leads.reshape(-1, 1), np.repeat(won, n_turns))
    needed = (np.log(9) - curve[0]) / curve[1]
    game = int(np.flatnonzero(leads[:, 0] > needed + 0.1)[0])
    assert turns[game] == 1
    assert turns.min() >= 1
    assert turns.max() <= n_turns
    assert (turns == decisive_turns(-leads[:, :, None], lengths, ~won)).all()


def test_a_game_that_stays_open_is_decided_in_its_last_turn_and_later_turns_do_not_count() -> None:
    rng = np.random.default_rng(3)
    noise = rng.normal(size=(200, 5, 1))
    won = rng.random(200) < 0.5
    noise[:, 3:] = np.where(won, 1e6, -1e6)[:, None, None]  # after the end
    lengths = np.full(200, 3)
    assert decisive_turns(noise, lengths, won).tolist() == [3] * 200
    assert decisive_turns(noise[:0], lengths[:0], np.zeros(0, dtype=bool)).tolist() == []
