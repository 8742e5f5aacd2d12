"""The compiled rules and the referee play the same games: events, questions, options and boards agree."""

from __future__ import annotations

import itertools
import os

import pytest

from tests.referee.duel import Match, play

HEROES = ("barbarian", "cursed-pirate", "gunslinger", "huntress", "paladin", "shadow-thief")
GAMES = int(os.environ.get("DTSIM_REFEREE_GAMES", "15"))  # of each pair
FIRST = int(os.environ.get("DTSIM_REFEREE_FIRST", "0"))  # the number of the first game


@pytest.mark.parametrize(("first", "second"), itertools.product(HEROES, HEROES))
def test_both_play_the_same_games(first: str, second: str) -> None:
    for number in range(FIRST, FIRST + GAMES):
        assert play(Match(first, second, number)) > 0
