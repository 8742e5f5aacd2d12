"""Strengths on one scale."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.genmod import families
from statsmodels.genmod.generalized_linear_model import GLM

from dtsim.errors import DtsimError
from dtsim.stats.bradley_terry import ELO_PER_LOGIT, lack_of_fit, rate_games, rate_pairs, seat_test
from dtsim.stats.estimate import Estimate
from dtsim.stats.games import Games
from dtsim.stats.matchups import Matchups
from dtsim.stats.pairs import Pairs

from .samples import BASEBALL, TEAMS, logistic, matrix_of

HEROES = ("ana", "bob", "cy", "dee")
RESULTS = st.fixed_dictionaries(
    {(i, j): st.builds(Games, *[st.integers(1, 30)] * 3) for i in HEROES for j in HEROES if i != j}
)


def against_baltimore(ratings) -> tuple[np.ndarray, np.ndarray]:
    covariance = ratings.covariance
    variances = np.diag(covariance) + covariance[0, 0] - 2 * covariance[0]
    return ratings.strengths - ratings.strengths[0], np.sqrt(np.maximum(variances, 0))


def test_agrestis_baseball_season_is_met() -> None:
    ratings = rate_games(TEAMS, BASEBALL, seat=False)
    strengths, errors = against_baltimore(ratings)
    expected = [0, 0.6839, 1.1077, 1.2476, 1.2945, 1.4364, 1.5814]
    np.testing.assert_allclose(strengths, expected, atol=5.1e-5)
    np.testing.assert_allclose(errors[1:], [0.3319, 0.3339, 0.3359, 0.3367, 0.3396, 0.3433], atol=5.1e-5)
    assert ratings.deviance.statistic == pytest.approx(44.053, abs=5e-4)
    assert ratings.deviance.degrees == 36
    assert ratings.seat is None
    assert not ratings.is_regularised


def test_baseball_at_home_is_met() -> None:
    ratings = rate_games(TEAMS, BASEBALL)
    assert ratings.seat.value == pytest.approx(0.3023, abs=5e-5)
    assert ratings.seat.half_width / 1.959963984540054 == pytest.approx(0.1309, abs=5e-5)
    assert (ratings.deviance.statistic, ratings.deviance.degrees) == (pytest.approx(38.643, abs=5e-4), 35)
    shares = np.exp(ratings.strengths) / np.exp(ratings.strengths).sum()
    np.testing.assert_allclose(shares, [0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220], atol=5.1e-4)
    test = seat_test(TEAMS, BASEBALL)
    assert (test.statistic, test.degrees) == (pytest.approx(44.0535 - 38.6429, abs=2e-4), 1)
    assert test.p_value == pytest.approx(0.0200, abs=5e-5)


def test_the_tiny_example_of_choix_is_met() -> None:
    results = {("a", "b"): Games(wins=2), ("b", "c"): Games(wins=1), ("c", "a"): Games(wins=1)}
    ratings = rate_games("abc", results, seat=False)
    np.testing.assert_allclose(ratings.strengths, [0.419617624, -0.419617624, 0], atol=5.1e-10)


def test_a_single_pair_of_heroes_has_a_closed_form() -> None:
    ratings = rate_games("ab", {("a", "b"): Games(136, 111, 96)}, seat=False)
    assert ratings.strengths[0] - ratings.strengths[1] == pytest.approx(0.3483067, abs=5e-8)
    assert ratings.strengths[0] - ratings.strengths[1] == pytest.approx(log(136 / 96), abs=1e-12)
    assert ratings.draw_weight == pytest.approx(0.9714443, abs=5e-8)
    assert ratings.deviance.degrees == 0
    first, second = ratings.elo()
    assert first.value == pytest.approx(173.7178 / 2 * log(136 / 96), abs=1e-4)
    assert (first.low, first.n) == (pytest.approx(-second.high), 343)
    assert pytest.approx(173.7178, abs=5e-5) == ELO_PER_LOGIT


@pytest.mark.filterwarnings("ignore:Perfect separation or prediction")  # an exact fit alarms statsmodels
@settings(max_examples=30)
@given(RESULTS)
def test_without_draws_statsmodels_agrees(results) -> None:
    decided = {cell: Games(games.wins, 0, games.losses) for cell, games in results.items()}
    design = np.array([[float(h == i) - float(h == j) for h in HEROES[1:]] + [1.0] for i, j in decided])
    counts = np.array([[games.wins, games.losses] for games in decided.values()])
    oracle = GLM(counts, design, family=families.Binomial()).fit(tol=1e-13)
    ratings = rate_games(HEROES, decided)
    found = ratings.strengths - ratings.strengths[0]
    np.testing.assert_allclose(found[1:], oracle.params[:-1], atol=1e-7)
    assert ratings.seat.value == pytest.approx(oracle.params[-1], abs=1e-7)
    assert ratings.seat.half_width == pytest.approx(1.959963984540054 * oracle.bse[-1], rel=1e-6)
    to_first = np.eye(4) - np.eye(4)[0]
    covariance = to_first @ ratings.covariance @ to_first.T
    np.testing.assert_allclose(covariance[1:, 1:], oracle.cov_params()[:-1, :-1], rtol=1e-6)
    assert ratings.deviance.statistic == pytest.approx(oracle.deviance, rel=1e-6)


@settings(max_examples=30)
@given(RESULTS, st.permutations(HEROES))
def test_relabelling_heroes_permutes_their_ratings(results, order) -> None:
    there, back = rate_games(HEROES, results), rate_games(order, results)
    place = [order.index(hero) for hero in HEROES]
    np.testing.assert_allclose(there.strengths, back.strengths[place], atol=1e-8)
    np.testing.assert_allclose(there.covariance, back.covariance[np.ix_(place, place)], atol=1e-8)
    assert there.strengths.sum() == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(there.covariance.sum(axis=0), 0, atol=1e-9)
    assert there.draw_weight == pytest.approx(back.draw_weight)


@settings(max_examples=20)
@given(RESULTS, st.sampled_from(HEROES))
def test_matchups_without_games_and_mirrors_change_nothing(results, hero) -> None:
    more = {**results, (hero, hero): Games(9, 1, 2)}
    removed = HEROES[:2]
    fewer = {cell: games for cell, games in results.items() if cell != removed}
    np.testing.assert_allclose(rate_games(HEROES, more).strengths, rate_games(HEROES, results).strengths)
    empty = {**fewer, removed: Games()}
    np.testing.assert_allclose(rate_games(HEROES, empty).strengths, rate_games(HEROES, fewer).strengths)


@settings(max_examples=20)
@given(RESULTS)
def test_seen_by_the_opponent_the_ratings_are_the_same(results) -> None:
    cells = {
        (i, j): Pairs.from_results(
            [2] * games.wins + [0] * games.losses, [0] * games.wins + [2] * games.losses
        )
        + Pairs.from_results([2] * games.draws, [2] * games.draws)
        for (i, j), games in results.items()
        if i < j
    }
    upright = rate_pairs(Matchups(HEROES, cells))
    turned = rate_pairs(Matchups(HEROES, {(j, i): pairs.reversed() for (i, j), pairs in cells.items()}))
    np.testing.assert_allclose(upright.strengths, turned.strengths, atol=1e-9)
    np.testing.assert_allclose(upright.covariance, turned.covariance, atol=1e-9)
    assert upright.seat.value == pytest.approx(turned.seat.value, abs=1e-9)


def test_a_hero_without_a_win_is_rated_with_a_prior_and_flagged() -> None:
    results = {("a", "b"): Games(wins=10), ("b", "c"): Games(5, 0, 5), ("a", "c"): Games(wins=10)}
    ratings = rate_games("abc", results, seat=False)
    assert ratings.is_regularised
    assert 0.5 < ratings.strengths[0] < 5
    assert ratings.strengths[1] == pytest.approx(ratings.strengths[2])
    firth = rate_games("abc", results, seat=False, firth=True)
    assert not firth.is_regularised
    assert 0.5 < firth.strengths[0] < 5
    assert np.isfinite(firth.covariance).all()


@settings(max_examples=150)
@given(
    st.fixed_dictionaries(
        {(i, j): st.builds(Games, *[st.integers(0, 2)] * 3) for i in HEROES for j in HEROES if i != j}
    ),
    st.booleans(),
    st.booleans(),
)
def test_a_handful_of_games_still_has_finite_ratings_or_is_refused(results, seat, firth) -> None:
    try:
        ratings = rate_games(HEROES, results, seat, firth)
    except DtsimError:
        return
    assert np.abs(ratings.strengths).max() < 20
    assert (np.diag(ratings.covariance) > 0).all()
    fit = lack_of_fit(HEROES, results, seat)
    assert fit.statistic >= 0
    assert 0 <= fit.p_value <= 1


@pytest.mark.parametrize("result", [Games(draws=20), Games(wins=20)])
def test_all_games_alike_leave_ratings_finite(result) -> None:
    cells = {(i, j): result for i in "abc" for j in "abc" if i != j}
    ratings = rate_games("abc", cells)
    assert ratings.is_regularised
    np.testing.assert_allclose(ratings.strengths, 0, atol=1e-9)
    assert np.isfinite(ratings.covariance).all()
    assert np.isfinite(ratings.seat.half_width)


def test_heroes_that_never_met_are_refused_by_name() -> None:
    results = {("a", "b"): Games(3, 0, 2), ("c", "d"): Games(1, 0, 1)}
    with pytest.raises(DtsimError, match=r"never met.*: a, b; c, d"):
        rate_games("abcd", results)
    with pytest.raises(DtsimError, match="a; b"):
        rate_pairs(Matchups(("a", "b")))


def test_one_hero_and_none_have_nothing_to_be_compared_with() -> None:
    alone = rate_games("a", {})
    assert alone.strengths.tolist() == [0.0]
    assert alone.elo() == (Estimate.unknown(),)
    assert alone.seat is None
    assert rate_pairs(Matchups(())).elo() == ()


def test_the_seat_is_not_told_apart_if_every_hero_met_the_others_from_one_seat_only() -> None:
    results = {("a", "b"): Games(30, 0, 20), ("a", "c"): Games(25, 0, 20), ("b", "c"): Games(20, 0, 20)}
    assert rate_games("abc", results).seat is not None  # a circle of three tells
    del results["b", "c"]
    assert rate_games("abc", results).seat is None
    assert seat_test("abc", results).p_value == 1.0


def test_a_circle_of_counters_does_not_fit_on_one_scale() -> None:
    circle = {("a", "b"): Games(80, 0, 20), ("b", "c"): Games(80, 0, 20), ("c", "a"): Games(80, 0, 20)}
    test = lack_of_fit("abc", circle, seat=False)
    # one scale makes every matchup even: the likelihood ratio of 80 : 20 against 50 : 50, three times
    assert test.statistic == pytest.approx(2 * 3 * (80 * log(1.6) + 20 * log(0.4)), rel=1e-6)
    assert test.degrees == 1
    assert lack_of_fit(TEAMS, BASEBALL).degrees == 21 - 6
    assert lack_of_fit(TEAMS, BASEBALL).p_value == pytest.approx(0.338, abs=1e-3)
    two = lack_of_fit("ab", {("a", "b"): Games(9, 0, 1)}, seat=False)
    assert (two.degrees, two.p_value) == (0, 1.0)


def test_independent_pairs_have_the_errors_of_their_games() -> None:
    strengths = np.array([0.5, 0.1, -0.6])
    matchups = matrix_of(logistic(strengths[:, None] - strengths), 200_000)
    games = {}
    for i, j, pairs in matchups.played():
        a, b = matchups.heroes[i], matchups.heroes[j]
        games[a, b], games[b, a] = pairs.starting, pairs.following.reversed()
    by_pairs, by_games = rate_pairs(matchups), rate_games(matchups.heroes, games)
    np.testing.assert_allclose(by_pairs.strengths, by_games.strengths, atol=1e-9)
    np.testing.assert_allclose(by_pairs.strengths, strengths, atol=1e-4)
    np.testing.assert_allclose(by_pairs.covariance, by_games.covariance, rtol=1e-3)
    assert by_pairs.seat.value == pytest.approx(0, abs=1e-9)


def test_games_that_repeat_each_other_are_worth_half() -> None:
    twice = Pairs((400, 0, 0, 0, 0, 0, 0, 0, 600))
    apart = Pairs((160, 0, 240, 0, 0, 0, 240, 0, 360))
    variances = [
        rate_pairs(Matchups(("a", "b"), {("a", "b"): p}), seat=False).covariance[0, 0] for p in (twice, apart)
    ]
    assert variances[0] == pytest.approx(2 * variances[1])


@pytest.mark.slow
def test_intervals_of_ratings_cover_the_truth_though_the_games_of_a_pair_depend() -> None:
    rng = np.random.default_rng(17)
    truth = np.array([0.6, 0.2, -0.1, -0.7])
    seat, n_pairs, covered, seat_covered = 0.3, 150, [], []
    for _ in range(600):
        cells = {}
        for i in range(4):
            for j in range(i + 1, 4):
                # one block of luck moves both games of a pair, here in the same direction
                luck = np.log(1 / rng.random((2, n_pairs)) - 1)
                luck[1] = np.where(rng.random(n_pairs) < 0.6, luck[0], luck[1])
                d = truth[i] - truth[j]
                starting, following = d + seat + luck[0] > 0, d - seat + luck[1] > 0
                cells[HEROES[i], HEROES[j]] = Pairs.from_results(2 * starting, 2 * following)
        ratings = rate_pairs(Matchups(HEROES, cells))
        errors = np.sqrt(np.diag(ratings.covariance))
        covered.append(np.abs(ratings.strengths - truth) <= 1.959963984540054 * errors)
        seat_covered.append(ratings.seat.contains(seat))
    assert 0.93 <= np.mean(covered) <= 0.97
    assert 0.925 <= np.mean(seat_covered) <= 0.975


@pytest.mark.slow
def test_seat_and_fit_tests_reject_five_percent_of_true_hypotheses() -> None:
    rng = np.random.default_rng(18)
    truth = np.array([0.5, 0.1, -0.2, -0.4])
    rates = logistic(truth[:, None] - truth)
    rejected = []
    for _ in range(500):
        results = {}
        for i in range(4):
            for j in range(4):
                if i != j:
                    wins = int(rng.binomial(60, rates[i, j]))
                    results[HEROES[i], HEROES[j]] = Games(wins, 0, 60 - wins)
        rejected.append([seat_test(HEROES, results).p_value, lack_of_fit(HEROES, results).p_value])
    shares = (np.array(rejected) < 0.05).mean(axis=0)
    assert (shares <= 0.08).all()
    assert (shares >= 0.025).all()
