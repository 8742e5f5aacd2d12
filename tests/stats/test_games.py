"""Wins, draws, losses, and games stopped by the turn cap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtsim.stats.estimate import Estimate
from dtsim.stats.games import Games, Truncation
from dtsim.stats.intervals import wilson

GAMES = st.builds(Games, *[st.integers(0, 1000)] * 4)


def test_draws_count_half_in_the_score_rate() -> None:
    assert Games(wins=40, draws=20, losses=40).score_rate() == wilson(50, 100)
    assert Games().score_rate() == Estimate.unknown()


@given(GAMES, GAMES)
def test_games_add_like_numbers(first, second) -> None:
    total = first + second
    assert total == second + first
    assert total.n == first.n + second.n
    assert total.points == first.points + second.points
    assert first + Games() == first


@given(GAMES)
def test_both_chairs_share_one_point_per_game(games) -> None:
    assert games.points + games.reversed().points == games.n
    assert games.reversed().reversed() == games


def test_stopped_games_bound_the_rate_instead_of_counting_as_draws() -> None:
    games = Games(wins=500, draws=100, losses=390, truncated=10)
    assert games.score_rate() == Games(500, 100, 390).score_rate()
    low, high = games.score_rate_bounds()
    assert low == pytest.approx(500 / 1000)
    assert high == pytest.approx(610 / 1000)
    assert Games().score_rate_bounds() is None


@pytest.mark.parametrize(
    ("stopped", "expected"),
    [
        (0, Truncation.NEGLIGIBLE),
        (10, Truncation.NEGLIGIBLE),
        (11, Truncation.SHOWN),
        (100, Truncation.SHOWN),
        (101, Truncation.ERROR),
    ],
)
def test_more_than_a_thousandth_is_shown_and_more_than_a_hundredth_is_an_error(stopped, expected) -> None:
    assert Games(wins=5000, losses=5000, truncated=stopped).truncation is expected


def test_only_stopped_games_are_an_error_and_no_games_are_not() -> None:
    assert Games(truncated=1).truncation is Truncation.ERROR
    assert Games().truncation is Truncation.NEGLIGIBLE
