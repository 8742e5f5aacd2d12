"""What it is worth to start."""

from __future__ import annotations

from dtsim.stats.estimate import Estimate
from dtsim.stats.matchups import Matchups
from dtsim.stats.pairs import DRAW, LOSS, WIN, Pairs
from dtsim.stats.seat import seat_advantage, seat_by_hero, seat_by_matchup

HEROES = ("ana", "bob", "cy")
STARTER_WINS = Pairs.from_results([WIN] * 30, [LOSS] * 30)
STARTER_LOSES = Pairs.from_results([LOSS] * 30, [WIN] * 30)
NO_MATTER = Pairs.from_results([WIN] * 30, [WIN] * 30)


def test_the_start_player_is_counted_over_all_matchups_and_mirrors() -> None:
    matchups = Matchups(HEROES, {("ana", "bob"): STARTER_WINS, ("cy", "cy"): STARTER_LOSES})
    found = seat_advantage(matchups)
    assert (found.value, found.n) == (0.5, 120)
    assert seat_advantage(Matchups(HEROES, {("ana", "bob"): STARTER_WINS})).value == 1.0


def test_a_hero_that_always_wins_says_nothing_about_the_seat() -> None:
    assert seat_advantage(Matchups(HEROES, {("ana", "bob"): NO_MATTER})).value == 0.5


def test_by_hero_and_by_matchup_only_their_own_games_count() -> None:
    matchups = Matchups(
        HEROES, {("ana", "bob"): STARTER_WINS, ("cy", "bob"): NO_MATTER, ("ana", "cy"): Pairs()}
    )
    by_hero = seat_by_hero(matchups)
    assert (by_hero["ana"].value, by_hero["bob"].value, by_hero["cy"].value) == (1.0, 0.75, 0.5)
    by_matchup = seat_by_matchup(matchups)
    assert {cell: e.value for cell, e in by_matchup.items()} == {("ana", "bob"): 1.0, ("bob", "cy"): 0.5}


def test_draws_are_half_a_point_for_the_start_player() -> None:
    drawn = Matchups(HEROES, {("ana", "bob"): Pairs.from_results([DRAW] * 10, [LOSS] * 10)})
    assert seat_advantage(drawn).value == 0.75


def test_nothing_played_is_unknown() -> None:
    assert seat_advantage(Matchups(HEROES)) == Estimate.unknown()
    assert seat_by_hero(Matchups(("ana",))) == {"ana": Estimate.unknown()}
    assert seat_by_matchup(Matchups(())) == {}
